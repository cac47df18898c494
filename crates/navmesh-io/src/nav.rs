//! Meshes as bytes: the `.nav` format, version 1.
//!
//! All numbers are little-endian. With `P` positions, `K` corners and `C` cells, and in the mesh's
//! clearance, if it has one, `B` corners in `R` rings; with `A` areas, if there are any, whose names
//! have `N` bytes in all; with `D` doors, if there are any, of `L` edges and with names of `M` bytes:
//!
//! | bytes | type | holds |
//! |---|---|---|
//! | 8 | | the signature `89 4E 41 56 0D 0A 1A 0A` (`NAV`, framed as PNG's is) |
//! | 4 | u32 | the version, 1 |
//! | 4 | u32 | flags: bit 0 says that there are costs, bit 1 a clearance, bit 2 areas, bit 3 floors, bit 4 doors; all others are 0 |
//! | 4 | u32 | `P` |
//! | 4 | u32 | `K` |
//! | 4 | u32 | `C` |
//! | 4 | u32 | 0 |
//! | 4 | u32 | `A`; absent without areas, as are all lines below that name `A` or `N` |
//! | 4 | u32 | `N` |
//! | 4 | u32 | `D`; absent without doors, as are all lines below that name `D`, `L` or `M` |
//! | 4 | u32 | `L` |
//! | 4 | u32 | `M` |
//! | 4 | u32 | `B`; absent without a clearance, as are the next four |
//! | 4 | u32 | `R` |
//! | 8 | f64 | the agents' radius |
//! | 16·B | f64 | x and y of each corner of the border that the ground had before it was drawn in |
//! | 4·R | u32 | where each of its rings ends |
//! | 16·P | f64 | x and y of each position |
//! | 8·C | f64 | each cell's cost; absent where all cost 1 |
//! | 8·A | f64 | each area's cost |
//! | 4·C | u32 | where each cell's corners end |
//! | 4·K | u32 | the corners of all cells, as positions |
//! | 4·K | u32 | the cell across the edge from each corner to the next; `FF FF FF FF` is a wall |
//! | 4·C | u32 | each cell's area, `FF FF FF FF` for none; absent where `A` is |
//! | 4·C | u32 | each cell's floor; absent where all are on floor 0 |
//! | 4·A | u32 | where each area's name ends |
//! | N | UTF-8 | the areas' names |
//! | 4·D | u32 | where each door's edges end |
//! | 4·L | u32 | the doors' edges, each by the place of its first corner among the corners |
//! | 4·D | u32 | where each door's name ends |
//! | M | UTF-8 | the doors' names |
//! | 4 | u32 | the CRC-32 (of zlib and PNG) of everything before |
//!
//! The arrays are those of [`RawMesh`]. The same mesh gives the same bytes, on every machine.

use glam::DVec2;
use navmesh_core::{AreaKind, Clearance, DoorKind, EdgeId, NavMesh, RawMesh};

use crate::error::{ByteFault, ReadError};

const SIGNATURE: [u8; 8] = *b"\x89NAV\r\n\x1a\n";
const VERSION: u32 = 1;
const HAS_COSTS: u32 = 1;
const HAS_CLEARANCE: u32 = 2;
const HAS_AREAS: u32 = 4;
const HAS_LAYERS: u32 = 8;
const HAS_DOORS: u32 = 16;
/// Where the header's fields stand.
const AT_VERSION: usize = 8;
const AT_FLAGS: usize = 12;
const AT_COUNTS: usize = 16;
const AT_RESERVED: usize = 28;
const HEADER_LENGTH: usize = 32;
/// What follows the header where there are areas: two counts.
const AREAS_LENGTH: usize = 8;
/// What follows then where there are doors: three counts.
const DOORS_LENGTH: usize = 12;
/// What follows then where there is a clearance: two counts and the radius.
const CLEARANCE_LENGTH: usize = 16;
const CHECKSUM_LENGTH: usize = 4;
/// In the file's neighbours: a wall. In the cells' areas: none.
const NONE: u32 = u32::MAX;

