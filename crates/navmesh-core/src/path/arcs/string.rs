//! The taut string around circles.
//!
//! A bead is a circle that the string passes on one side, or a fixed point. A scan like Graham's keeps the beads at which
//! the string turns around its circle: a bead at which it would turn away is dropped, and the beads before it are looked
//! at again.

use glam::DVec2;

use super::corners::ArcCorners;
use crate::geom::{Turn, turn};

/// A circle that the string goes around, or a point that it passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bead {
    pub(super) center: DVec2,
    /// Positive if the circle is on the left of the string, negative on the right, 0 for a point.
    pub(super) radius: f64,
    /// The first and the last waypoint that it stands for.
    pub(super) waypoints: [usize; 2],
}

impl Bead {
    fn point(points: &[DVec2], waypoint: usize) -> Self {
        Self { center: points[waypoint], radius: 0.0, waypoints: [waypoint; 2] }
    }

    /// Returns the common tangent of two beads, from this one to the next; `None` if one circle holds a part of the
    /// other that the tangent would need.
    pub(super) fn tangent_to(&self, next: &Self) -> Option<[DVec2; 2]> {
        let normal = self.normal_to(next)?;
        Some([self, next].map(|bead| bead.center - normal * bead.radius))
    }

    /// Returns the left normal of the tangent to the next bead.
    fn normal_to(&self, next: &Self) -> Option<DVec2> {
        let apart = next.center - self.center;
        let distance = apart.length();
        let sine = (self.radius - next.radius) / distance;
        let cosine_sq = 1.0 - sine * sine;
        let direction = apart / distance;
        let along = direction * cosine_sq.sqrt() + direction.perp() * sine;
        (cosine_sq >= 0.0 && distance > 0.0).then(|| along.perp())
    }
}

/// Returns the beads of the taut string around the circles of a path's corners, or through its waypoints.
pub(super) fn pulled(points: &[DVec2], corners: &ArcCorners) -> Vec<Bead> {
    let mut beads = beads_of(points, corners);
    loop {
        let taut = taut(&beads);
        let failed: Vec<[usize; 2]> = failures(&taut, corners);
        if failed.is_empty() {
            return taut;
        }
        // A fixed bead never fails, so this ends.
        beads = beads
            .into_iter()
            .flat_map(|bead| {
                let is_failed = |range: &[usize; 2]| {
                    bead.waypoints[1] >= range[0] && bead.waypoints[0] <= range[1]
                };
                let [first, last] = bead.waypoints;
                let fixed = (first..=last).map(|waypoint| Bead::point(points, waypoint));
                if failed.iter().any(is_failed) { fixed.collect() } else { vec![bead] }
            })
            .collect();
    }
}

/// Returns a bead for each run of waypoints around one corner, and fixed points for the others.
fn beads_of(points: &[DVec2], corners: &ArcCorners) -> Vec<Bead> {
    let mut beads: Vec<Bead> = Vec::new();
    for waypoint in 0..points.len() {
        let mut bead = Bead::point(points, waypoint);
        if let Some([a, b, c]) = points.get(waypoint.wrapping_sub(1)..waypoint + 2).and_then(three)
        {
            let side = turn(a, b, c);
            if let Some(center) = corners.center_of([a, b, c], side) {
                let radius = if side == Turn::Left { corners.radius } else { -corners.radius };
                bead = Bead { center, radius, ..bead };
            }
        }
        match beads.last_mut() {
            Some(last)
                if bead.radius != 0.0
                    && [last.center, bead.center] == [bead.center; 2]
                    && last.radius == bead.radius =>
            {
                last.waypoints[1] = waypoint;
            }
            _ => beads.push(bead),
        }
    }
    beads
}

fn three(points: &[DVec2]) -> Option<[DVec2; 3]> {
    points.try_into().ok()
}

/// Drops the circles that the string does not turn around.
fn taut(beads: &[Bead]) -> Vec<Bead> {
    let mut kept: Vec<Bead> = Vec::new();
    for bead in beads {
        while let [.., before, last] = kept[..]
            && last.radius != 0.0
            && turns_away(&before, &last, bead)
        {
            kept.pop();
        }
        kept.push(*bead);
    }
    kept
}

/// True if the string from `before` to `next` would not turn around the circle of `bead`.
fn turns_away(before: &Bead, bead: &Bead, next: &Bead) -> bool {
    let (Some(arriving), Some(leaving)) = (before.normal_to(bead), bead.normal_to(next)) else {
        return false;
    };
    // Half a turn may come out as a little more.
    arriving.perp_dot(leaving) * bead.radius <= 0.0 && arriving.dot(leaving) > 0.0
}

/// Returns the ranges of waypoints between beads where a segment or an arc comes too near to a wall.
fn failures(beads: &[Bead], corners: &ArcCorners) -> Vec<[usize; 2]> {
    let mut failed = Vec::new();
    let mut arrived = None;
    for pair in beads.windows(2) {
        let range = [pair[0].waypoints[0], pair[1].waypoints[1]];
        let is_leg = pair[0].radius == 0.0 && pair[1].radius == 0.0 && range[1] == range[0] + 1;
        let tangent = pair[0].tangent_to(&pair[1]);
        let is_clear = match tangent {
            _ if is_leg => true,
            None => false,
            Some(ends) => {
                let arc = arrived.map(|from| [from, ends[0]]);
                corners.segment_is_clear(ends) && corners.arc_is_clear(&pair[0], arc)
            }
        };
        if !is_clear {
            failed.push(range);
        }
        arrived = tangent.map(|[_, end]| end);
    }
    failed
}
