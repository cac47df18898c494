//! Ground drawn in for agents with a size, against the walls of the ground as it was.

use tautline::{DVec2, MeshQueries, NavMesh, Place};

/// How far from a cell's corner the walls are looked for, as a part of the way to the cell's middle: at the corner itself, other
/// ground may begin that is not joined there.
const INWARDS: f64 = 1e-9;

/// From no corner of the ground that is left does a straight way lead to a wall that is nearer than the radius.
pub(crate) fn check_drawn_in(narrow: &NavMesh, whole: &NavMesh, radius: f64) {
    narrow.assert_invariants();
    assert!(narrow.overlaps(1).is_empty(), "cells overlap");
    let mut survey = MeshQueries::new(whole);
    for slot in narrow.slots() {
        let corners: Vec<DVec2> = narrow.corners(slot).collect();
        let middle = corners.iter().sum::<DVec2>() / corners.len() as f64;
        for corner in corners {
            let inwards = (middle - corner) * INWARDS;
            let place = Place::new(corner + inwards).on_layer(narrow.layer(slot));
            let near = survey.nearest_wall(place, radius).unwrap();
            let distance = near.map_or(radius, |near| near.distance);
            assert!(
                distance >= radius * (1.0 - 1e-9) - inwards.length(),
                "{place:?} is {distance} from {near:?}, radius {radius}"
            );
        }
    }
}
