//! The shortest path on a mesh: visibility graph and Dijkstra.
//!
//! Source: T. Lozano-Pérez, M. A. Wesley, "An Algorithm for Planning Collision-Free Paths among
//! Polyhedral Obstacles", 1979: a shortest path turns only at vertices that walls meet at, so the
//! legs between all of those that see one another hold it.
//! We differ from it in: 1) a node is a vertex *in one fan*, so that nothing slips through a pinch.

use navmesh_core::{DVec2, NavMesh};

use super::MeshOracle;
use crate::oracle::patches::Patches;

/// A vertex that walls meet at, or with more than 2π of ground around it, and the cells around it.
#[derive(Debug)]
pub(super) struct Fan {
    pub(super) point: DVec2,
    cells: Vec<u32>,
}

impl Fan {
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }
}

/// A place of which it is known how far every fan is.
#[derive(Debug)]
pub(in crate::oracle) struct Standpoint {
    cells: Vec<u32>,
    point: DVec2,
    /// The distances of the fans visible from it.
    seen: Vec<f64>,
    /// The walking distances of all fans.
    distances: Vec<f64>,
}

impl Standpoint {
    /// The point.
    pub(in crate::oracle) fn point(&self) -> DVec2 {
        self.point
    }

    /// The cells in which one stands there.
    pub(in crate::oracle) fn cells(&self) -> &[u32] {
        &self.cells
    }
}

impl MeshOracle<'_> {
    /// A place, to be asked how far others are.
    pub(in crate::oracle) fn standpoint(&self, cells: &[u32], point: DVec2) -> Standpoint {
        let seen = self.distances_from(cells, point);
        let (_, distances) = self.dijkstra(&seen);
        Standpoint { cells: cells.to_vec(), point, seen, distances }
    }

    /// The length of the shortest path between two places; infinite where there is none.
    pub(in crate::oracle) fn distance_between(&self, from: &Standpoint, to: &Standpoint) -> f64 {
        if self.sees(&from.cells, from.point, &to.cells, to.point) {
            return from.point.distance(to.point);
        }
        let ways = from.distances.iter().zip(&to.seen).map(|(before, last)| before + last);
        ways.fold(f64::INFINITY, f64::min)
    }

    /// The length of the shortest path and its points (touched corners may be among them); `None`
    /// where there is no path, or an end is off the mesh. An end at a pinch stands in every fan.
    ///
    /// Complexity: O(n²) in the number of vertices at walls; the first call O(n²) floods.
    #[must_use]
    pub fn shortest(
        &self,
        start: impl Into<DVec2>,
        goal: impl Into<DVec2>,
    ) -> Option<(f64, Vec<DVec2>)> {
        let (start, goal) = (start.into(), goal.into());
        self.shortest_between((&self.cells_at(start), start), (&self.cells_at(goal), goal))
    }

    /// The same from a point that stands in some of the cells around it to another.
    #[must_use]
    pub fn shortest_between(
        &self,
        (at_start, start): (&[u32], DVec2),
        (at_goal, goal): (&[u32], DVec2),
    ) -> Option<(f64, Vec<DVec2>)> {
        if self.sees(at_start, start, at_goal, goal) {
            return Some((start.distance(goal), without_repeats(vec![start, goal])));
        }
        let from_start = self.distances_from(at_start, start);
        let to_goal = self.distances_from(at_goal, goal);
        let (order, distances) = self.dijkstra(&from_start);
        let total = |fan: usize| distances[fan] + to_goal[fan];
        let last = (0..self.fans.len()).min_by(|&a, &b| total(a).total_cmp(&total(b)))?;
        if total(last).is_infinite() {
            return None;
        }
        let chain = std::iter::successors(Some(last), |&fan| order[fan]);
        let mut points = vec![goal];
        points.extend(chain.map(|fan| self.fans[fan].point));
        points.push(start);
        points.reverse();
        Some((total(last), without_repeats(points)))
    }

    fn sees(&self, from: &[u32], a: DVec2, to: &[u32], b: DVec2) -> bool {
        let reached = match self.mesh.has_layers() {
            true => self.reached_forward(from, a, b),
            false => self.flood(from, a, b),
        };
        to.iter().any(|cell| reached.contains(cell))
    }

    /// The distance from a point, standing in `cells`, to each fan; infinite where it is not seen.
    pub(super) fn distances_from(&self, cells: &[u32], point: DVec2) -> Vec<f64> {
        let distance = |fan: &Fan| {
            let seen = self.sees(cells, point, &fan.cells, fan.point);
            if seen { point.distance(fan.point) } else { f64::INFINITY }
        };
        self.fans.iter().map(distance).collect()
    }

    fn sights(&self) -> &[Vec<(usize, f64)>] {
        self.sights.get_or_init(|| {
            let seen_from = |fan: &Fan| -> Vec<(usize, f64)> {
                let distances = self.distances_from(&fan.cells, fan.point).into_iter();
                distances.enumerate().filter(|(_, distance)| distance.is_finite()).collect()
            };
            self.fans.iter().map(seen_from).collect()
        })
    }

    /// Dijkstra without a heap, from the distances at which the start sees the fans: for each fan
    /// the one before it, and its distance.
    pub(super) fn dijkstra(&self, from_start: &[f64]) -> (Vec<Option<usize>>, Vec<f64>) {
        let mut before = vec![None; self.fans.len()];
        let mut distances = from_start.to_vec();
        let mut open: Vec<usize> = (0..self.fans.len()).collect();
        while let Some(place) =
            (0..open.len()).min_by(|&a, &b| distances[open[a]].total_cmp(&distances[open[b]]))
        {
            let fan = open.swap_remove(place);
            if distances[fan].is_infinite() {
                break;
            }
            for &(other, step) in &self.sights()[fan] {
                if distances[fan] + step < distances[other] {
                    distances[other] = distances[fan] + step;
                    before[other] = Some(fan);
                }
            }
        }
        (before, distances)
    }
}

/// Every fan that a wall belongs to, or with angles of more than 2π: a path that turns anywhere else could be
/// shortened.
pub(super) fn fans_at_walls(mesh: &NavMesh) -> Vec<Fan> {
    let mut cells = vec![Vec::new(); mesh.vertex_count()];
    let mut points = vec![DVec2::ZERO; mesh.vertex_count()];
    let mut at_wall = vec![false; mesh.vertex_count()];
    let mut angles = vec![0.0; mesh.vertex_count()];
    for slot in mesh.slots() {
        let range = mesh.edge_range(slot);
        for edge in range.clone() {
            let vertex = mesh.edges()[edge].vertex().index();
            let before = if edge == range.start { range.end - 1 } else { edge - 1 };
            cells[vertex].push(slot);
            points[vertex] = mesh.edges()[edge].origin();
            let next = if edge + 1 == range.end { range.start } else { edge + 1 };
            let towards = |other: usize| mesh.edges()[other].origin() - points[vertex];
            angles[vertex] +=
                towards(next).angle_to(towards(before)).rem_euclid(std::f64::consts::TAU);
            at_wall[vertex] |= mesh.edges()[edge].is_wall() || mesh.edges()[before].is_wall();
        }
    }
    let winds = angles.iter().map(|angle| *angle > std::f64::consts::TAU + 1.0);
    at_wall.iter_mut().zip(winds).for_each(|(at_wall, winds)| *at_wall |= winds);
    let all = points.into_iter().zip(cells).zip(at_wall);
    all.filter(|(_, at_wall)| *at_wall).map(|((point, cells), _)| Fan { point, cells }).collect()
}

fn without_repeats(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.dedup();
    points
}
