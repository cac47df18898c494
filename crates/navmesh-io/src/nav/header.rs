//! The header of a `.nav` file: its parts, and their lengths.

use navmesh_core::{Clearance, MeshDoor, RawMesh, Surface};

use crate::error::ByteFault;

pub(super) const SIGNATURE: [u8; 8] = *b"\x89NAV\r\n\x1a\n";
pub(super) const VERSION: u32 = 2;
const HAS_COSTS: u32 = 1;
const HAS_CLEARANCE: u32 = 2;
const HAS_AREAS: u32 = 4;
const HAS_LAYERS: u32 = 8;
const HAS_DOORS: u32 = 16;
const HAS_LINKS: u32 = 32;
const HAS_HEIGHTS: u32 = 64;
const HAS_DETAIL: u32 = 128;
const KNOWN_FLAGS: u32 = 255;
/// The bytes of a link without its name and its further lanes: two points, a cost, two floors, the direction, and the
/// ends of its lanes and name.
const LINK_LENGTH: u64 = LANE_LENGTH + 8 + 8 + 4 + 4 + 4;
/// The bytes of a lane: two points.
const LANE_LENGTH: u64 = 32;
/// The offsets of the header's fields.
pub(super) const AT_VERSION: usize = 8;
pub(super) const AT_FLAGS: usize = 12;
pub(super) const AT_COUNTS: usize = 16;
pub(super) const AT_RESERVED: usize = 28;
const HEADER_LENGTH: usize = 32;
/// The bytes after the header if there are areas: two counts.
const AREAS_LENGTH: usize = 8;
/// The bytes after these if there are doors: four counts.
const DOORS_LENGTH: usize = 16;
/// The bytes after these if there is a clearance: three counts and the radius.
const CLEARANCE_LENGTH: usize = 20;
/// The bytes after these if there are links: three counts.
const LINKS_LENGTH: usize = 12;
/// The bytes after these if there is a detail of heights: two counts.
const DETAIL_LENGTH: usize = 8;
pub(super) const CHECKSUM_LENGTH: usize = 4;

/// The part of the header that differs between files of this version.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub(super) flags: u32,
    pub(super) positions: u32,
    pub(super) corners: u32,
    pub(super) cells: u32,
    /// The numbers of areas, and of bytes of their names.
    pub(super) areas: Option<[u32; 2]>,
    /// The numbers of doors, of their edges, of bytes of their names, and of the cells of their margins.
    pub(super) doors: Option<[u32; 4]>,
    /// The numbers of corners, rings and openings of the clearance.
    pub(super) clearance: Option<[u32; 3]>,
    /// The numbers of links, of their lanes besides the first, and of bytes of their names.
    pub(super) links: Option<[u32; 3]>,
    /// The numbers of points and of triangles of the detail of heights.
    pub(super) detail: Option<[u32; 2]>,
}

impl Header {
    pub(super) fn of(raw: &RawMesh, surface: Option<&Surface>) -> Self {
        let counts = |c: &Clearance| {
            [c.corners.len(), c.ring_ends.len(), c.openings.len()].map(|count| count as u32)
        };
        let clearance = raw.clearance.as_ref().map(counts);
        let costs = if raw.costs.is_empty() { 0 } else { HAS_COSTS };
        let layers = if raw.layers.is_empty() { 0 } else { HAS_LAYERS };
        let names = raw.areas.iter().map(|area| area.name.len()).sum::<usize>();
        let areas = (!raw.areas.is_empty()).then_some([raw.areas.len() as u32, names as u32]);
        let sum = |size: fn(&MeshDoor) -> usize| raw.doors.iter().map(size).sum::<usize>() as u32;
        let (edges, names) = (sum(|door| door.edges.len()), sum(|door| door.name.len()));
        let margins = sum(|door| door.margin.len());
        let doors = [raw.doors.len() as u32, edges, names, margins];
        let doors = (!raw.doors.is_empty()).then_some(doors);
        let names = raw.links.iter().map(|link| link.name.len()).sum::<usize>();
        let lanes = raw.links.iter().map(|link| link.beside.len()).sum::<usize>();
        let links = [raw.links.len(), lanes, names].map(|count| count as u32);
        let links = (!raw.links.is_empty()).then_some(links);
        let detail = surface.map(Surface::detail).filter(|detail| !detail.point_ends.is_empty());
        let detail =
            detail.map(|detail| [detail.points.len() as u32, detail.triangles.len() as u32]);
        let flag = |is_there: bool, flag: u32| if is_there { flag } else { 0 };
        Self {
            flags: costs
                | layers
                | flag(clearance.is_some(), HAS_CLEARANCE)
                | flag(areas.is_some(), HAS_AREAS)
                | flag(doors.is_some(), HAS_DOORS)
                | flag(links.is_some(), HAS_LINKS)
                | flag(surface.is_some(), HAS_HEIGHTS)
                | flag(detail.is_some(), HAS_DETAIL),
            areas,
            doors,
            clearance,
            links,
            detail,
            positions: raw.positions.len() as u32,
            corners: raw.corners.len() as u32,
            cells: raw.cell_count() as u32,
        }
    }

