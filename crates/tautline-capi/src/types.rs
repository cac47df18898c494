//! Points, places, handles and the constants of the header.

use tautline::mesh::CellId;
use tautline::{DVec2, Place};

use crate::border::Plain;

/// A point, in map units.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct tl_point {
    /// The coordinate to the right.
    pub x: f64,
    /// The coordinate upwards; downwards on tile maps.
    pub y: f64,
}

// SAFETY: numbers.
unsafe impl Plain for tl_point {}

impl From<DVec2> for tl_point {
    fn from(DVec2 { x, y }: DVec2) -> Self {
        Self { x, y }
    }
}

impl From<tl_point> for DVec2 {
    fn from(tl_point { x, y }: tl_point) -> Self {
        Self { x, y }
    }
}

/// A point of floats, for programs that hold vectors of floats.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct tl_point_f {
    /// The coordinate to the right.
    pub x: f32,
    /// The coordinate upwards; downwards on tile maps.
    pub y: f32,
}

impl From<DVec2> for tl_point_f {
    fn from(DVec2 { x, y }: DVec2) -> Self {
        Self { x: x as f32, y: y as f32 }
    }
}

/// A point, and optionally its floor and the cell that holds it. Zeros after the point mean: not specified.
///
/// Answers name the cell, so that a query from there stays on its side of a wall without thickness.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct tl_place {
    /// The point.
    pub point: tl_point,
    /// The cell, as an answer named it; 0 for none.
    pub cell: u64,
    /// The number of the floor, if `has_layer` is not 0.
    pub layer: u32,
    /// Not 0 if the floor is specified.
    pub has_layer: u32,
}

// SAFETY: numbers and points.
unsafe impl Plain for tl_place {}

impl From<tl_place> for Place {
    fn from(place: tl_place) -> Self {
        let cell = place
            .cell
            .checked_sub(1)
            .map(|cell| CellId { slot: cell as u32, generation: (cell >> 32) as u32 });
        let layer = (place.has_layer != 0).then_some(place.layer);
        Self { point: place.point.into(), layer, cell, is_f32: false }
    }
}

impl From<Place> for tl_place {
    fn from(place: Place) -> Self {
        let number = |cell: CellId| (u64::from(cell.generation) << 32 | u64::from(cell.slot)) + 1;
        Self {
            point: place.point.into(),
            cell: place.cell.map_or(0, number),
            layer: place.layer.unwrap_or(0),
            has_layer: u32::from(place.layer.is_some()),
        }
    }
}

/// A map of shapes that may change. 0 is no map.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_map {
    /// The id; never used for another object again.
    pub id: u64,
}

/// A map as it was at one moment, for queries from any number of threads. 0 is no finder.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_finder {
    /// The id; never used for another object again.
    pub id: u64,
}

/// The memory of path queries and the last path: one for each thread. 0 is none.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_scratch {
    /// The id; never used for another object again.
    pub id: u64,
}

/// The distances from everywhere to the nearest of some goals. 0 is no field.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_field {
    /// The id; never used for another object again.
    pub id: u64,
}

/// Agents that walk among each other. 0 is no crowd.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_crowd {
    /// The id; never used for another object again.
    pub id: u64,
}

/// A tile map with paths from tile to tile. 0 is none.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct tl_tiles {
    /// The id; never used for another object again.
    pub id: u64,
}

/// The version of the functions and structs of this header. It grows with every change that breaks a compiled program.
pub const TL_ABI_VERSION: u32 = 1;

/// Returns `TL_ABI_VERSION` of the library, to compare with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn tl_abi_version() -> u32 {
    TL_ABI_VERSION
}

// SAFETY: a number.
unsafe impl Plain for tl_finder {}
