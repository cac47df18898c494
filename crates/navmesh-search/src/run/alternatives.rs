//! Two cheaper searches beside the weighted one: its answer costs more than that of neither.
//!
//! The path in a corridor may cross costly ground where it is thin, as straight as the searches of a graph of pieces cannot.
//! The shortest path on the ground that costs at most 1 counts each border between areas exactly.

mod node_budget;

use navmesh_core::backend::WritePath;
use navmesh_core::{Guarantee, Path, PathError, PathQuery};

use super::corridor::{self, check_max_cost};
use super::{Pace, finish};
use crate::map::{Memory, SearchMap};
use crate::weighted::is_above;
pub use node_budget::NodeBudget;

/// The answer of the weighted search, and the nodes that cheaper searches may still expand to improve it.
struct Improvement<'a> {
    map: &'a SearchMap,
    memory: &'a mut Memory,
    nodes: &'a mut NodeBudget,
    path: &'a mut Path,
}

/// Completes the answer of the weighted search by a corridor and by the path that avoids costly regions.
///
/// The cheapest of them is the answer, unless the weighted path is proved optimal. The corridor is the answer where rounding
/// led all weighted paths out of cells thinner than a float. All searches share the budget of nodes, and the budget of cost
/// is for the cheapest path.
pub(super) fn improve_by_alternatives(
    map: &SearchMap,
    memory: &mut Memory,
    found: Result<(), PathError>,
    query: &PathQuery,
    path: &mut Path,
) -> Result<(), PathError> {
    let mut nodes = NodeBudget::of(query);
    nodes.count(&found, path);
    let is_too_costly = |bound| query.max_cost.is_some_and(|max_cost| is_above(bound, max_cost));
    let result = match found {
        Err(PathError::Unreachable { .. } | PathError::ClosedOff { .. }) => {
            path.clear();
            let found = corridor_path(map, memory, &nodes.limit(query), path);
            nodes.count_further(&found, path);
            found
        }
        Err(PathError::BudgetExhausted { lower_bound, .. })
            if nodes.is_spent() || is_too_costly(lower_bound) =>
        {
            return found;
        }
        Ok(()) | Err(PathError::BudgetExhausted { .. })
            if path.guarantee() != Guarantee::Optimal =>
        {
            let mut improvement = Improvement { map, memory, nodes: &mut nodes, path };
            if improvement.by_all_searches(query) {
                check_max_cost(query.max_cost, path)
            } else {
                Err(nodes.stopped(path.lower_bound()))
            }
        }
        found => return found,
    };
    nodes.total(result, path)
}

fn corridor_path(
    map: &SearchMap,
    memory: &mut Memory,
    query: &PathQuery,
    path: &mut Path,
) -> Result<(), PathError> {
    finish(corridor::PathRun::new(map, memory, query)?, map, memory, Pace::Whole, path)
}

impl Improvement<'_> {
    /// Takes the cheapest path of all searches. False if the budget of nodes ended one of them.
    fn by_all_searches(&mut self, query: &PathQuery) -> bool {
        let mut spare = std::mem::take(&mut self.memory.spare);
        let is_complete =
            self.by_corridor(query, &mut spare) && self.by_avoiding_costly_cells(&mut spare);
        self.memory.spare = spare;
        is_complete
    }

    /// Takes the path of a corridor, if that is cheaper. Returns false if the nodes did not suffice.
    fn by_corridor(&mut self, query: &PathQuery, spare: &mut Path) -> bool {
        if self.nodes.is_spent() {
            return false;
        }
        spare.clear();
        let mut query = self.nodes.limit(query);
        query.max_cost = None;
        let found = corridor_path(self.map, self.memory, &query, spare);
        self.nodes.count_further(&found, spare);
        self.take_if_cheaper(found, spare, Some(spare.cost()))
    }

    /// Takes the shortest path that avoids costly regions between the same points, if that is cheaper. Returns false if the
    /// nodes did not suffice.
    fn by_avoiding_costly_cells(&mut self, spare: &mut Path) -> bool {
        let (Some(around), Some(&goal)) = (self.map.around(), self.path.waypoints().last()) else {
            return true;
        };
        if self.nodes.is_spent() {
            return false;
        }
        let (mesh, memory) = (self.map.mesh(), &mut *self.memory);
        let ends = PathQuery::new(self.path.waypoints()[0], goal).snap(0.0);
        let mut query = self.nodes.limit(&ends);
        query.start_layer = self.path.waypoint_layer(0);
        query.goal_layer = self.path.waypoint_layer(self.path.waypoints().len() - 1);
        let found = around.find_path_into(&query, &mut memory.exact, spare);
        self.nodes.count_further(&found, spare);
        let cost = found.is_ok().then(|| spare.cost_on_with(mesh, &mut memory.inner)).flatten();
        self.take_if_cheaper(found, spare, cost)
    }

    /// Takes a path of a cost. Returns false if its search did not have enough nodes.
    fn take_if_cheaper(
        &mut self,
        found: Result<(), PathError>,
        spare: &Path,
        cost: Option<f64>,
    ) -> bool {
        if found.is_ok()
            && let Some(cost) = cost
            && cost < self.path.cost()
        {
            self.path.replace_route(spare, cost);
        }
        !matches!(found, Err(PathError::BudgetExhausted { .. }))
    }
}
