//! A search in progress, and what it is for: the two know each other.
//!
//! What a search does stands beside it, each in a file of its own: the loop ([`search`](main_loop)), what follows
//! from a node ([`expand`](crate::any_angle::successors::expand), [`pass`](crate::any_angle::successors::degree_two), [`emit`](crate::any_angle::successors::emit)).

pub(super) mod node;
pub(super) mod final_segment;
pub(super) mod queue;
pub(super) mod order;
pub(super) mod workspace;
pub(super) mod event;
pub(super) mod main_loop;

use std::marker::PhantomData;

use navmesh_core::{DVec2, NavMesh, SearchStats};

use crate::any_angle::index::Index;
use crate::any_angle::index::landmarks::Landmarks;
use crate::any_angle::index::portals::{Portal, Portals};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::interval_bound::{IntervalGeometry, Span};
use crate::blocks::Blocks;
use event::Event;
use final_segment::Solution;
use node::{Node, Parent, Root};
use workspace::Workspace;

/// What a search is for.
pub(crate) trait Objective: Sized {
    /// Whether it leads everywhere but into dead ends, and not along a way of blocks. Then the order of
    /// the portals must be that of the ground.
    const FLOODS: bool = false;

    /// Whether there are cells to look at twice: where a goal may be, or where blocks of a way meet.
    const HAS_CHECKPOINTS: bool = true;

    /// True where a goal is in the cell, which is one to look at twice.
    fn is_in(&self, workspace: &Workspace, cell: u32) -> bool;

    /// The length of the shortest way from the start through what is seen to a goal, at least.
    fn bound<S: SidePredicate>(search: &Search<'_, S, Self>, at: &IntervalView) -> f64;

    /// What is left from a vertex to a goal, at least; 0 where the bound asks for no more than the interval.
    #[inline(always)]
    fn h_from<S: SidePredicate>(search: &Search<'_, S, Self>, vertex: u32) -> f64 {
        let _ = (search, vertex);
        0.0
    }

    /// Notes the ways that end in the cell behind a node; true where the search goes on through it.
    fn arrive<S: SidePredicate>(
        search: &mut Search<'_, S, Self>,
        node: &Node,
        from: &Parent,
    ) -> bool;

    /// The goal, where there is but one and no way leads on through its cells: a sweep through halls that comes to one of
    /// them notes the way there at once, and adds no nodes.
    #[inline(always)]
    fn only_goal(&self) -> Option<DVec2> {
        None
    }

    /// Notes a way to the [last stop](Objective::last_stop).
    #[inline(always)]
    fn note(&mut self, solution: Solution) {
        let _ = solution;
    }

    /// True where nothing that is open is of interest any more; `least` is below all their bounds.
    fn is_done(&mut self, least: f64) -> bool;

    /// Something happened; who does not watch the search does not care.
    #[inline(always)]
    fn see<S: SidePredicate>(search: &mut Search<'_, S, Self>, event: Event) {
        let _ = (search, event);
    }
}

/// What a root sees of a portal, or of what stands for a row of portals.
pub(crate) struct IntervalView<'a> {
    pub(crate) root: &'a Root,
    pub(crate) portal: Portal<'a>,
    pub(crate) geometry: IntervalGeometry,
}

/// A search in progress, with the arithmetic that the coordinates need.
pub(crate) struct Search<'a, S, A> {
    pub(crate) portals: Portals<'a>,
    pub(crate) blocks: &'a Blocks,
    pub(crate) landmarks: &'a Landmarks,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) objective: A,
    /// The node that was to be expanded next when the budget was spent.
    pub(crate) pending: Option<Node>,
    /// How many nodes may yet be expanded.
    pub(crate) expansions_left: u64,
    pub(crate) max_expanded: u64,
    pub(crate) pushed: u64,
    sides: PhantomData<S>,
}

impl<'a, S: SidePredicate, A: Objective> Search<'a, S, A> {
    pub(crate) fn new(
        mesh: &'a NavMesh,
        index: &'a Index,
        workspace: &'a mut Workspace,
        objective: A,
        max_expanded: u64,
    ) -> Self {
        Self {
            portals: index.portals(mesh),
            blocks: &index.blocks,
            landmarks: &index.landmarks,
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

    /// The goal in the cell behind a portal, where the search leads no further.
    #[inline(always)]
    pub(crate) fn goal_behind(&self, portal: Portal) -> Option<DVec2> {
        let (goal, cell) = (self.objective.only_goal()?, portal.leads_to());
        let is_there = self.workspace.block_route.is_checkpoint(cell)
            && self.objective.is_in(self.workspace, cell);
        is_there.then_some(goal)
    }

    /// What is seen from the corner at `point`, turned at on the way from `from`.
    #[inline(always)]
    pub(crate) fn turn(&mut self, from: &Parent, point: DVec2, g: f64, vertex: u32) -> Parent {
        let h = A::h_from(self, vertex);
        let root = Root { point, g, h, vertex, previous: from.number };
        let parent = self.workspace.turned(from, root);
        A::see(self, Event::Turned(&parent.root));
        parent
    }

    /// The block of the cell graph that a portal belongs to.
    #[inline(always)]
    pub(crate) fn block(&self, portal: u32) -> u32 {
        self.blocks.between(self.portals.get(portal).leads_to(), self.portals.cell_of(portal))
    }

    /// The length of the shortest path through a node, at least.
    #[inline(always)]
    pub(crate) fn bound(&self, node: &Node) -> f64 {
        match node.is_row() {
            true => self.bound_of_row(node),
            false => A::bound(self, &self.interval_view(node, self.portals.get(node.portal))),
        }
    }

    #[cold]
    #[inline(never)]
    fn bound_of_row(&self, row: &Node) -> f64 {
        A::bound(self, &self.interval_view(row, self.portal_of(row)))
    }

    /// A node's portal, or what stands for its row of portals.
    #[inline(always)]
    pub(crate) fn portal_of(&self, node: &Node) -> Portal<'a> {
        match node.is_row() {
            true => self.portals.across(node.portal, node.reach),
            false => self.portals.get(node.portal),
        }
    }

    /// What a node's root sees of its portal.
    #[inline(always)]
    pub(crate) fn interval_view(&self, node: &Node, portal: Portal<'a>) -> IntervalView<'_> {
        let root = &self.workspace.roots[node.root as usize];
        let span = Span { right: portal.right(), left: portal.left() };
        let geometry = IntervalGeometry::new(root.point, span, node.right(), node.left());
        IntervalView { root, portal, geometry }
    }
}
