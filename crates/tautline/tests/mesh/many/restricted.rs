//! Fields, distances and paths to many goals with filters and closed doors, against the oracle and
//! against single queries.

use std::sync::Arc;

use crate::sites::{Site, sites};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::error::QuerySide;
use tautline::mesh::{EdgeId, MeshArea};
use tautline::{
    Area, ClosedDoors, DVec2, Door, FieldQuery, Filter, Goals, ManyQuery, MeshFinder, MeshQueries,
    NavMesh, NavMeshBuilder, Outline, Path, PathError, PathQuery, Place,
};

/// A site, a restricted finder, and its mesh.
pub(super) struct Closed {
    pub(super) site: Site,
    pub(super) finder: MeshFinder,
    pub(super) mesh: Arc<NavMesh>,
}

/// Returns the sites with random edges and cells closed.
pub(super) fn with_doors(ordinary: u64) -> impl Iterator<Item = Closed> {
    sites(ordinary).zip(0..).map(|(site, seed)| {
        let mut random = SplitMix64::new(seed);
        let mesh = Arc::new(site.mesh.clone());
        let mut doors = ClosedDoors::new(&mesh);
        for edge in (0..mesh.edges().len() as u32).map(EdgeId) {
            if !mesh.edge(edge).is_wall() && random.chance(15) {
                doors.close_edge(edge).unwrap();
            }
        }
        for slot in mesh.slots().filter(|_| random.chance(5)) {
            doors.close_cell(mesh.cell_id(slot)).unwrap();
        }
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let mesh = finder.current_mesh();
        Closed { site, finder, mesh }
    })
}

/// Returns the sites with random cells in a forbidden area, some of them with a closed door too.
fn with_filters(ordinary: u64) -> impl Iterator<Item = Closed> {
    sites(ordinary).zip(0..).filter_map(|(mut site, seed)| {
        let mut random = SplitMix64::new(seed);
        let mut raw = site.mesh.to_raw();
        raw.areas = vec![MeshArea { name: "swamp".to_owned(), cost: 1.0 }];
        raw.cell_areas = raw.cell_ends.iter().map(|_| random.chance(25).then_some(0)).collect();
        site.mesh = NavMesh::from_raw(&raw).ok()?;
        let mut finder = MeshFinder::new(site.mesh.clone());
        let dry = finder.add_filter(&Filter::new().forbid("swamp")).ok()?;
        let mut doors = ClosedDoors::new(finder.mesh());
        let portal = site.mesh.edges().iter().position(|edge| !edge.is_wall());
        if let Some(edge) = portal.filter(|_| seed % 2 == 0) {
            doors.close_edge(EdgeId(edge as u32)).unwrap();
        }
        let finder = finder.with_doors(doors).unwrap();
        let finder = finder.filtered(dry).unwrap();
        let mesh = finder.current_mesh();
        Some(Closed { site, finder, mesh })
    })
}

impl Closed {
    fn points(&self) -> Vec<DVec2> {
        let is_on = |point: &DVec2| self.site.mesh.locate(*point).is_some();
        self.site.points.iter().copied().filter(is_on).take(12).collect()
    }

    /// Returns the answer of the single query.
    fn alone(&self, from: DVec2, goal: DVec2) -> Result<Path, PathError> {
        self.finder.find_path(&PathQuery::new(from, goal))
    }

    /// Compares all queries with many goals with single queries; returns the numbers of pairs with and
    /// without a path.
    fn check(&self) -> [usize; 2] {
        let (points, oracle) = (self.points(), MeshOracle::new(&self.mesh));
        let mut met = [0; 2];
        for &goal in points.iter().take(2) {
            for &from in &points {
                let alone = self.alone(from, goal);
                self.check_pair(from, goal, &alone);
                if let Ok(path) = &alone {
                    assert_eq!(path.verify(&self.mesh), Ok(()), "{from} to {goal}");
                    assert!(oracle.is_legal_path(path.waypoints()), "{from} to {goal}");
                    if path.start_offset() == 0.0 && path.goal_offset() == 0.0 {
                        let (expected, _) = oracle.shortest(from, goal).unwrap();
                        assert!(is_close(path.length(), expected), "{from} to {goal}");
                    }
                }
                met[usize::from(alone.is_err())] += 1;
            }
        }
        met
    }

