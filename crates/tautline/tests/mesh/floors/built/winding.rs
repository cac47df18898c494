//! A stair of nine flights around a post, on which a path passes the same (x, y) twice.

use tautline::{
    BuildOptions, DVec2, FloorConnection, Floors, MeshFinder, NavMesh, Outline, Outlines, Path,
    PathQuery, Place, build_floors,
};

use crate::rounding::are_equal;

const FLIGHTS: u32 = 9;

/// Rotates a point of the first flight to another flight.
fn turned(point: [f64; 2], flight: u32) -> DVec2 {
    let [x, y] = point;
    [[x, y], [-y, x], [-x, -y], [y, -x]][flight as usize % 4].into()
}

/// Builds the stair, one floor a flight: a side of the post, two long, and the corner behind it.
fn stair(flights: impl Iterator<Item = u32> + Clone) -> NavMesh {
    let mut stair = Floors::default();
    for flight in flights.clone() {
        let corners = [[-1.0, -2.0], [2.0, -2.0], [2.0, -1.0], [-1.0, -1.0]];
        let outline = Outline::new(corners.map(|corner| turned(corner, flight)));
        let outlines = Outlines { walkable: vec![outline], ..Outlines::default() };
        stair = stair.with_floor(flight, outlines);
        if flights.clone().any(|other| other == flight + 1) {
            let line = [[1.0, -1.0], [2.0, -1.0]].map(|end| turned(end, flight));
            stair = stair.with_connection(FloorConnection::new([flight, flight + 1], line));
        }
    }
    build_floors(&stair, &BuildOptions::default()).unwrap().0
}

/// Returns the query from the lowest flight to the highest.
fn way_up() -> PathQuery {
    let foot = [0.0, -1.5];
    let last = FLIGHTS - 1;
    PathQuery::new(Place::new(foot).on_layer(0), Place::new(turned(foot, last)).on_layer(last))
}

fn climbed(mesh: &NavMesh) -> Path {
    MeshFinder::new(mesh.clone()).find_path(&way_up()).unwrap()
}

#[test]
fn a_path_above_itself_has_a_section_a_floor() {
    let mesh = stair(0..FLIGHTS);
    let path = climbed(&mesh);
    // Along the post from corner to corner, with an oblique leg at either end.
    let ends = 2.0 * DVec2::new(1.0, 0.5).length();
    assert!(are_equal(path.length(), ends + 2.0 * f64::from(FLIGHTS - 2)), "{path:?}");
    assert_eq!(path.verify_answer(&way_up(), &mesh), Ok(()));
    let stretches = path.by_floor(&mesh);
    assert!(stretches.iter().map(|stretch| stretch.layer).eq(0..FLIGHTS), "{stretches:?}");
    let above = |s: f64| path.point_at(s).unwrap().distance(path.point_at(s + 8.0).unwrap());
    for step in 0..6 {
        let s = ends / 2.0 + f64::from(step);
        assert!(above(s) < 1e-9, "one turn later, the path is above itself");
    }
    assert_eq!(path.point_at(path.length()), path.waypoints().last().copied());
}

#[test]
fn a_path_above_itself_is_blocked_at_the_missing_flight() {
    let path = climbed(&stair(0..FLIGHTS));
    assert!(path.still_valid(&stair(0..FLIGHTS)), "the rebuilt stair is the same");
    let cut_short = stair(0..FLIGHTS - 2);
    assert!(!path.still_valid(&cut_short), "the lower flights cover its (x, y)");
    let blocked = path.first_blocked_leg(&cut_short).unwrap();
    let whole: f64 =
        path.waypoints()[..=blocked].windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!(whole > 8.0, "the first turn is open: leg {blocked} of {path:?}");
    let off = MeshFinder::new(cut_short).find_path(&way_up()).unwrap_err();
    assert_eq!(off.kind(), "goal-outside", "other floors are walkable at the goal");
}
