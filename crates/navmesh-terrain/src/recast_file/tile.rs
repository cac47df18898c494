//! A tile as it is stored.

use glam::DVec3;

use super::bytes::Bytes;
use super::error::{RecastFault, RecastFileError};
use crate::tiles::tile::{Beyond, Polygon, Tile};

/// The first bytes of a tile set and of a tile: numbers whose bytes are the letters, from the highest on.
const TILE_SET: &[u8] = b"TESM";
const TILE: &[u8] = b"VAND";

/// The bytes of a tile set before its tiles.
const SET_HEADER: usize = 40;

/// An edge at the border of its tile, with the direction in the lowest bits.
const EXTERNAL: u16 = 0x8000;

/// A tile as it is stored.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) tile: Tile,
    pub(super) agent_height: f32,
    pub(super) agent_radius: f32,
    pub(super) step: f32,
    /// The inverse of the size of a cell.
    pub(super) cells_per_unit: f32,
    pub(super) links: Vec<OffMesh>,
    /// The number of polygons that no agent may enter.
    pub(super) disabled: usize,
}

/// An off-mesh connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct OffMesh {
    pub(super) ends: [[f32; 3]; 2],
    pub(super) is_two_way: bool,
}

/// Reads all tiles of a file.
pub(super) fn read_all(bytes: &[u8]) -> Result<Vec<Stored>, RecastFileError> {
    if bytes.starts_with(TILE) {
        // Whether references have 64 bits is told by the length alone.
        let tile = read(bytes, 4).or_else(|fault| read(bytes, 8).map_err(|_| fault));
        return Ok(vec![tile.map_err(|fault| RecastFileError::Tile { tile: 0, fault })?]);
    }
    if !bytes.starts_with(TILE_SET) {
        return Err(RecastFileError::NoSignature);
    }
    let in_set = |fault| RecastFileError::Tile { tile: 0, fault };
    let mut rest = Bytes::new(bytes);
    let mut header = rest.take(SET_HEADER).map_err(in_set)?;
    header.u32().map_err(in_set)?;
    match header.i32().map_err(in_set)? {
        1 => {}
        found => return Err(RecastFileError::Version { found }),
    }
    let count = header.count().map_err(in_set)?;
    // A reference of 64 bits is followed by the size, and by four bytes that fill up.
    let is_long = bytes.get(SET_HEADER + 16..SET_HEADER + 20) == Some(TILE);
    let size_of_reference = if is_long { 8 } else { 4 };
    let mut tiles = Vec::new();
    for tile in 0..count {
        let one = read_one(&mut rest, size_of_reference);
        match one.map_err(|fault| RecastFileError::Tile { tile, fault })? {
            Some(one) => tiles.push(one),
            None => break,
        }
    }
    Ok(tiles)
}

/// Reads a tile of a set; `None` at its end.
fn read_one(rest: &mut Bytes<'_>, size_of_reference: usize) -> Result<Option<Stored>, RecastFault> {
    let reference = rest.take(size_of_reference)?;
    let size = rest.count()?;
    rest.take(size_of_reference - 4)?;
    if size == 0 || reference.rest().iter().all(|&byte| byte == 0) {
        return Ok(None);
    }
    read(rest.take(size)?.rest(), size_of_reference).map(Some)
}

/// Reads a tile.
fn read(bytes: &[u8], size_of_reference: usize) -> Result<Stored, RecastFault> {
    if !bytes.starts_with(TILE) {
        return Err(RecastFault::NoSignature);
    }
    let mut rest = Bytes::new(bytes);
    rest.u32()?;
    match rest.i32()? {
        7 => {}
        found => return Err(RecastFault::Version { found }),
    }
    let place = [rest.i32()?, rest.i32()?];
    let _layer_and_user = [rest.u32()?, rest.u32()?];
    let [polygons, vertices, links, details] =
        [rest.count()?, rest.count()?, rest.count()?, rest.count()?];
    let [detail_vertices, detail_triangles, nodes, off_mesh] =
        [rest.count()?, rest.count()?, rest.count()?, rest.count()?];
    let _first_off_mesh = rest.i32()?;
    let [agent_height, agent_radius, step] = rest.point()?;
    let _bounds = [rest.point()?, rest.point()?];
    let cells_per_unit = rest.f32()?;
    let vertices = rest.items(vertices, 12, Bytes::point)?;
    let polygons = rest.items(polygons, 32, shape)?;
    rest.take(links.saturating_mul(size_of_reference + 8))?;
    let details = rest.items(details, 12, |item| {
        Ok([item.u32()? as usize, item.u32()? as usize, item.byte()?.into(), item.byte()?.into()])
    })?;
    let points = rest.items(detail_vertices, 12, Bytes::point)?;
    let triangles =
        rest.items(detail_triangles, 4, |item| Ok([item.byte()?, item.byte()?, item.byte()?]))?;
    rest.take(nodes.saturating_mul(16))?;
    let links = rest.items(off_mesh, 36, |item| {
        let ends = [item.point()?, item.point()?];
        item.take(6)?;
        Ok(OffMesh { ends, is_two_way: item.byte()? & 1 == 1 })
    })?;
    if !rest.rest().is_empty() {
        return Err(RecastFault::Left { bytes: rest.rest().len() });
    }
    let vertices: Vec<DVec3> = vertices.into_iter().map(in_space).collect();
    let mut tile = Tile { place, step: step.into(), vertices, polygons: Vec::new() };
    let mut disabled = 0;
    let may_enter = |index: &usize| polygons[*index].is_ground && polygons[*index].flags != 0;
    let open: Vec<usize> = (0..polygons.len()).filter(may_enter).collect();
    for index in (0..polygons.len()).filter(|&index| polygons[index].is_ground) {
        let detail = details.get(index).copied().unwrap_or_default();
        let polygon = polygon(&polygons, index, &tile.vertices, &open)?;
        let polygon = with_detail(polygon, index, detail, &points, &triangles)?;
        match may_enter(&index) {
            true => tile.polygons.push(polygon),
            false => disabled += 1,
        }
    }
    Ok(Stored { tile, agent_height, agent_radius, step, cells_per_unit, links, disabled })
}

