//! Interval congestion: when [interval dominance](super::interval_dominance) is applied.
//!
//! Intervals are congested once many more were opened than vertices were reached. Testing an
//! interval doubles its cost, and on maps of rooms and caves it prunes only a twentieth of them.

use super::interval_dominance::View;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{IntervalView, Objective, Search};

/// Intervals are congested when this many more were opened than vertices were reached.
const CONGESTION: usize = 1 << 10;

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Tests whether intervals are congested by now.
    #[inline(always)]
    pub(crate) fn detect_congestion(&mut self) {
        let workspace = &mut *self.workspace;
        workspace.interval_dominance.is_congested |=
            workspace.nodes.len() > CONGESTION + workspace.vertices.known();
    }

    /// True if a new interval is dominated; if not, it may dominate later ones. Always false before
    /// congestion.
    #[inline(always)]
    pub(crate) fn is_interval_dominated(&mut self, node: &Node) -> bool {
        self.workspace.interval_dominance.is_congested && !self.record_unless_beaten(node)
    }

    /// True if an interval has become dominated since it was opened.
    #[inline(always)]
    pub(crate) fn is_now_interval_dominated(&self, node: &Node) -> bool {
        self.workspace.interval_dominance.is_congested && self.compare_with_widest(node).is_beaten
    }

    #[inline(never)]
    fn record_unless_beaten(&mut self, node: &Node) -> bool {
        let Comparison { view, is_sure, is_beaten } = self.compare_with_widest(node);
        if is_sure && !is_beaten {
            self.workspace.interval_dominance.note(view);
        }
        !is_beaten
    }

    #[inline(never)]
    fn compare_with_widest(&self, node: &Node) -> Comparison {
        let IntervalView { root, geometry, .. } = self.interval_view(node);
        let view = View::new(node.portal, root, geometry.shares());
        let ends = geometry.end_points();
        let is_beaten =
            self.workspace.interval_dominance.dominates(&self.workspace.vertices, &view, ends);
        Comparison { view, is_sure: geometry.is_sure(), is_beaten }
    }
}

/// The comparison of an interval with the widest one of its portal.
struct Comparison {
    view: View,
    /// True if the ends of the interval are computed precisely.
    is_sure: bool,
    is_beaten: bool,
}

#[cfg(test)]
mod tests;
