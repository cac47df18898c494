//! Intervals are overtaken, or overtake others, once they crowd: what [leaders](super::interval_dominance) are asked for.
//!
//! It is asked only once intervals *crowd*, when many more were opened than vertices were come to: asking costs
//! as much again as all else that is done for an interval, and on maps of rooms and caves it saves a twentieth of them.

use super::interval_dominance::View;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{IntervalView, Objective, Search};

/// Intervals crowd when so many more were opened than vertices are known.
const FEW: usize = 1 << 10;

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Looks whether intervals crowd by now.
    #[inline(always)]
    pub(crate) fn detect_congestion(&mut self) {
        let workspace = &mut *self.workspace;
        workspace.interval_dominance.is_congested |=
            workspace.nodes.len() > FEW + workspace.vertices.known();
    }

    /// Whether a new interval is overtaken; else it may be one that overtakes others. Never where none crowd.
    #[inline(always)]
    pub(crate) fn is_interval_dominated(&mut self, node: &Node) -> bool {
        self.workspace.interval_dominance.is_congested && !self.keeps_up(node)
    }

    /// Whether an interval was overtaken since it was opened.
    #[inline(always)]
    pub(crate) fn is_now_interval_dominated(&self, node: &Node) -> bool {
        self.workspace.interval_dominance.is_congested && self.ask_leader(node).is_beaten
    }

    #[inline(never)]
    fn keeps_up(&mut self, node: &Node) -> bool {
        let Answer { view, is_sure, is_beaten } = self.ask_leader(node);
        if is_sure && !is_beaten {
            self.workspace.interval_dominance.note(view);
        }
        !is_beaten
    }

    #[inline(never)]
    fn ask_leader(&self, node: &Node) -> Answer {
        let IntervalView { root, geometry, .. } = self.interval_view(node);
        let view = View::new(node.portal, root, geometry.shares());
        let ends = geometry.end_points();
        let is_beaten =
            self.workspace.interval_dominance.dominate(&self.workspace.vertices, &view, ends);
        Answer { view, is_sure: geometry.is_sure(), is_beaten }
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
