//! What stays of the tables of a mesh that changes.

use std::sync::Arc;

use navmesh_core::{CellId, NavMesh};

use super::Tables;
use super::potentials::Potentials;

/// The tables of a mesh that has changed since, for those of a later version. They hold no mesh.
#[derive(Debug, Clone)]
pub struct FormerTables {
    /// The cells of the mesh.
    cells: Arc<[CellId]>,
    potentials: Arc<Potentials>,
}

impl Tables {
    /// Returns what tables of a later version of the mesh can take over.
    pub(crate) fn former(&self) -> FormerTables {
        FormerTables {
            cells: self.ground.mesh.cell_ids().collect(),
            potentials: Arc::clone(&self.potentials),
        }
    }

    /// Makes the tables of a later version of a mesh.
    pub(crate) fn after_edits(former: &FormerTables, mesh: Arc<NavMesh>) -> Self {
        let mut kept = vec![false; mesh.slot_count()];
        for &cell in former.cells.iter().filter(|&&cell| mesh.has_cell(cell)) {
            kept[cell.slot as usize] = true;
        }
        let potentials = former.potentials.after_edits(&mesh, &kept);
        let potentials = potentials.unwrap_or_else(|| Potentials::new(&mesh));
        Self::with_potentials(mesh, Arc::new(potentials))
    }
}
