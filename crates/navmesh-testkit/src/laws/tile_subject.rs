//! A tile map as the subject of the laws.

use navmesh_core::{DVec2, Path};

use super::{Spot, Standing, Subject, same};
use crate::oracle::TileOracle;

type Tile = (u32, u32);

impl TileOracle<'_> {
    fn tile(&self, point: DVec2) -> Tile {
        self.tile_of(point).expect("the point stands on the map")
    }

    fn center(&self, (x, y): Tile) -> DVec2 {
        self.grid().center(x, y)
    }

    /// The tiles of a path, or what is wrong with its cells.
    fn tiles_of(&self, path: &Path) -> Result<Vec<Tile>, String> {
        let tiles: Option<Vec<Tile>> =
            path.cells().iter().map(|&cell| self.tile_of_cell(cell)).collect();
        tiles.filter(|t| !t.is_empty()).ok_or_else(|| format!("no tiles: {:?}", path.cells()))
    }
}

impl Subject for TileOracle<'_> {
    fn standing(&self, point: DVec2) -> Standing {
        match self.tile_of(point) {
            Some(tile) if !self.grid().is_blocked(tile.0, tile.1) => {
                Standing::On(self.center(tile))
            }
            _ if !self.free_tiles_at(point).is_empty() => Standing::Touching,
            _ => Standing::Off { distance: self.distance_to_ground(point, None) },
        }
    }

    fn spot(&self, point: DVec2) -> Spot {
        let free = self.free_tiles_at(point);
        let apart = |tiles: &[Tile]| tiles[0].0 != tiles[1].0 && tiles[0].1 != tiles[1].1;
        match (self.tiles_at(point).len(), free.len()) {
            (_, 0) => Spot::Off,
            (1, _) => Spot::Inside,
            (4, 2) if apart(&free) => Spot::Pinch,
            (4, _) => Spot::Vertex,
            _ => Spot::Edge,
        }
    }

    fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool {
        self.cheapest(self.tile(start), self.tile(goal)).is_some()
    }

    fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        self.distance_to_ground(point, Some(self.tile(start)))
    }

    fn best_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        Some(self.cheapest(self.tile(start), self.tile(goal))?.cost)
    }

    fn knows_costs(&self) -> bool {
        true
    }

    fn check_walk(&self, path: &Path) -> Result<(), String> {
        let tiles = self.tiles_of(path)?;
        let cost = self.cost_along(&tiles).ok_or_else(|| format!("no such steps: {tiles:?}"))?;
        if !same(cost, path.cost()) {
            return Err(format!("the steps cost {cost}, the path says {}", path.cost()));
        }
        let direction =
            |a: Tile, b: Tile| (i64::from(b.0) - i64::from(a.0), i64::from(b.1) - i64::from(a.1));
        let turns = |w: &&[Tile]| direction(w[0], w[1]) != direction(w[1], w[2]);
        let mut corners = vec![tiles[0]];
        corners.extend(tiles.windows(3).filter(turns).map(|w| w[1]));
        if tiles.len() > 1 {
            corners.push(tiles[tiles.len() - 1]);
        }
        // Where rounding bends a straight run of centres, a waypoint may stand on any of them.
        let mut next = tiles.iter().map(|&tile| self.center(tile));
        let in_order = path.waypoints().iter().all(|point| next.any(|center| center == *point));
        let listed = |tile: &Tile| path.waypoints().contains(&self.center(*tile));
        if in_order && corners.iter().all(listed) {
            Ok(())
        } else {
            Err(format!("waypoints {:?} are not the turns of tiles {tiles:?}", path.waypoints()))
        }
    }

    fn corners_touched(&self, _: &Path) -> usize {
        0
    }

    fn default_snap(&self) -> f64 {
        let size = self.grid().bounds().size();
        size.x.max(size.y) * 2f64.powi(-16)
    }

    fn settling(&self, _: DVec2, _: f64, _: DVec2) -> f64 {
        self.grid().cell_size() * 0.7072
    }
}
