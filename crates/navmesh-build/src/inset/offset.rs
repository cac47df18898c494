//! Offsets the border inwards by the agents' radius.
//!
//! Source: L. Guibas, L. Ramshaw, J. Stolfi, "A Kinetic Framework for Computational Geometry",
//! 1983: the offset of a shape by a disc follows from winding numbers. Every side moves inwards by
//! the radius. The offset curve follows an arc around each reflex corner; at a convex corner it
//! runs back to the corner and out again. The offset curves wind positively around exactly the area
//! that remains.
//!
//! Proof: a rectangle for each side and a sector for each reflex corner lie between a ring and its
//! offset curve, all counter-clockwise. The number of rectangles and sectors over a place is the
//! ring's winding number minus that of the offset curve. On walkable area the first is 1, so the
//! second is 1 exactly where the number is 0. No union and no distance test is needed.
//!
//! We differ from it in: 1) arcs are polygons *around* the circle, so that no agent is nearer to a
//! wall than the radius; 2) the curve at a convex corner is cut short at the intersection of its
//! two offset sides, if they intersect, which only drops area covered twice; 3) the stages for
//! outlines find and round the crossings, and the radius includes a margin for that rounding.

use std::cmp::Ordering;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Bounds, MAX_COORDINATE, MIN_COORDINATE, sanitized};

use crate::error::BuildError;
use crate::inset::border::{Bend, Border, Corner, corners_of};
use crate::options::BuildOptions;
use crate::plsg::{Drawing, Effect, drop_repeated};

/// The margin added to the radius, in units of 2⁻⁵² of the largest coordinate. It exceeds the
/// rounding of the offset curve and of its crossings.
const MARGIN_UNITS: f64 = 32.0;

/// The distance below which two neighbouring corners are merged, in the same units. The offset of a
/// shorter side is as long as its own rounding and could run backwards. That would leave a sliver
/// of walkable area as long as the radius, up to the wall itself.
const WELD_UNITS: f64 = 16.0;

/// The least remaining length of a side that is cut short at both ends, in the same units.
const LEFT_UNITS: f64 = 4.0;

/// The means that make the steps of an arc equal. Each takes the difference to about its cube.
const MEANS: usize = 4;

/// Returns the offset border as one outline, which covers the points with positive winding number.
pub(crate) fn offset_border(border: &Border, offset: &OffsetRadius) -> Drawing {
    let mut drawing = Drawing::default();
    let moved = border.rings().filter_map(|ring| offset.ring(ring));
    drawing.add_rings(Effect::Walkable, moved);
    drawing
}

/// Merges neighbouring corners nearer than `least`. A ring without longer sides becomes a wall of
/// that length.
///
/// Merging may invert a thin wall, so sharp turns count as reflex. That adds at most one arc, and
/// the arc covers only points within the radius of its corner.
fn welded(ring: &[Corner], least: f64) -> Vec<Corner> {
    let mut points: Vec<DVec2> = ring.iter().map(|corner| corner.point).collect();
    points.dedup_by(|next, kept| next.distance(*kept) < least);
    while points.len() > 1 && points[points.len() - 1].distance(points[0]) < least {
        points.pop();
    }
    if points.len() == ring.len() {
        return ring.to_vec();
    }
    if let [point] = points[..] {
        points.push(point + DVec2::X * least);
    }
    let mut corners: Vec<Corner> = corners_of(&points).collect();
    let n = corners.len();
    for i in 0..n {
        let [a, at, b] = [n - 1, 0, 1].map(|step| corners[(i + step) % n].point);
        if (a - at).dot(b - at) > 0.0 {
            corners[i].bend = Bend::Outwards;
        }
    }
    corners
}

/// Returns the smallest and the largest valid radius for coordinates up to `largest`. Both are safe
/// by a hundredth, so that they stay valid when printed with three digits.
fn usable_radii(largest: f64, tolerance: f64, spare: f64) -> [f64; 2] {
    // The radius, in units, must exceed this number.
    let units = (2.0 * MARGIN_UNITS + spare) * 2.0 / tolerance;
    let part = units * f64::EPSILON;
    let least = (part * largest / (1.0 - part)).max(units * MIN_COORDINATE);
    [least * 1.01, (MAX_COORDINATE - largest) / (1.0 + tolerance) * 0.99]
}

/// An offset distance, and the subdivision of its arcs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OffsetRadius {
    /// The agents' radius.
    pub(crate) radius: f64,
    /// The distance between a side and its offset.
    pub(crate) inner: f64,
    /// The largest distance of an arc's corner from its centre.
    pub(crate) outer: f64,
    /// An arc's largest step, as cosine and sine.
    step: DVec2,
    /// The spacing of floats at the largest coordinate, at least the smallest valid coordinate.
    pub(crate) unit: f64,
}

