//! The clearance of a mesh that changes: versions share the rings that are the same.

use std::sync::{Arc, OnceLock};

use glam::DVec2;

use super::{Clearance, is_usable};
use crate::geom::MAX_COORDINATE;

/// A ring of the border, with the walkable area on the left. Clones share it.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderRing(Arc<[DVec2]>);

impl BorderRing {
    /// Creates a ring of corners; `None` if they are fewer than two, or one is not usable.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn new(corners: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        let corners: Arc<[DVec2]> = corners.into_iter().collect();
        (corners.len() >= 2 && corners.iter().all(is_usable)).then_some(Self(corners))
    }
}

/// A [`Clearance`] that is put together when it is first asked for. A patch can so change some rings and share the others.
///
/// ```
/// use navmesh_core::backend::{BorderRing, SharedClearance};
/// use navmesh_core::DVec2;
///
/// let yard = BorderRing::new([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(DVec2::from));
/// let clearance = SharedClearance::of_rings(0.5, yard);
/// assert_eq!(clearance.get().wall_distance([2.0, 0.25]), Some(0.25));
/// ```
#[derive(Debug, Clone, Default)]
pub struct SharedClearance {
    radius: f64,
    rings: Vec<BorderRing>,
    whole: OnceLock<Clearance>,
}

impl SharedClearance {
    /// Creates the clearance of rings on floor 0, for agents of a radius in map units.
    ///
    /// Complexity: linear in the number of rings.
    #[must_use]
    pub fn of_rings(radius: f64, rings: impl IntoIterator<Item = BorderRing>) -> Self {
        Self { radius, rings: rings.into_iter().collect(), whole: OnceLock::new() }
    }

    /// Returns the clearance. Complexity: linear in the corners for the first call, then O(1).
    #[must_use]
    pub fn get(&self) -> &Clearance {
        self.whole.get_or_init(|| self.joined())
    }

    fn joined(&self) -> Clearance {
        let mut all = Clearance { radius: self.radius, ..Clearance::default() };
        all.corners.reserve_exact(self.rings.iter().map(|ring| ring.0.len()).sum());
        for BorderRing(corners) in &self.rings {
            all.corners.extend_from_slice(corners);
            all.ring_ends.push(all.corners.len() as u32);
            all.ring_layers.push(0);
        }
        all
    }

    pub(in crate::mesh) fn radius(&self) -> f64 {
        self.radius
    }

    /// True if the data is valid, as in [`Clearance`].
    pub(in crate::mesh) fn is_valid(&self) -> bool {
        match self.whole.get().filter(|_| self.rings.is_empty()) {
            Some(whole) => whole.is_valid(),
            None => self.radius > 0.0 && self.radius <= MAX_COORDINATE,
        }
    }

    /// Returns the memory in bytes; rings count for each clearance that shares them.
    pub(in crate::mesh) fn memory(&self) -> usize {
        let rings = self.rings.iter().map(|ring| size_of_val(&*ring.0));
        rings.sum::<usize>() + self.whole.get().map_or(0, Clearance::memory)
    }
}

impl From<Clearance> for SharedClearance {
    fn from(whole: Clearance) -> Self {
        Self { radius: whole.radius, rings: Vec::new(), whole: whole.into() }
    }
}

impl PartialEq for SharedClearance {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
