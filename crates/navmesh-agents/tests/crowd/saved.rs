//! Saved crowds have the same future.

use std::sync::Arc;

use navmesh_agents::{Crowd, CrowdError};
use tautline::MeshFinder;

use crate::scenes::{bits, run, seeded, seeded_finder};

fn loaded(finder: &MeshFinder, crowd: &Crowd) -> Crowd {
    let (mesh, finder) = (Arc::clone(finder.mesh()), Arc::new(finder.clone()));
    Crowd::from_state(mesh, finder, [], crowd.state()).expect("the state is of this map")
}

#[test]
fn a_loaded_crowd_goes_on_bit_for_bit() {
    for seed in [3, 17, 40, 91] {
        let finder = seeded_finder(seed).expect("ground");
        let mut crowd = seeded(seed).expect("ground");
        run(&mut crowd, 20, |_, _| {});
        let mut other = loaded(&finder, &crowd);
        for _ in 0..40 {
            run(&mut crowd, 1, |_, _| {});
            run(&mut other, 1, |_, _| {});
            assert_eq!(bits(&crowd), bits(&other));
        }
    }
}

#[test]
fn a_state_of_another_map_is_refused() {
    let crowd = seeded(3).expect("ground");
    let room = crate::scenes::hall(&[]);
    let other = Crowd::from_state(Arc::clone(room.mesh()), Arc::new(room), [], crowd.state());
    assert!(matches!(other, Err(CrowdError::BadState { .. })));
}

#[cfg(feature = "serde")]
#[test]
fn a_crowd_as_text_goes_on_bit_for_bit() {
    let finder = seeded_finder(17).expect("ground");
    let mut crowd = seeded(17).expect("ground");
    run(&mut crowd, 20, |_, _| {});
    let text = serde_json::to_string(&crowd.state()).expect("a state is serializable");
    let state = serde_json::from_str(&text).expect("and the other way round");
    let (mesh, finder) = (Arc::clone(finder.mesh()), Arc::new(finder));
    let mut other = Crowd::from_state(mesh, finder, [], state).expect("the state is of this map");
    run(&mut crowd, 40, |_, _| {});
    run(&mut other, 40, |_, _| {});
    assert_eq!(bits(&crowd), bits(&other));
}
