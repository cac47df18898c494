//! The free area of a grid as outlines with holes, and its costs as areas.
//!
//! The algorithm follows every side between a free tile and a blocked one, with the free tile on
//! the left. Exteriors are therefore counter-clockwise and holes clockwise. At a pinch, where two
//! free tiles touch only at a corner, it turns left, which stays with the same tile. A ring that
//! returns to such a corner is cut there into two rings that touch.

use glam::DVec2;
use navmesh_core::backend::collections::NONE;
use navmesh_core::{Area, Outline, Outlines};

use crate::map::grid::Grid;
use crate::rules::components::{Adjacency, Components};
use crate::rules::moves::{DIRECTIONS, SIDES};

/// An intersection of lattice lines, as (column line, row line).
type LatticePoint = (u32, u32);

/// The least and the greatest number of significant digits in the name of an area. The latter tell all floats apart.
const DIGITS: [usize; 2] = [4, 17];

/// Returns the free area of `grid` as outlines: one for each set of free tiles connected by their
/// sides, ordered by its lowest slot, without obstacles.
///
/// Tiles whose cost is not 1 are areas as well: one for each connected set of one cost, named after
/// it ("cost 2.5"), in order of cost. A name has four significant digits, or as many as no other cost
/// of the grid shares.
///
/// Every ring is simple: it meets itself and other rings only at single corners, at pinches.
/// Exteriors are counter-clockwise and holes clockwise; collinear points are left out. A lattice
/// point has identical bits in every ring ([`Grid::corner`]). A grid that is not
/// [placed](Grid::is_placed) has no outlines.
///
/// Complexity: linear in the number of tiles, for each cost other than 1 once more.
///
/// ```
/// use navmesh_grid::{Grid, trace};
/// let mut grid = Grid::from_rows(["...", ".#.", "..."])?;
/// grid.set_cost(0, 0, 2.0)?;
/// let outlines = trace(&grid);
/// assert_eq!(outlines.walkable.len(), 1);
/// assert_eq!((outlines.walkable[0].exterior.len(), outlines.walkable[0].holes.len()), (4, 1));
/// assert_eq!((outlines.areas[0].name.as_str(), outlines.areas[0].cost), ("cost 2", 2.0));
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn trace(grid: &Grid) -> Outlines {
    if !grid.is_placed() {
        return Outlines::default();
    }
    let mut areas = Vec::new();
    let costs = costs_of(grid);
    for (index, &cost) in costs.iter().enumerate() {
        let (regions, name) = (regions(&grid.only_of_cost(cost)), name_of(&costs, index));
        areas.extend(regions.into_iter().map(|region| Area::new(region, name.clone(), cost)));
    }
    Outlines { walkable: regions(grid), areas, ..Outlines::default() }
}

/// Returns the costs of free tiles other than 1, ascending.
fn costs_of(grid: &Grid) -> Vec<f64> {
    let mut costs: Vec<f64> = grid.free_costs().filter(|&cost| cost != 1.0).collect();
    costs.sort_unstable_by(f64::total_cmp);
    costs.dedup();
    costs
}

/// Returns the name of the areas of one of several costs, which ascend. The two costs beside it are rounded to another
/// number.
fn name_of(costs: &[f64], index: usize) -> String {
    let beside = [index.checked_sub(1), Some(index + 1)].map(|index| costs.get(index?));
    let rounded = |digits: usize, cost: f64| format!("{cost:.0$e}", digits - 1);
    let is_only = |&digits: &usize| {
        let own = rounded(digits, costs[index]);
        beside.into_iter().flatten().all(|&other| rounded(digits, other) != own)
    };
    let digits = (DIGITS[0]..DIGITS[1]).find(is_only).unwrap_or(DIGITS[1]);
    // The number that is read back is written without trailing zeros.
    let number: f64 = rounded(digits, costs[index]).parse().unwrap_or(costs[index]);
    format!("cost {number}")
}

/// Returns an outline for each set of free tiles connected by their sides, ordered by its lowest
/// slot.
fn regions(grid: &Grid) -> Vec<Outline> {
    let mut outlines = Vec::new();
    let regions = Components::new(grid, Adjacency::Sides);
    let mut outline_of = vec![None; regions.label_count()];
    let mut cutter = RingCutter::new(grid);
    let mut visited = vec![0u8; grid.tile_count()];
    for slot in 0..grid.tile_count() as u32 {
        for side in 0..SIDES {
            let first = Border { tile: grid.tile(slot), side };
            if !first.is_wall(grid) || visited[slot as usize] & 1 << side != 0 {
                continue;
            }
            let index = *outline_of[regions.of(slot) as usize].get_or_insert_with(|| {
                outlines.push(Outline::default());
                outlines.len() - 1
            });
            let ring = corners_along(grid, first, &mut visited);
            cutter.cut(&ring, |simple| add_ring(grid, simple, &mut outlines[index]));
        }
    }
    outlines
}

