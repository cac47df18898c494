//! Landmarks: lower bounds on the remaining distance from precomputed distances.
//!
//! Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
//! Theory", SODA 2005. The distance between two places is at least the difference of their
//! distances from a third place, the landmark. On winding maps, a few landmarks give better bounds
//! than the straight line.
//!
//! We differ from it in: 1) places are points of a plane with obstacles, and the search itself
//! computes their exact any-angle distances ([`placement`]); 2) distances are stored for the ends
//! of portals, in 16 bits a landmark, and an interval's bound follows from both ends of its portal
//! ([`GoalBounds::bound`]); 3) the goal is no vertex: its distance from a landmark has a lower and
//! an upper bound, from the vertices of its cell.
//!
//! The landmarks of the open map stay valid when doors close, because closing shortens no path.

mod placement;

use navmesh_core::DVec2;
use navmesh_core::geom::nearest_on_segment;

use super::portals::{Portal, Portals};
use crate::any_angle::pruning::interval_bound::IntervalGeometry;

/// The largest number of landmarks of a component.
const LANDMARKS: usize = 8;

/// The distance from each landmark, in steps of 1 / 65534 of the largest distance.
type Steps = [u16; LANDMARKS];

/// The distances of a vertex from the landmarks, rounded down. `UNKNOWN` if the vertex is no end of
/// a portal between cells that are no dead ends.
type Row = Steps;

const UNKNOWN: Row = [u16::MAX; LANDMARKS];

/// The largest rounding error of distances and of their sums, in steps.
const ROUNDING: u16 = 2;

/// The distances of portal ends from the landmarks of their component. Memory: 16 bytes a vertex,
/// or nothing if the mesh is too small to gain from landmarks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Landmarks {
    /// The distances, by vertex.
    rows: Vec<Row>,
    /// The size of a step, in map units.
    step: f64,
}

impl Landmarks {
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
    }

    /// Returns bounds on the distances of the goal, in a cell of the mesh, from the landmarks;
    /// `None` without landmarks.
    pub(crate) fn goal_bounds(
        &self,
        portals: Portals,
        goal: DVec2,
        cell: u32,
    ) -> Option<GoalBounds> {
        if self.rows.is_empty() {
            return None;
        }
        Some(self.goal_bounds_of(portals, &Target::of(portals, goal, cell)?))
    }

    /// Returns the same bounds for a goal in a cell with an end of a link. Such a cell is no dead
    /// end.
    pub(crate) fn goal_bounds_beside_links(
        &self,
        portals: Portals,
        point: DVec2,
        cell: u32,
    ) -> Option<GoalBounds> {
        let target = Target { point, radius: 0.0, cell, rest: 0.0 };
        (!self.rows.is_empty()).then(|| self.goal_bounds_of(portals, &target))
    }

    #[inline(always)]
    fn goal_bounds_of(&self, portals: Portals, target: &Target) -> GoalBounds {
        let mut goal_bounds = GoalBounds {
            least: [0; LANDMARKS],
            most: [u16::MAX; LANDMARKS],
            step: self.step,
            rest: target.rest,
        };
        for number in portals.of_cell(target.cell) {
            for (vertex, end) in portals.get(number).ends() {
                let away = (end.distance(target.point) + target.radius) / self.step;
                // One step more than the truncated number: an upper bound, without a call to
                // `ceil`.
                goal_bounds.narrow(self.row(vertex), (away as u16).saturating_add(1 + ROUNDING));
            }
        }
        goal_bounds
    }

    /// Returns the distances of a vertex: `UNKNOWN` if closed doors split it off from a vertex of
    /// the open map.
    #[inline(always)]
    fn row(&self, vertex: u32) -> &Row {
        self.rows.get(vertex as usize).unwrap_or(&UNKNOWN)
    }
}

/// A disc that every path to the goal from outside its dead end enters, in a cell with several
/// portals.
struct Target {
    point: DVec2,
    radius: f64,
    cell: u32,
    /// A lower bound on the distance of the goal from the disc.
    rest: f64,
}

impl Target {
    /// Returns the goal itself, or a disc around the portal of the dead end that contains it.
    fn of(portals: Portals, goal: DVec2, cell: u32) -> Option<Self> {
        let first = portals.of_cell(cell).next()?;
        if portals.next_in_cell(first) != first {
            return Some(Self { point: goal, radius: 0.0, cell, rest: 0.0 });
        }
        let portal = portals.get(first);
        let (right, left) = (portal.right(), portal.left());
        let (point, radius) = (right.midpoint(left), right.distance(left) * 0.5);
        let rest = nearest_on_segment(right, left, goal).distance(goal);
        Some(Self { point, radius, cell: portal.leads_to(), rest })
    }
}

/// Lower and upper bounds on the distances of a [`Target`] from the landmarks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GoalBounds {
    least: Steps,
    most: Steps,
    step: f64,
    rest: f64,
}

impl GoalBounds {
    /// Tightens the bounds by the distances of a vertex at most `away` steps from the target.
    fn narrow(&mut self, row: &Row, away: u16) {
        if row[0] == UNKNOWN[0] {
            return;
        }
        for (lane, &steps) in row.iter().enumerate() {
            self.least[lane] = self.least[lane].max(steps.saturating_sub(away));
            self.most[lane] = self.most[lane].min(steps.saturating_add(away));
        }
    }

    /// Returns a lower bound on the distance of the goal from a vertex.
    #[inline(always)]
    pub(crate) fn gap(&self, landmarks: &Landmarks, vertex: u32) -> f64 {
        let row = landmarks.row(vertex);
        let mut gap = 0;
        for (lane, &steps) in row.iter().enumerate() {
            let farther = steps.saturating_sub(self.most[lane]);
            let nearer = self.least[lane].saturating_sub(steps);
            gap = gap.max(farther).max(nearer);
        }
        let gap = if row[0] == UNKNOWN[0] { 0.0 } else { f64::from(gap) * self.step };
        gap + self.rest
    }

    /// Returns a lower bound on the distance of the goal from a point of a cell.
    pub(crate) fn least_from(
        &self,
        landmarks: &Landmarks,
        portals: Portals,
        point: DVec2,
        cell: u32,
    ) -> f64 {
        let left = |(vertex, end): (u32, DVec2)| self.gap(landmarks, vertex) - end.distance(point);
        let ends = portals.of_cell(cell).flat_map(|number| portals.get(number).ends());
        ends.map(left).fold(0.0, f64::max)
    }

    #[inline(always)]
    pub(crate) fn bound(
        &self,
        landmarks: &Landmarks,
        portal: Portal,
        geometry: &IntervalGeometry,
    ) -> f64 {
        let of_right = self.gap(landmarks, portal.right_vertex());
        let of_left = self.gap(landmarks, portal.left_vertex());
        geometry.length_beyond(of_right, of_left)
    }
}

#[cfg(test)]
mod tests;
