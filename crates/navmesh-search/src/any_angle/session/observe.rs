//! The events of a search, shown to an observer.

use navmesh_core::Observer;

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::point::PointGoal;
use crate::any_angle::search::Search;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::node::Node;

impl Event<'_> {
    /// Shows the event to the observer of a search.
    pub(crate) fn show<
        S: SidePredicate,
        O: Observer<SeenInterval> + ?Sized,
        const OVER_LINKS: bool,
    >(
        self,
        search: &mut Search<'_, S, PointGoal<'_, O, OVER_LINKS>>,
    ) {
        match self {
            Self::Opened(open) => {
                let seen = seen(search, &search.workspace.nodes[open.node() as usize]);
                search.objective.observer.opened(seen);
            }
            Self::Closed(node) => {
                let seen = seen(search, node);
                search.objective.observer.closed(seen);
            }
            Self::Pruned(node) => {
                let seen = seen(search, node);
                search.objective.observer.pruned(seen);
            }
            Self::Turned(root) => search.objective.observer.turned(root.point, root.g),
        }
    }
}

fn seen<S: SidePredicate, O: ?Sized, const OVER_LINKS: bool>(
    search: &Search<'_, S, PointGoal<'_, O, OVER_LINKS>>,
    node: &Node,
) -> SeenInterval
where
    O: Observer<SeenInterval>,
{
    let view = search.interval_view(node);
    let bound = view.root.g + search.least_rest(&view);
    let ([right, left], root) = (view.geometry.end_points(), view.root);
    SeenInterval { root: root.point, right, left, cost: root.g, bound }
}
