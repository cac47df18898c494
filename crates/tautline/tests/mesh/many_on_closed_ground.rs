//! Fields, distances and paths to many under filters and with doors closed, against the oracle and against the
//! queries alone.

use std::sync::Arc;

use crate::sites::{Site, sites};
use navmesh_core::geom::nearest_on_segment;
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::{
    Area, AreaKind, DVec2, DoorSet, EdgeId, Filter, Goals, MeshFinder, NavMesh, NavMeshBuilder,
    Outline, PathError, PathQuery, Pathfinder, QuerySide, Surveyor,
};

/// A site, a finder on some of its ground, and the mesh as that finder sees it.
struct Closed {
    site: Site,
    finder: MeshFinder,
    ground: Arc<NavMesh>,
}

/// The sites' meshes with some edges and cells closed.
fn with_doors(ordinary: u64) -> impl Iterator<Item = Closed> {
    sites(ordinary).zip(0..).map(|(site, seed)| {
        let mut random = SplitMix64::new(seed);
        let mesh = Arc::new(site.mesh.clone());
        let mut doors = DoorSet::new(&mesh);
        for edge in (0..mesh.edges().len() as u32).map(EdgeId) {
            if !mesh.edge(edge).is_wall() && random.chance(15) {
                doors.close_edge(edge).unwrap();
            }
        }
        for slot in mesh.slots().filter(|_| random.chance(5)) {
            doors.close_cell(mesh.cell_id(slot)).unwrap();
        }
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let ground = finder.ground(&PathQuery::new([0.0; 2], [0.0; 2])).unwrap();
        Closed { site, finder, ground }
    })
}

/// The sites' meshes, some cells of which are of an area that is forbidden, and maybe a door besides.
fn with_filters(ordinary: u64) -> impl Iterator<Item = Closed> {
    sites(ordinary).zip(0..).filter_map(|(mut site, seed)| {
        let mut random = SplitMix64::new(seed);
        let mut raw = site.mesh.to_raw();
        raw.areas = vec![AreaKind { name: "swamp".to_owned(), cost: 1.0 }];
        raw.cell_areas = raw.cell_ends.iter().map(|_| random.chance(25).then_some(0)).collect();
        site.mesh = NavMesh::from_raw(&raw).ok()?;
        let mut finder = MeshFinder::new(site.mesh.clone());
        let dry = finder.add_filter(&Filter::new().forbid("swamp")).ok()?;
        let mut doors = DoorSet::new(finder.mesh());
        let portal = site.mesh.edges().iter().position(|edge| !edge.is_wall());
        if let Some(edge) = portal.filter(|_| seed % 2 == 0) {
            doors.close_edge(EdgeId(edge as u32)).unwrap();
        }
        let finder = finder.with_doors(doors).unwrap();
        let ground = finder.ground(&PathQuery::new([0.0; 2], [0.0; 2]).filter(dry)).unwrap();
        Some(Closed { site, finder: finder.filtered(dry).unwrap(), ground })
    })
}

impl Closed {
    /// True where a point is so far within a cell that the snap moves it nowhere else.
    fn stands_plainly(&self, point: DVec2) -> bool {
        let mesh = &self.site.mesh;
        let mut edges = (0..mesh.edges().len() as u32).map(|edge| mesh.edge_ends(EdgeId(edge)));
        let far = 4.0 * mesh.default_snap();
        let is_far = |[a, b]: [DVec2; 2]| nearest_on_segment(a, b, point).distance(point) > far;
        self.ground.locate(point).is_some() && edges.all(is_far)
    }

    fn points(&self) -> Vec<DVec2> {
        let all = self.site.points.iter().copied();
        all.filter(|&point| self.stands_plainly(point)).take(12).collect()
    }

