//! Floors from random bytes: built, searched, built with a radius, written and read.

use navmesh_io::{read_nav, write_nav};
use navmesh_testkit::worlds::arcades::arcades_of_bytes;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::{Building, building_of_bytes};
use navmesh_testkit::{Fill, LinkOracle, survey};
use tautline::{
    BuildError, BuildOptions, DVec2, Floor, Floors, Link, LinkWay, MeshFinder, NavMesh, Outlines,
    Path, PathQuery, Place, Search, build_floors,
};

use crate::floor_areas::{check_area_sizes, check_with_areas, filtered};
use crate::inset::check_inset;

/// Counters of the cases that were met.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Met {
    /// Paths over links.
    pub(crate) over_links: usize,
    /// Cells in the area that is drawn there.
    pub(crate) in_areas: usize,
}

/// Bytes with this prefix give meshes with high-degree cells, which need more points otherwise.
const GALLERIES: u8 = 255;

/// Checks the floors that bytes describe.
pub(crate) fn check(bytes: &[u8]) -> Met {
    if let [GALLERIES, links, rest @ ..] = bytes {
        return Met { over_links: check_high_degree_cells(rest, u64::from(*links)), in_areas: 0 };
    }
    let Building { floors, radius, .. } = building_of_bytes(bytes);
    Met { over_links: check_links(floors.clone(), radius), in_areas: check_areas(floors, radius) }
}

/// Checks a mesh with high-degree cells, with and without links; returns the number of paths over links.
fn check_high_degree_cells(bytes: &[u8], links: u64) -> usize {
    let mesh = arcades_of_bytes(bytes);
    mesh.assert_invariants();
    check_written(&mesh);
    check_doors(&mesh, 3);
    check_doors(&with_links(mesh, links), 2)
}

/// Checks floors without areas, with and without links; returns the number of paths over links.
fn check_links(mut floors: Floors, radius: f64) -> usize {
    let drawn = floors.floors.clone();
    for floor in &mut floors.floors {
        floor.outlines.links.clear();
        floor.outlines.areas.clear();
    }
    let Some(mesh) = built(&floors, 0.0) else { return 0 };
    check_areas_of_floors(&mesh, &floors);
    check_written(&mesh);
    check_doors(&mesh, 6);
    floors.links = links_of(&drawn, &mesh);
    let linked = built(&floors, 0.0).unwrap();
    let links = std::mem::take(&mut floors.links);
    assert_eq!(linked.to_raw(), mesh.clone().with_links(links.clone()).unwrap().to_raw());
    check_written(&linked);
    let mut over_links = check_doors(&linked, 6);
    if let Some(narrow) = built(&floors, radius) {
        check_inset(&narrow, &mesh, radius);
        check_doors(&narrow, 2);
        floors.links = links;
        // The radius may have removed the cell at an end of a link.
        let linked = built(&floors, radius).unwrap_or(narrow);
        check_written(&linked);
        over_links += check_doors(&linked, 2);
    }
    over_links
}

