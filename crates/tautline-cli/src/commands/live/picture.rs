//! The picture of a map after a script, with new cells marked.

use std::collections::BTreeSet;

use tautline::draw::{Scene, Tint};
use tautline::{DVec2, LiveMesh, NavMesh};

use super::run::Run;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::Pictures;

/// The cells before the script, by the bits of their corners, so that rebuilds do not matter.
#[derive(Debug)]
pub(super) struct Before(BTreeSet<Vec<u64>>);

impl Before {
    pub(super) fn of(map: &LiveMesh) -> Self {
        let mesh = map.mesh();
        Self(mesh.slots().map(|slot| bits_of(mesh, slot)).collect())
    }

    /// Draws the map with its new cells, and the last path of the script.
    pub(super) fn draw(
        &self,
        pictures: &Pictures,
        input: &Input,
        run: &Run,
    ) -> Result<(), Failure> {
        if pictures.is_empty() {
            return Ok(());
        }
        let mesh = run.map.mesh();
        let is_new = |slot: &u32| !self.0.contains(&bits_of(mesh, *slot));
        let new: Vec<Vec<DVec2>> =
            mesh.slots().filter(is_new).map(|slot| mesh.corners(slot).collect()).collect();
        let scene = Scene::new().axis(input.axis()).scale_bar().mesh(mesh);
        let scene = scene.shapes(&new, Tint::Touched);
        let scene = match &run.last_path {
            Some(path) => scene.path(path),
            None => scene,
        };
        pictures.draw(&scene)
    }
}

/// Returns the bits of a cell's corners, from its least corner on.
fn bits_of(mesh: &NavMesh, slot: u32) -> Vec<u64> {
    let mut corners: Vec<[u64; 2]> =
        mesh.corners(slot).map(|corner| corner.to_array().map(f64::to_bits)).collect();
    let least = corners.iter().enumerate().min_by_key(|(_, corner)| **corner).map_or(0, |(i, _)| i);
    corners.rotate_left(least);
    corners.into_iter().flatten().collect()
}