/// Returns x and −z as the plan, and the height.
pub(super) fn in_space([x, y, z]: [f32; 3]) -> DVec3 {
    DVec3::new(x.into(), 0.0 - f64::from(z), y.into())
}

/// A polygon as it is stored.
struct Shape {
    corners: [u16; 6],
    neighbors: [u16; 6],
    flags: u16,
    count: u8,
    area: u8,
    is_ground: bool,
}

fn shape(item: &mut Bytes<'_>) -> Result<Shape, RecastFault> {
    item.u32()?;
    let mut six = || -> Result<[u16; 6], RecastFault> {
        let mut all = [0; 6];
        for one in &mut all {
            *one = item.u16()?;
        }
        Ok(all)
    };
    let (corners, neighbors) = (six()?, six()?);
    let (flags, count, kind) = (item.u16()?, item.byte()?, item.byte()?);
    Ok(Shape { corners, neighbors, flags, count, area: kind & 0x3f, is_ground: kind >> 6 == 0 })
}

/// Checks a polygon of the ground. Neighbours are numbered among those that are open.
fn polygon(
    all: &[Shape],
    index: usize,
    vertices: &[DVec3],
    open: &[usize],
) -> Result<Polygon, RecastFault> {
    let Shape { corners, neighbors, count, area, .. } = &all[index];
    let count = usize::from(*count);
    if !(3..=6).contains(&count) {
        return Err(RecastFault::Corners { polygon: index, corners: count });
    }
    let beyond_end = |index_of: usize| RecastFault::Index { polygon: index, index: index_of };
    let corners = &corners[..count];
    if let Some(&corner) = corners.iter().find(|&&c| usize::from(c) >= vertices.len()) {
        return Err(beyond_end(corner.into()));
    }
    let beyond = neighbors[..count].iter().map(|&neighbor| match neighbor {
        0 => Ok(Beyond::Wall),
        outer if outer & EXTERNAL != 0 => Ok(match outer & 0xff {
            direction @ (0 | 2 | 4 | 6) => Beyond::Outer((direction / 2) as u8),
            _ => Beyond::Wall,
        }),
        inner => {
            let inner = usize::from(inner - 1);
            let is_ground = all.get(inner).is_some_and(|other| other.is_ground);
            is_ground.then_some(()).ok_or(beyond_end(inner))?;
            Ok(open.binary_search(&inner).map_or(Beyond::Wall, Beyond::Inner))
        }
    });
    Ok(Polygon {
        corners: corners.to_vec(),
        beyond: beyond.collect::<Result<_, _>>()?,
        area: *area,
        samples: corners.iter().map(|&corner| vertices[usize::from(corner)]).collect(),
        triangles: Vec::new(),
    })
}

/// Gives a polygon its detail: the first of its points and triangles, and their counts.
fn with_detail(
    mut polygon: Polygon,
    index: usize,
    [first_point, first_triangle, points_of, triangles_of]: [usize; 4],
    points: &[[f32; 3]],
    triangles: &[[u8; 3]],
) -> Result<Polygon, RecastFault> {
    let beyond_end = |index_of: usize| RecastFault::Index { polygon: index, index: index_of };
    let end = first_point.saturating_add(points_of);
    let own = points.get(first_point..end).ok_or(beyond_end(end));
    let own = if points_of == 0 { &[] } else { own? };
    polygon.samples.extend(own.iter().copied().map(in_space));
    let end = first_triangle.saturating_add(triangles_of);
    let own = triangles.get(first_triangle..end).ok_or(beyond_end(end));
    polygon.triangles = if triangles_of == 0 { Vec::new() } else { own?.to_vec() };
    let count = polygon.samples.len();
    let corner = polygon.triangles.iter().flatten().find(|&&corner| usize::from(corner) >= count);
    corner.map_or(Ok(()), |&corner| Err(beyond_end(corner.into())))?;
    Ok(polygon)
}
