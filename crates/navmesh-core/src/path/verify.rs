//! A path as its own certificate: whether it can be walked, and says the truth about itself.
//!
//! The checker shares no code with any search. It does not know whether a shorter path exists; that
//! is what the search proves, and what the oracles of the tests are for.

mod answer;

use glam::DVec2;

use super::links::Walk;
use super::{Path, walk};
use crate::error::QuerySide;
use crate::error::Short;
use crate::geom::{Turn, sanitized, turn, within_box};
use crate::mesh::NavMesh;
use crate::outline::Link;

/// What is wrong with a path. Legs, waypoints and cells are counted from 0; leg `i` runs from waypoint
/// `i` to waypoint `i + 1`.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathDefect {
    /// It has no waypoint or no cell.
    #[error("the path is empty")]
    Empty,
    /// A coordinate is no usable number.
    #[error("waypoint {waypoint} has a coordinate that cannot be used")]
    Coordinates {
        /// Which waypoint.
        waypoint: usize,
    },
    /// A waypoint repeats the one before it, or the path runs straight on through it.
    #[error("the path does not turn at waypoint {waypoint}")]
    NoTurn {
        /// Which waypoint.
        waypoint: usize,
    },
    /// A leg leaves the ground, or jumps over a pinch or a thin wall.
    #[error("leg {leg}, from {} to {}, is blocked", Short(*from), Short(*to))]
    Blocked {
        /// Which leg.
        leg: usize,
        /// Where it begins.
        from: DVec2,
        /// Where it ends.
        to: DVec2,
    },
    /// A cell is not of this mesh.
    #[error("cell {cell} of the path is not of this mesh")]
    UnknownCell {
        /// Its place among the path's cells.
        cell: usize,
    },
    /// A cell is not joined to the next, or is the next.
    #[error("cell {cell} of the path is not joined to the next")]
    CellsApart {
        /// Its place among the path's cells.
        cell: usize,
    },
    /// The path's cells do not hold this leg, in their order.
    #[error("the path's cells do not hold leg {leg}")]
    OutsideCells {
        /// Which leg.
        leg: usize,
    },
    /// A link does not stand between two waypoints and two cells of the path, in their order, or not in these
    /// cells, or its cost is none.
    #[error(
        "link {link} of the path does not stand between two of its waypoints and cells, or has no cost"
    )]
    BadLink {
        /// Its place among the path's links.
        link: usize,
    },
    /// The path says of a link of the mesh that it costs something else.
    #[error("link {link} of the path costs {}, and {} is told", Short(*cost), Short(*told))]
    LinkCost {
        /// Its place among the path's links.
        link: usize,
        /// What it costs.
        cost: f64,
        /// What the path says.
        told: f64,
    },
    /// The length is not the sum of the legs.
    #[error("the length is given as {}, and the legs sum up to {}", Short(*length), Short(*sum))]
    Length {
        /// What the path says.
        length: f64,
        /// What its legs sum up to.
        sum: f64,
    },
    /// The cost is less than the legs can cost on this mesh.
    #[error("the cost is given as {}, and the legs cost {} at least", Short(*cost), Short(*least))]
    Cost {
        /// What the path says.
        cost: f64,
        /// Its length at the mesh's lowest cost.
        least: f64,
    },
    /// The lower bound is not between 0 and the cost.
    #[error("the lower bound {} is not between 0 and the cost {}", Short(*bound), Short(*cost))]
    Bound {
        /// The bound.
        bound: f64,
        /// The cost.
        cost: f64,
    },
    /// An end is not on the floor that was asked for, or the path's first cell not on the one that it says.
    #[error("the {side} is not on floor {layer}")]
    Layer {
        /// Which end.
        side: QuerySide,
        /// The floor.
        layer: u32,
    },
    /// An end's offset is negative or no number.
    #[error("the {side} is said to have been moved by {}", Short(*told))]
    Offset {
        /// Which end.
        side: QuerySide,
        /// What the path says.
        told: f64,
    },
    /// An end is not as far from where it was asked to be as the path says, or moved too far.
    #[error(
        "the {side} is {} from where it was asked to be, {} is told, {} allowed",
        Short(*distance), Short(*told), Short(*allowed)
    )]
    End {
        /// Which end.
        side: QuerySide,
        /// How far it is from the query's point.
        distance: f64,
        /// What the path says.
        told: f64,
        /// How far it may be.
        allowed: f64,
    },
}

