//! Outlines from bytes, built, measured and walked on.

use navmesh_testkit::laws::{Law, Subject};
use navmesh_testkit::worlds::world_of_bytes;
use navmesh_testkit::{Fill, LawSuite, LinkOracle, MeshOracle, Survey, World, survey};
use tautline::{
    Area, BuildError, BuildOptions, BuildReport, Link, LinkWay, MeshFinder, NavMesh,
    NavMeshBuilder, Outline, Outlines, Path, PathError, PathQuery, Pathfinder, Scratch, Search,
    build_outlines,
};

use crate::drawn_in::check_drawn_in;

/// Fails where something that bytes make is built wrong, or walked on wrong.
pub(crate) fn check(bytes: &[u8]) {
    let mut world = world_of_bytes(bytes);
    let drawn = std::mem::take(&mut world.outlines);
    world.outlines = Outlines { doors: Vec::new(), links: Vec::new(), ..drawn.clone() };
    let surveyed = survey(&world.outlines, Fill::NonZero).unwrap();
    match NavMeshBuilder::from_outlines(world.outlines.clone()).build() {
        Ok((mesh, report)) => {
            check_ground(&mesh, &report, &surveyed);
            check_radius(&world, &mesh);
            check_areas(&world);
            check_paths(&world, &MeshFinder::new(with_links(mesh, &drawn.links)));
            check_doors(&world, &drawn);
        }
        Err(BuildError::NothingWalkable { .. }) => {
            // Rounding may close a needle.
            let is_nothing = surveyed.components == 0 || !surveyed.rounded_crossings.is_empty();
            assert!(is_nothing && surveyed.area <= 1e-6 * size(&world), "{surveyed:?}");
        }
        Err(BuildError::TooFewPoints { .. } | BuildError::NoLine { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// About the area of the box around a world.
fn size(world: &World) -> f64 {
    let all = world.outlines.walkable.iter().flat_map(|outline| &outline.exterior);
    let largest = all.fold(0.0f64, |most, point| most.max(point.abs().max_element()));
    largest * largest
}

fn check_ground(mesh: &NavMesh, report: &BuildReport, surveyed: &Survey) {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    if surveyed.rounded_crossings.is_empty() {
        assert!(report.rounded_crossings.is_empty(), "{:?}", report.rounded_crossings);
        assert_eq!(report.exact_crossings, surveyed.exact_crossings.len());
        assert_eq!(mesh.component_count(), surveyed.components);
    }
    let allowed = 1e-12 * surveyed.area + bent(mesh);
    assert!((mesh.area() - surveyed.area).abs() <= allowed, "{} {surveyed:?}", mesh.area());
}

/// What area rounded crossings may cost: they bend sides by a few units in the last place, over at most a thousand of
/// them.
fn bent(mesh: &NavMesh) -> f64 {
    let bounds = mesh.bounds();
    1e3 * bounds.size().length() * bounds.max_abs() * 16.0 * f64::EPSILON
}

/// Drawn in for agents with a size, the ground keeps its distance.
fn check_radius(world: &World, whole: &NavMesh) {
    let share = 1.0 / (8 << (world.seed % 4)) as f64;
    let radius = share * whole.bounds().size().max_element();
    match build_outlines(&world.outlines, &BuildOptions::default().agent_radius(radius)) {
        Ok((narrow, _)) => check_drawn_in(&narrow, whole, radius),
        Err(BuildError::TooNarrow { .. } | BuildError::BadRadius { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Painted on the ground instead of taken from it, obstacles are areas: each has what it would take of what those after
/// it leave.
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
    let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "cells overlap");
    let allowed = 1e-12 * mesh.area() + bent(&mesh);
    for (number, ground) in mesh.area_sizes().into_iter().enumerate() {
        let expected = left(&painted[number + 1..]) - left(&painted[number..]);
        assert!((ground - expected).abs() <= allowed, "area {number}: {ground}, not {expected}");
    }
    let finder = MeshFinder::new(mesh);
    for query in world.queries(4) {
        let query = query.search(Search::Corridor);
        if let Ok(path) = finder.find_path(&query) {
            path.verify_answer(&query, finder.mesh()).unwrap();
        }
    }
}

/// A finder that is always asked for one kind of search.
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

/// The most links: what the oracle does grows with their square.
const MOST_LINKS: usize = 6;

/// The mesh with links, their ends put on the nearest ground.
fn with_links(mesh: NavMesh, links: &[Link]) -> NavMesh {
    let placed = links.iter().take(MOST_LINKS).map(|link| {
        let mut link = link.clone();
        link.points_mut().for_each(|point| *point = mesh.nearest(*point).unwrap().point);
        link
    });
    let placed: Vec<Link> = placed.collect();
    mesh.with_links(placed).unwrap()
}

/// Every search keeps all laws on the ground as the finder's doors leave it.
fn check_paths(world: &World, finder: &MeshFinder) {
    let queries = world.queries(6);
    let ground = finder.current_mesh();
    let oracle: &dyn Subject =
        if ground.has_links() { &LinkOracle::new(&ground) } else { &MeshOracle::new(&ground) };
    let leads_one_way = ground.links().iter().any(|link| link.way == LinkWay::OneWay);
    for search in [Search::Optimal, Search::Corridor] {
        let finder = Searching(finder, search);
        let mut suite = LawSuite::new(&world.name, &finder, oracle);
        if search == Search::Corridor {
            // A corridor's path may happen to be the shortest; a part of it, asked alone, then need not be.
            suite = suite.exempt(Law::Stretch);
        }
        if leads_one_way {
            suite = suite.exempt(Law::Reversal);
        }
        suite.assert_holds(&queries);
    }
}

/// With doors drawn the ground is sound, and searches keep all laws with doors open and closed.
fn check_doors(world: &World, drawn: &Outlines) {
    if drawn.doors.is_empty() {
        return;
    }
    let outlines = Outlines { links: Vec::new(), ..drawn.clone() };
    let mesh = match NavMeshBuilder::from_outlines(outlines).build() {
        Ok((mesh, _)) => with_links(mesh, &drawn.links),
        // Rounding may close a needle that a door crosses.
        Err(
            BuildError::TooFewPoints { .. }
            | BuildError::NoLine { .. }
            | BuildError::NothingWalkable { .. },
        ) => return,
        Err(error) => panic!("{error}"),
    };
    mesh.assert_invariants();
    let mut finder = MeshFinder::new(mesh);
    check_paths(world, &finder);
    finder.close_door("door").unwrap();
    check_paths(world, &finder);
}
