//! A way of steps, written down from its end.

use navmesh_core::{CellId, Path};

use crate::estimate::Steps;
use crate::finder::GridFinder;
use crate::moves::{Run, SIDES};

/// Writes the tiles of a way and the points at which it turns, from the goal back to the start.
pub(crate) struct StepsBack<'a> {
    finder: &'a GridFinder,
    path: &'a mut Path,
    /// The direction of the step last written, which is the next one on the way.
    leaving: Option<usize>,
    is_weighed: bool,
    straight: f64,
    diagonal: f64,
}

impl<'a> StepsBack<'a> {
    /// The path must be empty.
    pub(crate) fn new(finder: &'a GridFinder, path: &'a mut Path) -> Self {
        let is_weighed = !finder.costs_are_lengths();
        Self { finder, path, leaving: None, is_weighed, straight: 0.0, diagonal: 0.0 }
    }

    /// Writes the tiles that a run led over, all of one cost where it is longer than a step.
    #[inline]
    pub(crate) fn run(&mut self, run: Run) {
        let (grid, Run { last, direction, steps }) = (&self.finder.grid, run);
        let cells = run.slots_back(grid.width()).map(|slot| CellId { slot, generation: 0 });
        self.path.push_cells(cells);
        // Directions tell a turn; centres may be rounded off the common line.
        if self.leaving != Some(direction) {
            self.path.push_waypoint(self.finder.center(last));
        }
        self.leaving = Some(direction);
        if self.is_weighed {
            let from = self.finder.survey.moves.back(last, direction);
            let mean = (grid.cost_of(from) + grid.cost_of(last)) * 0.5;
            let sum = if direction < SIDES { &mut self.straight } else { &mut self.diagonal };
            *sum += mean * f64::from(steps);
        }
    }

    /// Writes the tile that the way begins at, and turns it round; returns its cost, in map units, where that
    /// is not its length.
    pub(crate) fn begin_at(self, start: u32) -> Option<f64> {
        let Self { finder, path, .. } = self;
        path.push_cell(CellId { slot: start, generation: 0 });
        path.push_waypoint(finder.center(start));
        path.reverse();
        let options = finder.options();
        let cost = self.straight * options.straight + self.diagonal * options.diagonal;
        self.is_weighed.then_some(cost * finder.grid().cell_size())
    }
}

impl GridFinder {
    /// No way of steps between two tiles costs less, whatever is in between; in map units.
    pub(crate) fn floor_between(&self, start: u32, goal: u32) -> f64 {
        let (grid, options) = (self.grid(), self.options());
        let steps = Steps::between(grid.tile(start), grid.tile(goal));
        self.survey.range(grid).cheapest() * options.floor(steps) * grid.cell_size()
    }
}
