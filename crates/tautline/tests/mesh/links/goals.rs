//! Many goals, areas and fields over links, also in slices, against the oracle's relaxation.

use std::sync::Arc;

use crate::links::costly::{queries, rooms};
use crate::points::places;
use crate::rounding::are_equal;
use crate::sites::{Site, sites};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::{LinkOracle, SplitMix64};
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::mesh::LinkId;
use tautline::queries::Heading;
use tautline::{
    ClosedDoors, DVec2, DistanceField, FieldQuery, Goals, ManyQuery, MeshFinder, NavMesh, Path,
    PathError, PathToGoal, Place,
};

/// A site with links, some of them closed, and points on its mesh.
struct Linked {
    name: String,
    finder: MeshFinder,
    /// The same mesh with only the open links.
    truth: Arc<NavMesh>,
    points: Vec<DVec2>,
    random: SplitMix64,
}

impl Linked {
    fn of(site: &Site, seed: u64) -> Self {
        let mesh = Arc::new(with_links(site.mesh.clone(), seed));
        let mut random = SplitMix64::new(seed ^ 0x60A1);
        let (mut doors, mut open) = (ClosedDoors::new(&mesh), mesh.links().to_vec());
        for id in (0..mesh.links().len()).rev().filter(|_| random.chance(15)) {
            doors.close_link(LinkId(id as u32)).unwrap();
            open.remove(id);
        }
        let truth = Arc::new(NavMesh::clone(&mesh).with_links(open).unwrap());
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let on_mesh = site.points.iter().filter(|&&point| site.mesh.locate(point).is_some());
        let points = on_mesh.take(24).copied().collect();
        Self { name: site.name.clone(), finder, truth, points, random }
    }

    fn pick(&mut self, count: usize) -> Vec<DVec2> {
        (0..count).map(|_| *self.random.pick(&self.points)).collect()
    }

    /// Returns the finder's mesh, which has the same link numbers.
    fn mesh(&self) -> Arc<NavMesh> {
        self.finder.current_mesh()
    }
}

/// Calls `check` with every site with links, and its oracle.
fn for_each_site(ordinary: u64, mut check: impl FnMut(&mut Linked, &LinkOracle<'_>)) {
    for (seed, site) in (0..).zip(sites(ordinary)) {
        let mut linked = Linked::of(&site, seed);
        if linked.points.len() > 1 {
            let truth = Arc::clone(&linked.truth);
            check(&mut linked, &LinkOracle::new(&truth));
        }
    }
}

fn best_cost(oracle: &LinkOracle<'_>, from: DVec2, to: DVec2) -> f64 {
    let place = |point| (oracle.ground().cells_at(point), point);
    oracle.best_cost(&place(from), &place(to)).unwrap_or(f64::INFINITY)
}

/// Checks that a heading has the first waypoint and link of the path.
fn check_heading(heading: &Heading, path: &Path, context: &str) {
    let first = path.links().first().filter(|used| used.leg <= 1);
    let link = first.map(|used| (used.lane_id(), used.entered));
    let at_once = first.is_some_and(|used| used.leg == 0);
    let next = path.waypoints().get(usize::from(!at_once)).unwrap_or(&heading.from.point);
    assert_eq!((heading.next.point, heading.link), (*next, link), "{context}: {path:?}");
}

#[test]
fn a_field_follows_links_in_their_direction() {
    let (mut over_links, mut none) = (0, 0);
    for_each_site(100, |site, oracle| {
        let mesh = site.mesh();
        for count in [1, 3] {
            let goals = site.pick(count);
            let field = site.finder.distance_field(&FieldQuery::new(&goals)).unwrap();
            for &from in &site.points {
                let best = goals.iter().map(|&goal| best_cost(oracle, from, goal));
                let best = best.fold(f64::INFINITY, f64::min);
                let context = format!("{}: {from} to {goals:?}, {:?}", site.name, mesh.links());
                let heading = match field.heading_at(from) {
                    Ok(heading) => heading,
                    Err(error) => {
                        assert!(error.proves_unreachable(), "{context}: {error}");
                        assert_eq!(best, f64::INFINITY, "{context}: {error}");
                        none += 1;
                        continue;
                    }
                };
                if heading.offset > 0.0 {
                    assert_eq!(best, f64::INFINITY, "{context}");
                    continue;
                }
                assert!(are_equal(heading.distance, best), "{context}: {heading:?}, not {best}");
                let path = field.path_from(from).unwrap();
                assert_eq!(path.verify(&mesh), Ok(()), "{context}: {path:?}");
                assert!(are_equal(path.cost(), best), "{context}: {path:?}, not {best}");
                assert!(goals.contains(path.waypoints().last().unwrap()), "{context}: {path:?}");
                check_heading(&heading, &path, &context);
                over_links += usize::from(!path.links().is_empty());
            }
        }
    });
    assert!(over_links > 300 && none > 100, "{over_links} over links, {none} unreachable");
}

fn answers(field: &DistanceField, points: &[DVec2]) -> Vec<String> {
    let answer =
        |&point: &DVec2| format!("{:?} {:?}", field.heading_at(point), field.path_from(point));
    points.iter().map(answer).collect()
}

#[test]
fn a_sliced_field_over_links_is_the_unsliced_one_and_a_stopped_one_has_a_bound() {
    let (mut slices, mut known, mut beyond) = (0, 0, 0);
    for_each_site(40, |site, _| {
        let goals = site.pick(2);
        let whole = site.finder.distance_field(&FieldQuery::new(&goals)).unwrap();
        let mut flood =
            site.finder.begin_distance_field(&FieldQuery::new(&places(&goals))).unwrap();
        let most = [2, 9][site.random.below(2)];
        while flood.advance(site.random.below(most) as u64) == Stage::InProgress {
            slices += 1;
        }
        assert_eq!(
            answers(&flood.into_task().into_field(), &site.points),
            answers(&whole, &site.points)
        );
        for spent in [0, 1, 2, 5, 12] {
            let mut flood =
                site.finder.begin_distance_field(&FieldQuery::new(&places(&goals))).unwrap();
            let is_done = flood.advance(spent) == Stage::Done;
            assert!(flood.progress().expanded <= spent);
            let field = flood.into_task().into_field();
            for &point in &site.points {
                let (heading, distance) =
                    (field.heading_at(point), whole.distance_at(point).unwrap_or(f64::INFINITY));
                match heading {
                    Ok(heading) => {
                        assert!(are_equal(heading.distance, distance), "{}: {point}", site.name);
                        known += 1;
                    }
                    Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                        assert!(!is_done && lower_bound <= distance, "{}: {point}", site.name);
                        beyond += 1;
                    }
                    Err(_) => assert_eq!(distance, f64::INFINITY, "{}: {point}", site.name),
                }
            }
        }
        let limit = whole.distance_at(site.points[0]).unwrap_or(f64::INFINITY);
        let near = site
            .finder
            .distance_field(&FieldQuery::new(&goals).max_cost(limit.min(1e300)))
            .unwrap();
        for &point in site
            .points
            .iter()
            .filter(|&&point| whole.distance_at(point).unwrap_or(f64::INFINITY) <= limit)
        {
            assert_eq!(near.distance_at(point), whole.distance_at(point), "{}: {point}", site.name);
        }
    });
    assert!(slices > 500 && known > 1000 && beyond > 500, "{slices} {known} {beyond}");
}

