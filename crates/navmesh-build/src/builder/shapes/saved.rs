//! Shapes from outside, which are checked.

use std::collections::BTreeSet;

use navmesh_core::backend::collections::Slots;
use slotmap::DefaultKey;

use super::{Entry, LiveShape, Shapes};
use crate::error::Role;

/// The part of [`Shapes`] from which the rest follows.
#[derive(serde::Deserialize)]
pub(super) struct Saved {
    entries: Slots<DefaultKey, Entry>,
    next_rank: u64,
}

/// More shapes than a builder can ever have added.
const MAX_RANK: u64 = 1 << 62;

impl TryFrom<Saved> for Shapes {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let Saved { entries, next_rank } = saved;
        let mut shapes = Self { next_rank, ..Self::default() };
        let mut ranks = BTreeSet::new();
        for (slot, entry) in entries.iter() {
            let is_sound = entry.key == entry.shape.key(slot) && entry.fits_its_role();
            if !is_sound || entry.rank >= next_rank.min(MAX_RANK) || !ranks.insert(entry.rank) {
                return Err(format!("the key, role or rank of the shape {:?}", entry.key));
            }
            if entry.stands {
                shapes.order.insert(entry.place(), slot);
            }
        }
        if next_rank > MAX_RANK {
            return Err("the number of shapes".to_owned());
        }
        shapes.entries = entries;
        Ok(shapes)
    }
}

impl Entry {
    /// True if the role is one of the shape's kind, and the shape has a floor if its role needs one.
    fn fits_its_role(&self) -> bool {
        let is_of_kind = matches!(
            (&self.shape, self.role),
            (LiveShape::Outline(_), Role::Walkable | Role::Obstacle)
                | (LiveShape::Wall(_), Role::Wall)
                | (LiveShape::Area(_), Role::Area)
                | (LiveShape::Door(_), Role::Door)
                | (LiveShape::Link(_), Role::Link)
                | (LiveShape::Connection(_), Role::FloorConnection)
        );
        let is_on_layer = !matches!(self.role, Role::Link | Role::FloorConnection);
        is_of_kind && self.layer.is_some() == is_on_layer
    }
}
