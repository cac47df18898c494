//! The segments of floor connections. They count for cuts, but not for windings and proportions.

use navmesh_core::DVec2;

use super::{SegmentIndex, ShapeKey};
use crate::builder::LiveKey;

impl SegmentIndex {
    /// True if no shape but floor connections stands.
    pub(in super::super) fn is_bare(&self) -> bool {
        let is_connection = |key: &ShapeKey| matches!(key, ShapeKey::Live(LiveKey::Connection(_)));
        self.numbers.keys().all(is_connection)
    }

    /// True if a segment of a floor connection touches one of these segments. Exact.
    pub(in super::super) fn touches_connection(
        &self,
        near: impl IntoIterator<Item = u32>,
        touches: impl Fn([DVec2; 2]) -> bool,
    ) -> bool {
        !self.connections.is_empty()
            && near
                .into_iter()
                .any(|slot| self.connections.contains(&slot) && touches(self.segment(slot).ends))
    }
}
