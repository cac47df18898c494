//! Saved crowds have the same future.

#[cfg(feature = "serde")]
use std::sync::Arc;

use navmesh_agents::{AgentOptions, Crowd, CrowdError, Event};
#[cfg(feature = "serde")]
use tautline::FieldQuery;
use tautline::live::WallsBefore;
use tautline::{MeshFinder, Outline};

use crate::scenes::{bits, hall, run, seeded, seeded_finder};

fn loaded(finder: &MeshFinder, crowd: &Crowd) -> Crowd {
    let mut loaded = Crowd::new(finder.clone());
    loaded.restore(crowd.state()).expect("the state is of this map");
    loaded
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
    let mut room = Crowd::new(hall(&[]));
    let key = room.add([5.0, 5.0], AgentOptions::default()).expect("on the mesh");
    assert!(matches!(room.restore(crowd.state()), Err(CrowdError::BadState { .. })));
    assert_eq!(room.keys().collect::<Vec<_>>(), [key]); // unchanged
}

/// The report of the first step after a load once missed an agent that a new map had moved before the save.
#[test]
fn a_crowd_saved_after_an_edit_reports_the_agents_that_were_moved() {
    let mut crowd = Crowd::new(hall(&[]));
    let key = crowd.add([5.0, 5.0], AgentOptions::default()).expect("on the mesh");
    let house = hall(&[Outline::rect([4.0, 4.0], [7.0, 6.0])]);
    let change = WallsBefore::whole(crowd.mesh()).after_rebuild(house.mesh());
    crowd.edit_map(house.clone(), &change).expect("nobody is too wide");
    let mut other = loaded(&house, &crowd);
    let events = [&mut crowd, &mut other].map(|crowd| crowd.step(0.1, 1000).expect("valid").events);
    assert!(matches!(events[0][..], [Event::Moved { agent, .. }] if agent == key), "{events:?}");
    assert_eq!(events[0], events[1]);
}

/// A text once forgot which keys come next, and one with a distance field could not be read.
#[cfg(feature = "serde")]
#[test]
fn a_crowd_as_text_keeps_its_fields_and_gives_new_agents_the_same_keys() {
    let finder = hall(&[]);
    let exit = [tautline::DVec2::new(18.0, 5.0)];
    let field: Arc<dyn tautline::agents::SharedGoals> =
        Arc::new(finder.distance_field(&FieldQuery::new(&exit)).expect("on the mesh"));
    let mut crowd = Crowd::new(finder.clone());
    let exits = crowd.add_field(Arc::clone(&field));
    let options = AgentOptions::default();
    let keys = [2.0, 5.0, 8.0].map(|y| crowd.add([2.0, y], options).expect("on the mesh"));
    crowd.flow_to(keys[2], exits).expect("agent and field are there");
    for key in [keys[1], keys[0]] {
        crowd.remove(key).expect("the agent is there");
    }
    let text = serde_json::to_string(&crowd.state()).expect("a state is serializable");
    let state = serde_json::from_str(&text).expect("and the other way round");
    let mut other = Crowd::new(finder);
    other.add_field(field);
    other.restore(state).expect("a state of this map");
    for y in [2.0, 4.0, 6.0] {
        let [key, same] = [&mut crowd, &mut other].map(|crowd| crowd.add([2.0, y], options));
        assert_eq!(key.expect("on the mesh"), same.expect("on the mesh"));
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_state_with_numbers_of_any_size_goes_on_or_is_refused() {
    let finder = seeded_finder(17).expect("ground");
    let crowd = seeded(17).expect("ground");
    let whole = serde_json::to_value(crowd.state()).expect("a state is serializable");
    for count in [0, 1, 1 << 32, u64::MAX] {
        for name in ["steps", "first_to_plan", "classes", "fields", "time", "narrow_radius"] {
            let mut changed = whole.clone();
            changed[name] = count.into();
            let state = serde_json::from_value(changed).expect("a number");
            let mut crowd = Crowd::new(finder.clone());
            if crowd.restore(state).is_ok() {
                run(&mut crowd, 2, |_, _| {});
            }
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_crowd_as_text_goes_on_bit_for_bit() {
    let finder = seeded_finder(17).expect("ground");
    let mut crowd = seeded(17).expect("ground");
    run(&mut crowd, 20, |_, _| {});
    let text = serde_json::to_string(&crowd.state()).expect("a state is serializable");
    let state = serde_json::from_str(&text).expect("and the other way round");
    let mut other = Crowd::new(finder);
    other.restore(state).expect("the state is of this map");
    run(&mut crowd, 40, |_, _| {});
    run(&mut other, 40, |_, _| {});
    assert_eq!(bits(&crowd), bits(&other));
}
