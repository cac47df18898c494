//! The state of a crowd that steering and courtesy read.

use navmesh_core::DVec2;

use crate::classes::Classes;
use crate::narrow::Narrows;
use crate::neighbors::Neighbors;
use crate::rows::Rows;

/// All that steering reads.
pub(super) struct Scene<'a> {
    pub(super) rows: &'a Rows,
    pub(super) classes: &'a Classes,
    pub(super) neighbors: &'a Neighbors,
    pub(super) narrows: &'a Narrows,
    pub(super) seconds: f64,
    /// The largest distance within which an agent looks for neighbours.
    pub(super) range: f64,
    /// The turn of agents among others.
    pub(super) aside: DVec2,
}
