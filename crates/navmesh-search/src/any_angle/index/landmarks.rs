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
//! The landmarks of the open map stay valid when doors close, because closing shortens no path. After
//! patches they are corrected ([`corrections`]).

mod corrections;
mod placement;
mod walls;

use navmesh_core::DVec2;
use navmesh_core::backend::{collections::NONE, geom::nearest_on_segment};

use super::portals::{Portal, Portals};
use crate::any_angle::pruning::interval_bound::IntervalGeometry;
use corrections::Corrections;
pub(crate) use placement::Placement;
pub(crate) use walls::FormerWalls;

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
    /// The group of each vertex: vertices of two groups were not connected. Empty with one group.
    groups: Vec<u32>,
    /// The number of vertices with distances when the landmarks were placed.
    placed: usize,
    corrections: Corrections,
}

impl Landmarks {
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>() + self.groups.capacity() * size_of::<u32>()
    }

    /// Returns the vertices that have distances.
    #[cfg(test)]
    pub(crate) fn known(&self) -> std::collections::BTreeSet<usize> {
        (0..self.rows.len()).filter(|&vertex| self.rows[vertex] != UNKNOWN).collect()
    }

    /// True if there are no landmarks.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How far the bounds are from fresh ones, from 0 to 1: see [`SearchMap::staleness`](crate::SearchMap::staleness).
    pub(crate) fn staleness(&self) -> f64 {
        if self.corrections.gateway.is_some() || self.corrections.are_dropped {
            return 1.0;
        }
        let largest = self.step * f64::from(u16::MAX);
        if largest == 0.0 {
            return 0.0;
        }
        let missing = self.corrections.unplaced.len() as f64 / self.placed.max(1) as f64;
        (self.corrections.slack / largest).max(missing).min(1.0)
    }

    /// Returns bounds on the distances of the goal, in a cell of the mesh, from the landmarks;
    /// `None` without landmarks.
    pub(crate) fn goal_bounds(
        &self,
        portals: Portals,
        goal: DVec2,
        cell: u32,
    ) -> Option<GoalBounds> {
        if self.rows.is_empty() || self.corrections.is_freed(cell) {
            return None;
        }
        let target = Target::of(portals, goal, cell)?;
        (!self.corrections.is_freed(target.cell)).then(|| self.goal_bounds_of(portals, &target))
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
        let has_bounds = !self.rows.is_empty() && !self.corrections.is_freed(cell);
        has_bounds.then(|| self.goal_bounds_of(portals, &target))
    }

    #[inline(always)]
    fn goal_bounds_of(&self, portals: Portals, target: &Target) -> GoalBounds {
        let mut goal_bounds = GoalBounds {
            least: [0; LANDMARKS],
            most: [u16::MAX; LANDMARKS],
            step: self.step,
            rest: target.rest,
            gateway: None,
        };
        let mut group = NONE;
        for number in portals.of_cell(target.cell) {
            for (vertex, end) in portals.get(number).ends() {
                let away = (end.distance(target.point) + target.radius) / self.step;
                // One step more than the truncated number: an upper bound, without a call to
                // `ceil`.
                let row = self.row(vertex);
                goal_bounds.narrow(row, (away as u16).saturating_add(1 + ROUNDING));
                if row[0] != UNKNOWN[0] {
                    group = self.group(vertex);
                }
            }
        }
        if self.corrections.slack > 0.0 {
            goal_bounds.loosen(self.slack_steps());
        }
        goal_bounds.gateway = self.gateway_bounds(&goal_bounds, target, group);
        goal_bounds
    }

    fn slack_steps(&self) -> u16 {
        ((self.corrections.slack / self.step) as u16).saturating_add(1)
    }

    fn group(&self, vertex: u32) -> u32 {
        self.groups.get(vertex as usize).copied().unwrap_or(0)
    }

    /// Returns the bounds on paths through the gateway, if it is open.
    #[inline]
    fn gateway_bounds(
        &self,
        goal: &GoalBounds,
        target: &Target,
        group: u32,
    ) -> Option<GatewayBounds> {
        let gateway = self.corrections.gateway.as_ref()?;
        let nearest = target.point.clamp(gateway.bounds.min, gateway.bounds.max);
        let straight = nearest.distance(target.point) - target.radius;
        let apart = |lane: usize| {
            let farther = gateway.least[lane].saturating_sub(goal.most[lane]);
            farther.max(goal.least[lane].saturating_sub(gateway.most[lane]))
        };
        let steps = (0..LANDMARKS).map(apart).max().unwrap_or(0);
        let slack = self.slack_steps();
        let beyond =
            straight.max(f64::from(steps) * self.step).max(0.0) * (1.0 - 4.0 * f64::EPSILON);
        Some(GatewayBounds {
            least: gateway.least.map(|steps| steps.saturating_sub(slack)),
            most: gateway.most.map(|steps| steps.saturating_add(slack)),
            beyond,
            group,
        })
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
    gateway: Option<GatewayBounds>,
}

/// Lower bounds on paths through the gateway.
#[derive(Debug, Clone, Copy)]
struct GatewayBounds {
    /// The range of distances of the gateway from the landmarks.
    least: Steps,
    most: Steps,
    /// A lower bound on the distance of the target from the gateway.
    beyond: f64,
    /// The group of the target.
    group: u32,
}

impl GatewayBounds {
    /// Returns a lower bound on all paths from a vertex to the target; `direct` is one on the paths that do
    /// not lead through the gateway.
    #[inline(never)]
    fn gap(&self, landmarks: &Landmarks, vertex: u32, direct: f64) -> f64 {
        if landmarks.group(vertex) != self.group {
            return 0.0;
        }
        let to = most_apart(landmarks.row(vertex), &self.least, &self.most);
        direct.min(f64::from(to) * landmarks.step + self.beyond)
    }
}

/// Returns the greatest distance, over all landmarks, of a row from a range of steps.
#[inline(always)]
fn most_apart(row: &Row, least: &Steps, most: &Steps) -> u16 {
    let mut gap = 0;
    for (lane, &steps) in row.iter().enumerate() {
        let farther = steps.saturating_sub(most[lane]);
        let nearer = least[lane].saturating_sub(steps);
        gap = gap.max(farther).max(nearer);
    }
    gap
}

impl GoalBounds {
    /// Widens the bounds by a number of steps.
    fn loosen(&mut self, steps: u16) {
        self.least = self.least.map(|own| own.saturating_sub(steps));
        self.most = self.most.map(|own| own.saturating_add(steps));
    }

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
        let gap = most_apart(row, &self.least, &self.most);
        let gap = if row[0] == UNKNOWN[0] { 0.0 } else { f64::from(gap) * self.step };
        match &self.gateway {
            Some(gateway) if gap > 0.0 => gateway.gap(landmarks, vertex, gap) + self.rest,
            _ => gap + self.rest,
        }
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
