//! Areas: ground with a name and a cost of its own.

use super::{NONE, NavMesh};
use crate::double::Double;

/// An area of a mesh: a place in [`NavMesh::areas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AreaId(pub(crate) u32);

impl AreaId {
    /// The area's place in the mesh's list.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a mesh says of an area: all its ground has one name and one cost.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshArea {
    /// What users call it; may be empty.
    pub name: String,
    /// What a unit of length costs there.
    pub cost: f64,
}

impl NavMesh {
    /// Every area, indexed by [`AreaId::index`]; one may be without ground.
    #[must_use]
    pub fn areas(&self) -> &[MeshArea] {
        &self.areas
    }

    /// The area that the cell in a slot belongs to; `None` on plain ground.
    #[doc(alias("getPolyArea", "area_type"))]
    #[inline]
    #[must_use]
    pub fn area_of(&self, slot: u32) -> Option<AreaId> {
        self.cell_areas.get(slot as usize).filter(|&&area| area != NONE).map(|&area| AreaId(area))
    }

    /// How much ground each area has in square map units, in the order of [`NavMesh::areas`]; each
    /// with an error of about one rounding.
    ///
    /// Complexity: linear. Edges between cells of one area cancel, so only its border is summed.
    #[must_use]
    pub fn area_grounds(&self) -> Vec<f64> {
        self.grounds(self.areas.len(), |slot| self.area_of(slot).map(AreaId::index))
    }

    /// The ground of so many parts, to each of which belong the cells in the slots that `part` gives its number.
    pub(super) fn grounds(&self, count: usize, part: impl Fn(u32) -> Option<usize>) -> Vec<f64> {
        let mut twice = vec![Double::default(); count];
        for slot in self.slots() {
            let Some(own) = part(slot) else { continue };
            let range = self.edge_range(slot);
            for i in range.clone() {
                if self.edges[i].neighbor_slot().and_then(&part) == Some(own) {
                    continue;
                }
                let next = if i + 1 == range.end { range.start } else { i + 1 };
                let (a, b) = (self.edges[i].origin, self.edges[next].origin);
                twice[own] = twice[own] + Double::product(a.x, b.y) - Double::product(b.x, a.y);
            }
        }
        twice.into_iter().map(|sum| sum.rounded() / 2.0).collect()
    }
}
