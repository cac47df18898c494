//! Stage 5, for agents with a size: the ground drawn in by their radius.
//!
//! Source: L. Guibas, L. Ramshaw, J. Stolfi, "A Kinetic Framework for Computational Geometry", 1983:
//! the border of a shape moved along by a disc is found by winding numbers. Every border of the
//! ground moves inwards by the radius; around corners that stick out into the ground it runs along an
//! arc, at corners that turn the other way back to the corner and out again. Where these rings wind
//! around positively is the ground that is left.
//!
//! Why that is so: between a ring and its moved copy lie a rectangle a side and a sector a corner, all
//! wound around counter-clockwise. Their sum, the number of rectangles and sectors over a place, is
//! the ring's winding number less the moved copy's. On ground the first is 1, so the second is 1
//! exactly where nothing lies over it. No union, and no test of distances.
//!
//! We differ from it in: 1) arcs are polygons *around* the circle, so that nobody comes nearer than
//! the radius; 2) a corner that turns inwards is cut short where its two moved sides meet, if they do:
//! what is left out is covered twice; 3) crossings are found and rounded by the stages that outlines
//! go through, and the radius is enlarged by more than they can move a point.

use navmesh_core::DVec2;
use navmesh_core::geom::{Bounds, MAX_COORDINATE, MIN_COORDINATE, sanitized};

use crate::error::BuildError;
use crate::inset::border::{Bend, Border, Corner, corners_of};
use crate::options::BuildOptions;
use crate::plsg::{Drawing, Effect};

/// How much farther out the moved border is put than the radius, in units of 2⁻⁵² of the largest
/// coordinate: more than its own rounding and that of its crossings can bring it nearer.
const MARGIN_UNITS: f64 = 32.0;

/// How near two neighbouring corners of the border are taken for one, in the same units. The moved copy
/// of a shorter side is as long as its own rounding, and could run backwards: ground as long as the
/// radius and as thin as a float would come out of it, up to the wall itself.
const WELD_UNITS: f64 = 16.0;

/// How much of a side is left at least when both of its ends are cut short, in the same units.
const LEFT_UNITS: f64 = 4.0;

/// The moved border as one outline, which covers what its rings wind around positively.
pub(crate) fn offset_border(border: &Border, offset: &OffsetRadius) -> Drawing {
    let mut drawing = Drawing::default();
    let moved = border.rings().filter_map(|ring| offset.ring(ring));
    drawing.add_rings(Effect::Walkable, moved);
    drawing
}

/// The ring without sides shorter than `least`; one with none longer becomes a wall of that length.
///
/// A thin wall may be turned inside out by this. So what turns sharply is taken as turning outwards: the
/// arc is one too many at most, and all that it covers is within the reach of its corner.
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

/// The least and the greatest radius for coordinates up to `largest`, but for a hundredth: so they will do, told to three
/// digits.
fn usable_radii(largest: f64, tolerance: f64, spare: f64) -> [f64; 2] {
    // So many units have to fit into the radius.
    let units = (2.0 * MARGIN_UNITS + spare) * 2.0 / tolerance;
    let part = units * f64::EPSILON;
    let least = (part * largest / (1.0 - part)).max(units * MIN_COORDINATE);
    [least * 1.01, (MAX_COORDINATE - largest) / (1.0 + tolerance) * 0.99]
}

/// How far borders move, and how finely their arcs are divided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OffsetRadius {
    /// The agents' radius.
    pub(crate) radius: f64,
    /// The distance of every moved side from its own.
    pub(crate) inner: f64,
    /// The largest distance of an arc's corner from its middle.
    pub(crate) outer: f64,
    /// Half of the largest angle that an arc turns at once, as cosine and sine.
    half_step: DVec2,
    /// That angle itself.
    step: DVec2,
    /// How far apart two floats are at the largest coordinate, or the smallest number and 0.
    pub(crate) unit: f64,
}

