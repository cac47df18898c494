use super::*;
use navmesh_core::backend::geom::distinct_points;

use crate::plsg::intersection_budget::IntersectionBudget;

fn soup_of(lines: &[[[i32; 2]; 2]]) -> Plsg {
    let points = lines.as_flattened().iter().map(|&[x, y]| DVec2::new(x.into(), y.into()));
    let (points, numbers) = distinct_points(points.collect());
    let ends = numbers.chunks_exact(2);
    let segments = ends.map(|ends| Segment { from: ends[0], to: ends[1], source: 0 }).collect();
    Plsg { points, segments, ..Plsg::default() }
}

/// Returns the same segments with another limit.
fn limited(plsg: &Plsg, limit: usize) -> Plsg {
    Plsg { budget: IntersectionBudget::of(Some(limit), 0), ..plsg.clone() }
}

/// Returns the limit and the place of an error.
fn refusal<T: std::fmt::Debug>(result: Result<T, BuildError>) -> (usize, DVec2) {
    match result.unwrap_err() {
        BuildError::TooManyIntersections { limit, x, y } => (limit, DVec2::new(x, y)),
        other => panic!("{other}"),
    }
}

/// Forty long walls cross forty others. Each pair shares many buckets and counts once.
#[test]
fn the_limit_of_crossings_is_exact() {
    let level = (0..40).map(|i| [[-1, 3 * i], [120, 3 * i]]);
    let upright = (0..40).map(|i| [[3 * i, -1], [3 * i, 120]]);
    let plsg = soup_of(&level.chain(upright).collect::<Vec<_>>());
    let all: Vec<u32> = (0..80).collect();
    let (level, upright) = all.split_at(40);
    for [candidates, others] in [[&all, &[][..]], [level, upright]] {
        assert_eq!(crossing_pairs(&plsg, candidates, others, 1600).unwrap().len(), 1600);
        assert!(crossing_pairs(&plsg, candidates, others, 1599).is_err());
    }
    let (limit, near) = refusal(crossing_pairs(&limited(&plsg, 7), &all, &[], 7));
    assert_eq!((limit, near % 3.0), (7, DVec2::ZERO), "it is one of the crossings: {near}");
}

/// Every wall on a line ends inside all longer ones.
#[test]
fn the_limit_of_points_on_segments_is_exact() {
    let plsg = soup_of(&(1..=30).map(|i| [[-i, 0], [i, 0]]).collect::<Vec<_>>());
    let segments: Vec<u32> = (0..30).collect();
    let points: Vec<u32> = (0..60).collect();
    assert_eq!(touches(&limited(&plsg, 30 * 29), &segments, &points).unwrap().len(), 30 * 29);
    let (limit, near) = refusal(touches(&limited(&plsg, 30 * 29 - 1), &segments, &points));
    assert_eq!((limit, near.y), (30 * 29 - 1, 0.0));
    assert!(near.x.abs() < 30.0, "the ends of the longest are on no other: {near}");
}
