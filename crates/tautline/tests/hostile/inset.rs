//! Meshes with an agent radius, against the walls of the mesh without one.

use tautline::{DVec2, MeshQueries, NavMesh, Place};

/// The position from which walls are measured, as a fraction of the way from a cell's corner to its
/// center. At the corner itself, another component may begin.
const INWARDS: f64 = 1e-9;

/// Asserts that no wall closer than the radius is visible from a corner of the mesh.
pub(crate) fn check_inset(narrow: &NavMesh, whole: &NavMesh, radius: f64) {
    narrow.assert_invariants();
    assert!(narrow.overlaps(1).is_empty(), "cells overlap");
    let mut spatial = MeshQueries::new(whole);
    for slot in narrow.slots() {
        let corners: Vec<DVec2> = narrow.corners(slot).collect();
        let middle = corners.iter().sum::<DVec2>() / corners.len() as f64;
        for corner in corners {
            let inwards = (middle - corner) * INWARDS;
            let place = Place::new(corner + inwards).on_layer(narrow.layer(slot));
            let near = spatial.nearest_wall(place, radius).unwrap();
            let distance = near.map_or(radius, |near| near.distance);
            assert!(
                distance >= radius * (1.0 - 1e-9) - inwards.length(),
                "{place:?} is {distance} from {near:?}, radius {radius}"
            );
        }
    }
}
