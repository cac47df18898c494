//! Ways that differ by rounding: there are very many, and none is followed more often for that.

use crate::rounding::ROUNDING;
use std::f64::consts::TAU;
use tautline::{
    BuildOptions, DVec2, MeshFinder, Outline, Outlines, Path, PathQuery, Pathfinder, Scratch,
    build_outlines,
};

/// Round pillars in rows, every other row between: from corner to corner all ways are equally long that take as many
/// steps to the right and to the upper right.
fn field(side: u32) -> Outlines {
    let pillar = |number: u32| {
        let (row, column) = (number / side, number % side);
        let middle = DVec2::new(f64::from(2 * column + row % 2) * 2.0, f64::from(row) * 4.0);
        let corner = |i: u32| middle + DVec2::from_angle(0.05 + f64::from(i) / 16.0 * TAU) * 1.5;
        Outline { exterior: (0..16).map(corner).collect(), holes: vec![] }
    };
    let end = f64::from(side) * 4.0 + 10.0;
    Outlines {
        walkable: vec![Outline::rect([-10.0, -10.0], [end, end])],
        obstacles: (0..side * side).map(pillar).collect(),
        ..Outlines::default()
    }
}

/// Taken as they come, the ways take an expansion a corner here, and more the larger the field is.
#[test]
fn a_field_in_which_most_ways_are_alike_takes_half_an_expansion_a_corner() {
    let side = 45;
    let options = BuildOptions::default().agent_radius(0.3);
    let (mesh, _) = build_outlines(&field(side), &options).unwrap();
    let (corners, end) = (mesh.vertex_count() as u64, f64::from(side) * 4.0 + 9.0);
    let finder = MeshFinder::new(mesh);
    let ends = [[-9.0, -9.0], [end, end]];
    let ask = |[start, goal]: [[f64; 2]; 2]| {
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        finder.find_path_into(&PathQuery::new(start, goal), &mut scratch, &mut path).unwrap();
        let expanded = path.stats().expanded;
        assert!(expanded * 100 < corners * 65, "{expanded} of {corners}");
        path.length()
    };
    let (there, back) = (ask(ends), ask([ends[1], ends[0]]));
    assert!((there - back).abs() <= ROUNDING * there, "{there} {back}");
}
