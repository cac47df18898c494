//! Validation of raw meshes.

mod defects;
mod twins;
mod overlap;

use glam::DVec2;

use super::{EdgeId, MeshDoor, RawCell, RawMesh};
use crate::collections::NONE;
use crate::geom::{Turn, lexicographic, sanitized, turn};
pub use defects::{MeshDefect, MeshDefects};
pub(super) use overlap::separates;
use twins::Twins;

impl RawMesh {
    /// Returns all defects; empty for a valid mesh.
    ///
    /// Complexity: O(n log n) in the number of corners.
    #[must_use]
    pub fn defects(&self) -> Vec<MeshDefect> {
        self.checked().err().unwrap_or_default()
    }

    /// Returns the twin of every edge, [`NONE`] at walls.
    ///
    /// # Errors
    ///
    /// All defects.
    pub(super) fn checked(&self) -> Result<Vec<u32>, Vec<MeshDefect>> {
        if self.cell_count() == 0 {
            return Err(vec![MeshDefect::Empty]);
        }
        let limit = 1 << 31;
        let names = self.areas.iter().map(|area| area.name.len()).sum::<usize>()
            + self.doors.iter().map(|door| door.name.len()).sum::<usize>()
            + self.links.iter().map(|link| link.name.len()).sum::<usize>();
        let counts = [self.corners.len(), self.cell_count(), self.positions.len()];
        let counts = counts.into_iter().chain([self.links.len()]);
        if counts.chain([self.areas.len(), names]).any(|n| n >= limit) {
            return Err(vec![MeshDefect::TooLarge]);
        }
        if let Some(cell) = self.first_broken_end() {
            return Err(vec![MeshDefect::BrokenArrays { cell }]);
        }
        let mut defects = Vec::new();
        self.check_positions(&mut defects);
        self.check_corners(&mut defects);
        self.check_costs(&mut defects);
        self.check_areas(&mut defects);
        let layers = self.layers.len();
        if layers != 0 && layers != self.cell_count() {
            let cell = layers.min(self.cell_count()) as u32;
            defects.push(MeshDefect::BadLayer { cell });
        }
        self.check_doors(&mut defects);
        if self.clearance.as_ref().is_some_and(|clearance| !clearance.is_valid()) {
            defects.push(MeshDefect::BadClearance);
        }
        let twins = if defects.is_empty() { self.check_cells(&mut defects) } else { Vec::new() };
        if defects.is_empty() { Ok(twins) } else { Err(defects) }
    }

    fn cells(&self) -> impl Iterator<Item = (u32, RawCell<'_>)> {
        (0..self.cell_count()).filter_map(|index| Some((index as u32, self.cell(index)?)))
    }

    fn first_broken_end(&self) -> Option<u32> {
        let out_of_order = self.cell_ends.windows(2).position(|ends| ends[0] > ends[1]);
        let last = self.cell_ends.len() - 1;
        let total = self.cell_ends[last] as usize;
        let mismatch = total != self.corners.len() || total != self.neighbors.len();
        out_of_order.map(|before| before as u32 + 1).or(mismatch.then_some(last as u32))
    }

    fn check_positions(&self, defects: &mut Vec<MeshDefect>) {
        for (index, &point) in self.positions.iter().enumerate() {
            if sanitized(point) != Some(point) {
                defects.push(MeshDefect::BadPosition { position: index as u32 });
            }
        }
    }

    fn check_corners(&self, defects: &mut Vec<MeshDefect>) {
        for (cell, raw) in self.cells() {
            if raw.corners.len() < 3 {
                defects.push(MeshDefect::TooFewCorners { cell });
            }
            for (i, &position) in raw.corners.iter().enumerate() {
                if position as usize >= self.positions.len() {
                    defects.push(MeshDefect::NoSuchPosition { cell, corner: i as u32 });
                }
            }
        }
    }

    fn check_costs(&self, defects: &mut Vec<MeshDefect>) {
        if self.costs.is_empty() {
            return;
        }
        let good = |cost: &f64| Self::COSTS.contains(cost);
        for cell in 0..self.cell_count().max(self.costs.len()) {
            let extra = cell >= self.cell_count();
            if extra || !self.costs.get(cell).is_some_and(good) {
                defects.push(MeshDefect::BadCost { cell: cell as u32 });
            }
        }
    }

