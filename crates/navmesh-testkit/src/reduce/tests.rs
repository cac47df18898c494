use navmesh_core::{Area, GoalPolicy, Search, Wall};

use super::*;
use crate::worlds::world;

/// A failure that needs one obstacle corner in the upper right and a start with x above 2.
fn fails(outlines: &Outlines, query: &PathQuery) -> bool {
    let corners = outlines.obstacles.iter().flat_map(|outline| &outline.exterior);
    query.start.x > 2.0 && corners.clone().any(|c| c.x > 4.5 && c.y > 3.25)
}

#[test]
fn a_world_is_reduced_to_what_the_failure_needs() {
    let case = Case {
        outlines: world(0).outlines,
        query: PathQuery::new([17.123_456, 1.0], [3.3, 4.4]).snap(0.0),
    };
    assert!(fails(&case.outlines, &case.query), "the failure is there to begin with");
    let small = reduce(&case, fails);
    assert!(fails(&small.outlines, &small.query));
    assert!(small.outlines.walkable.is_empty());
    assert_eq!(small.outlines.obstacles.len(), 1);
    assert_eq!(small.outlines.obstacles[0].exterior.len(), 3);
    let longest = |v: f64| v.to_string().len();
    assert!(longest(small.query.start.x) <= 2, "{small}");
    assert_eq!(small.query.goal, DVec2::ZERO);
}

#[test]
fn holes_are_dropped_with_the_rest() {
    let case = Case { outlines: world(8).outlines, query: PathQuery::new([1.0, 1.0], [2.0, 2.0]) };
    assert!(case.outlines.walkable.iter().any(|outline| !outline.holes.is_empty()));
    let small = reduce(&case, |outlines, _| outlines.walkable.len() >= 2);
    assert_eq!(small.outlines.walkable.len(), 2);
    assert!(outlines_of(&small).all(|o| o.holes.is_empty() && o.exterior.len() == 3));
    let kept = reduce(&case, |outlines, _| outlines.walkable.iter().any(|o| o.holes.len() == 1));
    assert_eq!(outlines_of(&kept).map(|o| o.rings().count()).collect::<Vec<_>>(), [2]);
}

#[test]
fn what_does_not_fail_comes_back_as_it_was() {
    let case = Case { outlines: world(3).outlines, query: PathQuery::new([1.0, 1.0], [2.0, 2.0]) };
    assert_eq!(reduce(&case, |_, _| false), case);
}

#[test]
fn a_case_prints_as_an_exhibit_that_makes_it_again() {
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [1e9, 2.5]).with_hole([
            [0.1, -0.0],
            [1.0, 1.0],
            [0.5, 2.0],
        ])],
        obstacles: vec![Outline::new([[3.0, 4.0], [5.0, 6.0], [f64::NEG_INFINITY, 1e-9]])],
        walls: vec![Wall::new([[1.0, 2.0], [3.0, 4.0]])],
        areas: vec![Area::new(Outline::rect([0.0, 0.0], [1.0, 2.5]), "mud", 7.0)],
        ..Outlines::default()
    };
    let query = PathQuery::new([0.1, 1e-9], [f64::INFINITY, 2.0])
        .search(Search::Corridor)
        .goal_policy(GoalPolicy::Nearest);
    let expected = "\
title A reduced case

walkable 0,0 1000000000,0 1000000000,2.5 0,2.5
hole 0.1,-0 1,1 0.5,2
obstacle 3,4 5,6 -inf,1e-9
wall 1,2 3,4
patch 7 0,0 1,0 1,2.5 0,2.5
called mud

ask 0.1,1e-9 -> inf,2 search corridor goal nearest
";
    let case = Case { outlines, query };
    assert_eq!(case.to_string(), expected);
    let exhibit: crate::Exhibit = expected.parse().unwrap();
    assert_eq!((exhibit.outlines, exhibit.asks[0].query), (case.outlines, case.query));
}
