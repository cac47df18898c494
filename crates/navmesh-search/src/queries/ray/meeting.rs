//! Where a ray meets a wall, and which way that wall faces.

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh, geom::double};

use crate::queries::line::Line;

/// The sine of the angle between a ray and a wall from which on plain floats tell where the two cross: then they
/// miss it along the wall by no more than some 2⁻⁴⁷ of the way there. At smaller angles all is computed with twice
/// the precision.
const TRUSTED_SINE: f64 = 0.125;

/// Where a line crosses a wall between its ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meeting {
    /// A point of the wall, exactly.
    On(DVec2),
    /// A point that is beside the wall by rounding, or on it.
    Near(DVec2),
}

impl Meeting {
    /// Where the line crosses the wall from `a` to `b`, or begins on it.
    #[inline]
    pub(super) fn of(line: Line, [a, b]: [DVec2; 2]) -> Self {
        if turn(a, b, line.from) == Turn::Collinear {
            return Self::On(line.from); // the ray leads away from the ground
        }
        let point = crossing_in_floats(line, [a, b])
            .unwrap_or_else(|| double::crossing([a, b], [line.from, line.to]));
        // In the box of an upright or a level wall there is nothing but the wall.
        if a.x == b.x || a.y == b.y { Self::On(point) } else { Self::Near(point) }
    }

    /// The point, rounded.
    pub(super) fn point(self) -> DVec2 {
        let (Self::On(point) | Self::Near(point)) = self;
        point
    }
}

/// A point in the box of the segment from `a` to `b`, where the line crosses it; `None` where floats do not tell.
#[inline]
fn crossing_in_floats(line: Line, [a, b]: [DVec2; 2]) -> Option<DVec2> {
    let (ahead, along) = (line.to - line.from, b - a);
    let [left, right] = [ahead.x * along.y, ahead.y * along.x];
    let across = left - right;
    // Of the sine's denominator, a product of lengths, the sum of the products is at least a part.
    if across.abs() <= TRUSTED_SINE * (left.abs() + right.abs()) {
        return None;
    }
    let share = ahead.perp_dot(line.from - a) / across;
    Some((a + along * share).clamp(a.min(b), a.max(b)))
}

/// Of the two walls at the corner where `edge` begins, the one that faces the line more squarely; of
/// two that face it alike, the one with the lower id.
pub(super) fn squarest_wall(mesh: &NavMesh, line: Line, edge: EdgeId) -> Option<EdgeId> {
    let against = |wall: &EdgeId| (line.from - line.to).dot(normal(mesh, *wall));
    let mut walls = mesh.walls_of_fan(edge)?;
    walls.sort();
    let [low, high] = walls;
    Some(if against(&high) > against(&low) { high } else { low })
}

/// The unit vector at right angles to an edge, pointing into its cell.
pub(in crate::queries) fn normal(mesh: &NavMesh, edge: EdgeId) -> DVec2 {
    normal_of(mesh.edge_ends(edge))
}

/// The unit vector at right angles to a segment, pointing to its left.
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
    fn floats_where_they_are_trusted_find_the_crossing_that_doubles_find() {
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
            let (way, size) = (from.distance(expected) + a.distance(b), a.abs().max(b.abs()));
            let off = f64::powi(2.0, -47) * way + 2.0 * f64::EPSILON * size.max_element();
            assert!(found.distance(expected) <= off, "{from} {to} {a} {b}: {found} {expected}");
        }
        assert!(trusted > 5_000, "{trusted}");
    }
}
