//! Exploration: a search without a goal that finds the distances from the start.

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Any, Graph, IntervalView, Objective, Search, Traits};
use crate::any_angle::session::pause::Pause;

/// The objective of an exploration; the search ends when the reachable mesh or its budget is
/// exhausted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExplorationFlood<const OVER_LINKS: bool>;

/// The mesh to explore, with its portals in the order of `PortalOrder::without_dead_ends`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exploration<'a> {
    pub(crate) map: IndexedMesh<'a>,
    /// The budget of node expansions; a node that opens many others counts for more than one.
    pub(crate) most: u64,
}

impl Exploration<'_> {
    /// Marks all blocks as part of the route. This is needed once, before the first exploration,
    /// because an exploration unmarks nothing.
    pub(crate) fn mark(&self, workspace: &mut Workspace) {
        let IndexedMesh { mesh, index, connections } = self.map;
        if !connections.is_empty() {
            workspace.block_route.mark_all(mesh, &index.blocks);
        }
    }
}

/// Computes the distance from the start in `workspace` to every end of a portal between cells that
/// are no dead ends, in slices. The blocks must be marked ([`Exploration::mark`]).
///
/// The distances may be too long until the exploration is done.
pub(crate) fn explore_on<S: SidePredicate>(
    exploration: &Exploration,
    workspace: &mut Workspace,
    pause: &mut Pause,
) {
    let IndexedMesh { mesh, connections, .. } = exploration.map;
    if !pause.has_begun() {
        workspace.clear(mesh);
    }
    if connections.is_empty() {
        return flood::<S, false>(exploration, workspace, pause);
    }
    if !pause.has_begun() {
        workspace.look_for_entries(mesh, connections);
    }
    flood::<S, true>(exploration, workspace, pause);
}

fn flood<S: SidePredicate, const OVER_LINKS: bool>(
    exploration: &Exploration,
    workspace: &mut Workspace,
    pause: &mut Pause,
) {
    let mut objective = ExplorationFlood::<OVER_LINKS>;
    let mut any = Any::of(&mut objective);
    let mut search = Search::<S, _>::new(exploration.map, workspace, &mut any, exploration.most);
    search.resume(pause, Search::open_start_cells);
}

impl<S: SidePredicate, const OVER_LINKS: bool> Objective<S> for ExplorationFlood<OVER_LINKS> {
    fn traits(&self) -> Traits {
        let (floods, has_checkpoints, over_links) = (true, OVER_LINKS, OVER_LINKS);
        Traits { floods, has_checkpoints, over_links, looks: false }
    }

    #[inline]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        false
    }

    #[inline]
    fn bound(&self, _: &Graph<'_, S>, at: &IntervalView) -> f64 {
        nearer_end(at)
    }

    fn arrive(&mut self, _: &mut Graph<'_, S>, _: u32, _: &Node, _: &Parent) -> bool {
        true
    }

    #[inline]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

/// Returns the distance to the nearer end of a portal. The order of expansions changes only the
/// running time.
#[inline]
fn nearer_end(IntervalView { root, portal, .. }: &IntervalView) -> f64 {
    let to = |end| root.point.distance_squared(end);
    root.g + to(portal.right()).min(to(portal.left())).sqrt()
}

#[cfg(test)]
pub(crate) mod tests;
