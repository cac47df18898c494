//! Cells → floors, so that no two cells of a floor overlap in the plan.

use std::collections::VecDeque;

use navmesh_core::{NavMesh, RawMesh};

/// Returns the floor of each cell of a mesh on one floor; none if no cells overlap. `heights` are those of the cells.
///
/// A floor grows over joined cells from the lowest one on. A cell that overlaps one of the floor lies on the first floor on
/// which it overlaps none.
///
/// Complexity: linear in the cells, their edges and the pairs of cells that overlap.
pub(crate) fn floors(mesh: &NavMesh, raw: &RawMesh, heights: &[f64]) -> Vec<u32> {
    let pairs = mesh.overlaps(usize::MAX);
    if pairs.is_empty() {
        return Vec::new();
    }
    let count = raw.cell_count();
    let mut over = vec![Vec::new(); count];
    for [a, b] in pairs.iter().map(|pair| pair.map(|cell| cell.slot as usize)) {
        over[a].push(b);
        over[b].push(a);
    }
    let mut seeds: Vec<usize> = (0..count).collect();
    seeds.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]).then(a.cmp(&b)));
    let mut floors: Vec<Option<u32>> = vec![None; count];
    let mut open = VecDeque::new();
    for seed in seeds {
        open.push_back((seed, 0));
        while let Some((cell, wish)) = open.pop_front() {
            if floors[cell].is_some() {
                continue;
            }
            let is_free =
                |floor: &u32| over[cell].iter().all(|&other| floors[other] != Some(*floor));
            let floor = std::iter::once(wish).chain(0..).find(is_free).unwrap_or(wish);
            floors[cell] = Some(floor);
            let near = raw.cell(cell).into_iter().flat_map(|cell| cell.neighbors.iter().flatten());
            open.extend(near.map(|&near| (near as usize, floor)));
        }
    }
    floors.into_iter().map(Option::unwrap_or_default).collect()
}
