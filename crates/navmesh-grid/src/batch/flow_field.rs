//! Flow fields: for every tile the next step towards the nearest goal, and the cost of the path.
//!
//! A flow field is one flood from the goals, since a step has the same cost in both directions. Any
//! number of agents can then follow it without a search.

use navmesh_core::backend::WritePath;
use std::ops::RangeInclusive;

use glam::DVec2;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::backend::{PathSummary, checked_point};
use navmesh_core::{CellId, Path, PathError, Place, QuerySide, Search, SharedGoals};

use super::flood::TileFlood;
use crate::finder::GridFinder;
use crate::map::tile_list::{step, turns};
use crate::rules::moves::DIRECTIONS;

/// For every tile the cost of the cheapest path to the nearest goal, and its first step.
///
/// Built by [`GridFinder::flow_field`]. It does not change when the grid changes.
#[derive(Debug, Clone, Default)]
pub struct FlowField {
    width: u32,
    origin: DVec2,
    cell_size: f64,
    flood: TileFlood,
}

/// The distance from the border of a tile, in tile sizes, within which a point is on both sides.
const SNAP: f64 = 1.0 / 1024.0;

impl FlowField {
    /// Returns the cost of the cheapest path from a tile to the nearest goal, in map units; `None`
    /// where no goal is reachable, and outside the grid.
    #[must_use]
    pub fn cost(&self, x: u32, y: u32) -> Option<f64> {
        let cost = self.flood.costs[self.slot(x, y)? as usize];
        cost.is_finite().then_some(cost * self.cell_size)
    }

    /// Returns the next tile towards the goal, as (column, row); `None` on a goal, and where no
    /// goal is reachable.
    #[must_use]
    pub fn next(&self, x: u32, y: u32) -> Option<(u32, u32)> {
        let slot = self.slot(x, y)?;
        let arrival = self.flood.arrivals[slot as usize];
        // The flood comes from the goal, so the path runs against it.
        let (dx, dy) = *DIRECTIONS.get(usize::from(arrival))?;
        Some((x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy)))
    }

    /// Returns the direction towards the next tile, of length 1; `None` if [`FlowField::next`] is.
    #[must_use]
    pub fn direction(&self, x: u32, y: u32) -> Option<DVec2> {
        let (to_x, to_y) = self.next(x, y)?;
        let step = |to: u32, from: u32| f64::from(to) - f64::from(from);
        DVec2::new(step(to_x, x), step(to_y, y)).try_normalize()
    }

    /// Returns the tiles from a tile to its goal, as (column, row); none where no goal is
    /// reachable.
    pub fn tiles_from(&self, tile: (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
        let first = self.cost(tile.0, tile.1).map(|_| tile);
        std::iter::successors(first, |&(x, y)| self.next(x, y))
    }

    /// Returns a tile, its goal, and the tiles between them where the path turns; none where no goal is reachable.
    pub fn turns_from(&self, tile: (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
        turns(self.tiles_from(tile), step)
    }

    /// Writes the path from a point over the centres of tiles to the nearest goal into `path`, which is cleared
    /// first.
    ///
    /// Complexity: linear in the tiles of the path.
    ///
    /// # Errors
    ///
    /// `StartOutside` if no goal is reachable from the tile of the point, or if it is off the map; `InvalidQuery` for NaN.
    ///
    /// ```
    /// use navmesh_core::Path;
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["....", ".##."])?);
    /// let field = finder.flow_field(&[(3, 1)])?;
    /// let mut path = Path::default();
    /// field.path_from_into([0.25, 1.75], &mut path)?;
    /// let points = [[0.25, 1.75], [0.5, 1.5], [0.5, 0.5], [3.5, 0.5], [3.5, 1.5]];
    /// assert_eq!(path.waypoints(), points.map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from_into(
        &self,
        place: impl Into<Place>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let place = place.into();
        path.clear();
        checked_point(place.point, QuerySide::Start)?;
        let first = self.tile_near(place.point);
        let first = first.ok_or(PathError::StartOutside { place: place.point.into() })?;
        for (x, y) in self.tiles_from(first) {
            let slot = self.slot(x, y).unwrap_or_default(); // the path stays on the map
            path.push_cell(CellId { slot, generation: 0 });
        }
        let mut points = self.turns_from(first).map(|(x, y)| self.center(x, y)).peekable();
        let mut last = place.point;
        path.push_waypoint(last);
        while let Some(point) = points.next() {
            // The way to the first centre may lead straight on to the next one, or begin there.
            let is_passed = points.peek().is_some_and(|&next| {
                turn(last, point, next) == Turn::Collinear && (point - last).dot(next - point) > 0.0
            });
            if point != last && !is_passed {
                path.push_waypoint(point);
                last = point;
            }
        }
        path.finish(PathSummary::default());
        let steps = self.cost(first.0, first.1).unwrap_or(f64::INFINITY);
        let cost = steps + place.point.distance(self.center(first.0, first.1));
        let is_costly = (cost - path.length()).abs() > path.length() * f64::from(f32::EPSILON);
        path.finish(PathSummary { cost: is_costly.then_some(cost), ..PathSummary::default() });
        Ok(())
    }

    /// Returns the tile at a point from which the way to a goal is cheapest, of those from which there is one.
    fn tile_near(&self, point: DVec2) -> Option<(u32, u32)> {
        let along = (point - self.origin) / self.cell_size;
        let around = |value: f64| -> RangeInclusive<u32> {
            (value - SNAP) as u32..=(value + SNAP) as u32 // saturates
        };
        let mut best: Option<(f64, (u32, u32))> = None;
        for y in around(along.y) {
            for x in around(along.x) {
                let Some(cost) = self.cost(x, y) else { continue };
                let offset = self.center(x, y) - point;
                let is_here = offset.abs().max_element() <= (0.5 + SNAP) * self.cell_size;
                let cost = cost + offset.length();
                if is_here && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, (x, y)));
                }
            }
        }
        best.map(|(_, tile)| tile)
    }

    fn center(&self, x: u32, y: u32) -> DVec2 {
        self.origin + (DVec2::new(f64::from(x), f64::from(y)) + 0.5) * self.cell_size
    }

    fn slot(&self, x: u32, y: u32) -> Option<u32> {
        let height = self.flood.costs.len() as u32 / self.width.max(1);
        (x < self.width && y < height).then(|| y * self.width + x)
    }
}

