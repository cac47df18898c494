//! Reduced cases of limits that made answers worse.

use navmesh_testkit::world;
use tautline::build::RadiusOptions;
use tautline::{Area, MeshFinder, Outline, Outlines, PathError, PathQuery, RadiusSet, Search};

use super::{by_all_methods, check, mesh_of};

/// Reduced from a seeded world in which a budget of nodes left out the corridor, which is cheaper by 8 %.
#[test]
fn a_budget_of_nodes_does_not_leave_out_the_corridor() {
    let [a, b, c] = [
        [1.946203045067175, 4649610.542415424],
        [-80.0, 4649527.0],
        [18.88120211167552, 4649577.645518813],
    ];
    let outlines = Outlines {
        walkable: vec![Outline::new([[0.0, 4649776.0], [-96.0, 4649477.0], [102.0, 4649579.0]])],
        obstacles: vec![Outline::new([
            [1.9462030450671648, 4649610.542415424],
            [35.81620117828385, 4649544.748622203],
            [69.0, 4649562.0],
        ])],
        areas: vec![Area::new(Outline::new([a, b, c]), "mud", 3.0)],
        ..Outlines::default()
    };
    let finder = MeshFinder::new(mesh_of(&outlines));
    let query = PathQuery::new([18.0, 4649660.0], [2.0, 4649599.0]).snap(0.0);
    let plain = finder.find_path(&query).unwrap();
    let corridor = finder.find_path(&query.search(Search::Corridor)).unwrap();
    assert!(plain.cost() <= corridor.cost());
    assert_eq!(finder.find_path(&query.max_expanded(u64::MAX)).as_ref(), Ok(&plain));
    assert_eq!(finder.find_path(&query.max_cost(plain.cost())).as_ref(), Ok(&plain));
    let stopped = finder.find_path(&query.max_expanded(plain.stats().expanded - 1)).unwrap_err();
    assert_eq!(stopped.kind(), "budget-exhausted");
}

/// Reduced from a seeded world in which the weighted path alone was held against the budget of cost.
#[test]
fn a_budget_of_cost_is_for_the_cheapest_of_all_searches() {
    let [a, b, c] = [
        [4.8472774633732225, 4649789.057714241],
        [1.0, 4649788.0],
        [4.847277463445357, 4649789.057714241],
    ];
    let outlines = Outlines {
        walkable: vec![Outline::new([[0.0, 4649776.0], [9.0, 4649787.0], [-1.0, 4649796.0]])],
        areas: vec![Area::new(Outline::new([a, b, c]), "ice", 0.5)],
        ..Outlines::default()
    };
    let finder = MeshFinder::new(mesh_of(&outlines));
    let query = PathQuery::new([6.0, 4649786.0], [1.0, 4649790.0]).snap(0.0);
    let plain = finder.find_path(&query).unwrap();
    for max_cost in [plain.cost(), 1.01 * plain.cost()] {
        assert_eq!(finder.find_path(&query.max_cost(max_cost)).as_ref(), Ok(&plain));
    }
    let PathError::BudgetExhausted { lower_bound, .. } =
        finder.find_path(&query.max_cost(0.9 * plain.lower_bound())).unwrap_err()
    else {
        panic!("no path is that cheap")
    };
    assert!(lower_bound > 0.9 * plain.lower_bound() && lower_bound <= plain.cost());
}

/// The search adds up the parts of a leg along several walls, so that its sum is an ulp above the cost of the path. It went on
/// after it had found the path, and the budget of nodes ended it.
#[test]
fn a_budget_of_cost_is_for_the_cost_of_the_path_and_not_for_the_sum_of_the_search() {
    let world = world(216);
    let finder = MeshFinder::new(mesh_of(&world.outlines));
    assert!(check(&world.name, &finder, &by_all_methods(&world.queries(12))).loose > 60);
}

/// Reduced from a seeded world: the mesh of the radius rounded down holds the start, and that of the radius moves it towards
/// the goal, so that the path there is shorter than any of the former mesh.
#[test]
fn a_bound_for_the_radius_rounded_down_is_none_for_an_end_that_the_radius_moves() {
    let room = Outline::rect([0.0, 0.0], [20.0, 10.0]);
    let set = RadiusSet::new(Outlines { walkable: vec![room], ..Outlines::default() });
    let set = set.with_options(RadiusOptions::default().step(1.0));
    let query = PathQuery::new([1.49, 5.0], [10.0, 5.0]).radius(1.5);
    let plain = set.find_path(&query).unwrap();
    assert!(plain.start_offset() > 0.0 && plain.cost() < 8.51);
    let limited = set.find_path(&query.max_cost(plain.cost())).unwrap();
    assert_eq!(limited.waypoints(), plain.waypoints());
}

/// The mesh of the radius rounded down holds the start in a corridor of its own, and that of the radius has none there.
#[test]
fn a_failure_for_the_radius_rounded_down_is_none_for_an_end_that_the_radius_moves() {
    let hall = Outline::rect([0.0, 0.0], [20.0, 10.0]);
    let corridor = Outline::rect([-2.6, 0.0], [-0.1, 10.0]);
    let set = RadiusSet::new(Outlines { walkable: vec![hall, corridor], ..Outlines::default() });
    let rounded = set.clone().with_options(RadiusOptions::default().step(1.0));
    let query = PathQuery::new([-1.35, 5.0], [10.0, 5.0]).radius(1.5).snap(3.0);
    let exact = set.find_path(&query).unwrap();
    assert_eq!(rounded.find_path(&query).unwrap().waypoints(), exact.waypoints());
}