#[test]
fn distances_and_paths_to_many_goals_use_links_also_in_slices() {
    let (mut over_links, mut none, mut slices) = (0, 0, 0);
    for_each_site(80, |site, oracle| {
        let mesh = site.mesh();
        let (start, goals) = (site.pick(1)[0], site.pick(6));
        let distances = site.finder.distances(&ManyQuery::new(start, &goals)).unwrap();
        let tree = site.finder.paths(&ManyQuery::new(start, &goals)).unwrap();
        let mut search = site.finder.begin_paths(&ManyQuery::new(start, &places(&goals))).unwrap();
        let most = [2, 9][site.random.below(2)];
        while search.advance(site.random.below(most) as u64) == Stage::InProgress {
            slices += 1;
            for (distance, whole) in search.tree().distances().zip(&distances) {
                assert!(distance == f64::INFINITY || are_equal(distance, *whole));
            }
        }
        let sliced = search.tree();
        for (number, (&goal, &distance)) in goals.iter().zip(&distances).enumerate() {
            let best = best_cost(oracle, start, goal);
            let context = format!("{}: {start} to {goal}, {:?}", site.name, mesh.links());
            let found = tree.path_to(number);
            assert_eq!(format!("{found:?}"), format!("{:?}", sliced.path_to(number)), "{context}");
            let Ok(path) = found else {
                assert!(best == f64::INFINITY && distance == f64::INFINITY, "{context}: {found:?}");
                none += 1;
                continue;
            };
            if path.start_offset() + path.goal_offset() > 0.0 {
                assert_eq!(best, f64::INFINITY, "{context}: {path:?}");
                continue;
            }
            assert!(are_equal(distance, best), "{context}: {distance}, not {best}");
            assert!(are_equal(path.cost(), best), "{context}: {path:?}, not {best}");
            assert_eq!(path.verify(&mesh), Ok(()), "{context}: {path:?}");
            over_links += usize::from(!path.links().is_empty());
        }
        let near = site.finder.nearest(&ManyQuery::new(start, &goals), 2).unwrap();
        let mut sorted = distances.clone();
        sorted.sort_by(f64::total_cmp);
        let finite = sorted.iter().filter(|length| length.is_finite()).take(2);
        assert!(near.iter().map(|near| &near.distance).eq(finite), "{}: {near:?}", site.name);
    });
    assert!(over_links > 100 && none > 50 && slices > 300, "{over_links} {none} {slices}");
}

