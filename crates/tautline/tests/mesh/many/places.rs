//! Walks from place to place: a query from the place of an answer goes on along the same path.

use std::sync::Arc;

use super::restricted::with_doors;
use crate::rounding::same;
use crate::sites::sites;
use navmesh_testkit::worlds::floors::{floor_queries, helix, stacked_tiles};
use tautline::{
    DVec2, DistanceField, FieldQuery, ManyQuery, MeshFinder, MeshQueries, NavMesh, NavMeshBuilder,
    Outline, Path, PathQuery, Place, Wall,
};

/// The number of steps that a walker takes to the goal.
const STEPS: f64 = 7.0;

/// A field on its mesh, with the name of the map.
struct Walks<'a> {
    name: &'a str,
    mesh: &'a NavMesh,
    field: &'a DistanceField,
}

impl Walks<'_> {
    /// Returns the error of a computed point, in map units.
    fn rounding(&self) -> f64 {
        1e-9 * self.mesh.bounds().max_abs()
    }

    /// Walks from a place to the goal by headings, by steps and along the path. Returns the number of
    /// legs; `None` without a path.
    fn check(&self, start: Place) -> Option<usize> {
        let heading = self.field.heading_at(start).ok()?;
        self.check_steps(heading.from, heading.distance);
        let path = self.field.path_from(start).unwrap();
        self.check_path(&path);
        Some(self.check_headings(start))
    }

    /// Each leg is in sight, and the distance shrinks by its length.
    fn check_headings(&self, start: Place) -> usize {
        let mut queries = MeshQueries::new(self.mesh).snap(0.0);
        let mut heading = self.field.heading_at(start).unwrap();
        let mut legs = 0;
        while heading.from.point != heading.next.point {
            let context = format!("{}: from {start:?}, {heading:?}", self.name);
            assert_eq!(queries.sees(heading.from, heading.next), Ok(true), "{context}");
            let after = self.field.heading_at(heading.next).unwrap();
            let whole = heading.from.point.distance(heading.next.point) + after.distance;
            assert!(same(whole, heading.distance), "{context}, then {after:?}");
            heading = after;
            legs += 1;
        }
        assert_eq!(heading.distance, 0.0, "{}: from {start:?}, {heading:?}", self.name);
        legs
    }

    /// Each step shortens the distance by its length.
    fn check_steps(&self, start: Place, distance: f64) {
        let (mut at, mut rest, step) = (start, distance, distance / STEPS);
        for number in 0..STEPS as usize {
            let next = self.field.follow(at, step).unwrap();
            let after = self.field.distance_at(next).unwrap_or(f64::INFINITY);
            let context = || format!("{}: from {start:?}, step {number}: {next:?}", self.name);
            assert!(self.mesh.own_incidence(&next).is_some(), "{}", context());
            let error = (after - (rest - step)).abs();
            assert!(error <= self.rounding(), "{}: {rest} - {step}, {after}", context());
            (at, rest) = (next, after);
        }
    }

    /// The places of a path are those from which the rest of the path is the shortest.
    fn check_path(&self, path: &Path) {
        let places = path.places(self.mesh);
        let mut walked = 0.0;
        for (index, &place) in places.iter().enumerate() {
            let context = || format!("{}: {place:?} of {path:?}", self.name);
            assert!(self.mesh.own_incidence(&place).is_some(), "{}", context());
            walked += index.checked_sub(1).map_or(0.0, |i| places[i].point.distance(place.point));
            let rest = self.field.distance_at(place).unwrap_or(f64::INFINITY);
            assert!((walked + rest - path.length()).abs() <= self.rounding(), "{}", context());
        }
        for share in [0.1, 0.5, 0.9] {
            let along = share * path.length();
            let place = path.place_at(along, self.mesh).unwrap();
            let rest = self.field.distance_at(place).unwrap_or(f64::INFINITY);
            let error = (along + rest - path.length()).abs();
            let context = format!("{}: {place:?} at {along} of {path:?}", self.name);
            assert!(error <= self.rounding(), "{context}: {rest}");
        }
    }
}

