//! The successor through a degree-two cell, which has one portal besides the entry.
//!
//! Most cells on a route have degree two, since portals off the block route do not count. If the
//! interval passes the exit without a turn, its root stays and the node moves in place. If it may
//! turn, one sweep passes all degree-two cells that follow ([`funnel`](super::funnel)). All other
//! cells are branching cells, which [`expand`](super::expand) handles.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::NONE;

use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::{End, Node};
use crate::any_angle::search::{Objective, Search};

/// The result of taking an interval through the next cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passage {
    /// The node has moved to the exit.
    Passed,
    /// The interval is useless beyond the exit.
    Useless,
    /// All successors were added to the nodes.
    Added,
    /// The cell contains a goal.
    Goal,
}

/// The kind of the cell behind a portal.
#[derive(Debug, Clone, Copy)]
enum Behind {
    /// The cell contains a goal.
    Goal,
    /// The cell has one portal besides the entry: this exit.
    DegreeTwo(u32),
    /// Any other cell.
    Branching,
}

/// The orientations of the exit's two ends relative to the interval's two rays; positive to the
/// left.
struct ExitSides {
    right_of_right: f64,
    left_of_right: f64,
    right_of_left: f64,
    left_of_left: f64,
}

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Takes an interval through the cell behind its portal; `step` leads into that cell.
    #[inline(always)]
    pub(crate) fn pass_on(&mut self, node: &mut Node, step: u32) -> Passage {
        let entry = self.portals.get(node.portal);
        let exit = match self.behind(entry) {
            Behind::Goal => return Passage::Goal,
            Behind::DegreeTwo(exit) => exit,
            Behind::Branching => {
                self.expand(node, step);
                return Passage::Added;
            }
        };
        let point = self.workspace.roots[node.root as usize].point;
        // A root at an end of the entry sees the whole cell, and may be in line with the exit.
        if point == entry.right() || point == entry.left() {
            self.expand(node, step);
            return Passage::Added;
        }
        self.pass_degree_two(node, step, exit)
    }

    /// The kind of the cell behind a portal.
    #[inline(always)]
    fn behind(&self, entry: Portal) -> Behind {
        let mut exit = self.only_exit(entry);
        if self.objective.traits().has_checkpoints
            && self.workspace.block_route.is_checkpoint(entry.leads_to())
        {
            if self.holds_goal(entry.leads_to()) {
                return Behind::Goal;
            }
            exit = self.only_cut_portal(entry);
        }
        exit.map_or(Behind::Branching, Behind::DegreeTwo)
    }

    /// The exit of the degree-two cell behind a portal; `None` for other cells.
    #[inline(always)]
    pub(crate) fn degree_two_exit(&self, entry: Portal) -> Option<u32> {
        match self.behind(entry) {
            Behind::DegreeTwo(exit) => Some(exit),
            Behind::Goal | Behind::Branching => None,
        }
    }

    /// The other portal of the entry's block, if there is exactly one in the cell.
    #[inline(always)]
    fn only_exit(&self, entry: Portal) -> Option<u32> {
        let number = self.portals.next_in_block(entry.twin);
        (number != entry.twin && self.portals.next_in_block(number) == entry.twin).then_some(number)
    }

    /// The cut portal to the next block of the route, if the entry's block has no other portal in
    /// the cell.
    #[inline(always)]
    fn only_cut_portal(&self, entry: Portal) -> Option<u32> {
        let cut_portal = self.workspace.block_route.cut_portal_out_of(entry.leads_to());
        let is_alone = self.portals.next_in_block(entry.twin) == entry.twin;
        (is_alone && cut_portal != NONE && cut_portal != entry.twin).then_some(cut_portal)
    }

    #[inline(always)]
    fn pass_degree_two(&mut self, node: &mut Node, step: u32, number: u32) -> Passage {
        let (root, exit) = (self.workspace.roots[node.root as usize], self.portals.get(number));
        let sides = ExitSides::of::<S>(node, root.point, exit);
        if sides.is_hidden() | sides.turns(node) {
            // Windings around saddles are told apart by the portals crossed, which a sweep does not
            // record.
            if self.portals.saddles.is_empty() {
                self.sweep_degree_two(node, step, number)
            } else {
                self.expand(node, step)
            }
            return Passage::Added;
        }
        let (right, left) = sides.seen(node, exit);
        node.move_on(number, step, right, left);
        let learns = right.is_at_vertex() | left.is_at_vertex();
        if !learns || self.reach_and_test(&root, exit, right, left) {
            Passage::Passed
        } else {
            Passage::Useless
        }
    }
}

impl ExitSides {
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

    /// True if no point of the exit lies between the rays.
    #[inline(always)]
    fn is_hidden(&self) -> bool {
        (self.left_of_right <= 0.0) | (self.right_of_left >= 0.0)
    }

    /// True if a part of the exit lies beyond an end at which the path may turn.
    #[inline(always)]
    fn turns(&self, node: &Node) -> bool {
        (self.right_of_right < 0.0) & node.right().is_at_vertex()
            | (self.left_of_left > 0.0) & node.left().is_at_vertex()
    }

    /// The ends of the visible part of the exit.
    #[inline(always)]
    fn seen(&self, node: &Node, portal: Portal) -> (End, End) {
        let (begins, ends) = (self.right_of_right, self.left_of_left);
        let right = if begins > 0.0 {
            End::vertex(portal.right())
        } else {
            node.right().prolonged(begins == 0.0)
        };
        let left = if ends < 0.0 {
            End::vertex(portal.left())
        } else {
            node.left().prolonged(ends == 0.0)
        };
        (right, left)
    }
}
