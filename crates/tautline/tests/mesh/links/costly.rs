//! Links that cost a million times the width of the map: paths over them are exact and fast.

use std::ops::ControlFlow;

use navmesh_testkit::{LinkOracle, SplitMix64, world_count};
use tautline::incremental::{IncrementalPathfinder, Progress, ProgressHook};
use tautline::{
    DVec2, Link, LinkWay, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path, PathError, PathQuery,
    Scratch,
};

/// Adds a room with a lattice of random boxes, 3 apart; its lower left corner is at (`x`, -2).
fn add_room(builder: &mut NavMeshBuilder, x: f64, side: usize, rng: &mut SplitMix64) {
    let size = 3.0 * side as f64;
    builder.add_walkable(Outline::rect([x - 2.0, -2.0], [x + size, size]));
    for column in 0..side {
        for row in 0..side {
            let corner = DVec2::new(x + 3.0 * column as f64, 3.0 * row as f64);
            let at = corner + DVec2::new(rng.unit(), rng.unit());
            let far = at + DVec2::new(1.0 + 0.9 * rng.unit(), 1.0 + 0.9 * rng.unit());
            builder.add_obstacle(Outline::rect(at.to_array(), far.to_array()));
        }
    }
}

/// Builds two rooms with boxes and an island between them; links of one cost connect the rooms
/// directly and over the island.
pub(crate) fn rooms(cost: f64) -> NavMesh {
    let (mut builder, mut rng) = (NavMeshBuilder::new(), SplitMix64::new(3));
    add_room(&mut builder, 0.0, 20, &mut rng);
    add_room(&mut builder, 80.0, 20, &mut rng);
    builder.add_walkable(Outline::rect([65.0, 20.0], [72.0, 30.0]));
    let links = [
        ([60.0, 22.0], [65.0, 25.0]),
        ([72.0, 25.0], [78.0, 10.0]),
        ([72.0, 25.0], [78.0, 50.0]),
        ([60.0, -1.0], [66.0, 22.0]),
    ];
    for (from, to) in links {
        builder.add_link(Link::new(from, to, "costly").cost(cost));
    }
    builder.build().unwrap().0
}

/// Returns queries between the rooms and the island.
pub(crate) fn queries() -> Vec<PathQuery> {
    let (left, islet, right) = ([-1.5, 20.0], [68.0, 22.0], [139.5, 58.0]);
    let far = [20.0, 59.5];
    let ends = [(left, right), (right, left), (islet, right), (left, islet), (far, right)];
    let within = [(left, far), ([79.0, -1.0], right)];
    ends.into_iter().chain(within).map(|(start, goal)| PathQuery::new(start, goal)).collect()
}

#[test]
fn a_search_over_expensive_links_expands_eight_nodes_a_vertex_at_most() {
    let finders = [1e3, 1e4, 1e6, 1e8].map(|cost| MeshFinder::new(rooms(cost)));
    let most = 8 * finders[0].mesh().vertex_count() as u64;
    for query in queries() {
        let paths: Vec<Path> = finders.iter().map(|of| of.find_path(&query).unwrap()).collect();
        for (path, finder) in paths.iter().zip(&finders) {
            path.verify_answer(&query, finder.mesh()).unwrap();
            assert!(
                (path.length() - paths[0].length()).abs() <= 1e-12 * path.length(),
                "{query:?}"
            );
            assert_eq!(path.links().len(), paths[0].links().len());
        }
        let expanded: Vec<u64> = paths.iter().map(|path| path.stats().expanded).collect();
        println!("{expanded:?} over {} links", paths[0].links().len());
        assert!(expanded.iter().all(|&expanded| expanded <= most), "{query:?}: {expanded:?}");
    }
}

