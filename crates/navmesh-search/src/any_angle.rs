//! The exact any-angle optimum: the shortest of all paths across a mesh.
//!
//! Source: M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! IJCAI 2017 (Polyanya). A search node is an interval of an edge, seen as a whole from its root, the
//! last turning point. Expanding it sweeps the interval through the next cell: what the root sees
//! keeps the root; what lies around a corner gets the corner as its root. Nodes are taken in the
//! order of a lower bound, so the first path that no bound can beat is the shortest.
//!
//! We differ from it in:
//!
//! 1. every left or right decision is exact: a ray is two input points (`search::node`); interpolated points
//!    serve the lower bound alone, and only where they are computed well (`pruning::interval_bound`);
//! 2. the search stays within the biconnected blocks between start and goal ([`crate::blocks`]);
//! 3. the bound on what is left knows the distances from a few landmarks (`index::landmarks`);
//! 4. an interval is dropped where a known way along its edge beats it everywhere (`pruning::vertex_dominance`);
//! 5. so is one that another root sees as well and is nearer to, asked where intervals crowd (`pruning::interval_dominance`);
//! 6. a vertex is turned at only where the free angle exceeds π, decided once for all by the mesh;
//! 7. a successor that nothing open beats is followed at once, without going through the queue;
//! 8. a cell with one portal besides the entry is passed without any node being made (`successors::degree_two`), and where something
//!    turns, all such cells in a row are swept at once (`successors::funnel`);
//! 9. where the start sees the goal there is no search at all (`successors::line_of_sight`);
//! 10. endpoints may lie on edges, on vertices and on pinches: every fan is searched from.

mod session;
mod objective;
mod search;
mod successors;
mod pruning;
mod index;
mod off_mesh;

use std::fmt;
use std::sync::Arc;

use navmesh_core::{ClosedDoors, NavMesh, Path, PathError, PathQuery, Scratch, UnknownDoor};

use crate::blocks::Blocks;
use index::landmarks::Landmarks;
use index::portals::PortalOrder;
use index::predicates::{Lattice, LatticePredicate, RobustPredicate};
use index::{Index, IndexedMesh};
pub use objective::distance_field::{DistanceField, FieldSession, FieldTask, Heading};
pub use objective::nearest_goal::{NearestGoalSession, NearestGoalTask};
pub use objective::one_to_many::{NearGoal, PathTree, PathTreeSession, PathTreeTask};
use off_mesh::connection_index::LeapIndex;
use off_mesh::shortcut_blocks::ShortcutBlocks;
pub use search::event::SeenInterval;
pub use session::incremental::PathSession;
pub use session::point_task::PointTask;
pub use session::task::AnyAngleTask;

/// Finds optimal paths on one mesh; holds what is prepared for it.
///
/// `Clone` is cheap: mesh and index are shared.
#[doc(alias("Polyanya", "ANYA", "anyAngle"))]
#[derive(Clone)]
pub struct AnyAngle {
    mesh: Arc<NavMesh>,
    index: Arc<Index>,
    lattice: Option<Lattice>,
    /// True once the mesh is a copy of this search's own, whose doors close.
    is_own: bool,
    /// The links of the map that can be used.
    leaps: Arc<LeapIndex>,
}

impl fmt::Debug for AnyAngle {
    /// Writes the sizes of what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("AnyAngle");
        told.field("mesh", &self.mesh).field("prepared_bytes", &self.prepared_bytes());
        told.finish_non_exhaustive()
    }
}

