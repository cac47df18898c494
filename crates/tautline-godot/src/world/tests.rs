use super::*;
use tautline::agents::{AgentOptions, Event};
use tautline::{Door, Outline};

const ENDS: [DVec2; 2] = [DVec2::new(10.0, 40.0), DVec2::new(90.0, 40.0)];

fn id(kind: Kind, node: u64) -> ShapeId {
    ShapeId { kind, node, part: 0 }
}

fn obstacle(from: [f64; 2], to: [f64; 2]) -> OutlineEdit {
    OutlineEdit::AddObstacle(Outline::rect(from, to))
}

/// Ground of 100 by 80 with an obstacle of which the upper edge is in the middle.
fn shapes() -> Shapes {
    let ground = OutlineEdit::AddWalkable(Outline::rect([0.0, 0.0], [100.0, 80.0]));
    let wall = obstacle([45.0, 0.0], [55.0, 50.0]);
    Shapes::from([(id(Kind::Ground, 0), ground), (id(Kind::Obstacle, 1), wall)])
}

fn world(radii: &[f64], shapes: Shapes) -> World {
    let mut world = World::default();
    assert!(world.set_options(Options { radii: radii.to_vec(), weld: 0.0 }));
    assert_eq!(world.draw(shapes, true), []);
    world
}

fn length(world: &mut World, radius: Option<f64>) -> Result<f64, String> {
    world.find_path(ENDS, radius).map(Path::length)
}

#[test]
fn a_bad_shape_leaves_the_others_of_its_batch_on_the_map() {
    let (mut world, mut shapes) = (world(&[0.0], shapes()), shapes());
    let before = length(&mut world, None).unwrap();
    shapes.insert(id(Kind::Obstacle, 2), obstacle([45.0, 50.0], [55.0, 60.0]));
    shapes.insert(id(Kind::Obstacle, 3), obstacle([f64::NAN, 0.0], [1.0, 1.0]));
    let faults = world.draw(shapes.clone(), false);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].id, Some(id(Kind::Obstacle, 3)));
    assert!(length(&mut world, None).unwrap() > before);
    // It is not tried again until it changes.
    let changes = world.changes();
    assert_eq!(world.draw(shapes.clone(), false), []);
    assert_eq!(world.changes(), changes);
    shapes.insert(id(Kind::Obstacle, 3), obstacle([0.0, 0.0], [1.0, 1.0]));
    assert_eq!(world.draw(shapes, false), []);
    assert_eq!(world.changes(), changes + 1);
}

#[test]
fn a_map_without_ground_comes_back_with_it() {
    let (mut world, mut shapes) = (world(&[0.0], shapes()), shapes());
    let before = length(&mut world, None);
    shapes.insert(id(Kind::Obstacle, 2), obstacle([-1.0, -1.0], [101.0, 81.0]));
    let faults = world.draw(shapes.clone(), false);
    assert_eq!(faults.iter().map(|fault| fault.id).collect::<Vec<_>>(), [None]);
    assert_eq!(length(&mut world, None), Err(faults[0].reason.clone()));
    shapes.remove(&id(Kind::Obstacle, 2));
    assert_eq!(world.draw(shapes, false), []);
    assert_eq!(length(&mut world, None), before);
}

