//! Meshes as bytes: the `.nav` format, version 2.
//!
//! All numbers are little-endian. The letters in the table count:
//!
//! - `P` positions, `K` corners and `C` cells;
//! - in the clearance, if there is one, `B` corners in `R` rings with `J` openings;
//! - `A` areas, if there are any, with `N` bytes of names in all;
//! - `D` doors, if there are any, with `L` edges, `M` bytes of names and `G` cells of margins in all;
//! - `E` links, if there are any, with `W` lanes besides their first and `Q` bytes of names in all;
//! - in the detail of heights, if there is one, `S` points and `T` triangles.
//!
//! | bytes | type | holds |
//! |---|---|---|
//! | 8 | | the signature `89 4E 41 56 0D 0A 1A 0A` (`NAV`, framed as PNG's is) |
//! | 4 | u32 | the version, 2 |
//! | 4 | u32 | flags for the parts of the file: bit 0 costs, bit 1 a clearance, bit 2 areas, bit 3 floors, bit 4 doors, bit 5 links, bit 6 heights, bit 7 their detail; all others are 0 |
//! | 4 | u32 | `P` |
//! | 4 | u32 | `K` |
//! | 4 | u32 | `C` |
//! | 4 | u32 | 0 |
//! | 4 | u32 | `A`; absent without areas, as are all rows below with `A` or `N` |
//! | 4 | u32 | `N` |
//! | 4 | u32 | `D`; absent without doors, as are all rows below with `D`, `L`, `M` or `G` |
//! | 4 | u32 | `L` |
//! | 4 | u32 | `M` |
//! | 4 | u32 | `G` |
//! | 4 | u32 | `E`; absent without links, as are all rows below with `E`, `W` or `Q` |
//! | 4 | u32 | `W` |
//! | 4 | u32 | `Q` |
//! | 4 | u32 | `S`; absent without a detail of heights, as are all rows below with `S` or `T` |
//! | 4 | u32 | `T` |
//! | 4 | u32 | `B`; absent without a clearance, as are the next seven |
//! | 4 | u32 | `R` |
//! | 4 | u32 | `J` |
//! | 8 | f64 | the agents' radius |
//! | 16·B | f64 | x and y of each corner of the border before the inset |
//! | 4·R | u32 | the end of each of its rings |
//! | 4·R | u32 | the floor of each ring |
//! | 8·J | u32 | for each opening the two sides of rings that form one line, by their first corners |
//! | 16·P | f64 | x and y of each position |
//! | 8·C | f64 | each cell's cost; absent where all cost 1 |
//! | 8·A | f64 | each area's cost |
//! | 4·C | u32 | the end of each cell's corners |
//! | 4·K | u32 | the corners of all cells, as positions |
//! | 4·K | u32 | the cell across the edge from each corner to the next; `FF FF FF FF` is a wall |
//! | 4·C | u32 | each cell's area, `FF FF FF FF` for none; absent where `A` is |
//! | 4·C | u32 | each cell's floor; absent where all are on floor 0 |
//! | 4·A | u32 | the end of each area's name |
//! | N | UTF-8 | the areas' names |
//! | 4·D | u32 | the end of each door's edges |
//! | 4·L | u32 | the doors' edges, each by the index of its first corner |
//! | 4·D | u32 | the end of each door's margin |
//! | 4·G | u32 | the cells of the doors' margins |
//! | 4·D | u32 | the end of each door's name |
//! | M | UTF-8 | the doors' names |
//! | 32·E | f64 | x and y of the first and of the second end of each link |
//! | 32·W | f64 | the same of the further lanes of all links |
//! | 8·E | f64 | the cost of each link |
//! | 8·E | u32 | the floors of the first and of the second end of each link |
//! | 4·E | u32 | 1 for a link that leads one way, else 0 |
//! | 4·E | u32 | the end of each link's further lanes |
//! | 4·E | u32 | the end of each link's name |
//! | Q | UTF-8 | the links' names |
//! | 8·K | f64 | the height of each corner; absent without heights |
//! | 24·S | f64 | x, y and height of each point of the detail |
//! | 4·C | u32 | the end of each cell's points; absent where `S` is |
//! | 12·T | u32 | the corners of each triangle of the detail |
//! | 4·C | u32 | the end of each cell's triangles; absent where `S` is |
//! | 4 | u32 | the CRC-32 (of zlib and PNG) of everything before |
//!
//! The arrays are those of [`RawMesh`] and [`SurfaceDetail`]. The same mesh gives the same bytes, on every machine.

mod arrays;
mod header;

use std::sync::Arc;

use navmesh_core::backend::collections::NONE;
use navmesh_core::{Clearance, Link, LinkWay, MeshDoor, NavMesh, RawMesh, Surface, SurfaceDetail};

use crate::error::ReadError;
use arrays::Arrays;
use header::{Header, SIGNATURE, VERSION};

/// Writes a mesh as `.nav` bytes, cells in the order of their slots.
#[must_use]
pub fn write_nav(mesh: &NavMesh) -> Vec<u8> {
    write(mesh, None)
}

