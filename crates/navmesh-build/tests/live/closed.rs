//! Obstacles that close whole floor connections, against a flood over unit squares.

use navmesh_build::{
    BuildError, BuildOptions, ConnectionFault, LiveOutlines, NavMeshBuilder, OutlineEdit,
};
use navmesh_core::{FloorConnection, Outline};
use navmesh_testkit::SplitMix64;

use crate::same::assert_same;
use crate::sequences::{Tally, apply};

/// A floor, and a rectangle of whole numbers.
type Block = (u32, [[i32; 2]; 2]);

/// A hall, a ramp and another hall over the first one.
const FLOORS: [Block; 3] =
    [(0, [[0, 0], [10, 8]]), (5, [[10, 2], [14, 5]]), (1, [[4, 2], [10, 5]])];

/// The floors of each connection, and its two ends.
const FEET: [([u32; 2], [[i32; 2]; 2]); 2] =
    [([0, 5], [[10, 2], [10, 3]]), ([5, 1], [[10, 3], [10, 5]])];

fn rect([low, high]: [[i32; 2]; 2]) -> Outline {
    Outline::rect(low.map(f64::from), high.map(f64::from))
}

fn building() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(0.0));
    for (layer, corners) in FLOORS {
        builder.on_layer(layer).add_walkable(rect(corners));
    }
    for (layers, ends) in FEET {
        builder.add_connection(FloorConnection::new(layers, ends.map(|end| end.map(f64::from))));
    }
    builder
}

/// The open unit squares of all floors, and the number of their components; none if a floor has no open square.
fn flood(blocks: &[Block]) -> Option<[usize; 2]> {
    let has = |[low, high]: [[i32; 2]; 2], [x, y]: [i32; 2]| {
        (low[0]..high[0]).contains(&x) && (low[1]..high[1]).contains(&y)
    };
    let is_open = |&(layer, square): &(u32, [i32; 2])| {
        FLOORS.iter().any(|&(own, corners)| own == layer && has(corners, square))
            && !blocks.iter().any(|&(own, corners)| own == layer && has(corners, square))
    };
    let all = |layer| (0..14).flat_map(move |x| (0..8).map(move |y| (layer, [x, y])));
    let mut left: Vec<_> = [0, 1, 5].into_iter().flat_map(all).filter(is_open).collect();
    if FLOORS.iter().any(|(floor, _)| left.iter().all(|(layer, _)| layer != floor)) {
        return None;
    }
    let (count, mut components) = (left.len(), 0);
    while let Some(first) = left.pop() {
        components += 1;
        let mut open = vec![first];
        while let Some((layer, [x, y])) = open.pop() {
            let mut near = [[1, 0], [0, 1], [-1, 0], [0, -1]]
                .map(|[dx, dy]| (layer, [x + dx, y + dy]))
                .to_vec();
            for (layers, [low, high]) in FEET {
                if (low[1]..high[1]).contains(&y)
                    && layers.contains(&layer)
                    && (9..=10).contains(&x)
                {
                    near.push((layers[0] + layers[1] - layer, [19 - x, y]));
                }
            }
            left.retain(|square| {
                let is_near = near.contains(square);
                open.extend(is_near.then_some(*square));
                !is_near
            });
        }
    }
    Some([count, components])
}

/// Adds obstacles to a live building, one after the other, and removes all again.
fn check(blocks: &[Block], tally: &mut Tally) {
    let (mut outlines, mut mesh, _) = LiveOutlines::new(building()).unwrap();
    let begun = mesh.clone();
    let mut undo = Vec::new();
    for (number, &(layer, corners)) in blocks.iter().enumerate() {
        let what = format!("{:?}", &blocks[..=number]);
        let flood = flood(&blocks[..=number]);
        let edit = OutlineEdit::AddObstacle(rect(corners)).on_layer(layer);
        let done = apply(&mut outlines, &mut mesh, &[edit], tally, &what);
        assert_eq!(done.is_some(), flood.is_some(), "{what}");
        let (Some(inverse), Some([squares, components])) = (done, flood) else { break };
        undo.push(inverse);
        assert!((mesh.area() - squares as f64).abs() < 1e-9, "{what}: {}", mesh.area());
        assert_eq!(mesh.component_count(), components, "{what}");
        assert_same(&mesh, &outlines.builder().build_mesh().unwrap(), &what);
        let narrow = BuildOptions::default().weld(0.0).agent_radius(0.125);
        let narrow = outlines.builder().clone().with_options(narrow).build_mesh().unwrap();
        assert!(narrow.component_count() >= components && narrow.area() < mesh.area(), "{what}");
    }
    for inverse in undo.iter().rev() {
        apply(&mut outlines, &mut mesh, inverse, tally, "undo").unwrap();
    }
    assert_same(&mesh, &begun, &format!("{blocks:?}, all removed"));
}

#[test]
fn obstacles_close_whole_connections_but_no_whole_floor() {
    let mut tally = Tally::default();
    let foot = (0, [[9, 2], [10, 3]]); // beside the line, on one floor
    let across = (0, [[8, 1], [12, 6]]);
    let ramp = (5, [[10, 2], [14, 5]]);
    let beside = (5, [[10, 2], [11, 5]]);
    let halls = [(0, [[0, 0], [10, 8]]), (1, [[0, 0], [14, 8]])];
    for blocks in [
        &[foot][..],
        &[across],
        &[beside, foot],
        &[ramp],
        &[ramp, foot, halls[1]],
        &[halls[0]],
        &[halls[1], ramp],
        &[halls[0], halls[1], ramp],
        &[ramp, ramp],
    ] {
        check(blocks, &mut tally);
    }
    for seed in 0..400 {
        let mut rng = SplitMix64::new(seed);
        let block = |_| {
            let (layer, _) = *rng.pick(&FLOORS);
            let at = [rng.between(0, 11) as i32, rng.between(0, 5) as i32];
            let [width, height] = [rng.between(1, 5), rng.between(1, 5)].map(|size| size as i32);
            (layer, [at, [at[0] + width, at[1] + height]])
        };
        check(&(0..6).map(block).collect::<Vec<Block>>(), &mut tally);
    }
    println!("{tally:?}");
    let rebuilt: usize = tally.rebuilds.values().sum();
    assert!(tally.patches > 1_000 && rebuilt > 1_000, "{tally:?}");
}

#[test]
fn connections_and_floors_without_ground_are_errors() {
    let mut builder = building();
    builder.on_layer(0).add_obstacle(rect([[0, 0], [10, 8]]));
    let error = builder.build_mesh().unwrap_err();
    let BuildError::OnLayer { layer: 0, error } = error else { panic!("{error}") };
    assert_eq!(*error, BuildError::NothingWalkable { walkable: 1, obstacles: 1 });
    let mut builder = building();
    let line = FloorConnection::new([0, 5], [[12.0, 6.0], [12.0, 8.0]]);
    builder.add_connection(line);
    let fault = ConnectionFault::ConnectsNothing;
    let error = builder.build_mesh().unwrap_err();
    assert_eq!(error, BuildError::BadConnection { connection: 2, fault });
    let mut builder = building();
    builder.on_layer(7).add_obstacle(rect([[0, 0], [10, 8]]));
    let error = builder.build_mesh().unwrap_err();
    let BuildError::OnLayer { layer: 7, error } = error else { panic!("{error}") };
    assert_eq!(*error, BuildError::NothingWalkable { walkable: 0, obstacles: 1 });
}
