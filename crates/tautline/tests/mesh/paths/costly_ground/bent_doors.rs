//! Costly ground beside bent doors of a mesh for agents with a size: many vertices of the margin lie close together.
//!
//! Views from pieces of borders pass between them in more ways than can be followed, so some of these queries took
//! minutes, in a single step that no budget ends and no statistics count. The tests show that they end.

use navmesh_testkit::{SplitMix64, world_count};
use tautline::{
    Area, BuildOptions, DVec2, Door, NavMesh, Outline, Outlines, PathQuery, build_outlines,
};

use super::Judge;

/// A square of 16 with mud and a bent door, for agents of radius 0.4, with the fine arcs that make many vertices.
fn mesh_with(mud: [DVec2; 4], door: [DVec2; 3]) -> Option<NavMesh> {
    let area = Area { outline: Outline::new(mud), name: "mud".to_owned(), cost: 3.0 };
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [16.0, 16.0])],
        areas: vec![area],
        doors: vec![Door::new(door, "door")],
        ..Outlines::default()
    };
    let built =
        build_outlines(&outlines, &BuildOptions::default().agent_radius(0.4).arc_tolerance(0.01));
    built.ok().map(|(mesh, _)| mesh)
}

#[test]
fn a_bent_door_in_mud() {
    let at = |points: [[f64; 2]; 4]| points.map(DVec2::from);
    let mud = at([[10.0, 3.0], [9.0, 8.0], [0.0, 6.0], [6.0, 3.0]]);
    let mesh = mesh_with(mud, [[6.0, 3.0], [9.0, 5.0], [9.0, 4.0]].map(DVec2::from)).unwrap();
    let (judge, query) = (Judge::new(&mesh, 2), PathQuery::new([4.0, 2.0], [8.5, 5.0]));
    let faults = judge.faults(&query);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn mud_and_bent_doors_at_random() {
    let mut asked = 0;
    for seed in 0..world_count(6) {
        let mut random = SplitMix64::new(seed);
        let mut place = || DVec2::new(1.0 + 14.0 * random.unit(), 1.0 + 14.0 * random.unit());
        let [mud, ends] = [(); 2].map(|()| [(); 4].map(|()| place()));
        let Some(mesh) = mesh_with(mud, [(); 3].map(|()| place())) else { continue };
        let judge = Judge::new(&mesh, 2);
        for pair in ends.chunks(2) {
            let faults = judge.faults(&PathQuery::new(pair[0], pair[1]));
            assert!(faults.is_empty(), "seed {seed}: {faults:?}");
            asked += 1;
        }
    }
    assert!(asked > 6);
}
