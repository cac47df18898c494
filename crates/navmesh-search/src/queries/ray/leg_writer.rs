//! Walked legs of paths: their cells and ends.

use navmesh_core::backend::WritePath;
use navmesh_core::{DVec2, Feature, Incidence, NavMesh, Path};

use super::{RayWorkspace, walk_leg};

/// Writes straight legs, one after the other.
#[derive(Debug, Default)]
pub(crate) struct LegWriter {
    ray: RayWorkspace,
    cells: Vec<u32>,
    /// The cells in which the next leg may begin.
    at: Vec<Incidence>,
}

impl LegWriter {
    /// Begins at a point in these cells.
    pub(crate) fn begin(&mut self, at: impl IntoIterator<Item = Incidence>) {
        self.at.clear();
        self.at.extend(at);
    }

    /// Appends the cells of a leg and its end. False if a wall blocks it, or if it ends only in cells that `accepts` refuses.
    pub(crate) fn push_leg(
        &mut self,
        mesh: &NavMesh,
        [from, to]: [DVec2; 2],
        accepts: impl Fn(u32) -> bool,
        path: &mut Path,
    ) -> bool {
        self.cells.clear();
        if !walk_leg(mesh, [from, to], &self.at, accepts, &mut self.ray, &mut self.cells) {
            return false;
        }
        for &slot in &self.cells {
            path.push_cell(mesh.cell_id(slot));
        }
        path.push_waypoint(to);
        let last = self.cells.last().and_then(|&slot| incidence(mesh, slot, to));
        self.at.clear();
        self.at.extend(last);
        // From an edge the next leg may enter the cell on the other side.
        if let Some(Incidence { feature: Feature::Edge(edge), .. }) = last
            && let Some(twin) = mesh.edge(edge).twin()
        {
            let cell = mesh.cell_id(mesh.edge(twin).cell_slot());
            self.at.push(Incidence { cell, feature: Feature::Edge(twin) });
        }
        last.is_some()
    }
}

/// Returns the place of a point in a cell.
pub(crate) fn incidence(mesh: &NavMesh, slot: u32, point: DVec2) -> Option<Incidence> {
    let feature = mesh.feature_at(slot, point)?;
    Some(Incidence { cell: mesh.cell_id(slot), feature })
}
