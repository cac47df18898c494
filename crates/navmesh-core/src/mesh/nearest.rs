//! The point of the mesh that is nearest to any point.

use glam::DVec2;

use super::{CellId, NavMesh};
use crate::buckets::rounding_margin;
use crate::geom::{nearest_on_segment, sanitized};

/// The nearest point of the mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// The point; it lies in the closed cell, by the exact test.
    pub point: DVec2,
    /// Its distance from the point asked for, in map units.
    pub distance: f64,
    /// A cell that holds it.
    pub cell: CellId,
}

/// The best found so far: compared by distance, then by slot.
#[derive(Clone, Copy)]
struct Candidate {
    distance_sq: f64,
    slot: u32,
    point: DVec2,
}

impl NavMesh {
    /// The point of the mesh nearest to `point`; `None` only where no coordinate is a number.
    ///
    /// Of several equally near ones, the one in the cell with the lowest slot.
    #[must_use]
    pub fn nearest(&self, point: impl Into<DVec2>) -> Option<Nearest> {
        self.nearest_where(point.into(), f64::INFINITY, |_| true)
    }

    /// The nearest point within `max_distance`, among the cells that `accept` says yes to by slot.
    ///
    /// Distances are those of the rounded points: a point on an edge is moved inwards by the few
    /// units in the last place that bring it inside its cell by the exact test; in a cell too thin
    /// to hold one, it is a corner. So a thin cell may be passed over for a neighbour.
    #[must_use]
    pub fn nearest_where(
        &self,
        point: DVec2,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
    ) -> Option<Nearest> {
        let point = sanitized(point)?;
        let best = self.nearest_candidate(point, max_distance, accept)?;
        let distance = best.distance_sq.sqrt();
        (distance <= max_distance).then(|| Nearest {
            point: best.point,
            distance,
            cell: self.cell_id(best.slot),
        })
    }

    /// Searches the buckets ring by ring outwards until no nearer cell can follow.
    fn nearest_candidate(
        &self,
        point: DVec2,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
    ) -> Option<Candidate> {
        let locator = &self.locator;
        let clamped = point.clamp(self.bounds.min, self.bounds.max);
        let (column, row) = (locator.column(clamped.x), locator.row(clamped.y));
        let mut best: Option<Candidate> = None;
        for ring in 0..locator.columns().max(locator.rows()) {
            let reach = best.map_or(max_distance, |b| b.distance_sq.sqrt());
            if ring > 0 && self.distance_beyond(clamped, column, row, ring - 1) > reach {
                break;
            }
            self.each_bucket_of_ring(column, row, ring, |slots| {
                for &slot in slots.iter().filter(|&&slot| accept(slot)) {
                    let candidate = self.nearest_in_cell(slot, point);
                    if best.is_some_and(|b| !candidate.precedes(&b)) {
                        continue;
                    }
                    let candidate = self.inside_its_cell(candidate, point);
                    if best.is_none_or(|b| candidate.precedes(&b)) {
                        best = Some(candidate);
                    }
                }
            });
        }
        best
    }

    fn each_bucket_of_ring(&self, column: u32, row: u32, ring: u32, mut visit: impl FnMut(&[u32])) {
        let locator = &self.locator;
        let (left, right) = (column.saturating_sub(ring), column.saturating_add(ring));
        let (bottom, top) = (row.saturating_sub(ring), row.saturating_add(ring));
        for r in bottom..=top.min(locator.rows() - 1) {
            let whole_row = row.abs_diff(r) == ring;
            for c in left..=right.min(locator.columns() - 1) {
                if whole_row || column.abs_diff(c) == ring {
                    visit(locator.bucket(c, r));
                }
            }
        }
    }

    /// A lower bound on the distance from `point` to what lies outside the square of buckets within
    /// `ring` of its own; infinite where nothing does.
    fn distance_beyond(&self, point: DVec2, column: u32, row: u32, ring: u32) -> f64 {
        let locator = &self.locator;
        let mut distance = f64::INFINITY;
        if column > ring {
            distance = distance.min(point.x - locator.column_start(column - ring));
        }
        if row > ring {
            distance = distance.min(point.y - locator.row_start(row - ring));
        }
        if column + ring + 1 < locator.columns() {
            distance = distance.min(locator.column_start(column + ring + 1) - point.x);
        }
        if row + ring + 1 < locator.rows() {
            distance = distance.min(locator.row_start(row + ring + 1) - point.y);
        }
        (distance - rounding_margin(self.bounds)).max(0.0)
    }

    fn nearest_in_cell(&self, slot: u32, point: DVec2) -> Candidate {
        if self.feature_at(slot, point).is_some() {
            return Candidate { distance_sq: 0.0, slot, point };
        }
        let range = self.edge_range(slot);
        let mut from = self.edges[range.end - 1].origin;
        let mut best = Candidate { distance_sq: f64::INFINITY, slot, point: from };
        for edge in &self.edges[range] {
            let near = nearest_on_segment(from, edge.origin, point);
            let distance_sq = near.distance_squared(point);
            if distance_sq < best.distance_sq {
                best = Candidate { distance_sq, slot, point: near };
            }
            from = edge.origin;
        }
        best
    }

    /// The candidate at a point of its closed cell, by the exact test.
    fn inside_its_cell(&self, candidate: Candidate, point: DVec2) -> Candidate {
        let inside = self.pulled_into(candidate.slot, candidate.point, point);
        Candidate { distance_sq: inside.distance_squared(point), point: inside, ..candidate }
    }
}

impl Candidate {
    fn precedes(&self, other: &Self) -> bool {
        self.distance_sq.total_cmp(&other.distance_sq).then(self.slot.cmp(&other.slot)).is_lt()
    }
}
