//! Half-planes of walls: an agent's velocity reaches no wall within a time.
//!
//! The walk visits the cells within reach of an agent, and keeps the walls that face it by the exact side test. A
//! wall permits the velocities that take its nearest point no sooner than after the time horizon.

use navmesh_core::backend::collections::StampSet;
use navmesh_core::backend::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh, Place};

use crate::half_plane::HalfPlane;

/// The time without contact with a wall, in seconds. With more, agents would slow down before the corners of doors, since
/// the shortest paths touch them.
const WALL_HORIZON: f64 = 0.1;

/// Finds walls, with memory of its own.
#[derive(Debug, Default)]
pub(crate) struct WallFinder {
    seen: StampSet,
    queue: Vec<u32>,
}

impl WallFinder {
    /// Adds the half-planes of all walls that an agent at `place` with `speed` can reach within the horizon.
    ///
    /// Complexity: linear in the edges of the cells within reach, times the half-planes found.
    pub(crate) fn collect(
        &mut self,
        mesh: &NavMesh,
        place: &Place,
        speed: f64,
        planes: &mut Vec<HalfPlane>,
    ) {
        let reach = speed * WALL_HORIZON;
        self.begin(mesh, place);
        let mut at = 0;
        while let Some(&slot) = self.queue.get(at) {
            at += 1;
            for edge in mesh.edge_range(slot) {
                let edge = EdgeId(edge as u32);
                let [a, b] = mesh.edge_ends(edge);
                if is_far([a, b], place.point, reach) {
                    continue;
                }
                let nearest = nearest_on_segment(a, b, place.point);
                if nearest.distance_squared(place.point) > reach * reach {
                    continue;
                }
                match mesh.edge(edge).neighbor_slot() {
                    Some(next) => self.push(next),
                    None => add_wall([a, b], place.point, reach, planes),
                }
            }
        }
    }

    fn begin(&mut self, mesh: &NavMesh, place: &Place) {
        self.seen.begin(mesh.slot_count());
        self.queue.clear();
        if let Some(cell) = place.cell {
            self.push(cell.slot);
        }
    }

    fn push(&mut self, slot: u32) {
        if self.seen.insert(slot) {
            self.queue.push(slot);
        }
    }
}

/// The distance from the line of an edge, in reaches, that is too far whatever the rounding.
const TOO_FAR: f64 = 2.0;

/// True if the line of an edge is farther from a point than `reach`, by more than rounding. This spares most edges a division.
fn is_far([a, b]: [DVec2; 2], point: DVec2, reach: f64) -> bool {
    let along = b - a;
    let (across, reach) = (along.perp_dot(point - a), TOO_FAR * reach);
    across * across > reach * reach * along.length_squared()
}

/// The distance from a corner below which its direction is rounding, as a share of the reach.
const AT_CORNER: f64 = 1.0 / (1u64 << 30) as f64;

/// Adds the half-plane of a wall that faces `point`.
///
/// Beside a wall its own normal counts: the direction from a nearest point that is as near as rounding could be along
/// the wall. At a corner the free directions are not a half-plane, and the exact slide keeps the agent on the mesh.
fn add_wall([a, b]: [DVec2; 2], point: DVec2, reach: f64, planes: &mut Vec<HalfPlane>) {
    if turn(a, b, point) == Turn::Right {
        return;
    }
    let nearest = nearest_on_segment(a, b, point);
    let away = point - nearest;
    let (normal, distance) = if nearest == a || nearest == b {
        let distance = away.length();
        if distance <= AT_CORNER * reach {
            return;
        }
        (away / distance, distance)
    } else {
        let normal = (b - a).perp().normalize_or_zero();
        (normal, away.dot(normal).max(0.0))
    };
    let plane = HalfPlane::facing(normal, normal * (-distance / WALL_HORIZON));
    if !planes.contains(&plane) {
        planes.push(plane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_in_a_corner_of_a_box_sees_two_walls() {
        let mesh = navmesh_testkit::worlds::meshes::room(); // 4 by 3
        let [slot] = mesh.slots().collect::<Vec<_>>()[..] else { panic!("one cell") };
        let place = mesh.place_in(slot, [0.25, 0.125]);
        let mut planes = Vec::new();
        WallFinder::default().collect(&mesh, &place, 3.0, &mut planes);
        let violated =
            |velocity: [f64; 2]| planes.iter().any(|p| p.violation(velocity.into()) > 1e-9);
        assert_eq!(planes.len(), 2);
        assert!(!violated([1.0, 1.0]) && !violated([-0.25 / 0.1, -0.125 / 0.1]));
        assert!(violated([-2.7, 0.0]) && violated([0.0, -1.35]));
    }

    #[test]
    fn an_agent_at_a_wall_walks_along_it_whatever_the_rounding() {
        let mut rng = navmesh_testkit::rng::SplitMix64::new(1);
        let (mut planes, mut beside) = (Vec::new(), 0);
        for _ in 0..20_000 {
            let mut point = || DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * 20.0;
            let (a, b) = (point(), point());
            let (share, off) = (rng.unit(), rng.unit() * 1e-14);
            let along = (b - a).normalize_or_zero();
            let at = a + (b - a) * share + along.perp() * off; // on the wall up to rounding
            planes.clear();
            add_wall([a, b], at, 0.15, &mut planes);
            for plane in &planes {
                beside += 1;
                let violation = |velocity: DVec2| plane.violation(velocity);
                assert!(violation(along) < 1e-9 && violation(-along) < 1e-9, "{a} {b} {at}");
            }
        }
        assert!(beside > 5000, "{beside}");
    }
}
