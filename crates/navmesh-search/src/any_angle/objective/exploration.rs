//! A search for no goal: how far everything is from the start.

use navmesh_core::NavMesh;

use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::linked::{Linked, Quest};
use crate::any_angle::search::node::{Node, Origin};
use crate::any_angle::search::workspace::Room;
use crate::any_angle::search::{Aim, Outlook, Run};

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
    pub(crate) fn mark(&self, room: &mut Room) {
        if !self.leaps.is_empty() {
            room.way.lead_through_all(self.mesh, &self.index.blocks);
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

impl<'a, S: Sides> Run<'a, S, Linked<'a, Flood>> {
    /// Finds how far every end of a portal that leads on is from the start in `room`, where the ground is marked.
    pub(crate) fn survey(
        &Ground { mesh, index, leaps, most }: &Ground<'a>,
        room: &'a mut Room,
    ) -> Surveyed {
        room.clear(mesh);
        if leaps.is_empty() {
            let mut run = Run::<S, Flood>::new(mesh, index, room, Flood, most);
            run.leave_start();
            run.advance();
            let is_whole = run.in_hand.is_none();
            return Surveyed { expanded: run.stats().expanded, is_whole };
        }
        room.look_for_entries(mesh, leaps);
        let mut run = Self::over_links(mesh, (index, leaps), room, Flood, most);
        run.leave_start_over_links();
        run.advance_over_links();
        let is_whole = run.in_hand.is_none() && !run.aim.leaping.is_spent;
        let expanded = run.stats().expanded;
        run.put_back();
        Surveyed { expanded, is_whole }
    }
}

impl Aim for Flood {
    const FLOODS: bool = true;
    const LOOKS_TWICE: bool = false;

    #[inline(always)]
    fn is_in(&self, _: &Room, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn bound<S: Sides>(_: &Run<'_, S, Self>, at: &Outlook) -> f64 {
        nearer_end(at)
    }

    fn arrive<S: Sides>(_: &mut Run<'_, S, Self>, _: &Node, _: &Origin) -> bool {
        true
    }

    #[inline(always)]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

/// How long the way to the nearer end of a portal is: only the time depends on the order.
#[inline(always)]
fn nearer_end(Outlook { root, portal, .. }: &Outlook) -> f64 {
    let to = |end| root.point.distance_squared(end);
    root.g + to(portal.right()).min(to(portal.left())).sqrt()
}

impl Quest for Flood {
    const FLOODS: bool = true;

    #[inline(always)]
    fn is_in(&self, _: &Room, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn bound<S: Sides>(_: &Run<'_, S, Linked<'_, Self>>, at: &Outlook) -> f64 {
        nearer_end(at)
    }

    fn arrive<S: Sides>(
        _: &mut Run<'_, S, Linked<'_, Self>>,
        _: u32,
        _: &Node,
        _: &Origin,
    ) -> bool {
        true
    }

    fn look_around<S: Sides>(_: &mut Run<'_, S, Linked<'_, Self>>, _: u32, _: &Origin) {}

    #[inline(always)]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}

#[cfg(test)]
pub(crate) mod tests;