impl OffsetRadius {
    /// Computes the offset for a border within these bounds; `None` for agents without a radius.
    /// Arcs stay within their tolerance even with `spare` more units of rounding.
    ///
    /// # Errors
    ///
    /// `BadTolerance`; `BadRadius` if the coordinates cannot express the radius.
    pub(crate) fn of(
        options: &BuildOptions,
        bounds: Bounds,
        spare: f64,
    ) -> Result<Option<Self>, BuildError> {
        let (radius, tolerance) = (options.agent_radius, options.arc_tolerance);
        if radius == 0.0 {
            return Ok(None);
        }
        if !TOLERANCES.contains(&tolerance) {
            return Err(BuildError::BadTolerance { tolerance });
        }
        let unit = (f64::EPSILON * (bounds.max_abs() + radius)).max(MIN_COORDINATE);
        let inner = radius + MARGIN_UNITS * unit;
        let outer = radius * (1.0 + tolerance) - (MARGIN_UNITS + spare) * unit;
        let is_finite = radius > 0.0 && bounds.max_abs() + outer <= MAX_COORDINATE;
        // Arcs need at least half of the tolerance.
        let is_fine = outer - inner >= radius * tolerance / 2.0;
        if !is_finite || !is_fine {
            let [least, most] = usable_radii(bounds.max_abs(), tolerance, spare);
            return Err(BuildError::BadRadius { radius, tolerance, least, most });
        }
        Ok(Some(Self::between(inner, outer, radius, unit)))
    }

    fn between(inner: f64, outer: f64, radius: f64, unit: f64) -> Self {
        let cosine = inner / outer;
        let half_step = DVec2::new(cosine, (1.0 - cosine * cosine).sqrt());
        Self { radius, inner, outer, step: half_step.rotate(half_step), unit }
    }

    /// Adds a margin of `units` on both sides; `None` if that takes more than half of the arcs'
    /// tolerance.
    pub(crate) fn with_margin(&self, units: f64) -> Option<Self> {
        let [inner, outer] = [self.inner + units * self.unit, self.outer - units * self.unit];
        let is_fine = outer - inner >= (self.outer - self.inner) / 2.0;
        is_fine.then(|| Self::between(inner, outer, self.radius, self.unit))
    }

    /// Returns the offset for coordinates that are `times` as coarse, with `spare` such units for
    /// arcs; `None` if that takes more than half of the arcs' tolerance.
    pub(crate) fn coarser(&self, times: f64, spare: f64) -> Option<Self> {
        let more = (times - 1.0) * self.unit;
        let [inner, outer] =
            [self.inner + MARGIN_UNITS * more, self.outer - (MARGIN_UNITS + spare) * more];
        let is_fine = outer - inner >= (self.outer - self.inner) / 2.0;
        is_fine.then(|| Self::between(inner, outer, self.radius, self.unit + more))
    }

    /// Returns the offset curve of a ring; `None` if it vanishes.
    pub(crate) fn ring(&self, ring: &[Corner]) -> Option<Vec<DVec2>> {
        let mut moved = self.moved(&welded(ring, self.unit * WELD_UNITS));
        drop_repeated(&mut moved);
        (moved.len() > 2).then_some(moved)
    }

    /// Computes the curve to the left of `ring`, at the offset distance.
    fn moved(&self, ring: &[Corner]) -> Vec<DVec2> {
        let sides = Sides::of(ring, self);
        let mut moved = Vec::new();
        for (i, corner) in ring.iter().enumerate() {
            let before = (i + ring.len() - 1) % ring.len();
            let normals = [sides.normals[before], sides.normals[i]];
            let mut push = |delta: DVec2| moved.extend(sanitized(corner.point + delta));
            match corner.bend {
                Bend::Outwards => self.arc(normals, push),
                Bend::Inwards if sides.meet[i] => push(self.meeting(normals)),
                Bend::Inwards => {
                    push(normals[0] * self.inner);
                    push(DVec2::ZERO);
                    push(normals[1] * self.inner);
                }
            }
        }
        moved
    }

