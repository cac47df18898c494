//! Meshes as bytes: the `.nav` format, version 1.
//!
//! All numbers are little-endian. With `P` positions, `K` corners and `C` cells:
//!
//! | bytes | type | holds |
//! |---|---|---|
//! | 8 | | the signature `89 4E 41 56 0D 0A 1A 0A` (`NAV`, framed as PNG's is) |
//! | 4 | u32 | the version, 1 |
//! | 4 | u32 | flags: bit 0 says that costs follow; all others are 0 |
//! | 4 | u32 | `P` |
//! | 4 | u32 | `K` |
//! | 4 | u32 | `C` |
//! | 4 | u32 | 0 |
//! | 16·P | f64 | x and y of each position |
//! | 8·C | f64 | each cell's cost; absent where all cost 1 |
//! | 4·C | u32 | where each cell's corners end |
//! | 4·K | u32 | the corners of all cells, as positions |
//! | 4·K | u32 | the cell across the edge from each corner to the next; `FF FF FF FF` is a wall |
//! | 4 | u32 | the CRC-32 (of zlib and PNG) of everything before |
//!
//! The arrays are those of [`RawMesh`]. The same mesh gives the same bytes, on every machine.

use glam::DVec2;
use navmesh_core::{NavMesh, RawMesh};

use crate::error::{ByteFault, ReadError};

const SIGNATURE: [u8; 8] = *b"\x89NAV\r\n\x1a\n";
const VERSION: u32 = 1;
const HAS_COSTS: u32 = 1;
/// Where the header's fields stand.
const AT_VERSION: usize = 8;
const AT_FLAGS: usize = 12;
const AT_COUNTS: usize = 16;
const AT_RESERVED: usize = 28;
const HEADER_LENGTH: usize = 32;
const CHECKSUM_LENGTH: usize = 4;
/// In the file's neighbours: a wall.
const WALL: u32 = u32::MAX;

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
    let coordinates = raw.positions.iter().flat_map(|point| point.to_array());
    coordinates.chain(raw.costs).for_each(|number| bytes.extend(number.to_le_bytes()));
    let neighbors = raw.neighbors.iter().map(|neighbor| neighbor.unwrap_or(WALL));
    let indices = raw.cell_ends.iter().chain(&raw.corners).copied().chain(neighbors);
    indices.for_each(|index| bytes.extend(index.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
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
    let coordinates = arrays.take(2 * header.positions as usize, f64::from_le_bytes);
    let costs = arrays.take(cost_count, f64::from_le_bytes);
    let raw = RawMesh {
        positions: coordinates.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1])).collect(),
        costs,
        cell_ends: arrays.take(cells, u32::from_le_bytes),
        corners: arrays.take(corners, u32::from_le_bytes),
        neighbors: arrays
            .take(corners, |four| Some(u32::from_le_bytes(four)).filter(|&n| n != WALL)),
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
}

impl Header {
    fn of(raw: &RawMesh) -> Self {
        Self {
            flags: if raw.costs.is_empty() { 0 } else { HAS_COSTS },
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
        let least = HEADER_LENGTH + CHECKSUM_LENGTH;
        if bytes.len() < least {
            return Err(ByteFault::Length { expected: least as u64, found: bytes.len() as u64 });
        }
        let found = field(bytes, AT_VERSION);
        if found != VERSION {
            return Err(ByteFault::Version { found, known: VERSION });
        }
        let header = Self {
            flags: field(bytes, AT_FLAGS),
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
        if self.flags & !HAS_COSTS != 0 {
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
        let a_cell = if self.has_costs() { 12 } else { 4 };
        let frame = (HEADER_LENGTH + CHECKSUM_LENGTH) as u64;
        frame + 16 * positions + a_cell * cells + 8 * corners
    }
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
    /// The next `count` numbers of `N` bytes each.
    fn take<const N: usize, T>(&mut self, count: usize, decode: impl Fn([u8; N]) -> T) -> Vec<T> {
        let (numbers, rest) = self.rest.split_at(count * N);
        self.rest = rest;
        let (chunks, _) = numbers.as_chunks::<N>();
        chunks.iter().map(|&chunk| decode(chunk)).collect()
    }
}

#[cfg(test)]
mod tests;
