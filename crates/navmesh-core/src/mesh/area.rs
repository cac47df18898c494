//! The area of a mesh, exact to rounding.

use super::NavMesh;
use crate::double::Double;

impl NavMesh {
    /// The area of the mesh in square map units, with an error of about one rounding.
    ///
    /// Complexity: linear. Inner edges cancel, so only walls are summed.
    #[must_use]
    pub fn area(&self) -> f64 {
        let mut twice = Double::default();
        for slot in self.slots() {
            let range = self.edge_range(slot);
            for i in range.clone() {
                if !self.edges[i].is_wall() {
                    continue;
                }
                let next = if i + 1 == range.end { range.start } else { i + 1 };
                let (a, b) = (self.edges[i].origin, self.edges[next].origin);
                twice = twice + Double::product(a.x, b.y) - Double::product(b.x, a.y);
            }
        }
        twice.rounded() / 2.0
    }
}
