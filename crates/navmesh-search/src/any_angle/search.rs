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
use std::ops::{Deref, DerefMut};

use navmesh_core::{DVec2, OffMeshConnection, SearchStats};

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::landmarks::Landmarks;
use crate::any_angle::index::portals::{Corner, Portal, Portals};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::{IntervalGeometry, Span};
use crate::blocks::Blocks;
use event::Event;
use final_segment::{FinalSegment, Solution};
use node::{Node, Parent, Root};
use workspace::Workspace;

/// The traits of a search that its objective decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Traits {
    /// True for a search of the whole walkable area except dead ends; the index must order its portals so.
    pub(crate) floods: bool,
    /// True where the search must look at its [checkpoints](super::pruning::block_route::BlockRoute).
    pub(crate) has_checkpoints: bool,
    /// True where the search may take links.
    pub(crate) over_links: bool,
    /// True where events are shown.
    pub(crate) looks: bool,
}

impl Traits {
    pub(crate) const PLAIN: Self =
        Self { floods: false, has_checkpoints: true, over_links: false, looks: false };
    pub(crate) const OVER_LINKS: Self = Self { over_links: true, ..Self::PLAIN };
}

/// The purpose of a search: which cells hold a goal, the lower bound of an interval, and when the search is done.
pub(crate) trait Objective<S: SidePredicate> {
    fn traits(&self) -> Traits;

    /// True where the cell, which is a checkpoint, holds a goal.
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool;

    /// A lower bound on the length of all paths from the start through the interval to a goal.
    fn bound(&self, graph: &Graph<'_, S>, at: &IntervalView) -> f64;

    /// A lower bound on the distance from a vertex to a goal; 0 where [`Objective::bound`] does not use it.
    #[inline(always)]
    fn h_from(&self, _graph: &Graph<'_, S>, _vertex: u32) -> f64 {
        0.0
    }

    /// A lower bound on the distance from the exit of a link to a goal.
    #[inline(always)]
    fn h_after(&self, _graph: &Graph<'_, S>, _by: &OffMeshConnection) -> f64 {
        0.0
    }

    /// Records the paths to the goals in the cell behind a node; returns true where the search continues through that
    /// cell.
    fn arrive(&mut self, graph: &mut Graph<'_, S>, cell: u32, node: &Node, from: &Parent) -> bool;

    /// Records the straight paths to the goals in a cell that contains the root, in a search over links.
    fn note_goals_in_cell(&mut self, _graph: &mut Graph<'_, S>, _cell: u32, _from: &Parent) {}

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
    fn see(&mut self, _graph: &Graph<'_, S>, _event: Event) {}
}

/// An objective that is asked through a pointer: the search is compiled once for all of them.
pub(crate) struct Any<'o, S> {
    traits: Traits,
    objective: &'o mut dyn Objective<S>,
}

impl<'o, S: SidePredicate> Any<'o, S> {
    pub(crate) fn of(objective: &'o mut dyn Objective<S>) -> Self {
        Self { traits: objective.traits(), objective }
    }
}

impl<S: SidePredicate> Objective<S> for Any<'_, S> {
    #[inline(always)]
    fn traits(&self) -> Traits {
        self.traits
    }

    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool {
        self.objective.is_in(workspace, cell)
    }

    fn bound(&self, graph: &Graph<'_, S>, at: &IntervalView) -> f64 {
        self.objective.bound(graph, at)
    }

    fn h_from(&self, graph: &Graph<'_, S>, vertex: u32) -> f64 {
        self.objective.h_from(graph, vertex)
    }

    fn h_after(&self, graph: &Graph<'_, S>, by: &OffMeshConnection) -> f64 {
        self.objective.h_after(graph, by)
    }

    fn arrive(&mut self, graph: &mut Graph<'_, S>, cell: u32, node: &Node, from: &Parent) -> bool {
        self.objective.arrive(graph, cell, node, from)
    }

    fn note_goals_in_cell(&mut self, graph: &mut Graph<'_, S>, cell: u32, from: &Parent) {
        self.objective.note_goals_in_cell(graph, cell, from);
    }

    fn only_goal(&self) -> Option<DVec2> {
        self.objective.only_goal()
    }

    fn note(&mut self, solution: Solution) {
        self.objective.note(solution);
    }

    fn is_done(&mut self, least: f64) -> bool {
        self.objective.is_done(least)
    }

    fn see(&mut self, graph: &Graph<'_, S>, event: Event) {
        self.objective.see(graph, event);
    }
}

/// The part of a portal that a root sees.
pub(crate) struct IntervalView<'a> {
    pub(crate) root: &'a Root,
    pub(crate) portal: Portal<'a>,
    pub(crate) geometry: IntervalGeometry,
}

/// The map and the memory of a search, without its objective.
pub(crate) struct Graph<'a, S> {
    pub(crate) portals: Portals<'a>,
    pub(crate) blocks: &'a Blocks,
    pub(crate) landmarks: &'a Landmarks,
    pub(crate) connections: &'a ConnectionIndex,
    pub(crate) workspace: &'a mut Workspace,
    sides: PhantomData<S>,
}

