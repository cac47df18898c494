//! Bakes of levels: public ones, small ones made here, and broken ones.
//!
//! 1. `shapes` – boxes, ramps and stairs as triangles.
//! 2. `small` – levels with several floors above one another, and paths on them.
//! 3. `rules` – ground that costs more or is closed, by slope and by volume.
//! 4. `jumps` – links down, up and across gaps.
//! 5. `tiles` – levels in tiles, against whole and fresh ones.
//! 6. `crowds` – agents on stairs, and obstacles on a bridge and under it.
//! 7. `edits` – live maps of baked levels, whole and in tiles.
//! 8. `public` – the levels of RecastDemo, where `TAUTLINE_DATA` is set, against Recast's own counts and the triangles.
//! 9. `broken` – levels and options that are refused.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod shapes;
mod small;
mod rules;
mod jumps;
mod tiles;
mod crowds;
mod edits;
mod public;
mod broken;

use navmesh_terrain::{Baked, Level};
use navmesh_testkit::SplitMix64;
use tautline::mesh::EdgeId;
use tautline::{DVec2, MeshFinder, Path, PathError, PathQuery, Place, Surface};

/// Finds a path between two points of space, each above ground by at most 1, and verifies it.
fn path(surface: &Surface, from: [f64; 3], to: [f64; 3]) -> Result<Path, PathError> {
    let [start, goal] = [from, to].map(|point| surface.pick(point, 1.0, 1.0).unwrap().place);
    let finder = MeshFinder::new(surface.mesh().clone());
    let path = finder.find_path(&PathQuery::new(start, goal))?;
    path.verify(surface.mesh()).unwrap();
    Ok(path)
}

/// Returns a number between two others.
fn within(rng: &mut SplitMix64, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.unit()
}

/// Checks what holds for every bake: a valid mesh, floors without overlaps, each portal of Recast, and one surface across it.
fn check(baked: &Baked) {
    let mesh = baked.surface.mesh();
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty());
    let portals = mesh.edges().iter().filter(|edge| !edge.is_wall()).count();
    assert_eq!(portals, baked.report.portals);
    check_seams(&baked.surface);
}

/// Checks that the heights on both sides of each portal are the same.
fn check_seams(surface: &Surface) {
    let mesh = surface.mesh();
    let sides = mesh.edges().iter().zip(0..).filter_map(|(edge, number)| {
        Some((EdgeId(number), edge.cell_slot(), edge.neighbor_slot()?))
    });
    for (edge, slot, other) in sides {
        let [a, b] = mesh.edge_ends(edge);
        for share in [0.3, 0.5, 0.71] {
            let [at, inward] = [a + (b - a) * share, (b - a).perp().normalize() * 1e-7];
            let height = |point, slot| surface.height(Place::new(point).on_layer(mesh.layer(slot)));
            let heights = [height(at + inward, slot), height(at - inward, other)];
            if let [Some(near), Some(far)] = heights {
                assert!(
                    (near - far).abs() < 1e-4,
                    "a step of the surface at {at}: {near} and {far}"
                );
            }
        }
    }
}

/// The heights at which a vertical line meets the triangles of a level, by plain arithmetic.
fn heights_at(level: &Level, point: DVec2) -> Vec<f64> {
    let hit = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| level.positions[corner as usize]);
        let part = |a: tautline::surface::DVec3, b: tautline::surface::DVec3| {
            (b - a).truncate().perp_dot(point - a.truncate())
        };
        let parts = [part(b, c), part(c, a), part(a, b)];
        let whole: f64 = parts.iter().sum();
        let is_hit = whole != 0.0 && parts.iter().all(|part| part / whole >= 0.0);
        is_hit.then(|| (parts[0] * a.z + parts[1] * b.z + parts[2] * c.z) / whole)
    };
    level.triangles.iter().filter_map(hit).collect()
}
