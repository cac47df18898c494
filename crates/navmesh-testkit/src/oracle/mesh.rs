//! Ground that is a mesh: where points stand, which paths are legal, what can be reached.

mod cost;
mod floors;
mod ray;
mod region;
mod segment;
mod sight;

use std::sync::OnceLock;

use navmesh_core::backend::geom::on_segment;
use navmesh_core::{CellId, DVec2, NavMesh};

use super::fractions;
use super::patches::{Patches, polygon_holds};
use sight::Fan;
pub(super) use sight::Standpoint;

/// More than a distance computed in plain floats may be off by, as a part of the largest coordinate.
const ROUNDED: f64 = 64.0 * f64::EPSILON;

/// Answers by visibility graph; knows of no corridor, no interval and no corner mark.
///
/// Memory and time are quadratic in the number of vertices at walls; the graph between them is made
/// once, at the first query. Legality alone never makes it.
#[derive(Debug)]
pub struct MeshOracle<'a> {
    mesh: &'a NavMesh,
    fans: Vec<Fan>,
    /// For each fan, the fans that it sees and their distances.
    sights: OnceLock<Vec<Vec<(usize, f64)>>>,
}

impl<'a> MeshOracle<'a> {
    /// The oracle of a mesh.
    #[must_use]
    pub fn new(mesh: &'a NavMesh) -> Self {
        Self { mesh, fans: sight::fans_at_walls(mesh), sights: OnceLock::new() }
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &'a NavMesh {
        self.mesh
    }

    /// The slot of every cell that holds `point`, found by asking them all.
    #[must_use]
    pub fn cells_at(&self, point: DVec2) -> Vec<u32> {
        self.patches_at(point)
    }

    /// True where one can walk straight from `a` to `b`.
    #[must_use]
    pub fn is_legal_leg(&self, a: impl Into<DVec2>, b: impl Into<DVec2>) -> bool {
        self.is_legal_path(&[a.into(), b.into()])
    }

    /// True where one can walk along `waypoints`, staying in one fan at every turn.
    #[must_use]
    pub fn is_legal_path(&self, waypoints: &[DVec2]) -> bool {
        self.walk(waypoints).is_some()
    }

    /// The cells along `waypoints`, each joined to the next; `None` where the path is illegal.
    #[must_use]
    pub fn cells_along(&self, waypoints: &[DVec2]) -> Option<Vec<CellId>> {
        let slots = self.walk(waypoints)?;
        Some(slots.into_iter().map(|slot| self.mesh.cell_id(slot)).collect())
    }

    /// True where `cells` are joined each to the next and hold the path, in this order.
    #[must_use]
    pub fn holds_path(&self, cells: &[CellId], waypoints: &[DVec2]) -> bool {
        let slots: Vec<u32> = cells.iter().map(|cell| cell.slot).collect();
        cells.iter().all(|&cell| self.mesh.has_cell(cell)) && self.hold_in_order(&slots, waypoints)
    }

    /// True where `point` lies on cells that are not joined around it: at a pinch or on a thin wall.
    #[must_use]
    pub fn is_pinch(&self, point: DVec2) -> bool {
        let cells = self.cells_at(point);
        cells.first().is_some_and(|&one| self.flood(&[one], point, point).len() < cells.len())
    }

    /// True where `point` lies on a wall that two cells have, one on either side.
    #[must_use]
    pub fn is_on_thin_wall(&self, point: DVec2) -> bool {
        let walls_of = |slot: &u32| {
            let corners: Vec<DVec2> = self.mesh.corners(*slot).collect();
            let edges = &self.mesh.edges()[self.mesh.edge_range(*slot)];
            let side = |i: usize| [corners[i], corners[(i + 1) % corners.len()]];
            let walls = (0..edges.len()).filter(|&i| edges[i].is_wall()).map(side);
            walls.filter(|[a, b]| on_segment(*a, *b, point)).collect::<Vec<_>>()
        };
        let walls: Vec<[DVec2; 2]> = self.cells_at(point).iter().flat_map(walls_of).collect();
        walls.iter().any(|&[a, b]| walls.contains(&[b, a]))
    }

    /// The number of wall vertices exactly inside a leg.
    #[must_use]
    pub fn corners_touched(&self, waypoints: &[DVec2]) -> usize {
        let on_leg = |leg: &[DVec2]| {
            let inside =
                |fan: &&Fan| !leg.contains(&fan.point) && on_segment(leg[0], leg[1], fan.point);
            self.fans.iter().filter(inside).count()
        };
        waypoints.windows(2).map(on_leg).sum()
    }

    /// True where a cell that holds `start` is connected with one that holds `goal`, by flooding.
    #[must_use]
    pub fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool {
        let reached = self.region(&self.cells_at(start));
        self.cells_at(goal).iter().any(|cell| reached.contains(cell))
    }

    /// The distance from `point` to the nearest of the cells that can be reached from `from`, or to
    /// the nearest of all; rounded once where it is as short as floats are dense, and never 0 off the ground.
    #[must_use]
    pub fn distance_to_ground(&self, point: DVec2, from: Option<DVec2>) -> f64 {
        self.distance_to_cells(&self.ground(from), point)
    }

