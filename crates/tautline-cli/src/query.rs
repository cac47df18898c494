//! The backend that answers queries, chosen by the arguments and the file.

use tautline::{BuildOptions, Explanation, GridFinder, MeshFinder, NavMesh, PathError, Pathfinder};

use crate::arguments::Backend;
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

    /// What would have worked.
    pub(crate) fn explain(&self, error: &PathError) -> Explanation {
        match self {
            Self::Mesh(finder) => error.explain(finder),
            Self::Grid(finder) => error.explain(finder),
        }
    }
}