/// A search in progress. `S` is the arithmetic that is exact for its coordinates, `A` its objective.
///
/// It is compiled for the objective of most queries, and once more for all others ([`Any`]).
pub(crate) struct Search<'a, S, A: ?Sized> {
    pub(crate) graph: Graph<'a, S>,
    pub(crate) objective: &'a mut A,
    /// The node to expand next, when the budget was spent before it.
    pub(crate) pending: Option<Node>,
    /// The number of nodes that may still be expanded.
    pub(crate) expansions_left: u64,
    pub(crate) max_expanded: u64,
    pub(crate) pushed: u64,
}

impl<'a, S, A: ?Sized> Deref for Search<'a, S, A> {
    type Target = Graph<'a, S>;

    #[inline(always)]
    fn deref(&self) -> &Graph<'a, S> {
        &self.graph
    }
}

impl<S, A: ?Sized> DerefMut for Search<'_, S, A> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.graph
    }
}

impl<'a, S: SidePredicate> Graph<'a, S> {
    pub(crate) fn new(map: IndexedMesh<'a>, workspace: &'a mut Workspace) -> Self {
        let IndexedMesh { mesh, index, connections } = map;
        Self {
            portals: index.portals(mesh),
            blocks: &index.blocks,
            landmarks: &index.landmarks,
            connections,
            workspace,
            sides: PhantomData,
        }
    }

    /// Adds a root at the corner.
    #[inline(always)]
    pub(crate) fn turn<A: Objective<S> + ?Sized>(
        &mut self,
        objective: &mut A,
        from: &Parent,
        root: Root,
    ) -> Parent {
        let parent = self.workspace.turned(from, root);
        if objective.traits().looks {
            objective.see(self, Event::Turned(&parent.root));
        }
        parent
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

    /// The path to a goal in the cell behind a node, with a turn at an end of the interval if
    /// needed.
    pub(crate) fn final_segment<A: Objective<S> + ?Sized>(
        &mut self,
        objective: &mut A,
        node: &Node,
        from: &Parent,
        goal: DVec2,
    ) -> Option<Solution> {
        let (portal, root) = (self.portals.get(node.portal), &from.root);
        let FinalSegment::Around(Corner { point, vertex }) =
            FinalSegment::to::<S>(node, portal, root.point, goal)?
        else {
            return Some(Solution::straight(from, goal));
        };
        let g = root.g + root.point.distance(point);
        let h = objective.h_from(self, vertex);
        let root = Root { point, g, h, vertex, previous: from.number };
        let from = self.turn(objective, from, root);
        Some(Solution::straight(&from, goal))
    }
}

impl<'a, S: SidePredicate, A: Objective<S> + ?Sized> Search<'a, S, A> {
    pub(crate) fn new(
        map: IndexedMesh<'a>,
        workspace: &'a mut Workspace,
        objective: &'a mut A,
        max_expanded: u64,
    ) -> Self {
        Self {
            graph: Graph::new(map, workspace),
            objective,
            pending: None,
            expansions_left: max_expanded,
            max_expanded,
            pushed: 0,
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
        (self.objective.traits().over_links && self.connections.may_be_entered_from(cell))
            || self.objective.is_in(self.workspace, cell)
    }

    /// Adds a root at the corner `point`, as a turn after `from`; returns it as the parent of new nodes.
    #[inline(always)]
    pub(crate) fn turn(&mut self, from: &Parent, point: DVec2, g: f64, vertex: u32) -> Parent {
        let h = self.objective.h_from(&self.graph, vertex);
        let root = Root { point, g, h, vertex, previous: from.number };
        self.graph.turn(self.objective, from, root)
    }

    /// Shows an event.
    #[inline(always)]
    pub(crate) fn see(&mut self, event: Event) {
        if self.objective.traits().looks {
            self.objective.see(&self.graph, event);
        }
    }

    /// The block of the cell graph that contains a portal.
    #[inline(always)]
    pub(crate) fn block(&self, portal: u32) -> u32 {
        let graph = &self.graph;
        graph.blocks.between(graph.portals.get(portal).leads_to(), graph.portals.cell_of(portal))
    }

    /// A lower bound on the length of all paths through a node.
    #[inline(always)]
    pub(crate) fn bound(&self, node: &Node) -> f64 {
        self.objective.bound(&self.graph, &self.interval_view(node))
    }
}