/// Writes a mesh as `.nav` bytes, cells in the order of their slots.
#[must_use]
pub fn write_nav(mesh: &NavMesh) -> Vec<u8> {
    let raw = mesh.to_raw();
    let header = Header::of(&raw);
    let mut bytes = Vec::with_capacity(header.file_length() as usize);
    bytes.extend(SIGNATURE);
    for field in [VERSION, header.flags, header.positions, header.corners, header.cells, 0] {
        bytes.extend(field.to_le_bytes());
    }
    let counts = header.areas.into_iter().flatten().chain(header.doors.into_iter().flatten());
    counts.for_each(|count| bytes.extend(count.to_le_bytes()));
    if let Some(clearance) = &raw.clearance {
        write_clearance(clearance, &mut bytes);
    }
    let coordinates = raw.positions.iter().flat_map(|point| point.to_array());
    let area_costs = raw.areas.iter().map(|area| area.cost);
    let numbers = coordinates.chain(raw.costs).chain(area_costs);
    numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
    let places = raw.neighbors.iter().chain(&raw.cell_areas).map(|place| place.unwrap_or(NONE));
    let indices = raw.cell_ends.iter().chain(&raw.corners).copied();
    let indices = indices.chain(places).chain(raw.layers.iter().copied());
    indices.for_each(|index| bytes.extend(index.to_le_bytes()));
    write_names(raw.areas.iter().map(|area| &*area.name), &mut bytes);
    let edges = |door: &DoorKind| door.edges.iter().map(|edge| edge.0).collect::<Vec<_>>();
    let edges: Vec<Vec<u32>> = raw.doors.iter().map(edges).collect();
    write_ends(edges.iter().map(Vec::len), &mut bytes);
    edges.iter().flatten().for_each(|edge| bytes.extend(edge.to_le_bytes()));
    write_names(raw.doors.iter().map(|door| &*door.name), &mut bytes);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn write_names<'a>(names: impl Iterator<Item = &'a str> + Clone, bytes: &mut Vec<u8>) {
    write_ends(names.clone().map(str::len), bytes);
    names.for_each(|name| bytes.extend(name.as_bytes()));
}

/// Writes where pieces of these lengths end.
fn write_ends(lengths: impl Iterator<Item = usize>, bytes: &mut Vec<u8>) {
    let mut end = 0;
    for length in lengths {
        end += length as u32;
        bytes.extend(end.to_le_bytes());
    }
}

fn write_clearance(clearance: &Clearance, bytes: &mut Vec<u8>) {
    let Clearance { radius, corners, ring_ends } = clearance;
    for count in [corners.len(), ring_ends.len()] {
        bytes.extend((count as u32).to_le_bytes());
    }
    let coordinates = corners.iter().flat_map(|corner| corner.to_array());
    let numbers = std::iter::once(*radius).chain(coordinates);
    numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
    ring_ends.iter().for_each(|end| bytes.extend(end.to_le_bytes()));
}

/// Reads `.nav` bytes and validates what they hold.
///
/// Complexity: that of [`NavMesh::from_raw`]; nothing is allocated before the length and the
/// checksum are found right.
///
/// # Errors
///
/// [`ReadError::Bytes`] where the file is not ours, of another version, cut short or damaged in any
/// byte; [`ReadError::Mesh`] where it is intact and its mesh is not valid.
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
    let header = Header::read(bytes)?;
    let mut arrays = Arrays { rest: &bytes[HEADER_LENGTH..] };
    let (cells, corners) = (header.cells as usize, header.corners as usize);
    let cost_count = if header.has_costs() { cells } else { 0 };
    let layer_count = if header.flags & HAS_LAYERS != 0 { cells } else { 0 };
    let areas = header.areas.map(|[count, _]| count as usize);
    header.areas.inspect(|_| arrays.skip(AREAS_LENGTH));
    header.doors.inspect(|_| arrays.skip(DOORS_LENGTH));
    let clearance = header.clearance.map(|counts| arrays.take_clearance(counts));
    let positions = arrays.take_points(header.positions);
    let costs = arrays.take(cost_count, f64::from_le_bytes);
    let area_costs = arrays.take(areas.unwrap_or(0), f64::from_le_bytes);
    let place = |four| Some(u32::from_le_bytes(four)).filter(|&place| place != NONE);
    let raw = RawMesh {
        clearance,
        positions,
        costs,
        cell_ends: arrays.take(cells, u32::from_le_bytes),
        corners: arrays.take(corners, u32::from_le_bytes),
        neighbors: arrays.take(corners, place),
        cell_areas: arrays.take(areas.map_or(0, |_| cells), place),
        layers: arrays.take(layer_count, u32::from_le_bytes),
        areas: arrays.take_areas(area_costs, header.areas.map_or(0, |[_, names]| names))?,
        doors: arrays.take_doors(header.doors.unwrap_or_default())?,
    };
    Ok(NavMesh::from_raw(&raw)?)
}

/// The part of the header that differs between files of this version.
#[derive(Debug, Clone, Copy)]
struct Header {
    flags: u32,
    positions: u32,
    corners: u32,
    cells: u32,
    /// How many areas there are, and how many bytes their names have.
    areas: Option<[u32; 2]>,
    /// How many doors there are, how many edges they have, and how many bytes their names.
    doors: Option<[u32; 3]>,
    /// How many corners and rings the clearance has.
    clearance: Option<[u32; 2]>,
}