/// Writes a mesh with its heights as `.nav` bytes. [`read_nav`] reads the mesh alone.
#[must_use]
pub fn write_surface(surface: &Surface) -> Vec<u8> {
    write(surface.mesh(), Some(surface))
}

fn write(mesh: &NavMesh, surface: Option<&Surface>) -> Vec<u8> {
    let raw = mesh.to_raw();
    let header = Header::of(&raw, surface);
    let mut bytes = Vec::with_capacity(header.file_length() as usize);
    bytes.extend(SIGNATURE);
    for field in [VERSION, header.flags, header.positions, header.corners, header.cells, 0] {
        bytes.extend(field.to_le_bytes());
    }
    let counts = header.areas.into_iter().flatten().chain(header.doors.into_iter().flatten());
    let counts = counts.chain(header.links.into_iter().flatten());
    let counts = counts.chain(header.detail.into_iter().flatten());
    write_all(counts.map(u32::to_le_bytes), &mut bytes);
    if let Some(clearance) = &raw.clearance {
        write_clearance(clearance, &mut bytes);
    }
    let coordinates = raw.positions.iter().flat_map(|point| point.to_array());
    let area_costs = raw.areas.iter().map(|area| area.cost);
    let numbers = coordinates.chain(raw.costs).chain(area_costs);
    write_all(numbers.map(f64::to_le_bytes), &mut bytes);
    let optional = raw.neighbors.iter().chain(&raw.cell_areas).map(|index| index.unwrap_or(NONE));
    let indices = raw.cell_ends.iter().chain(&raw.corners).copied();
    let indices = indices.chain(optional).chain(raw.layers.iter().copied());
    write_all(indices.map(u32::to_le_bytes), &mut bytes);
    write_names(raw.areas.iter().map(|area| &*area.name), &mut bytes);
    let edges = |door: &MeshDoor| door.edges.iter().map(|edge| edge.0).collect::<Vec<_>>();
    let edges: Vec<Vec<u32>> = raw.doors.iter().map(edges).collect();
    write_ends(edges.iter().map(Vec::len), &mut bytes);
    write_all(edges.iter().flatten().map(|edge| edge.to_le_bytes()), &mut bytes);
    write_ends(raw.doors.iter().map(|door| door.margin.len()), &mut bytes);
    let margins = raw.doors.iter().flat_map(|door| &door.margin);
    write_all(margins.map(|cell| cell.to_le_bytes()), &mut bytes);
    write_names(raw.doors.iter().map(|door| &*door.name), &mut bytes);
    write_links(&raw.links, &mut bytes);
    if let Some(surface) = surface {
        write_heights(surface, &mut bytes);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn write_heights(surface: &Surface, bytes: &mut Vec<u8>) {
    let mesh = surface.mesh();
    let heights = mesh.slots().flat_map(|slot| &surface.heights()[mesh.edge_range(slot)]);
    write_all(heights.map(|height| height.to_le_bytes()), bytes);
    let SurfaceDetail { points, point_ends, triangles, triangle_ends } = surface.detail();
    let coordinates = points.iter().flat_map(|point| point.to_array());
    write_all(coordinates.map(f64::to_le_bytes), bytes);
    let indices = point_ends.iter().chain(triangles.as_flattened()).chain(triangle_ends);
    write_all(indices.map(|index| index.to_le_bytes()), bytes);
}

fn write_links(links: &[Link], bytes: &mut Vec<u8>) {
    let ends = || links.iter().flat_map(|link| [link.from, link.to]);
    let beside = links.iter().flat_map(|link| link.beside.iter().flatten());
    let points = ends().map(|end| end.point).chain(beside.copied());
    let coordinates = points.flat_map(|point| point.to_array());
    let numbers = coordinates.chain(links.iter().map(|link| link.cost));
    write_all(numbers.map(f64::to_le_bytes), bytes);
    let ways = links.iter().map(|link| u32::from(link.way == LinkWay::OneWay));
    let indices = ends().map(|end| end.layer).chain(ways);
    write_all(indices.map(u32::to_le_bytes), bytes);
    write_ends(links.iter().map(|link| link.beside.len()), bytes);
    write_names(links.iter().map(|link| &*link.name), bytes);
}

fn write_names<'a>(names: impl Iterator<Item = &'a str> + Clone, bytes: &mut Vec<u8>) {
    write_ends(names.clone().map(str::len), bytes);
    for name in names {
        bytes.extend(name.as_bytes());
    }
}

/// Writes numbers of `N` bytes each.
fn write_all<const N: usize>(numbers: impl Iterator<Item = [u8; N]>, bytes: &mut Vec<u8>) {
    for number in numbers {
        bytes.extend(number);
    }
}

/// Writes the ends of consecutive pieces of these lengths.
fn write_ends(lengths: impl Iterator<Item = usize>, bytes: &mut Vec<u8>) {
    let mut end = 0;
    for length in lengths {
        end += length as u32;
        bytes.extend(end.to_le_bytes());
    }
}

fn write_clearance(clearance: &Clearance, bytes: &mut Vec<u8>) {
    let Clearance { radius, corners, ring_ends, ring_layers, openings } = clearance;
    for count in [corners.len(), ring_ends.len(), openings.len()] {
        bytes.extend((count as u32).to_le_bytes());
    }
    let coordinates = corners.iter().flat_map(|corner| corner.to_array());
    let numbers = std::iter::once(*radius).chain(coordinates);
    write_all(numbers.map(f64::to_le_bytes), bytes);
    let indices = ring_ends.iter().chain(ring_layers).chain(openings.iter().flatten());
    write_all(indices.map(|index| index.to_le_bytes()), bytes);
}

/// Reads `.nav` bytes and validates what they hold.
///
/// Complexity: that of [`NavMesh::from_raw`]. Nothing is allocated before the length and the checksum are verified.
///
/// # Errors
///
/// [`ReadError::Bytes`] if the file is not a `.nav` file, of another version, truncated, or damaged in any byte;
/// [`ReadError::Mesh`] if it is intact and its mesh is not valid.
///
/// ```
/// use navmesh_core::{NavMesh, RawMesh};
///
/// let mut raw = RawMesh::default();
/// raw.positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Into::into).to_vec();
/// raw.push_cell(&[0, 1, 2]);
/// let mut bytes = navmesh_io::write_nav(&NavMesh::from_raw(&raw)?);
/// assert_eq!(navmesh_io::read_nav(&bytes)?.to_raw(), raw);
/// bytes[40] ^= 1;
/// assert!(navmesh_io::read_nav(&bytes).is_err());
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_nav(bytes: &[u8]) -> Result<NavMesh, ReadError> {
    Ok(NavMesh::try_from(read(bytes)?.0)?)
}

/// Reads the mesh of `.nav` bytes, and its surface if the file has heights.
///
/// Complexity: that of [`read_nav`].
///
/// # Errors
///
/// Those of [`read_nav`], and [`ReadError::Surface`] if the file is intact and its heights do not fit its mesh.
///
/// ```
/// # use navmesh_core::{NavMesh, RawMesh, Surface};
/// # let raw = RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[&[0, 1, 2]]);
/// let surface = Surface::new(NavMesh::from_raw(&raw)?, vec![0.0, 2.0, 1.0])?;
/// let (mesh, back) = navmesh_io::read_surface(&navmesh_io::write_surface(&surface))?;
/// assert_eq!((mesh.cell_count(), back.unwrap().height([0.5, 0.0])), (1, Some(1.0)));
/// assert!(navmesh_io::read_surface(&navmesh_io::write_nav(&mesh))?.1.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_surface(bytes: &[u8]) -> Result<(Arc<NavMesh>, Option<Surface>), ReadError> {
    let (raw, heights) = read(bytes)?;
    let mesh = Arc::new(NavMesh::try_from(raw)?);
    let surface = heights
        .map(|Heights { heights, detail }| Surface::with_detail(mesh.clone(), heights, detail));
    Ok((mesh, surface.transpose()?))
}

