//! A mesh as the subject of the laws.

use navmesh_core::backend::geom::on_segment;
use navmesh_core::{CellId, DVec2, NavMesh, Path, PathQuery, Place};

use super::{Spot, Standing, Subject};
use crate::oracle::MeshOracle;

impl Subject for MeshOracle<'_> {
    fn standing(&self, point: DVec2) -> Standing {
        if self.cells_at(point).is_empty() {
            Standing::Off { distance: self.distance_to_ground(point, None) }
        } else {
            Standing::On(point)
        }
    }

    fn spot(&self, point: DVec2) -> Spot {
        let cells = self.cells_at(point);
        let corners = |slot: &u32| self.mesh().corners(*slot).collect::<Vec<_>>();
        let on_side = |ring: Vec<DVec2>| {
            (0..ring.len()).any(|i| on_segment(ring[i], ring[(i + 1) % ring.len()], point))
        };
        if cells.is_empty() {
            Spot::Off
        } else if self.is_on_thin_wall(point) {
            Spot::ThinWall
        } else if self.is_pinch(point) {
            Spot::Pinch
        } else if cells.iter().any(|slot| corners(slot).contains(&point)) {
            Spot::Vertex
        } else if cells.iter().any(|slot| on_side(corners(slot))) {
            Spot::Edge
        } else {
            Spot::Inside
        }
    }

    fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool {
        MeshOracle::is_reachable(self, start, goal)
    }

    fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        self.distance_to_ground(point, Some(start))
    }

    fn best_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        Some(self.shortest(start, goal)?.0)
    }

    /// The shortest path, all of it at the highest cost.
    fn affordable_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        let costs = self.mesh().slots().map(|slot| self.mesh().cost(slot));
        Some(self.best_cost(start, goal)? * costs.fold(0.0, f64::max))
    }

    fn knows_costs(&self) -> bool {
        self.mesh().is_uniform()
    }

    fn check_walk(&self, path: &Path) -> Result<(), String> {
        check_part(self, path.waypoints(), path.cells())
    }

    fn corners_touched(&self, path: &Path) -> usize {
        MeshOracle::corners_touched(self, path.waypoints())
    }

    fn check_certificate(&self, path: &Path, query: &PathQuery) -> Result<(), String> {
        path.verify_answer(query, self.mesh()).map_err(|defect| defect.to_string())
    }

    fn knows_places(&self) -> bool {
        true
    }

    fn places(&self, path: &Path) -> Vec<Place> {
        path.places(self.mesh())
    }

    fn default_snap(&self) -> f64 {
        let size = self.mesh().bounds().size();
        let of_map = size.x.max(size.y) * 2f64.powi(-16);
        of_map.max(self.mesh().agent_radius() / 16.0)
    }

    fn settling(&self, point: DVec2, reach: f64, other: DVec2) -> f64 {
        let rounding = rounding_inwards(self.mesh());
        // The corner that it comes to of other ground may be one of that ground as well, where both touch.
        let ways = [Some(other), None].map(|from| self.way_to_thin_corner(point, reach, from));
        ways.into_iter().flatten().fold(rounding, f64::max)
    }
}

/// The distance by which rounding into a cell may move a point.
pub(super) fn rounding_inwards(mesh: &NavMesh) -> f64 {
    mesh.bounds().size().length() * 2f64.powi(-29)
}

/// Says what is wrong with the walk along some points in some cells, if anything is.
pub(super) fn check_part(
    ground: &MeshOracle<'_>,
    points: &[DVec2],
    cells: &[CellId],
) -> Result<(), String> {
    for leg in points.windows(2) {
        if !ground.is_legal_leg(leg[0], leg[1]) {
            return Err(format!("the leg {} – {} leaves the ground", leg[0], leg[1]));
        }
    }
    if !ground.is_legal_path(points) {
        return Err(format!("a turn jumps from fan to fan: {points:?}"));
    }
    if !ground.holds_path(cells, points) {
        let slots: Vec<u32> = cells.iter().map(|cell| cell.slot).collect();
        return Err(format!("cells {slots:?} do not hold the path {points:?}"));
    }
    Ok(())
}
