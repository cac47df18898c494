//! Ground on several floors: where a point is more than one place.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::double::twice_area;
use navmesh_core::backend::geom::{Turn, turn};

use super::MeshOracle;
use crate::oracle::patches::{Patches, segments_touch};

/// The tolerance of positions along a leg, as a part of it: far less than those of small integers differ by.
const SLACK: f64 = 1e-9;

impl MeshOracle<'_> {
    /// The slot of every cell around a point on a floor: those of the floor that hold it, and whatever is joined
    /// to these there.
    #[must_use]
    pub fn cells_on(&self, layer: u32, point: DVec2) -> Vec<u32> {
        let on_floor = |slot: &u32| self.mesh.layer(*slot) == layer;
        let own: Vec<u32> = self.cells_at(point).into_iter().filter(on_floor).collect();
        self.flood(&own, point, point)
    }

    /// The slot of every cell around a point that is the same place as in some cells that hold it.
    #[must_use]
    pub fn cells_joined_at(&self, cells: &[u32], point: DVec2) -> Vec<u32> {
        self.flood(cells, point, point)
    }

    /// The distance from a point on a floor to the nearest wall that a straight leg leads to; rounded. And the edge of
    /// every wall that is as near, up to rounding. `None` where there is no such ground.
    ///
    /// A leg may lead to the nearest place of each wall: to a nearer one of a farther wall none can.
    #[must_use]
    pub fn nearest_wall_on(&self, layer: u32, point: DVec2) -> Option<(f64, Vec<usize>)> {
        let own = self.cells_on(layer, point);
        let walls = self.mesh.slots().flat_map(|slot| self.walls_of(slot));
        let in_sight = walls.filter_map(|(slot, edge, ends)| {
            let along = ends[1] - ends[0];
            let share = (point - ends[0]).dot(along) / along.dot(along);
            let near = ends[0] + along * share.clamp(0.0, 1.0);
            let (_, reached) = self.legal_share_from(&own, point, near)?;
            reached.contains(&slot).then(|| (point.distance(near), edge))
        });
        let in_sight: Vec<(f64, usize)> = in_sight.collect();
        let least = in_sight.iter().map(|(distance, _)| *distance).min_by(f64::total_cmp)?;
        let is_least = |&&(distance, _): &&(f64, usize)| distance <= least + SLACK;
        Some((least, in_sight.iter().filter(is_least).map(|(_, edge)| *edge).collect()))
    }

    /// The walls of a cell: its slot, the edge, and the ends.
    fn walls_of(&self, slot: u32) -> impl Iterator<Item = (u32, usize, [DVec2; 2])> {
        let corners: Vec<DVec2> = self.mesh.corners(slot).collect();
        let range = self.mesh.edge_range(slot);
        let (first, edges) = (range.start, &self.mesh.edges()[range]);
        let walls = (0..corners.len()).filter(|&i| edges[i].is_wall());
        let wall = |i: usize| (slot, first + i, [corners[i], corners[(i + 1) % corners.len()]]);
        walls.map(wall).collect::<Vec<_>>().into_iter()
    }

    /// The cells that a leg from `a` to `b` leads into from `from`, never going back on its way.
    ///
    /// On stacked floors a flood through all portals that the leg touches could go on to a
    /// vertex, around it to another floor, back along the leg, and forth again. So each cell is reached at a
    /// position along the leg, the least possible, and left through portals that are touched there or later.
    pub(super) fn reached_forward(&self, from: &[u32], a: DVec2, b: DVec2) -> Vec<u32> {
        let mut positions = vec![f64::INFINITY; self.mesh.slot_count()];
        let mut open = from.to_vec();
        from.iter().for_each(|&slot| positions[slot as usize] = 0.0);
        while let Some(slot) = open.pop() {
            let at = positions[slot as usize];
            for (neighbor, ends) in self.portals(slot) {
                let Some([first, last]) = touched([a, b], ends) else { continue };
                let enters = first.max(at);
                if last + SLACK >= at && enters < positions[neighbor as usize] - SLACK {
                    positions[neighbor as usize] = enters;
                    open.push(neighbor);
                }
            }
        }
        self.mesh.slots().filter(|&slot| positions[slot as usize].is_finite()).collect()
    }
}

/// Which part of a leg a portal touches, as shares of the leg; rounded once, however nearly they run along one another.
fn touched([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<[f64; 2]> {
    if !segments_touch([a, b], [c, d]) {
        return None;
    }
    if a == b {
        return Some([0.0, 1.0]);
    }
    if [a, b].into_iter().any(|end| turn(c, d, end) != Turn::Collinear) {
        let (at_a, at_b) = (twice_area(c, d, a), twice_area(c, d, b));
        return Some([(at_a / (at_a - at_b)).rounded(); 2]);
    }
    let leg = b - a;
    let shares = [c, d].map(|end| ((end - a).dot(leg) / leg.length_squared()).clamp(0.0, 1.0));
    Some([shares[0].min(shares[1]), shares[0].max(shares[1])])
}
