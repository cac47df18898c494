//! The class `Mesh`: built, opened, asked, drawn.
//!
//! 1. `create` – meshes from shapes, tiles, files and bytes.
//! 2. `properties` – sizes, cells, doors, pictures.
//! 3. `paths` – paths, distances and fields.
//! 4. `places` – nearest points, sight and random points.

mod create;
mod properties;
mod paths;
mod places;

use std::sync::Arc;

use pyo3::prelude::*;
use tautline::draw::Axis;
use tautline::{MeshFinder, NavMesh};

/// A navigation mesh: convex cells that cover the walkable area, and the shortest paths across them.
///
/// ``Mesh.build`` makes one from polygons, ``Mesh.from_grid`` from tiles, ``Mesh.from_geojson`` from features and
/// ``Mesh.open`` from a file. A mesh never changes; threads may share it. It pickles as its ``.nav`` bytes.
///
/// A point is ``(x, y)`` or, on a mesh with floors, ``(x, y, floor)``. An array of points is (n, 2) or (n, 3); a
/// floor of NaN is no floor. Lengths are in map units.
///
/// >>> import shapely, pytautline as tl
/// >>> mesh = tl.Mesh.build(walkable=[shapely.box(0, 0, 10, 8)], obstacles=[shapely.box(4, 2, 6, 7)])
/// >>> mesh
/// <Mesh of 4 cells, 8 vertices, area 70>
/// >>> mesh.path((1, 4), (9, 4)).length.__round__(6)
/// 9.211103
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Mesh {
    finder: MeshFinder,
    axis: Axis,
    repairs: Vec<String>,
}

impl Mesh {
    fn new(mesh: NavMesh, axis: Axis, repairs: Vec<String>) -> Self {
        Self { finder: MeshFinder::new(mesh), axis, repairs }
    }

    /// Returns the finder, with the closed doors.
    pub(crate) fn finder(&self) -> &MeshFinder {
        &self.finder
    }

    /// Returns the mesh on which closed doors are walls.
    pub(crate) fn current(&self) -> Arc<NavMesh> {
        self.finder.current_mesh()
    }

    /// Returns the direction of the y axis in pictures.
    pub(crate) fn axis(&self) -> Axis {
        self.axis
    }
}
