//! Cells that lie on one another: the one defect that validating cell by cell cannot see.

use std::collections::BTreeSet;

use super::{CellId, NavMesh};
use crate::geom::{Turn, turn};

impl NavMesh {
    /// Pairs of cells of one floor whose interiors share a point, by ascending slots: at most `limit` of them.
    ///
    /// A mesh of outlines has none. A mesh from a file can: every cell of it is convex and every
    /// neighbour agrees, and yet two cells may cover the same ground without being joined there.
    /// Searching such a mesh is safe, but its answers are those of a building with two floors.
    ///
    /// Complexity: the pairs of cells that lie in the same bucket of the index, times the product of
    /// their corners.
    #[must_use]
    pub fn overlaps(&self, limit: usize) -> Vec<[CellId; 2]> {
        let mut found = BTreeSet::new();
        'buckets: for entries in self.locator.buckets() {
            for (i, a) in entries.iter().enumerate() {
                for b in &entries[i + 1..] {
                    let [a, b] = [a.slot(), b.slot()];
                    if found.len() == limit {
                        break 'buckets;
                    }
                    let beside = self.layer(a) == self.layer(b);
                    if beside && !self.is_separated(a, b) && !self.is_separated(b, a) {
                        found.insert([a, b]);
                    }
                }
            }
        }
        found.into_iter().map(|pair| pair.map(|slot| self.cell_id(slot))).collect()
    }

    /// True where an edge of the cell in slot `a` has all of the cell in slot `b` on its outer side
    /// or on its line.
    ///
    /// Two convex polygons have disjoint interiors exactly if an edge of one of them does this: the
    /// edges of their Minkowski difference are theirs, and its interior then misses the origin.
    fn is_separated(&self, a: u32, b: u32) -> bool {
        let Some(mut from) = self.corners(a).last() else { return true };
        self.corners(a).any(|to| {
            let begin = std::mem::replace(&mut from, to);
            self.corners(b).all(|corner| turn(begin, to, corner) != Turn::Left)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{NavMesh, RawMesh};

    /// A mesh of cells that are not joined, each given by its corners.
    fn loose_cells(cells: &[&[[f64; 2]]]) -> NavMesh {
        let mut raw = RawMesh::default();
        for cell in cells {
            let first = raw.positions.len() as u32;
            raw.positions.extend(cell.iter().map(|&corner| glam::DVec2::from(corner)));
            raw.push_cell(&(first..raw.positions.len() as u32).collect::<Vec<_>>());
        }
        NavMesh::from_raw(&raw).unwrap()
    }

    fn overlapping_slots(cells: &[&[[f64; 2]]]) -> Vec<[u32; 2]> {
        let mesh = loose_cells(cells);
        mesh.overlaps(usize::MAX).iter().map(|pair| pair.map(|cell| cell.slot)).collect()
    }

    const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

    fn moved(cell: [[f64; 2]; 4], x: f64, y: f64) -> [[f64; 2]; 4] {
        cell.map(|corner| [corner[0] + x, corner[1] + y])
    }

    #[test]
    fn cells_that_share_an_edge_a_part_of_one_or_a_corner_do_not_overlap() {
        let (beside, shifted) = (moved(SQUARE, 2.0, 0.0), moved(SQUARE, -2.0, 1.0));
        let corner = moved(SQUARE, 2.0, 2.0);
        assert!(overlapping_slots(&[&SQUARE, &beside, &shifted, &corner]).is_empty());
    }

    #[test]
    fn equal_nested_and_crossing_cells_overlap() {
        assert_eq!(overlapping_slots(&[&SQUARE, &SQUARE]), [[0, 1]]);
        let inner = SQUARE.map(|corner| corner.map(|v| 0.5 + v / 4.0));
        assert_eq!(overlapping_slots(&[&inner, &SQUARE]), [[0, 1]]);
        // A plus sign: no corner of one lies in the other.
        let (flat, tall) =
            (SQUARE.map(|[x, y]| [3.0 * x - 2.0, y]), SQUARE.map(|[x, y]| [x, 3.0 * y - 2.0]));
        assert_eq!(overlapping_slots(&[&flat, &tall]), [[0, 1]]);
    }

    #[test]
    fn an_overlap_of_one_unit_in_the_last_place_is_found() {
        let almost =
            moved(SQUARE, 2.0, 0.0).map(|[x, y]| [if x == 2.0 { 2f64.next_down() } else { x }, y]);
        assert_eq!(overlapping_slots(&[&SQUARE, &almost]), [[0, 1]]);
    }

    #[test]
    fn no_more_pairs_are_listed_than_asked_for() {
        let mesh = loose_cells(&[&SQUARE, &SQUARE, &SQUARE]);
        assert_eq!(mesh.overlaps(2).len(), 2);
        assert_eq!(mesh.overlaps(10).len(), 3);
        assert!(mesh.overlaps(0).is_empty());
    }
}
