//! Random patches of small meshes: cells of a lattice come and go, are split, merged and walled.
//!
//! A patch replaces all cells in a window. A place of the window then has one quadrangle, two triangles, half
//! of a double quadrangle, or nothing. Some sides are walls without thickness.

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::backend::{MeshPatch, PatchCell, PatchError, PatchReport, PatchSide};
use navmesh_core::{CellId, DVec2, NavMesh, RawMesh};

use crate::rng::SplitMix64;

/// A lattice whose cells are replaced at random, and the places that each cell covers.
#[derive(Debug)]
pub struct PatchWorld {
    rng: SplitMix64,
    size: u32,
    points: Vec<DVec2>,
    /// The share of places without a cell, in percent.
    empty: usize,
    places: BTreeMap<CellId, Vec<u32>>,
}

/// New cells and the places that each covers.
type Shapes = Vec<(PatchCell, Vec<u32>)>;

impl PatchWorld {
    /// Creates the world of a seed and its first mesh, a lattice of `size` × `size` quadrangles.
    ///
    /// In one of two seeds its vertices are moved by multiples of 1/64.
    ///
    /// # Panics
    ///
    /// Never, unless a lattice is not valid.
    #[must_use]
    pub fn new(seed: u64, size: u32) -> (Self, NavMesh) {
        let mut rng = SplitMix64::new(seed);
        let jitter = if seed.is_multiple_of(2) { 0 } else { 12 };
        let mut raw = RawMesh::default();
        for y in 0..=size {
            for x in 0..=size {
                let mut moved = |v: u32| f64::from(v) + rng.between(-jitter, jitter) as f64 / 64.0;
                raw.positions.push(DVec2::new(moved(x), moved(y)));
            }
        }
        for place in 0..size * size {
            raw.push_cell(&ring(place, size));
        }
        raw.join_matching_edges();
        let mesh = NavMesh::from_raw(&raw).expect("a lattice is valid");
        let places = mesh.cell_ids().map(|cell| (cell, vec![cell.slot])).collect();
        let empty = 10 + rng.below(45);
        (Self { rng, size, points: raw.positions, empty, places }, mesh)
    }

    /// Replaces the cells of a random window, at most `width` places wide and high.
    ///
    /// `apply` applies the patch to the mesh. Returns the patch and its report, or `None` if no cell would
    /// be left.
    ///
    /// # Panics
    ///
    /// If `apply` refuses the patch for another reason.
    pub fn step(
        &mut self,
        width: usize,
        apply: impl FnOnce(&MeshPatch) -> Result<PatchReport, PatchError>,
    ) -> Option<(MeshPatch, PatchReport)> {
        let window = self.window(width);
        let touches = |places: &Vec<u32>| places.iter().any(|place| window.contains(place));
        let removed = self.places.iter().filter(|(_, places)| touches(places));
        let removed: Vec<CellId> = removed.map(|(&cell, _)| cell).collect();
        let mut covered = window;
        for cell in &removed {
            covered.extend(&self.places[cell]);
        }
        let shapes = self.shapes(covered);
        let cells = shapes.iter().map(|(cell, _)| cell.clone()).collect();
        let patch = MeshPatch { removed, cells, ..MeshPatch::default() };
        let report = match apply(&patch) {
            Ok(report) => report,
            Err(PatchError::Empty) => return None,
            Err(error) => panic!("{error}: {patch:?}"),
        };
        for cell in &patch.removed {
            self.places.remove(cell);
        }
        let places = shapes.into_iter().map(|(_, places)| places);
        self.places.extend(report.added.iter().copied().zip(places));
        Some((patch, report))
    }

    /// Returns the places of a random window.
    fn window(&mut self, width: usize) -> BTreeSet<u32> {
        let mut range = || {
            let first = self.rng.below(self.size as usize) as u32;
            first..(first + 1 + self.rng.below(width) as u32).min(self.size)
        };
        let (columns, rows) = (range(), range());
        let mut places = BTreeSet::new();
        for row in rows {
            places.extend(columns.clone().map(|column| row * self.size + column));
        }
        places
    }

    /// Returns random cells on some places.
    fn shapes(&mut self, mut places: BTreeSet<u32>) -> Shapes {
        let mut shapes = Shapes::new();
        while let Some(place) = places.pop_first() {
            let [a, b, c, d] = self.corners(place);
            let kind = self.rng.below(100);
            if kind < self.empty {
                continue;
            }
            match self.rng.below(10) {
                0..2 => {
                    shapes.push((self.cell(vec![a, b, c]), vec![place]));
                    shapes.push((self.cell(vec![a, c, d]), vec![place]));
                }
                2..5 if (place + 1) % self.size > 0 && places.contains(&(place + 1)) => {
                    let [_, e, f, _] = self.corners(place + 1);
                    let ring = vec![a, b, e, f, c, d];
                    if is_convex(&ring) {
                        places.remove(&(place + 1));
                        shapes.push((self.cell(ring), vec![place, place + 1]));
                    } else {
                        shapes.push((self.cell(vec![a, b, c, d]), vec![place]));
                    }
                }
                _ => shapes.push((self.cell(vec![a, b, c, d]), vec![place])),
            }
        }
        shapes
    }

    fn corners(&self, place: u32) -> [DVec2; 4] {
        ring(place, self.size).map(|index| self.points[index as usize])
    }

    /// Returns a cell; one in twenty sides is a wall.
    fn cell(&mut self, corners: Vec<DVec2>) -> PatchCell {
        let mut side = || if self.rng.chance(5) { PatchSide::Wall } else { PatchSide::Joined };
        let sides = corners.iter().map(|_| side()).collect();
        PatchCell { sides, ..PatchCell::new(corners) }
    }
}

/// Returns the lattice points around a place, counter-clockwise.
fn ring(place: u32, size: u32) -> [u32; 4] {
    let low = place / size * (size + 1) + place % size;
    [low, low + 1, low + size + 2, low + size + 1]
}

fn is_convex(ring: &[DVec2]) -> bool {
    let at = |index: usize| ring[index % ring.len()];
    (0..ring.len()).all(|i| turn(at(i), at(i + 1), at(i + 2)) != Turn::Right)
}

#[cfg(test)]
mod tests;
