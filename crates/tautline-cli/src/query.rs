//! The finder that answers queries, chosen by the arguments and the map.

use std::collections::BTreeSet;
use std::sync::Arc;

use tautline::error::Explanation;
use tautline::mesh::FilterError;
use tautline::path::PathDefect;
use tautline::surface::Geodesic;
use tautline::{
    Bounds, BuildOptions, Filter, FilterId, GridFinder, MeshFinder, NavMesh, Path, PathError,
    PathQuery, Pathfinder, Surface,
};

use crate::arguments::{Backend, FinderArgs, RestrictionArgs, WalkArgs};
use crate::failure::Failure;
use crate::input::Input;

/// A finder of either backend.
#[derive(Debug)]
pub(crate) enum Finder {
    Mesh(MeshFinder),
    Grid(GridFinder),
}

impl Finder {
    /// Creates the finder of the chosen backend on a map.
    pub(crate) fn new(
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

    /// Finds the shortest path along a surface.
    pub(crate) fn geodesic(
        &self,
        surface: &Surface,
        query: &PathQuery,
    ) -> Result<Result<Geodesic, PathError>, Failure> {
        let Self::Mesh(finder) = self else {
            let message = "--on-surface applies to meshes, not to --backend grid";
            return Err(Failure::unusable_arguments(message));
        };
        let mut unfiltered = *query;
        let filter = unfiltered.filter.take();
        let filtered = filter.map(|filter| finder.filtered(filter)).transpose();
        let geodesics = match filtered {
            Ok(ref filtered) => filtered.as_ref().unwrap_or(finder).geodesics(surface),
            Err(error) => return Ok(Err(error)),
        };
        let geodesics =
            geodesics.map_err(|error| Failure::unusable_arguments(error.to_string()))?;
        Ok(geodesics.find_path(&unfiltered))
    }

    /// Returns the finder as a trait object.
    pub(crate) fn pathfinder(&self) -> &dyn Pathfinder {
        match self {
            Self::Mesh(finder) => finder,
            Self::Grid(finder) => finder,
        }
    }

    /// Closes doors and registers a filter for forbidden areas and area costs.
    pub(crate) fn restrict(
        &mut self,
        restrictions: &RestrictionArgs,
    ) -> Result<Option<FilterId>, Failure> {
        match self {
            Self::Mesh(finder) => restrict(finder, restrictions),
            Self::Grid(_) => check_unrestricted(restrictions).map(|()| None),
        }
    }

    /// Returns an error if the map does not have a floor of the query.
    pub(crate) fn check_floors(&self, query: &PathQuery) -> Result<(), Failure> {
        let floors = self.mesh().map_or(&[0][..], NavMesh::layers);
        let asked = [query.start_layer, query.goal_layer].into_iter().flatten();
        asked.into_iter().try_for_each(|floor| check_floor(floors, floor))
    }

    /// Returns the mesh that answers a query; `None` on tiles.
    pub(crate) fn mesh_for_query(&self, query: &PathQuery) -> Option<Arc<NavMesh>> {
        match self {
            Self::Mesh(finder) => finder.mesh_for_query(query).ok(),
            Self::Grid(_) => None,
        }
    }

    /// Returns the mesh; `None` on tiles.
    pub(crate) fn mesh(&self) -> Option<&NavMesh> {
        match self {
            Self::Mesh(finder) => Some(finder.mesh()),
            Self::Grid(_) => None,
        }
    }

    /// Returns the bounds of the map.
    pub(crate) fn bounds(&self) -> Bounds {
        match self {
            Self::Mesh(finder) => finder.mesh().bounds(),
            Self::Grid(finder) => finder.grid().bounds(),
        }
    }

    /// Returns the number of cells or free tiles.
    pub(crate) fn cell_count(&self) -> usize {
        match self {
            Self::Mesh(finder) => finder.mesh().cell_count(),
            Self::Grid(finder) => finder.grid().free_count(),
        }
    }

    /// Verifies an answer with the independent checker; tiles have none.
    pub(crate) fn verify(&self, path: &Path, query: &PathQuery) -> Result<(), PathDefect> {
        self.mesh_for_query(query).map_or(Ok(()), |mesh| path.verify_answer(query, &mesh))
    }

    /// Explains the error of a query.
    pub(crate) fn explain(&self, error: &PathError, query: &PathQuery) -> Explanation {
        match (self, self.mesh_for_query(query)) {
            (Self::Mesh(_), Some(mesh)) => error.explain(&*mesh),
            (Self::Mesh(finder), None) => error.explain(finder),
            (Self::Grid(finder), _) => error.explain(finder),
        }
    }
}

/// Creates a finder on the tiles of a map.
pub(crate) fn grid_finder(
    input: &Input,
    walk: &WalkArgs,
    options: &BuildOptions,
) -> Result<GridFinder, Failure> {
    let Some(grid) = input.grid() else {
        return Err(Failure::unusable_arguments(format!(
            "--backend grid needs a tile map, such as a .map or an image, and {} contains {}: \
             use --backend navmesh",
            input.file.display(),
            input.content_name()
        )));
    };
    if *options != BuildOptions::default() {
        let message = "--radius and --fill apply to meshes, not to --backend grid";
        return Err(Failure::unusable_arguments(message));
    }
    Ok(GridFinder::new(grid.clone()).with_options(walk.options()))
}

/// Returns an error if doors or areas are restricted on tiles.
pub(crate) fn check_unrestricted(restrictions: &RestrictionArgs) -> Result<(), Failure> {
    if restrictions.is_empty() {
        return Ok(());
    }
    let message = "--close, --forbid and --cost apply to meshes, not to --backend grid";
    Err(Failure::unusable_arguments(message))
}

/// Closes doors and registers a filter for forbidden areas and area costs.
pub(crate) fn restrict(
    finder: &mut MeshFinder,
    restrictions: &RestrictionArgs,
) -> Result<Option<FilterId>, Failure> {
    let unusable = |error: &dyn std::error::Error, known: String| {
        Failure::unusable_arguments(format!("{error}{known}"))
    };
    for name in &restrictions.close {
        finder.close_door(name).map_err(|error| unusable(&error, known_doors(finder.mesh())))?;
    }
    if restrictions.forbid.is_empty() && restrictions.cost.is_empty() {
        return Ok(None);
    }
    let costs = restrictions.cost.iter();
    let costs = costs.fold(Filter::new(), |filter, (area, cost)| filter.cost(area, *cost));
    let filter = restrictions.forbid.iter().fold(costs, |filter, area| filter.forbid(area));
    finder.add_filter(&filter).map(Some).map_err(|error| {
        let is_name = matches!(error, FilterError::UnknownArea { .. });
        unusable(&error, if is_name { known_areas(finder.mesh()) } else { String::new() })
    })
}

/// Lists the doors and links that can be closed, after an error about an unknown one.
fn known_doors(mesh: &NavMesh) -> String {
    let doors = mesh.doors().iter().map(|door| door.name.as_str());
    known(doors.chain(mesh.links().iter().map(|link| link.name.as_str())))
}

/// Lists the areas that can be forbidden, after an error about an unknown one.
fn known_areas(mesh: &NavMesh) -> String {
    known(mesh.areas().iter().map(|area| area.name.as_str()))
}

/// Lists names of the map, each once.
fn known<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    let names: Vec<String> = names.into_iter().map(|name| format!("{name:?}")).collect();
    match names.as_slice() {
        [] => "; it has none".to_owned(),
        names => format!("; it has {}", names.join(", ")),
    }
}

/// Returns an error if a floor is not one of the map's.
pub(crate) fn check_floor(floors: &[u32], floor: u32) -> Result<(), Failure> {
    if floors.binary_search(&floor).is_ok() {
        return Ok(());
    }
    let all: Vec<String> = floors.iter().map(u32::to_string).collect();
    let known = match all.as_slice() {
        [only] => format!("this map has only floor {only}"),
        _ => format!("this map has floors {}", all.join(", ")),
    };
    let message = format!("there is no floor {floor}: {known}");
    Err(Failure::unusable_arguments(message))
}