    /// Compares all that is asked of many goals; returns how many had a way, and how many none.
    fn check(&self) -> [usize; 2] {
        let (points, oracle) = (self.points(), MeshOracle::new(&self.ground));
        let name = &self.site.name;
        let mut met = [0; 2];
        let Some(&goal) = points.first() else { return met };
        let field = self.finder.distance_field(&[goal]).unwrap();
        for &from in &points {
            let expected = oracle.shortest(from, goal).map_or(f64::INFINITY, |way| way.0);
            let close =
                |length: f64| length == expected || (length - expected).abs() <= 1e-9 * expected;
            assert!(close(field.distance_at(from)), "{name}: {from} to {goal}: field, {expected}");
            let told = self.finder.distances_from(from, &[goal]).unwrap();
            assert!(close(told[0]), "{name}: {from} to {goal}: {told:?}, {expected}");
            let any = self.finder.find_path_to_any(from, &Goals::Points(&[goal]));
            let length = any.as_ref().map_or(f64::INFINITY, |(path, _)| path.length());
            assert!(close(length), "{name}: {from} to {goal}: {any:?}, {expected}");
            let paths = self.finder.paths_from(from, &[goal]).unwrap();
            let alone = self.finder.find_path(&PathQuery::new(from, goal));
            match (paths.path_to(0), field.path_from(from), alone) {
                (Ok(path), Ok(along), Ok(alone)) => {
                    for path in [&path, &along, &alone] {
                        assert!(close(path.length()), "{name}: {from} to {goal}: {path:?}");
                        assert_eq!(path.verify(&self.ground), Ok(()), "{name}: {from} to {goal}");
                        assert!(oracle.is_legal_path(path.waypoints()), "{name}");
                    }
                    met[0] += 1;
                }
                (Err(path), Err(along), Err(alone)) => {
                    let no_way = PathError::Unreachable { start: from.into(), goal: goal.into() };
                    assert_eq!((path, along), (no_way, no_way), "{name}");
                    assert!(
                        matches!(alone.kind(), "unreachable" | "closed-off"),
                        "{name}: {alone}"
                    );
                    met[1] += 1;
                }
                other => panic!("{name}: {from} to {goal}: {other:?}"),
            }
        }
        met
    }
}

fn sum(all: impl Iterator<Item = Closed>) -> [usize; 2] {
    all.map(|closed| closed.check()).fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

#[test]
fn fields_and_many_goals_respect_closed_doors() {
    let [reached, not_reached] = sum(with_doors(120));
    assert!(reached > 300 && not_reached > 100, "{reached} {not_reached}");
}

#[test]
fn fields_and_many_goals_respect_a_filter() {
    let [reached, not_reached] = sum(with_filters(120));
    assert!(reached > 300 && not_reached > 50, "{reached} {not_reached}");
}

#[test]
fn a_filtered_finder_keeps_the_doors_by_name_and_by_set() {
    let mesh = sites(1).next().unwrap().mesh;
    let mut finder = MeshFinder::new(mesh);
    let all = finder.add_filter(&Filter::new()).unwrap();
    let doors = finder.doors().clone();
    let filtered = finder.filtered(all).unwrap();
    assert!(filtered.clone().with_doors(doors).is_ok());
    assert!(finder.filtered(tautline::FilterId(9)).is_err());
    let others = DoorSet::new(&Arc::new(filtered.mesh().as_ref().clone()));
    assert!(filtered.with_doors(others).is_err());
}

/// A hall whose right half is a swamp.
fn half_a_swamp() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 4.0]));
    builder.add_area(Area::new(Outline::rect([5.0, 0.0], [10.0, 4.0]), "swamp", 1.0));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    let dry = finder.add_filter(&Filter::new().forbid("swamp")).unwrap();
    finder.filtered(dry).unwrap()
}

#[test]
fn a_goal_on_closed_ground_attracts_nobody_and_does_not_spoil_the_field_of_others() {
    let finder = half_a_swamp();
    let field = finder.distance_field(&[[8.0, 2.0].into(), [1.0, 2.0].into()]).unwrap();
    assert_eq!(field.distance_at([4.0, 2.0]), 3.0);
    let alone = finder.distance_field(&[[8.0, 2.0].into()]).unwrap_err();
    assert_eq!(
        alone,
        PathError::OnClosedGround { side: QuerySide::Goal, place: DVec2::new(8.0, 2.0).into() }
    );
    let bad = finder.distance_field(&[DVec2::NAN]).unwrap_err();
    assert!(matches!(bad, PathError::InvalidQuery { .. }));
}

#[test]
fn goals_of_any_kind_on_closed_ground_are_said_to_be_there() {
    let finder = half_a_swamp();
    let [near, far] = [[8.0, 1.0], [8.0, 3.0]].map(DVec2::from);
    let ring = [near, far, DVec2::new(9.0, 2.0)];
    let kinds = [Goals::Points(&[near]), Goals::Segments(&[[near, far]]), Goals::Polygon(&ring)];
    for goals in kinds {
        let error = finder.find_path_to_any([1.0, 1.0], &goals).unwrap_err();
        assert!(matches!(error, PathError::OnClosedGround { .. }), "{goals:?}: {error}");
    }
}

#[test]
fn where_all_ground_is_closed_there_is_no_random_point() {
    let mesh = Arc::clone(half_a_swamp().mesh());
    let mut doors = DoorSet::new(&mesh);
    mesh.cell_ids().for_each(|cell| doors.close_cell(cell).unwrap());
    let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
    let ground = finder.ground(&PathQuery::new([0.0; 2], [0.0; 2])).unwrap();
    let mut random = SplitMix64::new(1);
    assert_eq!(Surveyor::new(&ground).random_point(&mut || random.next_u64()), None);
}
