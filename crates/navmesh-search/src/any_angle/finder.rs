//! The finder of exact paths, and its index.

use std::fmt;
use std::sync::Arc;

use navmesh_core::{ClosedDoors, NavMesh, Path, PathError, PathQuery, Scratch, UnknownDoor};

use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::LatticeCount;
use crate::any_angle::live::IndexRefresh;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;

/// Finds the shortest paths on one mesh, and holds the index of the mesh.
///
/// Clones are cheap: they share mesh and index.
#[doc(alias("Polyanya", "ANYA", "anyAngle"))]
#[derive(Clone)]
pub struct AnyAngle {
    pub(super) mesh: Arc<NavMesh>,
    pub(super) index: Arc<Index>,
    pub(super) lattice: LatticeCount,
    /// True once the finder has a copy of the mesh, in which doors can be closed.
    pub(super) is_own: bool,
    /// The links that can be used.
    pub(super) connections: Arc<ConnectionIndex>,
}

impl fmt::Debug for AnyAngle {
    /// Writes the sizes of mesh and index.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut description = f.debug_struct("AnyAngle");
        description.field("mesh", &self.mesh).field("prepared_bytes", &self.prepared_bytes());
        description.finish_non_exhaustive()
    }
}

impl AnyAngle {
    /// Computes the index of a mesh.
    ///
    /// Complexity: linear, and at most 12 expansions a vertex to place landmarks. On the measured
    /// maps that is 7 to 28 % of the time to build mesh and index.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>) -> Self {
        let mut preparation = IndexRefresh::of(mesh);
        preparation.advance(u64::MAX);
        preparation.finish()
    }

    /// Returns the mesh that is searched.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// Returns the size of the index in bytes, without the mesh; clones share it.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        let Index { blocks, order, shortcut_blocks, landmarks } = &*self.index;
        blocks.bytes() + order.bytes() + shortcut_blocks.bytes() + landmarks.bytes()
    }

    /// Closes these doors and opens all others. The finder copies mesh and index first, so clones
    /// keep their doors. Blocks and landmarks stay those of the mesh with all doors open, since
    /// closing only removes paths.
    ///
    /// Complexity: that of [`NavMesh::set_doors`], and linear in the mesh for the first call, which
    /// copies it. O(1) a door if nothing changes.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] if the doors belong to a mesh with other cells.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ClosedDoors, Path, PathQuery, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut finder = AnyAngle::new(Arc::new(mesh)); // 4 by 3
    /// let mut doors = ClosedDoors::new(finder.mesh());
    /// doors.close_cell(finder.mesh().cell_id(0))?; // all there is
    /// finder.set_doors(&doors)?;
    /// let query = PathQuery::new([1.0, 1.0], [4.0, 1.0]);
    /// let answer = finder.find_path_into(&query, &mut Scratch::new(), &mut Path::default());
    /// assert_eq!(answer.unwrap_err().kind(), "on-closed-cell");
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
        index.order.renew(touched.iter().flatten().copied(), mesh, &index.blocks);
        if !self.connections.are_of(&self.mesh) {
            self.connections = Arc::new(ConnectionIndex::of(&self.mesh, self.lattice.lattice()));
        }
        touched.map(|_| ())
    }

    /// Finds the shortest path at uniform cost, or one within the [gap](PathQuery::gap) of the query.
    ///
    /// Complexity: the proved worst case is that of Polyanya; in practice linear in the portals
    /// between start and goal. Allocates nothing once `scratch` and `path` have grown.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside`, `GoalOutside`, `OnClosedCell`, `ClosedOff`, `Unreachable`;
    /// `Unsupported` if cells have costs. `BudgetExhausted` with the lower bound that is proved;
    /// `path` then leads to the goal if a path there was found, else to the reached vertex nearest
    /// to the goal.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{Path, PathQuery, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(mesh)); // 4 by 3
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
