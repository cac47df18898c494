//! The laws for paths over links.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{DVec2, Link, LinkId, LinkSide, NavMesh, Path, PathQuery};
use navmesh_grid::Grid;

use crate::laws::{LawSuite, Subject};
use crate::oracle::LinkOracle;
use crate::worlds::meshes::tile_mesh;

/// Two islands of two tiles, a tile apart, and a jump from the one to the other.
fn islands() -> NavMesh {
    let mesh = tile_mesh(&Grid::from_rows(["..#.."]).unwrap()).unwrap();
    mesh.with_links([Link::new([2.0, 0.5], [3.0, 0.5], "jump").cost(5.0).one_way()]).unwrap()
}

/// From the one island's far tile to the other's, over the link, entered and left as said.
fn over(mesh: &NavMesh, entered: LinkSide, cost: f64, exit: [f64; 2]) -> Path {
    let mut path = Path::default();
    let [near, entry] = [[0.5, 0.25], [2.0, 0.5]].map(DVec2::from);
    [near, entry].into_iter().for_each(|point| path.push_waypoint(point));
    (0..2).for_each(|slot| path.push_cell(mesh.cell_id(slot)));
    path.push_link(LinkId(0), entered, cost);
    let [exit, far] = [exit, [4.5, 0.25]].map(DVec2::from);
    [exit, far].into_iter().for_each(|point| path.push_waypoint(point));
    (2..4).for_each(|slot| path.push_cell(mesh.cell_id(slot)));
    path.finish(PathSummary::default());
    path
}

#[test]
fn a_path_over_a_link_is_a_walk_to_it_and_a_walk_from_it() {
    let mesh = islands();
    let oracle = LinkOracle::new(&mesh);
    let told = |path: &Path| oracle.check_walk(path);
    let sound = over(&mesh, LinkSide::From, 5.0, [3.0, 0.5]);
    assert_eq!(told(&sound), Ok(()));
    assert_eq!(
        Subject::best_cost(&oracle, [0.5, 0.25].into(), [4.5, 0.25].into()),
        Some(sound.cost())
    );
    for (entered, cost, exit) in [
        (LinkSide::To, 5.0, [3.0, 0.5]),
        (LinkSide::From, 4.0, [3.0, 0.5]),
        (LinkSide::From, 5.0, [3.0, 0.25]),
    ] {
        assert!(told(&over(&mesh, entered, cost, exit)).is_err(), "{entered} {cost} {exit:?}");
    }
    let mut separated = mesh.clone().with_links([]).unwrap();
    assert!(LinkOracle::new(&separated).check_walk(&sound).is_err(), "there is no link");
    separated = tile_mesh(&Grid::from_rows(["..#.#"]).unwrap()).unwrap();
    let separated = separated.with_links(mesh.links().to_vec()).unwrap();
    assert!(LinkOracle::new(&separated).check_walk(&sound).is_err(), "it ends on no ground");
}

#[test]
fn what_is_in_reach_along_a_link_is_not_in_reach_against_it() {
    let mesh = islands();
    let oracle = LinkOracle::new(&mesh);
    let [left, right] = [[0.5, 0.5], [4.5, 0.5]].map(DVec2::from);
    assert!(oracle.is_reachable(left, right) && !oracle.is_reachable(right, left));
    let off = DVec2::new(2.25, 0.5);
    assert_eq!(oracle.distance_within_reach(left, off), 0.25);
    assert_eq!(oracle.distance_within_reach(right, off), 0.75);
    assert_eq!(oracle.distance_with_a_way_to(left, off), 0.25);
    assert_eq!(oracle.distance_with_a_way_to(right, off), 0.25);
}

/// Always jumps, and says that it costs nothing.
struct Jumper<'a>(&'a NavMesh);

impl navmesh_core::Pathfinder for Jumper<'_> {
    fn find_path_into(
        &self,
        _: &PathQuery,
        _: &mut navmesh_core::Scratch,
        path: &mut Path,
    ) -> Result<(), navmesh_core::PathError> {
        *path = over(self.0, LinkSide::From, 0.0, [3.0, 0.5]);
        Ok(())
    }
}

#[test]
fn the_suite_holds_a_finder_to_the_links_of_its_map() {
    let mesh = islands();
    let oracle = LinkOracle::new(&mesh);
    let jumper = Jumper(&mesh);
    let suite = LawSuite::new("islands", &jumper, &oracle);
    let violation = suite.check(&[PathQuery::new([0.5, 0.25], [4.5, 0.25])]).unwrap_err();
    assert!(violation.what.contains("is no use of"), "{violation}");
}