impl Header {
    fn of(raw: &RawMesh) -> Self {
        let counts = |c: &Clearance| [c.corners.len() as u32, c.ring_ends.len() as u32];
        let clearance = raw.clearance.as_ref().map(counts);
        let costs = if raw.costs.is_empty() { 0 } else { HAS_COSTS };
        let layers = if raw.layers.is_empty() { 0 } else { HAS_LAYERS };
        let names = raw.areas.iter().map(|area| area.name.len()).sum::<usize>();
        let areas = (!raw.areas.is_empty()).then_some([raw.areas.len() as u32, names as u32]);
        let sum = |size: fn(&DoorKind) -> usize| raw.doors.iter().map(size).sum::<usize>() as u32;
        let (edges, names) = (sum(|door| door.edges.len()), sum(|door| door.name.len()));
        let doors = (!raw.doors.is_empty()).then_some([raw.doors.len() as u32, edges, names]);
        let flag = |is_there: bool, flag: u32| if is_there { flag } else { 0 };
        Self {
            flags: costs
                | layers
                | flag(clearance.is_some(), HAS_CLEARANCE)
                | flag(areas.is_some(), HAS_AREAS)
                | flag(doors.is_some(), HAS_DOORS),
            areas,
            doors,
            clearance,
            positions: raw.positions.len() as u32,
            corners: raw.corners.len() as u32,
            cells: raw.cell_count() as u32,
        }
    }

    /// Reads the header and checks everything that can be checked without looking at the arrays.
    fn read(bytes: &[u8]) -> Result<Self, ByteFault> {
        if !bytes.starts_with(&SIGNATURE) {
            return Err(ByteFault::NoSignature);
        }
        need(bytes, HEADER_LENGTH)?;
        let found = field(bytes, AT_VERSION);
        if found != VERSION {
            return Err(ByteFault::Version { found, known: VERSION });
        }
        let flags = field(bytes, AT_FLAGS);
        let mut at = HEADER_LENGTH;
        let mut counts_at = |flag: u32, length: usize| {
            if flags & flag == 0 {
                return Ok(None);
            }
            need(bytes, at + length)?;
            at += length;
            Ok(Some(at - length))
        };
        let two = |at: usize| [field(bytes, at), field(bytes, at + 4)];
        let three = |at: usize| [field(bytes, at), field(bytes, at + 4), field(bytes, at + 8)];
        let header = Self {
            flags,
            areas: counts_at(HAS_AREAS, AREAS_LENGTH)?.map(two),
            doors: counts_at(HAS_DOORS, DOORS_LENGTH)?.map(three),
            clearance: counts_at(HAS_CLEARANCE, CLEARANCE_LENGTH)?.map(two),
            positions: field(bytes, AT_COUNTS),
            corners: field(bytes, AT_COUNTS + 4),
            cells: field(bytes, AT_COUNTS + 8),
        };
        if header.file_length() != bytes.len() as u64 {
            let (expected, found) = (header.file_length(), bytes.len() as u64);
            return Err(ByteFault::Length { expected, found });
        }
        check_sum(bytes)?;
        header.check_flags(field(bytes, AT_RESERVED))?;
        Ok(header)
    }

    fn check_flags(&self, reserved: u32) -> Result<(), ByteFault> {
        if self.flags & !(HAS_COSTS | HAS_CLEARANCE | HAS_AREAS | HAS_LAYERS | HAS_DOORS) != 0 {
            return Err(ByteFault::UnknownFlags { offset: AT_FLAGS, found: self.flags });
        }
        if reserved != 0 {
            return Err(ByteFault::UnknownFlags { offset: AT_RESERVED, found: reserved });
        }
        Ok(())
    }

    fn has_costs(&self) -> bool {
        self.flags & HAS_COSTS != 0
    }

    /// How long a file with this header is; in 64 bits, where no count can overflow it.
    fn file_length(&self) -> u64 {
        let [positions, corners, cells] = [self.positions, self.corners, self.cells].map(u64::from);
        let layers = if self.flags & HAS_LAYERS != 0 { 4 } else { 0 };
        let a_cell = layers + if self.has_costs() { 12 } else { 4 };
        let frame = (HEADER_LENGTH + CHECKSUM_LENGTH) as u64;
        let clearance = self.clearance.map_or(0, |[corners, rings]| {
            CLEARANCE_LENGTH as u64 + 16 * u64::from(corners) + 4 * u64::from(rings)
        });
        let areas = self.areas.map_or(0, |[areas, names]| {
            AREAS_LENGTH as u64 + 12 * u64::from(areas) + 4 * cells + u64::from(names)
        });
        let doors = self.doors.map_or(0, |counts| {
            let [doors, edges, names] = counts.map(u64::from);
            DOORS_LENGTH as u64 + 8 * doors + 4 * edges + names
        });
        frame + areas + doors + clearance + 16 * positions + a_cell * cells + 8 * corners
    }
}