    /// Passes on the corners of a polygon around the clockwise arc between two directions, in equal steps. Each half is
    /// computed from its own end, so the mirrored arc has the mirrored bits.
    pub(crate) fn arc(&self, [from, to]: [DVec2; 2], mut push: impl FnMut(DVec2)) {
        let (step, steps) = self.equal_step([from, to]);
        let half = (DVec2::X + step).normalize();
        let corner = half * (self.inner / half.x);
        let turned = |by: DVec2, direction: DVec2, times: usize| {
            (0..times).fold(direction, |direction, _| by.rotate(direction))
        };
        let back = |by: DVec2| DVec2::new(by.x, -by.y);
        for before in 0..steps {
            let after = steps - 1 - before;
            push(match before.cmp(&after) {
                Ordering::Less => back(corner).rotate(turned(back(step), from, before)),
                Ordering::Greater => corner.rotate(turned(step, to, after)),
                Ordering::Equal => {
                    self.meeting([turned(back(step), from, before), turned(step, to, after)])
                }
            });
        }
    }

    /// Divides a clockwise arc into the fewest equal steps that keep within the tolerance. Returns a step, as cosine and
    /// sine of its angle, and their number.
    fn equal_step(&self, [from, to]: [DVec2; 2]) -> (DVec2, usize) {
        let whole = DVec2::new(from.dot(to), from.perp_dot(to));
        let (mut rest, mut steps) = (whole, 1);
        while rest.x < self.step.x {
            rest = self.step.rotate(rest);
            steps += 1;
        }
        let mut step = self.step;
        for _ in 0..MEANS {
            // The mean of all steps but one, and of what those leave of the arc.
            let left = (1..steps).fold(whole, |left, _| step.rotate(left));
            let mean = step * (steps - 1) as f64 + DVec2::new(left.x, -left.y);
            step = mean.normalize();
        }
        (step, steps)
    }

    /// Returns the intersection of the offsets of two sides with these normals, relative to their
    /// corner.
    fn meeting(&self, [a, b]: [DVec2; 2]) -> DVec2 {
        (a + b) * (self.inner / (1.0 + a.dot(b)))
    }
}

/// The valid tolerances of arcs, as fractions of the radius. A full turn has π / √(2 · tolerance) corners: 222 at the
/// lowest tolerance.
const TOLERANCES: std::ops::RangeInclusive<f64> = 1e-4..=1.0;

/// The cosine of the sharpest turn, 120°, at which offset sides are joined directly. At sharper
/// turns rounding dominates their intersection.
const SHARPEST: f64 = -0.5;

/// The sides of a ring. Side `i` runs from corner `i` to the next one.
struct Sides {
    /// The left normal of each side.
    normals: Vec<DVec2>,
    /// For each convex corner, true if its two offset sides are cut short at their intersection.
    meet: Vec<bool>,
}

impl Sides {
    fn of(ring: &[Corner], offset: &OffsetRadius) -> Self {
        let n = ring.len();
        let along: Vec<DVec2> = (0..n).map(|i| ring[(i + 1) % n].point - ring[i].point).collect();
        let lengths: Vec<f64> = along.iter().map(|side| side.length()).collect();
        let normals: Vec<DVec2> =
            along.iter().zip(&lengths).map(|(side, length)| side.perp() / *length).collect();
        let cut = |i: usize| {
            let (a, b) = (normals[(i + n - 1) % n], normals[i]);
            let is_possible = ring[i].bend == Bend::Inwards && a.dot(b) >= SHARPEST;
            is_possible.then(|| (offset.inner * a.perp_dot(b).abs() / (1.0 + a.dot(b)), i))
        };
        let mut cuts: Vec<(f64, usize)> = (0..n).filter_map(cut).collect();
        cuts.merge_sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Self { meet: meeting_corners(cuts, lengths, offset.unit * LEFT_UNITS), normals }
    }
}

