//! What those who watch a search are shown.

use navmesh_core::Observer;

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{IntervalView, Objective, Search};

/// The aim of a search that somebody may watch.
pub(crate) trait Observed: Objective {
    /// Who watches.
    type Observer: Observer<SeenInterval>;

    fn observer(&mut self) -> &mut Self::Observer;
}

impl Event<'_> {
    /// Shows the event to a search's observer.
    pub(crate) fn show<S: SidePredicate, A: Observed>(self, search: &mut Search<'_, S, A>) {
        match self {
            Self::Opened(open) => {
                let seen = seen(search, &search.workspace.nodes[open.node() as usize]);
                search.objective.observer().opened(seen);
            }
            Self::Closed(node) => {
                let seen = seen(search, node);
                search.objective.observer().closed(seen);
            }
            Self::Pruned(node) => {
                let seen = seen(search, node);
                search.objective.observer().pruned(seen);
            }
            Self::Turned(root) => search.objective.observer().turned(root.point, root.g),
        }
    }
}

fn seen<S: SidePredicate, A: Objective>(search: &Search<'_, S, A>, node: &Node) -> SeenInterval {
    let IntervalView { root, geometry, .. } = search.interval_view(node, search.portal_of(node));
    let [right, left] = geometry.end_points();
    SeenInterval { root: root.point, right, left, cost: root.g, bound: search.bound(node) }
}
