//! The cells that a ray passes, step by step.

use navmesh_core::EdgeId;
use navmesh_core::backend::collections::NONE;

/// A corner of a cell that lies on the ray.
///
/// From there the ray may go on into a cell around the corner, or along an edge with a cell on either side.
/// If those two cells are not joined, one side may end before the other. So the walk follows both, nearest
/// vertex first, until they meet in one fan.
#[derive(Debug, Clone, Copy)]
pub(super) struct RayVertex {
    /// An edge that begins at the corner, in a cell that the walk has reached.
    pub(super) edge: EdgeId,
    /// The step that reached this cell.
    pub(super) step: u32,
}

/// A cell that the walk reached, and the step before; `NONE` for a first step.
#[derive(Debug, Clone, Copy)]
struct TrailCell {
    slot: u32,
    before: u32,
}

/// The memory of rays.
#[derive(Debug, Clone, Default)]
pub(crate) struct RayWorkspace {
    /// The vertices to go on from: one, or two on both sides of an edge, and more where cells overlap.
    pub(super) vertices: Vec<RayVertex>,
    trail: Vec<TrailCell>,
    /// The last step of the last ray.
    pub(super) last: u32,
    /// The last steps of the last walk to all ends.
    pub(super) ends: Vec<u32>,
}

impl RayWorkspace {
    /// Forgets the last ray.
    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.trail.clear();
        self.ends.clear();
    }

    /// Adds a first step. Returns its index.
    #[inline]
    pub(super) fn begin_at(&mut self, slot: u32) -> u32 {
        self.step_to(slot, NONE)
    }

    /// Adds a step after another one. Returns its index.
    #[inline]
    pub(super) fn step_to(&mut self, slot: u32, before: u32) -> u32 {
        self.trail.push(TrailCell { slot, before });
        self.trail.len() as u32 - 1
    }

    /// Returns the slot of a step's cell.
    #[inline]
    pub(super) fn slot(&self, step: u32) -> u32 {
        self.trail[step as usize].slot
    }

    /// Iterates over the slots that the last ray passed, from its end to its beginning.
    pub(in crate::queries) fn cells_backward(&self) -> impl Iterator<Item = u32> + '_ {
        let step = |index: u32| self.trail.get(index as usize);
        std::iter::successors(step(self.last), move |at| step(at.before)).map(|at| at.slot)
    }

    /// Iterates over the slots in which the last walk to all ends has ended.
    pub(crate) fn end_slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.ends.iter().map(|&step| self.slot(step))
    }

    /// Takes the first end of the last walk to all ends in an accepted cell as its last step. False if there is none.
    pub(super) fn end_at(&mut self, accepts: impl Fn(u32) -> bool) -> bool {
        let end = self.ends.iter().find(|&&step| accepts(self.slot(step)));
        let Some(&end) = end else { return false };
        self.last = end;
        true
    }

    /// Ends the last ray with the last of its cells that is in `slot`.
    pub(super) fn cut_after(&mut self, slot: u32) {
        let mut step = self.last;
        while let Some(at) = self.trail.get(step as usize) {
            if at.slot == slot {
                self.last = step;
                return;
            }
            step = at.before;
        }
    }
}