impl AnyAngle {
    /// Prepares the search of a mesh. Complexity: linear, and a stated number of expansions a vertex to
    /// place landmarks: 7 to 28 % of the time that mesh and index take together on the maps measured.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, Path, PathQuery, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// finder.find_path_into(&PathQuery::new([1.0, 1.0], [4.0, 1.0]), &mut scratch, &mut path)?;
    /// assert_eq!(path.length(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>) -> Self {
        let blocks = Arc::new(Blocks::of(&mesh));
        let origins = mesh.edges().iter().map(|edge| edge.origin());
        let lattice = Lattice::of(mesh.bounds().max_abs(), origins);
        let leaps = Arc::new(LeapIndex::of(&mesh, lattice));
        let both_ways = leaps.both_ways(&mesh);
        let order = PortalOrder::of_ground(&mesh, &both_ways);
        let shortcut_blocks = Arc::new(ShortcutBlocks::of(&mesh, &blocks, &leaps));
        let mut index = Index { blocks, order, shortcut_blocks, landmarks: Arc::default() };
        let on_lattice = lattice.is_some() && (leaps.is_empty() || leaps.are_on_lattice);
        let map = IndexedMesh { mesh: &mesh, index: &index, leaps: &both_ways };
        let landmarks = Arc::new(if on_lattice {
            Landmarks::of::<LatticePredicate>(map)
        } else {
            Landmarks::of::<RobustPredicate>(map)
        });
        index.landmarks = landmarks;
        index.order = PortalOrder::of_blocks(&mesh, &index.blocks);
        Self { mesh, index: Arc::new(index), lattice, is_own: false, leaps }
    }

    /// The mesh that is searched.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// How many bytes were prepared beside the mesh; clones share them.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        let Index { blocks, order, shortcut_blocks, landmarks } = &*self.index;
        blocks.bytes() + order.bytes() + shortcut_blocks.bytes() + landmarks.bytes()
    }

    /// Closes these doors and opens all others, on a mesh and an index of this search's own: clones keep
    /// theirs. Which blocks a path may cross is prepared once, with all open, and so are landmarks; closing only
    /// takes ways away.
    ///
    /// Complexity: as [`NavMesh::set_doors`], whose mesh is shared until its doors are first closed. Where nothing has
    /// changed, nothing is done.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] where the doors are of a mesh with other cells.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ClosedDoors, NavMesh, Path, PathQuery, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let mut doors = ClosedDoors::new(finder.mesh());
    /// doors.close_cell(finder.mesh().cell_id(0))?; // all there is
    /// finder.set_doors(&doors)?;
    /// let query = PathQuery::new([1.0, 1.0], [4.0, 1.0]);
    /// let answer = finder.find_path_into(&query, &mut Scratch::new(), &mut Path::default());
    /// assert_eq!(answer.unwrap_err().kind(), "on-closed-ground");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_doors(&mut self, doors: &ClosedDoors) -> Result<(), UnknownDoor> {
        if !self.is_own {
            self.mesh = Arc::new(self.mesh.with_doors(&ClosedDoors::new(doors.mesh()))?);
            self.is_own = true;
        }
        if self.mesh.has_closed(doors) {
            return Ok(());
        }
        let mesh = Arc::make_mut(&mut self.mesh);
        let touched = mesh.set_doors(doors);
        let index = Arc::make_mut(&mut self.index);
        for slot in touched.iter().flatten() {
            index.order.renew(*slot, mesh, &index.blocks);
        }
        if !self.leaps.are_of(&self.mesh) {
            self.leaps = Arc::new(LeapIndex::of(&self.mesh, self.lattice));
        }
        touched.map(|_| ())
    }

    /// Finds the shortest path, at uniform cost.
    ///
    /// Complexity: no better worst case is proved than the original's; in practice of the order of the
    /// portals between start and goal. Allocates nothing once `scratch` and `path` have grown.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside`, `GoalOutside`, `OnClosedGround`, `ClosedOff`, `Unreachable`; `Unsupported` where cells have
    /// costs. `BudgetExhausted` with the least bound of what was left to search; `path` then leads to
    /// the goal where some way there was found, else to the vertex nearest to the goal that was
    /// reached.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, Path, PathQuery, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default()); // kept from query to query
    /// for (goal, length) in [([1.0, 3.0], 2.0), ([4.0, 1.0], 3.0)] {
    ///     finder.find_path_into(&PathQuery::new([1.0, 1.0], goal), &mut scratch, &mut path)?;
    ///     assert_eq!(path.length(), length);
    /// }
    /// let outside = PathQuery::new([1.0, 1.0], [9.0, 9.0]);
    /// let error = finder.find_path_into(&outside, &mut scratch, &mut path).unwrap_err();
    /// assert_eq!(error.kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.find_path_observed(query, scratch, path, &mut ())
    }
}

#[cfg(test)]
mod tests;
