//! Joined polygons → a mesh with heights, on floors.

use std::collections::BTreeMap;

use glam::DVec3;
use navmesh_core::{MeshArea, MeshDefects, NavMesh, RawMesh, Surface, SurfaceError};

use super::seams::{Cell, Joined};
use super::tile::Tile;
use crate::floors::floors;
use crate::relief::{Sampled, relief};

/// The areas of kinds of ground.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    all: Vec<MeshArea>,
    of_kind: BTreeMap<u8, u32>,
}

impl Areas {
    pub(crate) fn add(&mut self, kind: u8, area: MeshArea) {
        self.of_kind.insert(kind, self.all.len() as u32);
        self.all.push(area);
    }
}

/// Makes the surface of joined polygons. Returns the number of portals too, one for each side.
pub(crate) fn surface<E: From<MeshDefects> + From<SurfaceError>>(
    tiles: &[&Tile],
    joined: &Joined,
    areas: &Areas,
) -> Result<(Surface, usize), E> {
    let Joined { points, cells, cell_size, .. } = joined;
    let mut raw = raw_of(tiles, points, cells, areas);
    let portals = raw.neighbors.iter().flatten().count();
    let mut mesh = NavMesh::from_raw(&raw)?;
    let height = |&corner: &u32| points[corner as usize].z;
    let lowest = |cell: &Cell| cell.corners.iter().map(height).fold(f64::INFINITY, f64::min);
    raw.layers = floors(&mesh, &raw, &cells.iter().map(lowest).collect::<Vec<_>>());
    if !raw.layers.is_empty() {
        mesh = NavMesh::from_raw(&raw)?;
    }
    let sampled: Vec<Sampled<'_>> = cells.iter().map(|cell| sampled(tiles, cell)).collect();
    let detail = relief(&sampled, points, *cell_size);
    let heights = raw.corners.iter().map(height).collect();
    Ok((Surface::with_detail(mesh, heights, detail)?, portals))
}

/// Returns the polygons as cells on one floor.
fn raw_of(tiles: &[&Tile], points: &[DVec3], cells: &[Cell], areas: &Areas) -> RawMesh {
    let positions = points.iter().map(|point| point.truncate()).collect();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    for Cell { corners, neighbors, .. } in cells {
        raw.push_cell(corners);
        let first = raw.neighbors.len() - neighbors.len();
        raw.neighbors[first..].copy_from_slice(neighbors);
    }
    if !areas.all.is_empty() {
        raw.areas = areas.all.clone();
        let area = |cell: &Cell| {
            let [tile, polygon] = cell.from;
            areas.of_kind.get(&tiles[tile].polygons[polygon].area).copied()
        };
        raw.cell_areas = cells.iter().map(area).collect();
        let cost = |area: &Option<u32>| area.map_or(1.0, |area| areas.all[area as usize].cost);
        raw.costs = raw.cell_areas.iter().map(cost).collect();
    }
    raw
}

/// Returns a cell with the samples of its detail.
fn sampled<'a>(tiles: &[&'a Tile], cell: &'a Cell) -> Sampled<'a> {
    let [tile, polygon] = cell.from;
    let polygon = &tiles[tile].polygons[polygon];
    Sampled {
        corners: &cell.corners,
        samples: &polygon.samples,
        first: polygon.corners.len(),
        triangles: &polygon.triangles,
    }
}
