//! Verification of a path and of its claims, except for its optimality.
//!
//! It shares no code with any search.

mod answer;

use glam::DVec2;

use super::Path;
use super::held::{PathCells, holds_on_floor};
use super::links::WalkedSection;
use super::walkable::{BlockedLeg, Walk};
use crate::error::QuerySide;
use crate::error::Short;
use crate::geom::{Turn, sanitized, turn, within_box};
use crate::mesh::{CellId, NavMesh};
use crate::outline::Link;

/// A defect of a path. Legs, waypoints and cells are counted from 0. Leg `i` runs from waypoint `i`
/// to waypoint `i + 1`.
///
/// A path that a finder returned has none on its own mesh. On a mesh that has changed since, ask for a new path. A path
/// that was stored or sent is altered, or belongs to another mesh. A defect of a fresh path is a bug: please report it.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathDefect {
    /// The path has no waypoint or no cell.
    #[error("the path is empty")]
    Empty,
    /// A coordinate is not usable.
    #[error("waypoint {waypoint} has an unusable coordinate")]
    Coordinates {
        /// The waypoint.
        waypoint: usize,
    },
    /// A waypoint repeats the one before it, or the path continues straight at it.
    #[error("the path does not turn at waypoint {waypoint}")]
    NoTurn {
        /// The waypoint.
        waypoint: usize,
    },
    /// A leg leaves the mesh, or crosses a pinch or a thin wall.
    #[error("leg {leg}, from {} to {}, is blocked", Short(*from), Short(*to))]
    Blocked {
        /// The leg.
        leg: usize,
        /// Its first point.
        from: DVec2,
        /// Its last point.
        to: DVec2,
    },
    /// A cell is not of this mesh.
    #[error("cell {cell} of the path is not of this mesh")]
    UnknownCell {
        /// Its index among the path's cells.
        cell: usize,
    },
    /// A cell is not joined to the next, or is repeated.
    #[error("cell {cell} of the path is not joined to the next")]
    CellsApart {
        /// Its index among the path's cells.
        cell: usize,
    },
    /// The path's cells do not hold a leg, in their order.
    #[error("the path's cells do not hold leg {leg}")]
    OutsideCells {
        /// The leg.
        leg: usize,
    },
    /// A link is not between two waypoints and two cells of the path, in their order, or its cost is
    /// invalid.
    #[error(
        "link {link} of the path is not between two of its waypoints and cells, or its cost is invalid"
    )]
    BadLink {
        /// Its index among the path's links.
        link: usize,
    },
    /// The path claims another cost for a link than the mesh.
    #[error("link {link} of the path costs {cost:?}, but the path claims {claimed:?}")]
    LinkCost {
        /// Its index among the path's links.
        link: usize,
        /// Its cost on the mesh.
        cost: f64,
        /// The value that the path claims.
        claimed: f64,
    },
    /// The length is not the sum of the legs.
    #[error("the path claims the length {length:?}, but its legs sum up to {sum:?}")]
    Length {
        /// The length that the path claims.
        length: f64,
        /// The sum of its legs.
        sum: f64,
    },
    /// The cost is not that of the legs and links on this mesh.
    #[error("the path claims the cost {cost:?}, but its legs and links cost {sum:?}")]
    Cost {
        /// The cost that the path claims.
        cost: f64,
        /// Its cost by [`Path::cost_on`]; without a mesh, the cost of its links, the least possible one.
        sum: f64,
    },
    /// The lower bound is not between 0 and the cost.
    #[error("the lower bound {bound:?} is not between 0 and the cost {cost:?}")]
    Bound {
        /// The bound.
        bound: f64,
        /// The cost.
        cost: f64,
    },
    /// An endpoint is not on the floor of the query, or the first cell not on the floor that the path
    /// claims.
    #[error("the {side} is not on floor {layer}")]
    Layer {
        /// The endpoint.
        side: QuerySide,
        /// The floor.
        layer: u32,
    },
    /// An endpoint is not in the cell of the query, nor in a cell that is joined with it there.
    #[error("the {side} is not on the side of cell {} of the query", cell.slot)]
    OtherSide {
        /// The endpoint.
        side: QuerySide,
        /// The cell of the query.
        cell: CellId,
    },
    /// The path names the floors of some waypoints, and not of all.
    #[error("the path names the floors of {named} waypoints, and has {waypoints}")]
    Floors {
        /// The number of floors.
        named: usize,
        /// The number of waypoints.
        waypoints: usize,
    },
    /// An offset is negative or not finite.
    #[error("the offset {} of the {side} is negative or not finite", Short(*claimed))]
    Offset {
        /// The endpoint.
        side: QuerySide,
        /// The value that the path claims.
        claimed: f64,
    },
    /// An endpoint is not at the claimed distance from the query's point, or moved too far.
    #[error(
        "the {side} is {distance:?} from the query's point, but the path claims {claimed:?}, and {allowed:?} is allowed"
    )]
    End {
        /// The endpoint.
        side: QuerySide,
        /// Its distance from the query's point.
        distance: f64,
        /// The value that the path claims.
        claimed: f64,
        /// The largest allowed distance.
        allowed: f64,
    },
}

