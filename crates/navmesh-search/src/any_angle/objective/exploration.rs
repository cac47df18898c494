//! A search for no goal: how far everything is from the start.

use navmesh_core::NavMesh;

use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::linked::{Linked, Quest};
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{IntervalView, Objective, Search};

/// Nothing ends the search but the ground.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flood;

/// What is flooded; the index has the order of the ground.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) index: &'a Index,
    pub(crate) leaps: &'a LeapIndex,
    /// How many nodes may be expanded; those that open many count for more.
    pub(crate) most: u64,
}

impl Ground<'_> {
    /// Marks the way through all of it: once, before it is surveyed from anywhere. A survey unmarks nothing.
    pub(crate) fn mark(&self, workspace: &mut Workspace) {
        if !self.leaps.is_empty() {
            workspace.block_route.mark_all(self.mesh, &self.index.blocks);
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

impl<'a, S: SidePredicate> Search<'a, S, Linked<'a, Flood>> {
    /// Finds how far every end of a portal that leads on is from the start in `workspace`, where the ground is marked.
    pub(crate) fn survey(
        &Ground { mesh, index, leaps, most }: &Ground<'a>,
        workspace: &'a mut Workspace,
    ) -> Surveyed {
        workspace.clear(mesh);
        if leaps.is_empty() {
            let mut search = Search::<S, Flood>::new(mesh, index, workspace, Flood, most);
            search.leave_start();
            search.advance();
            let is_whole = search.pending.is_none();
            return Surveyed { expanded: search.stats().expanded, is_whole };
        }
        workspace.look_for_entries(mesh, leaps);
        let mut search = Self::over_links(mesh, (index, leaps), workspace, Flood, most);
        search.leave_start_over_links();
        search.advance_over_links();
        let is_whole = search.pending.is_none() && !search.objective.leaping.is_spent;
        let expanded = search.stats().expanded;
        search.put_back();
        Surveyed { expanded, is_whole }
    }
}

impl Objective for Flood {
    const FLOODS: bool = true;
    const HAS_CHECKPOINTS: bool = false;

    #[inline(always)]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn bound<S: SidePredicate>(_: &Search<'_, S, Self>, at: &IntervalView) -> f64 {
        nearer_end(at)
    }

    fn arrive<S: SidePredicate>(_: &mut Search<'_, S, Self>, _: &Node, _: &Parent) -> bool {
        true
    }

    #[inline(always)]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

/// How long the way to the nearer end of a portal is: only the time depends on the order.
#[inline(always)]
fn nearer_end(IntervalView { root, portal, .. }: &IntervalView) -> f64 {
    let to = |end| root.point.distance_squared(end);
    root.g + to(portal.right()).min(to(portal.left())).sqrt()
}

impl Quest for Flood {
    const FLOODS: bool = true;

    #[inline(always)]
    fn is_in(&self, _: &Workspace, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn bound<S: SidePredicate>(_: &Search<'_, S, Linked<'_, Self>>, at: &IntervalView) -> f64 {
        nearer_end(at)
    }

    fn arrive<S: SidePredicate>(
        _: &mut Search<'_, S, Linked<'_, Self>>,
        _: u32,
        _: &Node,
        _: &Parent,
    ) -> bool {
        true
    }

    fn look_around<S: SidePredicate>(_: &mut Search<'_, S, Linked<'_, Self>>, _: u32, _: &Parent) {}

    #[inline(always)]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

#[cfg(test)]
pub(crate) mod tests;