/// Builds islands of 10 by 10 on a lattice, some touching at a corner, each with one or two boxes, and
/// links between random islands: expensive, cheap or free, one-way or two-way, from corners or
/// from inside.
fn archipelago(seed: u64) -> (NavMesh, Vec<DVec2>) {
    let mut rng = SplitMix64::new(seed);
    let (mut builder, mut places) = (NavMeshBuilder::new(), Vec::new());
    let mut corner = DVec2::ZERO;
    for _ in 0..2 + rng.below(5) {
        builder.add_walkable(Outline::rect(corner.to_array(), (corner + 10.0).to_array()));
        for x in [2.0, 6.0] {
            if rng.chance(30) {
                continue;
            }
            let at = corner + DVec2::new(x, rng.between(0, 7) as f64);
            let size = DVec2::new(2.0, rng.between(1, 4) as f64);
            builder.add_obstacle(Outline::rect(at.to_array(), (at + size).to_array()));
            places.extend([at, at + size]);
        }
        places.extend([corner, corner + 10.0, corner + DVec2::new(5.0, rng.between(0, 11) as f64)]);
        let step = if rng.chance(25) { [10.0, 10.0] } else { [14.0, rng.between(0, 4) as f64] };
        corner += DVec2::from(step);
    }
    let mesh = builder.build().unwrap().0;
    places.retain(|&place| mesh.incidences(place).next().is_some());
    let scale = Link::max_cost(mesh.bounds()) * *rng.pick(&[0.0625, 0.25, 0.5]);
    let mut links = Vec::new();
    for number in 0..1 + rng.below(9) {
        let [from, to] = [(); 2].map(|()| *rng.pick(&places));
        let costly = [1.0, 1.0, 1.5, 2.0].map(|share| share * scale);
        let share = *rng.pick(&[0.0, 0.5, 1.0, 3.0]);
        let mut link = Link::new(from, to, format!("link {number}"));
        link.cost = if rng.chance(60) { *rng.pick(&costly) } else { link.span() * share };
        if rng.chance(30) {
            link.way = LinkWay::OneWay;
        }
        links.push(link);
    }
    (mesh.with_links(links).unwrap(), places)
}

/// Counters of the cases that were met.
#[derive(Debug, Default)]
struct Met {
    costly: usize,
    cheap: usize,
    none: usize,
    stopped: usize,
}

#[test]
fn paths_over_expensive_links_cost_the_same_as_the_oracles() {
    let mut met = Met::default();
    for seed in 0..world_count(100) {
        let (mesh, places) = archipelago(seed);
        let (oracle, finder) = (LinkOracle::new(&mesh), MeshFinder::new(mesh.clone()));
        let mut rng = SplitMix64::new(!seed);
        for _ in 0..12 {
            let query = PathQuery::new(*rng.pick(&places), *rng.pick(&places));
            check(&oracle, &finder, &query, &mut met);
        }
    }
    assert!(met.costly > 200 && met.cheap > 300 && met.none > 200 && met.stopped > 1000, "{met:?}");
    println!("{met:?}");
}

fn check(oracle: &LinkOracle<'_>, finder: &MeshFinder, query: &PathQuery, met: &mut Met) {
    let context = || format!("{query:?}, {:?}", finder.mesh().links());
    let place = |point| (oracle.ground().cells_on(0, point), point);
    let Some(best) = oracle.best_cost(&place(query.start), &place(query.goal)) else {
        met.none += 1;
        let found = finder.find_path(query);
        return assert!(found.is_err_and(|error| error.proves_unreachable()), "{}", context());
    };
    let path = finder.find_path(query).unwrap();
    path.verify_answer(query, finder.mesh()).unwrap();
    let slack = 64.0 * f64::EPSILON * best;
    assert!((path.cost() - best).abs() <= slack, "{}: {} {best}", context(), path.cost());
    let is_costly = path.cost() > 1e4 * path.length();
    *(if is_costly { &mut met.costly } else { &mut met.cheap }) += 1;
    let (mut scratch, mut stopped) = (Scratch::new(), Path::default());
    for most in 0..6 {
        let query = query.max_expanded(most);
        if let Err(error) = finder.find_path_into(&query, &mut scratch, &mut stopped) {
            let PathError::BudgetExhausted { lower_bound, .. } = error else { panic!("{error}") };
            assert!(lower_bound <= best + slack, "{}: {lower_bound} {best}", context());
            met.stopped += 1;
        }
    }
    let mut watch = |progress: &Progress| {
        assert!(progress.lower_bound <= best + slack, "{}: {progress:?} {best}", context());
        assert!(progress.best.is_none_or(|found| found >= best - slack), "{}", context());
        ControlFlow::Continue(())
    };
    let mut hooked = Path::default();
    let watch = ProgressHook::every(1, &mut watch);
    finder.find_path_with_hook(query, &mut scratch, &mut hooked, watch).unwrap();
    assert_eq!(hooked, path, "{}", context());
    for share in [0.75, 1.25] {
        let found = finder.find_path(&query.max_cost(best * share));
        assert_eq!(found.is_ok(), share > 1.0 || best == 0.0, "{}: {found:?}", context());
    }
}
