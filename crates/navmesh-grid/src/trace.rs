//! The free region of a grid as outlines with holes, and what it costs as areas.
//!
//! The idea: walk along every side between a free tile and a blocked one, the free tile on the left
//! hand; so exteriors come out counter-clockwise and holes clockwise. At a pinch, where two free
//! tiles touch only at a corner, turn left: that stays with the same tile. A ring that comes back
//! to such a corner is cut there into two rings that touch.

use glam::DVec2;
use navmesh_core::{Area, Outline, Outlines};

use crate::components::{Components, Joining};
use crate::grid::Grid;
use crate::moves::{DIRECTIONS, SIDES};

/// A crossing of lattice lines: column and row.
type LatticePoint = (u32, u32);

/// The free region of `grid`: one outline for each set of free tiles joined by their sides, ordered
/// by its lowest slot, and no obstacles. Tiles that do not cost 1 are areas as well, one for each such set
/// of one cost, named after it ("cost 2.5"), cheaper ones first.
///
/// Every ring is simple: it meets neither itself nor another ring of its kind but at single corners, where
/// tiles touch at a pinch. Exteriors run counter-clockwise and holes clockwise; collinear points
/// are left out. A lattice point has the same bits in every ring ([`Grid::corner`]). A grid that is
/// not [placed](Grid::is_placed) has no outlines.
///
/// Complexity: linear in the number of tiles, once more for each cost other than 1.
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
    for cost in costs_of(grid) {
        let regions = regions(&grid.only_of_cost(cost));
        areas.extend(
            regions.into_iter().map(|region| Area::new(region, format!("cost {cost}"), cost)),
        );
    }
    Outlines { walkable: regions(grid), areas, ..Outlines::default() }
}

/// What free tiles cost other than 1, ascending.
fn costs_of(grid: &Grid) -> Vec<f64> {
    let mut costs: Vec<f64> = grid.free_costs().filter(|&cost| cost != 1.0).collect();
    costs.sort_unstable_by(f64::total_cmp);
    costs.dedup();
    costs
}

/// An outline for each set of free tiles joined by their sides, by its lowest slot.
fn regions(grid: &Grid) -> Vec<Outline> {
    let mut outlines = Vec::new();
    let regions = Components::new(grid, Joining::Sides);
    let mut outline_of = vec![None; regions.name_count()];
    let mut cutter = RingCutter::new(grid);
    let mut walked = vec![0u8; grid.tile_count()];
    for slot in 0..grid.tile_count() as u32 {
        for side in 0..SIDES {
            let first = Border { tile: grid.tile(slot), side };
            if !first.is_wall(grid) || walked[slot as usize] & 1 << side != 0 {
                continue;
            }
            let index = *outline_of[regions.of(slot) as usize].get_or_insert_with(|| {
                outlines.push(Outline::default());
                outlines.len() - 1
            });
            let ring = corners_along(grid, first, &mut walked);
            cutter.cut(&ring, |simple| add_ring(grid, simple, &mut outlines[index]));
        }
    }
    outlines
}

/// A side of a free tile, walked with the tile on the left hand: in direction `side`, so that side
/// 0 is the tile's lower one, walked towards +x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Border {
    tile: (u32, u32),
    side: usize,
}

impl Border {
    /// True where the tile is free and what lies across the side is not.
    fn is_wall(self, grid: &Grid) -> bool {
        let across = neighbor(self.tile, (self.side + 3) % SIDES);
        !grid.is_blocked(self.tile.0, self.tile.1) && grid.is_blocked(across.0, across.1)
    }

    /// The lattice point where the side ends.
    fn end(self) -> LatticePoint {
        let (x, y) = self.tile;
        match self.side {
            0 => (x + 1, y),
            1 => (x + 1, y + 1),
            2 => (x, y + 1),
            _ => (x, y),
        }
    }

    /// The wall that follows at the end of this one.
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

/// The tile next to a side; off the low border it wraps to a huge number, which is outside as well.
fn neighbor((x, y): (u32, u32), side: usize) -> (u32, u32) {
    let (dx, dy) = DIRECTIONS[side];
    (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
}

/// Walks the walls from `first` until it comes round, marks them, and gives the corners.
fn corners_along(grid: &Grid, first: Border, walked: &mut [u8]) -> Vec<LatticePoint> {
    let mut corners = Vec::new();
    let mut border = first;
    loop {
        if let Some(slot) = grid.slot(border.tile.0, border.tile.1) {
            walked[slot as usize] |= 1 << border.side;
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

/// Cuts rings where they meet themselves.
struct RingCutter {
    /// Lattice points in a row.
    width: usize,
    /// For every lattice point its place on `open`, if it is there.
    places: Vec<u32>,
    /// The corners walked so far and not cut off.
    open: Vec<LatticePoint>,
}

/// The place of a lattice point that is not on the open part.
const NOWHERE: u32 = u32::MAX;

impl RingCutter {
    fn new(grid: &Grid) -> Self {
        let width = grid.width() as usize + 1;
        let places = vec![NOWHERE; width * (grid.height() as usize + 1)];
        Self { width, places, open: Vec::new() }
    }

    /// Hands each simple ring of `ring` to `emit`.
    fn cut(&mut self, ring: &[LatticePoint], mut emit: impl FnMut(&[LatticePoint])) {
        for &corner in ring {
            let place = self.places[self.index(corner)];
            if place != NOWHERE {
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
            self.places[index] = NOWHERE;
        }
        self.open.truncate(place);
    }

    fn index(&self, (x, y): LatticePoint) -> usize {
        y as usize * self.width + x as usize
    }
}

/// Puts a ring into its place: counter-clockwise it is the exterior, clockwise a hole.
fn add_ring(grid: &Grid, ring: &[LatticePoint], outline: &mut Outline) {
    let points: Vec<DVec2> = ring.iter().map(|&(x, y)| grid.corner(x, y)).collect();
    if doubled_area(ring) > 0 {
        outline.exterior = points;
    } else {
        outline.holes.push(points);
    }
}

/// Twice the area of a ring in tiles, positive where it runs counter-clockwise.
fn doubled_area(ring: &[LatticePoint]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let cross = |(a, b): (&LatticePoint, &LatticePoint)| {
        i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)
    };
    ring.iter().zip(next).map(cross).sum()
}

#[cfg(test)]
mod tests;
