//! The kinds of areas of a mesh, and those that edits add and remove.

use std::collections::BTreeMap;

use navmesh_core::backend::AreaChange;
use navmesh_core::{Area, AreaId, MeshArea, NavMesh};

use super::index::ShapeKey;
use crate::builder::{LiveKey, NavMeshBuilder};
use crate::half_edges::halves::NONE;

/// The number of areas of each kind that stand. Their names and costs make a kind.
#[derive(Debug, Clone, Default)]
pub(super) struct KindUses(BTreeMap<(u64, String), u32>);

impl KindUses {
    /// Counts the areas of a builder.
    pub(super) fn of(builder: &NavMeshBuilder) -> Self {
        let mut uses = Self::default();
        for (_, area) in builder.shapes.of_kind() {
            uses.add(area);
        }
        uses
    }

    pub(super) fn add(&mut self, area: &Area) {
        *self.0.entry((area.cost.to_bits(), area.name.clone())).or_insert(0) += 1;
    }

    pub(super) fn remove(&mut self, area: &Area) {
        let kind = (area.cost.to_bits(), area.name.clone());
        if let Some(uses) = self.0.get_mut(&kind) {
            *uses -= 1;
            if *uses == 0 {
                self.0.remove(&kind);
            }
        }
    }

    fn has(&self, kind: &MeshArea) -> bool {
        self.0.contains_key(&(kind.cost.to_bits(), kind.name.clone()))
    }
}

/// The kinds of areas after a step, with their numbers in the mesh.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// Each kind by its number; `None` where the mesh has no kind.
    all: Vec<Option<MeshArea>>,
    /// The kinds that the step adds to the mesh and removes from it.
    pub(super) changes: Vec<AreaChange>,
}

impl Kinds {
    /// Returns the kinds of a mesh after edits of some shapes.
    pub(super) fn after(
        mesh: &NavMesh,
        builder: &NavMeshBuilder,
        uses: &KindUses,
        keys: &BTreeMap<u64, LiveKey>,
    ) -> Self {
        let known = (0..).map(AreaId).zip(mesh.areas());
        let all = known.map(|(area, kind)| mesh.has_area(area).then(|| kind.clone())).collect();
        let mut kinds = Self { all, changes: Vec::new() };
        let mut has_areas = false;
        for &key in keys.values() {
            let LiveKey::Area(key) = key else { continue };
            has_areas = true;
            if let Some(area) = builder.shapes.find(key) {
                kinds.add(area);
            }
        }
        if has_areas {
            kinds.remove_unused(uses);
        }
        kinds
    }

    /// Adds the kind of an area, if it is new.
    fn add(&mut self, area: &Area) {
        if self.of(area).is_some() {
            return;
        }
        let kind = Some(MeshArea { name: area.name.clone(), cost: area.cost });
        let number = self.all.iter().position(Option::is_none).unwrap_or(self.all.len());
        self.all.resize(self.all.len().max(number + 1), None);
        self.all[number].clone_from(&kind);
        self.changes.push(AreaChange { area: AreaId(number as u32), kind });
    }

    fn remove_unused(&mut self, uses: &KindUses) {
        for (number, place) in (0..).zip(&mut self.all) {
            if place.take_if(|kind| !uses.has(kind)).is_some() {
                self.changes.push(AreaChange { area: AreaId(number), kind: None });
            }
        }
    }

    /// Returns the number of an area's kind.
    fn of(&self, area: &Area) -> Option<u32> {
        let is_own =
            |kind: &MeshArea| kind.name == area.name && kind.cost.to_bits() == area.cost.to_bits();
        self.all.iter().position(|kind| kind.as_ref().is_some_and(is_own)).map(|own| own as u32)
    }

    /// True if the mesh has no numbers of kinds.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the number of the kind of an area that stands; `NONE` for a key of no area.
    pub(super) fn number(&self, builder: &NavMeshBuilder, key: ShapeKey) -> u32 {
        let ShapeKey::Live(LiveKey::Area(key)) = key else { return NONE };
        builder.shapes.find(key).and_then(|area| self.of(area)).unwrap_or(NONE)
    }

    /// Returns the cost of a kind; 1 for no kind.
    pub(super) fn cost(&self, kind: Option<u32>) -> f64 {
        let kind = kind.and_then(|kind| self.all.get(kind as usize)?.as_ref());
        kind.map_or(1.0, |kind| kind.cost)
    }
}
