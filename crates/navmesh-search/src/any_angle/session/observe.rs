//! What those who watch a search are shown.

use navmesh_core::Observer;

use crate::any_angle::index::predicates::Sides;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{Aim, Outlook, Run};

/// The aim of a search that somebody may watch.
pub(crate) trait Watched: Aim {
    /// Who watches.
    type Observer: Observer<SeenInterval>;

    fn observer(&mut self) -> &mut Self::Observer;
}

impl Event<'_> {
    /// Shows the event to a search's observer.
    pub(crate) fn show<S: Sides, A: Watched>(self, run: &mut Run<'_, S, A>) {
        match self {
            Self::Opened(open) => {
                let seen = seen(run, &run.room.nodes[open.node() as usize]);
                run.aim.observer().opened(seen);
            }
            Self::Closed(node) => {
                let seen = seen(run, node);
                run.aim.observer().closed(seen);
            }
            Self::Pruned(node) => {
                let seen = seen(run, node);
                run.aim.observer().pruned(seen);
            }
            Self::Turned(root) => run.aim.observer().turned(root.point, root.g),
        }
    }
}

fn seen<S: Sides, A: Aim>(run: &Run<'_, S, A>, node: &Node) -> SeenInterval {
    let Outlook { root, sight, .. } = run.outlook(node, run.portal_of(node));
    let [right, left] = sight.end_points();
    SeenInterval { root: root.point, right, left, cost: root.g, bound: run.bound(node) }
}
