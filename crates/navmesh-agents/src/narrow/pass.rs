//! The state of agents in traffic through narrow places.

use super::{Kind, Narrows};

/// The leave of an agent to go on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Leave {
    /// It has none, and may need none.
    #[default]
    None,
    /// It may cross a mouth, into the stretch or out of it.
    Granted { mouth: u32, enters: bool },
    /// It waits at a place of its room.
    Waits { room: u32, place: u32 },
}

/// The state of an agent in traffic.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Pass {
    pub(crate) leave: Leave,
    /// True while it walks back to a home.
    pub(crate) retreats: bool,
    /// The mouth by which it enters or has entered its stretch, if it had leave.
    pub(crate) came_by: Option<u32>,
    /// The time for which it has asked for leave, in seconds.
    pub(crate) waited: f64,
}

impl Pass {
    /// Forgets what holds on one map only. The agent keeps the time that it has waited.
    pub(crate) fn forget_ground(&mut self) {
        *self = Self { waited: self.waited, ..Self::default() };
    }

    /// True if the state is one in these narrow places.
    pub(crate) fn is_valid(self, narrows: &Narrows) -> bool {
        let is_mouth = |mouth: u32| (mouth as usize) < narrows.mouths.len();
        let is_known = match self.leave {
            Leave::None => true,
            Leave::Granted { mouth, .. } => is_mouth(mouth),
            Leave::Waits { room, place } => narrows.zones.get(room as usize).is_some_and(
                |zone| matches!(&zone.kind, Kind::SmallRoom(places) if (place as usize) < places.len()),
            ),
        };
        is_known
            && self.came_by.is_none_or(is_mouth)
            && self.waited >= 0.0
            && self.waited.is_finite()
    }
}
