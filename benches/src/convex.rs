//! Cuts cells that a rotation's rounding left not quite convex.
//!
//! A merged mesh has corners in the middle of straight sides. Turned by an angle and rounded, such a
//! corner is off its side by an ulp or so: outwards is harmless, inwards makes a right turn of it.
//! A diagonal from such a corner across the cell leaves two cells that do not turn right there.

use std::collections::BTreeSet;

use tautline::{DVec2, RawMesh};

use navmesh_core::geom::{Turn, turn};

/// The same mesh with every cell that turns right cut into cells that do not, as far as can be.
///
/// Walls stay walls, and no position is added or moved. A cell far from convex may stay as it is;
/// [`NavMesh::from_raw`](tautline::NavMesh::from_raw) then tells. Costs are not kept.
///
/// Complexity: O(n log n) in the number of corners.
#[must_use]
pub fn convex_cells(raw: &RawMesh) -> RawMesh {
    let mut cut = RawMesh { positions: raw.positions.clone(), ..RawMesh::default() };
    let mut walls = BTreeSet::new();
    for cell in (0..raw.cell_count()).filter_map(|index| raw.cell(index)) {
        for (i, neighbor) in cell.neighbors.iter().enumerate() {
            if neighbor.is_none() {
                walls.insert((cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]));
            }
        }
        push_convex(cell.corners.to_vec(), &mut cut);
    }
    cut.join_matching_edges();
    let mut first = 0;
    for &end in &cut.cell_ends {
        let end = end as usize;
        for i in first..end {
            let next = if i + 1 == end { first } else { i + 1 };
            if walls.contains(&(cut.corners[i], cut.corners[next])) {
                cut.neighbors[i] = None;
            }
        }
        first = end;
    }
    cut
}

/// Pushes a ring, cut until it does not turn right.
fn push_convex(ring: Vec<u32>, mesh: &mut RawMesh) {
    let mut rings = vec![ring];
    while let Some(ring) = rings.pop() {
        match diagonal(&ring, &mesh.positions) {
            Some((i, j)) => {
                let (low, high) = (i.min(j), i.max(j));
                rings.push(ring[low..=high].to_vec());
                rings.push([&ring[high..], &ring[..=low]].concat());
            }
            None => mesh.push_cell(&ring),
        }
    }
}

/// A corner that turns right, and one well across the ring from it, such that the diagonal between
/// them turns right nowhere.
fn diagonal(ring: &[u32], positions: &[DVec2]) -> Option<(usize, usize)> {
    let count = ring.len();
    let at = |i: usize| positions[ring[i % count] as usize];
    let turns = |i: usize, j: usize, k: usize| turn(at(i), at(j), at(k));
    let before = |i: usize| i + count - 1;
    let i = (0..count).find(|&i| turns(before(i), i, i + 1) == Turn::Right)?;
    let fits = |j: usize| {
        turns(before(i), i, j) == Turn::Left
            && turns(j, i, i + 1) == Turn::Left
            && turns(before(j), j, i) != Turn::Right
            && turns(i, j, j + 1) != Turn::Right
    };
    let mut across: Vec<usize> = (2..count - 1).collect();
    across.sort_by_key(|&steps| steps.abs_diff(count / 2));
    across.into_iter().map(|steps| (i + steps) % count).find(|&j| fits(j)).map(|j| (i, j))
}

#[cfg(test)]
mod tests {
    use tautline::NavMesh;

    use super::*;

    #[test]
    fn a_corner_that_rounding_pushed_inwards_is_cut_away_from() {
        let mut raw = RawMesh::default();
        let inwards = 1.0 - f64::EPSILON;
        for point in [[0.0, 0.0], [1.0, 0.0], [inwards, 0.5], [1.0, 1.0], [0.0, 1.0], [2.0, 0.5]] {
            raw.positions.push(point.into());
        }
        raw.push_cell(&[0, 1, 2, 3, 4]);
        raw.push_cell(&[1, 5, 2]);
        raw.push_cell(&[2, 5, 3]);
        raw.join_matching_edges();
        // The file says that there is a wall between the last two.
        raw.neighbors[6] = None;
        raw.neighbors[8] = None;
        assert!(NavMesh::from_raw(&raw).is_err());
        let mesh = NavMesh::from_raw(&convex_cells(&raw)).unwrap();
        assert_eq!(mesh.cell_count(), 4);
        let walls = mesh.edges().iter().filter(|edge| edge.is_wall()).count();
        assert_eq!(walls, 3 + 2 + 2);
    }
}