    fn check_pair(&self, from: DVec2, goal: DVec2, alone: &Result<Path, PathError>) {
        let context = || format!("{}: {from} to {goal}", self.site.name);
        let expected = alone.as_ref().map_or(f64::INFINITY, |path| path.length());
        let agrees = |what: &str, found: Result<Path, PathError>| match (&found, alone) {
            (Ok(path), Ok(_)) => {
                assert_eq!(path.verify(&self.mesh), Ok(()), "{}: {what}", context());
                assert!(is_close(path.length(), expected), "{}: {what}", context());
            }
            (Err(error), Err(own)) => {
                assert_eq!(error.kind(), own.kind(), "{}: {what}", context());
            }
            _ => panic!("{}: {what}: {found:?}, alone {alone:?}", context()),
        };
        agrees(
            "any",
            self.finder
                .path_to_any(&ManyQuery::to_any(from, Goals::Points(&[goal.into()])))
                .map(|way| way.path),
        );
        match self.finder.paths(&ManyQuery::new(from, &[goal])) {
            Ok(tree) => agrees("tree", tree.path_to(0)),
            Err(error) => agrees("tree", Err(error)),
        }
        match self.finder.distances(&ManyQuery::new(from, &[goal])) {
            Ok(lengths) => assert!(is_close(lengths[0], expected), "{}: {lengths:?}", context()),
            Err(error) => assert_eq!(Some(error.kind()), kind(alone), "{}", context()),
        }
        match self.finder.distance_field(&FieldQuery::new(&[goal])) {
            // A field's goal stays where it was placed, where a query may move its own.
            Ok(_) if alone.as_ref().is_ok_and(|path| path.goal_offset() > 0.0) => {}
            Ok(field) => agrees("field", field.path_from(from)),
            Err(error) => assert_eq!(Some(error.kind()), kind(alone), "{}", context()),
        }
    }
}

fn kind(alone: &Result<Path, PathError>) -> Option<&'static str> {
    alone.as_ref().err().map(PathError::kind)
}

fn is_close(length: f64, expected: f64) -> bool {
    length == expected || (length - expected).abs() <= 1e-9 * expected
}

fn sum(all: impl Iterator<Item = Closed>) -> [usize; 2] {
    all.map(|closed| closed.check()).fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

#[test]
fn queries_with_many_goals_respect_closed_doors() {
    let [reached, not_reached] = sum(with_doors(120));
    assert!(reached > 300 && not_reached > 100, "{reached} {not_reached}");
}

#[test]
fn queries_with_many_goals_respect_filters() {
    let [reached, not_reached] = sum(with_filters(120));
    assert!(reached > 300 && not_reached > 50, "{reached} {not_reached}");
}

#[test]
fn a_filtered_finder_accepts_doors_by_name_and_as_a_set() {
    let mesh = sites(1).next().unwrap().mesh;
    let mut finder = MeshFinder::new(mesh);
    let all = finder.add_filter(&Filter::new()).unwrap();
    let doors = finder.doors().clone();
    let filtered = finder.filtered(all).unwrap();
    assert!(filtered.clone().with_doors(doors).is_ok());
    assert!(filtered.clone().with_doors(ClosedDoors::new(filtered.mesh())).is_ok());
    assert!(finder.filtered(tautline::FilterId::default()).is_err());
    let others = ClosedDoors::new(&Arc::new(filtered.mesh().as_ref().clone()));
    assert!(filtered.with_doors(others).is_err());
}

/// A room whose right half is a swamp.
fn half_a_swamp() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 4.0]));
    builder.add_area(Area::new(Outline::rect([5.0, 0.0], [10.0, 4.0]), "swamp", 1.0));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    let dry = finder.add_filter(&Filter::new().forbid("swamp")).unwrap();
    finder.filtered(dry).unwrap()
}

#[test]
fn a_goal_in_a_closed_cell_is_ignored_by_fields_with_other_goals() {
    let finder = half_a_swamp();
    let field = finder.distance_field(&FieldQuery::new(&[[8.0, 2.0], [1.0, 2.0]])).unwrap();
    assert_eq!(field.distance_at([4.0, 2.0]), Some(3.0));
    let alone = finder.distance_field(&FieldQuery::new(&[[8.0, 2.0]])).unwrap_err();
    assert_eq!(
        alone,
        PathError::OnClosedCell { side: QuerySide::Goal, place: DVec2::new(8.0, 2.0).into() }
    );
    let bad = finder.distance_field(&FieldQuery::new(&[DVec2::NAN])).unwrap_err();
    assert!(matches!(bad, PathError::InvalidQuery { .. }));
}

#[test]
fn goals_of_every_kind_in_closed_cells_are_reported() {
    let finder = half_a_swamp();
    let [near, far] = [[8.0, 1.0], [8.0, 3.0]].map(Place::from);
    let ring = [near, far, [9.0, 2.0].into()];
    let kinds = [Goals::Points(&[near]), Goals::Segments(&[[near, far]]), Goals::Polygon(&ring)];
    for goals in kinds {
        let error = finder.path_to_any(&ManyQuery::to_any([1.0, 1.0], goals)).unwrap_err();
        assert!(matches!(error, PathError::OnClosedCell { .. }), "{goals:?}: {error}");
    }
}

#[test]
fn a_start_in_a_closed_cell_has_an_infinite_row() {
    let places = [[1.0, 2.0], [8.0, 2.0], [4.0, 2.0]].map(DVec2::from);
    let rows = half_a_swamp().distance_matrix(&places, &places[2..]).unwrap();
    assert_eq!(rows, [[3.0], [f64::INFINITY], [0.0]]);
}

#[test]
fn there_is_no_random_point_if_all_cells_are_closed() {
    let mesh = Arc::clone(half_a_swamp().mesh());
    let mut doors = ClosedDoors::new(&mesh);
    for cell in mesh.cell_ids() {
        doors.close_cell(cell).unwrap();
    }
    let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
    let mesh = finder.current_mesh();
    let mut random = SplitMix64::new(1);
    assert_eq!(MeshQueries::new(&mesh).random_point(&mut || random.next_u64()), None);
}