/// Checks that a checksum can follow the first `length` bytes.
fn need(bytes: &[u8], length: usize) -> Result<(), ByteFault> {
    let (expected, found) = ((length + CHECKSUM_LENGTH) as u64, bytes.len() as u64);
    if found < expected { Err(ByteFault::Length { expected, found }) } else { Ok(()) }
}

fn check_sum(bytes: &[u8]) -> Result<(), ByteFault> {
    let end = bytes.len() - CHECKSUM_LENGTH;
    let (expected, found) = (field(bytes, end), crc32fast::hash(&bytes[..end]));
    if expected == found { Ok(()) } else { Err(ByteFault::Checksum { expected, found }) }
}

/// The u32 that stands at `offset`, which is within the bytes.
fn field(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]])
}

/// The arrays behind the header, taken one after the other.
struct Arrays<'a> {
    rest: &'a [u8],
}

impl Arrays<'_> {
    /// The clearance with so many corners and rings; its counts have been read.
    fn take_clearance(&mut self, [corners, rings]: [u32; 2]) -> Clearance {
        self.skip(8);
        let radius = self.take(1, f64::from_le_bytes)[0];
        let corners = self.take_points(corners);
        Clearance { radius, corners, ring_ends: self.take(rings as usize, u32::from_le_bytes) }
    }

    /// The areas of these costs, with names of so many bytes in all.
    fn take_areas(&mut self, costs: Vec<f64>, length: u32) -> Result<Vec<AreaKind>, ByteFault> {
        let names = self.take_names(costs.len(), length);
        let names = names.map_err(|area| ByteFault::AreaName { area })?;
        Ok(names.into_iter().zip(costs).map(|(name, cost)| AreaKind { name, cost }).collect())
    }

    /// So many doors, with so many edges and bytes of names in all.
    fn take_doors(&mut self, counts: [u32; 3]) -> Result<Vec<DoorKind>, ByteFault> {
        let [doors, edges, length] = counts.map(|count| count as usize);
        let ends = self.take(doors, u32::from_le_bytes);
        let edges = self.take(edges, |four| EdgeId(u32::from_le_bytes(four)));
        let pieces = pieces(&edges, &ends).map_err(|door| ByteFault::DoorEdges { door })?;
        let names = self.take_names(doors, length as u32);
        let names = names.map_err(|door| ByteFault::DoorName { door })?;
        let kind = |(name, edges): (String, &[EdgeId])| DoorKind { name, edges: edges.to_vec() };
        Ok(names.into_iter().zip(pieces).map(kind).collect())
    }

    /// So many names, after where each of them ends; else which one is broken.
    fn take_names(&mut self, count: usize, length: u32) -> Result<Vec<String>, usize> {
        let ends = self.take(count, u32::from_le_bytes);
        let (bytes, rest) = self.rest.split_at(length as usize);
        self.rest = rest;
        let text = |(index, name)| str::from_utf8(name).map(str::to_owned).map_err(|_| index);
        pieces(bytes, &ends)?.into_iter().enumerate().map(text).collect()
    }

    /// Leaves out bytes that the header has read.
    fn skip(&mut self, count: usize) {
        self.rest = &self.rest[count..];
    }

    fn take_points(&mut self, count: u32) -> Vec<DVec2> {
        self.take(2 * count as usize, f64::from_le_bytes)
            .chunks_exact(2)
            .map(|pair| DVec2::new(pair[0], pair[1]))
            .collect()
    }

    /// The next `count` numbers of `N` bytes each.
    fn take<const N: usize, T>(&mut self, count: usize, decode: impl Fn([u8; N]) -> T) -> Vec<T> {
        let (numbers, rest) = self.rest.split_at(count * N);
        self.rest = rest;
        let (chunks, _) = numbers.as_chunks::<N>();
        chunks.iter().map(|&chunk| decode(chunk)).collect()
    }
}

/// The pieces of a whole, by where each ends; else which one is not within it, or does not end it.
fn pieces<'a, T>(whole: &'a [T], ends: &[u32]) -> Result<Vec<&'a [T]>, usize> {
    if ends.last().copied().unwrap_or(0) as usize != whole.len() {
        return Err(ends.len().saturating_sub(1));
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let piece = |(start, &end): (u32, &u32)| whole.get(start as usize..end as usize);
    let piece = |(index, ends)| piece(ends).ok_or(index);
    starts.zip(ends).enumerate().map(piece).collect()
}

#[cfg(test)]
mod tests;
