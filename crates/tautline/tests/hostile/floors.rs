//! Floors from bytes: built, walked on, drawn in for agents with a size, written and read again.

use navmesh_io::{read_nav, write_nav};
use navmesh_testkit::worlds::arcades::arcades_of_bytes;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::{Building, building_of_bytes};
use navmesh_testkit::{Fill, LinkOracle, survey};
use tautline::{
    BuildError, BuildOptions, DVec2, Floor, Floors, Link, LinkWay, MeshFinder, NavMesh, Outlines,
    Path, PathQuery, Pathfinder, Place, Search, build_floors,
};

use crate::drawn_in::check_drawn_in;
use crate::floor_areas::{check_grounds, check_painted, filtered};

/// What of a building's extras was met.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Met {
    /// Paths that led over links.
    pub(crate) over_links: usize,
    /// Cells seen to be in the area that is drawn there.
    pub(crate) in_areas: usize,
}

/// Bytes that begin so are galleries among rooms, which no builder makes of so few points.
const GALLERIES: u8 = 255;

/// Fails where floors that bytes make are built wrong, or walked on wrong.
pub(crate) fn check(bytes: &[u8]) -> Met {
    if let [GALLERIES, links, rest @ ..] = bytes {
        return Met { over_links: check_galleries(rest, u64::from(*links)), in_areas: 0 };
    }
    let Building { floors, radius, .. } = building_of_bytes(bytes);
    Met { over_links: check_links(floors.clone(), radius), in_areas: check_areas(floors, radius) }
}

/// On galleries with links and without; how many paths led over them.
fn check_galleries(bytes: &[u8], links: u64) -> usize {
    let mesh = arcades_of_bytes(bytes);
    mesh.assert_invariants();
    check_written(&mesh);
    check_doors(&mesh, 3);
    check_doors(&with_links(mesh, links), 2)
}

/// Without areas, with links and without; how many paths led over them.
fn check_links(mut floors: Floors, radius: f64) -> usize {
    let drawn = floors.floors.clone();
    floors.floors.iter_mut().for_each(|floor| {
        floor.outlines.links.clear();
        floor.outlines.areas.clear();
    });
    let Some(mesh) = built(&floors, 0.0) else { return 0 };
    check_ground(&mesh, &floors);
    check_written(&mesh);
    check_doors(&mesh, 6);
    floors.links = links_of(&drawn, &mesh);
    let linked = built(&floors, 0.0).unwrap();
    let links = std::mem::take(&mut floors.links);
    assert_eq!(linked.to_raw(), mesh.clone().with_links(links.clone()).unwrap().to_raw());
    check_written(&linked);
    let mut over_links = check_doors(&linked, 6);
    if let Some(narrow) = built(&floors, radius) {
        check_drawn_in(&narrow, &mesh, radius);
        check_doors(&narrow, 2);
        floors.links = links;
        // Unless the ground has gone from an end of a link.
        let linked = built(&floors, radius).unwrap_or(narrow);
        check_written(&linked);
        over_links += check_doors(&linked, 2);
    }
    over_links
}

/// With areas and without links, drawn in for agents with a size too; how many cells were seen to be in an area.
fn check_areas(mut floors: Floors, radius: f64) -> usize {
    floors.floors.iter_mut().for_each(|floor| floor.outlines.links.clear());
    if floors.floors.iter().all(|floor| floor.outlines.areas.is_empty()) {
        return 0;
    }
    let mut plain = floors.clone();
    plain.floors.iter_mut().for_each(|floor| floor.outlines.areas.clear());
    let mut in_areas = 0;
    for radius in [0.0, radius] {
        let Some(unpainted) = built(&plain, radius) else { break };
        let mesh = built(&floors, radius).unwrap();
        in_areas += check_painted(&mesh, &unpainted, &floors);
        if radius == 0.0 {
            check_grounds(&mesh, &floors);
        }
        for filtered in filtered(&mesh) {
            if filtered.slots().next().is_some() {
                check_doors(&filtered, 3);
            } else {
                check_forbidden(filtered, &mesh);
            }
        }
    }
    in_areas
}

/// Where all ground is forbidden nobody stands anywhere.
fn check_forbidden(filtered: NavMesh, mesh: &NavMesh) {
    let finder = MeshFinder::new(filtered);
    for query in floor_queries(mesh, 2, 2) {
        assert!(finder.find_path(&query).is_err(), "{query:?}");
    }
}

