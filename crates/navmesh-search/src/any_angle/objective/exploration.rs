//! A search for no goal: how far everything is from the start.

use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};

/// Nothing ends the search but the ground.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flood<const OVER_LINKS: bool>;

/// What is flooded; the index has the order of the ground.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) map: IndexedMesh<'a>,
    /// How many nodes may be expanded; those that open many count for more.
    pub(crate) most: u64,
}

impl Ground<'_> {
    /// Marks the way through all of it: once, before it is surveyed from anywhere. A survey unmarks nothing.
    pub(crate) fn mark(&self, workspace: &mut Workspace) {
        let IndexedMesh { mesh, index, leaps } = self.map;
        if !leaps.is_empty() {
            workspace.block_route.mark_all(mesh, &index.blocks);
        }
    }
}

/// What a search for no goal came to.
pub(crate) struct Surveyed {
    /// How many nodes were expanded, counted so.
    pub(crate) expanded: u64,
    /// False where there was not enough to spend: then distances may be too long.
    pub(crate) is_whole: bool,
}

/// Finds how far every end of a portal that leads on is from the start in `workspace`, where the ground is marked.
pub(crate) fn survey<S: SidePredicate>(ground: &Ground, workspace: &mut Workspace) -> Surveyed {
    let IndexedMesh { mesh, leaps, .. } = ground.map;
    workspace.clear(mesh);
    if leaps.is_empty() {
        return flood::<S, false>(ground, workspace);
    }
    workspace.look_for_entries(mesh, leaps);
    flood::<S, true>(ground, workspace)
}

fn flood<S: SidePredicate, const OVER_LINKS: bool>(
    ground: &Ground,
    workspace: &mut Workspace,
) -> Surveyed {
    let mut search = Search::<S, _>::new(ground.map, workspace, Flood::<OVER_LINKS>, ground.most);
    search.leave_start();
    search.advance();
    let is_spent = OVER_LINKS && search.workspace.leaping.is_spent;
    let is_whole = search.pending.is_none() && !is_spent;
    Surveyed { expanded: search.stats().expanded, is_whole }
}

impl<const OVER_LINKS: bool> Objective for Flood<OVER_LINKS> {
    const FLOODS: bool = true;
    const HAS_CHECKPOINTS: bool = OVER_LINKS;
    const OVER_LINKS: bool = OVER_LINKS;

    #[inline]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        false
    }

    #[inline]
    fn bound<S: SidePredicate>(_: &Search<'_, S, Self>, at: &IntervalView) -> f64 {
        nearer_end(at)
    }

    fn arrive<S: SidePredicate>(_: &mut Search<'_, S, Self>, _: u32, _: &Node, _: &Parent) -> bool {
        true
    }

    #[inline]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

/// How long the way to the nearer end of a portal is: only the time depends on the order.
#[inline]
fn nearer_end(IntervalView { root, portal, .. }: &IntervalView) -> f64 {
    let to = |end| root.point.distance_squared(end);
    root.g + to(portal.right()).min(to(portal.left())).sqrt()
}

#[cfg(test)]
pub(crate) mod tests;