    fn check_areas(&self, defects: &mut Vec<MeshDefect>) {
        let unusable = |area: &usize| !Self::COSTS.contains(&self.areas[*area].cost);
        let bad = (0..self.areas.len()).filter(unusable);
        defects.extend(bad.map(|area| MeshDefect::BadAreaCost { area: area as u32 }));
        if self.areas.is_empty() && self.cell_areas.is_empty() {
            return;
        }
        let cost = |cell: usize| self.costs.get(cell).copied().unwrap_or(1.0);
        for cell in 0..self.cell_count().max(self.cell_areas.len()) {
            let is_valid = match self.cell_areas.get(cell) {
                _ if cell >= self.cell_count() => false,
                None => false,
                Some(None) => true,
                Some(Some(area)) => {
                    self.areas.get(*area as usize).is_some_and(|area| area.cost == cost(cell))
                }
            };
            if !is_valid {
                defects.push(MeshDefect::BadArea { cell: cell as u32 });
            }
        }
    }

    fn check_doors(&self, defects: &mut Vec<MeshDefect>) {
        let is_edge = |edge: &EdgeId| edge.index() < self.corners.len();
        let is_cell = |cell: &u32| (*cell as usize) < self.cell_count();
        let is_known =
            |door: &MeshDoor| door.edges.iter().all(is_edge) && door.margin.iter().all(is_cell);
        let bad = self.doors.iter().enumerate().filter(|(_, door)| !is_known(door));
        defects.extend(bad.map(|(door, _)| MeshDefect::BadDoor { door: door as u32 }));
    }

    /// Checks each cell. Returns the twins of all edges.
    fn check_cells(&self, defects: &mut Vec<MeshDefect>) -> Vec<u32> {
        let mut known = vec![NONE; self.corners.len()];
        let twins = Twins::of(self);
        for (cell, raw) in self.cells() {
            let point = |corner: usize| self.positions[raw.corners[corner] as usize];
            defects.extend(shape_defect(cell, raw.corners.len(), point));
            let first = self.range(cell as usize).start;
            for (edge, &neighbor) in raw.neighbors.iter().enumerate() {
                let index = first + edge;
                if neighbor.is_none() || known[index] != NONE {
                    continue;
                }
                match twins.of_edge(cell, index).filter(|_| neighbor != Some(cell)) {
                    Some(twin) => (known[index], known[twin as usize]) = (twin, index as u32),
                    None => {
                        let edge = edge as u32;
                        defects.push(MeshDefect::NotReciprocal { cell, edge });
                    }
                }
            }
        }
        known
    }
}

/// Checks the shape of a cell by signs. `point` returns a corner.
///
/// A convex cell has no right turn, some left turn, and turns once in all. It turns once if its edges change
/// between lexicographically rising and falling exactly twice.
pub(super) fn shape_defect(
    cell: u32,
    count: usize,
    point: impl Fn(usize) -> DVec2,
) -> Option<MeshDefect> {
    let (mut left_turns, mut changes) = (0, 0);
    let mut did_rise = lexicographic(point(0), point(1)).is_lt();
    for i in 0..count {
        // The three corners are read in each step. Carried over from the last one, LLVM 22 computes with half of a corner
        // where it may use AVX.
        let [first, middle, last] = [0, 1, 2].map(|ahead| (i + ahead) % count);
        let [a, b, c] = [first, middle, last].map(&point);
        let corner = middle as u32;
        if a == b {
            return Some(MeshDefect::RepeatedCorner { cell, corner: first as u32 });
        }
        match turn(a, b, c) {
            Turn::Right => return Some(MeshDefect::NotConvex { cell, corner }),
            Turn::Left => left_turns += 1,
            Turn::Collinear => {}
        }
        let rises = lexicographic(b, c).is_lt();
        changes += usize::from(rises != std::mem::replace(&mut did_rise, rises));
    }
    (left_turns == 0 || changes != 2).then_some(MeshDefect::NotSimple { cell })
}