impl Path {
    /// Verifies that the path can be walked on `mesh`, and that its claims are true.
    ///
    /// - Every walked leg lies in the closed mesh and crosses no pinch or thin wall.
    /// - Every other leg is a link of the mesh that is usable in this direction.
    /// - Consecutive cells are joined by portals or by these links, and hold the legs in order.
    /// - Every waypoint is on the floor that the path names for it.
    /// - The length is the sum of the walked legs, the cost is that of [`Path::cost_on`], and the bound is
    ///   below the cost.
    ///
    /// Side tests are exact. Sums may be off by their rounding, (waypoints + links + 8) · 2⁻⁵². Where costs
    /// differ, the cost may be off by that of the cells too, at the highest cost.
    ///
    /// Complexity: O(n log n) in the number of cells that the path touches.
    ///
    /// # Errors
    ///
    /// The first defect. The cells of a path from another mesh are defects; use
    /// [`Path::first_blocked_leg`] to test such a path.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, PathDefect, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([3.0, 1.0].into());
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.verify(&room), Ok(()));
    ///
    /// path.clear();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([9.0, 1.0].into()); // through the wall
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// assert!(matches!(path.verify(&room), Err(PathDefect::Blocked { leg: 0, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("validate", "checkPath"))]
    pub fn verify(&self, mesh: &NavMesh) -> Result<(), PathDefect> {
        self.verify_shape()?;
        let sum = self.walked_cost(mesh, &mut Walk::default()).map_err(|BlockedLeg(leg)| {
            let to = self.waypoints.get(leg + 1).unwrap_or(&self.waypoints[leg]);
            PathDefect::Blocked { leg, from: self.waypoints[leg], to: *to }
        })?;
        self.verify_cells(mesh)?;
        self.verify_links(mesh)?;
        self.verify_numbers()?;
        self.verify_cost(mesh, sum)
    }

    /// Verifies all that is possible without a mesh.
    #[cfg(feature = "serde")]
    pub(super) fn verify_alone(&self) -> Result<(), PathDefect> {
        self.verify_shape()?;
        let (cost, sum) = (self.cost(), self.cost_of_links());
        if cost < sum * (1.0 - self.rounding()) {
            return Err(PathDefect::Cost { cost, sum });
        }
        self.verify_numbers()
    }

    /// Checks the cost against the cost of a walk on a mesh.
    fn verify_cost(&self, mesh: &NavMesh, sum: f64) -> Result<(), PathDefect> {
        let cost = self.cost();
        let highest = self.cells.iter().map(|cell| mesh.cost(cell.slot)).fold(1.0, f64::max);
        let pieces = if mesh.is_uniform() { 0.0 } else { self.cells.len() as f64 * f64::EPSILON };
        let allowed = self.rounding() * sum + pieces * highest * self.length;
        if (cost - sum).abs() <= allowed { Ok(()) } else { Err(PathDefect::Cost { cost, sum }) }
    }

    /// Checks that points are usable, that all inner waypoints are turns, and that no cell is repeated.
    fn verify_shape(&self) -> Result<(), PathDefect> {
        let points = &self.waypoints;
        if points.is_empty() || self.cells.is_empty() {
            return Err(PathDefect::Empty);
        }
        if let Some(waypoint) = points.iter().position(|&p| sanitized(p) != Some(p)) {
            return Err(PathDefect::Coordinates { waypoint });
        }
        let (named, waypoints) = (self.floors.list.len(), points.len());
        if named > 0 && named != waypoints {
            return Err(PathDefect::Floors { named, waypoints });
        }
        self.verify_positions_of_links()?;
        self.walked_sections().try_for_each(|section| verify_turns(&section))
    }

    /// Checks that every link is between two waypoints and between two cells, in ascending order.
    pub(super) fn verify_positions_of_links(&self) -> Result<(), PathDefect> {
        let (mut leg, mut cell) = (0, 0);
        let [legs, steps] =
            [self.waypoints.len(), self.cells.len()].map(|count| count.saturating_sub(1));
        for (link, used) in self.links.iter().enumerate() {
            let is_placed = (leg..legs).contains(&used.leg) && (cell..steps).contains(&used.cell);
            if !is_placed || !Link::COSTS.contains(&used.cost) {
                return Err(PathDefect::BadLink { link });
            }
            (leg, cell) = (used.leg + 1, used.cell + 1);
        }
        Ok(())
    }

    /// Checks the costs of links, and that the cells at their ends hold them. Their waypoints were
    /// checked.
    fn verify_links(&self, mesh: &NavMesh) -> Result<(), PathDefect> {
        for (link, used) in self.links.iter().enumerate() {
            let is_held = |side, cell: usize| {
                let at_end = mesh.link_places(used.lane_id(), side);
                at_end.iter().any(|at| at.cell == self.cells[cell])
            };
            if !is_held(used.entered, used.cell) || !is_held(used.entered.other(), used.cell + 1) {
                return Err(PathDefect::BadLink { link });
            }
            let cost = mesh.link(used.link).map_or(0.0, |link| link.cost);
            let claimed = used.cost;
            if cost.total_cmp(&claimed).is_ne() {
                return Err(PathDefect::LinkCost { link, cost, claimed });
            }
        }
        Ok(())
    }

    fn verify_cells(&self, mesh: &NavMesh) -> Result<(), PathDefect> {
        if let Some(cell) = self.cells.iter().position(|&cell| !mesh.has_cell(cell)) {
            return Err(PathDefect::UnknownCell { cell });
        }
        for section in self.walked_sections() {
            let WalkedSection { points, cells, first, first_cell } = section;
            let cells = PathCells { mesh, cells };
            if let Some(cell) = cells.first_apart() {
                return Err(PathDefect::CellsApart { cell: first_cell + cell });
            }
            if let Err(leg) = cells.of_points(points, &mut Vec::new()) {
                return Err(PathDefect::OutsideCells { leg: first + leg });
            }
        }
        let (cell, point, layer) = (self.cells[0], self.waypoints[0], self.start_layer());
        if holds_on_floor(mesh, cell, point, layer) {
            Ok(())
        } else {
            Err(PathDefect::Layer { side: QuerySide::Start, layer })
        }
    }

    /// Checks length, bound and offsets, and that the cost is a number.
    fn verify_numbers(&self) -> Result<(), PathDefect> {
        let (length, sum) = (self.length, self.sum_of_walked_legs());
        if !self.is_sum(length, sum) {
            return Err(PathDefect::Length { length, sum });
        }
        let (cost, bound) = (self.cost(), self.lower_bound());
        if !cost.is_finite() {
            return Err(PathDefect::Cost { cost, sum: self.cost_of_links() });
        }
        if !(0.0..=cost).contains(&bound) {
            return Err(PathDefect::Bound { bound, cost });
        }
        let offsets =
            [(QuerySide::Start, self.start_offset()), (QuerySide::Goal, self.goal_offset())];
        let wrong = offsets.into_iter().find(|(_, offset)| !(0.0..f64::INFINITY).contains(offset));
        wrong.map_or(Ok(()), |(side, claimed)| Err(PathDefect::Offset { side, claimed }))
    }

    /// True if a number equals a sum of the path's legs up to rounding; false for NaN.
    fn is_sum(&self, number: f64, sum: f64) -> bool {
        (number - sum).abs() <= self.rounding() * sum
    }
}

/// Checks that all inner waypoints of a section are turns, and that no cell is repeated.
fn verify_turns(section: &WalkedSection<'_>) -> Result<(), PathDefect> {
    let WalkedSection { points, cells, first, first_cell } = *section;
    if let Some(cell) = cells.windows(2).position(|pair| pair[0] == pair[1]) {
        return Err(PathDefect::CellsApart { cell: first_cell + cell });
    }
    if let Some(leg) = points.windows(2).position(|leg| leg[0] == leg[1]) {
        return Err(PathDefect::NoTurn { waypoint: first + leg + 1 });
    }
    let is_straight =
        |p: &[DVec2]| turn(p[0], p[1], p[2]) == Turn::Collinear && within_box(p[0], p[2], p[1]);
    match points.windows(3).position(is_straight) {
        Some(before) => Err(PathDefect::NoTurn { waypoint: first + before + 1 }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
