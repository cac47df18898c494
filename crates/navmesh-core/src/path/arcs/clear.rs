//! Tests of segments and arcs against all walls near them.

use glam::DVec2;

use super::corners::ArcCorners;
use super::string::Bead;
use crate::geom::{Turn, nearest_on_segment, turn};

impl ArcCorners {
    /// True if no wall is nearer to a segment than the radius, up to rounding.
    pub(super) fn segment_is_clear(&self, segment: [DVec2; 2]) -> bool {
        let least = self.radius - self.slack;
        self.walls_near(segment, self.radius, |wall| distance(segment, wall) >= least)
    }

    /// True if no wall is nearer to an arc around a bead than the radius, up to rounding.
    ///
    /// A wall point at the distance d from the centre, in a direction of the arc, is |d − r| from the arc. In other
    /// directions an end of the arc is nearest, which belongs to a segment too. The walls at the centre are in no direction
    /// of the arc.
    pub(super) fn arc_is_clear(&self, bead: &Bead, arc: Option<[DVec2; 2]>) -> bool {
        let Some(ends) = arc.filter(|[from, to]| bead.radius != 0.0 && from != to) else {
            return true;
        };
        let center = bead.center;
        let mut directions = ends.map(|end| end - center);
        if bead.radius < 0.0 {
            directions.reverse(); // now counter-clockwise
        }
        let least = 2.0 * self.radius - self.slack;
        self.walls_near([center; 2], 2.0 * self.radius, |wall| {
            wall.contains(&center)
                || within(wall.map(|end| end - center), directions)
                    .is_none_or(|[a, b]| nearest_on_segment(a, b, DVec2::ZERO).length() >= least)
        })
    }
}

/// Returns the part of a segment in the directions between two, counter-clockwise by at most half a turn.
fn within([a, b]: [DVec2; 2], [first, last]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let is_half_turn = first.perp_dot(last) <= 0.0;
    let mut part = [0.0, 1.0];
    for (normal, is_used) in [(first.perp(), true), (-last.perp(), !is_half_turn)] {
        let [at_a, at_b] = [normal.dot(a), normal.dot(b)];
        let crossing = at_a / (at_a - at_b);
        match (at_a < 0.0, at_b < 0.0) {
            _ if !is_used => {}
            (true, true) => return None,
            (true, false) => part[0] = crossing.max(part[0]),
            (false, true) => part[1] = crossing.min(part[1]),
            (false, false) => {}
        }
    }
    (part[0] <= part[1]).then(|| part.map(|share| a + (b - a) * share))
}

/// Returns the distance of two segments; 0 if they cross.
fn distance([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> f64 {
    let sides = |a, b, c, d| (turn(a, b, c), turn(a, b, d));
    let are_apart = |pair| matches!(pair, (Turn::Left, Turn::Right) | (Turn::Right, Turn::Left));
    if are_apart(sides(a, b, c, d)) && are_apart(sides(c, d, a, b)) {
        return 0.0;
    }
    let to = |a: DVec2, b: DVec2, point: DVec2| nearest_on_segment(a, b, point).distance(point);
    to(a, b, c).min(to(a, b, d)).min(to(c, d, a)).min(to(c, d, b))
}
