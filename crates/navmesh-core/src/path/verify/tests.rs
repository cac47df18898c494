use super::*;
use crate::backend::WritePath;
use crate::mesh::{LinkId, RawMesh};
use crate::outline::LinkSide;
use crate::path::PathSummary;
use crate::{GoalPolicy, PathQuery, PathStatus, StartPolicy};

/// Returns two cells, above and below y = 0, from x = 0 to 4. A thin wall separates them up to x = 2;
/// from there on they are joined.
fn two_cells() -> NavMesh {
    let points = [[0, 0], [2, 0], [4, 0], [4, 2], [0, 2], [0, -2], [4, -2]];
    let positions = points.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y))).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2, 3, 4]);
    raw.push_cell(&[5, 6, 2, 1, 0]);
    raw.join_matching_edges();
    // The edges between (0, 0) and (2, 0): the first of one cell, the fourth of the other.
    raw.neighbors[0] = None;
    raw.neighbors[8] = None;
    NavMesh::from_raw(&raw).unwrap()
}

fn path_of(points: &[[f64; 2]], slots: &[u32]) -> Path {
    let mut path = Path::default();
    for &point in points {
        path.push_waypoint(point.into());
    }
    for &slot in slots {
        path.push_cell(two_cells().cell_id(slot));
    }
    path.finish(PathSummary::default());
    path
}

#[test]
fn a_thin_wall_is_passed_only_around_its_end() {
    let mesh = two_cells();
    let around = path_of(&[[1.0, 1.0], [2.0, 0.0], [1.0, -1.0]], &[0, 1]);
    assert_eq!(around.verify(&mesh), Ok(()));
    let through = path_of(&[[1.0, 1.0], [1.0, -1.0]], &[0, 1]);
    let (from, to) = (DVec2::new(1.0, 1.0), DVec2::new(1.0, -1.0));
    assert_eq!(through.verify(&mesh), Err(PathDefect::Blocked { leg: 0, from, to }));
}

/// The leg along the wall lies on the line of the portal, and ends before it.
#[test]
fn a_portal_ahead_on_the_line_of_the_leg_is_not_touched() {
    let along = path_of(&[[0.0, 1.0], [0.5, 0.0], [1.0, 0.0], [1.5, -1.0]], &[0, 1]);
    assert_eq!(along.first_blocked_leg(&two_cells()), Some(2));
    let reaching = path_of(&[[0.0, 1.0], [0.5, 0.0], [2.0, 0.0], [1.5, -1.0]], &[0, 1]);
    assert_eq!(reaching.first_blocked_leg(&two_cells()), None);
}

#[test]
fn cells_must_be_known_joined_and_hold_the_legs_in_order() {
    let mesh = two_cells();
    let points = [[1.0, 1.0], [2.0, 0.0], [1.0, -1.0]];
    for (slots, defect) in [
        (&[][..], PathDefect::Empty),
        (&[0], PathDefect::OutsideCells { leg: 1 }),
        (&[1], PathDefect::OutsideCells { leg: 0 }),
        (&[1, 0], PathDefect::OutsideCells { leg: 0 }),
        (&[0, 1, 0], PathDefect::OutsideCells { leg: 1 }),
    ] {
        assert_eq!(path_of(&points, slots).verify(&mesh), Err(defect), "{slots:?}");
    }
    let mut foreign = path_of(&points, &[0, 1]);
    foreign.cells[1].generation += 1;
    assert_eq!(foreign.verify(&mesh), Err(PathDefect::UnknownCell { cell: 1 }));
    assert!(foreign.still_valid(&mesh), "geometry decides if ids are unknown");
    foreign.cells[1] = foreign.cells[0];
    assert_eq!(foreign.verify(&mesh), Err(PathDefect::CellsApart { cell: 0 }));
}

#[test]
fn impossible_lengths_costs_and_bounds_are_defects() {
    let mesh = two_cells();
    let sound = path_of(&[[1.0, 1.0], [2.0, 0.0], [1.0, -1.0]], &[0, 1]);
    let sum = sound.length();
    let verdict = |summary: PathSummary| {
        let mut path = sound.clone();
        path.finish(summary);
        path.verify(&mesh)
    };
    let costing = |cost| verdict(PathSummary { cost: Some(cost), ..PathSummary::default() });
    for cost in [sum * 0.9, sum * 1.1] {
        assert_eq!(costing(cost), Err(PathDefect::Cost { cost, sum }));
    }
    assert!(matches!(costing(f64::NAN), Err(PathDefect::Cost { .. })));
    assert_eq!(costing(sum), Ok(()));
    let bound = |bound| verdict(PathSummary { lower_bound: Some(bound), ..PathSummary::default() });
    assert_eq!(bound(-1.0), Err(PathDefect::Bound { bound: -1.0, cost: sum }));
    assert_eq!(bound(sum), Ok(()));
    let longer = Path { length: sum * (1.0 + 1e-12), ..sound };
    assert_eq!(longer.verify(&mesh), Err(PathDefect::Length { length: longer.length, sum }));
}