/// The heights of a file.
struct Heights {
    heights: Vec<f64>,
    detail: SurfaceDetail,
}

fn read(bytes: &[u8]) -> Result<(RawMesh, Option<Heights>), ReadError> {
    let header = Header::read(bytes)?;
    let mut arrays = Arrays { rest: &bytes[header.length()..] };
    let (cells, corners) = (header.cells as usize, header.corners as usize);
    let cost_count = if header.has_costs() { cells } else { 0 };
    let layer_count = if header.has_layers() { cells } else { 0 };
    let areas = header.areas.map(|[count, _]| count as usize);
    let clearance = header.clearance.map(|counts| arrays.take_clearance(counts));
    let positions = arrays.take_points(header.positions);
    let costs = arrays.take(cost_count, f64::from_le_bytes);
    let area_costs = arrays.take(areas.unwrap_or(0), f64::from_le_bytes);
    let optional = |four| Some(u32::from_le_bytes(four)).filter(|&index| index != NONE);
    let raw = RawMesh {
        clearance,
        positions,
        costs,
        cell_ends: arrays.take(cells, u32::from_le_bytes),
        corners: arrays.take(corners, u32::from_le_bytes),
        neighbors: arrays.take(corners, optional),
        cell_areas: arrays.take(areas.map_or(0, |_| cells), optional),
        layers: arrays.take(layer_count, u32::from_le_bytes),
        areas: arrays.take_areas(area_costs, header.areas.map_or(0, |[_, names]| names))?,
        doors: arrays.take_doors(header.doors.unwrap_or_default())?,
        links: arrays.take_links(header.links.unwrap_or_default())?,
    };
    let heights = header.has_heights().then(|| Heights {
        heights: arrays.take(corners, f64::from_le_bytes),
        detail: header
            .detail
            .map_or(SurfaceDetail::default(), |counts| arrays.take_detail(cells, counts)),
    });
    Ok((raw, heights))
}

#[cfg(test)]
mod tests;
