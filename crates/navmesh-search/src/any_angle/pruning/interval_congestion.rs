//! Intervals are overtaken, or overtake others, once they crowd: what [leaders](super::interval_dominance) are asked for.
//!
//! It is asked only once intervals *crowd*, when many more were opened than vertices were come to: asking costs
//! as much again as all else that is done for an interval, and on maps of rooms and caves it saves a twentieth of them.

use super::interval_dominance::View;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::search::node::{Node, Root};
use crate::any_angle::search::{Aim, Outlook, Run};

/// Intervals crowd when so many more were opened than vertices are known.
const FEW: usize = 1 << 10;

impl<S: Sides, A: Aim> Run<'_, S, A> {
    /// Looks whether intervals crowd by now.
    #[inline(always)]
    pub(crate) fn look_for_crowd(&mut self) {
        let room = &mut *self.room;
        room.leaders.crowd |= room.nodes.len() > FEW + room.vertices.known();
    }

    /// Whether a new interval is overtaken; else it may be one that overtakes others. Never where none crowd.
    #[inline(always)]
    pub(crate) fn is_overtaken(&mut self, node: &Node) -> bool {
        self.room.leaders.crowd && !node.is_row() && !self.keeps_up(node)
    }

    /// Whether an interval was overtaken since it was opened, or the turn from which it is seen was superseded.
    #[inline(always)]
    pub(crate) fn was_overtaken(&self, node: &Node) -> bool {
        self.room.leaders.crowd && self.has_fallen_behind(node)
    }

    #[inline(never)]
    fn has_fallen_behind(&self, node: &Node) -> bool {
        let Root { vertex, g, .. } = self.room.roots[node.root as usize];
        self.room.vertices.is_superseded(vertex, g)
            || !node.is_row() && self.ask_leader(node).is_beaten
    }

    #[inline(never)]
    fn keeps_up(&mut self, node: &Node) -> bool {
        let Answer { view, is_sure, is_beaten } = self.ask_leader(node);
        if is_sure && !is_beaten {
            self.room.leaders.note(view);
        }
        !is_beaten
    }

    #[inline(never)]
    fn ask_leader(&self, node: &Node) -> Answer {
        let portal = self.portals.get(node.portal);
        let Outlook { root, sight, .. } = self.outlook(node, portal);
        let view = View::new(node.portal, root, sight.shares());
        let ends = sight.end_points();
        let is_beaten = self.room.leaders.overtake(&self.room.vertices, &view, ends);
        Answer { view, is_sure: sight.is_sure(), is_beaten }
    }
}

/// What an interval is, beside its portal's leader.
struct Answer {
    view: View,
    /// True where its ends are computed well.
    is_sure: bool,
    is_beaten: bool,
}

#[cfg(test)]
mod tests;
