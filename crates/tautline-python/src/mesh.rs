//! The class `Mesh`: built, opened, asked, drawn.
//!
//! 1. `create` – meshes from shapes, tiles, files and bytes.
//! 2. `properties` – sizes, cells, doors, pictures.
//! 3. `paths` – paths, distances and fields.
//! 4. `places` – nearest points, sight and random points.
//! 5. `walls` – rays, moves along walls, the widths of ways.
//! 6. `goals` – paths to lines and areas, cells in an area.
//! 7. `searches` – searches in slices, and from one start to many goals.
//! 8. `filters` – meshes for agents with rules of their own.

mod create;
mod properties;
mod paths;
mod places;
mod walls;
mod goals;
mod searches;
mod filters;

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use tautline::draw::Axis;
use tautline::path::ArcCorners;
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
    /// The rules of agents, if there are some.
    filter: Option<filters::Filtered>,
    /// The corners that paths go around in arcs, once somebody has asked.
    corners: OnceLock<ArcCorners>,
}

impl Mesh {
    fn new(mesh: NavMesh, axis: Axis, repairs: Vec<String>) -> Self {
        Self::of_finder(MeshFinder::new(mesh), axis, repairs)
    }

    /// Returns the mesh of a finder, with its closed doors.
    pub(crate) fn of_finder(finder: MeshFinder, axis: Axis, repairs: Vec<String>) -> Self {
        Self { finder, axis, repairs, filter: None, corners: OnceLock::new() }
    }

    /// Returns the finder, with the closed doors.
    pub(crate) fn finder(&self) -> &MeshFinder {
        &self.finder
    }

    /// Returns the mesh on which closed doors are walls.
    pub(crate) fn current(&self) -> Arc<NavMesh> {
        self.finder.current_mesh()
    }

    /// Returns the corners that paths go around in arcs.
    pub(crate) fn corners(&self) -> &ArcCorners {
        self.corners.get_or_init(|| ArcCorners::of(&self.current()))
    }

    /// Returns the direction of the y axis in pictures.
    pub(crate) fn axis(&self) -> Axis {
        self.axis
    }
}
