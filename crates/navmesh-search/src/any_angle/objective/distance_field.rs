//! Distance fields: the distance and the first step to the nearest goal from every point of the
//! mesh.
//!
//! Source: J. Hershberger, S. Suri, "An Optimal Algorithm for Euclidean Shortest Paths in the
//! Plane", 1999, for the concept: a shortest-path map divides the plane by the last turning point
//! of the path from the goal. One search starts at all goals, follows links in reverse, and stores
//! every interval through which it enters a cell. A path from a point of that cell goes straight to
//! the root of an interval or turns at one of its ends. The shortest of these paths is the answer,
//! and its first section is the heading.
//!
//! We differ from it in: 1) the regions of the map are not computed: each cell stores its few
//! intervals, nearest first, and a query compares them; so 2) no border between two regions is
//! rounded, and an exact test decides which intervals see a point; 3) the flood is the any-angle
//! search itself.

mod answer;
mod lead;
mod heading;
mod flood;

use std::sync::Arc;

use navmesh_core::collections::{Groups, counting_sort};
use navmesh_core::{DVec2, FieldQuery, NavMesh, PathError, Place, ReachableParts, Scratch};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::connection_state::ConnectionExit;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::node::{Node, Parent, Root, Step};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};
use crate::any_angle::session::task::SlicedSearch;
pub use flood::{FieldSession, FieldTask};
pub use heading::Heading;
pub(crate) use heading::place_after;

/// The shortest paths from every point of the mesh to the nearest of some goals. Links count by
/// their cost.
///
/// Returned by [`AnyAngle::distance_field`]. A field shares the mesh, borrows nothing and never
/// changes, so any number of threads may query it.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{DVec2, FieldQuery, Place, Scratch};
/// # use navmesh_search::AnyAngle;
/// # let room = navmesh_testkit::worlds::meshes::room();
/// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
/// let exits = [[0.0, 1.0], [4.0, 1.0]].map(Place::from);
/// let field = finder.distance_field(&FieldQuery::new(&exits), &mut Scratch::new())?;
/// let heading = field.heading_at([3.0, 1.0])?;
/// assert_eq!((heading.distance, heading.next.point), (1.0, exits[1].point));
/// assert_eq!(field.direction_at([1.0, 1.0]), Some(-DVec2::X));
/// assert_eq!(field.distance_at([9.0, 9.0]), f64::INFINITY); // off the mesh
/// assert_eq!(field.path_from([1.0, 1.0])?.waypoints(), [DVec2::ONE, exits[0].point]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: 56 bytes an interval, 32 a turning point, 8 a step, 4 a cell; [`DistanceField::bytes`]
/// returns the sum.
#[doc(alias("shortestPathMap", "flowField", "vectorField", "dijkstraMap"))]
#[derive(Debug, Clone)]
pub struct DistanceField {
    mesh: Arc<NavMesh>,
    index: Arc<Index>,
    /// The requested goals, including those off the mesh.
    asked: Vec<Place>,
    /// The snap of the query.
    snap: Option<f64>,
    goals: Vec<Goal>,
    /// The cells that contain a goal or the entry of a link, ascending, each with the number of the
    /// root placed there.
    homes: Vec<(u32, u32)>,
    /// The parts of the mesh from which a goal is reachable.
    joined: ReachableParts,
    /// The links, reversed.
    connections: Arc<ConnectionIndex>,
    /// The roots at entries of links, ascending, each with the path from its exit to a goal.
    exits: Vec<ConnectionExit>,
    /// The intervals through which the flood entered each cell, grouped by cell, nearest first.
    views: Groups<View>,
    roots: Vec<Root>,
    steps: Vec<Step>,
    limit: f64,
    expanded: u64,
}

#[derive(Debug, Clone, Copy)]
struct Goal {
    point: DVec2,
    /// The distance by which the goal was moved onto the mesh.
    offset: f64,
    root: u32,
}

/// An interval through which the flood entered a cell.
#[derive(Debug, Clone, Copy)]
struct View {
    /// The node; its step is the one into the cell.
    node: Node,
    /// A lower bound on the distance from the nearest goal to the interval.
    least: f64,
}

/// The objective of a field's flood: every cell up to a distance.
#[derive(Debug, Clone)]
struct FieldFlood {
    limit: f64,
    rounding: Rounding,
    views: Vec<View>,
    /// The cells that contain roots, with the numbers of the roots, in order of expansion.
    homes: Vec<(u32, u32)>,
}

impl AnyAngle {
    /// Computes the distance field of the nearest of some goals, by the length of the shortest path.
    ///
    /// Goals farther off the mesh than the snap, or in closed cells, are ignored. The flood ends at a
    /// limit of the query; a question from a place farther away gets `BudgetExhausted`.
    ///
    /// Complexity: one search that floods everything up to the limit from which a goal is reachable.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if a goal has invalid coordinates, or if a limit is negative or NaN;
    /// `GoalOutside` or `OnClosedCell` for the first goal if none can be placed on the mesh;
    /// `Unsupported` if cells have costs, or without a goal.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[1.0, 1.0], [4.0, 3.0]].map(Place::from);
    /// let field = finder.distance_field(&FieldQuery::new(&goals), &mut Scratch::new())?;
    /// assert_eq!(field.distance_at([3.0, 3.0]), 1.0); // the nearer goal is the second
    /// assert_eq!(field.heading_at([1.0, 3.0])?.next.point, [1.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field(
        &self,
        query: &FieldQuery<'_>,
        scratch: &mut Scratch,
    ) -> Result<DistanceField, PathError> {
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = FieldTask::new(self, workspace, query)?;
        task.advance(self, workspace, u64::MAX);
        Ok(task.into_field(self, workspace))
    }

    /// Groups the intervals by the cell into which they lead, nearest first.
    fn by_cell(&self, views: &[View]) -> Groups<View> {
        let portals = self.index.portals(&self.mesh);
        let by_cell = views.iter().map(|view| (portals.get(view.node.portal).leads_to(), *view));
        let mut groups = counting_sort(self.mesh.slot_count(), by_cell);
        for cell in 0..groups.len() {
            groups.group_mut(cell).sort_by(|a, b| a.least.total_cmp(&b.least));
        }
        groups
    }
}

impl Objective for &mut FieldFlood {
    const OVER_LINKS: bool = true;

    #[inline]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        true
    }

    #[inline]
    fn bound<S: SidePredicate>(_: &Search<'_, S, Self>, at: &IntervalView) -> f64 {
        let IntervalView { root, geometry, .. } = at;
        root.g + geometry.gap()
    }

    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Self>,
        _: u32,
        node: &Node,
        from: &Parent,
    ) -> bool {
        let least = search.bound(node);
        let spread = &mut *search.objective;
        let least = spread.rounding.surely(least);
        let is_near = least <= spread.limit;
        if is_near {
            let mut node = *node;
            node.step = from.step;
            spread.views.push(View { node, least });
        }
        is_near
    }

    fn look_around<S: SidePredicate>(search: &mut Search<'_, S, Self>, cell: u32, from: &Parent) {
        search.objective.homes.push((cell, from.number));
    }

    #[inline]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.surely(least) > self.limit
    }
}
