//! Ground that is a tile map: where points stand, and which any-angle paths are legal.

mod moves;

use navmesh_core::{CellId, DVec2};
use navmesh_grid::{Grid, GridOptions};

use super::patches::Patches;
pub use moves::TilePath;

/// The plain twin of everything that walks on tiles.
#[derive(Debug, Clone, Copy)]
pub struct TileOracle<'a> {
    grid: &'a Grid,
    rules: GridOptions,
}

impl<'a> TileOracle<'a> {
    /// The oracle of a grid for paths that keep these rules; the heuristic among them says nothing.
    #[must_use]
    pub fn new(grid: &'a Grid, rules: GridOptions) -> Self {
        Self { grid, rules }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> GridOptions {
        self.rules
    }

    /// True where one can walk along `waypoints` on the union of the closed free tiles, joined along
    /// their sides: no point strictly inside a blocked tile or between two of them, and no way
    /// through a corner at which two free tiles only touch. Any-angle paths are judged by this.
    ///
    /// Complexity: linear in the number of tiles touched (times its logarithm), not in the map's.
    #[must_use]
    pub fn is_legal_path(&self, waypoints: &[DVec2]) -> bool {
        self.walk(waypoints).is_some()
    }

    /// Every free tile whose closed square holds `point`, by ascending slot.
    #[must_use]
    pub fn free_tiles_at(&self, point: DVec2) -> Vec<(u32, u32)> {
        self.tiles_at(point).into_iter().filter(|&(x, y)| !self.grid.is_blocked(x, y)).collect()
    }

    /// Every tile whose closed square holds `point`, by ascending slot.
    #[must_use]
    pub fn tiles_at(&self, point: DVec2) -> Vec<(u32, u32)> {
        let place = (point - self.grid.origin()) / self.grid.cell_size();
        let near = |v: f64, count: u32| {
            let middle = v.clamp(0.0, f64::from(count)) as u32;
            middle.saturating_sub(2)..(middle + 3).min(count)
        };
        let rows = near(place.y, self.grid.height());
        let tiles = rows.flat_map(|y| near(place.x, self.grid.width()).map(move |x| (x, y)));
        tiles.filter(|&tile| self.tile_holds(tile, point)).collect()
    }

    /// The tile that a grid search must take `point` for: of all tiles that hold it, blocked ones
    /// too, the one with the highest slot.
    #[must_use]
    pub fn tile_of(&self, point: DVec2) -> Option<(u32, u32)> {
        self.tiles_at(point).pop()
    }

    /// The distance from `point` to the nearest free tile, or to the nearest that can be reached
    /// from tile `from`; rounded, infinite where there is none.
    #[must_use]
    pub fn distance_to_ground(&self, point: DVec2, from: Option<(u32, u32)>) -> f64 {
        let distance = |&(x, y): &(u32, u32)| {
            point.clamp(self.grid.corner(x, y), self.grid.corner(x + 1, y + 1)).distance(point)
        };
        match from {
            Some(from) => self.costs_from(from).keys().map(distance).fold(f64::INFINITY, f64::min),
            None => {
                let all = (0..self.grid.tile_count() as u32).map(|slot| self.grid.tile(slot));
                let free = all.filter(|&(x, y)| !self.grid.is_blocked(x, y));
                free.map(|tile| distance(&tile)).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// The tile with the number that paths give it in their cells.
    #[must_use]
    pub fn tile_of_cell(&self, cell: CellId) -> Option<(u32, u32)> {
        ((cell.slot as usize) < self.grid.tile_count()).then(|| self.grid.tile(cell.slot))
    }

    fn tile_holds(&self, (x, y): (u32, u32), point: DVec2) -> bool {
        let (min, max) = (self.grid.corner(x, y), self.grid.corner(x + 1, y + 1));
        point.cmpge(min).all() && point.cmple(max).all()
    }
}

impl Patches for TileOracle<'_> {
    fn patches_at(&self, point: DVec2) -> Vec<u32> {
        self.free_tiles_at(point).into_iter().map(|(x, y)| y * self.grid.width() + x).collect()
    }

    fn holds(&self, patch: u32, point: DVec2) -> bool {
        self.tile_holds(self.grid.tile(patch), point)
    }

    fn portals(&self, patch: u32) -> Vec<(u32, [DVec2; 2])> {
        let (x, y) = self.grid.tile(patch);
        let corner = |dx: u32, dy: u32| self.grid.corner(x + dx, y + dy);
        let sides = [
            (Some(x + 1), Some(y), [corner(1, 0), corner(1, 1)]),
            (Some(x), Some(y + 1), [corner(0, 1), corner(1, 1)]),
            (x.checked_sub(1), Some(y), [corner(0, 0), corner(0, 1)]),
            (Some(x), y.checked_sub(1), [corner(0, 0), corner(1, 0)]),
        ];
        let portal = |(x, y, ends): (Option<u32>, Option<u32>, [DVec2; 2])| {
            let (x, y) = (x?, y?);
            (!self.grid.is_blocked(x, y)).then(|| (y * self.grid.width() + x, ends))
        };
        sides.into_iter().filter_map(portal).collect()
    }
}

#[cfg(test)]
mod tests;