impl OffsetRadius {
    /// The reach that the options ask for on this border; `None` where agents have no size. Arcs stay within their
    /// tolerance even if as many `spare` units are added to them.
    ///
    /// # Errors
    ///
    /// `BadTolerance`; `BadRadius` where the radius is none or beyond what the coordinates can express.
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
        // Half of the tolerance has to be left for the arcs.
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
        Self { radius, inner, outer, half_step, step: half_step.rotate(half_step), unit }
    }

    /// The same with `units` more on either side for rounding; `None` where that leaves the arcs less than half of what
    /// they have.
    pub(crate) fn with_margin(&self, units: f64) -> Option<Self> {
        let [inner, outer] = [self.inner + units * self.unit, self.outer - units * self.unit];
        let is_fine = outer - inner >= (self.outer - self.inner) / 2.0;
        is_fine.then(|| Self::between(inner, outer, self.radius, self.unit))
    }

    /// The same where coordinates are so many `times` as coarse, with as many `spare` of these units for what is added
    /// to arcs; `None` where that leaves the arcs less than half of what they have.
    pub(crate) fn coarser(&self, times: f64, spare: f64) -> Option<Self> {
        let more = (times - 1.0) * self.unit;
        let [inner, outer] =
            [self.inner + MARGIN_UNITS * more, self.outer - (MARGIN_UNITS + spare) * more];
        let is_fine = outer - inner >= (self.outer - self.inner) / 2.0;
        is_fine.then(|| Self::between(inner, outer, self.radius, self.unit + more))
    }

    /// The moved copy of a ring; `None` where nothing is left of it.
    pub(crate) fn ring(&self, ring: &[Corner]) -> Option<Vec<DVec2>> {
        let mut moved = self.moved(&welded(ring, self.unit * WELD_UNITS));
        moved.dedup();
        while moved.len() > 1 && moved.first() == moved.last() {
            moved.pop();
        }
        (moved.len() > 2).then_some(moved)
    }

    /// The ring that runs along `ring` on its left, at the reach from it.
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

    /// The corners of a polygon around the arc from one direction clockwise to the other.
    pub(crate) fn arc(&self, [from, to]: [DVec2; 2], mut push: impl FnMut(DVec2)) {
        let clockwise = |by: DVec2, direction: DVec2| DVec2::new(by.x, -by.y).rotate(direction);
        let mut direction = from;
        while direction.dot(to) < self.step.x {
            push(clockwise(self.half_step, direction) * self.outer);
            direction = clockwise(self.step, direction);
        }
        push(self.meeting([direction, to]));
    }

    /// Where the two sides with these directions meet, at the reach from where their own sides do.
    fn meeting(&self, [a, b]: [DVec2; 2]) -> DVec2 {
        (a + b) * (self.inner / (1.0 + a.dot(b)))
    }
}

/// The tolerances that arcs may have, as parts of the radius.
const TOLERANCES: std::ops::RangeInclusive<f64> = 1e-6..=1.0;

/// The cosine of the sharpest turn, 120°, at which moved sides are joined directly: where a ring turns
/// all but back, rounding leaves nothing of the place where they meet.
const SHARPEST: f64 = -0.5;

/// The sides of a ring: side `i` runs from corner `i` to the next.
struct Sides {
    /// The directions to the left of each.
    normals: Vec<DVec2>,
    /// At which corners, of those that turn inwards, the two moved sides are cut short where they meet.
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
        cuts.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Self { meet: meeting_corners(cuts, lengths, offset.unit * LEFT_UNITS), normals }
    }
}

/// At which corners the sides are long enough to be cut short: the smallest cuts first, so that a
/// corner all but straight is always one, and no spike thinner than its rounding is left there.
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

    /// The smallest radius that ground with this largest coordinate may be drawn in by.
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

    /// The moved side of a wall at x = 0 would lie at x = 0 too, which is as near to 0 as numbers come.
    #[test]
    fn a_radius_that_coordinates_near_0_cannot_express_is_refused() {
        let ground = Outline::rect([0.0, 0.0], [1e-40, 1e-40]);
        let outlines = Outlines { walkable: vec![ground], ..Outlines::default() };
        let options = BuildOptions::default().agent_radius(1e-43);
        let error = build_outlines(&outlines, &options).unwrap_err();
        assert!(matches!(error, BuildError::BadRadius { .. }), "{error}");
    }

    #[test]
    fn the_smallest_radius_that_is_taken_leaves_arcs_of_few_corners() {
        for size in [1.0, 1024.0, 1e7, 1e-30] {
            for tolerance in [1e-6, 1e-3, 0.01, 1.0] {
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
