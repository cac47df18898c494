//! Moves along walls, and distances to walls, against the oracle.

use crate::sites::Site;
use crate::{is_off_mesh, open_and_closed_sites};
use navmesh_testkit::MeshOracle;
use tautline::{DVec2, MeshQueries};

#[derive(Debug, Default)]
struct Tally {
    arrived: u32,
    slid: u32,
    stuck: u32,
}

fn check_move(site: &Site, oracle: &MeshOracle<'_>, from: DVec2, to: DVec2, tally: &mut Tally) {
    let place = || format!("{}: from {from:?} to {to:?}", site.name);
    let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
    let answer = queries.move_along(from, to);
    if oracle.cells_at(from).is_empty() {
        assert!(is_off_mesh(answer, from), "{}", place());
        return;
    }
    let moved = answer.unwrap();
    let place = || format!("{}: {moved:?}", place());
    assert!(oracle.cells_at(moved.point).contains(&moved.cell.slot), "{}", place());
    assert!(oracle.is_reachable(from, moved.point), "{}", place());
    assert!(moved.point.distance(to) <= from.distance(to), "{}", place());
    assert!(moved.travelled >= moved.point.distance(from) * (1.0 - 1e-12), "{}", place());
    if oracle.is_legal_leg(from, to) {
        assert_eq!(moved.point, to, "{}", place());
    }
    let mut track = Vec::new();
    assert_eq!(queries.move_along_through(from, to, &mut track), Ok(moved), "{}", place());
    assert_eq!([track.first(), track.last()], [Some(&from), Some(&moved.point)], "{}", place());
    let walked: f64 = track.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let rounding = 1e-12 * (moved.travelled + from.abs().max(to.abs()).max_element());
    assert!((walked - moved.travelled).abs() <= rounding, "{}: {track:?}", place());
    assert_eq!(moved.wall.is_none(), moved.point == to, "{}", place());
    // In a very thin cell, the end at the wall is rounded to a representable point beside it.
    let cell_of_wall =
        moved.wall.map_or(moved.cell.slot, |wall| site.mesh.edge(wall.edge).cell_slot());
    if oracle.cells_at(moved.point).contains(&cell_of_wall) {
        assert_nothing_beside_is_nearer(site, oracle, to, moved.point, &place());
    }
    let count = match moved {
        _ if moved.point == to => &mut tally.arrived,
        _ if moved.point == from => &mut tally.stuck,
        _ => &mut tally.slid,
    };
    *count += 1;
}

/// Asserts that no small legal step from the end of a move leads closer to the target. At a pinch
/// another fan may.
fn assert_nothing_beside_is_nearer(
    site: &Site,
    oracle: &MeshOracle<'_>,
    to: DVec2,
    end: DVec2,
    place: &str,
) {
    if oracle.is_pinch(end) {
        return;
    }
    let small = site.mesh.bounds().size().max_element() * 1e-4;
    let mut direction = DVec2::X * small;
    for _ in 0..32 {
        direction = DVec2::from_angle(std::f64::consts::TAU / 32.0).rotate(direction);
        let gain = end.distance(to) - (end + direction).distance(to);
        let is_nearer = gain > small * 0.3;
        assert!(!(is_nearer && oracle.is_legal_leg(end, end + direction)), "{place}: {direction}");
    }
}

#[test]
fn moves_stay_on_the_mesh_and_end_as_near_as_sliding_allows() {
    let mut tally = Tally::default();
    for site in open_and_closed_sites(300) {
        let oracle = MeshOracle::new(&site.mesh);
        for pair in site.points.chunks_exact(2) {
            check_move(&site, &oracle, pair[0], pair[1], &mut tally);
            check_move(&site, &oracle, pair[1], pair[0], &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.arrived.min(tally.slid).min(tally.stuck) > 100, "{tally:?}");
}

#[test]
fn the_nearest_wall_is_as_near_as_the_nearest_edge() {
    let mut found = 0;
    for site in open_and_closed_sites(300) {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
        for (i, &point) in site.points.iter().enumerate() {
            if oracle.cells_at(point).is_empty() {
                continue;
            }
            let near = queries.nearest_wall(point, f64::INFINITY).unwrap().unwrap();
            let place = format!("{}: {point:?}: {near:?}", site.name);
            let expected = oracle.distance_to_wall(point);
            let scale = site.mesh.bounds().max_abs();
            assert!((near.distance - expected).abs() <= 4e-15 * scale, "{place}, not {expected}");
            assert!(site.mesh.edge(near.wall.edge).is_wall(), "{place}");
            assert!(oracle.is_reachable(point, near.point), "{place}");
            let limit = near.distance * [0.5, 2.0][i % 2];
            let within = queries.nearest_wall(point, limit).unwrap();
            assert!(near.distance == 0.0 || within.is_some() == (i % 2 == 1), "{place}");
            found += 1;
        }
    }
    assert!(found > 10_000, "{found}");
}