/// The mesh of floors; `None` where they are refused for what they are.
fn built(floors: &Floors, radius: f64) -> Option<NavMesh> {
    let refused = match build_floors(floors, &BuildOptions::default().agent_radius(radius)) {
        Ok((mesh, _)) => return Some(mesh),
        Err(BuildError::OnLayer { error, .. }) => *error,
        Err(error) => error,
    };
    match refused {
        BuildError::NothingWalkable { .. }
        | BuildError::TooFewPoints { .. }
        | BuildError::NoLine { .. }
        | BuildError::BadConnection { .. }
        | BuildError::Fold { .. }
        | BuildError::Fork { .. }
        | BuildError::ConnectionInside { .. } => None,
        BuildError::TooNarrow { .. }
        | BuildError::BadRadius { .. }
        | BuildError::LinkOffGround { .. }
            if radius > 0.0 =>
        {
            None
        }
        error => panic!("{error}"),
    }
}

/// Each floor has the ground that is drawn on it.
fn check_ground(mesh: &NavMesh, floors: &Floors) {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    let (size, most) = (mesh.bounds().size().length(), mesh.bounds().max_abs());
    for (Floor { outlines, layer }, area) in floors.floors.iter().zip(mesh.layer_sizes()) {
        let drawn = Outlines { doors: Vec::new(), ..outlines.clone() };
        let known = survey(&drawn, Fill::NonZero).unwrap().area;
        // Rounded crossings, of the joins' lines too, bend sides by a few units, over at most a thousand of them.
        let allowed = 1e-12 * known + 1e3 * size * most * 16.0 * f64::EPSILON;
        assert!((area - known).abs() <= allowed, "floor {layer}: {area}, {known} was drawn");
    }
}

fn check_written(mesh: &NavMesh) {
    let again = read_nav(&write_nav(mesh)).unwrap();
    assert_eq!(again.to_raw(), mesh.to_raw());
}

/// Searches agree with the oracle, doors open and closed; how many paths led over links.
fn check_doors(mesh: &NavMesh, count: usize) -> usize {
    let mut finder = MeshFinder::new(mesh.clone());
    let mut over_links = check_paths(&finder, count);
    if !mesh.doors().is_empty() {
        finder.close_door("door").unwrap();
        over_links += check_paths(&finder, count);
        finder.open_door("door").unwrap();
        over_links += check_paths(&finder, 1);
    }
    over_links
}

fn are_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Between corners and sides of cells, on the ground as the finder's doors leave it, over links too.
fn check_paths(finder: &MeshFinder, count: usize) -> usize {
    let mut over_links = 0;
    let ground = finder.current_mesh();
    ground.assert_invariants();
    let oracle = LinkOracle::new(&ground);
    for query in floor_queries(&ground, count, count as u64) {
        let place = |layer: Option<u32>, point| {
            (oracle.ground().cells_on(layer.unwrap_or(0), point), point)
        };
        let ends = [place(query.start_layer, query.start), place(query.goal_layer, query.goal)];
        let best = oracle.best_cost(&ends[0], &ends[1]);
        let found = finder.find_path(&query);
        assert_eq!(found.is_ok(), best.is_some(), "{query:?}: {found:?}, {best:?}");
        let (Ok(path), Some(best)) = (found, best) else { continue };
        assert!(are_equal(path.cost(), best), "{query:?}: {path:?} costs other than {best}");
        check_path(finder, &ground, &query, &path);
        let corridor = finder.find_path(&query.search(Search::Corridor)).unwrap();
        assert!(corridor.cost() >= best * (1.0 - 1e-9), "{query:?}: {corridor:?}");
        corridor.verify_answer(&query, &ground).unwrap();
        over_links += usize::from(!path.links().is_empty());
    }
    over_links
}

/// A path verifies, and is as long back where no link leads one way.
fn check_path(finder: &MeshFinder, ground: &NavMesh, query: &PathQuery, path: &Path) {
    path.verify_answer(query, ground)
        .unwrap_or_else(|defect| panic!("{query:?}: {defect}, {path:?}"));
    if ground.links().iter().all(|link| link.way == LinkWay::TwoWay) {
        let back = finder.find_path(&query.reversed()).unwrap();
        assert!(are_equal(back.cost(), path.cost()), "{query:?}: {path:?}, {back:?}");
    }
}

/// The links that were drawn, each from its floor to the next, their ends put on the nearest ground there.
fn links_of(floors: &[Floor], mesh: &NavMesh) -> Vec<Link> {
    let links = floors.iter().flat_map(|floor| {
        let to = (floor.layer + 1) % floors.len() as u32;
        floor.outlines.links.iter().map(move |link| link.clone().on_layers([floor.layer, to]))
    });
    let placed = links.take(6).map(|mut link| {
        let on = |layer: u32| {
            move |point: DVec2| mesh.nearest(Place::new(point).on_layer(layer)).unwrap().point
        };
        let [from, to] = [on(link.from.layer), on(link.to.layer)];
        link.from.point = from(link.from.point);
        link.to.point = to(link.to.point);
        link.beside.iter_mut().for_each(|lane| *lane = [from(lane[0]), to(lane[1])]);
        link
    });
    placed.collect()
}
