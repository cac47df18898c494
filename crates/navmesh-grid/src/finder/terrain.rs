//! The facts about the map that error reports contain.

use glam::DVec2;
use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Gap, Place, Terrain};

use super::GridFinder;
use crate::query::endpoints::free_tile;
use crate::query::gap::ComponentPair;
use crate::query::nearest::NearestTile;
use crate::rules::components::TileBox;

impl GridFinder {
    /// Returns the point nearest to `point` of the closed tiles that `accept` accepts by slot.
    fn nearest_point(&self, point: DVec2, accept: impl Fn(u32) -> bool) -> Option<DVec2> {
        let point = sanitized(point).filter(|_| self.grid.is_placed())?;
        let limit = f64::INFINITY;
        let within = TileBox::of(&self.grid);
        let search = NearestTile { grid: &self.grid, point, limit, towards: point, within };
        let (x, y) = self.grid.tile(search.find(accept)?);
        Some(self.grid.nearest_in_tile(x, y, point))
    }

    /// Returns the slot of a place on a free tile.
    fn slot_of(&self, place: Place) -> Option<u32> {
        free_tile(&self.grid, sanitized(place.point)?)
    }
}

impl Terrain for GridFinder {
    fn nearest_walkable(&self, place: Place) -> Option<Place> {
        self.nearest_point(place.point, |slot| self.grid.is_free(slot)).map(Place::from)
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        let start = self.slot_of(start)?;
        let is_reachable = |slot| self.component(slot) == self.component(start);
        self.nearest_point(goal.point, is_reachable).map(Place::from)
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        Some([self.component(self.slot_of(start)?), self.component(self.slot_of(goal)?)])
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        let ends = [self.slot_of(start)?, self.slot_of(goal)?];
        ComponentPair::of(&self.grid, self.index.components(&self.grid), ends)?.gap()
    }
}
