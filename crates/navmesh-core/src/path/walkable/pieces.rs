//! The pieces of a path in the cells of a mesh, leg by leg.

use super::{Walk, WalkedLeg};
use crate::mesh::NavMesh;
use crate::path::Path;
use crate::path::leg::LegPiece;

/// A leg of a path on a mesh.
#[derive(Debug)]
pub(crate) enum LegOnMesh {
    /// The cells along it, in order. Pieces of length 0 are possible.
    Walked(Vec<LegPiece>),
    /// It leads over a link.
    Link,
    /// No walk along it exists on the mesh.
    Blocked,
}

/// The steps of a leg.
#[derive(Debug)]
pub(in crate::path) enum LegSteps {
    /// The cells at the end, each with the steps that lead there, from the last one.
    Straight { length: f64, ends: Vec<(u32, Vec<LegPiece>)> },
    /// A link, and the cell from which it was entered.
    Link(u32),
    /// No walk along the leg exists.
    Blocked,
}

impl LegSteps {
    /// Returns the steps of a walked leg.
    pub(in crate::path) fn of(mesh: &NavMesh, leg: WalkedLeg<'_>) -> Self {
        match leg {
            WalkedLeg::Link(from) => Self::Link(from),
            WalkedLeg::Straight { ends, walk, reached } => {
                let length = ends[0].distance(ends[1]);
                let ends =
                    reached.iter().map(|end| (end.slot, walk.steps_to(mesh, end.slot, length)));
                Self::Straight { length, ends: ends.collect() }
            }
        }
    }
}

impl Path {
    /// Returns the pieces of each leg on a mesh, over the floors that the path names.
    ///
    /// After a blocked leg the walk begins anew at the next waypoint.
    ///
    /// Complexity: that of [`Path::cost_on`].
    pub(crate) fn on_mesh(&self, mesh: &NavMesh) -> Vec<LegOnMesh> {
        let Some(start) = self.start_place() else { return Vec::new() };
        let mut walk = Walk::default();
        walk.begin(mesh, start);
        let (mut steps, mut last) = (Vec::new(), None);
        for leg in 0..self.legs().len() {
            let walked = walk.advance(mesh, self, leg);
            steps.push(walked.map_or(LegSteps::Blocked, |leg| LegSteps::of(mesh, leg)));
            last = walk.end_of(mesh, self).map(|end| end.slot);
            if last.is_none() {
                walk.begin(mesh, self.place_of_waypoint(leg + 1));
            }
        }
        let mut legs: Vec<LegOnMesh> =
            steps.into_iter().rev().map(|leg| before(leg, &mut last)).collect();
        legs.reverse();
        legs
    }
}

/// Chooses the steps of a leg that lead to the cell `at`, and sets it to the cell where they begin.
fn before(leg: LegSteps, at: &mut Option<u32>) -> LegOnMesh {
    match leg {
        LegSteps::Link(from) => {
            *at = Some(from);
            LegOnMesh::Link
        }
        LegSteps::Straight { mut ends, .. } => {
            let index = ends.iter().position(|(end, _)| Some(*end) == *at).unwrap_or(0);
            let mut pieces = ends.swap_remove(index).1;
            *at = pieces.last().map(|first| first.slot);
            pieces.reverse();
            LegOnMesh::Walked(pieces)
        }
        LegSteps::Blocked => {
            *at = None;
            LegOnMesh::Blocked
        }
    }
}
