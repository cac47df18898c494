//! Two cheaper searches beside the weighted one: its answer costs more than that of neither.

use navmesh_core::{Guarantee, Path, PathError, PathQuery, Scratch};
use navmesh_search::{WeightedFinder, find_corridor};

use super::MeshFinder;
use super::corridor::check_max_cost;
use crate::node_budget::NodeBudget;

/// The path of another search, kept in the scratch.
#[derive(Debug, Default)]
struct SparePath(Path);

/// The answer of the weighted search, and the nodes that cheaper searches may still expand to improve it.
struct Improvement<'a> {
    finder: &'a MeshFinder,
    scratch: &'a mut Scratch,
    nodes: &'a mut NodeBudget,
    path: &'a mut Path,
}

impl MeshFinder {
    /// Completes the answer of the weighted search by a corridor and by the path that avoids costly regions.
    ///
    /// The cheapest of them is the answer, unless the weighted path is proved optimal. The corridor is the answer
    /// where rounding led all weighted paths out of cells thinner than a float. All searches share the budget of
    /// nodes, and the budget of cost is for the cheapest path.
    pub(super) fn or_cheaper(
        &self,
        found: Result<(), PathError>,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let mut nodes = NodeBudget::of(query);
        nodes.count(&found, path);
        let result = match found {
            Err(PathError::Unreachable { .. } | PathError::ClosedOff { .. }) => {
                path.clear();
                let found = self.corridor_path(&nodes.limit(query), scratch, path, find_corridor);
                nodes.count_further(&found, path);
                found
            }
            Err(PathError::BudgetExhausted { lower_bound, .. })
                if nodes.is_spent() || WeightedFinder::is_too_costly(query, lower_bound) =>
            {
                return found;
            }
            Ok(()) | Err(PathError::BudgetExhausted { .. })
                if path.guarantee() != Guarantee::Optimal =>
            {
                let mut improvement =
                    Improvement { finder: self, scratch, nodes: &mut nodes, path };
                if improvement.by_all_searches(query) {
                    check_max_cost(query, path)
                } else {
                    Err(nodes.stopped(path.lower_bound()))
                }
            }
            found => return found,
        };
        nodes.total(result, path)
    }
}

impl Improvement<'_> {
    /// Takes the cheapest path of all searches. Returns false if the nodes did not suffice for all.
    fn by_all_searches(&mut self, query: &PathQuery) -> bool {
        let mut spare: SparePath = std::mem::take(self.scratch.workspace());
        let is_complete =
            self.by_corridor(query, &mut spare.0) && self.by_avoiding_costly_cells(&mut spare.0);
        *self.scratch.workspace() = spare;
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
        let found = self.finder.corridor_path(&query, self.scratch, spare, find_corridor);
        self.nodes.count_further(&found, spare);
        self.take_if_cheaper(found, spare, Some(spare.cost()))
    }

    /// Takes the shortest path that avoids costly regions between the same points, if that is cheaper. Returns false if the
    /// nodes did not suffice.
    fn by_avoiding_costly_cells(&mut self, spare: &mut Path) -> bool {
        let (Some(around), Some(&goal)) = (self.finder.map.around(), self.path.waypoints().last())
        else {
            return true;
        };
        if self.nodes.is_spent() {
            return false;
        }
        let mesh = self.finder.map.mesh();
        let ends = PathQuery::new(self.path.waypoints()[0], goal).snap(0.0);
        let mut query = self.nodes.limit(&ends);
        query.start_layer = self.path.waypoint_layer(0);
        query.goal_layer = self.path.waypoint_layer(self.path.waypoints().len() - 1);
        let found = around.find_path_into(&query, self.scratch, spare);
        self.nodes.count_further(&found, spare);
        let cost = found.is_ok().then(|| spare.cost_on_with(mesh, self.scratch)).flatten();
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
            self.path.take_way_of(spare, cost);
        }
        !matches!(found, Err(PathError::BudgetExhausted { .. }))
    }
}
