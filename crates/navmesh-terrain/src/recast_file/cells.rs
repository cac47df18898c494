//! Joined polygons → the mesh of a file; off-mesh connections → links.

use navmesh_core::{Link, LinkWay, MeshArea, NavMesh, Surface};

use super::error::RecastFileError;
use super::tile::{OffMesh, Stored, in_space};
use super::{RecastMesh, RecastReport};
use crate::tiles::cells::{Areas, surface as surface_of};
use crate::tiles::seams::{Lattice, join};
use crate::tiles::tile::Tile;

/// The ids of ordinary ground: that of RecastDemo, and that of Recast itself.
const GROUND: [u8; 2] = [0, 63];

/// Makes the surface of the polygons of all tiles.
pub(super) fn surface(stored: &[Stored], lattice: Lattice) -> Result<RecastMesh, RecastFileError> {
    let tiles: Vec<&Tile> = stored.iter().map(|stored| &stored.tile).collect();
    let disabled = stored.iter().map(|stored| stored.disabled).sum();
    let joined = join(&tiles, lattice);
    let polygons = joined.cells.len();
    if polygons == 0 {
        return Err(RecastFileError::Empty { tiles: tiles.len(), polygons: disabled, disabled });
    }
    let (surface, portals) = surface_of::<RecastFileError>(&tiles, &joined, &areas(&tiles))?;
    let (surface, links, lost_links) = linked(stored, surface)?;
    let agent = &stored[0];
    let report = RecastReport {
        tiles: tiles.len(),
        polygons,
        disabled,
        portals,
        links,
        lost_links,
        doubtful: joined.doubtful,
        agent_radius: agent.agent_radius,
        agent_height: agent.agent_height,
        step: agent.step,
    };
    Ok(RecastMesh { surface, report })
}

/// Returns areas of cost 1 that are named by their ids.
fn areas(tiles: &[&Tile]) -> Areas {
    let mut areas = Areas::default();
    let polygons = tiles.iter().flat_map(|tile| &tile.polygons);
    let mut ids: Vec<u8> = polygons.map(|polygon| polygon.area).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids.into_iter().filter(|id| !GROUND.contains(id)) {
        areas.add(id, MeshArea { name: format!("area {id}"), cost: 1.0 });
    }
    areas
}

/// Makes links of the off-mesh connections. Returns how many there are, and how many have an end off the ground.
fn linked(stored: &[Stored], surface: Surface) -> Result<(Surface, usize, usize), RecastFileError> {
    let mut links: Vec<Link> = Vec::new();
    let mut lost = 0;
    for tile in stored {
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