/// Selects the corners whose sides are long enough to be cut short, smallest cuts first. A nearly
/// straight corner is therefore always cut short and leaves no spike thinner than its rounding.
fn meeting_corners(cuts: Vec<(f64, usize)>, mut lengths: Vec<f64>, least: f64) -> Vec<bool> {
    let n = lengths.len();
    let mut meet = vec![false; n];
    for (cut, i) in cuts {
        let before = (i + n - 1) % n;
        meet[i] = lengths[before] - cut > least && lengths[i] - cut > least;
        if meet[i] {
            lengths[before] -= cut;
            lengths[i] -= cut;
        }
    }
    meet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outlines::build_outlines;
    use navmesh_core::{Outline, Outlines};
    use navmesh_testkit::rng::SplitMix64;

    /// Finds the smallest valid radius for these bounds by bisection.
    fn smallest_radius(bounds: Bounds, tolerance: f64) -> f64 {
        let options =
            |radius| BuildOptions::default().agent_radius(radius).arc_tolerance(tolerance);
        let (mut refused, mut taken) = (0.0, bounds.max_abs() / 4.0);
        while refused < (refused + taken) / 2.0 && (refused + taken) / 2.0 < taken {
            let middle = (refused + taken) / 2.0;
            let is_taken = OffsetRadius::of(&options(middle), bounds, 0.0).is_ok();
            *(if is_taken { &mut taken } else { &mut refused }) = middle;
        }
        taken
    }

    /// Returns the corners of an arc at the origin.
    fn arc(offset: &OffsetRadius, ends: [DVec2; 2]) -> Vec<DVec2> {
        let mut corners = Vec::new();
        offset.arc(ends, |corner| corners.push(corner));
        corners
    }

    #[test]
    fn arcs_have_equal_steps_around_their_circle_and_mirrored_ones_the_same_bits() {
        let bounds = Bounds::of([DVec2::ZERO, DVec2::splat(8.0)]);
        let mut rng = SplitMix64::new(43);
        for tolerance in [1e-4, 0.01, 0.05, 1.0] {
            let options = BuildOptions::default().agent_radius(1.0).arc_tolerance(tolerance);
            let offset = OffsetRadius::of(&options, bounds, 0.0).unwrap().unwrap();
            for i in 0..1000 {
                let turn = match i {
                    0 => -std::f64::consts::PI,
                    1 => -std::f64::consts::FRAC_PI_2,
                    2 => 0.0,
                    3..=5 => -f64::from(i - 2) * offset.step.to_angle(),
                    6 => -1e-9,
                    _ => -4.7 * rng.unit(),
                };
                let from = DVec2::from_angle(7.0 * rng.unit());
                let to = DVec2::from_angle(turn).rotate(from);
                let corners = arc(&offset, [from, to]);
                let mirrored = arc(&offset, [to, from].map(|end| DVec2::new(end.x, -end.y)));
                let back = mirrored.iter().rev().map(|corner| DVec2::new(corner.x, -corner.y));
                assert!(corners.iter().copied().eq(back), "{tolerance}, {turn}");
                let few = -turn / offset.step.to_angle();
                assert!((corners.len() as f64) < few + 1.0 + 1e-9, "{tolerance}, {turn}");
                let step = -turn / corners.len() as f64;
                for pair in corners.windows(2) {
                    let off = pair[0].angle_to(pair[1]) + step;
                    assert!(off.abs() < 1e-12, "{tolerance}, {turn}: {off}");
                    let inner = pair[0].perp_dot(pair[1]).abs() / pair[0].distance(pair[1]);
                    assert!((1.0..1.0 + tolerance).contains(&inner), "{tolerance}, {turn}");
                }
                let farthest = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
                assert!(farthest < 1.0 + tolerance, "{tolerance}, {turn}: {farthest}");
            }
        }
    }

    /// The offset of the wall at x = 0 would lie at x = 0 too, because smaller coordinates become
    /// 0.
    #[test]
    fn a_radius_that_coordinates_near_0_cannot_express_is_refused() {
        let ground = Outline::rect([0.0, 0.0], [1e-40, 1e-40]);
        let outlines = Outlines { walkable: vec![ground], ..Outlines::default() };
        let options = BuildOptions::default().agent_radius(1e-43);
        let error = build_outlines(&outlines, &options).unwrap_err();
        assert!(matches!(error, BuildError::BadRadius { .. }), "{error}");
    }

    #[test]
    fn the_smallest_valid_radius_has_arcs_of_few_corners() {
        for size in [1.0, 1024.0, 1e7, 1e-30] {
            for tolerance in [1e-4, 1e-3, 0.01, 1.0] {
                let ground = Outline::rect([0.0, 0.0], [size, size]);
                let hole = Outline::rect([size / 4.0, size / 4.0], [size / 2.0, size / 2.0]);
                let bounds = Bounds::of([DVec2::ZERO, DVec2::splat(size)]);
                let radius = smallest_radius(bounds, tolerance);
                let options = BuildOptions::default().agent_radius(radius).arc_tolerance(tolerance);
                let offset = OffsetRadius::of(&options, bounds, 0.0).unwrap().unwrap();
                let half_turn = std::f64::consts::PI / offset.step.to_angle();
                assert!(half_turn < 2000.0, "{size}, {tolerance}, {radius}: {half_turn} corners");
                let outlines = Outlines {
                    walkable: vec![ground],
                    obstacles: vec![hole],
                    ..Outlines::default()
                };
                let (mesh, _) = build_outlines(&outlines, &options).unwrap();
                assert!(mesh.position_count() < 4 * 1000 + 8, "{size}, {tolerance}, {radius}");
            }
        }
    }
}
