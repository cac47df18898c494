//! Areas on floors: their sizes, their cells, and the costs of paths and filters.

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_io::{read_nav, write_nav};
use navmesh_testkit::oracle::{Coverage, covers};
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::{Fill, LinkOracle, survey};
use tautline::{Area, DVec2, Filter, Floors, MeshFinder, NavMesh, Outline, Outlines, Search};

/// The distance from an area's border in which cells are not checked, in ulps of the largest
/// coordinate, because rounded crossings move borders.
const NEAR_UNITS: f64 = 1024.0;

/// The number of paths to check.
const PATHS: usize = 3;

/// Compares a mesh with areas with the mesh without them; returns the number of cells in areas.
pub(crate) fn check_with_areas(mesh: &NavMesh, plain: &NavMesh, floors: &Floors) -> usize {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    assert_eq!(mesh.layers(), plain.layers());
    for (with_areas, plain) in mesh.layer_sizes().iter().zip(plain.layer_sizes()) {
        assert!(
            (with_areas - plain).abs() <= 1e-12 * plain + area_slack(mesh),
            "{with_areas}, {plain} without areas"
        );
    }
    assert_eq!(read_nav(&write_nav(mesh)).unwrap().to_raw(), mesh.to_raw());
    check_costs(mesh);
    check_cells(mesh, floors)
}

/// Returns the largest change of area by rounded crossings, which move sides by a few ulps, over at most
/// a thousand units.
fn area_slack(mesh: &NavMesh) -> f64 {
    let bounds = mesh.bounds();
    1e3 * bounds.size().length() * bounds.max_abs() * 16.0 * f64::EPSILON
}

/// Asserts that each area has the size drawn on all floors, less the parts that later areas cover.
pub(crate) fn check_area_sizes(mesh: &NavMesh, floors: &Floors) {
    let mut known: BTreeMap<(&str, u64), f64> = BTreeMap::new();
    for floor in &floors.floors {
        let Outlines { walkable, obstacles, areas, .. } = &floor.outlines;
        let left = |painted: &[Area]| {
            let painted = painted.iter().map(|area| area.outline.clone());
            let obstacles = obstacles.iter().cloned().chain(painted).collect();
            let walkable = walkable.clone();
            let visible = Outlines { walkable, obstacles, ..Outlines::default() };
            survey(&visible, Fill::NonZero).unwrap().area
        };
        for (i, Area { name, cost, .. }) in areas.iter().enumerate() {
            *known.entry((name, cost.to_bits())).or_default() +=
                left(&areas[i + 1..]) - left(&areas[i..]);
        }
    }
    assert_eq!(mesh.areas().len(), known.len());
    for (kind, found) in mesh.areas().iter().zip(mesh.area_sizes()) {
        let drawn = known[&(kind.name.as_str(), kind.cost.to_bits())];
        let allowed = 1e-12 * mesh.area() + area_slack(mesh);
        assert!((found - drawn).abs() <= allowed, "{kind:?} has {found}, {drawn} was drawn");
    }
}

/// Asserts that the center of every cell is in the cell's area; returns the number of cells in areas.
fn check_cells(mesh: &NavMesh, floors: &Floors) -> usize {
    let near = NEAR_UNITS * f64::EPSILON * mesh.bounds().max_abs();
    let mut seen = 0;
    for slot in mesh.slots() {
        let floor = floors.floors.iter().find(|floor| floor.layer == mesh.layer(slot)).unwrap();
        let areas = &floor.outlines.areas;
        let middle = mesh.centroid(slot);
        if areas.iter().any(|area| to_border(&area.outline, middle) <= near) {
            continue;
        }
        let drawn = areas.iter().rev().find(|area| is_within(&area.outline, middle));
        let drawn = drawn.map(|area| (area.name.as_str(), area.cost));
        let kind = mesh.area_of(slot).map(|area| &mesh.areas()[area.index()]);
        assert_eq!(
            kind.map(|kind| (kind.name.as_str(), kind.cost)),
            drawn,
            "cell {slot} at {middle}"
        );
        assert_eq!(mesh.cost(slot), drawn.map_or(1.0, |(_, cost)| cost), "cell {slot} at {middle}");
        seen += usize::from(drawn.is_some());
    }
    seen
}

fn is_within(outline: &Outline, point: DVec2) -> bool {
    let walkable = vec![outline.clone()];
    covers(&Outlines { walkable, ..Outlines::default() }, point) == Coverage::Inside
}

fn to_border(outline: &Outline, point: DVec2) -> f64 {
    let to_ring = |ring: &[DVec2]| {
        let sides = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
        let distances = sides.map(|(a, b)| nearest_on_segment(a, b, point).distance(point));
        distances.fold(f64::INFINITY, f64::min)
    };
    outline.rings().map(to_ring).fold(f64::INFINITY, f64::min)
}

/// Asserts that paths exist where the oracle finds one. Their cost is at least the shortest length at the
/// lowest cost, and at most their own length at the highest.
fn check_costs(mesh: &NavMesh) {
    let finder = MeshFinder::new(mesh.clone());
    let oracle = LinkOracle::new(mesh);
    let costs = || mesh.slots().map(|slot| mesh.cost(slot)).chain([1.0]);
    let (least, most) = (costs().fold(1.0, f64::min), costs().fold(1.0, f64::max));
    for query in floor_queries(mesh, PATHS, PATHS as u64) {
        let place = |layer: Option<u32>, point| {
            (oracle.ground().cells_on(layer.unwrap_or(0), point), point)
        };
        let ends = [place(query.start_layer, query.start), place(query.goal_layer, query.goal)];
        let best = oracle.best_cost(&ends[0], &ends[1]);
        let found = finder.find_path(&query.search(Search::Corridor));
        assert_eq!(found.is_ok(), best.is_some(), "{query:?}: {found:?}, {best:?}");
        let (Ok(path), Some(best)) = (found, best) else { continue };
        path.verify_answer(&query, mesh).unwrap_or_else(|defect| panic!("{query:?}: {defect}"));
        let bounds = (1.0 - 1e-9) * least * best..=(1.0 + 1e-9) * most * path.length();
        assert!(bounds.contains(&path.cost()), "{query:?}: {path:?}, {bounds:?}");
    }
}

/// Returns the meshes of filters with uniform cost and without the areas of one name. The exact search
/// on them can be compared with the oracle.
pub(crate) fn filtered(mesh: &NavMesh) -> Vec<NavMesh> {
    let names = || mesh.areas().iter().map(|area| area.name.as_str());
    let even = names().fold(Filter::new(), |filter, name| filter.cost(name, 1.0));
    let without = even.clone().forbid(names().next().unwrap_or_default());
    let mesh = Arc::new(mesh.clone());
    [even, without].map(|filter| mesh.filtered(&filter).unwrap()).into()
}
