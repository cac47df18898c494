//! The cost of a polyline, from the cells that hold its parts.
//!
//! Each leg is cut where it enters or leaves a cell. The middle of each part is a sample: the part costs as much as the
//! cheapest cell that holds it, so along a border the cheaper side counts. Walls without thickness are not noticed.

use navmesh_core::{DVec2, NavMesh};

/// The distance at which a point still counts as in a cell, as a part of the largest coordinate or size of the mesh.
///
/// Computed crossings lie beside borders by a few roundings.
const BESIDE: f64 = 1e-12;

/// The cost of a walk along `waypoints`; `None` if some part of it is off the mesh.
///
/// Complexity: the number of legs times the number of edges of the mesh.
#[must_use]
pub fn cost_of_walk(mesh: &NavMesh, waypoints: &[DVec2]) -> Option<f64> {
    let bounds = mesh.bounds();
    let size = bounds.max_abs().max(bounds.size().max_element());
    cost_beside(mesh, waypoints, BESIDE * size)
}

/// The cost of a walk along `waypoints`, where a point counts as in every cell no farther than `beside` map units.
///
/// `None` if some part of it is farther from the mesh.
#[must_use]
pub fn cost_beside(mesh: &NavMesh, waypoints: &[DVec2], beside: f64) -> Option<f64> {
    waypoints.windows(2).map(|leg| cost_of_leg(mesh, [leg[0], leg[1]], beside)).sum()
}

/// The part of a leg in a cell, as shares of the leg, and the cost of the cell.
struct Part {
    from: f64,
    to: f64,
    cost: f64,
}

fn cost_of_leg(mesh: &NavMesh, leg: [DVec2; 2], beside: f64) -> Option<f64> {
    let part =
        |slot| part_in(&mesh.corners(slot).collect::<Vec<_>>(), leg, beside, mesh.cost(slot));
    let parts: Vec<Part> = mesh.slots().filter_map(part).collect();
    let mut shares: Vec<f64> = parts.iter().flat_map(|part| [part.from, part.to]).collect();
    shares.extend([0.0, 1.0]);
    shares.sort_by(f64::total_cmp);
    let length = leg[0].distance(leg[1]);
    let mut sum = 0.0;
    for pair in shares.windows(2) {
        let middle = (pair[0] + pair[1]) / 2.0;
        let walked = (pair[1] - pair[0]) * length;
        let holding = parts.iter().filter(|part| part.from <= middle && middle <= part.to);
        let cheapest = holding.map(|part| part.cost).min_by(f64::total_cmp);
        match cheapest {
            Some(cost) => sum += cost * walked,
            None if walked > beside => return None,
            None => {}
        }
    }
    Some(sum)
}

/// Clips a leg to a convex cell.
fn part_in(corners: &[DVec2], leg: [DVec2; 2], beside: f64, cost: f64) -> Option<Part> {
    let mut part = Part { from: 0.0, to: 1.0, cost };
    for (i, &a) in corners.iter().enumerate() {
        let along = (corners[(i + 1) % corners.len()] - a).normalize_or_zero();
        // The distances to the left of the side, which is inside.
        let [first, last] = leg.map(|end| along.perp_dot(end - a) + beside);
        if first < 0.0 && last < 0.0 {
            return None;
        }
        let crossing = first / (first - last);
        if first < 0.0 {
            part.from = part.from.max(crossing);
        } else if last < 0.0 {
            part.to = part.to.min(crossing);
        }
    }
    (part.from < part.to).then_some(part)
}
