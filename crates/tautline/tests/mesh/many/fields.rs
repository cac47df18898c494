//! Distance fields, against single queries, against the oracle, and leg by leg.

use crate::rounding::same;
use crate::sites::{Site, sites};
use navmesh_testkit::MeshOracle;
use tautline::error::InvalidQuery;
use tautline::queries::Heading;
use tautline::{
    DVec2, DistanceField, FieldQuery, MeshFinder, NavMeshBuilder, Outline, Path, PathError,
    PathQuery,
};

/// A site with its finder and its oracle.
struct Inspector<'a> {
    site: &'a Site,
    finder: &'a MeshFinder,
    oracle: &'a MeshOracle<'a>,
    path: Path,
}

impl Inspector<'_> {
    /// Returns the oracle's shortest distance from a point to any goal of the field.
    fn shortest(&self, field: &DistanceField, from: DVec2) -> f64 {
        let length = |goal| self.oracle.shortest(from, goal).map_or(f64::INFINITY, |way| way.0);
        field.goals().map(length).fold(f64::INFINITY, f64::min)
    }

    /// Checks every answer at a point; returns true if a goal is reachable from there.
    fn inspect(&mut self, field: &DistanceField, from: DVec2) -> bool {
        let name = &self.site.name;
        let on_mesh = self.site.mesh.locate(from).is_some();
        let shortest = self.shortest(field, from);
        let heading = match field.heading_at(from) {
            Ok(heading) => heading,
            Err(error) => {
                assert_eq!(field.distance_at(from), None);
                assert_eq!(field.direction_at(from), None);
                let path = field.path_from(from);
                assert_eq!(format!("{path:?}"), format!("Err({error:?})"));
                match error {
                    PathError::StartOutside { .. } => assert!(!on_mesh, "{name}: {from}"),
                    PathError::Unreachable { .. } => {
                        assert_eq!(shortest, f64::INFINITY, "{name}: {from}");
                    }
                    _ => assert!(!from.is_finite(), "{name}: {from} {error}"),
                }
                return false;
            }
        };
        assert_eq!(field.distance_at(from), Some(heading.distance));
        if on_mesh && shortest.is_finite() {
            let close = (heading.distance - shortest).abs() <= 1e-9 * shortest;
            assert!(close, "{name}: {from}: {heading:?}, the oracle has {shortest}");
        }
        self.follow(field, &heading);
        true
    }

    /// Checks that the path of a heading is legal and has its distance and its next waypoint.
    fn follow(&mut self, field: &DistanceField, heading: &Heading) {
        let name = &self.site.name;
        field.path_from_into(heading.from, &mut self.path).unwrap();
        let points = self.path.waypoints();
        assert_eq!(self.path.verify(self.finder.mesh()), Ok(()), "{name}: {heading:?} {points:?}");
        assert!(self.oracle.is_legal_path(points), "{name}: {heading:?} {points:?}");
        assert!(same(self.path.length(), heading.distance), "{name}: {heading:?} {points:?}");
        assert!(field.goals().any(|goal| Some(&goal) == points.last()), "{name}: {points:?}");
        let second = *points.get(1).unwrap_or(&points[0]);
        assert_eq!(heading.next.point, second, "{name}: {points:?}");
        let direction = heading.direction();
        assert_eq!(direction.is_none(), points.len() == 1, "{name}: {heading:?}");
        // At a pinch or a bend, the place tells the sides apart.
        let rest = field.distance_at(heading.next).unwrap_or(f64::INFINITY);
        let whole = heading.from.point.distance(heading.next.point) + rest;
        assert!(same(whole, heading.distance), "{name}: {heading:?}, then {rest}");
    }
}

#[test]
fn a_field_agrees_with_the_oracle_at_every_point() {
    let [mut reached, mut not_reached] = [0; 2];
    for site in sites(60) {
        let (finder, oracle) = (MeshFinder::new(site.mesh.clone()), MeshOracle::new(&site.mesh));
        let mut inspector =
            Inspector { site: &site, finder: &finder, oracle: &oracle, path: Path::default() };
        let mut points: Vec<DVec2> = site.points.iter().copied().take(40).collect();
        points.push(DVec2::NAN);
        for goals in site.points.chunks(3).step_by(4).take(3) {
            for goals in [&goals[..1], goals] {
                let Ok(field) = finder.distance_field(&FieldQuery::new(goals)) else {
                    assert!(goals.iter().all(|&goal| site.mesh.locate(goal).is_none()));
                    continue;
                };
                for &from in points.iter().chain(goals) {
                    let met = inspector.inspect(&field, from);
                    *if met { &mut reached } else { &mut not_reached } += 1;
                }
            }
        }
    }
    assert!(reached > 5000 && not_reached > 500, "{reached} {not_reached}");
    println!("{reached} points connected with a goal, {not_reached} not");
}