impl SharedGoals for FlowField {
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        Self::path_from_into(self, place, path)
    }
}

impl GridFinder {
    /// Builds the flow field towards the nearest of some goals, given as (column, row). Goals that
    /// are blocked or outside the grid are ignored.
    ///
    /// Ties between optimal paths go to the one that the flood found first, the same on every run.
    ///
    /// Complexity: linear in the number of tiles where all cost the same; otherwise times the
    /// logarithm of the largest cost as a multiple of the smallest.
    ///
    /// # Errors
    ///
    /// [`PathError::Unsupported`] where the grid or the options are unusable.
    ///
    /// ```
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["....", ".##.", "...."])?);
    /// let field = finder.flow_field(&[(3, 0), (0, 2)])?;
    /// assert_eq!((field.cost(0, 0), field.next(0, 0)), (Some(2.0), Some((0, 1))));
    /// assert!(field.turns_from((2, 2)).eq([(2, 2), (0, 2)]));
    /// assert_eq!((field.cost(3, 0), field.next(3, 0)), (Some(0.0), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flow_field(&self, goals: &[(u32, u32)]) -> Result<FlowField, PathError> {
        let mut field = FlowField::default();
        self.flow_field_into(goals, &mut field)?;
        Ok(field)
    }

    /// Builds a flow field in place and reuses its memory.
    ///
    /// # Errors
    ///
    /// [`PathError::Unsupported`] where the grid or the options are unusable; the field does not
    /// change then.
    pub fn flow_field_into(
        &self,
        goals: &[(u32, u32)],
        field: &mut FlowField,
    ) -> Result<(), PathError> {
        self.check_supported(Search::Auto)?;
        let context = self.context();
        field.width = self.grid.width();
        (field.origin, field.cell_size) = (self.grid.origin(), self.grid.cell_size());
        let slots = goals.iter().filter_map(|goal| self.grid.free_slot(goal.0, goal.1));
        field.flood.start(context, slots);
        while field.flood.advance(context, |_| ()) {}
        Ok(())
    }
}