#[test]
fn waypoints_without_a_turn_and_unusable_coordinates_are_defects() {
    let mesh = two_cells();
    let sound = path_of(&[[1.0, 1.0], [2.0, 1.0], [3.0, 1.5]], &[0]);
    let with = |waypoint: usize, point: [f64; 2]| {
        let mut path = sound.clone();
        path.waypoints[waypoint] = point.into();
        path
    };
    assert_eq!(with(0, [2.0, 1.0]).verify(&mesh), Err(PathDefect::NoTurn { waypoint: 1 }));
    assert_eq!(with(1, [2.0, 1.25]).verify(&mesh), Err(PathDefect::NoTurn { waypoint: 1 }));
    for broken in [f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        let path = with(2, [broken, 1.0]);
        assert_eq!(path.verify(&mesh), Err(PathDefect::Coordinates { waypoint: 2 }));
        assert_eq!(path.first_blocked_leg(&mesh), Some(1));
    }
    assert_eq!(with(0, [f64::NAN, 1.0]).first_blocked_leg(&mesh), Some(0));
    assert_eq!(Path::default().verify(&mesh), Err(PathDefect::Empty));
}

#[test]
fn a_single_point_off_the_mesh_is_blocked() {
    let mesh = two_cells();
    assert_eq!(path_of(&[[1.0, 1.0]], &[0]).verify(&mesh), Ok(()));
    let off = path_of(&[[9.0, 1.0]], &[0]);
    let point = DVec2::new(9.0, 1.0);
    assert_eq!(off.verify(&mesh), Err(PathDefect::Blocked { leg: 0, from: point, to: point }));
    assert!(Path::default().still_valid(&mesh));
}

#[test]
fn ends_are_at_the_points_of_the_query_or_at_the_claimed_distance() {
    let mesh = two_cells();
    let mut path = path_of(&[[1.0, 1.0], [2.0, 2.0]], &[0]);
    let asked = PathQuery::new([1.0, 1.0], [2.0, 2.5]);
    let end = |claimed, allowed| {
        Err(PathDefect::End { side: QuerySide::Goal, distance: 0.5, claimed, allowed })
    };
    assert_eq!(path.verify_answer(&asked.snap(0.25), &mesh), end(0.0, 0.25));
    path.finish(PathSummary { goal_offset: 0.5, ..PathSummary::default() });
    assert_eq!(path.verify_answer(&asked.snap(0.25), &mesh), end(0.5, 0.25));
    assert_eq!(path.verify_answer(&asked.snap(0.5), &mesh), Ok(()));
}

#[test]
fn a_goal_on_the_mesh_moves_only_by_its_policy() {
    let mesh = two_cells();
    let mut path = path_of(&[[1.0, 1.0], [2.0, 1.0]], &[0]);
    let status = PathStatus::Partial;
    path.finish(PathSummary { goal_offset: 0.5, status, ..PathSummary::default() });
    let (side, distance, claimed) = (QuerySide::Goal, 0.5, 0.5);
    let end = Err(PathDefect::End { side, distance, claimed, allowed: 0.0 });
    let asked = PathQuery::new([1.0, 1.0], [2.0, 1.5]).snap(0.5);
    for (policy, verdict) in [
        (GoalPolicy::Exact, end),
        (GoalPolicy::Nearest, end),
        (GoalPolicy::NearestReachable, Ok(())),
    ] {
        assert_eq!(path.verify_answer(&asked.goal_policy(policy), &mesh), verdict, "{policy:?}");
    }
}