/// Compares fields with single queries, and returns the number of comparisons.
fn compare_with_queries(site: &Site) -> usize {
    let finder = MeshFinder::new(site.mesh.clone());
    let mut compared = 0;
    for &goal in site.points.iter().step_by(site.points.len().div_ceil(3)) {
        let Ok(field) = finder.distance_field(&FieldQuery::new(&[goal])) else { continue };
        for &from in &site.points {
            let Ok(path) = finder.find_path(&PathQuery::new(from, goal)) else { continue };
            // A query may snap its goal to the component of its start; a field does not.
            if path.waypoints().last() == field.goals().next().as_ref() {
                let distance = field.distance_at(from).unwrap_or(f64::INFINITY);
                assert!(same(distance, path.length()), "{}: {from} to {goal}", site.name);
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn a_field_has_the_distances_of_single_queries() {
    let compared: usize = sites(200).map(|site| compare_with_queries(&site)).sum();
    assert!(compared > 5000, "{compared}");
}

/// On these maps the lower bound of an interval beside its root, or collinear with it, was too high,
/// and a path went around the far end of an edge.
#[test]
fn fields_at_thin_walls_have_the_distances_of_single_queries() {
    for seed in [542, 1166] {
        let world = navmesh_testkit::world(seed);
        let mesh = NavMeshBuilder::from_outlines(world.outlines).build().unwrap().0;
        let site = Site { name: world.name, mesh, points: world.points };
        assert!(compare_with_queries(&site) > 20);
    }
}

#[test]
fn a_field_with_a_limit_equals_the_whole_field_up_to_the_limit() {
    let [mut within, mut beyond] = [0; 2];
    for site in sites(100) {
        let finder = MeshFinder::new(site.mesh.clone());
        let Ok(whole) = finder.distance_field(&FieldQuery::new(&site.points[..1])) else {
            continue;
        };
        let reach = site.mesh.bounds().size().max_element();
        for limit in [0.0, reach / 16.0, reach / 2.0] {
            let field =
                finder.distance_field(&FieldQuery::new(&site.points[..1]).max_cost(limit)).unwrap();
            assert!(field.bytes() <= whole.bytes());
            for &from in &site.points {
                let distance = whole.distance_at(from).unwrap_or(f64::INFINITY);
                match field.heading_at(from) {
                    Ok(heading) => {
                        within += 1;
                        assert_eq!(heading.distance, distance, "{}: {from}", site.name);
                        assert!(distance <= limit);
                    }
                    Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                        beyond += 1;
                        assert!(distance > limit && lower_bound == limit, "{}: {from}", site.name);
                    }
                    Err(error) => {
                        let expected = whole.heading_at(from).unwrap_err();
                        assert_eq!(expected, error, "{}: {from}", site.name);
                    }
                }
            }
        }
    }
    assert!(within > 1000 && beyond > 1000, "{within} {beyond}");
}

#[test]
fn invalid_fields_are_errors() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let field = |goals: &[DVec2]| {
        finder.distance_field(&FieldQuery::new(goals)).map(|field| field.goals().len())
    };
    let [inside, outside] = [[1.0, 1.0], [20.0, 1.0]].map(DVec2::from);
    let reason = InvalidQuery::NoGoal;
    assert_eq!(field(&[]), Err(PathError::InvalidQuery { reason }));
    assert_eq!(field(&[outside, outside]), Err(PathError::GoalOutside { place: outside.into() }));
    assert_eq!(field(&[outside, inside]), Ok(1));
    assert!(matches!(field(&[DVec2::NAN]), Err(PathError::InvalidQuery { .. })));
    for limit in [-1.0, f64::NAN] {
        let field = finder.distance_field(&FieldQuery::new(&[inside]).max_cost(limit));
        assert!(matches!(field, Err(PathError::InvalidQuery { .. })));
    }
}
