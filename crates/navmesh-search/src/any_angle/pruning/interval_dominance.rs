//! Overtaking: an interval is of no use where another root sees all of it and is nearer everywhere.
//!
//! Let r₁ with root distance g₁ see an interval I₁ of a portal, and r₂ with g₂ ≤ g₁ an interval I₂ within I₁. The places x
//! with g₁ + |r₁−x| < g₂ + |r₂−x| are those with |r₁−x| − |r₂−x| < g₂ − g₁ ≤ 0: what lies within a branch of a
//! hyperbola, on the side of its focus r₁, which is convex (Apollonius). So if both ends of I₂ are such places all of it is,
//! and no shortest way leads through I₂ straight from r₂. Along a row of pillars every corner sees all that
//! corners behind it see, and is a little nearer: without this a field of n pillars takes √n intervals a corner or more,
//! as distance [dominance](super::vertex_dominance) asks for a lead as long as a portal. We know of no earlier use of it.
//!
//! Where intervals end is rounded here. What that may come to is added to the lead that is asked for: a
//! place a little beyond the end of I₁ is reached by that end and along the portal.

use navmesh_core::{DVec2, NavMesh};

use super::interval_bound::BOUND_ROUNDING;
use super::vertex_dominance::Vertices;
use crate::any_angle::search::node::Root;

/// How much nearer a leader must be, in units of what the end of an interval may be off by: both intervals' ends
/// may be, and the way along the portal goes there and back.
const LEAD: f64 = 4.0;

/// What a root sees of a portal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    portal: u32,
    root: DVec2,
    g: f64,
    /// Where it begins and ends, as shares of the portal from the right.
    shares: [f64; 2],
}

impl View {
    pub(crate) fn new(portal: u32, root: &Root, shares: [f64; 2]) -> Self {
        Self { portal, root: root.point, g: root.g, shares }
    }

    /// How long the way from the start through its root to a place is.
    fn way_to(&self, place: DVec2) -> f64 {
        self.g + self.root.distance(place)
    }

    fn width(&self) -> f64 {
        self.shares[1] - self.shares[0]
    }
}

/// The widest view of each portal so far.
#[derive(Debug, Default)]
pub(crate) struct IntervalDominance {
    /// Whether they are asked.
    pub(crate) is_congested: bool,
    /// By portal, 1 + the number of its view; 0 for none.
    places: Vec<u32>,
    views: Vec<View>,
    /// By what lengths must differ so that rounding is no reason, in map units.
    lead: f64,
}

impl IntervalDominance {
    /// Forgets everything: a search of this mesh begins.
    pub(crate) fn begin(&mut self, mesh: &NavMesh) {
        for view in self.views.drain(..) {
            self.places[view.portal as usize] = 0;
        }
        self.is_congested = false;
        self.lead = LEAD * BOUND_ROUNDING * mesh.bounds().max_abs();
    }

    /// Lets nothing be overtaken in this search, so that a test can tell what overtaking is worth.
    #[cfg(test)]
    pub(crate) fn forgo(&mut self) {
        self.lead = f64::INFINITY;
    }

    fn of(&self, portal: u32) -> Option<&View> {
        let place = self.places.get(portal as usize)?.checked_sub(1)?;
        self.views.get(place as usize)
    }

    /// Notes a view of a portal, if it is no narrower than the widest before.
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

    /// True where the leader of its portal sees what a view does, with these ends, and is nearer.
    pub(crate) fn dominate(&self, vertices: &Vertices, view: &View, ends: [DVec2; 2]) -> bool {
        let Some(leader) = self.of(view.portal) else { return false };
        let is_within = leader.shares[0] <= view.shares[0] && view.shares[1] <= leader.shares[1];
        let is_nearer = |end| vertices.is_longer(view.way_to(end), leader.way_to(end) + self.lead);
        leader.g >= view.g && is_within && ends.into_iter().all(is_nearer)
    }
}

#[cfg(test)]
mod tests;