/// Walks from every point to every fourth one. Returns the number of legs.
fn check(name: &str, finder: &MeshFinder, mesh: &NavMesh, places: &[Place]) -> usize {
    let mut legs = 0;
    for goals in places.chunks(2).step_by(4).take(3) {
        let Ok(field) = finder.distance_field(&FieldQuery::new(goals)) else { continue };
        let walks = Walks { name, mesh, field: &field };
        legs += places.iter().filter_map(|&start| walks.check(start)).sum::<usize>();
    }
    legs
}

#[test]
fn a_walk_from_place_to_place_keeps_to_the_shortest_path() {
    let mut legs = 0;
    for site in sites(60) {
        let finder = MeshFinder::new(site.mesh.clone());
        let places: Vec<Place> = site.points.iter().take(24).map(|&p| p.into()).collect();
        legs += check(&site.name, &finder, &site.mesh, &places);
    }
    assert!(legs > 5000, "{legs}");
}

#[test]
fn a_walk_with_closed_doors_keeps_to_its_side() {
    let mut legs = 0;
    for closed in with_doors(60) {
        let places: Vec<Place> = closed.site.points.iter().take(24).map(|&p| p.into()).collect();
        legs += check(&closed.site.name, &closed.finder, &closed.mesh, &places);
    }
    assert!(legs > 2000, "{legs}");
}

#[test]
fn a_walk_on_floors_keeps_to_its_floor() {
    let mut legs = 0;
    let stacks = (0..40).map(stacked_tiles).chain((5..9).map(helix));
    for (seed, mesh) in (0..).zip(stacks) {
        let finder = MeshFinder::new(mesh.clone());
        let queries = floor_queries(&mesh, 12, seed);
        let places: Vec<Place> =
            queries.iter().flat_map(|query| [query.start_place(), query.goal_place()]).collect();
        legs += check(&format!("floors {seed}"), &finder, &mesh, &places);
    }
    assert!(legs > 1000, "{legs}");
}

/// Builds walkable rings with thin walls.
fn mesh_of(walkable: &[&[[f64; 2]]], walls: &[&[[f64; 2]]]) -> NavMesh {
    let mut builder = NavMeshBuilder::new();
    for ring in walkable {
        builder.add_walkable(Outline::new(ring.iter().copied()));
    }
    for wall in walls {
        builder.add_wall(Wall::new(wall.iter().copied()));
    }
    builder.build().unwrap().0
}

fn square(side: f64) -> [[f64; 2]; 4] {
    [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]
}

fn bent_wall() -> NavMesh {
    mesh_of(&[&square(10.0)], &[&[[0.0, 5.0], [5.0, 6.0], [9.0, 5.0]]])
}

/// At (5, 6) the wall bends, and the goal is below it. The way from above leads around its end.
#[test]
fn a_heading_at_the_bend_of_a_thin_wall_stays_above_it() {
    let finder = MeshFinder::new(bent_wall());
    let field = finder.distance_field(&FieldQuery::new(&[[5.0, 5.0]])).unwrap();
    let first = field.heading_at([0.5, 5.3]).unwrap();
    assert_eq!(first.next.point, [5.0, 6.0].into());
    let above = field.distance_at(first.next).unwrap_or(f64::INFINITY);
    let around = 17f64.sqrt() + 4.0; // to the end of the wall at (9, 5), and back
    assert!(same(above, around), "{above}");
    assert_eq!(field.distance_at([5.0, 6.0]), Some(1.0), "the point alone is below the wall, too");
}

