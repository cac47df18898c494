//! The events of a search, shown to an observer.

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::search::Graph;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::node::Node;

impl Event<'_> {
    /// Shows the event to the observer of a search, if there is one.
    pub(crate) fn show<S: SidePredicate, const PLAIN: bool>(
        self,
        graph: &Graph<'_, S>,
        goal: &mut PointGoal<'_, PLAIN>,
    ) {
        let seen = |goal: &PointGoal<'_, PLAIN>, node: &Node| {
            let view = graph.interval_view(node);
            let bound = view.root.g + goal.least_rest(graph, &view);
            let ([right, left], root) = (view.geometry.end_points(), view.root);
            SeenInterval { root: root.point, right, left, cost: root.g, bound }
        };
        let node = match self {
            Self::Opened(open) => &graph.workspace.nodes[open.node() as usize],
            Self::Closed(node) | Self::Pruned(node) => node,
            Self::Turned(root) => {
                if let Some(observer) = &mut goal.observer {
                    observer.turned(root.point, root.g);
                }
                return;
            }
        };
        let seen = seen(goal, node);
        let Some(observer) = &mut goal.observer else { return };
        match self {
            Self::Opened(_) => observer.opened(seen),
            Self::Closed(_) => observer.closed(seen),
            Self::Pruned(_) | Self::Turned(_) => observer.pruned(seen),
        }
    }
}
