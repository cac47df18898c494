//! Distance fields: from anywhere, how far the nearest goal is and which way leads there.
//!
//! Source: J. Hershberger, S. Suri, "An Optimal Algorithm for Euclidean Shortest Paths in the Plane", 1999,
//! for the notion: a map of shortest paths divides the plane by the last corner on the way from the goal.
//! One flood from the goals, over links against the way they lead, keeps every interval that it enters a cell by. A point of that cell is reached
//! straight from the interval's root, or by a turn at one of its ends; the least of these ways is the
//! shortest, and its first leg is the way to walk.
//!
//! We differ from it in: 1) the parts of the map are not computed: each cell keeps its few intervals,
//! nearest first, and a query compares them; so 2) no border between two parts is ever rounded, and which
//! interval sees a point is asked exactly; 3) the flood is the any-angle search's own.

mod answer;
mod lead;
mod heading;
mod flood;

use std::sync::Arc;

use navmesh_core::collections::{Groups, counting_sort};
use navmesh_core::{DVec2, NavMesh, Parts, PathError, Place, Scratch};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::connection_state::ConnectionExit;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::node::{Node, Parent, Root, Step};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};
use crate::any_angle::session::task::SlicedSearch;
pub use flood::{FieldSession, FieldTask};
pub use heading::Heading;

/// The shortest ways from everywhere to the nearest of some goals, links counted by their cost.
///
/// Made by [`AnyAngle::distance_field`]. It shares the mesh, borrows nothing and never changes, so any
/// number of threads may ask it.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{DVec2, NavMesh, RawMesh, Scratch};
/// # use navmesh_search::AnyAngle;
/// # let mut raw = RawMesh::default();
/// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
/// # raw.push_cell(&[0, 1, 2, 3]);
/// # let room = NavMesh::from_raw(&raw)?;
/// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
/// let exits = [[0.0, 1.0], [4.0, 1.0]].map(DVec2::from);
/// let field = finder.distance_field(&exits, &mut Scratch::new())?;
/// let heading = field.heading_at([3.0, 1.0])?;
/// assert_eq!((heading.distance, heading.next), (1.0, exits[1]));
/// assert_eq!(field.direction_at([1.0, 1.0]), Some(-DVec2::X));
/// assert_eq!(field.distance_at([9.0, 9.0]), f64::INFINITY); // off the ground
/// assert_eq!(field.path_from([1.0, 1.0])?.waypoints(), [DVec2::ONE, exits[0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: 56 bytes an interval, 32 a turning point, 8 a step, 4 a cell; [`DistanceField::bytes`] counts them.
#[doc(alias("shortestPathMap", "flowField", "vectorField", "dijkstraMap"))]
#[derive(Debug, Clone)]
pub struct DistanceField {
    mesh: Arc<NavMesh>,
    index: Arc<Index>,
    /// Where the goals were asked to be, those that are off the ground included.
    asked: Vec<Place>,
    goals: Vec<Goal>,
    /// The cells that hold a goal or the entry of a link, ascending, each with the number of the root that stands there.
    homes: Vec<(u32, u32)>,
    /// From where ways lead to a goal.
    joined: Parts,
    /// The links, turned around.
    leaps: Arc<LeapIndex>,
    /// The roots at entries of links, ascending, and the ways on from there.
    exits: Vec<ConnectionExit>,
    /// The intervals by which the flood entered each cell, cell after cell, nearest first.
    views: Groups<View>,
    roots: Vec<Root>,
    steps: Vec<Step>,
    limit: f64,
    expanded: u64,
}

/// A goal of the field.
#[derive(Debug, Clone, Copy)]
struct Goal {
    point: DVec2,
    /// How far it was moved onto the ground.
    offset: f64,
    /// The root that it is.
    root: u32,
}

/// An interval by which the flood entered a cell.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Its step is the one into the cell.
    node: Node,
    /// How long the way from the goal to the interval is at least.
    least: f64,
}

/// What a flood for a field is for: every cell, up to a distance.
#[derive(Debug, Clone)]
struct FieldFlood {
    limit: f64,
    rounding: Rounding,
    views: Vec<View>,
    /// The cells in which roots stand, as they were set out from.
    homes: Vec<(u32, u32)>,
}

impl AnyAngle {
    /// The field of distances to the nearest of `goals`, by the length of the shortest path.
    ///
    /// Goals off the ground by more than the default snap, or on ground that is closed, attract nobody.
    ///
    /// Complexity: one search that floods all that is joined with a goal.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for a goal that is no usable point; `GoalOutside` or `OnClosedCell` where no goal stands on
    /// the ground, with the first;
    /// `Unsupported` where cells have costs, or without a goal.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0], [4.0, 3.0]], &mut Scratch::new())?;
    /// assert_eq!(field.distance_at([3.0, 3.0]), 1.0); // the nearer goal is the second
    /// assert_eq!(field.heading_at([1.0, 3.0])?.next, [1.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field(
        &self,
        goals: &[impl Into<Place> + Copy],
        scratch: &mut Scratch,
    ) -> Result<DistanceField, PathError> {
        self.distance_field_within(goals, f64::INFINITY, scratch)
    }

    /// The same, for points no farther from their goal than `limit` (map units); other points are answered
    /// with `BudgetExhausted`. The flood ends at the limit.
    ///
    /// Complexity: one search that floods what is no farther than the limit.
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distance_field`]; and `InvalidQuery` where the limit is negative or no number.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field_within(&[[1.0, 1.0]], 2.0, &mut Scratch::new())?;
    /// assert_eq!(field.distance_at([3.0, 1.0]), 2.0);
    /// assert_eq!(field.heading_at([4.0, 1.0]).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance_field_within(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
        scratch: &mut Scratch,
    ) -> Result<DistanceField, PathError> {
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = FieldTask::new(self, workspace, goals, limit)?;
        task.advance(self, workspace, u64::MAX);
        Ok(task.into_field(self, workspace))
    }

    /// Groups the views by the cell that they lead into, nearest first.
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
