//! The search algorithm for a map and its options.

use navmesh_core::{PathError, Search};

use super::GridFinder;
use crate::rules::choices::{CornerRule, GridSearch};
use crate::search::prune::dead_ends::DeadEnds;
use crate::search::step_costs::integer::IntegerCosts;
use crate::search::step_costs::weighted::WeightedCosts;
use crate::search::tile_search::{Algorithm, AlgorithmChoice};

impl GridFinder {
    /// Returns an error if the grid or the options support no query of this search.
    pub(crate) fn check_supported(&self, search: Search) -> Result<(), PathError> {
        let what = if !self.grid.is_placed() {
            "the grid's cell size or origin is not a usable number"
        } else if !self.options.is_usable() {
            "the grid's step costs must lie between 2^-64 and 2^64, and the scale of its heuristic between 0 and 2^16"
        } else if search == Search::Optimal && !self.options.is_admissible() {
            "the grid's heuristic is not admissible under its options; use Search::Auto"
        } else {
            return Ok(());
        };
        Err(PathError::Unsupported { what })
    }

    /// Returns the algorithm that the options select on this map.
    pub(crate) fn choice(&self) -> Result<AlgorithmChoice, PathError> {
        let (options, range) = (&self.options, self.index.range(&self.grid));
        let costs = range.uniform().and_then(|multiplier| IntegerCosts::new(options, multiplier));
        let jump_costs = costs.filter(|_| options.allow_jump_points()).map(IntegerCosts::for_jumps);
        match (options.engine, jump_costs, costs) {
            (GridSearch::JumpPoints | GridSearch::JumpTables, None, _) => {
                let what = "jump points under these options on this map; use GridSearch::Auto";
                Err(PathError::Unsupported { what })
            }
            (GridSearch::Auto, Some(_), Some(costs)) if self.is_dense() => {
                Ok(AlgorithmChoice::UniformAStar(costs))
            }
            (GridSearch::JumpTables, Some(costs), _) => Ok(AlgorithmChoice::JumpTables(costs)),
            (GridSearch::Auto | GridSearch::JumpPoints, Some(costs), _) => {
                Ok(AlgorithmChoice::JumpPoints(costs))
            }
            (_, _, Some(costs)) => Ok(AlgorithmChoice::UniformAStar(costs)),
            _ => Ok(AlgorithmChoice::WeightedAStar),
        }
    }

    /// Returns true if jump points apply but are so dense that A* is faster.
    fn is_dense(&self) -> bool {
        self.options.corners == CornerRule::Always && self.index.jump_index(&self.grid).is_dense()
    }

    /// Returns an algorithm with the data of this map.
    pub(crate) fn algorithm(&self, choice: AlgorithmChoice) -> Algorithm<'_> {
        let (grid, options, index) = (&*self.grid, &self.options, &*self.index);
        match choice {
            AlgorithmChoice::JumpTables(costs) => {
                let landmarks = index.landmarks(grid, costs);
                Algorithm::JumpPoints(costs, index.jump_index(grid), Some(landmarks))
            }
            AlgorithmChoice::JumpPoints(costs) => {
                Algorithm::JumpPoints(costs, index.jump_index(grid), None)
            }
            AlgorithmChoice::UniformAStar(costs) => {
                Algorithm::UniformAStar(costs, index.uniform_successors())
            }
            AlgorithmChoice::WeightedAStar => {
                let cheapest = index.range(grid).cheapest();
                let costs = WeightedCosts { grid, options, cheapest };
                Algorithm::WeightedAStar(costs, index.all_successors())
            }
        }
    }

    /// Returns the dead ends that a search by this algorithm may skip.
    pub(crate) fn dead_ends(&self, algorithm: &Algorithm<'_>) -> Option<&DeadEnds> {
        match algorithm {
            Algorithm::WeightedAStar(..) => None,
            Algorithm::UniformAStar(..) | Algorithm::JumpPoints(..) => {
                self.index.dead_ends(&self.grid)
            }
        }
    }
}
