//! A path of steps, written from the goal back to the start.

use navmesh_core::backend::WritePath;
use navmesh_core::{CellId, Path};

use crate::finder::GridFinder;
use crate::rules::moves::{SIDES, Segment};
use crate::rules::steps::Steps;

/// Writes the tiles of a path and the points where it turns, from the goal back to the start.
pub(crate) struct PathWriter<'a> {
    finder: &'a GridFinder,
    path: &'a mut Path,
    /// The direction of the segment last written, which is the next one on the path.
    leaving: Option<usize>,
    has_costs: bool,
    /// The sums of straight and of diagonal steps, each times its multiplier.
    straight: f64,
    diagonal: f64,
}

impl<'a> PathWriter<'a> {
    /// Begins a path, which must be empty.
    pub(crate) fn new(finder: &'a GridFinder, path: &'a mut Path) -> Self {
        let has_costs = !finder.costs_are_lengths();
        Self { finder, path, leaving: None, has_costs, straight: 0.0, diagonal: 0.0 }
    }

    /// Writes the tiles of a segment; all must have one cost if there are several steps.
    #[inline]
    pub(crate) fn segment(&mut self, segment: Segment) {
        let (grid, Segment { last, direction, steps }) = (&self.finder.grid, segment);
        let cells = segment.slots_back(grid.width()).map(|slot| CellId { slot, generation: 0 });
        self.path.push_cells(cells);
        // Turns are found by direction, since rounding may move centres off a common line.
        if self.leaving != Some(direction) {
            self.path.push_waypoint(self.finder.center(last));
        }
        self.leaving = Some(direction);
        if self.has_costs {
            let from = self.finder.index.moves.back(last, direction);
            let mean = (grid.cost_of(from) + grid.cost_of(last)) * 0.5;
            let sum = if direction < SIDES { &mut self.straight } else { &mut self.diagonal };
            *sum += mean * f64::from(steps);
        }
    }

    /// Writes the start and reverses the path; returns the cost in map units where it is not the
    /// length.
    pub(crate) fn finish_at(self, start: u32) -> Option<f64> {
        let Self { finder, path, .. } = self;
        path.push_cell(CellId { slot: start, generation: 0 });
        path.push_waypoint(finder.center(start));
        path.reverse();
        let options = finder.options();
        let cost = self.straight * options.straight + self.diagonal * options.diagonal;
        self.has_costs.then_some(cost * finder.grid().cell_size())
    }
}

impl GridFinder {
    /// Returns a lower bound on the cost of every path of steps between two tiles, in map units.
    pub(crate) fn floor_between(&self, start: u32, goal: u32) -> f64 {
        let (grid, options) = (self.grid(), self.options());
        let steps = Steps::between(grid.tile(start), grid.tile(goal));
        self.index.range(grid).cheapest() * options.floor(steps) * grid.cell_size()
    }
}
