//! Recast's polygons → raw cells, with their heights and areas.

use glam::DVec3;
use navmesh_core::{MeshArea, RawMesh};
use rerecast::{DetailNavmesh, PolygonNavmesh, SubMesh};

use crate::frame::Frame;
use crate::options::BakeOptions;
use crate::relief::Sampled;
use crate::rules::GROUND;

/// Returns the corners of each polygon.
fn corners_of(polygons: &PolygonNavmesh) -> impl Iterator<Item = &[u16]> {
    let most = usize::from(polygons.max_vertices_per_polygon);
    polygons.polygons.chunks_exact(most).map(|polygon| {
        let count =
            polygon.iter().take_while(|&&corner| corner != PolygonNavmesh::NO_INDEX).count();
        &polygon[..count]
    })
}

/// Returns the polygons with the samples of their detail.
pub(crate) fn sampled_polygons(
    polygons: &PolygonNavmesh,
    detail: &DetailNavmesh,
    frame: Frame,
) -> Vec<Sampled> {
    let of = |(corners, mesh): (&[u16], &SubMesh)| {
        let (first, count) = (mesh.base_vertex_index as usize, mesh.vertex_count as usize);
        let samples = detail.vertices[first..][..count].iter();
        let (first, count) = (mesh.base_triangle_index as usize, mesh.triangle_count as usize);
        Sampled {
            corners: corners.iter().map(|&corner| corner.into()).collect(),
            samples: samples.map(|&sample| frame.sample(sample)).collect(),
            first: corners.len(),
            triangles: detail.triangles[first..][..count].to_vec(),
        }
    };
    corners_of(polygons).zip(&detail.meshes).map(of).collect()
}

/// Returns the polygons as cells on one floor, and the points of their corners with heights.
///
/// The neighbours are Recast's own.
pub(crate) fn to_raw(
    polygons: &PolygonNavmesh,
    frame: Frame,
    options: &BakeOptions,
) -> (RawMesh, Vec<DVec3>) {
    let points: Vec<DVec3> = polygons.vertices.iter().map(|&corner| frame.corner(corner)).collect();
    let mut raw = RawMesh {
        positions: points.iter().map(|point| point.truncate()).collect(),
        ..RawMesh::default()
    };
    let most = usize::from(polygons.max_vertices_per_polygon);
    for (corners, neighbors) in
        corners_of(polygons).zip(polygons.polygon_neighbors.chunks_exact(most))
    {
        let corners: Vec<u32> = corners.iter().map(|&corner| u32::from(corner)).collect();
        raw.push_cell(&corners);
        let first = raw.corners.len() - corners.len();
        for (own, &neighbor) in raw.neighbors[first..].iter_mut().zip(neighbors) {
            *own = (neighbor != PolygonNavmesh::NO_CONNECTION).then_some(u32::from(neighbor));
        }
    }
    let open = options.rules.iter().filter(|rule| rule.cost.is_some());
    if open.clone().next().is_some() {
        let areas =
            open.map(|rule| MeshArea { name: rule.name.clone(), cost: rule.cost.unwrap_or(1.0) });
        raw.areas = areas.collect();
        let is_open: Vec<bool> = options.rules.iter().map(|rule| rule.cost.is_some()).collect();
        let area = |kind: u8| {
            let rule = usize::from(kind.checked_sub(GROUND + 1)?);
            Some(is_open[..rule].iter().filter(|&&open| open).count() as u32)
        };
        raw.cell_areas = polygons.areas.iter().map(|kind| area(kind.0)).collect();
        let cost = |area: &Option<u32>| area.map_or(1.0, |area| raw.areas[area as usize].cost);
        raw.costs = raw.cell_areas.iter().map(cost).collect();
    }
    (raw, points)
}
