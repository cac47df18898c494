//! Polygons → cells with heights, on floors; off-mesh connections → links.

use glam::DVec3;
use navmesh_core::{Link, LinkWay, MeshArea, NavMesh, RawMesh, Surface};

use super::error::RecastFileError;
use super::seams::{Cell, Joined};
use super::tile::{OffMesh, Tile};
use super::{RecastMesh, RecastReport};
use crate::bake::on_floors;
use crate::relief::{Sampled, relief};

/// The ids of ordinary ground: that of RecastDemo, and that of Recast itself.
const GROUND: [u8; 2] = [0, 63];

/// Makes the surface of joined polygons.
pub(super) fn surface(tiles: &[Tile], joined: Joined) -> Result<RecastMesh, RecastFileError> {
    let Joined { points, cells, cell_size, doubtful } = joined;
    let all: usize = tiles.iter().map(|tile| tile.polygons.len()).sum();
    let disabled = all - cells.len();
    if cells.is_empty() {
        return Err(RecastFileError::Empty { tiles: tiles.len(), polygons: all, disabled });
    }
    let raw = raw_of(tiles, &points, &cells);
    let portals = raw.neighbors.iter().flatten().count();
    let sampled: Vec<Sampled> = cells.iter().map(|cell| sampled(tiles, cell)).collect();
    let detail = relief(&sampled, &points, cell_size);
    let surface = on_floors::<RecastFileError>(raw, &points, detail)?;
    let (surface, links, lost_links) = linked(tiles, surface)?;
    let agent = &tiles[0];
    let report = RecastReport {
        tiles: tiles.len(),
        polygons: cells.len(),
        disabled,
        portals,
        links,
        lost_links,
        doubtful,
        agent_radius: agent.agent_radius,
        agent_height: agent.agent_height,
        step: agent.step,
    };
    Ok(RecastMesh { surface, report })
}

/// Returns the polygons as cells on one floor.
fn raw_of(tiles: &[Tile], points: &[DVec3], cells: &[Cell]) -> RawMesh {
    let positions = points.iter().map(|point| point.truncate()).collect();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    let mut areas = Vec::new();
    for Cell { from: [tile, polygon], corners, neighbors } in cells {
        raw.push_cell(corners);
        let first = raw.neighbors.len() - neighbors.len();
        raw.neighbors[first..].copy_from_slice(neighbors);
        areas.push(tiles[*tile].polygons[*polygon].area);
    }
    let mut ids: Vec<u8> = areas.iter().copied().filter(|id| !GROUND.contains(id)).collect();
    ids.sort_unstable();
    ids.dedup();
    if !ids.is_empty() {
        let named = ids.iter().map(|id| MeshArea { name: format!("area {id}"), cost: 1.0 });
        raw.areas = named.collect();
        let area = |id: &u8| ids.binary_search(id).ok().map(|area| area as u32);
        raw.cell_areas = areas.iter().map(area).collect();
        raw.costs = vec![1.0; cells.len()];
    }
    raw
}

/// Returns a cell with the samples of its detail.
fn sampled(tiles: &[Tile], cell: &Cell) -> Sampled {
    let [tile, polygon] = cell.from;
    let (tile, polygon) = (&tiles[tile], &tiles[tile].polygons[polygon]);
    let own = polygon.corners.iter().map(|&corner| tile.vertices[usize::from(corner)]);
    let samples = own.chain(polygon.samples.iter().copied()).map(in_space).collect();
    let (first, triangles) = (polygon.corners.len(), polygon.triangles.clone());
    Sampled { corners: cell.corners.clone(), samples, first, triangles }
}

/// Returns x and −z as the plan, and the height.
fn in_space([x, y, z]: [f32; 3]) -> DVec3 {
    DVec3::new(x.into(), 0.0 - f64::from(z), y.into())
}

/// Makes links of the off-mesh connections. Returns how many there are, and how many have an end off the ground.
fn linked(tiles: &[Tile], surface: Surface) -> Result<(Surface, usize, usize), RecastFileError> {
    let mut links: Vec<Link> = Vec::new();
    let mut lost = 0;
    for tile in tiles {
        let reach = f64::from(tile.step).max(0.0);
        for &OffMesh { ends, is_two_way } in &tile.links {
            let [from, to] = ends.map(in_space);
            match [from, to].map(|end| surface.pick(end, reach, reach)) {
                [Ok(start), Ok(end)] => {
                    let name = format!("off-mesh connection {}", links.len() + lost);
                    let mut link = Link::new(start.place.point, end.place.point, name)
                        .on_layers([start.layer, end.layer]);
                    link.cost = from.distance(to);
                    link.way = if is_two_way { LinkWay::TwoWay } else { LinkWay::OneWay };
                    links.push(link);
                }
                _ => lost += 1,
            }
        }
    }
    let count = links.len();
    if count == 0 {
        return Ok((surface, 0, lost));
    }
    let mesh = NavMesh::clone(surface.mesh()).with_links(links)?;
    Ok((surface.on(mesh)?, count, lost))
}