    /// Reads the header and checks everything that can be checked without looking at the arrays.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ByteFault> {
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
        let four = |at: usize| [0, 4, 8, 12].map(|offset| field(bytes, at + offset));
        let header = Self {
            flags,
            areas: counts_at(HAS_AREAS, AREAS_LENGTH)?.map(two),
            doors: counts_at(HAS_DOORS, DOORS_LENGTH)?.map(four),
            links: counts_at(HAS_LINKS, LINKS_LENGTH)?.map(three),
            detail: counts_at(HAS_DETAIL, DETAIL_LENGTH)?.map(two),
            clearance: counts_at(HAS_CLEARANCE, CLEARANCE_LENGTH)?.map(three),
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
        let is_lost = self.detail.is_some() && !self.has_heights();
        if self.flags & !KNOWN_FLAGS != 0 || is_lost {
            return Err(ByteFault::UnknownFlags { offset: AT_FLAGS, found: self.flags });
        }
        if reserved != 0 {
            return Err(ByteFault::UnknownFlags { offset: AT_RESERVED, found: reserved });
        }
        Ok(())
    }

    pub(super) fn has_costs(&self) -> bool {
        self.flags & HAS_COSTS != 0
    }

    pub(super) fn has_layers(&self) -> bool {
        self.flags & HAS_LAYERS != 0
    }

    pub(super) fn has_heights(&self) -> bool {
        self.flags & HAS_HEIGHTS != 0
    }

    /// Returns the length of the header, with its counts up to those of the clearance.
    pub(super) fn length(&self) -> usize {
        let of = |is_there: bool, length: usize| if is_there { length } else { 0 };
        HEADER_LENGTH
            + of(self.areas.is_some(), AREAS_LENGTH)
            + of(self.doors.is_some(), DOORS_LENGTH)
            + of(self.links.is_some(), LINKS_LENGTH)
            + of(self.detail.is_some(), DETAIL_LENGTH)
    }

    /// Returns the length of a file with this header, in 64 bits, which no count can overflow.
    pub(super) fn file_length(&self) -> u64 {
        let [positions, corners, cells] = [self.positions, self.corners, self.cells].map(u64::from);
        let layers = if self.flags & HAS_LAYERS != 0 { 4 } else { 0 };
        let a_cell = layers + if self.has_costs() { 12 } else { 4 };
        let frame = (HEADER_LENGTH + CHECKSUM_LENGTH) as u64;
        let clearance = self.clearance.map_or(0, |counts| {
            let [corners, rings, openings] = counts.map(u64::from);
            CLEARANCE_LENGTH as u64 + 16 * corners + 8 * rings + 8 * openings
        });
        let areas = self.areas.map_or(0, |[areas, names]| {
            AREAS_LENGTH as u64 + 12 * u64::from(areas) + 4 * cells + u64::from(names)
        });
        let doors = self.doors.map_or(0, |counts| {
            let [doors, edges, names, margins] = counts.map(u64::from);
            DOORS_LENGTH as u64 + 12 * doors + 4 * (edges + margins) + names
        });
        let links = self.links.map_or(0, |counts| {
            let [links, lanes, names] = counts.map(u64::from);
            LINKS_LENGTH as u64 + LINK_LENGTH * links + LANE_LENGTH * lanes + names
        });
        let heights = if self.has_heights() { 8 * corners } else { 0 };
        let detail = self.detail.map_or(0, |counts| {
            let [points, triangles] = counts.map(u64::from);
            DETAIL_LENGTH as u64 + 24 * points + 12 * triangles + 8 * cells
        });
        let mesh = 16 * positions + a_cell * cells + 8 * corners;
        frame + areas + doors + links + clearance + mesh + heights + detail
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
