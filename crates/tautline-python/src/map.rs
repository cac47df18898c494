//! The map of a query.

use std::sync::Arc;

use pyo3::prelude::*;
use tautline::error::Explanation;
use tautline::incremental::IncrementalPathfinder;
use tautline::{NavMesh, PathError, Pathfinder};

use crate::grid::Grid;
use crate::mesh::Mesh;

/// A mesh or a grid.
#[derive(Debug)]
pub(crate) enum Map {
    Mesh(Py<Mesh>),
    Grid(Py<Grid>),
}

impl Map {
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        match self {
            Self::Mesh(mesh) => Self::Mesh(mesh.clone_ref(py)),
            Self::Grid(grid) => Self::Grid(grid.clone_ref(py)),
        }
    }

    pub(crate) fn pathfinder(&self) -> &dyn Pathfinder {
        match self {
            Self::Mesh(mesh) => mesh.get().finder(),
            Self::Grid(grid) => grid.get().finder(),
        }
    }

    /// Returns the map for searches in slices.
    pub(crate) fn incremental(&self) -> &dyn IncrementalPathfinder {
        match self {
            Self::Mesh(mesh) => mesh.get().finder(),
            Self::Grid(grid) => grid.get().finder(),
        }
    }

    /// Returns the mesh with its closed doors; none of a grid.
    pub(crate) fn mesh(&self) -> Option<Arc<NavMesh>> {
        match self {
            Self::Mesh(mesh) => Some(mesh.get().current()),
            Self::Grid(_) => None,
        }
    }

    pub(crate) fn explain(&self, error: &PathError) -> Explanation {
        match self {
            Self::Mesh(mesh) => error.explain(mesh.get().finder()),
            Self::Grid(grid) => error.explain(grid.get().finder()),
        }
    }
}
