//! Insets areas with very many corners within one radius, such as a detailed coastline for ships.
//!
//! Source: K. Kedem, R. Livne, J. Pach, M. Sharir, "On the Union of Jordan Regions and
//! Collision-Free Translational Motion Amidst Polygonal Obstacles", 1986: the borders of two
//! disjoint shapes buffered by the same disc cross at most twice, and the border of the union has
//! linearly many corners.
//!
//! An offset curve crosses itself once or twice for each pair of its corners within a radius, and
//! nearly all these crossings are covered. A coast of 65,000 corners, with a thousand within one
//! radius, makes tens of millions of crossings, about as many as
//! [`MAX_CROSSINGS`](crate::split::intersections::MAX_CROSSINGS) allows. So the border is split into
//! two halves, each half is buffered and united recursively, and the two unions are united last. A
//! crossing of two unions is a corner of the result, so every step has few crossings.
//!
//! We differ from it in: 1) four quarters are united at once, which takes half as many steps; 2) arcs
//! are polygons, so two borders may cross a few more times; 3) small sets, and sets whose boxes
//! rarely intersect, are united at once; 4) each step rounds corners to a lattice much coarser than
//! floats, so that nearly equal sides coincide, and the radius includes a margin for it.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::NearPairs;
use navmesh_core::backend::geom::{Bounds, lexicographic};

use crate::error::BuildError;
use crate::ground::Ground;
use crate::inset::border::Border;
use crate::inset::chains::zones;
use crate::inset::offset::OffsetRadius;
use crate::plsg::{Drawing, Effect, drop_repeated};
use crate::report::BuildReport;
use crate::split::Crossings;
use crate::split::bounded_set::BoundedSet;

/// The step of the lattice, in units of 2⁻⁵² of the largest coordinate; up to twice as large.
const LATTICE_UNITS: f64 = 32.0;

/// The margin added to the radius, in the same units. There are at most 28 steps, each of which
/// moves a corner by less than the lattice and some rounding.
pub(crate) const MARGIN_UNITS: f64 = 2048.0;

/// The average number of other boxes that a zone's box may intersect if all zones are united at
/// once.
const FEW_OTHERS: usize = 6;

/// The number of zones that are always united at once.
const AT_ONCE: usize = 4;

/// The limit of crossings of a border that is offset as a whole, per point, and the constant added
/// to it. Fewer crossings cost less than divide and conquer.
const MOST_CROSSINGS_A_POINT: usize = 8;
const SOME_CROSSINGS: usize = 256;

type Ring = Vec<DVec2>;

/// The points within the offset of one chain of the border.
struct Zone {
    ring: Ring,
    bounds: Bounds,
    /// A representative point of the chain.
    at: DVec2,
}

/// Adds the margin of this module; `None` if that takes too much of the arcs' tolerance.
pub(crate) fn with_margin(offset: &OffsetRadius) -> Option<OffsetRadius> {
    offset.with_margin(MARGIN_UNITS)
}

/// Returns the largest number of crossings of a border that is offset as a whole.
pub(crate) fn most_crossings(points: usize) -> usize {
    MOST_CROSSINGS_A_POINT * points + SOME_CROSSINGS
}

/// Returns the remaining area as outlines with few crossings.
///
/// Complexity: O(n log² n) for n sides, plus the extra crossings of polygonal arcs.
pub(crate) fn remaining(border: &Border, offset: &OffsetRadius) -> Result<Drawing, BuildError> {
    let zones = zones(border, offset).into_iter().map(|ring| (ring, None));
    let taken = union_of_rings(zones, offset.unit)?;
    let mut drawing = Drawing::default();
    let walls = border.rings().map(|ring| ring.iter().map(|corner| corner.point).collect());
    drawing.add_rings(Effect::Walkable, walls);
    drawing.add_rings(Effect::Obstacle, taken);
    Ok(drawing)
}

/// Returns rings around the union of all areas with positive winding number. At most two of them
/// cover any place.
///
/// Corners move by less than [`MARGIN_UNITS`] of `unit`. Each ring may come with a point of its
/// source; the default is the centre of its bounds.
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

/// The lattice to which each step rounds.
#[derive(Clone, Copy)]
struct Lattice {
    /// A power of two, so that scaling by it is exact.
    step: f64,
}

impl Lattice {
    fn of(unit: f64) -> Self {
        let step = f64::from_bits((2.0 * LATTICE_UNITS * unit).to_bits() & f64::INFINITY.to_bits());
        Self { step }
    }

    /// Returns the rings around the union of zones.
    fn union(self, zones: &mut [Zone]) -> Result<Vec<Ring>, BuildError> {
        if zones.is_empty() {
            return Ok(Vec::new());
        }
        let mut drawing = Drawing::default();
        if zones.len() <= AT_ONCE || !is_crowded(zones) {
            // Separate outlines: a zone that rounding inverted must not cancel others.
            for zone in &*zones {
                drawing.add_rings(Effect::Walkable, [zone.ring.clone()]);
            }
        } else {
            for half in halves(zones) {
                for quarter in halves(half) {
                    drawing.add_rings(Effect::Walkable, self.union(quarter)?);
                }
            }
        }
        self.covered(drawing)
    }

    /// Returns the rings around the area that a drawing covers.
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

    /// Rounds the corners of a ring to the lattice.
    fn round(self, ring: &mut Ring) {
        for corner in &mut *ring {
            *corner = (*corner / self.step).round() * self.step + 0.0;
        }
        drop_repeated(ring);
    }
}

/// True if the boxes of many zones intersect.
fn is_crowded(zones: &[Zone]) -> bool {
    let corners_of = |zone: u32, corners: &mut Vec<DVec2>| {
        let Bounds { min, max } = zones[zone as usize].bounds;
        corners.extend([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]);
    };
    let near = NearPairs { corners_of };
    let mut pairs = BoundedSet::new(zones.len() * FEW_OTHERS / 2, usize::MAX);
    let all: Vec<u32> = (0..zones.len() as u32).collect();
    let _ = near.among(&all, &mut |a, b| {
        let [one, other] = [a, b].map(|zone| zones[zone as usize].bounds);
        let meet = one.min.cmple(other.max).all() && other.min.cmple(one.max).all();
        pairs.add_if([a.min(b), a.max(b)], || meet)
    });
    pairs.finished().is_err()
}

/// Splits the zones across the longer axis of their points. The result depends on their positions,
/// not on their order.
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
