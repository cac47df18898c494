//! Invariants of every mesh: valid, without overlaps, and consistent with Euler's formula.

use navmesh_testkit::{Fill, survey, world, world_count};
use tautline::{BuildOptions, NavMesh, NavMeshBuilder};

use crate::outcomes::{assert_crossings, slack};

pub(crate) fn assert_sound(name: &str, mesh: &NavMesh) {
    mesh.assert_invariants();
    assert!(mesh.overlaps(1).is_empty(), "{name}: cells overlap");
    let walls = mesh.edges().iter().filter(|edge| edge.is_wall()).count();
    let (vertices, edges) = (mesh.vertex_count(), (mesh.edges().len() + walls) / 2);
    let counted = (vertices + mesh.cell_count()) as isize - edges as isize;
    // A component with h holes has h + 1 borders, and V − E + F = 1 − h.
    let expected = 2 * mesh.component_count() as isize - border_count(mesh) as isize;
    assert_eq!(counted, expected, "{name}: V − E + F");
}

/// Counts the closed borders along walls, with the mesh on the left.
fn border_count(mesh: &NavMesh) -> usize {
    let next_edge = |edge: usize| {
        let range = mesh.edge_range(mesh.edges()[edge].cell_slot());
        if edge + 1 == range.end { range.start } else { edge + 1 }
    };
    let mut seen = vec![false; mesh.edges().len()];
    let mut borders = 0;
    for start in (0..mesh.edges().len()).filter(|&edge| mesh.edges()[edge].is_wall()) {
        borders += usize::from(!seen[start]);
        let mut wall = start;
        while !std::mem::replace(&mut seen[wall], true) {
            wall = next_edge(wall);
            while let Some(twin) = mesh.edges()[wall].twin() {
                wall = next_edge(twin.index());
            }
        }
    }
    borders
}

pub(crate) fn perimeter(mesh: &NavMesh) -> f64 {
    let mut length = 0.0;
    for slot in mesh.slots() {
        let corners: Vec<_> = mesh.corners(slot).collect();
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        length += sides.map(|(a, b)| a.distance(*b)).sum::<f64>();
    }
    length
}

/// Random worlds have the area, the components and the exact crossings of the survey, too.
#[test]
fn random_worlds_agree_with_the_survey() {
    let mut rounded_worlds = 0;
    let worlds = world_count(240);
    for seed in 0..worlds {
        let world = world(seed);
        let builder = NavMeshBuilder::from_outlines(world.outlines.clone());
        let builder = builder.with_options(BuildOptions::default().weld(0.0)); // the survey is exact
        let (mesh, report) = builder.build().unwrap();
        assert_sound(&world.name, &mesh);
        let surveyed = survey(&world.outlines, Fill::NonZero).unwrap();
        let rounded = report.rounded_crossings.len();
        let difference = (mesh.area() - surveyed.area).abs();
        let allowed = slack(&mesh, rounded);
        let areas = [mesh.area(), surveyed.area];
        assert!(difference <= allowed, "{}: {areas:?}, {allowed:e}", world.name);
        assert_crossings(&world.name, &report, &world.outlines);
        rounded_worlds += u64::from(rounded > 0);
        if rounded == 0 {
            assert_eq!(mesh.component_count(), surveyed.components, "{}", world.name);
        }
    }
    let enough = worlds / 12..worlds * 5 / 6;
    assert!(enough.contains(&rounded_worlds), "{rounded_worlds} with rounded crossings");
}
