//! A search for no goal: how far everything is from the start.

use super::aim::Aim;
use super::node::{Node, Origin};
use super::search::{Room, Run};
use super::sides::Sides;

/// Nothing ends the search but the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flood;

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
