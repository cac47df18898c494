//! Tests of walls without thickness.

use navmesh_build::{BuildOptions, Merge, NavMeshBuilder, build_outlines};
use navmesh_core::{DVec2, Door, NavMesh, Outline, Outlines, Wall};
use navmesh_testkit::{MeshOracle, SplitMix64};

fn room() -> Outline {
    Outline::rect([0.0, 0.0], [10.0, 8.0])
}

fn with_walls(walls: &[&[[f64; 2]]]) -> Outlines {
    let walls = walls.iter().map(|points| Wall::new(points.iter().copied())).collect();
    Outlines { walkable: vec![room()], walls, ..Outlines::default() }
}

fn build(outlines: &Outlines) -> NavMesh {
    let (mesh, _) = build_outlines(outlines, &BuildOptions::default()).unwrap();
    mesh.assert_invariants();
    mesh
}

#[test]
fn a_wall_has_no_area_and_a_path_turns_at_its_end() {
    let mesh = build(&with_walls(&[&[[5.0, 0.0], [5.0, 6.0]]]));
    assert_eq!((mesh.area(), mesh.component_count()), (80.0, 1));
    let (length, points) = MeshOracle::new(&mesh).shortest([4.0, 3.0], [6.0, 3.0]).unwrap();
    assert_eq!(length, 2.0 * DVec2::new(1.0, 3.0).length());
    assert_eq!(points[1], DVec2::new(5.0, 6.0));
}

#[test]
fn a_wall_from_side_to_side_parts_the_ground() {
    let mesh = build(&with_walls(&[&[[5.0, -1.0], [5.0, 9.0]]]));
    assert_eq!((mesh.area(), mesh.component_count()), (80.0, 2));
    // The two sides of the wall have different vertices at the same coordinates.
    assert_eq!((mesh.position_count(), mesh.vertex_count()), (6, 8));
}

#[test]
fn closed_walls_separate_the_walkable_area() {
    let square: &[[f64; 2]] = &[[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0], [3.0, 3.0]];
    assert_eq!(build(&with_walls(&[square])).component_count(), 2);
    // Two walls that cross twice.
    let zig: &[[f64; 2]] = &[[3.0, 3.0], [6.0, 6.0], [6.0, 3.0]];
    let zag: &[[f64; 2]] = &[[4.0, 3.0], [7.0, 5.0], [7.0, 3.0], [4.0, 3.0]];
    assert_eq!(build(&with_walls(&[zig, zag])).component_count(), 3);
}

#[test]
fn a_wall_outside_or_along_the_border_changes_nothing() {
    let outside: &[[f64; 2]] = &[[20.0, 0.0], [30.0, 5.0]];
    let along: &[[f64; 2]] = &[[1.0, 0.0], [9.0, 0.0]];
    let mesh = build(&with_walls(&[outside, along]));
    assert_eq!((mesh.cell_count(), mesh.component_count(), mesh.area()), (1, 1, 80.0));
}

/// Two cells lie along a line that is partly a wall. Merged, they would contain a slit.
#[test]
fn cells_beside_a_wall_that_ends_in_the_open_are_not_merged_around_its_end() {
    for merge in [Merge::LongestEdgeFirst, Merge::None] {
        let outlines = with_walls(&[&[[0.0, 4.0], [5.0, 4.0]]]);
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default().merge(merge)).unwrap();
        mesh.assert_invariants();
        let oracle = MeshOracle::new(&mesh);
        assert!(!oracle.is_legal_leg([2.0, 3.0], [2.0, 5.0]), "{merge:?}");
        assert!(oracle.is_legal_leg([7.0, 3.0], [7.0, 5.0]), "{merge:?}");
    }
}

#[test]
fn a_wall_without_length_is_left_out_with_a_note() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(room());
    let good = builder.add_wall(Wall::new([[1.0, 1.0], [1.0, 2.0]]));
    let bad = builder.add_wall(Wall::new([[3.0, 3.0], [3.0, 3.0]]));
    builder.add_wall(Wall::default());
    builder.add_door(Door::new([[3.0, 3.0], [3.0, 3.0]], "gate"));
    let (mesh, report) = builder.build().unwrap();
    let repairs: Vec<String> = report.repairs.iter().map(ToString::to_string).collect();
    assert_eq!(
        repairs,
        [
            "wall 1, vertex 1: repeats the point before it and was left out",
            "wall 1, vertex 0: the line has no length and was left out",
            "wall 2, vertex 0: the line has no length and was left out",
            "door 0, vertex 1: repeats the point before it and was left out",
            "door 0, vertex 0: the line has no length and was left out",
        ]
    );
    assert_eq!((mesh.doors().len(), mesh.doors()[0].edges.len()), (1, 0));
    assert_eq!(builder.remove_wall(bad), Some(Wall::new([[3.0, 3.0], [3.0, 3.0]])));
    assert_eq!(builder.remove_wall(bad), None);
    assert_eq!(builder.build().unwrap().0.component_count(), 1);
    builder.remove_wall(good);
    assert_eq!(builder.build().unwrap().0.cell_count(), 1);
}

/// The oracle replaces every piece of a wall by a thin block.
#[test]
fn lengths_match_those_around_thin_blocks() {
    const HALF: f64 = 1.0 / (1u64 << 32) as f64;
    let (mut compared, mut separated) = (0, 0);
    for seed in 0..150 {
        let mut rng = SplitMix64::new(seed);
        // Walls lie on odd coordinates and queries on even ones, so no query starts on a wall.
        let mut odd = |most: u64| (1 + 2 * rng.below(most as usize)) as f64;
        let walls: Vec<[DVec2; 2]> = (0..6)
            .map(|i| {
                let (at, from, to) = (odd(4), odd(5) - 2.0, odd(5));
                let ends = [[from, at], [to, at]];
                ends.map(|[x, y]| if i % 2 == 0 { DVec2::new(x, y) } else { DVec2::new(y, x) })
            })
            .filter(|[a, b]| a != b)
            .collect();
        let ground = || vec![Outline::rect([0.0, 0.0], [8.0, 8.0])];
        let lines = Outlines {
            walkable: ground(),
            walls: walls.iter().map(|&ends| Wall::new(ends)).collect(),
            ..Outlines::default()
        };
        let block = |&[a, b]: &[DVec2; 2]| Outline::rect(a.min(b) - HALF, a.max(b) + HALF);
        let blocks = Outlines {
            walkable: ground(),
            obstacles: walls.iter().map(block).collect(),
            ..Outlines::default()
        };
        let (lines, blocks) = (build(&lines), build(&blocks));
        let (lines, blocks) = (MeshOracle::new(&lines), MeshOracle::new(&blocks));
        for (start, goal) in [([2.0, 2.0], [6.0, 6.0]), ([6.0, 2.0], [2.0, 6.0])] {
            let found = [&lines, &blocks].map(|oracle| oracle.shortest(start, goal));
            match found.map(|answer| answer.map(|(length, _)| length)) {
                [Some(thin), Some(thick)] => {
                    compared += 1;
                    assert!((thin - thick).abs() < 64.0 * HALF, "{seed}: {thin} {thick}");
                }
                [None, None] => separated += 1,
                other => panic!("{seed}: {other:?}"),
            }
        }
    }
    assert!(compared > 50 && separated > 20, "{compared} {separated}");
}