#[test]
fn a_faulty_ground_is_left_out_of_a_whole_build() {
    let mut shapes = shapes();
    let bad = OutlineEdit::AddWalkable(Outline::new([[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    shapes.insert(ShapeId { part: 1, ..id(Kind::Ground, 0) }, bad);
    let mut world = World::default();
    world.set_options(Options { radii: vec![0.0], weld: 0.0 });
    let faults = world.draw(shapes, true);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].id.map(|id| id.part), Some(1));
    assert!(length(&mut world, None).is_ok());
}

#[test]
fn meshes_of_several_radii_follow_the_same_edits() {
    let (mut world, mut shapes) = (world(&[1.0, 5.0], shapes()), shapes());
    assert!(length(&mut world, Some(1.0)).unwrap() < length(&mut world, Some(5.0)).unwrap());
    // Between listed radii the wider one counts; wider than all gets a mesh of its own.
    assert_eq!(length(&mut world, Some(4.0)), length(&mut world, Some(5.0)));
    assert!(length(&mut world, Some(6.0)).unwrap() > length(&mut world, Some(5.0)).unwrap());
    shapes.insert(id(Kind::Obstacle, 1), obstacle([45.0, 0.0], [55.0, 75.0]));
    assert_eq!(world.draw(shapes, false), []);
    assert!(length(&mut world, Some(1.0)).is_ok());
    assert!(length(&mut world, Some(5.0)).is_err() && length(&mut world, Some(6.0)).is_err());
}

#[test]
fn shapes_of_a_file_stay_until_the_file_changes() {
    let mut all = shapes();
    let crate_id = id(Kind::File, 0);
    all.insert(crate_id, obstacle([45.0, 50.0], [55.0, 70.0]));
    let mut world = world(&[0.0], all);
    let with_file = length(&mut world, None).unwrap();
    assert_eq!(world.draw(shapes(), false), []);
    assert_eq!(length(&mut world, None), Ok(with_file));
    assert_eq!(world.draw(shapes(), true), []);
    assert!(length(&mut world, None).unwrap() < with_file);
}

#[test]
fn doors_keep_their_state_over_edits_and_whole_builds() {
    let mut all = shapes();
    let door = Door::new([[50.0, 40.0], [50.0, 90.0]], "door");
    all.insert(id(Kind::Door, 2), OutlineEdit::AddDoor(door));
    let mut world = world(&[0.0], all.clone());
    let closed = BTreeSet::from(["door".to_owned()]);
    world.set_doors(&closed);
    assert!(length(&mut world, None).is_err());
    // A whole build: the ground changes.
    let ground = OutlineEdit::AddWalkable(Outline::rect([0.0, 0.0], [200.0, 80.0]));
    all.insert(id(Kind::Ground, 0), ground);
    assert_eq!(world.draw(all, false), []);
    world.set_doors(&closed);
    assert!(length(&mut world, None).is_err());
    world.set_doors(&BTreeSet::new());
    assert!(length(&mut world, None).is_ok());
}

#[test]
fn an_agent_is_back_after_a_whole_build_and_arrives() {
    let mut world = world(&[1.0], shapes());
    let options = AgentOptions::default().radius(1.0).max_speed(50.0);
    let goal = Goal { point: ENDS[1], number: 1 };
    let mut seen =
        Seen { node: 9, options, at: ENDS[0], has_moved: false, goal: Some(goal), faces: None };
    let mut arrivals = 0;
    for tick in 0..240 {
        if tick == 30 {
            world.set_options(Options { radii: vec![2.0], weld: 0.0 });
            assert_eq!(world.draw(shapes(), true), []);
        }
        assert_eq!(world.take(&seen), None);
        let events = world.step(1.0 / 60.0, 10_000).unwrap();
        arrivals += events.iter().filter(|event| matches!(event.1, Event::Arrived { .. })).count();
        seen.at = world.motion(9).unwrap().place;
    }
    assert_eq!(arrivals, 1);
    world.keep_agents(&[]);
    assert!(world.motion(9).is_none());
}

#[test]
fn a_map_has_no_more_meshes_than_its_limit_and_says_so() {
    let mut world = world(&[1.0], shapes());
    let mut radius = 1.0;
    for number in 1..MOST_SIZES {
        radius = 1.0 + number as f64 / 16.0;
        assert!(length(&mut world, Some(radius)).is_ok(), "{radius}");
    }
    let reason = length(&mut world, Some(3.5)).unwrap_err();
    assert!(reason.contains("16 radii") && reason.contains("3.5"), "{reason}");
    assert!(length(&mut world, Some(radius)).is_ok() && length(&mut world, None).is_ok());
    // Less than a listed radius takes that one.
    assert!(length(&mut world, Some(0.5)).is_ok());
}
