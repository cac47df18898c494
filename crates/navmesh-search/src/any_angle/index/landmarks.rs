//! Landmarks: a lower bound on what is left, from distances found ahead of time.
//!
//! Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory",
//! SODA 2005. Two places are no nearer to each other than their distances from a third, the landmark,
//! differ. So where a map winds, a few landmarks tell how far the goal is better than the straight line.
//!
//! We differ from it in: 1) places are points of a plane with obstacles, and distances are exact any-angle
//! ones, found by the search itself ([`placement`]); 2) they are kept at the ends of portals, in 16 bits a
//! landmark, and the bound of an interval follows from those of both ends of its portal
//! ([`GoalBounds::bound`]); 3) the goal is no vertex: its distance from a landmark is known within limits, from
//! the vertices of its cell.
//!
//! Where doors close, the landmarks of the open map are asked: closing makes no way shorter.

mod placement;

use navmesh_core::DVec2;
use navmesh_core::geom::nearest_on_segment;

use super::portals::{Portal, Portals};
use crate::any_angle::pruning::interval_bound::IntervalGeometry;

/// How many landmarks a component of the mesh may have.
const LANDMARKS: usize = 8;

/// A distance from each landmark, in steps.
type Steps = [u16; LANDMARKS];

/// How far a vertex is from the landmarks, rounded down; `UNKNOWN` where it is an end of no portal that
/// leads on.
type Row = Steps;

const UNKNOWN: Row = [u16::MAX; LANDMARKS];

/// What the rounding of distances and of the sums that they are may amount to, in steps.
const ROUNDING: u16 = 2;

/// How far the ends of portals are from the landmarks of their component. Prepared once a mesh: 16 bytes a
/// vertex, or nothing where the mesh is too small to gain by it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Landmarks {
    /// By vertex.
    rows: Vec<Row>,
    /// Map units a step.
    step: f64,
}

impl Landmarks {
    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
    }

    /// How far the goal, in a cell of the mesh, is from the landmarks; `None` where there are none.
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

    /// The same for a goal in a cell that links lead to or from, and which so is no dead end.
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
                // One step more than whole ones, which is as good as rounding up and no call.
                goal_bounds.narrow(self.row(vertex), (away as u16).saturating_add(1 + ROUNDING));
            }
        }
        goal_bounds
    }

    /// What is known of a vertex: nothing where closing has parted it from one of the open map.
    #[inline(always)]
    fn row(&self, vertex: u32) -> &Row {
        self.rows.get(vertex as usize).unwrap_or(&UNKNOWN)
    }
}

/// What all ways to the goal come to: a circle in a cell that has several portals.
struct Target {
    point: DVec2,
    radius: f64,
    cell: u32,
    /// How far the goal is from there, at least.
    rest: f64,
}

impl Target {
    /// The goal itself, or the portal of the dead end that it stands in.
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

/// How far what all ways to the goal come to is from the landmarks: no less and no more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GoalBounds {
    least: Steps,
    most: Steps,
    step: f64,
    rest: f64,
}

impl GoalBounds {
    /// Takes into account a vertex that is no more than `away` steps away.
    fn narrow(&mut self, row: &Row, away: u16) {
        if row[0] == UNKNOWN[0] {
            return;
        }
        for (lane, &steps) in row.iter().enumerate() {
            self.least[lane] = self.least[lane].max(steps.saturating_sub(away));
            self.most[lane] = self.most[lane].min(steps.saturating_add(away));
        }
    }

    /// How far it is from a vertex, at least.
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

    /// How far it is from a point of a cell, at least.
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
