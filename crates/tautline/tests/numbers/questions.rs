//! Budgets, distances, and numbers of answers.

use std::hint::black_box;
use std::ops::ControlFlow;

use tautline::incremental::{IncrementalPathfinder, ProgressHook};
use tautline::path::ArcCorners;
use tautline::{
    Area, FieldQuery, Goals, ManyQuery, MeshFinder, MeshQueries, Outline, Path, PathQuery, Place,
    Scratch, Search,
};

use crate::{Count, builder, each_count, finder};

const GOALS: [[f64; 2]; 3] = [[19.0, 1.0], [1.0, 9.0], [15.0, 5.0]];

/// Finders on ground of one cost, and of two.
pub(crate) fn finders() -> [MeshFinder; 2] {
    let mut mud = builder();
    mud.add_area(Area::new(Outline::rect([12.0, 0.0], [14.0, 8.0]), "mud", 3.0));
    [finder(), MeshFinder::new(mud.build_mesh().unwrap())]
}

fn query() -> PathQuery {
    PathQuery::new([1.0, 1.0], [19.0, 1.0])
}

/// Calls a function with each count on each finder.
fn each_question(name: &str, mut ask: impl FnMut(Count, &MeshFinder)) {
    for finder in finders() {
        each_count(name, |n| ask(n, &finder));
    }
}

#[test]
fn paths_take_any_budget() {
    each_question("PathQuery::max_expanded", |n, finder| {
        for search in [Search::Auto, Search::Corridor] {
            let query = query().search(search);
            black_box(finder.find_path(&query.max_expanded(n.wide))).ok();
            assert_eq!(finder.find_path(&query.max_cost(n.real)).is_ok(), n.wide > 1);
            for query in [query.gap(n.real), query.snap(n.real), query.radius(n.real)] {
                black_box(finder.find_path(&query)).ok();
            }
            let far = PathQuery::new([n.real; 2], [-n.real; 2]).search(search);
            black_box(finder.find_path(&far)).ok();
        }
    });
}

#[test]
fn slices_take_any_number_of_nodes() {
    each_question(
        "IncrementalSearch::advance, Session::advance, ManyQuery::max_expanded, FieldQuery::max_expanded, \
         ProgressHook::every",
        |n, finder| {
            let mut search = finder.begin_boxed(&query()).unwrap();
            black_box((search.advance(n.wide), search.advance(n.wide), search.progress()));
            let mut search = finder.begin_boxed(&query().max_expanded(n.wide)).unwrap();
            black_box((search.advance(1), search.advance(n.wide), search.progress()));
            let goals = GOALS.map(Place::new);
            let to_any = ManyQuery::to_any([1.0, 1.0], Goals::Points(&goals));
            black_box(finder.begin_path_to_any(&to_any).unwrap().advance(n.wide));
            let to_all = ManyQuery::new([1.0, 1.0], &goals);
            black_box(finder.begin_paths(&to_all).unwrap().advance(n.wide));
            black_box(
                finder.begin_distance_field(&FieldQuery::new(&goals)).unwrap().advance(n.wide),
            );
            black_box(finder.distance_bounds(&to_all.max_expanded(n.wide).max_cost(n.real)))
                .unwrap();
            let mut calls = 0_u32;
            let mut count = |_: &_| {
                calls += 1;
                ControlFlow::Continue(())
            };
            let hook = ProgressHook::every(n.wide, &mut count);
            let (mut scratch, mut path) = (Scratch::new(), Path::default());
            assert!(finder.find_path_with_hook(&query(), &mut scratch, &mut path, hook).is_ok());
        },
    );
}

#[test]
fn questions_of_many_goals_take_any_number() {
    each_question(
        "MeshFinder::nearest, MeshFinder::begin_nearest, PathTree::path_to, PathTree::path_to_into",
        |n, finder| {
            let near = finder.nearest(&ManyQuery::new([1.0, 1.0], &GOALS), n.size).unwrap();
            assert_eq!(near.len(), n.size.min(GOALS.len()));
            let goals = GOALS.map(Place::new);
            let mut search =
                finder.begin_nearest(&ManyQuery::new([1.0, 1.0], &goals[..]), n.size).unwrap();
            black_box(search.advance(n.wide));
            let tree = finder.paths(&ManyQuery::new([1.0, 1.0], &GOALS)).unwrap();
            assert_eq!(tree.path_to(n.size).is_ok(), n.wide <= 1);
            assert_eq!(tree.path_to_into(n.size, &mut Path::default()).is_ok(), n.wide <= 1);
            let goals = GOALS.map(Place::new);
            black_box(finder.distance_bounds(&ManyQuery::new([1.0, 1.0], &goals).gap(n.real))).ok();
        },
    );
}

#[test]
fn fields_take_any_distance() {
    each_question("a field", |n, finder| {
        let within = finder.distance_field(&FieldQuery::new(&GOALS).max_cost(n.real)).unwrap();
        black_box((within.distance_at([1.0, 1.0]), within.follow([18.0, 1.0], n.real))).1.ok();
        let field = finder.distance_field(&FieldQuery::new(&GOALS)).unwrap();
        black_box(field.follow([1.0, 1.0], n.real)).unwrap();
        black_box(field.distance_at([n.real; 2]));
        let goals = GOALS.map(Place::new);
        black_box(finder.begin_distance_field(&FieldQuery::new(&goals).max_cost(n.real))).unwrap();
    });
}

#[test]
fn spatial_questions_take_any_distance_and_any_random_number() {
    each_question(
        "MeshQueries::random_point, MeshQueries::random_point_around, NavMesh::nearest_where, NavMesh::snap_to_connect",
        |n, finder| {
            let mut queries = MeshQueries::new(finder.mesh()).snap(n.real);
            let mut constant = || n.wide;
            assert!(queries.random_point(&mut constant).is_some());
            let place = [3.0, 3.0];
            assert!(queries.random_point_around(place, n.real, &mut constant).is_ok());
            assert!(queries.cells_around(place, n.real).is_ok());
            assert!(queries.nearest_wall(place, n.real).is_ok());
            for far in [[n.real; 2], [-n.real, n.real]] {
                assert!(queries.cast_ray(place, far).is_ok());
                assert!(queries.move_along(place, far).is_ok());
            }
            let widths = finder.widths();
            assert_eq!(widths.can_pass(place, [17.0, 3.0], n.real).unwrap(), n.wide <= 1);
            assert_eq!(
                widths.too_narrow(place, [17.0, 3.0], n.real).unwrap().is_some(),
                n.wide > 1
            );
            black_box(finder.mesh().nearest_where(place, n.real, |_| true));
            black_box(finder.mesh().snap_to_connect(place, n.real, |_| true));
        },
    );
}

#[test]
fn paths_are_read_at_any_distance() {
    each_question("Path::link_of_leg, Path::waypoint_layer", |n, finder| {
        let path = finder.find_path(&query()).unwrap();
        black_box((
            path.point_at(n.real),
            path.tangent_at(n.real),
            path.place_at(n.real, finder.mesh()),
        ));
        assert_eq!(path.link_of_leg(n.size), None);
        assert!(n.wide <= 1 || path.waypoint_layer(n.size).is_none());
        for step in [n.real, 1.0 / n.real, -n.real] {
            black_box(path.resample(step).take(1000).count());
        }
        black_box(path.arcs(&ArcCorners::of(finder.mesh())));
    });
}
