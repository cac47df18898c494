//! The end of a ray: the farthest point of the leg in any patch reached along it.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::double::twice_area;
use navmesh_core::backend::geom::{Turn, turn};

use super::MeshOracle;
use crate::oracle::patches::{Patches, segments_touch};

impl MeshOracle<'_> {
    /// The share of the way from `a` to `b` that is legal, rounded; `None` where `a` is off the mesh.
    ///
    /// Each patch that the leg connects with one at `a` holds a closed piece of the leg, and together they
    /// hold the legal part of it: so it ends where the last of these pieces ends.
    #[must_use]
    pub fn legal_share(&self, a: DVec2, b: DVec2) -> Option<f64> {
        let reached = self.reached_along(a, b);
        let ends = reached.iter().map(|&slot| self.share_within(slot, a, b));
        ends.max_by(f64::total_cmp)
    }

    /// The same for a leg that begins on a floor, on a mesh whose ground may lie above itself; and the slots of the
    /// cells that it reaches.
    #[must_use]
    pub fn legal_share_on(&self, layer: u32, a: DVec2, b: DVec2) -> Option<(f64, Vec<u32>)> {
        self.legal_share_from(&self.cells_on(layer, a), a, b)
    }

    /// The same for a leg that begins in one of some cells that hold `a`.
    #[must_use]
    pub fn legal_share_from(&self, cells: &[u32], a: DVec2, b: DVec2) -> Option<(f64, Vec<u32>)> {
        let reached = self.reached_forward(cells, a, b);
        let ends = reached.iter().map(|&slot| self.share_within(slot, a, b));
        Some((ends.max_by(f64::total_cmp)?, reached))
    }

    /// The slot of every cell that a leg from `a` to `b` connects with one at `a`.
    #[must_use]
    pub fn reached_along(&self, a: DVec2, b: DVec2) -> Vec<u32> {
        self.flood(&self.cells_at(a), a, b)
    }

    /// True where `wall` is a wall of a cell that the leg reaches, and the leg touches it.
    #[must_use]
    pub fn leg_meets_wall(&self, a: DVec2, b: DVec2, wall: [DVec2; 2]) -> bool {
        let reached = self.reached_along(a, b);
        let has_wall = |&slot: &u32| {
            let corners: Vec<DVec2> = self.mesh.corners(slot).collect();
            let edges = &self.mesh.edges()[self.mesh.edge_range(slot)];
            (0..corners.len()).any(|i| {
                let ends = [corners[i], corners[(i + 1) % corners.len()]];
                edges[i].is_wall() && ends == wall
            })
        };
        segments_touch([a, b], wall) && reached.iter().any(has_wall)
    }

    /// The position from `a` to `b` at which a cell's section of the leg ends.
    fn share_within(&self, slot: u32, a: DVec2, b: DVec2) -> f64 {
        let corners: Vec<DVec2> = self.mesh.corners(slot).collect();
        let mut share: f64 = 1.0;
        for i in 0..corners.len() {
            let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
            if turn(from, to, b) != Turn::Right {
                continue;
            }
            if turn(from, to, a) == Turn::Collinear {
                share = 0.0; // exactly, which the quotient might miss
            } else {
                let (at_a, at_b) = (twice_area(from, to, a), twice_area(from, to, b));
                share = share.min((at_a / (at_a - at_b)).rounded());
            }
        }
        share
    }
}
