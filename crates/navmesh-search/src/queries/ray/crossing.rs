//! The point where a ray crosses a wall, and the direction that the wall faces.

use navmesh_core::backend::geom::double;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh};

use crate::line::Line;

/// The least ratio of the determinant of ray and wall to the sum of its two products, at which the crossing is
/// computed in plain floats.
///
/// Its error along the wall is then at most about 2⁻⁴⁷ of the ray's length. Below this ratio, at small angles,
/// the products cancel, and the crossing is computed with twice the precision.
const MIN_RATIO: f64 = 0.125;

/// The point where a line crosses a wall between its ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Crossing {
    /// A point exactly on the wall.
    On(DVec2),
    /// A point on the wall up to rounding.
    Near(DVec2),
}

impl Crossing {
    /// Computes the point where the line crosses the wall from `a` to `b`, or begins on it.
    #[inline]
    pub(super) fn of(line: Line, [a, b]: [DVec2; 2]) -> Self {
        if turn(a, b, line.from) == Turn::Collinear {
            return Self::On(line.from); // the ray leads off the mesh
        }
        let point = crossing_in_floats(line, [a, b])
            .unwrap_or_else(|| double::crossing([a, b], [line.from, line.to]));
        // The box of a vertical or horizontal wall is the wall itself.
        if a.x == b.x || a.y == b.y { Self::On(point) } else { Self::Near(point) }
    }

    /// The point, rounded.
    pub(super) fn point(self) -> DVec2 {
        let (Self::On(point) | Self::Near(point)) = self;
        point
    }
}

/// Computes the crossing in plain floats, within the box of the segment from `a` to `b`; `None` if the ratio is too
/// small.
#[inline]
fn crossing_in_floats(line: Line, [a, b]: [DVec2; 2]) -> Option<DVec2> {
    let (ahead, along) = (line.to - line.from, b - a);
    let [left, right] = [ahead.x * along.y, ahead.y * along.x];
    let across = left - right;
    if across.abs() <= MIN_RATIO * (left.abs() + right.abs()) {
        return None;
    }
    let share = ahead.perp_dot(line.from - a) / across;
    Some((a + along * share).clamp(a.min(b), a.max(b)))
}

/// Returns the one of the two walls at the origin of `edge` that is closer to a right angle with the line. Ties go to
/// the lower id.
pub(super) fn squarest_wall(mesh: &NavMesh, line: Line, edge: EdgeId) -> Option<EdgeId> {
    let against = |wall: &EdgeId| (line.from - line.to).dot(normal(mesh, *wall));
    let mut walls = mesh.walls_of_fan(edge)?;
    walls.sort();
    let [low, high] = walls;
    Some(if against(&high) > against(&low) { high } else { low })
}

/// Returns the unit vector at right angles to an edge, pointing into its cell.
pub(in crate::queries) fn normal(mesh: &NavMesh, edge: EdgeId) -> DVec2 {
    normal_of(mesh.edge_ends(edge))
}

/// Returns the unit vector at right angles to a segment, pointing to its left.
#[inline]
pub(super) fn normal_of([a, b]: [DVec2; 2]) -> DVec2 {
    (b - a).perp().normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Lines and walls at all angles, at all scales, near the origin and far from it.
    #[test]
    fn plain_floats_agree_with_doubled_precision_where_the_ratio_is_large() {
        let mut rng = SplitMix64::new(6);
        let mut trusted = 0;
        for round in 0..20_000 {
            let scale = f64::powi(2.0, [0, -120, 25, 180][round % 4]);
            let shift = if round % 3 == 0 { DVec2::ZERO } else { DVec2::new(1e4, -7e3) };
            let mut point = || (shift + DVec2::new(rng.unit(), rng.unit()) * 64.0) * scale;
            let [from, to, a, b] = std::array::from_fn(|_| point());
            if turn(from, to, a) == turn(from, to, b) {
                continue;
            }
            let Some(found) = crossing_in_floats(Line { from, to }, [a, b]) else { continue };
            trusted += 1;
            let expected = double::crossing([a, b], [from, to]);
            let (length, size) = (from.distance(expected) + a.distance(b), a.abs().max(b.abs()));
            let tolerance = f64::powi(2.0, -47) * length + 2.0 * f64::EPSILON * size.max_element();
            assert!(
                found.distance(expected) <= tolerance,
                "{from} {to} {a} {b}: {found} {expected}"
            );
        }
        assert!(trusted > 5_000, "{trusted}");
    }
}
