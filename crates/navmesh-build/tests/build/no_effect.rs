//! Shapes where nothing is walkable are news.

use navmesh_build::{BuildOptions, RepairKind, build_floors, build_outlines};
use navmesh_core::{Area, Door, Floors, Outline, Outlines, Wall};

/// A hall with a courtyard, and one shape of each kind at these places.
fn drawn(low: [f64; 2], high: [f64; 2]) -> Outlines {
    let hall = Outline::rect([0.0, 0.0], [20.0, 10.0]);
    let pillar = Outline::rect([1.0, 1.0], [2.0, 2.0]);
    Outlines {
        walkable: vec![hall.with_hole([[6.0, 2.0], [14.0, 2.0], [14.0, 8.0], [6.0, 8.0]])],
        obstacles: vec![pillar, Outline::rect(low, high)],
        walls: vec![
            Wall::new([[3.0, 3.0]; 2]),
            Wall::new([[3.0, 3.0], [4.0, 3.0]]),
            Wall::new([low, high]),
        ],
        areas: vec![
            Area::new(Outline::rect([15.0, 4.0], [16.0, 6.0]), "mud", 2.0),
            Area::new(Outline::rect(low, high), "sand", 3.0),
        ],
        doors: vec![Door::new([[17.0, 0.0], [17.0, 10.0]], "gate"), Door::new([low, high], "idle")],
        ..Outlines::default()
    }
}

const ALL: [&str; 4] = ["obstacle 1, ring 0", "area 1, ring 0", "wall 2", "door 1"];

fn without_effect(outlines: Outlines, options: &BuildOptions) -> Vec<String> {
    let (_, report) = build_outlines(&outlines, options).unwrap();
    let building = Floors::default().with_floor(3, outlines);
    let (_, on_floor) = build_floors(&building, options).unwrap();
    let own = |repairs: &[navmesh_build::Repair]| -> Vec<String> {
        let own = repairs.iter().filter(|repair| repair.kind == RepairKind::NoEffect);
        let mut own: Vec<String> = own.map(ToString::to_string).collect();
        own.sort();
        own
    };
    assert_eq!(own(&report.repairs), own(&on_floor.floors[0].1.repairs));
    own(&report.repairs)
}

#[test]
fn obstacles_walls_areas_and_doors_off_the_ground_are_noted() {
    let mut expected =
        ALL.map(|place| format!("{place}, vertex 0: it has no effect on the walkable area"));
    expected.sort();
    for radius in [0.0, 0.25] {
        let options = BuildOptions::default().agent_radius(radius);
        for [low, high] in [[[30.0, 0.0], [31.0, 1.0]], [[8.0, 3.0], [9.0, 4.0]]] {
            let found = without_effect(drawn(low, high), &options);
            assert_eq!(found, expected, "{radius} {low:?}");
        }
        // Partly on the ground. The obstacle covers the door and, once it has grown by the radius, the area.
        let across = without_effect(drawn([5.0, 4.0], [9.0, 5.0]), &options);
        assert!(across.len() == 1 && !across[0].starts_with("obstacle"), "{radius} {across:?}");
        let below = without_effect(drawn([1.25, 1.25], [1.75, 1.5]), &options);
        let is_blocked = |place: &String| place.starts_with("area") || place.starts_with("door");
        assert!(below.iter().all(is_blocked) && below.len() <= 2, "{radius} {below:?}");
        // Along the border.
        let border = without_effect(drawn([6.0, 3.0], [7.0, 4.0]), &options);
        assert!(!border.is_empty(), "{radius}");
    }
}
