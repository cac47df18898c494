//! The backend that answers queries, chosen by the arguments and the file.

use std::sync::Arc;

use tautline::{
    BuildOptions, Explanation, Filter, FilterId, GridFinder, MeshFinder, NavMesh, PathError,
    PathQuery, Pathfinder,
};

use crate::arguments::{Backend, GroundArgs};
use crate::failure::Failure;
use crate::input::Input;

/// A finder on either backend.
#[derive(Debug)]
pub(crate) enum Finder {
    Mesh(MeshFinder),
    Grid(GridFinder),
}

impl Finder {
    /// The finder that `backend` names, on the map that was read.
    pub(crate) fn on(
        input: &Input,
        backend: Backend,
        options: &BuildOptions,
    ) -> Result<Self, Failure> {
        match (backend, input.grid()) {
            (Backend::Navmesh, _) => Ok(Self::Mesh(MeshFinder::new(input.build(options)?.mesh))),
            (Backend::Grid, Some(_)) if options.agent_radius != 0.0 => {
                Err(Failure::unusable_arguments(
                    "--radius belongs to meshes; --backend grid walks from tile to tile",
                ))
            }
            (Backend::Grid, Some(grid)) => Ok(Self::Grid(GridFinder::new(grid.clone()))),
            (Backend::Grid, None) => Err(Failure::unusable_arguments(format!(
                "--backend grid searches the tiles of a .map, and {} holds no tiles but {}: \
                 use --backend navmesh",
                input.file.display(),
                input.kind()
            ))),
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
        let GroundArgs { close, forbid, cost } = ground;
        let has_filter = !forbid.is_empty() || !cost.is_empty();
        let finder = match self {
            Self::Mesh(finder) => finder,
            Self::Grid(_) if has_filter || !close.is_empty() => {
                let message =
                    "--close, --forbid and --cost belong to meshes, not to --backend grid";
                return Err(Failure::unusable_arguments(message));
            }
            Self::Grid(_) => return Ok(None),
        };
        let unusable =
            |error: &dyn std::error::Error| Failure::unusable_arguments(error.to_string());
        for name in close {
            finder.close_door(name).map_err(|error| unusable(&error))?;
        }
        if !has_filter {
            return Ok(None);
        }
        let costs =
            cost.iter().fold(Filter::new(), |filter, (area, cost)| filter.cost(area, *cost));
        let filter = forbid.iter().fold(costs, |filter, area| filter.forbid(area));
        finder.add_filter(&filter).map(Some).map_err(|error| unusable(&error))
    }

    /// Refuses floors that the map does not have.
    pub(crate) fn check_floors(&self, query: &PathQuery) -> Result<(), Failure> {
        let floors = self.mesh().map_or(&[0][..], NavMesh::layers);
        for floor in [query.start_layer, query.goal_layer].into_iter().flatten() {
            if floors.binary_search(&floor).is_err() {
                let all: Vec<String> = floors.iter().map(u32::to_string).collect();
                return Err(Failure::unusable_arguments(format!(
                    "there is no floor {floor}: this map has {}",
                    all.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The mesh on which a query is answered, if it is one that is searched.
    pub(crate) fn ground(&self, query: &PathQuery) -> Option<Arc<NavMesh>> {
        match self {
            Self::Mesh(finder) => finder.ground(query).ok(),
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

    /// What would have worked for a query.
    pub(crate) fn explain(&self, error: &PathError, query: &PathQuery) -> Explanation {
        match (self, self.ground(query)) {
            (Self::Mesh(_), Some(ground)) => error.explain(&*ground),
            (Self::Mesh(finder), None) => error.explain(finder),
            (Self::Grid(finder), _) => error.explain(finder),
        }
    }
}
