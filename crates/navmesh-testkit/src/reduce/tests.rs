use navmesh_core::{
    Area, DVec2, Door, FloorConnection, Floors, Link, Outline, Outlines, PathQuery, Wall,
};

use super::*;
use crate::corpus::Ask;
use crate::worlds::world;

fn case(outlines: Outlines, query: PathQuery) -> CorpusCase {
    let asks = vec![Ask { closed: Vec::new(), query, answer: None }];
    CorpusCase { title: "A case".into(), outlines, asks, ..CorpusCase::default() }
}

/// A failure that needs one obstacle corner in the upper right and a start with x above 2.
fn fails(case: &CorpusCase) -> bool {
    let corners = case.outlines.obstacles.iter().flat_map(|outline| &outline.exterior);
    case.asks.iter().any(|ask| ask.query.start.x > 2.0)
        && corners.clone().any(|c| c.x > 4.5 && c.y > 3.25)
}

#[test]
fn a_world_is_reduced_to_what_the_failure_needs() {
    let query = PathQuery::new([17.123_456, 1.0], [3.3, 4.4]).snap(0.0);
    let case = case(world(0).outlines, query);
    assert!(fails(&case), "the failure is there to begin with");
    let small = reduce(&case, fails);
    assert!(fails(&small));
    assert!(small.outlines.walkable.is_empty());
    assert_eq!(small.outlines.obstacles.len(), 1);
    assert_eq!(small.outlines.obstacles[0].exterior.len(), 3);
    let longest = |v: f64| v.to_string().len();
    assert!(longest(small.asks[0].query.start.x) <= 2, "{small}");
    assert_eq!(small.asks[0].query.goal, DVec2::ZERO);
}

/// The rings of each outline, and their points.
fn sizes(case: &CorpusCase) -> Vec<Vec<usize>> {
    let Outlines { walkable, obstacles, .. } = &case.outlines;
    let all = walkable.iter().chain(obstacles);
    all.map(|outline| outline.rings().map(<[_]>::len).collect()).collect()
}

#[test]
fn holes_are_dropped_with_the_rest() {
    let case = case(world(8).outlines, PathQuery::new([1.0, 1.0], [2.0, 2.0]));
    assert!(case.outlines.walkable.iter().any(|outline| !outline.holes.is_empty()));
    let small = reduce(&case, |case| case.outlines.walkable.len() >= 2);
    assert_eq!(sizes(&small), [[3], [3]]);
    let has_hole = |e: &CorpusCase| e.outlines.walkable.iter().any(|o| o.holes.len() == 1);
    assert_eq!(sizes(&reduce(&case, has_hole)), [[3, 3]]);
}

#[test]
fn what_does_not_fail_comes_back_as_it_was() {
    let case = case(world(3).outlines, PathQuery::new([1.0, 1.0], [2.0, 2.0]));
    assert_eq!(reduce(&case, |_| false), case);
}

/// Two halls that a join of three points joins, one above them, and something of everything on each.
fn building() -> CorpusCase {
    let hall = |x: f64| Outlines {
        walkable: vec![Outline::new([
            [x, 0.25],
            [x + 7.125, 0.25],
            [x + 7.125, 4.5],
            [x + 7.125, 9.75],
            [x, 9.75],
            [x, 4.5],
        ])],
        obstacles: vec![Outline::rect([x + 1.0, 1.0], [x + 2.0, 2.0])],
        walls: vec![Wall::new([[x + 3.0, 3.0], [x + 4.0, 4.0], [x + 5.0, 3.0]])],
        areas: vec![Area::new(Outline::rect([x, 6.0], [x + 1.0, 7.0]), "mud", 2.5)],
        doors: vec![Door::new([[x + 6.0, 0.25], [x + 6.0, 9.75]], "gate")],
        links: vec![Link::new([x + 1.5, 3.0], [x + 5.5, 3.0], "jump")],
    };
    let link = Link::new([1.0, 5.0], [9.0, 5.0], "stair").wide([1.0, 6.0], [9.0, 6.0], 3);
    let building = Floors::default()
        .with_floor(4, hall(0.5))
        .with_floor(2, hall(7.625))
        .with_floor(9, hall(0.5))
        .with_connection(FloorConnection::new([4, 2], [[7.625, 0.25], [7.625, 4.5], [7.625, 9.75]]))
        .with_connection(FloorConnection::new([9, 2], [[0.0, 0.0], [1.0, 1.0]]))
        .with_link(link.clone().on_layers([4, 2]))
        .with_link(link.on_layers([4, 9]));
    let ask = PathQuery::new([1.0, 1.0], [9.0, 9.0]).start_layer(4);
    CorpusCase { building, radius: 0.625, ..case(Outlines::default(), ask) }
}

