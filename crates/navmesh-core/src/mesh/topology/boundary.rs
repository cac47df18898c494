//! The border of a mesh as loops of walls.

use crate::mesh::{EdgeId, NavMesh};

impl NavMesh {
    /// Returns the walls as closed loops, each in walking order with the ground on its left.
    ///
    /// A loop around ground runs counter-clockwise, one around an obstacle clockwise. A loop passes a pinch once for
    /// each of its fans, and a wall without thickness on both sides. Loops begin at their walls of the lowest id, and
    /// are ordered by them. A loop that crosses a floor connection is on both floors.
    ///
    /// Complexity: linear in the edges.
    ///
    /// ```
    /// use navmesh_core::{NavMesh, RawMesh};
    /// let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// let mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
    /// let [border] = &mesh.boundary_loops()[..] else { return Err("two loops".into()) };
    /// let corners: Vec<_> = border.iter().map(|&wall| mesh.edge(wall).origin()).collect();
    /// assert_eq!(corners, points.map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("outline", "contour", "collider"))]
    #[must_use]
    pub fn boundary_loops(&self) -> Vec<Vec<EdgeId>> {
        let mut is_listed = vec![false; self.edges.len()];
        let mut loops = Vec::new();
        for first in self.slots().flat_map(|slot| self.edge_range(slot)) {
            let first = EdgeId(first as u32);
            if !self.edge(first).is_wall() || is_listed[first.index()] {
                continue;
            }
            let after = |&wall: &EdgeId| Some(self.next_wall(wall)).filter(|&next| next != first);
            let walls: Vec<EdgeId> = std::iter::successors(Some(first), after).collect();
            for wall in &walls {
                is_listed[wall.index()] = true;
            }
            loops.push(walls);
        }
        loops
    }

    /// Returns the wall that begins where a wall ends, in the same fan.
    fn next_wall(&self, wall: EdgeId) -> EdgeId {
        let mut next = self.next_edge(wall);
        while let Some(onward) = self.clockwise(next) {
            next = onward;
        }
        next
    }
}
