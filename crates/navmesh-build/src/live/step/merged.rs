//! One patch of the local steps of several floors.

use navmesh_core::{AreaId, MeshArea};

use super::LocalChange;

/// Adds a local change to those of other floors, for a mesh with this number of kinds of areas.
///
/// Each change numbers the kinds that are new to it, so a kind that is new on two floors becomes one.
pub(in super::super) fn merge(all: &mut LocalChange, own: LocalChange, kinds: usize) {
    all.moves_others |= own.moves_others;
    let (patch, own) = (&mut all.patch, own.patch);
    let is_same =
        |a: &MeshArea, b: &MeshArea| a.name == b.name && a.cost.to_bits() == b.cost.to_bits();
    let mut number = |area: MeshArea| {
        let known = patch.areas.iter().position(|other| is_same(other, &area));
        let place = known.unwrap_or_else(|| {
            patch.areas.push(area);
            patch.areas.len() - 1
        });
        AreaId((kinds + place) as u32)
    };
    let numbers: Vec<AreaId> = own.areas.into_iter().map(&mut number).collect();
    let renumbered = |area: AreaId| match area.index().checked_sub(kinds) {
        Some(new) => numbers[new],
        None => area,
    };
    patch.removed.extend(own.removed);
    patch.cells.extend(own.cells.into_iter().map(|mut cell| {
        cell.area = cell.area.map(renumbered);
        cell
    }));
}