    /// The distance from `point` to the nearest of some cells, rounded as said above.
    pub(super) fn distance_to_cells(&self, slots: &[u32], point: DVec2) -> f64 {
        let corners = |slot: &u32| self.mesh.corners(*slot).collect::<Vec<DVec2>>();
        let rings: Vec<Vec<DVec2>> = slots.iter().map(corners).collect();
        if rings.iter().any(|ring| polygon_holds(ring, point)) {
            return 0.0;
        }
        let nearest = |distances: &[f64]| distances.iter().copied().fold(f64::INFINITY, f64::min);
        let plain: Vec<f64> = rings.iter().map(|ring| distance_to_ring(ring, point)).collect();
        let least = nearest(&plain);
        let rounding = self.mesh.bounds().max_abs().max(point.abs().max_element()) * ROUNDED;
        if least.is_infinite() || least > rounding * 1e12 {
            return least;
        }
        let near = rings.iter().zip(&plain).filter(|(_, plain)| **plain <= least + rounding);
        let exact: Vec<f64> =
            near.map(|(ring, _)| fractions::distance_to_ring(ring, point)).collect();
        nearest(&exact)
    }

    /// True where every part of the mesh within `reach` of `point` is at most a few floats thick, and there is some: the
    /// distance to the farthest of the nearest corners of its cells. Considers all cells, or those reachable
    /// from `from`.
    #[must_use]
    pub fn way_to_thin_corner(&self, point: DVec2, reach: f64, from: Option<DVec2>) -> Option<f64> {
        self.way_to_thin_corner_of(&self.ground(from), point, reach)
    }

    /// The same of the ground that some cells are.
    pub(super) fn way_to_thin_corner_of(
        &self,
        slots: &[u32],
        point: DVec2,
        reach: f64,
    ) -> Option<f64> {
        let float = self.mesh.bounds().max_abs() * f64::EPSILON;
        let rings = slots.iter().map(|&slot| self.mesh.corners(slot).collect());
        let is_within = |ring: &[DVec2], reach: f64| distance_to_ring(ring, point) <= reach;
        let near: Vec<Vec<DVec2>> =
            rings.filter(|ring: &Vec<DVec2>| is_within(ring, reach + 8.0 * float)).collect();
        let is_thin = |ring: &[DVec2]| thickness(ring) <= 8.0 * float;
        if near.iter().any(|ring| !is_thin(ring) && is_within(ring, reach - 8.0 * float)) {
            return None;
        }
        let corner = |ring: &Vec<DVec2>| {
            ring.iter().map(|corner| corner.distance(point)).fold(f64::INFINITY, f64::min)
        };
        near.iter().filter(|ring| is_thin(ring)).map(corner).max_by(f64::total_cmp)
    }

    /// The slots of the cells that can be reached from a point, or of all.
    fn ground(&self, from: Option<DVec2>) -> Vec<u32> {
        match from {
            Some(from) => self.region(&self.cells_at(from)),
            None => self.mesh.slots().collect(),
        }
    }

    /// The distance from `point` to the nearest of all walls, wherever they are; rounded.
    #[must_use]
    pub fn distance_to_wall(&self, point: DVec2) -> f64 {
        let walls = self.mesh.slots().flat_map(|slot| {
            let corners: Vec<DVec2> = self.mesh.corners(slot).collect();
            let edges = &self.mesh.edges()[self.mesh.edge_range(slot)];
            let ends = |i: usize| [corners[i], corners[(i + 1) % corners.len()]];
            let walls = (0..corners.len()).filter(|&i| edges[i].is_wall());
            walls.map(ends).collect::<Vec<_>>()
        });
        walls.map(|wall| distance_to_ring(&wall, point)).fold(f64::INFINITY, f64::min)
    }

    /// Every cell that can be walked to from one of `seeds`.
    pub(super) fn region(&self, seeds: &[u32]) -> Vec<u32> {
        let mut reached = seeds.to_vec();
        let mut seen = vec![false; self.mesh.slot_count()];
        seeds.iter().for_each(|&slot| seen[slot as usize] = true);
        let mut next = 0;
        while let Some(&slot) = reached.get(next) {
            next += 1;
            for (neighbor, _) in self.portals(slot) {
                if !std::mem::replace(&mut seen[neighbor as usize], true) {
                    reached.push(neighbor);
                }
            }
        }
        reached
    }
}

impl Patches for MeshOracle<'_> {
    fn patches_at(&self, point: DVec2) -> Vec<u32> {
        self.mesh.slots().filter(|&slot| self.holds(slot, point)).collect()
    }

    fn holds(&self, patch: u32, point: DVec2) -> bool {
        polygon_holds(&self.mesh.corners(patch).collect::<Vec<_>>(), point)
    }

    fn portals(&self, patch: u32) -> Vec<(u32, [DVec2; 2])> {
        let corners: Vec<DVec2> = self.mesh.corners(patch).collect();
        let edges = &self.mesh.edges()[self.mesh.edge_range(patch)];
        let ends = |i: usize| [corners[i], corners[(i + 1) % corners.len()]];
        let portal = |(i, neighbor): (usize, Option<u32>)| Some((neighbor?, ends(i)));
        edges.iter().map(|edge| edge.neighbor_slot()).enumerate().filter_map(portal).collect()
    }
}

/// The least width of a convex ring, over the directions of its sides; rounded.
fn thickness(ring: &[DVec2]) -> f64 {
    let across = |i: usize| {
        let along = (ring[(i + 1) % ring.len()] - ring[i]).normalize_or_zero();
        ring.iter().map(|corner| along.perp_dot(*corner - ring[i]).abs()).fold(0.0, f64::max)
    };
    (0..ring.len()).map(across).fold(f64::INFINITY, f64::min)
}

/// The distance from a point to the nearest side of a ring, by the plainest formula.
fn distance_to_ring(ring: &[DVec2], point: DVec2) -> f64 {
    let to_side = |i: usize| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        let along = b - a;
        let share = (point - a).dot(along) / along.dot(along);
        point.distance(a + along * share.clamp(0.0, 1.0))
    };
    (0..ring.len()).map(to_side).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests;
