//! The kinds of areas: areas of one name and one cost are of one kind.

use std::collections::BTreeMap;

use navmesh_core::{Area, MeshArea};

/// Returns the kinds in the order of their first use, and the kind of each area.
///
/// Complexity: O(n log n).
pub(crate) fn area_kinds(areas: &[Area]) -> (Vec<MeshArea>, Vec<u32>) {
    let mut kinds = Vec::new();
    let mut known = BTreeMap::new();
    let numbers = areas.iter().map(|Area { name, cost, .. }| {
        *known.entry((name, cost.to_bits())).or_insert_with(|| {
            kinds.push(MeshArea { name: name.clone(), cost: *cost });
            kinds.len() as u32 - 1
        })
    });
    let numbers = numbers.collect();
    (kinds, numbers)
}
