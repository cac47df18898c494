//! The kinds of areas of a mesh, and new ones.

use navmesh_core::{MeshArea, NavMesh};

use super::LiveKey;
use super::index::ShapeKey;
use crate::builder::NavMeshBuilder;
use crate::half_edges::halves::NONE;

/// The kinds of areas, numbered as in the mesh.
#[derive(Debug)]
pub(super) struct Kinds {
    all: Vec<MeshArea>,
    /// The number of those that the mesh has already.
    known: usize,
}

impl Kinds {
    /// Creates the kinds of a mesh.
    pub(super) fn of(mesh: &NavMesh) -> Self {
        Self { all: mesh.areas().to_vec(), known: mesh.areas().len() }
    }

    /// True if there are no areas.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the number of an area's kind, which may be new; `NONE` for a key of no area.
    pub(super) fn number(&mut self, builder: &NavMeshBuilder, key: ShapeKey) -> u32 {
        let ShapeKey::Live(LiveKey::Area(key)) = key else { return NONE };
        let Some(area) = builder.areas.get(key) else { return NONE };
        let is_own =
            |kind: &MeshArea| kind.name == area.name && kind.cost.to_bits() == area.cost.to_bits();
        let known = self.all.iter().position(is_own);
        known.unwrap_or_else(|| {
            self.all.push(MeshArea { name: area.name.clone(), cost: area.cost });
            self.all.len() - 1
        }) as u32
    }

    /// Returns the cost of a kind; 1 for no kind.
    pub(super) fn cost(&self, kind: Option<u32>) -> f64 {
        kind.map_or(1.0, |kind| self.all[kind as usize].cost)
    }

    /// Returns the kinds that the mesh does not have.
    pub(super) fn into_new(mut self) -> Vec<MeshArea> {
        self.all.split_off(self.known)
    }
}
