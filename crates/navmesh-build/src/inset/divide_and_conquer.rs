//! Stage 5 where very many walls lie within one radius: what they take, united half by half.
//!
//! Source: K. Kedem, R. Livne, J. Pach, M. Sharir, "On the Union of Jordan Regions and Collision-Free Translational
//! Motion Amidst Polygonal Obstacles", 1986: of shapes that lie apart, moved by one disc, the borders cross any two no more
//! than twice, and the border of their union has a number of corners that is linear in that of the shapes.
//!
//! A moved border whose parts lie within reach of one another crosses itself as often as there are pairs of them, and nearly
//! all of it is covered. So what one half of the border takes is united first, then what the other half does, each in the
//! same way. Where the borders of the two unions cross there is a corner of the border of both; so there are few crossings
//! at every step, wherever the walls lie, and what is covered is gone.
//!
//! We differ from it in: 1) arcs are polygons, so that borders may cross some more times; 2) halves are not halved again
//! where they are of few parts or the boxes of few meet; 3) corners are rounded to a lattice much coarser than floats after each
//! step, so that sides that all but coincide, as around one point, do, and the radius is enlarged by more than that.

use std::ops::ControlFlow;

use navmesh_core::DVec2;
use navmesh_core::buckets::NearPairs;
use navmesh_core::geom::{Bounds, lexicographic};

use crate::error::BuildError;
use crate::ground::Ground;
use crate::inset::border::Border;
use crate::inset::chains::zones;
use crate::inset::offset::OffsetRadius;
use crate::plsg::{Drawing, Effect};
use crate::report::BuildReport;
use crate::split::Crossings;

/// The steps of the lattice, in units of 2⁻⁵² of the largest coordinate; up to twice as wide as this.
const LATTICE_UNITS: f64 = 32.0;

/// How much farther out borders are put than else, in the same units: more than all steps can bring them nearer, of which
/// there are no more than 28, each by less than the lattice and some rounding.
pub(crate) const MARGIN_UNITS: f64 = 2048.0;

/// How many boxes of others the box of a zone may meet on the average where zones are united at once.
const FEW_OTHERS: usize = 6;

/// How many zones are united at once wherever they lie.
const AT_ONCE: usize = 4;

/// How often a moved border may cross itself and still be drawn as a whole, a point of it; and how often any may.
/// Crossings cost less than uniting halves as long as there are no more.
const MOST_CROSSINGS_A_POINT: usize = 8;
const SOME_CROSSINGS: usize = 256;

type Ring = Vec<DVec2>;

/// What lies within reach of a part of the border.
struct Zone {
    ring: Ring,
    bounds: Bounds,
    /// Where that part is.
    at: DVec2,
}

/// The reach that crowds are drawn in by; `None` where the radius is so small that rounding takes too much of the
/// arcs' tolerance.
pub(crate) fn with_margin(offset: &OffsetRadius) -> Option<OffsetRadius> {
    offset.with_margin(MARGIN_UNITS)
}

/// How often moved borders of so many points may cross themselves and still be drawn as a whole.
pub(crate) fn most_crossings(points: usize) -> usize {
    MOST_CROSSINGS_A_POINT * points + SOME_CROSSINGS
}

/// What is left within a border, as outlines whose borders cross few times.
///
/// Complexity: O(n log² n) for n sides of the border, or as much more as polygons cross oftener than arcs.
pub(crate) fn remaining(border: &Border, offset: &OffsetRadius) -> Result<Drawing, BuildError> {
    let zones = zones(border, offset).into_iter().map(|ring| (ring, None));
    let taken = union_of_rings(zones, offset.unit)?;
    let mut drawing = Drawing::default();
    let walls = border.rings().map(|ring| ring.iter().map(|corner| corner.point).collect());
    drawing.add_rings(Effect::Walkable, walls);
    drawing.add_rings(Effect::Obstacle, taken);
    Ok(drawing)
}

/// Rings around all that these rings wind around, of which two at most wind around any place. They are moved by less than
/// [`MARGIN_UNITS`] of the `unit`. Each ring may come with where the part of the border is within whose reach it lies; else
/// that is taken to be in its middle.
pub(crate) fn union_of_rings(
    rings: impl Iterator<Item = (Ring, Option<DVec2>)>,
    unit: f64,
) -> Result<Vec<Ring>, BuildError> {
    let lattice = Lattice::of(unit);
    let zone = |(mut ring, at): (Ring, Option<DVec2>)| {
        lattice.round(&mut ring);
        let bounds = Bounds::of(ring.iter().copied());
        Zone { ring, at: at.unwrap_or(bounds.min.midpoint(bounds.max)), bounds }
    };
    let mut zones: Vec<Zone> = rings.map(zone).collect();
    let [low, high] = halves(&mut zones);
    Ok([lattice.union(low)?, lattice.union(high)?].concat())
}