#[test]
fn every_query_snaps_an_f32_beside_a_closed_door_to_the_connected_side() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([1e6, 0.0], [1e6 + 10.0, 8.0]));
    builder.add_door(Door::new([[1e6 + 5.03, 0.0], [1e6 + 5.03, 8.0]], "gate"));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    finder.close_door("gate").unwrap();
    // Here every sixteenth is an `f32`, and the start is 0.03 behind the door.
    let (start, goal) = (Place::from([1e6f32 + 5.0, 4.0]), Place::from([1e6 + 9.03, 4.0]));
    let exact = PathQuery::new(start.point, goal);
    assert_eq!(finder.find_path(&exact).unwrap_err().kind(), "closed-off");
    assert_eq!(finder.find_path(&PathQuery::new(start, goal)).unwrap().length(), 4.0);
    assert_eq!(finder.distances(&ManyQuery::new(start, &[goal])).unwrap(), [4.0]);
    // Another goal that is reachable without the snap does not matter.
    let others = [Place::from([1e6 + 0.5, 4.0]), goal];
    assert_eq!(finder.nearest(&ManyQuery::new(start, &others), 1).unwrap()[0].distance, 4.0);
    assert_eq!(
        finder.distance_field(&FieldQuery::new(&[goal])).unwrap().distance_at(start),
        Some(4.0)
    );
    let any = finder.path_to_any(&ManyQuery::to_any(start, Goals::Points(&[goal]))).unwrap().path;
    assert_eq!(any.length(), 4.0);
    assert_eq!(any.verify(&finder.current_mesh()), Ok(()));
    assert_eq!(
        finder.paths(&ManyQuery::new(start, &[goal])).unwrap().path_to(0).unwrap().length(),
        4.0
    );
}

#[test]
fn every_query_reports_that_all_paths_are_closed() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [30.0, 8.0]));
    builder.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    finder.close_door("gate").unwrap();
    let start = DVec2::new(1.0, 4.0);
    for (goal, kind) in [([9.0, 4.0], "closed-off"), ([29.0, 4.0], "unreachable")] {
        let goal = DVec2::from(goal);
        let kinds = [
            finder.find_path(&PathQuery::new(start, goal)).unwrap_err(),
            finder
                .path_to_any(&ManyQuery::to_any(start, Goals::Points(&[goal.into()])))
                .unwrap_err(),
            finder
                .path_to_any(&ManyQuery::to_any(start, Goals::Segments(&[[goal.into(); 2]])))
                .unwrap_err(),
            finder
                .begin_path_to_any(&ManyQuery::to_any(start, Goals::Points(&[goal.into()])))
                .unwrap_err(),
            finder.paths(&ManyQuery::new(start, &[goal])).unwrap().path_to(0).unwrap_err(),
            finder
                .distance_field(&FieldQuery::new(&[goal]))
                .unwrap()
                .heading_at(start)
                .unwrap_err(),
        ];
        assert_eq!(kinds.map(|error| error.kind()), [kind; 6], "{goal}");
    }
}

#[test]
fn closed_off_is_decided_at_the_requested_endpoints() {
    let mut builder = NavMeshBuilder::new();
    let at = |x: f64| 1e6 + x;
    builder.add_walkable(Outline::rect([at(-5.0), 0.0], [at(0.0), 8.0]));
    builder.add_walkable(Outline::rect([at(0.3), 0.0], [at(10.0), 8.0]));
    builder.add_door(Door::new([[at(5.0), 0.0], [at(5.0), 8.0]], "gate"));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    finder.close_door("gate").unwrap();
    // Two components are within the snap distance; the nearer one is an island.
    let (between, room) = (DVec2::new(at(0.1), 4.0), DVec2::new(at(9.0), 4.0));
    for (from, to) in [(between, room), (room, between)] {
        let (goals, places) = ([to], [to.into()]);
        let to_any = ManyQuery::to_any(from, Goals::Points(&places));
        let field = FieldQuery::new(&goals);
        let kinds = [
            finder.find_path(&PathQuery::new(from, to).snap(0.25)).unwrap_err(),
            finder.path_to_any(&to_any.snap(0.25)).unwrap_err(),
            finder.paths(&ManyQuery::new(from, &[to]).snap(0.25)).unwrap().path_to(0).unwrap_err(),
            finder.distance_field(&field.snap(0.25)).unwrap().heading_at(from).unwrap_err(),
        ];
        assert_eq!(kinds.map(|error| error.kind()), ["closed-off"; 4], "{from} to {to}");
    }
    // A line with ends off the mesh.
    let line = [[at(9.0), -1.0].into(), [at(9.0), 9.0].into()];
    let error = finder
        .path_to_any(&ManyQuery::to_any([at(1.0), 4.0], Goals::Segments(&[line])))
        .unwrap_err();
    assert_eq!(error.kind(), "closed-off");
}
