//! Areas of a mesh, and the sizes of its parts in square map units.

use super::{AreaId, NavMesh};
use crate::collections::NONE;
use crate::geom::double::Double;

/// The name and the cost that all cells of an area share.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshArea {
    /// The user's name for it; may be empty.
    pub name: String,
    /// The cost of a unit of length in it.
    pub cost: f64,
}

impl Default for MeshArea {
    /// Returns an area without a name, of cost 1.
    fn default() -> Self {
        Self { name: String::new(), cost: 1.0 }
    }
}

impl NavMesh {
    /// Returns every area, indexed by [`AreaId::index`]. An area may have no cells.
    ///
    /// An area that a patch has removed leaves a default one at its number; see [`NavMesh::has_area`].
    #[must_use]
    pub fn areas(&self) -> &[MeshArea] {
        &self.areas
    }

    /// True if the mesh has an area with this id; false once a patch has removed it.
    ///
    /// Complexity: logarithmic in the number of removed areas.
    #[must_use]
    pub fn has_area(&self, area: AreaId) -> bool {
        self.areas.has(area.0)
    }

    /// Returns the area of the cell in a slot; `None` if it belongs to none.
    #[doc(alias("getPolyArea", "area_type"))]
    #[inline]
    #[must_use]
    pub fn area_of(&self, slot: u32) -> Option<AreaId> {
        self.cell_areas.get(slot as usize).filter(|&&area| area != NONE).map(|&area| AreaId(area))
    }

    /// Returns the size of the mesh in square map units, with an error of about one rounding.
    ///
    /// Complexity: linear. Inner edges cancel, so only walls are summed.
    #[must_use]
    pub fn area(&self) -> f64 {
        let mut twice = Double::default();
        for slot in self.slots() {
            for edge in self.edge_range(slot).filter(|&edge| self.edges[edge].is_wall()) {
                twice = self.add_shoelace_term(twice, slot, edge);
            }
        }
        twice.rounded() / 2.0
    }

    /// Returns the size of each area in square map units, in the order of [`NavMesh::areas`]. Each has
    /// an error of about one rounding.
    ///
    /// Complexity: linear. Edges between cells of one area cancel, so only its border is summed.
    #[must_use]
    pub fn area_sizes(&self) -> Vec<f64> {
        self.sizes_of_parts(self.areas.len(), |slot| self.area_of(slot).map(AreaId::index))
    }

    /// Returns the sizes of `count` parts of the mesh; `part` gives the part of the cell in a slot.
    pub(super) fn sizes_of_parts(
        &self,
        count: usize,
        part: impl Fn(u32) -> Option<usize>,
    ) -> Vec<f64> {
        let mut twice = vec![Double::default(); count];
        for slot in self.slots() {
            let Some(own) = part(slot) else { continue };
            for edge in self.edge_range(slot) {
                if self.edges[edge].neighbor_slot().and_then(&part) != Some(own) {
                    twice[own] = self.add_shoelace_term(twice[own], slot, edge);
                }
            }
        }
        twice.into_iter().map(|sum| sum.rounded() / 2.0).collect()
    }

    /// Adds the term of an edge in the shoelace formula to a sum.
    fn add_shoelace_term(&self, sum: Double, slot: u32, edge: usize) -> Double {
        let range = self.edge_range(slot);
        let next = if edge + 1 == range.end { range.start } else { edge + 1 };
        let (a, b) = (self.edges[edge].origin, self.edges[next].origin);
        sum + Double::product(a.x, b.y) - Double::product(b.x, a.y)
    }
}
