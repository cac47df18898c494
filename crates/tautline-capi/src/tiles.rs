//! Tile maps with paths from tile to tile.

use std::sync::RwLock;

use tautline::{CornerRule, Grid, GridFinder, GridOptions, Neighborhood, PathQuery};

use crate::border::{Buffer, Out, OutVersioned, Plain, Versioned, array, text, versioned};
use crate::files::read_tiles;
use crate::finder::tl_path_info;
use crate::handles::{broken, get, handle, insert, lock, read, remove};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_point, tl_scratch, tl_tiles};

handle!(tl_tiles, RwLock<GridFinder>);

/// The corner rules of paths on tiles.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_corners {
    /// No diagonal step beside a blocked tile.
    Never = 0,
    /// A diagonal step beside one blocked tile.
    OneFree = 1,
    /// A diagonal step also between two blocked tiles.
    Always = 2,
}

/// The options of a tile map. Zeros after the size are the defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_tiles_options {
    /// The size of this struct.
    pub size: u32,
    /// A `tl_corners`.
    pub corners: u32,
    /// Not 0 for steps along rows and columns alone.
    pub four_neighbors: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: numbers.
unsafe impl Plain for tl_tiles_options {}

impl Default for tl_tiles_options {
    fn default() -> Self {
        Self { size: size_of::<Self>() as u32, corners: 0, four_neighbors: 0, reserved: 0 }
    }
}

impl Versioned for tl_tiles_options {}

impl tl_tiles_options {
    fn finder(&self, grid: Grid) -> Checked<GridFinder> {
        let corners = match self.corners {
            0 => CornerRule::Never,
            1 => CornerRule::OneFree,
            2 => CornerRule::Always,
            rule => return Err(Failure::argument(format_args!("{rule} is no corner rule"))),
        };
        let four = self.four_neighbors != 0;
        let mut options = GridOptions::default();
        options.corners = corners;
        options.neighborhood = if four { Neighborhood::Four } else { Neighborhood::Eight };
        Ok(GridFinder::new(grid).with_options(options))
    }
}

/// Creates a tile map from costs, one row after the other: 0 is blocked, 1 the ordinary cost. `options` may be null.
///
/// A tile with column x and row y covers the points from (x, y) to (x + 1, y + 1). Free it with `tl_tiles_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_tiles_new(
    width: u32,
    height: u32,
    costs: *const f64,
    options: *const tl_tiles_options,
    tiles: *mut tl_tiles,
) -> tl_status {
    guard(|| {
        let count = (width as usize).checked_mul(height as usize);
        let count = count.ok_or_else(|| Failure::argument("too many tiles"))?;
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (costs, options, tiles) = unsafe {
            let costs = array(costs, count, "costs")?;
            (costs, versioned(options, "options")?, Out::new(tiles, "tiles")?)
        };
        let mut grid = Grid::new(width, height).map_err(Failure::argument)?;
        for (slot, &cost) in costs.iter().enumerate() {
            let (x, y) = grid.tile(slot as u32);
            if cost == 0.0 {
                grid.set_blocked(x, y, true);
            } else if cost != 1.0 {
                grid.set_cost(x, y, cost).map_err(Failure::argument)?;
            }
        }
        tiles.put(insert(RwLock::new(options.finder(grid)?)));
        Ok(())
    })
}

/// Reads a tile map from the bytes of a file: MovingAI, rows of tiles, PNG, PGM or Tiled. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_tiles_load(
    name: *const std::ffi::c_char,
    bytes: *const u8,
    count: usize,
    options: *const tl_tiles_options,
    tiles: *mut tl_tiles,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (name, bytes, options, tiles) = unsafe {
            let bytes = array(bytes, count, "bytes")?;
            (text(name, "name")?, bytes, versioned(options, "options")?, Out::new(tiles, "tiles")?)
        };
        tiles.put(insert(RwLock::new(options.finder(read_tiles(&name, &bytes)?)?)));
        Ok(())
    })
}

/// Frees a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn tl_tiles_free(tiles: tl_tiles) -> tl_status {
    guard(|| remove(tiles))
}

/// Writes the width and the height in tiles; either may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_tiles_size(
    tiles: tl_tiles,
    width: *mut u32,
    height: *mut u32,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (width, height) =
            unsafe { (Out::optional(width, "width")?, Out::optional(height, "height")?) };
        let own = get(tiles)?;
        let finder = read(&own)?;
        for (to, size) in [(width, finder.grid().width()), (height, finder.grid().height())] {
            if let Some(to) = to {
                to.put(size);
            }
        }
        Ok(())
    })
}

/// Finds a path from tile centre to tile centre. The scratch keeps it.
///
/// `points` and `info` are as for `tl_finder_path`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_tiles_path(
    tiles: tl_tiles,
    scratch: tl_scratch,
    from: tl_point,
    to: tl_point,
    points: *mut tl_point,
    capacity: usize,
    info: *mut tl_path_info,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (points, info) = unsafe {
            let points = Buffer::new(points, capacity, std::ptr::null_mut())?;
            (points, OutVersioned::optional(info, "info")?)
        };
        let (tiles, scratch) = (get(tiles)?, get(scratch)?);
        let (finder, mut scratch) = (read(&tiles)?, lock(&scratch)?);
        let found = scratch.find_by(&*finder, &PathQuery::new([from.x, from.y], [to.x, to.y]));
        if let Some(info) = info {
            info.put((&scratch.path).into());
        }
        found?;
        if capacity == 0 {
            return Ok(());
        }
        let all = scratch.path.waypoints().iter().copied().map(tl_point::from);
        points.give(&all.collect::<Vec<_>>())
    })
}

/// Blocks a tile, or frees it if `blocked` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn tl_tiles_set_blocked(tiles: tl_tiles, x: u32, y: u32, blocked: u32) -> tl_status {
    guard(|| {
        let own = get(tiles)?;
        let mut finder = own.write().map_err(|_| broken())?;
        if finder.grid().slot(x, y).is_none() {
            return Err(Failure::argument(format_args!("the tile ({x}, {y}) is outside the map")));
        }
        finder.set_blocked(x, y, blocked != 0);
        Ok(())
    })
}

/// Sets the cost of a tile.
#[unsafe(no_mangle)]
pub extern "C" fn tl_tiles_set_cost(tiles: tl_tiles, x: u32, y: u32, cost: f64) -> tl_status {
    guard(|| {
        let own = get(tiles)?;
        let mut finder = own.write().map_err(|_| broken())?;
        finder.set_cost(x, y, cost).map(drop).map_err(Failure::argument)
    })
}
