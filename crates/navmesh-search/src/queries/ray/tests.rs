use navmesh_core::{NavMesh, PathError, RawMesh};

use super::*;

/// Unit squares with these lower left corners, joined side to side.
pub(in crate::queries) fn squares(places: &[[u32; 2]]) -> NavMesh {
    let mut raw = RawMesh::default();
    for y in 0..=8 {
        raw.positions.extend((0..=8).map(|x| DVec2::new(f64::from(x), f64::from(y))));
    }
    for [x, y] in places {
        let corner = y * 9 + x;
        raw.push_cell(&[corner, corner + 1, corner + 10, corner + 9]);
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

fn cast(mesh: &NavMesh, from: [f64; 2], to: [f64; 2]) -> RayHit {
    MeshQueries::new(mesh).cast_ray(from, to).unwrap()
}

#[test]
fn a_ray_grazes_a_corner_and_slides_along_a_wall() {
    let mesh = squares(&[[0, 0], [1, 0], [0, 1]]);
    assert!(cast(&mesh, [0.5, 1.5], [1.5, 0.5]).wall.is_none(), "through the inner corner (1, 1)");
    assert!(cast(&mesh, [0.0, 1.0], [2.0, 1.0]).wall.is_none(), "along the wall");
    let beyond = cast(&mesh, [0.5, 1.0], [3.0, 1.0]);
    assert_eq!((beyond.point, beyond.distance), ([2.0, 1.0].into(), 1.5));
    assert_eq!(
        beyond.wall.unwrap().normal,
        [-1.0, 0.0].into(),
        "the wall ahead, not the one beside"
    );
}

#[test]
fn a_ray_that_meets_a_corner_head_on_ends_there() {
    let mesh = squares(&[[0, 0], [1, 0], [0, 1]]);
    let hit = cast(&mesh, [0.5, 0.5], [1.5, 1.5]);
    assert_eq!((hit.point, hit.cell.slot), (DVec2::ONE, 0));
    let slanted = cast(&mesh, [0.5, 0.0], [1.5, 2.0]).wall.unwrap();
    assert_eq!(slanted.normal, [0.0, -1.0].into(), "the ray meets the lower wall more squarely");
}

#[test]
fn no_ray_passes_a_pinch_and_rays_from_it_go_both_ways() {
    let mesh = squares(&[[0, 0], [1, 1]]);
    let mut queries = MeshQueries::new(&mesh);
    assert_eq!(queries.cast_ray([0.5, 0.5], [1.5, 1.5]).unwrap().point, DVec2::ONE);
    assert!(queries.sees([1.0, 1.0], [1.5, 1.5]).unwrap());
    assert!(queries.sees([1.0, 1.0], [0.5, 0.5]).unwrap());
}

/// The lower side of a thin wall ends early, the upper side leads on.
#[test]
fn a_ray_along_a_thin_wall_takes_the_side_that_leads_farther() {
    let mesh = squares(&[[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]]);
    let mut raw = mesh.to_raw();
    for (cell, other) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
        let sides = &mut raw.neighbors[4 * cell..4 * cell + 4];
        for neighbor in sides.iter_mut().filter(|neighbor| **neighbor == Some(other)) {
            *neighbor = None;
        }
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let mut cells = Vec::new();
    let mut queries = MeshQueries::new(&mesh);
    let hit = queries.cast_ray_through([0.0, 1.0], [5.0, 1.0], &mut cells).unwrap();
    assert_eq!(hit.point, [3.0, 1.0].into());
    assert_eq!(cells.iter().map(|cell| cell.slot).collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn a_ray_from_off_the_mesh_begins_on_it_within_the_snap_distance() {
    let mesh = squares(&[[0, 0]]);
    let hit = MeshQueries::new(&mesh).snap(0.5).cast_ray([-0.25, 0.5], [0.5, 0.5]).unwrap();
    assert_eq!(hit.distance, 0.5);
    let exact = MeshQueries::new(&mesh).snap(0.0).cast_ray([-0.25, 0.5], [0.5, 0.5]);
    assert_eq!(exact, Err(PathError::StartOutside { place: [-0.25, 0.5].into() }));
    let numbers = MeshQueries::new(&mesh).cast_ray([0.5, 0.5], [f64::NAN, 0.0]);
    assert!(matches!(numbers, Err(PathError::InvalidQuery { .. })));
}

#[test]
fn a_ray_to_its_own_beginning_has_length_zero() {
    let hit = cast(&squares(&[[0, 0]]), [0.5, 0.5], [0.5, 0.5]);
    assert_eq!((hit.distance, hit.wall), (0.0, None));
}
