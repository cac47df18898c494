//! A search for no goal: how far everything is from the start.

use navmesh_core::NavMesh;

use super::aim::Aim;
use super::node::{Node, Origin};
use super::search::{Index, Room, Run};
use super::sides::Sides;

/// Nothing ends the search but the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flood;

/// What a search for no goal came to.
pub(super) struct Surveyed {
    /// How many nodes were expanded.
    pub(super) expanded: u64,
    /// False where there was not enough to spend: then distances may be too long.
    pub(super) is_whole: bool,
}

impl<'a, S: Sides> Run<'a, S, Flood> {
    /// Finds how far every end of a door that leads on is from the start in `room`, by `most` expansions at most.
    /// The index has the order of the ground.
    pub(super) fn survey(
        mesh: &'a NavMesh,
        index: &'a Index,
        room: &'a mut Room,
        most: u64,
    ) -> Surveyed {
        room.clear(mesh);
        room.way.begin(mesh, &index.blocks);
        let mut run = Self::new(mesh, index, room, Flood, most);
        run.leave_start();
        run.advance();
        Surveyed { expanded: run.stats().expanded, is_whole: run.in_hand.is_none() }
    }
}

impl Aim for Flood {
    const FLOODS: bool = true;

    #[inline(always)]
    fn is_in(&self, _: &Room, _: u32) -> bool {
        false
    }

    /// The way to the nearer end of the door: only the time depends on the order.
    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64 {
        let (root, door) = run.seen(node);
        let to = |end| root.point.distance_squared(end);
        root.g + to(door.right()).min(to(door.left())).sqrt()
    }

    fn arrive<S: Sides>(_: &mut Run<'_, S, Self>, _: &Node, _: &Origin) -> bool {
        true
    }

    #[inline(always)]
    fn is_done(&mut self, _: f64) -> bool {
        false
    }
}
