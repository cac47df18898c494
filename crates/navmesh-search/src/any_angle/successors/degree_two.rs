//! The short way through a cell with one portal besides the entry.
//!
//! Most cells on the way are such *halls*, since portals off the way of blocks do not count. Where the
//! interval meets the portal without turning, it goes on from the same root, between the same rays or
//! up to the portal's ends: one successor, moved on in place. Where it may turn, all halls in a row are
//! swept at once ([`funnel`](super::funnel)). All other cells are left to [`expand`](super::expand).

use navmesh_core::DVec2;

use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::{End, NONE, Node};
use crate::any_angle::search::{Objective, Search};

/// What becomes of an interval in the next cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passage {
    /// It has gone on through the only other portal, as a whole.
    Passed,
    /// It is of no use.
    Useless,
    /// Whatever follows from it was added to the nodes.
    Added,
    /// The cell holds the goal.
    Goal,
}

/// What a cell is to who comes into it.
#[derive(Debug, Clone, Copy)]
enum Behind {
    /// It holds a goal.
    Goal,
    /// It has one portal besides the entry.
    Hall(u32),
    /// Anything else.
    Fork,
}

/// The sides of the two ends of a hall's exit from an interval's two rays.
struct View {
    right_of_right: f64,
    left_of_right: f64,
    right_of_left: f64,
    left_of_left: f64,
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Takes an interval through the cell behind its portal, into which it comes by a step.
    #[inline(always)]
    pub(crate) fn pass_on(&mut self, node: &mut Node, step: u32) -> Passage {
        let entry = self.portals.get(node.portal);
        let exit = match self.behind(entry) {
            Behind::Goal => return Passage::Goal,
            Behind::Hall(exit) => exit,
            Behind::Fork => {
                self.expand(node, step);
                return Passage::Added;
            }
        };
        let point = self.workspace.roots[node.root as usize].point;
        // From an end of the entry the root sees the whole cell, and may be in line with the exit.
        if point == entry.right() || point == entry.left() {
            self.expand(node, step);
            return Passage::Added;
        }
        self.pass_degree_two(node, step, exit)
    }

    /// What the cell behind a portal is.
    #[inline(always)]
    fn behind(&self, entry: Portal) -> Behind {
        let mut exit = self.only_exit(entry);
        if A::HAS_CHECKPOINTS && self.workspace.block_route.is_checkpoint(entry.leads_to()) {
            if self.holds_goal(entry.leads_to()) {
                return Behind::Goal;
            }
            exit = self.only_cut_portal(entry);
        }
        exit.map_or(Behind::Fork, Behind::Hall)
    }

    /// The exit of the hall behind a portal, if that is one.
    #[inline(always)]
    pub(crate) fn degree_two_exit(&self, entry: Portal) -> Option<u32> {
        match self.behind(entry) {
            Behind::Hall(exit) => Some(exit),
            Behind::Goal | Behind::Fork => None,
        }
    }

    /// The other portal of the entry's block, if there is exactly one.
    #[inline(always)]
    fn only_exit(&self, entry: Portal) -> Option<u32> {
        let number = self.portals.next_in_block(entry.twin);
        (number != entry.twin && self.portals.next_in_block(number) == entry.twin).then_some(number)
    }

    /// The bridge to the next block on the way, where the entry's block has no other portal here.
    #[inline(always)]
    fn only_cut_portal(&self, entry: Portal) -> Option<u32> {
        let cut_portal = self.workspace.block_route.cut_portal_out_of(entry.leads_to());
        let is_alone = self.portals.next_in_block(entry.twin) == entry.twin;
        (is_alone && cut_portal != NONE && cut_portal != entry.twin).then_some(cut_portal)
    }

    #[inline(always)]
    fn pass_degree_two(&mut self, node: &mut Node, step: u32, number: u32) -> Passage {
        let (root, exit) = (self.workspace.roots[node.root as usize], self.portals.get(number));
        let view = View::of::<S>(node, root.point, exit);
        if view.is_hidden() | view.turns(node) {
            // Around saddles it counts through which portals a way has come; a sweep does not say.
            match self.portals.saddles.is_empty() {
                true => self.sweep_degree_two(node, step, number),
                false => self.expand(node, step),
            }
            return Passage::Added;
        }
        let (right, left) = view.seen(node, exit);
        node.move_on(number, step, right, left);
        let learns = right.is_at_vertex() | left.is_at_vertex();
        match !learns || self.is_of_use(&root, exit, right, left) {
            true => Passage::Passed,
            false => Passage::Useless,
        }
    }
}

impl View {
    #[inline(always)]
    fn of<S: SidePredicate>(node: &Node, root: DVec2, portal: Portal) -> Self {
        let (right, left) = (node.right(), node.left());
        Self {
            right_of_right: right.orient::<S>(root, portal.right()),
            left_of_right: right.orient::<S>(root, portal.left()),
            right_of_left: left.orient::<S>(root, portal.right()),
            left_of_left: left.orient::<S>(root, portal.left()),
        }
    }

    /// True where nothing of the portal is between the rays.
    #[inline(always)]
    fn is_hidden(&self) -> bool {
        (self.left_of_right <= 0.0) | (self.right_of_left >= 0.0)
    }

    /// True where a part of the portal lies beyond an end at which the interval might turn.
    #[inline(always)]
    fn turns(&self, node: &Node) -> bool {
        (self.right_of_right < 0.0) & node.right().is_at_vertex()
            | (self.left_of_left > 0.0) & node.left().is_at_vertex()
    }

    /// The ends of what is seen of the portal between the rays.
    #[inline(always)]
    fn seen(&self, node: &Node, portal: Portal) -> (End, End) {
        let (begins, ends) = (self.right_of_right, self.left_of_left);
        let right = match begins > 0.0 {
            true => End::vertex(portal.right()),
            false => node.right().prolonged(begins == 0.0),
        };
        let left = match ends < 0.0 {
            true => End::vertex(portal.left()),
            false => node.left().prolonged(ends == 0.0),
        };
        (right, left)
    }
}
