//! What a mesh is in a line of a log: its sizes.

use std::fmt;

use super::NavMesh;

impl fmt::Debug for NavMesh {
    /// Writes how much there is of what, and where: all of a map is [`NavMesh::to_raw`]'s.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NavMesh")
            .field("cells", &self.cell_count())
            .field("edges", &self.edges.len())
            .field("vertices", &self.vertex_count)
            .field("components", &self.component_count)
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::RawMesh;

    #[test]
    fn a_mesh_is_told_of_in_a_line_however_large_it_is() {
        let mut raw = RawMesh::default();
        let corner = |i: u32| [f64::from(i / 2), f64::from(i % 2)].into();
        raw.positions = (0..2002).map(corner).collect();
        (0..1000).for_each(|i| raw.push_cell(&[2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]));
        let told = NavMesh::from_raw(&raw).map(|mesh| format!("{mesh:?}"));
        assert!(
            told.is_ok_and(|told| told.starts_with("NavMesh { cells: 1000, ") && told.len() < 200)
        );
    }
}
