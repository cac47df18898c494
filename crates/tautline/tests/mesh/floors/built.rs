//! Floors built from outlines, with known paths.

mod bent;
mod closed;
mod clear;
mod cuts;
mod rooms;
mod whole;
mod winding;

use crate::rounding::are_equal;
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use tautline::build::ConnectionFault;
use tautline::{
    BuildError, BuildOptions, DVec2, FloorConnection, Floors, Goals, ManyQuery, MeshFinder,
    NavMesh, Outline, Outlines, PathQuery, PathToGoal, Place, Search, build_floors,
};

pub(crate) const SEEDS: u64 = 780;

pub(crate) fn floor(corner: [f64; 2], opposite: [f64; 2]) -> Outlines {
    Outlines { walkable: vec![Outline::rect(corner, opposite)], ..Outlines::default() }
}

/// Builds two rooms above one another and a stair beside both. The stair starts at the east side of the
/// lower room, and ends at the same side of the upper room farther north, beside a post.
fn house() -> (NavMesh, Floors) {
    let mut upper = floor([0.0, 0.0], [10.0, 10.0]);
    upper.walls.push(tautline::Wall::new([[10.0, 8.5], [9.0, 8.5]]));
    let house = Floors::default()
        .with_floor(1, upper)
        .with_floor(0, floor([0.0, 0.0], [10.0, 10.0]))
        .with_floor(5, floor([10.0, 0.0], [12.0, 10.0]))
        .with_connection(FloorConnection::new([0, 5], [[10.0, 0.0], [10.0, 2.0]]))
        .with_connection(FloorConnection::new([5, 1], [[10.0, 8.0], [10.0, 10.0]]));
    match build_floors(&house, &BuildOptions::default()) {
        Ok((mesh, report)) => {
            assert_eq!(report.connected_lengths, [2.0, 2.0]);
            (mesh, house)
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn two_floors_are_connected_only_by_their_stair() {
    let (mesh, _) = house();
    mesh.assert_invariants();
    assert_eq!((mesh.layers(), mesh.component_count()), (&[0, 1, 5][..], 1));
    assert_eq!(mesh.area(), 220.0);
    let is_floor = |layer: &&u32| mesh.locate(Place::new([5.0, 5.0]).on_layer(**layer)).is_some();
    assert_eq!(mesh.layers().iter().filter(is_floor).count(), 2);
    let finder = MeshFinder::new(mesh.clone());
    let query = PathQuery::new([8.0, 1.0], [8.0, 8.2]);
    let up = query.start_layer(0).goal_layer(1);
    // Through the north end of the stair's foot, and the south end of its head.
    let straight = finder.find_path(&query.start_layer(1).goal_layer(1)).map(|path| path.length());
    assert!(straight.is_ok_and(|length| are_equal(length, 7.2)));
    let ends = DVec2::new(2.0, 1.0).length() + DVec2::new(2.0, 0.2).length();
    for search in [Search::Optimal, Search::Corridor] {
        let path = finder.find_path(&up.search(search)).unwrap_or_else(|error| panic!("{error}"));
        assert!(are_equal(path.length(), ends + 6.0), "{path:?}");
        assert_eq!(path.verify_answer(&up, &mesh), Ok(()));
        let layers: Vec<u32> = path.cells().iter().map(|cell| mesh.layer(cell.slot)).collect();
        assert_eq!((layers.first(), layers.last(), path.start_layer()), (Some(&0), Some(&1), 0));
        assert!(layers.contains(&5));
        let stretches = path.by_floor(&mesh);
        let layers: Vec<u32> = stretches.iter().map(|stretch| stretch.layer).collect();
        let points: Vec<&[DVec2]> = stretches.iter().map(|stretch| &stretch.points[..]).collect();
        let [from, foot, head, to] =
            [[8.0, 1.0], [10.0, 2.0], [10.0, 8.0], [8.0, 8.2]].map(DVec2::from);
        assert_eq!(layers, [0, 5, 1]);
        assert_eq!(points, [&[from, foot][..], &[foot, head], &[head, to]]);
    }
}

/// Returns a place without its cell.
fn alone(place: Option<Place>) -> Option<Place> {
    place.map(|place| Place { cell: None, ..place })
}

#[test]
fn an_explanation_is_about_the_floor_of_the_query() {
    let (mesh, _) = house();
    let finder = MeshFinder::new(mesh);
    let explain = |start: Place, goal: Place| {
        let error = finder.find_path(&PathQuery::new(start, goal)).unwrap_err();
        error.explain(&finder)
    };
    let place = |x: f64, layer: u32| Place::new([x, 1.0]).on_layer(layer);
    let beside = explain(place(9.75, 5), place(8.0, 1));
    assert_eq!((alone(beside.nearest), beside.distance), (Some(place(10.0, 5)), Some(0.25)));
    assert_eq!(
        beside.to_string(),
        "the start (9.75, 1) on floor 5 is off the walkable area; the nearest walkable point is (10, 1) on floor 5, 0.25 \
         away; floor 0 is walkable there"
    );
    let nowhere = explain(place(8.0, 0), place(8.0, 4));
    assert_eq!(
        (alone(nowhere.nearest), nowhere.other_layer),
        (None, Some(0)),
        "there is no floor 4"
    );
    let off_all = explain(place(8.0, 0), Place::new([12.5, 1.0]));
    assert_eq!((alone(off_all.nearest), off_all.other_layer), (Some(place(12.0, 5)), None));
}

#[test]
fn goals_are_on_their_floor() {
    let (mesh, _) = house();
    let finder = MeshFinder::new(mesh);
    let start = Place::new([8.0, 1.0]).on_layer(1);
    let on = |layer: Option<u32>| move |point: [f64; 2]| Place { layer, ..Place::new(point) };
    // Over the stair to the south side of the lower room, or straight to that of the upper room.
    let south = |layer| [[0.0, 0.0], [9.0, 0.0]].map(on(layer));
    let lengths = [Some(0), Some(1), None].map(|layer| {
        let path = finder
            .path_to_any(&ManyQuery::to_any(start, Goals::Segments(&[south(layer)])))
            .unwrap()
            .path;
        path.length()
    });
    assert!(lengths[0] > 15.0 && lengths[1..] == [1.0, 1.0], "{lengths:?}");
    let both = [south(Some(0)), [[3.0, 10.0], [8.0, 10.0]].map(on(Some(1)))];
    let PathToGoal { path, goal: exit } =
        finder.path_to_any(&ManyQuery::to_any(start, Goals::Segments(&both))).unwrap();
    assert!((path.length(), exit) == (9.0, Some(1)), "{path:?}");
    let ring = |layer| [[7.0, 0.0], [9.0, 0.0], [9.0, 2.0], [7.0, 2.0]].map(on(layer));
    let into = |layer| finder.path_to_any(&ManyQuery::to_any(start, Goals::Polygon(&ring(layer))));
    let lengths = [Some(0), Some(1), None].map(|layer| into(layer).unwrap().path.length());
    assert!(
        lengths[0] > 14.0 && lengths[1..] == [0.0, 0.0],
        "a start below the area is not inside it: {lengths:?}"
    );
    let mixed = [Place::new([0.0, 0.0]), Place::new([1.0, 0.0]).on_layer(1)];
    let error =
        finder.path_to_any(&ManyQuery::to_any(start, Goals::Segments(&[mixed]))).unwrap_err();
    assert_eq!(error.kind(), "invalid-query");
    assert!(
        error.to_string().contains("(0, 0) and (1, 0) on floor 1 belong to one goal"),
        "{error}"
    );
}

/// Start and goal are at the same (x, y) on disconnected floors.
#[test]
fn the_nearest_reachable_place_is_not_the_goal_on_another_floor() {
    let room = floor([0.0, 0.0], [4.0, 4.0]);
    let floors = Floors::default()
        .with_floor(0, room.clone())
        .with_floor(1, room)
        .with_floor(2, floor([4.0, 0.0], [8.0, 4.0]))
        .with_connection(FloorConnection::new([0, 2], [[4.0, 0.0], [4.0, 4.0]]));
    let (mesh, _) = build_floors(&floors, &BuildOptions::default()).unwrap();
    let finder = MeshFinder::new(mesh);
    let place = |x: f64, layer: u32| Place::new([x, 2.0]).on_layer(layer);
    let error = finder.find_path(&PathQuery::new(place(2.0, 0), place(2.0, 1))).unwrap_err();
    let explanation = error.explain(&finder);
    assert_eq!(
        (alone(explanation.nearest), explanation.gap),
        (Some(place(2.0, 0)), Some(0.0)),
        "below the goal"
    );
    let message = explanation.to_string();
    assert!(
        message.starts_with("no path leads from (2, 2) on floor 0 to (2, 2) on floor 1; "),
        "{message}"
    );
    let below = "no point of floor 1 is reachable, and the nearest reachable point of another floor is (2, 2) on floor 0, 0 from the goal";
    assert!(message.contains(below), "{message}");
    assert_ne!(
        explanation.components.map(|[start, _]| start),
        explanation.components.map(|[_, goal]| goal)
    );
}

/// The post on the upper floor splits the connection, so the stair is split there too.
#[test]
fn a_vertex_on_a_floor_connection_is_on_both_floors() {
    let (mesh, _) = house();
    let stair = mesh.slots().filter(|&slot| mesh.layer(slot) == 5);
    let corners: Vec<DVec2> =
        stair.flat_map(|slot| mesh.corners(slot).collect::<Vec<_>>()).collect();
    assert!(corners.contains(&DVec2::new(10.0, 8.5)));
}

#[test]
fn errors_in_floors_name_their_place() {
    let (_, house) = house();
    let build = |change: &dyn Fn(&mut Floors)| {
        let mut house = house.clone();
        change(&mut house);
        build_floors(&house, &BuildOptions::default()).map(|_| ())
    };
    let fold = build(&|house| {
        house.connections.push(FloorConnection::new([0, 1], [[0.0, 0.0], [0.0, 10.0]]))
    });
    assert_eq!(fold, Err(BuildError::Fold { connection: 2, x: 0.0, y: 5.0 }));
    let inside = build(&|house| {
        house.connections.push(FloorConnection::new([5, 0], [[5.0, 2.0], [5.0, 4.0]]))
    });
    assert_eq!(
        inside,
        Err(BuildError::ConnectionInside { connection: 2, layer: 0, x: 5.0, y: 3.0 })
    );
    let apart = build(&|house| {
        house.connections.push(FloorConnection::new([5, 0], [[20.0, 2.0], [20.0, 4.0]]))
    });
    let fault = ConnectionFault::ConnectsNothing;
    assert_eq!(apart, Err(BuildError::BadConnection { connection: 2, fault }));
    let wide = build(&|house| house.floors[2].outlines = floor([9.0, 0.0], [12.0, 10.0]));
    assert!(
        matches!(wide, Err(BuildError::ConnectionInside { connection: 0, layer: 5, .. })),
        "{wide:?}"
    );
    let missing = build(&|house| house.connections[0].layers = [0, 6]);
    let fault = ConnectionFault::NoSuchLayer { layer: 6 };
    assert_eq!(missing, Err(BuildError::BadConnection { connection: 0, fault }));
    let point = build(&|house| house.connections[0].points.truncate(1));
    assert_eq!(
        point,
        Err(BuildError::BadConnection { connection: 0, fault: ConnectionFault::NoLine })
    );
    let twice = build(&|house| house.floors[0].layer = 5);
    assert_eq!(twice, Err(BuildError::RepeatedLayer { layer: 5 }));
    let broken = build(&|house| house.floors[1].outlines.walkable[0].exterior[2].x = f64::NAN);
    assert!(
        matches!(&broken, Err(error @ BuildError::OnLayer { layer: 0, .. })
        if error.to_string().starts_with("floor 0: walkable outline 0, ring 0, vertex 2")),
        "{broken:?}"
    );
    let wide = build_floors(&house, &BuildOptions::default().agent_radius(5.0)).map(|_| ());
    assert_eq!(wide, Err(BuildError::TooNarrow { radius: 5.0 }));
}

#[test]
fn the_sections_of_a_path_by_floor_add_up_to_the_path() {
    let mut changes = 0;
    for seed in 0..200 {
        let mesh = stacked_tiles(seed);
        let finder = MeshFinder::new(mesh.clone());
        for query in floor_queries(&mesh, 24, seed) {
            let Ok(path) = finder.find_path(&query) else { continue };
            let stretches = path.by_floor(&mesh);
            let length =
                |points: &[DVec2]| points.windows(2).map(|l| l[0].distance(l[1])).sum::<f64>();
            let sum: f64 = stretches.iter().map(|stretch| length(&stretch.points)).sum();
            assert!(are_equal(sum, path.length()), "seed {seed}: {stretches:?} {path:?}");
            for pair in stretches.windows(2) {
                assert_eq!(pair[0].points.last(), pair[1].points.first());
                assert_ne!(pair[0].layer, pair[1].layer);
            }
            for stretch in &stretches {
                for leg in stretch.points.windows(2) {
                    let middle = leg[0].midpoint(leg[1]);
                    let middle = mesh.nearest(Place::new(middle).on_layer(stretch.layer));
                    assert!(
                        middle.unwrap().distance < 1e-9,
                        "seed {seed}: {stretch:?} of {path:?}"
                    );
                }
            }
            changes += stretches.len() - 1;
        }
    }
    assert!(changes > 500, "{changes}");
}
