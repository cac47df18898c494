//! Live maps under a crowd: only agents whose paths an edit concerns plan again.

use navmesh_agents::{AgentKey, AgentOptions, Crowd};
use tautline::{DVec2, LiveMesh, NavMeshBuilder, Outline};

use crate::scenes::run;

/// Two rows of rooms, with agents that walk along each row.
fn walkers(map: &LiveMesh) -> (Crowd, Vec<AgentKey>) {
    let finder = map.finder();
    let mut crowd = Crowd::new(finder);
    let mut keys = Vec::new();
    for y in [2.0, 4.0, 16.0, 18.0] {
        let key = crowd.add([2.0, y], AgentOptions::default()).expect("on the mesh");
        crowd.go_to(key, [58.0, y]).expect("the agent is there");
        keys.push(key);
    }
    (crowd, keys)
}

/// Gives the crowd the present version of the map and the walls that the last edit has opened.
fn follow(crowd: &mut Crowd, map: &LiveMesh) {
    let finder = map.finder();
    crowd.edit_map(finder, map.report().walls()).expect("nobody is too wide");
}

fn point(crowd: &Crowd, key: AgentKey) -> DVec2 {
    crowd.place(key).expect("the agent is there").point
}

#[test]
fn only_agents_whose_paths_an_edit_breaks_or_shortens_plan_again() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [60.0, 20.0]));
    let wall = builder.add_obstacle(Outline::rect([30.0, 0.0], [31.0, 9.0]));
    let mut map = LiveMesh::new(builder).expect("the map is valid");
    let (mut crowd, keys) = walkers(&map);
    run(&mut crowd, 20, |_, _| {});
    let searches = |crowd: &mut Crowd| {
        let steps = 0..3;
        steps.map(|_| crowd.step(0.1, u64::MAX).expect("a valid step").searches).sum::<u64>()
    };
    assert_eq!(searches(&mut crowd), 0);

    // A crate on the way of the third agent alone.
    map.add_obstacle(Outline::rect([40.0, 15.5], [41.0, 16.5])).expect("a valid edit");
    follow(&mut crowd, &map);
    assert_eq!(searches(&mut crowd), 1);

    // The wall in the way of the lower two agents falls.
    map.remove(wall).expect("the wall stands");
    follow(&mut crowd, &map);
    assert!(searches(&mut crowd) <= 2); // an agent that sees its goal now needs no search
    let mut highest = 0.0_f64;
    run(&mut crowd, 400, |crowd, _| {
        highest = keys[..2].iter().map(|&key| point(crowd, key).y).fold(highest, f64::max);
    });
    assert!(keys.iter().all(|&key| crowd.has_arrived(key)));
    assert!(highest < 6.0, "{highest}");
}

#[test]
fn edits_at_every_second_leave_everyone_on_the_mesh_and_on_the_way() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [60.0, 20.0]));
    let mut map = LiveMesh::new(builder).expect("the map is valid");
    let (mut crowd, keys) = walkers(&map);
    for second in 0..60 {
        let corner = [6.0 + f64::from(second * 7 % 48), f64::from(second * 5 % 16)];
        let house = Outline::rect(corner, [corner[0] + 2.0, corner[1] + 3.0]);
        map.add_obstacle(house).expect("a valid edit");
        follow(&mut crowd, &map);
        run(&mut crowd, 5, |_, _| {});
        assert!(map.undo().expect("a step to undo"));
        follow(&mut crowd, &map);
        run(&mut crowd, 5, |_, _| {});
    }
    assert!(keys.iter().all(|&key| crowd.has_arrived(key)));
}