#[test]
fn walks_on_maps_with_bent_walls_keep_to_their_side() {
    let found = [
        bent_wall(),
        mesh_of(
            &[
                &square(6.0),
                &[[5.0, -1.0], [7.0, 2.0], [7.0, 0.0]],
                &[[-1.0, 3.0], [0.0, 7.0], [5.0, 4.0]],
            ],
            &[&[[6.0, 2.0], [2.0, 3.0], [0.0, 4.0], [5.0, 3.0]]],
        ),
        mesh_of(
            &[&square(5.0)],
            &[
                &[[3.0, 2.0], [5.0, 0.0]],
                &[[4.0, 4.0], [4.0, 6.0]],
                &[[3.0, 0.0], [5.0, 2.0]],
                &[[3.0, 3.0], [3.0, 5.0]],
                &[[1.0, 2.0], [2.0, 1.0]],
                &[[4.0, 3.0], [5.0, 3.0]],
                &[[0.0, 4.0], [2.0, 4.0]],
                &[[0.0, 5.0], [2.0, 3.0]],
                &[[1.0, 2.0], [2.0, 3.0]],
            ],
        ),
    ];
    for (number, mesh) in found.iter().enumerate() {
        let finder = MeshFinder::new(mesh.clone());
        let lattice = (0..121).map(|i| DVec2::new(f64::from(i % 11), f64::from(i / 11)));
        let points = lattice.flat_map(|p| [p, p * 0.5 + DVec2::new(0.25, 0.0)]);
        let places: Vec<Place> = points.map(Place::new).collect();
        assert!(check(&format!("found {number}"), &finder, mesh, &places) > 100);
    }
}

#[test]
fn an_endpoint_with_a_cell_never_snaps_through_a_wall() {
    // A thin wall from border to border.
    let mesh = Arc::new(mesh_of(&[&square(8.0)], &[&[[0.0, 4.0], [8.0, 4.0]]]));
    let finder = MeshFinder::new(mesh.clone());
    let on_the_wall = DVec2::new(3.0, 4.0);
    let cell_at = |y: f64| mesh.incidences([3.0, y]).next().unwrap().cell;
    let [below, above] = [1.0, 7.0].map(cell_at).map(|cell| Place::new(on_the_wall).in_cell(cell));
    let goal = [3.0, 7.0];
    for start in [Place::new(on_the_wall), above] {
        let query = PathQuery::new(start, goal);
        let path = finder.find_path(&query).unwrap();
        assert_eq!(path.length(), 3.0);
        assert_eq!(path.verify_answer(&query, &mesh), Ok(()));
    }
    let error = finder.find_path(&PathQuery::new(below, goal)).unwrap_err();
    assert_eq!(error.kind(), "unreachable");
    let query = PathQuery::new(above, goal);
    let path = finder.find_path(&query).unwrap();
    let defect = path.verify_answer(&PathQuery::new(below, goal), &mesh).unwrap_err();
    assert!(defect.to_string().contains("the start is not on the side of cell"), "{defect}");
    let goals = [below, above];
    assert_eq!(finder.distances(&ManyQuery::new(goal, &goals)).unwrap(), [f64::INFINITY, 3.0]);
    let field = finder.distance_field(&FieldQuery::new(&[goal])).unwrap();
    assert_eq!([below, above].map(|at| field.distance_at(at)), [None, Some(3.0)]);
    let mut queries = MeshQueries::new(&mesh);
    assert_eq!([below, above].map(|at| queries.sees(at, goal).unwrap()), [false, true]);
    assert_eq!([below, above].map(|at| queries.sees(goal, at).unwrap()), [false, true]);
    assert_eq!(queries.move_along(below, goal).unwrap().place().cell, below.cell);
}

#[test]
fn a_cell_that_does_not_hold_the_point_is_ignored() {
    let mesh = Arc::new(bent_wall());
    let finder = MeshFinder::new(mesh.clone());
    let cell = mesh.incidences([1.0, 1.0]).next().unwrap().cell;
    let former = tautline::mesh::CellId { generation: cell.generation + 1, ..cell };
    let unknown = tautline::mesh::CellId { slot: u32::MAX, ..cell };
    let alone = finder.find_path(&PathQuery::new([5.0, 9.0], [5.0, 1.0])).unwrap();
    for stale in [cell, former, unknown] {
        let query = PathQuery::new(Place::new([5.0, 9.0]).in_cell(stale), [5.0, 1.0]);
        assert_eq!(finder.find_path(&query).unwrap(), alone);
    }
}
