//! Ground drawn in for agents with a size, against the walls of the ground as it was.

use tautline::{NavMesh, Place, Surveyor};

/// From no corner of the ground that is left does a straight way lead to a wall that is nearer than the radius.
pub(crate) fn check_drawn_in(narrow: &NavMesh, whole: &NavMesh, radius: f64) {
    narrow.assert_invariants();
    assert!(narrow.overlaps(1).is_empty(), "cells overlap");
    let mut survey = Surveyor::new(whole);
    for slot in narrow.slots() {
        for corner in narrow.corners(slot) {
            let place = Place::new(corner).on_layer(narrow.layer(slot));
            let near = survey.nearest_wall(place, radius).unwrap();
            let distance = near.map_or(radius, |near| near.distance);
            assert!(
                distance >= radius * (1.0 - 1e-9),
                "{place:?} is {distance} from {near:?}, radius {radius}"
            );
        }
    }
}
