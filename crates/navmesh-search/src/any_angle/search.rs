//! The best-first search over intervals, and the trait of its objectives.
//!
//! Intervals are [`node`]s. The loop is in [`main_loop`], the
//! successor functions are in [`successors`](crate::any_angle::successors), the memory is the
//! [`workspace`]. Search and objective name each other, so both stand in this file.

pub(super) mod node;
pub(super) mod final_segment;
pub(super) mod queue;
pub(super) mod workspace;
pub(super) mod event;
pub(super) mod main_loop;

use std::marker::PhantomData;

use navmesh_core::{DVec2, OffMeshConnection, SearchStats};

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::landmarks::Landmarks;
use crate::any_angle::index::portals::{Portal, Portals};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::{IntervalGeometry, Span};
use crate::blocks::Blocks;
use event::Event;
use final_segment::Solution;
use node::{Node, Parent, Root};
use workspace::Workspace;

/// The purpose of a search: which cells hold a goal, the lower bound of an interval, and when the search is done.
pub(crate) trait Objective: Sized {
    /// True for a search of the whole walkable area except dead ends; the index must order its portals so.
    const FLOODS: bool = false;

    /// True where the search must look at its [checkpoints](super::pruning::block_route::BlockRoute).
    const HAS_CHECKPOINTS: bool = true;

    /// True where the search may take links.
    const OVER_LINKS: bool = false;

    /// True where the cell, which is a checkpoint, holds a goal.
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool;

    /// A lower bound on the length of all paths from the start through the interval to a goal.
    fn bound<S: SidePredicate>(search: &Search<'_, S, Self>, at: &IntervalView) -> f64;

    /// A lower bound on the distance from a vertex to a goal; 0 where [`Objective::bound`] does not use it.
    #[inline(always)]
    fn h_from<S: SidePredicate>(_search: &Search<'_, S, Self>, _vertex: u32) -> f64 {
        0.0
    }

    /// A lower bound on the distance from the exit of a link to a goal.
    #[inline(always)]
    fn h_after<S: SidePredicate>(_search: &Search<'_, S, Self>, _by: &OffMeshConnection) -> f64 {
        0.0
    }

    /// Records the paths to the goals in the cell behind a node; returns true where the search continues through that
    /// cell.
    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Self>,
        cell: u32,
        node: &Node,
        from: &Parent,
    ) -> bool;

    /// Records the straight paths to the goals in a cell that contains the root, in a search over links.
    fn look_around<S: SidePredicate>(_: &mut Search<'_, S, Self>, _cell: u32, _from: &Parent) {}

    /// The goal, where it is a single point and no path leads on through its cells.
    ///
    /// A funnel sweep that arrives in one of these cells records the path and adds no nodes.
    #[inline(always)]
    fn only_goal(&self) -> Option<DVec2> {
        None
    }

    /// Records a path to the [only goal](Objective::only_goal).
    #[inline(always)]
    fn note(&mut self, _solution: Solution) {}

    /// True where no open node can improve the answer; `least` is a lower bound of them all.
    fn is_done(&mut self, least: f64) -> bool;

    /// Shows an event to the observer, if there is one.
    #[inline(always)]
    fn see<S: SidePredicate>(_search: &mut Search<'_, S, Self>, _event: Event) {}
}

/// The part of a portal that a root sees.
pub(crate) struct IntervalView<'a> {
    pub(crate) root: &'a Root,
    pub(crate) portal: Portal<'a>,
    pub(crate) geometry: IntervalGeometry,
}

/// A search in progress. `S` is the arithmetic that is exact for its coordinates, `A` its
/// objective.
pub(crate) struct Search<'a, S, A> {
    pub(crate) portals: Portals<'a>,
    pub(crate) blocks: &'a Blocks,
    pub(crate) landmarks: &'a Landmarks,
    pub(crate) connections: &'a ConnectionIndex,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) objective: A,
    /// The node to expand next, when the budget was spent before it.
    pub(crate) pending: Option<Node>,
    /// The number of nodes that may still be expanded.
    pub(crate) expansions_left: u64,
    pub(crate) max_expanded: u64,
    pub(crate) pushed: u64,
    sides: PhantomData<S>,
}

impl<'a, S: SidePredicate, A: Objective> Search<'a, S, A> {
    pub(crate) fn new(
        map: IndexedMesh<'a>,
        workspace: &'a mut Workspace,
        objective: A,
        max_expanded: u64,
    ) -> Self {
        let IndexedMesh { mesh, index, connections } = map;
        Self {
            portals: index.portals(mesh),
            blocks: &index.blocks,
            landmarks: &index.landmarks,
            connections,
            workspace,
            objective,
            pending: None,
            expansions_left: max_expanded,
            max_expanded,
            pushed: 0,
            sides: PhantomData,
        }
    }

    pub(crate) fn stats(&self) -> SearchStats {
        let expanded = self.max_expanded - self.expansions_left;
        SearchStats { expanded, pushed: self.pushed, ..SearchStats::default() }
    }

    /// The goal in the cell behind a portal, if the search ends there.
    #[inline(always)]
    pub(crate) fn goal_behind(&self, portal: Portal) -> Option<DVec2> {
        let (goal, cell) = (self.objective.only_goal()?, portal.leads_to());
        let is_there = self.workspace.block_route.is_checkpoint(cell) && self.holds_goal(cell);
        is_there.then_some(goal)
    }

    /// True if a checkpoint holds a goal or, in a search over links, the entry of a link.
    #[inline(always)]
    pub(crate) fn holds_goal(&self, cell: u32) -> bool {
        (A::OVER_LINKS && self.connections.may_be_entered_from(cell))
            || self.objective.is_in(self.workspace, cell)
    }

    /// Adds a root at the corner `point`, as a turn after `from`; returns it as the parent of new
    /// nodes.
    #[inline(always)]
    pub(crate) fn turn(&mut self, from: &Parent, point: DVec2, g: f64, vertex: u32) -> Parent {
        let h = A::h_from(self, vertex);
        let root = Root { point, g, h, vertex, previous: from.number };
        let parent = self.workspace.turned(from, root);
        A::see(self, Event::Turned(&parent.root));
        parent
    }

    /// The block of the cell graph that contains a portal.
    #[inline(always)]
    pub(crate) fn block(&self, portal: u32) -> u32 {
        self.blocks.between(self.portals.get(portal).leads_to(), self.portals.cell_of(portal))
    }

    /// A lower bound on the length of all paths through a node.
    #[inline(always)]
    pub(crate) fn bound(&self, node: &Node) -> f64 {
        A::bound(self, &self.interval_view(node))
    }

    /// The interval of a node as its root sees it.
    #[inline(always)]
    pub(crate) fn interval_view(&self, node: &Node) -> IntervalView<'_> {
        let portal = self.portals.get(node.portal);
        let root = &self.workspace.roots[node.root as usize];
        let span = Span { right: portal.right(), left: portal.left() };
        let geometry = IntervalGeometry::new(root.point, span, node.right(), node.left());
        IntervalView { root, portal, geometry }
    }
}
