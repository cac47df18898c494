//! The crate `polyanya` on the same edit: the layer is triangulated and merged anew.

use std::time::Instant;

use polyanya::Triangulation;
use tautline::{DVec2, Outline};

/// The times of the rival in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Rebuilt {
    /// The new layer, baked, without merging.
    pub layer: f64,
    /// The query after it.
    pub query: f64,
}

/// Rebuilds the layer of an outline with one more obstacle, and asks for a path.
#[must_use]
pub fn polyanya(outline: &Outline, obstacle: &Outline, ends: [DVec2; 2]) -> Rebuilt {
    let ring = |ring: &[DVec2]| ring.iter().map(|point| point.as_vec2()).collect::<Vec<_>>();
    let begun = Instant::now();
    let mut triangulation = Triangulation::from_outer_edges(&ring(&outline.exterior));
    let holes = outline.holes.iter().map(|hole| ring(hole));
    triangulation.add_obstacles(holes.chain([ring(&obstacle.exterior)]));
    let mut mesh = triangulation.as_navmesh();
    mesh.bake();
    let layer = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    let _path = mesh.path(ends[0].as_vec2(), ends[1].as_vec2());
    Rebuilt { layer, query: begun.elapsed().as_secs_f64() * 1e3 }
}