/// A side of a free tile, followed with the tile on the left: in direction `side`, so that side 0
/// is the lower one, followed towards +x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Border {
    tile: (u32, u32),
    side: usize,
}

impl Border {
    /// Returns true if the tile is free and the tile across the side is not.
    fn is_wall(self, grid: &Grid) -> bool {
        let across = neighbor(self.tile, (self.side + 3) % SIDES);
        !grid.is_blocked(self.tile.0, self.tile.1) && grid.is_blocked(across.0, across.1)
    }

    /// Returns the lattice point where the side ends.
    fn end(self) -> LatticePoint {
        let (x, y) = self.tile;
        match self.side {
            0 => (x + 1, y),
            1 => (x + 1, y + 1),
            2 => (x, y + 1),
            _ => (x, y),
        }
    }

    /// Returns the wall that follows this one.
    fn next(self, grid: &Grid) -> Self {
        let ahead = neighbor(self.tile, self.side);
        let ahead_right = neighbor(ahead, (self.side + 3) % SIDES);
        if grid.is_blocked(ahead.0, ahead.1) {
            Self { tile: self.tile, side: (self.side + 1) % SIDES }
        } else if grid.is_blocked(ahead_right.0, ahead_right.1) {
            Self { tile: ahead, side: self.side }
        } else {
            Self { tile: ahead_right, side: (self.side + 3) % SIDES }
        }
    }
}

/// Returns the tile next to a side. Beyond the low border it wraps to a huge number, which is
/// outside the grid as well.
fn neighbor(tile: (u32, u32), side: usize) -> (u32, u32) {
    let (dx, dy) = DIRECTIONS[side];
    (tile.0.wrapping_add_signed(dx), tile.1.wrapping_add_signed(dy))
}

/// Follows the walls from `first` until the ring closes, and marks them; returns the corners.
fn corners_along(grid: &Grid, first: Border, visited: &mut [u8]) -> Vec<LatticePoint> {
    let mut corners = Vec::new();
    let mut border = first;
    loop {
        if let Some(slot) = grid.slot(border.tile.0, border.tile.1) {
            visited[slot as usize] |= 1 << border.side;
        }
        let next = border.next(grid);
        if next.side != border.side {
            corners.push(border.end());
        }
        if next == first {
            return corners;
        }
        border = next;
    }
}

/// Cuts rings into simple ones where they meet themselves.
struct RingCutter {
    /// The number of lattice points in a row.
    width: usize,
    /// The index of every lattice point in `open`; [`NONE`] where it is not there.
    places: Vec<u32>,
    /// The corners visited so far and not cut off.
    open: Vec<LatticePoint>,
}

impl RingCutter {
    fn new(grid: &Grid) -> Self {
        let width = grid.width() as usize + 1;
        let places = vec![NONE; width * (grid.height() as usize + 1)];
        Self { width, places, open: Vec::new() }
    }

    /// Calls `emit` for each simple ring of `ring`.
    fn cut(&mut self, ring: &[LatticePoint], mut emit: impl FnMut(&[LatticePoint])) {
        for &corner in ring {
            let place = self.places[self.index(corner)];
            if place != NONE {
                emit(&self.open[place as usize..]);
                self.forget_from(place as usize);
            }
            let index = self.index(corner);
            self.places[index] = self.open.len() as u32;
            self.open.push(corner);
        }
        emit(&self.open);
        self.forget_from(0);
    }

    fn forget_from(&mut self, place: usize) {
        for i in place..self.open.len() {
            let index = self.index(self.open[i]);
            self.places[index] = NONE;
        }
        self.open.truncate(place);
    }

    fn index(&self, point: LatticePoint) -> usize {
        point.1 as usize * self.width + point.0 as usize
    }
}

/// Adds a ring to an outline: as the exterior if it is counter-clockwise, otherwise as a hole.
fn add_ring(grid: &Grid, ring: &[LatticePoint], outline: &mut Outline) {
    let points: Vec<DVec2> = ring.iter().map(|&(x, y)| grid.corner(x, y)).collect();
    if doubled_area(ring) > 0 {
        outline.exterior = points;
    } else {
        outline.holes.push(points);
    }
}

/// Returns twice the area of a ring in tiles, positive if it is counter-clockwise.
fn doubled_area(ring: &[LatticePoint]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let cross = |(a, b): (&LatticePoint, &LatticePoint)| {
        i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)
    };
    ring.iter().zip(next).map(cross).sum()
}

#[cfg(test)]
mod tests;
