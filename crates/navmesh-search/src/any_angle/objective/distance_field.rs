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
mod flood;

use std::sync::Arc;

use navmesh_core::backend::ReachableParts;
use navmesh_core::backend::collections::{Groups, counting_sort};
use navmesh_core::{DVec2, NavMesh, Place};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::connection_state::ConnectionExit;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::node::{CrossedPortal, Node, Parent, Root};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Graph, IntervalView, Objective, Traits};
pub(crate) use flood::FieldRun;

/// The shortest paths to the nearest goal, as a flood found them. It shares the mesh.
#[derive(Debug)]
pub(crate) struct Shortest {
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
    steps: Vec<CrossedPortal>,
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

impl<S: SidePredicate> Objective<S> for FieldFlood {
    fn traits(&self) -> Traits {
        Traits::OVER_LINKS
    }

    #[inline]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        true
    }

    #[inline]
    fn bound(&self, _: &Graph<'_, S>, at: &IntervalView) -> f64 {
        let IntervalView { root, geometry, .. } = at;
        root.g + geometry.gap()
    }

    fn arrive(&mut self, graph: &mut Graph<'_, S>, _: u32, node: &Node, from: &Parent) -> bool {
        let least = self.bound(graph, &graph.interval_view(node));
        let spread = self;
        let least = spread.rounding.rounded_down(least);
        let is_near = least <= spread.limit;
        if is_near {
            let mut node = *node;
            node.step = from.step;
            spread.views.push(View { node, least });
        }
        is_near
    }

    fn note_goals_in_cell(&mut self, _: &mut Graph<'_, S>, cell: u32, from: &Parent) {
        self.homes.push((cell, from.number));
    }

    #[inline]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.rounded_down(least) > self.limit
    }
}
