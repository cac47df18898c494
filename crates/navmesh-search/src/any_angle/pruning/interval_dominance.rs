//! Interval dominance: an interval is useless if another root sees all of it and is nearer
//! everywhere.
//!
//! Let a root r₁ with root distance g₁ see an interval I₁ of a portal. Let r₂ with g₂ ≤ g₁ see an
//! interval I₂ within I₁. The points x with g₁ + |r₁−x| < g₂ + |r₂−x| satisfy |r₁−x| − |r₂−x| < g₂
//! − g₁ ≤ 0. They are the inside of a hyperbola's branch, on the side of its focus r₁, and this set
//! is convex (Apollonius). Hence if both ends of I₂ are such points, all of I₂ is, and no shortest
//! path leads straight from r₂ through I₂. We know of no earlier use of this rule.
//!
//! The rule bounds the time on fields of many small obstacles. In a row of pillars, every corner
//! sees all that the corners behind it see, and is slightly nearer. Without the rule, a field of n
//! pillars takes at least √n intervals a corner: [vertex dominance](super::vertex_dominance) prunes
//! only if the difference exceeds the length of a portal.
//!
//! The ends of intervals are rounded here, so the rule asks for a lead that exceeds the rounding: a
//! point slightly beyond the end of I₁ is reached through that end and along the portal.

use navmesh_core::{DVec2, NavMesh};

use super::interval_bound::BOUND_ROUNDING;
use super::vertex_dominance::Vertices;
use crate::any_angle::search::node::Root;

/// The lead that a dominating root needs, in units of the rounding of an interval's end. The ends
/// of both intervals are rounded, and the detour along the portal counts twice.
const LEAD: f64 = 4.0;

/// The interval of a portal that a root sees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    portal: u32,
    root: DVec2,
    g: f64,
    /// The right and left end of the interval, as shares of the portal from its right end.
    shares: [f64; 2],
}

impl View {
    pub(crate) fn new(portal: u32, root: &Root, shares: [f64; 2]) -> Self {
        Self { portal, root: root.point, g: root.g, shares }
    }

    /// The length of the path from the start through the root straight to a point.
    fn distance_to(&self, point: DVec2) -> f64 {
        self.g + self.root.distance(point)
    }

    fn width(&self) -> f64 {
        self.shares[1] - self.shares[0]
    }
}

/// The widest interval of each portal so far; only this one dominates others.
#[derive(Debug, Default)]
pub(crate) struct IntervalDominance {
    /// True once intervals are congested; before, the rule is not applied.
    pub(crate) is_congested: bool,
    /// By portal, 1 + the index of its interval; 0 if it has none.
    places: Vec<u32>,
    views: Vec<View>,
    /// The lead that a dominating root needs, in map units.
    lead: f64,
}

impl IntervalDominance {
    /// Clears everything for a search of this mesh.
    pub(crate) fn begin(&mut self, mesh: &NavMesh) {
        for view in self.views.drain(..) {
            self.places[view.portal as usize] = 0;
        }
        self.is_congested = false;
        self.lead = LEAD * BOUND_ROUNDING * mesh.bounds().max_abs();
    }

    /// Switches the rule off for this search, so that a test can compare.
    #[cfg(test)]
    pub(crate) fn disable(&mut self) {
        self.lead = f64::INFINITY;
    }

    fn of(&self, portal: u32) -> Option<&View> {
        let place = self.places.get(portal as usize)?.checked_sub(1)?;
        self.views.get(place as usize)
    }

    /// Records an interval, if it is no narrower than the widest before.
    pub(crate) fn note(&mut self, view: View) {
        let portal = view.portal as usize;
        if portal >= self.places.len() {
            self.places.resize(portal + 1, 0);
        }
        match self.places[portal].checked_sub(1) {
            None => {
                self.views.push(view);
                self.places[portal] = self.views.len() as u32;
            }
            Some(place) => {
                let known = &mut self.views[place as usize];
                if view.width() >= known.width() {
                    *known = view;
                }
            }
        }
    }

    /// True if the widest interval of the same portal contains an interval with these ends, and its
    /// root is nearer to all of it.
    pub(crate) fn dominates(&self, vertices: &Vertices, view: &View, ends: [DVec2; 2]) -> bool {
        let Some(widest) = self.of(view.portal) else { return false };
        let is_within = widest.shares[0] <= view.shares[0] && view.shares[1] <= widest.shares[1];
        let is_nearer =
            |end| vertices.is_longer(view.distance_to(end), widest.distance_to(end) + self.lead);
        widest.g >= view.g && is_within && ends.into_iter().all(is_nearer)
    }
}

#[cfg(test)]
mod tests;