impl Path {
    /// Checks that the path can be walked on `mesh`, and that what it says of itself is true.
    ///
    /// Every leg lies in the closed ground, and no step jumps over a pinch or a thin wall, or runs over a link
    /// of the mesh that leads that way, from a place where one stands; the cells are joined in a row, by portals
    /// or by these links, and hold the legs in order; the length is the sum of the legs that are walked; the cost
    /// is possible; the bound is below the cost. Which side a point lies on is decided exactly; sums may
    /// be off by their rounding, (waypoints + links + 8) · 2⁻⁵².
    ///
    /// Complexity: O(n log n) in the number of cells that the path touches.
    ///
    /// # Errors
    ///
    /// The first defect. A path that was found on another mesh fails by its cells;
    /// [`Path::first_blocked_leg`] asks whether it can still be walked.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Path, PathDefect, PathSummary, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
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
        if let Some(leg) = walk::first_blocked_leg(mesh, self, self.start_layer()) {
            let to = self.waypoints.get(leg + 1).unwrap_or(&self.waypoints[leg]);
            return Err(PathDefect::Blocked { leg, from: self.waypoints[leg], to: *to });
        }
        self.verify_cells(mesh)?;
        self.verify_links(mesh)?;
        self.verify_numbers(mesh.lowest_cost())
    }

    /// Checks what can be said without a mesh: the least that a path from elsewhere must fulfil.
    #[cfg(feature = "serde")]
    pub(super) fn verify_alone(&self) -> Result<(), PathDefect> {
        self.verify_shape()?;
        self.verify_numbers(0.0)
    }

    /// Checks that points are usable, each but the two ends a turn, and no cell twice in a row.
    fn verify_shape(&self) -> Result<(), PathDefect> {
        let points = &self.waypoints;
        if points.is_empty() || self.cells.is_empty() {
            return Err(PathDefect::Empty);
        }
        if let Some(waypoint) = points.iter().position(|&p| sanitized(p) != Some(p)) {
            return Err(PathDefect::Coordinates { waypoint });
        }
        self.verify_places_of_links()?;
        self.walks().try_for_each(|walk| verify_turns(&walk))
    }

    /// Checks that every link stands between two waypoints and between two cells, in ascending order.
    pub(super) fn verify_places_of_links(&self) -> Result<(), PathDefect> {
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

    /// Checks what links of the mesh cost, and that they stand in the cells around them; that they lead between
    /// the path's waypoints has been checked.
    fn verify_links(&self, mesh: &NavMesh) -> Result<(), PathDefect> {
        for (link, used) in self.links.iter().enumerate() {
            let stands = |side, cell: usize| {
                let places = mesh.link_places(used.lane_id(), side);
                places.iter().any(|place| place.cell == self.cells[cell])
            };
            if !stands(used.entered, used.cell) || !stands(used.entered.other(), used.cell + 1) {
                return Err(PathDefect::BadLink { link });
            }
            let (cost, told) = (mesh.link(used.link).map_or(0.0, |link| link.cost), used.cost);
            if cost.total_cmp(&told).is_ne() {
                return Err(PathDefect::LinkCost { link, cost, told });
            }
        }
        Ok(())
    }

    fn verify_cells(&self, mesh: &NavMesh) -> Result<(), PathDefect> {
        if let Some(cell) = self.cells.iter().position(|&cell| !mesh.has_cell(cell)) {
            return Err(PathDefect::UnknownCell { cell });
        }
        for Walk { points, cells, first, first_cell } in self.walks() {
            if let Some(cell) = walk::first_cell_apart(mesh, cells) {
                return Err(PathDefect::CellsApart { cell: first_cell + cell });
            }
            if let Some(leg) = walk::first_leg_outside(mesh, cells, points) {
                return Err(PathDefect::OutsideCells { leg: first + leg });
            }
        }
        let (cell, point, layer) = (self.cells[0], self.waypoints[0], self.start_layer());
        match walk::stands_on(mesh, cell, point, layer) {
            true => Ok(()),
            false => Err(PathDefect::Layer { side: QuerySide::Start, layer }),
        }
    }

    /// Checks length, cost, bound and offsets, on ground of this lowest cost.
    fn verify_numbers(&self, lowest_cost: f64) -> Result<(), PathDefect> {
        let (length, sum) = (self.length, self.sum_of_walked_legs());
        if !self.is_sum(length, sum) {
            return Err(PathDefect::Length { length, sum });
        }
        let (cost, bound) = (self.cost(), self.lower_bound());
        let least = length * lowest_cost + self.cost_of_links();
        if cost < least * (1.0 - self.rounding()) || !cost.is_finite() {
            return Err(PathDefect::Cost { cost, least });
        }
        if !(0.0..=cost).contains(&bound) {
            return Err(PathDefect::Bound { bound, cost });
        }
        let offsets =
            [(QuerySide::Start, self.start_offset()), (QuerySide::Goal, self.goal_offset())];
        let wrong = offsets.into_iter().find(|(_, told)| !(0.0..f64::INFINITY).contains(told));
        wrong.map_or(Ok(()), |(side, told)| Err(PathDefect::Offset { side, told }))
    }

    /// True where a number is a sum of the path's legs up to rounding; never for what is no number.
    fn is_sum(&self, number: f64, sum: f64) -> bool {
        (number - sum).abs() <= self.rounding() * sum
    }
}

/// Checks that each waypoint of a walk but the two ends is a turn, and no cell comes twice in a row.
fn verify_turns(walk: &Walk<'_>) -> Result<(), PathDefect> {
    let Walk { points, cells, first, first_cell } = *walk;
    if let Some(cell) = cells.windows(2).position(|pair| pair[0] == pair[1]) {
        return Err(PathDefect::CellsApart { cell: first_cell + cell });
    }
    if let Some(leg) = points.windows(2).position(|leg| leg[0] == leg[1]) {
        return Err(PathDefect::NoTurn { waypoint: first + leg + 1 });
    }
    let runs_on =
        |p: &[DVec2]| turn(p[0], p[1], p[2]) == Turn::Collinear && within_box(p[0], p[2], p[1]);
    match points.windows(3).position(runs_on) {
        Some(before) => Err(PathDefect::NoTurn { waypoint: first + before + 1 }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
