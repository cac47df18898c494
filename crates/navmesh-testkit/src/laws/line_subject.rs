//! A tile map on which one walks in straight lines from centre to centre.

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, Path};
use navmesh_grid::CornerRule;

use super::{Spot, Standing, Subject};
use crate::oracle::TileOracle;

/// A tile map as the subject of the laws for paths that leave the grid's moves: shortcuts to goals in
/// sight, and smoothed paths.
///
/// It knows which lines are legal, and no cost but that the straight line is the shortest. The rule
/// must be [`CornerRule::Never`] or [`CornerRule::OneFree`].
#[derive(Debug, Clone, Copy)]
pub struct LineOracle<'a> {
    tiles: TileOracle<'a>,
}

impl<'a> LineOracle<'a> {
    /// The subject that walks on the tiles of `tiles`, by its corner rule.
    #[must_use]
    pub fn new(tiles: TileOracle<'a>) -> Self {
        assert_ne!(tiles.rules().corners, CornerRule::Always, "its lines are not known here");
        Self { tiles }
    }

    /// True where the closed segment touches the closed square of a blocked tile.
    fn touches_blocked(&self, from: DVec2, to: DVec2) -> bool {
        let grid = self.tiles.grid();
        let all = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
        all.filter(|&(x, y)| grid.is_blocked(x, y)).any(|tile| self.touches(tile, from, to))
    }

    fn touches(&self, (x, y): (u32, u32), from: DVec2, to: DVec2) -> bool {
        let grid = self.tiles.grid();
        let (low, high) = (grid.corner(x, y), grid.corner(x + 1, y + 1));
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let sides = corners.map(|corner| turn(from, to, corner));
        let aside = |side: Turn| from != to && sides.iter().all(|&s| s == side);
        let overlap = from.min(to).cmple(high).all() && from.max(to).cmpge(low).all();
        overlap && !aside(Turn::Left) && !aside(Turn::Right)
    }
}

impl Subject for LineOracle<'_> {
    fn standing(&self, point: DVec2) -> Standing {
        self.tiles.standing(point)
    }

    fn spot(&self, point: DVec2) -> Spot {
        self.tiles.spot(point)
    }

    fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool {
        self.tiles.is_reachable(start, goal)
    }

    fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        self.tiles.distance_within_reach(start, point)
    }

    fn best_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        self.is_reachable(start, goal).then(|| start.distance(goal))
    }

    /// Straightened, a way from tile to tile costs no more.
    fn affordable_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        self.tiles.best_cost(start, goal)
    }

    fn knows_costs(&self) -> bool {
        false
    }

    fn check_walk(&self, path: &Path) -> Result<(), String> {
        let points = path.waypoints();
        if !self.tiles.is_legal_path(points) {
            return Err(format!("no legal lines: {points:?}"));
        }
        let never = self.tiles.rules().corners == CornerRule::Never;
        let touching = points.windows(2).find(|leg| never && self.touches_blocked(leg[0], leg[1]));
        if let Some(leg) = touching {
            return Err(format!("the line {leg:?} touches a blocked tile"));
        }
        let cells = path.cells().iter().map(|&cell| self.tiles.tile_of_cell(cell));
        let Some(tiles) = cells.collect::<Option<Vec<_>>>() else {
            return Err(format!("no tiles: {:?}", path.cells()));
        };
        if self.tiles.cost_along(&tiles).is_none() {
            return Err(format!("no such steps: {tiles:?}"));
        }
        // The path keeps to its cells if each of them, in order, lies under one of its legs.
        let mut legs = points.windows(2).peekable();
        for &tile in &tiles {
            while legs.peek().is_some_and(|leg| !self.touches(tile, leg[0], leg[1])) {
                legs.next();
            }
            if legs.peek().is_none() && points.len() > 1 {
                return Err(format!("tile {tile:?} of {tiles:?} is not under the legs {points:?}"));
            }
        }
        Ok(())
    }

    fn corners_touched(&self, path: &Path) -> usize {
        self.tiles.corners_touched(path)
    }

    fn default_snap(&self) -> f64 {
        self.tiles.default_snap()
    }

    fn settling(&self, point: DVec2, reach: f64, other: DVec2) -> f64 {
        self.tiles.settling(point, reach, other)
    }
}