/// Checks floors with areas and without links, also with a radius; returns the number of cells in areas.
fn check_areas(mut floors: Floors, radius: f64) -> usize {
    for floor in &mut floors.floors {
        floor.outlines.links.clear();
    }
    if floors.floors.iter().all(|floor| floor.outlines.areas.is_empty()) {
        return 0;
    }
    let mut plain = floors.clone();
    for floor in &mut plain.floors {
        floor.outlines.areas.clear();
    }
    let mut in_areas = 0;
    for radius in [0.0, radius] {
        let Some(unpainted) = built(&plain, radius) else { break };
        let mesh = built(&floors, radius).unwrap();
        in_areas += check_with_areas(&mesh, &unpainted, &floors);
        if radius == 0.0 {
            check_area_sizes(&mesh, &floors);
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

/// Asserts that no query works on a mesh without open cells.
fn check_forbidden(filtered: NavMesh, mesh: &NavMesh) {
    let finder = MeshFinder::new(filtered);
    for query in floor_queries(mesh, 2, 2) {
        assert!(finder.find_path(&query).is_err(), "{query:?}");
    }
}

/// Builds floors; `None` for invalid input.
fn built(floors: &Floors, radius: f64) -> Option<NavMesh> {
    let refused =
        match build_floors(floors, &BuildOptions::default().weld(0.0).agent_radius(radius)) {
            Ok((mesh, _)) => return Some(mesh),
            Err(BuildError::OnLayer { error, .. }) => *error,
            Err(error) => error,
        };
    match refused {
        BuildError::NothingWalkable { .. }
        | BuildError::BadConnection { .. }
        | BuildError::Fold { .. }
        | BuildError::Fork { .. }
        | BuildError::ConnectionInside { .. } => None,
        BuildError::TooNarrow { .. }
        | BuildError::BadRadius { .. }
        | BuildError::LinkOffMesh { .. }
            if radius > 0.0 =>
        {
            None
        }
        error => panic!("{error}"),
    }
}

/// Asserts that each floor has the area that is drawn on it.
fn check_areas_of_floors(mesh: &NavMesh, floors: &Floors) {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    let (size, most) = (mesh.bounds().size().length(), mesh.bounds().max_abs());
    for (Floor { outlines, layer }, area) in floors.floors.iter().zip(mesh.layer_sizes()) {
        let drawn = Outlines { doors: Vec::new(), ..outlines.clone() };
        let known = survey(&drawn, Fill::NonZero).unwrap().area;
        // Rounded crossings, also of the connections, move sides by a few ulps over at most a thousand units.
        let allowed = 1e-12 * known + 1e3 * size * most * 16.0 * f64::EPSILON;
        assert!((area - known).abs() <= allowed, "floor {layer}: {area}, {known} was drawn");
    }
}

fn check_written(mesh: &NavMesh) {
    let again = read_nav(&write_nav(mesh)).unwrap();
    assert_eq!(again.to_raw(), mesh.to_raw());
}

/// Compares searches with the oracle, doors open and closed; returns the number of paths over links.
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

/// Checks paths between corners and sides of cells on the current mesh; returns the number over links.
fn check_paths(finder: &MeshFinder, count: usize) -> usize {
    let mut over_links = 0;
    let mesh = finder.current_mesh();
    mesh.assert_invariants();
    let oracle = LinkOracle::new(&mesh);
    for query in floor_queries(&mesh, count, count as u64) {
        let place = |layer: Option<u32>, point| {
            (oracle.ground().cells_on(layer.unwrap_or(0), point), point)
        };
        let ends = [place(query.start_layer, query.start), place(query.goal_layer, query.goal)];
        let best = oracle.best_cost(&ends[0], &ends[1]);
        let found = finder.find_path(&query);
        assert_eq!(found.is_ok(), best.is_some(), "{query:?}: {found:?}, {best:?}");
        let (Ok(path), Some(best)) = (found, best) else { continue };
        assert!(are_equal(path.cost(), best), "{query:?}: {path:?} costs other than {best}");
        check_path(finder, &mesh, &query, &path);
        let corridor = finder.find_path(&query.search(Search::Corridor)).unwrap();
        assert!(corridor.cost() >= best * (1.0 - 1e-9), "{query:?}: {corridor:?}");
        corridor.verify_answer(&query, &mesh).unwrap();
        over_links += usize::from(!path.links().is_empty());
    }
    over_links
}

/// Verifies a path; without one-way links the path back is equally long.
fn check_path(finder: &MeshFinder, mesh: &NavMesh, query: &PathQuery, path: &Path) {
    path.verify_answer(query, mesh)
        .unwrap_or_else(|defect| panic!("{query:?}: {defect}, {path:?}"));
    if mesh.links().iter().all(|link| link.way == LinkWay::TwoWay) {
        let back = finder.find_path(&query.reversed()).unwrap();
        assert!(are_equal(back.cost(), path.cost()), "{query:?}: {path:?}, {back:?}");
    }
}

/// Returns the drawn links, each from its floor to the next, with their ends snapped to the mesh.
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
        for lane in &mut link.beside {
            *lane = [from(lane[0]), to(lane[1])];
        }
        link
    });
    placed.collect()
}
