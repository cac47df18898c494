//! The backend that answers queries, chosen by the arguments and the file.

use std::sync::Arc;

use tautline::error::Explanation;
use tautline::path::PathDefect;
use tautline::{
    BuildOptions, Filter, FilterId, GridFinder, MeshFinder, NavMesh, Path, PathError, PathQuery,
    Pathfinder,
};

use crate::arguments::{Backend, FinderArgs, GroundArgs, WalkArgs};
use crate::failure::Failure;
use crate::input::Input;

/// A finder on either backend.
#[derive(Debug)]
pub(crate) enum Finder {
    Mesh(MeshFinder),
    Grid(GridFinder),
}

impl Finder {
    /// The finder that the arguments ask for, on the map that was read.
    pub(crate) fn on(
        input: &Input,
        arguments: &FinderArgs,
        options: &BuildOptions,
    ) -> Result<Self, Failure> {
        arguments.walk.check(arguments.backend)?;
        match (arguments.backend, input.grid()) {
            (Backend::Navmesh, _) => Ok(Self::Mesh(MeshFinder::new(input.build(options)?.mesh))),
            (Backend::Grid, _) => grid_finder(input, &arguments.walk, options).map(Self::Grid),
        }
    }

    /// The finder as what both backends are.
    pub(crate) fn pathfinder(&self) -> &dyn Pathfinder {
        match self {
            Self::Mesh(finder) => finder,
            Self::Grid(finder) => finder,
        }
    }

    /// Closes doors and makes the filter that the arguments ask for, if they do.
    pub(crate) fn restrict(&mut self, ground: &GroundArgs) -> Result<Option<FilterId>, Failure> {
        match self {
            Self::Mesh(finder) => restrict(finder, ground),
            Self::Grid(_) => check_no_ground(ground).map(|()| None),
        }
    }

    /// Refuses floors that the map does not have.
    pub(crate) fn check_floors(&self, query: &PathQuery) -> Result<(), Failure> {
        let floors = self.mesh().map_or(&[0][..], NavMesh::layers);
        let asked = [query.start_layer, query.goal_layer].into_iter().flatten();
        asked.into_iter().try_for_each(|floor| check_floor(floors, floor))
    }

    /// The mesh on which a query is answered, if it is one that is searched.
    pub(crate) fn ground(&self, query: &PathQuery) -> Option<Arc<NavMesh>> {
        match self {
            Self::Mesh(finder) => finder.mesh_for_query(query).ok(),
            Self::Grid(_) => None,
        }
    }

    /// The mesh, if it is one that is searched.
    pub(crate) fn mesh(&self) -> Option<&NavMesh> {
        match self {
            Self::Mesh(finder) => Some(finder.mesh()),
            Self::Grid(_) => None,
        }
    }

    /// How many cells or free tiles there are.
    pub(crate) fn cell_count(&self) -> usize {
        match self {
            Self::Mesh(finder) => finder.mesh().cell_count(),
            Self::Grid(finder) => finder.grid().free_count(),
        }
    }

    /// Has an answer checked by the independent checker.
    pub(crate) fn verify(&self, path: &Path, query: &PathQuery) -> Result<(), PathDefect> {
        self.ground(query).map_or(Ok(()), |ground| path.verify_answer(query, &ground))
    }

    /// What would have worked for a query.
    pub(crate) fn explain(&self, error: &PathError, query: &PathQuery) -> Explanation {
        match (self, self.ground(query)) {
            (Self::Mesh(_), Some(ground)) => error.explain(&*ground),
            (Self::Mesh(finder), None) => error.explain(finder),
            (Self::Grid(finder), _) => error.explain(finder),
        }
    }
}

/// A finder over the tiles that were read.
pub(crate) fn grid_finder(
    input: &Input,
    walk: &WalkArgs,
    options: &BuildOptions,
) -> Result<GridFinder, Failure> {
    let Some(grid) = input.grid() else {
        return Err(Failure::unusable_arguments(format!(
            "--backend grid searches tiles, as of a .map or an image, and {} holds none but {}: \
             use --backend navmesh",
            input.file.display(),
            input.kind()
        )));
    };
    if *options != BuildOptions::default() {
        let message =
            "--radius and --fill belong to meshes; --backend grid walks from tile to tile";
        return Err(Failure::unusable_arguments(message));
    }
    Ok(GridFinder::new(grid.clone()).with_options(walk.options()))
}

/// Refuses doors and areas where tiles are searched.
pub(crate) fn check_no_ground(ground: &GroundArgs) -> Result<(), Failure> {
    match ground.is_for_everybody() {
        true => Ok(()),
        false => Err(Failure::unusable_arguments(
            "--close, --forbid and --cost belong to meshes, not to --backend grid",
        )),
    }
}

/// Closes doors and makes the filter that the arguments ask for, if they do.
pub(crate) fn restrict(
    finder: &mut MeshFinder,
    ground: &GroundArgs,
) -> Result<Option<FilterId>, Failure> {
    let unusable = |error: &dyn std::error::Error| Failure::unusable_arguments(error.to_string());
    for name in &ground.close {
        finder.close_door(name).map_err(|error| unusable(&error))?;
    }
    if ground.forbid.is_empty() && ground.cost.is_empty() {
        return Ok(None);
    }
    let costs = ground.cost.iter();
    let costs = costs.fold(Filter::new(), |filter, (area, cost)| filter.cost(area, *cost));
    let filter = ground.forbid.iter().fold(costs, |filter, area| filter.forbid(area));
    finder.add_filter(&filter).map(Some).map_err(|error| unusable(&error))
}

/// Refuses a floor that is none of the map's.
pub(crate) fn check_floor(floors: &[u32], floor: u32) -> Result<(), Failure> {
    if floors.binary_search(&floor).is_ok() {
        return Ok(());
    }
    let all: Vec<String> = floors.iter().map(u32::to_string).collect();
    let known = match all.as_slice() {
        [only] => format!("the only one of this map is {only}"),
        _ => format!("this map has {}", all.join(", ")),
    };
    let message = format!("there is no floor {floor}: {known}");
    Err(Failure::unusable_arguments(message))
}