/// The lattice that corners are moved onto after each step.
#[derive(Clone, Copy)]
struct Lattice {
    /// A power of two, so that only the rounding itself rounds.
    step: f64,
}

impl Lattice {
    fn of(unit: f64) -> Self {
        let step = f64::from_bits((2.0 * LATTICE_UNITS * unit).to_bits() & f64::INFINITY.to_bits());
        Self { step }
    }

    /// The rings around all that the zones cover.
    fn union(self, zones: &mut [Zone]) -> Result<Vec<Ring>, BuildError> {
        if zones.is_empty() {
            return Ok(Vec::new());
        }
        let mut drawing = Drawing::default();
        if zones.len() <= AT_ONCE || !is_crowded(zones) {
            // What rounding turned over takes nothing from others.
            for zone in &*zones {
                drawing.add_rings(Effect::Walkable, [zone.ring.clone()]);
            }
        } else {
            let [low, high] = halves(zones);
            let parts = [self.union(low)?, self.union(high)?];
            drawing.add_rings(Effect::Walkable, parts.into_iter().flatten());
        }
        self.covered(drawing)
    }

    /// The rings around all that a drawing covers.
    fn covered(self, drawing: Drawing) -> Result<Vec<Ring>, BuildError> {
        let covered = Ground::drawn(drawing, Crossings::Likely, &mut BuildReport::default())?;
        let border = Border::of(&covered.cells, &covered.points);
        let rings = border.rings().map(|ring| {
            let mut ring: Ring = ring.iter().map(|corner| corner.point).collect();
            self.round(&mut ring);
            ring
        });
        Ok(rings.filter(|ring| ring.len() > 2).collect())
    }

    /// Moves the corners of a ring onto the lattice.
    fn round(self, ring: &mut Ring) {
        for corner in &mut *ring {
            *corner = (*corner / self.step).round() * self.step + 0.0;
        }
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
    }
}

/// True where the boxes of many zones meet.
fn is_crowded(zones: &[Zone]) -> bool {
    let corners_of = |zone: u32, corners: &mut Vec<DVec2>| {
        let Bounds { min, max } = zones[zone as usize].bounds;
        corners.extend([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]);
    };
    let near = NearPairs { corners_of };
    let most = zones.len() * FEW_OTHERS / 2;
    let mut pairs = Vec::new();
    let all: Vec<u32> = (0..zones.len() as u32).collect();
    let found = near.among(&all, &mut |a, b| {
        let [one, other] = [a, b].map(|zone| zones[zone as usize].bounds);
        if one.min.cmple(other.max).all() && other.min.cmple(one.max).all() {
            pairs.push([a.min(b), a.max(b)]);
        }
        if pairs.len() > 2 * most {
            pairs.sort_unstable();
            pairs.dedup(); // some were met more than once
        }
        if pairs.len() > 2 * most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    pairs.sort_unstable();
    pairs.dedup();
    found.is_break() || pairs.len() > most
}

/// The zones in two halves that lie side by side, across the longer axis of where their parts of the border are. It depends
/// on where they lie, not on their order.
fn halves(zones: &mut [Zone]) -> [&mut [Zone]; 2] {
    let size = Bounds::of(zones.iter().map(|zone| zone.at)).size();
    let along = |zone: &Zone| if size.x >= size.y { zone.at } else { zone.at.perp() };
    let half = zones.len() / 2;
    if half > 0 {
        zones.select_nth_unstable_by(half, |a, b| {
            let corners = a.ring.iter().zip(&b.ring);
            let by_corners = corners.map(|(a, b)| lexicographic(*a, *b)).find(|by| by.is_ne());
            let by_corners = by_corners.unwrap_or(a.ring.len().cmp(&b.ring.len()));
            lexicographic(along(a), along(b)).then(by_corners)
        });
    }
    let (low, high) = zones.split_at_mut(half);
    [low, high]
}

#[cfg(test)]
mod tests;
