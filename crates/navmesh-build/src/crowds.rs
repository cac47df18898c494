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
//! where the boxes of few of their parts meet; 3) corners are rounded to a lattice much coarser than floats after each
//! step, so that sides that all but coincide, as around one point, do, and the radius is enlarged by more than that.

use std::ops::ControlFlow;

use navmesh_core::DVec2;
use navmesh_core::buckets::{CommonCorners, NearPairs};
use navmesh_core::geom::{Bounds, lexicographic};

use crate::border::Border;
use crate::chains::zones;
use crate::error::BuildError;
use crate::ground::Ground;
use crate::report::BuildReport;
use crate::shrink::Reach;
use crate::soup::{Drawing, Effect};
use crate::split::Crossings;

/// The steps of the lattice, in units of 2⁻⁵² of the largest coordinate; up to twice as wide as this.
const LATTICE_UNITS: f64 = 32.0;

/// How much farther out borders are put than else, in the same units: more than all steps can bring them nearer, of which
/// there are no more than 28, each by less than the lattice and some rounding.
const MARGIN_UNITS: f64 = 2048.0;

/// How many boxes of others the box of a zone may meet on the average where zones are united at once.
const FEW_OTHERS: usize = 6;

type Ring = Vec<DVec2>;

/// What lies within reach of a part of the border.
struct Zone {
    ring: Ring,
    bounds: Bounds,
}

/// The reach that crowds are drawn in by; `None` where the radius is so small that rounding takes too much of the
/// arcs' tolerance.
pub(crate) fn reach(reach: &Reach) -> Option<Reach> {
    reach.with_margin(MARGIN_UNITS)
}

/// What is left within a border, as outlines whose borders cross few times.
///
/// Complexity: O(n log² n) for n sides of the border, or as much more as polygons cross oftener than arcs.
pub(crate) fn left(border: &Border, reach: &Reach) -> Result<Drawing, BuildError> {
    let zone = |mut ring: Ring| {
        round(&mut ring, reach);
        let bounds = Bounds::of(ring.iter().copied());
        Zone { ring, bounds }
    };
    let mut zones: Vec<Zone> = zones(border, reach).into_iter().map(zone).collect();
    let [low, high] = halves(&mut zones);
    let taken = [united(low, reach)?, united(high, reach)?];
    let mut drawing = Drawing::default();
    let walls = border.rings().map(|ring| ring.iter().map(|corner| corner.point).collect());
    drawing.add_rings(Effect::Walkable, walls);
    drawing.add_rings(Effect::Obstacle, taken.into_iter().flatten());
    Ok(drawing)
}

/// The rings around all that the zones cover.
fn united(zones: &mut [Zone], reach: &Reach) -> Result<Vec<Ring>, BuildError> {
    if zones.is_empty() {
        return Ok(Vec::new());
    }
    if zones.len() == 1 || !is_crowded(zones) {
        return union(zones.iter().map(|zone| zone.ring.clone()), reach);
    }
    let [low, high] = halves(zones);
    let parts = [united(low, reach)?, united(high, reach)?];
    union(parts.into_iter().flatten(), reach)
}

/// The rings around all that these wind around positively.
fn union(rings: impl Iterator<Item = Ring>, reach: &Reach) -> Result<Vec<Ring>, BuildError> {
    let mut drawing = Drawing::default();
    drawing.add_rings(Effect::Walkable, rings);
    let covered = Ground::drawn(drawing, Crossings::Likely, &mut BuildReport::default())?;
    let border = Border::of(&covered.cells, &covered.points);
    let rings = border.rings().map(|ring| {
        let mut ring: Ring = ring.iter().map(|corner| corner.point).collect();
        round(&mut ring, reach);
        ring
    });
    Ok(rings.filter(|ring| ring.len() > 2).collect())
}

/// True where the boxes of many zones meet.
fn is_crowded(zones: &[Zone]) -> bool {
    let corners_of = |zone: u32, corners: &mut Vec<DVec2>| {
        let Bounds { min, max } = zones[zone as usize].bounds;
        corners.extend([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]);
    };
    let near = NearPairs { corners_of, common_corners: CommonCorners::Count };
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

/// The zones in two halves that lie side by side, across the longer axis of their middles. It depends on where they lie,
/// not on their order.
fn halves(zones: &mut [Zone]) -> [&mut [Zone]; 2] {
    let middle = |zone: &Zone| zone.bounds.min.midpoint(zone.bounds.max);
    let size = Bounds::of(zones.iter().map(middle)).size();
    let along = |zone: &Zone| if size.x >= size.y { middle(zone) } else { middle(zone).perp() };
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

/// Moves the corners of a ring onto the lattice.
fn round(ring: &mut Ring, reach: &Reach) {
    // A power of two, so that only the rounding itself rounds.
    let step =
        f64::from_bits((2.0 * LATTICE_UNITS * reach.unit).to_bits() & f64::INFINITY.to_bits());
    ring.iter_mut().for_each(|corner| *corner = (*corner / step).round() * step + 0.0);
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}

#[cfg(test)]
mod tests;
