use super::*;
use crate::pull;
use crate::tests::corridors::{Corners, Exit, random_corridor};
use navmesh_core::{Corridor, EdgeId, Path, PathSummary, RawMesh, Scratch, VertexId};
use navmesh_testkit::SplitMix64;

/// A row of unit squares from x = 0 with these costs, and the corridor through all of them.
fn row(costs: &[f64], start: [f64; 2], goal: [f64; 2]) -> (NavMesh, Corridor) {
    let count = costs.len() as u32;
    let mut raw = RawMesh { costs: costs.to_vec(), ..RawMesh::default() };
    for y in 0..2 {
        raw.positions.extend((0..=count).map(|x| DVec2::new(f64::from(x), f64::from(y))));
    }
    for i in 0..count {
        raw.push_cell(&[i, i + 1, i + count + 2, i + count + 1]);
    }
    raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let portal = |x: u32| Portal {
        left: DVec2::new(f64::from(x), 1.0),
        right: DVec2::new(f64::from(x), 0.0),
        left_vertex: VertexId(0),
        right_vertex: VertexId(0),
        edge: EdgeId(0),
    };
    let corridor = Corridor {
        start: start.into(),
        goal: goal.into(),
        cells: mesh.cell_ids().collect(),
        portals: (1..count).map(portal).collect(),
        ..Corridor::default()
    };
    (mesh, corridor)
}

/// The only walk of a corridor without links.
fn whole(corridor: &Corridor) -> CorridorSection<'_> {
    corridor.sections().next().unwrap()
}

#[test]
fn each_cell_costs_its_cost_times_the_length_inside_it() {
    let (mesh, corridor) = row(&[1.0, 10.0, 100.0], [0.5, 0.0], [2.25, 1.0]);
    let leg = [corridor.start, corridor.goal];
    let unit = leg[0].distance(leg[1]) / 1.75;
    let expected = unit * (0.5 + 10.0 + 25.0);
    let cost = cost_along(&mesh, &whole(&corridor), &leg);
    approx::assert_relative_eq!(cost, expected, max_relative = 1e-12);
}

#[test]
fn a_path_that_turns_on_a_portal_changes_cells_there() {
    let (mesh, corridor) = row(&[1.0, 10.0, 100.0], [0.0, 1.0], [3.0, 0.0]);
    let bent = [corridor.start, DVec2::new(2.0, 1.0), DVec2::new(2.0, 0.0), corridor.goal];
    assert_eq!(cost_along(&mesh, &whole(&corridor), &bent), 1.0 + 10.0 + 100.0 + 100.0);
}

#[test]
fn a_path_of_one_point_costs_nothing() {
    let (mesh, corridor) = row(&[3.0], [0.5, 0.5], [0.5, 0.5]);
    assert_eq!(cost_along(&mesh, &whole(&corridor), &[corridor.start]), 0.0);
    assert_eq!(cost_along(&mesh, &whole(&corridor), &[]), 0.0);
}

#[test]
fn a_leg_crosses_a_portal_from_its_near_side_to_its_far_side() {
    let portal = |left: [f64; 2], right: [f64; 2]| Portal {
        left: left.into(),
        right: right.into(),
        left_vertex: VertexId(0),
        right_vertex: VertexId(0),
        edge: EdgeId(0),
    };
    let (from, to) = (DVec2::ZERO, DVec2::new(4.0, 0.0));
    let crossed = |portal: Portal| crossing([from, to], &portal, from).map(|point| point.x);
    assert_eq!(crossed(portal([2.0, 0.0], [1.0, 0.0])), Some(1.0));
    assert_eq!(crossed(portal([1.0, 0.0], [-1.0, 0.0])), Some(0.0));
    assert_eq!(crossed(portal([6.0, 0.0], [3.0, 0.0])), Some(3.0));
    assert_eq!(crossed(portal([6.0, 0.0], [5.0, 0.0])), None);
    assert_eq!(crossed(portal([1.0, 2.0], [1.0, 1.0])), None);
    assert_eq!(crossed(portal([1.0, 2.0], [1.0, 0.0])), Some(1.0));
    assert_eq!(crossed(portal([1.0, 1.0], [1.0, -1.0])), Some(1.0));
    assert_eq!(crossed(portal([5.0, 2.0], [5.0, -1.0])), None);
    // The leg comes from the far side.
    assert_eq!(crossed(portal([1.0, -1.0], [1.0, 1.0])), None);
}

/// On lattices, where cells are large compared with the rounding of a crossing.
#[test]
fn every_piece_of_a_pulled_path_lies_between_the_portals_of_its_cell() {
    let off = |portal: &Portal, point: DVec2| {
        let along = portal.left - portal.right;
        along.perp_dot(point - portal.right) / along.length()
    };
    for seed in 0..3000 {
        let mut random = SplitMix64::new(seed);
        let corners = Corners::Lattice { unit: 1.0, shift: 0.0, reach: 3 };
        let count = random.below(16);
        let corridor = random_corridor(&mut random, corners, Exit::Any, count);
        let mut path = Path::default();
        pull(&corridor, &mut Scratch::new(), &mut path);
        path.finish(PathSummary::default());
        let (mut last, mut length) = (0, 0.0);
        for_each_piece(&whole(&corridor), path.waypoints(), |cell, ends| {
            assert!(cell == last || cell == last + 1);
            for point in ends {
                let ahead = corridor.portals.get(cell).map_or(0.0, |p| off(p, point));
                let behind = cell.checked_sub(1).map_or(0.0, |i| off(&corridor.portals[i], point));
                assert!(
                    ahead >= -1e-9 && behind <= 1e-9,
                    "seed {seed}: cell {cell} of {corridor:?}"
                );
            }
            last = cell;
            length += ends[0].distance(ends[1]);
        });
        assert!((length - path.length()).abs() <= 1e-9 * length, "seed {seed}");
        let moves = path.waypoints().len() > 1;
        assert!(!moves || last == count, "seed {seed}: the path ends in cell {last} of {count}");
    }
}