/// Returns the cost of the cheapest path to any point of the goals; infinite if none is reachable,
/// `None` if no part of them is on the mesh.
fn cheapest(oracle: &LinkOracle<'_>, start: DVec2, goals: &Goals<'_>) -> Option<f64> {
    let place = (oracle.ground().cells_at(start), start);
    let costs = goals.sides().filter_map(|side| oracle.best_cost_to_segment(&place, side));
    costs.min_by(f64::total_cmp)
}

#[test]
fn the_nearest_of_points_segments_and_areas_may_be_behind_links() {
    let (mut over_links, mut none, mut slices) = (0, 0, 0);
    for_each_site(150, |site, oracle| {
        let mesh = site.mesh();
        let scale = mesh.bounds().max_abs();
        let start = site.pick(1)[0];
        let p: Vec<Place> = site.pick(6).into_iter().map(Place::from).collect();
        let segments = [[p[0], p[1]], [p[2], p[3]]];
        for goals in [
            Goals::Points(&p[..3]),
            Goals::Segments(&segments[..1]),
            Goals::Segments(&segments),
            Goals::Polygon(&p[2..5]),
        ] {
            let best = cheapest(oracle, start, &goals);
            let context = format!("{}: {start} to {goals:?}, {:?}", site.name, mesh.links());
            let PathToGoal { path, goal } = match site
                .finder
                .path_to_any(&ManyQuery::to_any(start, goals))
            {
                Ok(found) => found,
                Err(error) => {
                    assert!(best.is_none_or(f64::is_infinite), "{context}: {error}, but {best:?}");
                    none += 1;
                    continue;
                }
            };
            assert_eq!(path.verify(&mesh), Ok(()), "{context}: {path:?}");
            let slack = 1e-9 * path.cost().max(1e-5 * scale);
            if path.start_offset() > 0.0 {
                assert!(best.is_none_or(f64::is_infinite), "{context}: {path:?}");
            } else if path.goal_offset() > 0.0 {
                // An unreachable goal was snapped to a reachable cell, and is the nearest there.
                assert!(best.is_none_or(|best| path.cost() <= best + slack), "{context}: {path:?}");
            } else if goals.hold(start) {
                assert_eq!(path.cost(), 0.0, "{context}");
            } else {
                let is_best = best.is_some_and(|best| (path.cost() - best).abs() <= slack);
                assert!(is_best, "{context}: {path:?}, not {best:?}");
            }
            over_links += usize::from(!path.links().is_empty());
            let mut search =
                site.finder.begin_path_to_any(&ManyQuery::to_any(start, goals)).unwrap();
            while search.advance(site.random.below(4) as u64) == Stage::InProgress {
                slices += 1;
                let bound = search.progress().lower_bound;
                assert!(bound <= path.cost() * (1.0 + 1e-9), "{context}: {bound}, {}", path.cost());
                let mut partial = Path::default();
                assert!(search.answer_into(&mut partial).is_err(), "{context}");
                assert_eq!(partial.verify(&mesh), Ok(()), "{context}: {partial:?}");
            }
            assert_eq!(search.goal(), goal, "{context}");
            assert_eq!(search.finish(), Ok(path), "{context}");
        }
    });
    assert!(over_links > 80 && none > 20 && slices > 1000, "{over_links} {none} {slices}");
}

#[test]
fn fields_and_areas_behind_expensive_links_are_exact_and_fast() {
    let finders = [1e3, 1e5, 1e7, 1e8].map(|cost| MeshFinder::new(rooms(cost)));
    let most = 8 * finders[0].mesh().vertex_count() as u64;
    for query in queries() {
        let line = [[Place::new(query.goal), Place::new(query.goal + DVec2::new(0.0, 0.25))]];
        let (mut lengths, mut expanded) = (Vec::new(), Vec::new());
        for finder in &finders {
            let mut flood =
                finder.begin_distance_field(&FieldQuery::new(&places(&[query.goal]))).unwrap();
            while flood.advance(1000) == Stage::InProgress {}
            let flooded = flood.progress().expanded;
            let field = flood.into_task().into_field();
            let walked = field.path_from(query.start).unwrap();
            assert_eq!(walked.verify(finder.mesh()), Ok(()), "{query:?}");
            assert!(
                are_equal(
                    field.distance_at(query.start).unwrap_or(f64::INFINITY) / walked.cost(),
                    1.0
                ),
                "{query:?}"
            );
            let path = finder
                .path_to_any(&ManyQuery::to_any(query.start, Goals::Segments(&line)))
                .unwrap()
                .path;
            assert_eq!(path.verify(finder.mesh()), Ok(()), "{query:?}");
            let distance =
                finder.distances(&ManyQuery::new(query.start, &[query.goal])).unwrap()[0];
            assert!(are_equal(distance / walked.cost(), 1.0), "{query:?}");
            lengths.push([walked.length(), path.length()]);
            expanded.push([flooded, path.stats().expanded]);
        }
        for (lengths_here, expanded_here) in lengths.iter().zip(&expanded) {
            for what in [0, 1] {
                assert!(are_equal(lengths_here[what], lengths[0][what]), "{query:?}: {lengths:?}");
                assert!(expanded_here[what] <= most, "{query:?}: {expanded:?}");
            }
        }
    }
}
