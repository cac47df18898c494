//! Outlines from random bytes: built, measured and searched.

use navmesh_testkit::laws::{Law, Subject};
use navmesh_testkit::worlds::world_of_bytes;
use navmesh_testkit::{Fill, LawSuite, LinkOracle, MeshOracle, Survey, World, survey};
use tautline::{
    Area, BuildError, BuildOptions, BuildReport, Link, LinkWay, MeshFinder, NavMesh, Outline,
    Outlines, Path, PathError, PathQuery, Pathfinder, Scratch, Search, build_outlines,
};

use crate::inset::check_inset;

/// Options that join nothing, as the oracle joins nothing.
fn exact() -> BuildOptions {
    BuildOptions::default().weld(0.0)
}

/// Checks the world that bytes describe.
pub(crate) fn check(bytes: &[u8]) {
    let mut world = world_of_bytes(bytes);
    let drawn = std::mem::take(&mut world.outlines);
    world.outlines = Outlines { doors: Vec::new(), links: Vec::new(), ..drawn.clone() };
    let surveyed = survey(&world.outlines, Fill::NonZero).unwrap();
    match build_outlines(&world.outlines, &exact()) {
        Ok((mesh, report)) => {
            check_area(&mesh, &report, &surveyed);
            check_radius(&world, &mesh);
            check_areas(&world);
            check_paths(&world, &MeshFinder::new(with_links(mesh, &drawn.links)));
            check_doors(&world, &drawn);
        }
        Err(BuildError::NothingWalkable { .. }) => {
            // Rounding may close a very thin gap.
            let is_nothing = surveyed.components == 0 || !surveyed.rounded_crossings.is_empty();
            assert!(is_nothing && surveyed.area <= 1e-6 * size(&world), "{surveyed:?}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the approximate area of a world's bounds.
fn size(world: &World) -> f64 {
    let all = world.outlines.walkable.iter().flat_map(|outline| &outline.exterior);
    let largest = all.fold(0.0f64, |most, point| most.max(point.abs().max_element()));
    largest * largest
}

fn check_area(mesh: &NavMesh, report: &BuildReport, surveyed: &Survey) {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    if surveyed.rounded_crossings.is_empty() {
        assert!(report.rounded_crossings.is_empty(), "{:?}", report.rounded_crossings);
        assert_eq!(report.exact_crossings, surveyed.exact_crossings.len());
        assert_eq!(mesh.component_count(), surveyed.components);
    }
    let allowed = 1e-12 * surveyed.area + area_slack(mesh);
    assert!((mesh.area() - surveyed.area).abs() <= allowed, "{} {surveyed:?}", mesh.area());
}

/// Returns the largest change of area by rounded crossings, which move sides by a few ulps, over at most
/// a thousand units.
fn area_slack(mesh: &NavMesh) -> f64 {
    let bounds = mesh.bounds();
    1e3 * bounds.size().length() * bounds.max_abs() * 16.0 * f64::EPSILON
}

/// Checks the mesh with a radius.
fn check_radius(world: &World, whole: &NavMesh) {
    let share = 1.0 / (8 << (world.seed % 4)) as f64;
    let radius = share * whole.bounds().size().max_element();
    match build_outlines(&world.outlines, &exact().agent_radius(radius)) {
        Ok((narrow, _)) => check_inset(&narrow, whole, radius),
        Err(BuildError::TooNarrow { .. } | BuildError::BadRadius { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Checks obstacles as areas: each covers the part that later ones leave.
fn check_areas(world: &World) {
    let painted = &world.outlines.obstacles;
    let left = |obstacles: &[Outline]| {
        let outlines = Outlines { obstacles: obstacles.to_vec(), ..world.outlines.clone() };
        survey(&outlines, Fill::NonZero).unwrap().area
    };
    let area = |(outline, number): (&Outline, u32)| {
        Area::new(outline.clone(), number.to_string(), 2f64.powi(number as i32 - 1))
    };
    let areas = painted.iter().zip(0..).map(area).collect();
    let outlines = Outlines { obstacles: Vec::new(), areas, ..world.outlines.clone() };
    let (mesh, _) = build_outlines(&outlines, &exact()).unwrap();
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    let allowed = 1e-12 * mesh.area() + area_slack(&mesh);
    for (number, size) in mesh.area_sizes().into_iter().enumerate() {
        let expected = left(&painted[number + 1..]) - left(&painted[number..]);
        assert!((size - expected).abs() <= allowed, "area {number}: {size}, not {expected}");
    }
    let finder = MeshFinder::new(mesh);
    for query in world.queries(4) {
        let query = query.search(Search::Corridor);
        if let Ok(path) = finder.find_path(&query) {
            path.verify_answer(&query, finder.mesh()).unwrap();
        }
    }
}

/// A finder that uses the same search for every query.
struct Searching<'a>(&'a MeshFinder, Search);

impl Pathfinder for Searching<'_> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.0.find_path_into(&query.search(self.1), scratch, path)
    }
}

/// The largest number of links; the oracle is quadratic in it.
const MOST_LINKS: usize = 6;

/// Adds links to the mesh, with their ends snapped to it.
fn with_links(mesh: NavMesh, links: &[Link]) -> NavMesh {
    let placed = links.iter().take(MOST_LINKS).map(|link| {
        let mut link = link.clone();
        for point in link.points_mut() {
            *point = mesh.nearest(*point).unwrap().point;
        }
        link
    });
    let placed: Vec<Link> = placed.collect();
    mesh.with_links(placed).unwrap()
}

/// Checks the laws for every search on the current mesh.
fn check_paths(world: &World, finder: &MeshFinder) {
    let queries = world.queries(6);
    let mesh = finder.current_mesh();
    let oracle: &dyn Subject =
        if mesh.has_links() { &LinkOracle::new(&mesh) } else { &MeshOracle::new(&mesh) };
    let leads_one_way = mesh.links().iter().any(|link| link.way == LinkWay::OneWay);
    for search in [Search::Optimal, Search::Corridor] {
        let finder = Searching(finder, search);
        let mut suite = LawSuite::new(&world.name, &finder, oracle);
        if search == Search::Corridor {
            // A corridor path may be the shortest by chance; a query for a part of it need not be.
            suite = suite.exempt(Law::Stretch);
        }
        if leads_one_way {
            suite = suite.exempt(Law::Reversal);
        }
        suite.assert_holds(&queries);
    }
}

/// Checks the world with doors, and the laws with doors open and closed.
fn check_doors(world: &World, drawn: &Outlines) {
    if drawn.doors.is_empty() {
        return;
    }
    let outlines = Outlines { links: Vec::new(), ..drawn.clone() };
    let mesh = match build_outlines(&outlines, &exact()) {
        Ok((mesh, _)) => with_links(mesh, &drawn.links),
        // Rounding may close a very thin gap that a door crosses.
        Err(BuildError::NothingWalkable { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    mesh.assert_invariants();
    let mut finder = MeshFinder::new(mesh);
    check_paths(world, &finder);
    finder.close_door("door").unwrap();
    check_paths(world, &finder);
}
