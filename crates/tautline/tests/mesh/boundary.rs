//! The border of a mesh as loops of walls.

use navmesh_testkit::worlds::world;
use tautline::mesh::EdgeId;
use tautline::{BuildOptions, DVec2, NavMesh, NavMeshBuilder, Outline, Wall, build_outlines};

/// Twice the area of a ring, positive if it runs counter-clockwise.
fn doubled_area(ring: impl IntoIterator<Item = DVec2>) -> f64 {
    let ring: Vec<DVec2> = ring.into_iter().collect();
    let first = ring[0];
    ring.windows(2).map(|side| (side[0] - first).perp_dot(side[1] - first)).sum()
}

fn corners<'a>(mesh: &'a NavMesh, walls: &'a [EdgeId]) -> impl Iterator<Item = DVec2> + 'a {
    walls.iter().map(|&wall| mesh.edge(wall).origin())
}

#[test]
fn the_loops_hold_each_wall_once_and_surround_the_area_of_the_cells() {
    let mut count = 0;
    for seed in 0..300 {
        let world = world(seed);
        let Ok((mesh, _)) = build_outlines(&world.outlines, &BuildOptions::default()) else {
            continue;
        };
        let loops = mesh.boundary_loops();
        let mut listed: Vec<EdgeId> = loops.concat();
        for walls in &loops {
            for (index, &wall) in walls.iter().enumerate() {
                let next = walls[(index + 1) % walls.len()];
                assert_eq!(mesh.edge_ends(wall)[1], mesh.edge(next).origin(), "seed {seed}");
            }
        }
        listed.sort_unstable();
        let edges = mesh.slots().flat_map(|slot| mesh.edge_range(slot));
        let walls = edges.map(|edge| EdgeId(edge as u32)).filter(|&edge| mesh.edge(edge).is_wall());
        assert_eq!(listed, walls.collect::<Vec<_>>(), "seed {seed}");
        let around: f64 = loops.iter().map(|walls| doubled_area(corners(&mesh, walls))).sum();
        let cells: f64 = mesh.slots().map(|slot| doubled_area(mesh.corners(slot))).sum();
        assert!((around - cells).abs() <= 1e-9 * cells, "seed {seed}: {around} {cells}");
        count += loops.len();
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn a_wall_without_thickness_is_passed_on_both_sides() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]));
    builder.add_wall(Wall::new([[5.0, 5.0], [8.0, 5.0]]));
    let mesh = builder.build_mesh().unwrap();
    let mut areas: Vec<f64> = mesh
        .boundary_loops()
        .iter()
        .map(|walls| doubled_area(corners(&mesh, walls)) / 2.0)
        .collect();
    areas.sort_by(f64::total_cmp);
    assert_eq!(areas, [-1.0, 0.0, 100.0]);
}
