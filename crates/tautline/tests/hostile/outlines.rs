//! Outlines from bytes, built, measured and walked on.

use navmesh_testkit::laws::Law;
use navmesh_testkit::worlds::world_of_bytes;
use navmesh_testkit::{Fill, LawSuite, MeshOracle, Survey, World, survey};
use tautline::{
    BuildError, BuildReport, MeshFinder, NavMesh, NavMeshBuilder, Path, PathError, PathQuery,
    Pathfinder, Scratch, Search,
};

/// Fails where something that bytes make is built wrong, or walked on wrong.
pub(crate) fn check(bytes: &[u8]) {
    let world = world_of_bytes(bytes);
    let surveyed = survey(&world.outlines, Fill::NonZero).unwrap();
    match NavMeshBuilder::from_outlines(world.outlines.clone()).build() {
        Ok((mesh, report)) => {
            check_ground(&mesh, &report, &surveyed);
            check_paths(&world, &mesh);
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
    // Rounded crossings bend sides by a few units in the last place, over at most a thousand of them.
    let bounds = mesh.bounds();
    let bent = 1e3 * bounds.size().length() * bounds.max_abs() * 16.0 * f64::EPSILON;
    let allowed = 1e-12 * surveyed.area + bent;
    assert!((mesh.area() - surveyed.area).abs() <= allowed, "{} {surveyed:?}", mesh.area());
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

fn check_paths(world: &World, mesh: &NavMesh) {
    let oracle = MeshOracle::new(mesh);
    let finder = MeshFinder::new(mesh.clone());
    let queries = world.queries(6);
    let optimal = Searching(&finder, Search::Optimal);
    LawSuite::new(&world.name, &optimal, &oracle).assert_holds(&queries);
    let corridor = Searching(&finder, Search::Corridor);
    // A corridor's path may happen to be the shortest; a part of it, asked alone, then need not be.
    let suite = LawSuite::new(&world.name, &corridor, &oracle).exempt(Law::Stretch);
    suite.assert_holds(&queries);
}
