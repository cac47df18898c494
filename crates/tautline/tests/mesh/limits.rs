//! Limits that do not bind change no bit, and limits that bind say so: every kind of query, on every kind of world.

mod other_limits;
mod live_paths;
mod reduced;

use std::sync::Arc;

use navmesh_testkit::laws::{LimitReport, check_limited_slices, check_limits};
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{SplitMix64, World, world, world_count};
use tautline::build::RadiusOptions;
use tautline::incremental::IncrementalPathfinder;
use tautline::mesh::{EdgeId, MeshArea};
use tautline::{
    BuildOptions, ClosedDoors, Filter, MeshFinder, NavMesh, Outlines, PathQuery, Pathfinder,
    RadiusSet, Search, build_outlines, find_paths,
};

fn mesh_of(outlines: &Outlines) -> NavMesh {
    build_outlines(outlines, &BuildOptions::default()).unwrap().0
}

/// The queries, each with another search and gap than its neighbours.
fn by_all_methods(queries: &[PathQuery]) -> Vec<PathQuery> {
    let vary = |(i, query): (usize, &PathQuery)| match i % 6 {
        0 => *query,
        1 => query.search(Search::Corridor),
        2 => query.gap(0.1),
        3 => query.gap(0.001),
        4 => query.search(Search::Optimal),
        _ => query.gap(1.0),
    };
    queries.iter().enumerate().map(vary).collect()
}

/// Holds the law of limits for every query.
fn check(name: &str, finder: &dyn Pathfinder, queries: &[PathQuery]) -> LimitReport {
    let mut report = LimitReport::default();
    for query in queries {
        report += check_limits(finder, query).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
    report
}

/// Holds the law of limits, and asks in slices, with a hook and in a batch: all give the same bits.
fn check_all(name: &str, finder: &dyn IncrementalPathfinder, queries: &[PathQuery]) -> LimitReport {
    let report = check(name, finder, queries);
    let mut rng = SplitMix64::new(report.queries());
    for query in queries {
        let asked = check_limited_slices(finder, query, &mut rng);
        let query = asked.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let whole = finder.find_path(&query);
        assert!(find_paths(finder, &[query; 2]).iter().all(|answer| *answer == whole), "{query:?}");
    }
    report
}

#[test]
fn on_ground_of_one_cost() {
    let mut report = LimitReport::default();
    for seed in 0..world_count(40) {
        let world = world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        report += check_all(&world.name, &finder, &by_all_methods(&world.queries(12)));
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 1000 && report.complete > 100, "{report:?}");
}

#[test]
fn on_weighted_regions() {
    let mut report = LimitReport::default();
    for seed in 0..world_count(66) {
        let world = weighted_world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        report += check_all(&world.name, &finder, &by_all_methods(&world.queries(6)));
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 1000 && report.complete > 300, "{report:?}");
}

/// A mesh with an area of another cost on about a third of its cells.
fn with_costs(mesh: &NavMesh, seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed);
    let mut raw = mesh.to_raw();
    raw.areas = [0.5, 3.0].map(|cost| MeshArea { name: format!("costs {cost}"), cost }).into();
    let area = |_: &u32| rng.chance(35).then(|| u32::from(rng.chance(60)));
    raw.cell_areas = raw.cell_ends.iter().map(area).collect();
    let cost = |area: &Option<u32>| area.map_or(1.0, |area| [0.5, 3.0][area as usize]);
    raw.costs = raw.cell_areas.iter().map(cost).collect();
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn over_links_and_on_floors() {
    let mut report = LimitReport::default();
    for seed in 0..world_count(40) {
        let mesh = with_links(stacked_tiles(seed), seed);
        let mesh = if seed % 2 == 0 { mesh } else { with_costs(&mesh, seed) };
        let queries = by_all_methods(&floor_queries(&mesh, 6, seed));
        report += check_all(&format!("floors {seed}"), &MeshFinder::new(mesh), &queries);
        let world = weighted_world(seed);
        let mesh = with_links(mesh_of(&world.outlines), seed);
        let queries = by_all_methods(&world.queries(6));
        report += check_all(&world.name, &MeshFinder::new(mesh), &queries);
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 1000, "{report:?}");
}

/// Closes every fifth portal.
fn some_portals_closed(mesh: &Arc<NavMesh>) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    let portals = (0..mesh.edges().len()).filter(|&edge| !mesh.edges()[edge].is_wall());
    portals.step_by(5).for_each(|edge| doors.close_edge(EdgeId(edge as u32)).unwrap());
    doors
}

#[test]
fn beside_closed_doors_and_under_filters() {
    let mut report = LimitReport::default();
    for seed in 0..world_count(40) {
        let world = if seed % 3 == 0 { world(seed) } else { weighted_world(seed) };
        let mesh = Arc::new(mesh_of(&world.outlines));
        let doors = some_portals_closed(&mesh);
        let mut finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let names: Vec<String> =
            finder.mesh().areas().iter().map(|area| area.name.clone()).collect();
        let mut rules = Filter::new();
        for (i, name) in names.iter().enumerate().filter(|(i, _)| i % 3 < 2) {
            rules = if i % 3 == 0 { rules.forbid(name) } else { rules.cost(name, 1.5) };
        }
        let filter = finder.add_filter(&rules).unwrap();
        let mut queries = by_all_methods(&world.queries(12));
        queries.iter_mut().skip(6).for_each(|query| *query = query.filter(filter));
        report += check_all(&world.name, &finder, &queries);
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 500, "{report:?}");
}

#[test]
fn for_agents_of_any_radius() {
    let mut report = LimitReport::default();
    for seed in 0..world_count(40) {
        let world: World = if seed % 2 == 0 { world(seed) } else { weighted_world(seed) };
        let size = mesh_of(&world.outlines).bounds().size().max_element();
        let set = RadiusSet::new(world.outlines.clone());
        let rounded = set.clone().with_options(RadiusOptions::default().step(0.01 * size));
        let mut rng = SplitMix64::new(seed);
        for query in by_all_methods(&world.queries(6)) {
            let query = query.radius(0.03 * size * rng.unit());
            report += check(&world.name, &rounded, &[query]);
            report += check(&world.name, &set, &[query]);
        }
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 500, "{report:?}");
}