#[test]
fn a_partial_path_may_end_far_from_a_goal_off_the_mesh_if_the_policy_allows_it() {
    let mesh = two_cells();
    let mut path = path_of(&[[1.0, 1.0], [4.0, 1.0]], &[0]);
    let status = PathStatus::Partial;
    path.finish(PathSummary { goal_offset: 5.0, status, ..PathSummary::default() });
    let asked = PathQuery::new([1.0, 1.0], [9.0, 1.0]);
    let verdict = |policy| path.verify_answer(&asked.goal_policy(policy), &mesh);
    assert!(matches!(verdict(GoalPolicy::Exact), Err(PathDefect::End { .. })));
    assert_eq!(verdict(GoalPolicy::Nearest), Ok(()));
    assert_eq!(verdict(GoalPolicy::NearestReachable), Ok(()));
}

/// An end may move to a corner beyond the snap only in a cell thinner than the spacing of floats.
#[test]
fn an_end_moved_to_a_corner_of_an_ordinary_cell_is_a_defect() {
    let mesh = two_cells();
    let mut path = path_of(&[[4.0, 2.0], [2.0, 1.0]], &[0]);
    path.finish(PathSummary { start_offset: 1.0, ..PathSummary::default() });
    let asked = PathQuery::new([4.0, 1.0], [2.0, 1.0]).snap(0.0);
    let side = QuerySide::Start;
    let end = |allowed| Err(PathDefect::End { side, distance: 1.0, claimed: 1.0, allowed });
    assert_eq!(path.verify_answer(&asked, &mesh), end(0.0));
    assert_eq!(path.verify_answer(&asked.snap(1.0), &mesh), end(0.0));
}

#[test]
fn a_start_may_be_moved_as_far_as_its_policy_allows() {
    let mesh = two_cells();
    let mut path = path_of(&[[1.0, 1.0], [2.0, 1.0]], &[0]);
    path.finish(PathSummary { start_offset: 2.0, ..PathSummary::default() });
    let snap = mesh.default_snap();
    let moved = |allowed| {
        Err(PathDefect::End { side: QuerySide::Start, distance: 2.0, claimed: 2.0, allowed })
    };
    let (off, on) = ([-1.0, 1.0], [3.0, 1.0]);
    for (start, policy, verdict) in [
        (off, StartPolicy::Exact, moved(snap)),
        (off, StartPolicy::Nearest, Ok(())),
        (off, StartPolicy::NearestReachable, Ok(())),
        (on, StartPolicy::Nearest, moved(0.0)),
        (on, StartPolicy::NearestReachable, Ok(())),
    ] {
        let query = PathQuery::new(start, [2.0, 1.0]).start_policy(policy);
        assert_eq!(path.verify_answer(&query, &mesh), verdict, "{start:?} {policy:?}");
    }
    let unclaimed = path_of(&[[1.0, 1.0], [2.0, 1.0]], &[0]);
    let query = PathQuery::new(off, [2.0, 1.0]).start_policy(StartPolicy::Nearest);
    let end = PathDefect::End {
        side: QuerySide::Start,
        distance: 2.0,
        claimed: 0.0,
        allowed: f64::INFINITY,
    };
    assert_eq!(unclaimed.verify_answer(&query, &mesh), Err(end), "the path must claim its offset");
}

#[test]
fn an_end_may_exceed_the_snap_by_the_rounding_into_its_cell() {
    let mesh = two_cells();
    let off = 4f64.next_up().next_up();
    let mut path = path_of(&[[4.0, 1.0], [2.0, 1.0]], &[0]);
    path.finish(PathSummary { start_offset: off - 4.0, ..PathSummary::default() });
    let asked = |x: f64| PathQuery::new([x, 1.0], [2.0, 1.0]);
    assert_eq!(path.verify_answer(&asked(off).snap(1e-17), &mesh), Ok(()));
    assert!(path.verify_answer(&asked(off).snap(0.0), &mesh).is_err());
    path.finish(PathSummary { start_offset: 1e-12, ..PathSummary::default() });
    assert!(path.verify_answer(&asked(4.0 + 1e-12).snap(1e-17), &mesh).is_err());
}

#[test]
fn a_path_with_misplaced_links_is_a_defect_and_has_one_section() {
    let mut path = Path::default();
    path.push_link(LinkId(0), LinkSide::From, 1.0);
    assert!(path.by_floor(&two_cells()).is_empty());
    let mut path = path_of(&[[1.0, 1.0], [3.0, 1.0]], &[0]);
    path.push_link(LinkId(0), LinkSide::From, 1.0);
    assert!(path.verify(&two_cells()).is_err());
    assert_eq!(path.by_floor(&two_cells()).len(), 1);
}
