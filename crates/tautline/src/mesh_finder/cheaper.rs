//! Two cheaper searches beside the weighted one: its answer is dearer than that of neither.

use navmesh_core::{Guarantee, Path, PathError, PathQuery, Scratch};
use navmesh_search::find_corridor;

use super::MeshFinder;

/// The path of another search, kept in the scratch.
#[derive(Debug, Default)]
struct SparePath(Path);

impl MeshFinder {
    /// Completes the answer of the weighted search by a corridor and by the path around dear ground.
    ///
    /// The cheapest of them is the answer, unless the weighted path is proved optimal. The corridor is the answer
    /// where rounding led all weighted paths out of cells thinner than a float. A query with a budget of nodes gets
    /// the weighted path alone.
    pub(super) fn or_cheaper(
        &self,
        found: Result<(), PathError>,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        match found {
            Err(PathError::Unreachable { .. } | PathError::ClosedOff { .. }) => {
                self.corridor_path(query, scratch, path, find_corridor)
            }
            Ok(()) if path.guarantee() != Guarantee::Optimal && query.max_expanded.is_none() => {
                let mut spare: SparePath = std::mem::take(scratch.workspace());
                spare.0.clear();
                let corridor = self.corridor_path(query, scratch, &mut spare.0, find_corridor);
                if corridor.is_ok() && spare.0.cost() < path.cost() {
                    path.take_way_of(&spare.0, spare.0.cost());
                }
                self.keep_way_around(scratch, &mut spare.0, path);
                *scratch.workspace() = spare;
                Ok(())
            }
            found => found,
        }
    }

    /// Replaces a path by the shortest one around dear ground between the same points, if that is cheaper.
    fn keep_way_around(&self, scratch: &mut Scratch, spare: &mut Path, path: &mut Path) {
        let (Some(around), Some(&goal)) = (self.map.around(), path.waypoints().last()) else {
            return;
        };
        let mesh = self.map.mesh();
        let mut query = PathQuery::new(path.waypoints()[0], goal).snap(0.0);
        query.start_layer = path.waypoint_layer(0);
        query.goal_layer = path.waypoint_layer(path.waypoints().len() - 1);
        if around.find_path_into(&query, scratch, spare).is_ok()
            && let Some(cost) = spare.cost_on_with(mesh, scratch)
            && cost < path.cost()
        {
            path.take_way_of(spare, cost);
        }
    }
}
