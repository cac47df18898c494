//! Queries for one path, and points along a path.

use tautline::error::QuerySide;
use tautline::incremental::IncrementalPathfinder;
use tautline::{
    Bounds, DVec2, GoalPolicy, Grid, GridFinder, Link, Path, PathQuery, Place, Search, StartPolicy,
};

use super::{Outcome, answer, each_real, finders, named, outcome};

/// Searches for a path on meshes of both kinds and on tiles, in one go and in slices.
fn found(query: PathQuery) -> [Outcome; 8] {
    let [plain, costly] = finders();
    let tiles = GridFinder::new(Grid::new(20, 10).unwrap());
    let lenient =
        query.goal_policy(GoalPolicy::NearestReachable).start_policy(StartPolicy::Nearest);
    [
        outcome(plain.find_path(&query)),
        outcome(costly.find_path(&query)),
        outcome(plain.find_path(&query.search(Search::Corridor))),
        outcome(plain.find_path(&lenient)),
        outcome(costly.find_path(&lenient)),
        outcome(plain.begin_boxed(&query).map(|_| "begun")),
        outcome(plain.find_corridor(&query)),
        outcome(tiles.find_path(&query)),
    ]
}

fn query() -> PathQuery {
    PathQuery::new([1.0, 1.0], [19.0, 1.0])
}

#[test]
fn paths_lead_anywhere_or_say_why_not() {
    each_real("PathQuery::new, Place::new", |x| {
        found(PathQuery::new([x, 1.0], Place::new([9.0, 1.0])))
    });
    each_real("PathQuery::new, Place::new", |x| {
        found(PathQuery::new([1.0, 1.0], Place::new([8.0, x])))
    });
    each_real("NavMesh::outside_error, NavMesh::unreachable_error", |x| {
        let [plain, _] = finders();
        let (mesh, good, bad) = (plain.mesh(), Place::new([1.0, 1.0]), Place::new([x, 1.0]));
        [
            Err(mesh.outside_error(bad, QuerySide::Start).to_string()),
            Err(mesh.outside_error(bad, QuerySide::Goal).to_string()),
            Err(mesh.unreachable_error(good, bad).to_string()),
        ]
    });
}

#[test]
fn queries_take_any_real_option() {
    each_real("PathQuery::gap", |x| found(query().gap(x)));
    each_real("PathQuery::max_cost", |x| found(query().max_cost(x)));
    each_real("PathQuery::radius", |x| {
        found(query().radius(x))
            .map(|found| named(found, "an agent radius that the map was not built for"))
    });
    each_real("PathQuery::snap", |x| found(query().snap(x)));
}

#[test]
fn paths_are_read_at_any_real_distance() {
    each_real("Path::point_at, Path::tangent_at, Path::place_at, Path::resample", |x| {
        let [plain, _] = finders();
        let path = plain.find_path(&query()).unwrap();
        [
            answer(path.point_at(x)),
            answer(path.tangent_at(x)),
            answer(path.place_at(x, plain.mesh())),
            answer(path.resample(x).take(1000).any(|point| !point.is_finite())),
        ]
    });
    each_real("Path::through", |x| {
        let [plain, _] = finders();
        let points = [[1.0, 1.0], [x, 2.0], [3.0, 1.0]].map(DVec2::from);
        let path = Path::through(points, [plain.mesh().cell_id(0)]);
        [named(outcome(path.verify(plain.mesh())), "waypoint 1 has an unusable coordinate")]
    });
    each_real("Link::max_cost", |x| {
        let bounds = Bounds { min: [0.0, 0.0].into(), max: [x, 1.0].into() };
        [answer(Link::max_cost(bounds).is_nan())]
    });
}
