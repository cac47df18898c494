//! The state of a local step, which stands below its stages.

use navmesh_core::{DVec2, NavMesh};

use super::super::body::Body;
use super::super::body::nearby::Nearby;
use super::super::cuts::Cuts;
use super::super::doors::DoorNumbers;
use super::super::index::SegmentIndex;
use super::super::kinds::Kinds;
use crate::builder::NavMeshBuilder;
use crate::split::Triangulation;

/// The parts of a local step that do not change with its cavity.
pub(in super::super) struct Step<'a> {
    pub(in super::super) mesh: &'a NavMesh,
    pub(in super::super) index: &'a SegmentIndex,
    pub(in super::super) builder: &'a NavMeshBuilder,
    /// The distance by which the outlines are welded.
    pub(in super::super) weld: f64,
    pub(in super::super) bodies: Vec<Body>,
    pub(super) near_bodies: Nearby,
    pub(in super::super) cuts: Cuts,
    pub(in super::super) doors: &'a DoorNumbers,
    pub(in super::super) kinds: &'a Kinds,
}

impl Step<'_> {
    /// True if a body touches a segment. Exact.
    pub(in super::super) fn is_touched(&self, ends: [DVec2; 2]) -> bool {
        self.near_bodies.any(ends, |body| self.bodies[body].touches_segment(ends))
    }
}

/// A piece of the graph of a local step. A source of the graph is one piece.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Piece {
    /// A piece of an outline's segment.
    Outline { slot: u32 },
    /// An edge of the cavity.
    Border { edge: u32 },
}

/// The triangles of a local step.
pub(in super::super) struct LocalTriangles {
    pub(in super::super) triangulation: Triangulation,
    /// The piece behind each source.
    pub(in super::super) pieces: Vec<Piece>,
}
