//! The map of a query.

use pyo3::prelude::*;
use tautline::error::Explanation;
use tautline::{PathError, Pathfinder};

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

    pub(crate) fn explain(&self, error: &PathError) -> Explanation {
        match self {
            Self::Mesh(mesh) => error.explain(mesh.get().finder()),
            Self::Grid(grid) => error.explain(grid.get().finder()),
        }
    }
}
