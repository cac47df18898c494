//! Distances to many goals, against single queries and against the oracle.

use crate::rounding::same;
use crate::sites::{Site, sites};
use navmesh_testkit::MeshOracle;
use tautline::{
    DVec2, Link, ManyQuery, MeshFinder, NavMeshBuilder, Outline, Path, PathError, PathQuery,
};

/// Returns the lengths of the single queries.
fn alone(finder: &MeshFinder, start: DVec2, goals: &[DVec2]) -> Vec<f64> {
    let path = |&goal| finder.find_path(&PathQuery::new(start, goal));
    goals.iter().map(|goal| path(goal).map_or(f64::INFINITY, |path: Path| path.length())).collect()
}

fn check_start(site: &Site, finder: &MeshFinder, start: DVec2, goals: &[DVec2]) -> [usize; 2] {
    let name = &site.name;
    let expected = alone(finder, start, goals);
    let distances = match finder.distances(&ManyQuery::new(start, goals)) {
        Ok(distances) => distances,
        Err(error) => {
            assert!(matches!(
                error,
                PathError::StartOutside { .. } | PathError::InvalidQuery { .. }
            ));
            assert!(expected.iter().all(|&length| length == f64::INFINITY), "{name}: {start}");
            return [0; 2];
        }
    };
    assert_eq!(distances.len(), goals.len());
    for (goal, (&together, &alone)) in goals.iter().zip(distances.iter().zip(&expected)) {
        assert!(same(together, alone), "{name}: {start} to {goal}: {together}, alone {alone}");
    }
    assert_eq!(
        finder.distances(&ManyQuery::new(start, goals)).unwrap(),
        distances,
        "{name}: {start}"
    );
    let mut order: Vec<(f64, usize)> = distances.iter().copied().zip(0..).collect();
    order.retain(|(distance, _)| *distance < f64::INFINITY);
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for count in [0, 1, 3, goals.len() / 2, goals.len() + 1] {
        let nearest = finder.nearest(&ManyQuery::new(start, goals), count).unwrap();
        assert_eq!(nearest.len(), count.min(order.len()), "{name}: {start}, {count} nearest");
        for (near, (distance, _)) in nearest.iter().zip(&order) {
            assert!(same(near.distance, *distance), "{name}: {start}, {count} nearest: {near:?}");
            assert!(same(distances[near.goal], near.distance));
        }
    }
    [order.len(), goals.len() - order.len()]
}

#[test]
fn distances_to_many_goals_are_those_of_single_queries() {
    let mut counts = [0; 2];
    for site in sites(150) {
        let finder = MeshFinder::new(site.mesh.clone());
        let mut goals: Vec<DVec2> = site.points.iter().copied().take(40).collect();
        goals.extend(goals.first().copied());
        for &start in site.points.iter().step_by(site.points.len().div_ceil(6)) {
            let met = check_start(&site, &finder, start, &goals);
            counts = [counts[0] + met[0], counts[1] + met[1]];
        }
    }
    let [reached, not_reached] = counts;
    assert!(reached > 1000 && not_reached > 100, "{reached} {not_reached}");
    println!("{reached} goals reachable, {not_reached} unreachable");
}

#[test]
fn distances_to_many_goals_are_the_oracles() {
    let mut compared = 0;
    for site in sites(60) {
        let (finder, oracle) = (MeshFinder::new(site.mesh.clone()), MeshOracle::new(&site.mesh));
        let goals: Vec<DVec2> = site.points.iter().copied().take(12).collect();
        for &start in site.points.iter().take(4) {
            let Ok(distances) = finder.distances(&ManyQuery::new(start, &goals)) else { continue };
            for (&goal, distance) in goals.iter().zip(distances) {
                // Points off the mesh are snapped, which the oracle does not do.
                if site.mesh.locate(start).is_none() || site.mesh.locate(goal).is_none() {
                    continue;
                }
                if let Some((length, _)) = oracle.shortest(start, goal) {
                    let close = (distance - length).abs() <= 1e-9 * length;
                    assert!(close, "{}: {start} to {goal}: {distance} {length}", site.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_matrix_has_one_row_a_start() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::rect([4.0, 1.0], [6.0, 7.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let places = [[0.0, 4.0], [10.0, 4.0], [20.0, 4.0]].map(DVec2::from);
    let rows = finder.distance_matrix(&places, &places).unwrap();
    let (around, far) = (5.0 + 2.0 + 5.0, f64::INFINITY);
    assert_eq!(rows, [[0.0, around, far], [around, 0.0, far], [far, far, far]]);
    assert_eq!(finder.distance_matrix(&places, &places[..0]).unwrap(), [[0.0; 0]; 3]);
}

#[test]
fn a_matrix_with_more_starts_than_goals_is_searched_from_the_goals() {
    let mut finite = 0;
    for site in sites(40) {
        let finder = MeshFinder::new(site.mesh.clone());
        let starts = &site.points;
        let goals = &starts[..starts.len().min(3)];
        if starts.len() <= goals.len() {
            continue;
        }
        let rows = finder.distance_matrix(starts, goals).unwrap();
        let columns: Vec<Vec<f64>> = goals
            .iter()
            .map(|&goal| match finder.distances(&ManyQuery::new(goal, starts)) {
                Ok(column) => column,
                Err(_) => vec![f64::INFINITY; starts.len()],
            })
            .collect();
        for (start, row) in rows.iter().enumerate() {
            // The same searches, so the same bits.
            let column = columns.iter().map(|column| column[start].to_bits());
            assert!(row.iter().map(|length| length.to_bits()).eq(column), "{}", site.name);
            finite += row.iter().filter(|length| length.is_finite()).count();
        }
    }
    assert!(finite > 100, "{finite}");
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_link(Link::new([1.0, 1.0], [9.0, 1.0], "slide").cost(0.0).one_way());
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let starts = [[1.0, 1.0], [9.0, 1.0]].map(DVec2::from);
    // The slide costs nothing one way, so searches from the goals would be wrong.
    assert_eq!(finder.distance_matrix(&starts, &starts[1..]).unwrap(), [[0.0], [0.0]]);
    assert_eq!(finder.distance_matrix(&starts, &starts[..1]).unwrap(), [[0.0], [8.0]]);
}

#[test]
fn a_matrix_with_equal_starts_and_goals_has_the_distances_of_all_pairs() {
    for site in sites(40) {
        let finder = MeshFinder::new(site.mesh.clone());
        let on_mesh = |point: &DVec2| site.mesh.locate(*point).is_some();
        let places: Vec<DVec2> = site.points.iter().copied().filter(on_mesh).take(8).collect();
        let rows = finder.distance_matrix(&places, &places).unwrap();
        for (&start, row) in places.iter().zip(rows) {
            let alone = finder.distances(&ManyQuery::new(start, &places)).unwrap();
            for ((a, b), &goal) in row.into_iter().zip(alone).zip(&places) {
                // Two places a few ulps apart differ by rounding only.
                let tiny = a.max(b) <= 8.0 * f64::EPSILON * site.mesh.bounds().max_abs();
                // In a disconnected pair either place may be snapped to the other side of a wall.
                let found = finder.find_path(&PathQuery::new(start, goal));
                let moved = found.is_ok_and(|path| path.start_offset() + path.goal_offset() > 0.0);
                let alike = same(a, b) || tiny || moved && a.is_finite() && b.is_finite();
                assert!(alike, "{}: from {start}: {a} {b}", site.name);
            }
        }
    }
}