/// True where both floors of some join have both of its ends.
fn is_joined(CorpusCase { building, .. }: &CorpusCase) -> bool {
    let has = |layer: u32, end: &DVec2| {
        let mut floors = building.floors.iter().filter(|floor| floor.layer == layer);
        floors.any(|f| f.outlines.walkable.iter().any(|o| o.exterior.contains(end)))
    };
    building.connections.iter().any(|join| {
        let ends = [join.points.first(), join.points.last()].map(Option::unwrap);
        ends[0] != ends[1] && ends.iter().all(|end| join.layers.iter().all(|&l| has(l, end)))
    })
}

#[test]
fn a_building_is_reduced_to_two_floors_and_what_joins_them() {
    let small = reduce(&building(), is_joined);
    let expected = "\
title A case

floor 4
walkable 0,0 0,10 0,0
floor 2
walkable 0,0 0,10 0,0
join 4 2 0,0 0,10
";
    assert_eq!(small.to_string().trim(), expected.trim());
    let read: CorpusCase = expected.parse().unwrap();
    assert_eq!(read, small);
}

#[test]
fn each_thing_that_a_failure_needs_is_left_and_nothing_else() {
    type Count = fn(&CorpusCase) -> usize;
    let counts: [Count; 12] = [
        |e| e.building.floors.len(),
        |e| e.building.connections.len(),
        |e| e.asks.len(),
        |e| e.building.floors.iter().map(|f| f.outlines.walkable.len()).sum(),
        |e| e.building.floors.iter().map(|f| f.outlines.obstacles.len()).sum(),
        |e| e.building.floors.iter().map(|f| f.outlines.walls.len()).sum(),
        |e| e.building.floors.iter().map(|f| f.outlines.areas.len()).sum(),
        |e| e.building.floors.iter().map(|f| f.outlines.doors.len()).sum(),
        |e| e.building.floors.iter().map(|f| f.outlines.links.len()).sum(),
        |e| e.building.links.len(),
        |e| e.building.links.iter().map(|link| link.beside.len()).sum(),
        |e| usize::from(e.radius > 0.0),
    ];
    let all = building();
    for (number, needed) in counts.into_iter().enumerate() {
        let small = reduce(&all, |case| needed(case) > 0);
        let left: Vec<usize> = counts.iter().map(|count| count(&small)).collect();
        // What stands on a floor needs it, joins and links name floors, and lanes have their link.
        let with = [&[0][..], &[0, 1], &[2], &[0, 3], &[0, 4], &[0, 5], &[0, 6], &[0, 7], &[0, 8]];
        let with = with.into_iter().chain([&[0, 9][..], &[0, 9, 10], &[11]]).nth(number).unwrap();
        for (other, left) in left.into_iter().enumerate() {
            let most = usize::from(with.contains(&other)) * if other == 0 { 2 } else { 1 };
            assert!(left <= most && (other != number || left == 1), "{number} {other}: {small}");
        }
    }
}

#[test]
fn a_failing_check_is_told_with_its_smallest_case() {
    let check = |case: &CorpusCase| {
        let floors = &case.building.floors;
        // Another failure, on the way to smaller ones.
        assert!(!floors.is_empty(), "there is no floor left");
        let walls = floors.iter().flat_map(|floor| &floor.outlines.walls);
        let corners: Vec<DVec2> = walls.flat_map(|wall| wall.points.clone()).collect();
        let highest = corners.iter().map(|corner| corner.y).fold(0.0, f64::max);
        assert!(highest < 3.5, "a wall is {highest} high, of {} floors", floors.len());
    };
    let failure = failure(&building(), check).unwrap();
    assert_eq!(failure.case.building.floors.len(), 1);
    let told = failure.to_string();
    assert!(told.starts_with("a wall is 4 high, of 1 floors\n\nwhat is left of it"), "{told}");
    assert!(told.contains("title A case\n\nfloor 9\nwall 0,4 0,0\n"), "{told}");
    assert!(super::failure(&building(), |_| {}).is_none());
}
