//! Which cells a region holds, by asking each.

use navmesh_core::DVec2;

use super::{MeshOracle, distance_to_ring};
use crate::oracle::patches::{Patches, polygon_holds, segments_touch};
use crate::oracle::truth::{Coverage, covers};

impl MeshOracle<'_> {
    /// The slot of every cell that shares a point with the closed area of a ring, ascending.
    #[must_use]
    pub fn cells_touching(&self, ring: &[DVec2]) -> Vec<u32> {
        let sides = |points: &[DVec2]| -> Vec<[DVec2; 2]> {
            (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]).collect()
        };
        let outline = navmesh_core::Outline::new(ring.iter().copied());
        let outlines = navmesh_core::Outlines { walkable: vec![outline], ..Default::default() };
        let touches = |slot: &u32| {
            let corners: Vec<DVec2> = self.mesh.corners(*slot).collect();
            let (own, others) = (sides(&corners), sides(ring));
            own.iter().any(|&a| others.iter().any(|&b| segments_touch(a, b)))
                || ring.iter().any(|&corner| polygon_holds(&corners, corner))
                || corners.iter().any(|&corner| covers(&outlines, corner) != Coverage::Outside)
        };
        self.mesh.slots().filter(touches).collect()
    }

    /// The distance of a cell from a point, rounded.
    #[must_use]
    pub fn distance_to_cell(&self, slot: u32, point: DVec2) -> f64 {
        let corners: Vec<DVec2> = self.mesh.corners(slot).collect();
        if polygon_holds(&corners, point) { 0.0 } else { distance_to_ring(&corners, point) }
    }

    /// Every cell that can be walked to from `point` by portals that are no farther from it than `radius`.
    #[must_use]
    pub fn region_within(&self, point: DVec2, radius: f64) -> Vec<u32> {
        self.region_around(self.cells_at(point), point, radius)
    }

    /// The same from these cells around `point`.
    #[must_use]
    pub fn region_around(&self, cells: Vec<u32>, point: DVec2, radius: f64) -> Vec<u32> {
        let mut reached = cells;
        let mut next = 0;
        while let Some(&slot) = reached.get(next) {
            next += 1;
            for (neighbor, ends) in self.portals(slot) {
                if distance_to_ring(&ends, point) <= radius && !reached.contains(&neighbor) {
                    reached.push(neighbor);
                }
            }
        }
        reached
    }
}
