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
use navmesh_core::geom::{Bounds, MAX_COORDINATE, sanitized};

use crate::border::{Bend, Border, Corner};
use crate::error::BuildError;
use crate::options::BuildOptions;
use crate::soup::{Drawing, Effect, Fill, Region, Strand};

/// How much farther out the moved border is put than the radius, in units of 2⁻⁵² of the largest
/// coordinate: more than its own rounding and that of its crossings can bring it nearer.
const MARGIN_UNITS: f64 = 32.0;

/// The moved border as one outline, which covers what its rings wind around positively.
pub(crate) fn shrink(border: &Border, reach: &Reach) -> Drawing {
    let mut drawing = Drawing::default();
    let region = Region { effect: Effect::Walkable, fill: Fill::Positive };
    let outline = drawing.add_outline(region);
    let strand = drawing.add_strand(Strand::Exterior { outline });
    for ring in border.rings() {
        let mut moved = reach.moved(ring);
        moved.dedup();
        while moved.len() > 1 && moved.first() == moved.last() {
            moved.pop();
        }
        if moved.len() > 2 {
            drawing.add_chain(moved, strand);
        }
    }
    drawing
}

/// How far borders move, and how finely their arcs are divided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The distance of every moved side from its own.
    inner: f64,
    /// The largest distance of an arc's corner from its middle.
    outer: f64,
    /// Half of the largest angle that an arc turns at once, as cosine and sine.
    half_step: DVec2,
    /// That angle itself.
    step: DVec2,
}

impl Reach {
    /// The reach that the options ask for on this border; `None` where agents have no size.
    ///
    /// # Errors
    ///
    /// `BadRadius` where the numbers are unusable or beyond what the coordinates can express.
    pub(crate) fn of(options: &BuildOptions, bounds: Bounds) -> Result<Option<Self>, BuildError> {
        let (radius, tolerance) = (options.agent_radius, options.arc_tolerance);
        if radius == 0.0 {
            return Ok(None);
        }
        let margin = |radius: f64| MARGIN_UNITS * f64::EPSILON * (bounds.max_abs() + radius);
        let inner = radius + margin(radius);
        let outer = radius * (1.0 + tolerance) - margin(radius);
        let is_finite = radius > 0.0 && bounds.max_abs() + outer <= MAX_COORDINATE;
        // Half of the tolerance has to be left for the arcs.
        let is_fine = outer >= radius * (1.0 + tolerance / 2.0) && inner < outer;
        if !is_finite || !is_fine || !TOLERANCES.contains(&tolerance) {
            return Err(BuildError::BadRadius { radius, tolerance });
        }
        let cosine = inner / outer;
        let half_step = DVec2::new(cosine, (1.0 - cosine * cosine).sqrt());
        Ok(Some(Self { inner, outer, half_step, step: half_step.rotate(half_step) }))
    }

    /// The ring that runs along `ring` on its left, at the reach from it.
    fn moved(&self, ring: &[Corner]) -> Vec<DVec2> {
        let sides = Sides::of(ring, self.inner);
        let mut moved = Vec::new();
        for (i, corner) in ring.iter().enumerate() {
            let before = (i + ring.len() - 1) % ring.len();
            let normals = [sides.normals[before], sides.normals[i]];
            let mut push = |offset: DVec2| moved.extend(sanitized(corner.point + offset));
            match corner.bend {
                Bend::Outwards => self.arc(normals, push),
                Bend::Inwards if sides.meet_at(i) => push(self.meeting(normals)),
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
    fn arc(&self, [from, to]: [DVec2; 2], mut push: impl FnMut(DVec2)) {
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
    lengths: Vec<f64>,
    /// How much shorter the sides become at each corner that turns inwards.
    cuts: Vec<f64>,
}

impl Sides {
    fn of(ring: &[Corner], reach: f64) -> Self {
        let n = ring.len();
        let along: Vec<DVec2> = (0..n).map(|i| ring[(i + 1) % n].point - ring[i].point).collect();
        let lengths: Vec<f64> = along.iter().map(|side| side.length()).collect();
        let normals: Vec<DVec2> =
            along.iter().zip(&lengths).map(|(side, length)| side.perp() / *length).collect();
        let cut = |i: usize| {
            let (a, b) = (normals[(i + n - 1) % n], normals[i]);
            match ring[i].bend {
                Bend::Inwards if a.dot(b) < SHARPEST => f64::INFINITY,
                Bend::Inwards => reach * a.perp_dot(b).abs() / (1.0 + a.dot(b)),
                Bend::Outwards => 0.0,
            }
        };
        let cuts = (0..n).map(cut).collect();
        Self { normals, lengths, cuts }
    }

    /// True where the two moved sides at an inward corner are long enough to meet.
    fn meet_at(&self, i: usize) -> bool {
        let n = self.cuts.len();
        let (before, after) = ((i + n - 1) % n, (i + 1) % n);
        self.cuts[before] + self.cuts[i] < self.lengths[before]
            && self.cuts[i] + self.cuts[after] < self.lengths[i]
    }
}
