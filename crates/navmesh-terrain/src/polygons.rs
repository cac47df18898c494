//! Recast's polygons → the polygons of a tile, and the areas of rules.

use navmesh_core::MeshArea;
use rerecast::{DetailNavmesh, PolygonNavmesh, RegionId};

use crate::frame::Frame;
use crate::rules::{AreaRule, number};
use crate::tiles::cells::Areas;
use crate::tiles::tile::{Beyond, Polygon, Tile};

/// Our number of each direction of Recast's polygons across the border of a tile: −x, z, x, −z.
const DIRECTIONS: [u8; 4] = [2, 1, 0, 3];

/// Returns the polygons of a tile, with the samples of their detail if it has any.
pub(crate) fn tile(
    polygons: &PolygonNavmesh,
    detail: &DetailNavmesh,
    frame: Frame,
    place: [i32; 2],
    step: f64,
) -> Tile {
    let most = usize::from(polygons.max_vertices_per_polygon);
    let all = polygons.polygons.chunks_exact(most);
    let neighbors = polygons.polygon_neighbors.chunks_exact(most);
    let polygon = |(index, (corners, neighbors)): (usize, (&[u16], &[u16]))| {
        let is_corner = |corner: &&u16| **corner != PolygonNavmesh::NO_INDEX;
        let corners: Vec<u16> = corners.iter().take_while(is_corner).copied().collect();
        let beyond = neighbors[..corners.len()].iter().map(|&neighbor| beyond(neighbor)).collect();
        let (mut samples, mut triangles) = (Vec::new(), Vec::new());
        if let Some(mesh) = detail.meshes.get(index) {
            let (first, count) = (mesh.base_vertex_index as usize, mesh.vertex_count as usize);
            let own = detail.vertices[first..][..count].iter();
            samples = own.map(|&sample| frame.sample(sample)).collect();
            let (first, count) = (mesh.base_triangle_index as usize, mesh.triangle_count as usize);
            triangles = detail.triangles[first..][..count].to_vec();
        }
        Polygon { corners, beyond, area: polygons.areas[index].0, samples, triangles }
    };
    Tile {
        place,
        step,
        vertices: polygons.vertices.iter().map(|&corner| frame.corner(corner)).collect(),
        polygons: all.zip(neighbors).enumerate().map(polygon).collect(),
    }
}

fn beyond(neighbor: u16) -> Beyond {
    let border = RegionId::BORDER_REGION.bits();
    match neighbor {
        PolygonNavmesh::NO_CONNECTION => Beyond::Wall,
        outer if outer & border != 0 => {
            Beyond::Outer(DIRECTIONS[usize::from(outer & !border) % DIRECTIONS.len()])
        }
        inner => Beyond::Inner(usize::from(inner)),
    }
}

/// Returns the areas of rules.
pub(crate) fn areas(rules: &[AreaRule]) -> Areas {
    let mut areas = Areas::default();
    for (index, rule) in rules.iter().enumerate() {
        if let Some(cost) = rule.cost {
            areas.add(number(index, rules).0, MeshArea { name: rule.name.clone(), cost });
        }
    }
    areas
}
