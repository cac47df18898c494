//! Tolls: what links cost, but for what must be paid for links in any case.
//!
//! Where a link costs many times what the map is wide, all ways behind it are alike but for a few bits: no
//! bound tells them apart, and nothing is dominated. Often there is no way without it. So, between two places, what
//! must be paid for dear links on every way is found first, and left out of all lengths.
//!
//! Source: D. B. Johnson, "Efficient Algorithms for Shortest Paths in Sparse Networks", Journal of the ACM 24, 1977:
//! a price a place, by which every edge is reduced, makes no way shorter than another that was not.
//!
//! The price is what dear links cost at least from there to the goal, everything else being free. It is the same all
//! over an *island*, the ground that hangs together without links; so walks keep their lengths, and a link on the
//! cheapest way between islands costs exactly nothing. Ways that no link can pay for in the end cost infinitely much.
//! As bounds count dear links between islands as free, they hold for any goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::{Endpoint, Incidence, NavMesh};

use super::connection_index::{LeapIndex, Shortcuts};
use super::link_free_regions::{Crossing, Islands};

/// What the current search pays for each leap.
#[derive(Debug, Default)]
pub(crate) struct Tolls {
    /// By leap.
    all: Vec<f64>,
    /// What is paid for dear links in any case, and is in no length.
    pub(crate) paid: f64,
    /// What dear links cost at least from each island to the goal.
    ahead: Vec<f64>,
    /// Islands by that, least first; such floats are ordered as their bits are.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Tolls {
    /// Of each leap what it costs.
    pub(crate) fn begin(&mut self, leaps: &LeapIndex) {
        self.paid = 0.0;
        self.all.clear();
        self.all.extend(leaps.all().iter().map(|leap| leap.cost));
    }

    /// Leaves out what must be paid for dear links between two places; the goal may be many, of which any will do.
    pub(crate) fn leave_out(
        &mut self,
        mesh: &NavMesh,
        leaps: &LeapIndex,
        [start, goal]: [&Endpoint; 2],
    ) {
        let Some(islands) = &leaps.islands else { return };
        self.look_back(islands, islands.at(mesh, &goal.incidences));
        let mut paid =
            islands.at(mesh, &start.incidences).map(|island| self.ahead[island as usize]);
        let Some(first) = paid.next() else { return };
        if paid.any(|other| other != first) {
            return; // a place where several islands meet has no one price
        }
        self.reduce(islands);
        if first.is_finite() {
            self.paid = first * (1.0 - islands.crossings.len() as f64 * f64::EPSILON);
        }
    }

    /// Leaves out of all ways to the nearest of some goals what must be paid for dear links from where each begins;
    /// returns that by component, nothing where there are none.
    pub(crate) fn leave_out_from_everywhere(
        &mut self,
        mesh: &NavMesh,
        leaps: &LeapIndex,
        goals: &[Incidence],
    ) -> Vec<f64> {
        let Some(islands) = &leaps.islands else { return Vec::new() };
        self.look_back(islands, islands.at(mesh, goals));
        self.reduce(islands);
        islands.of_components.iter().map(|&island| self.ahead[island as usize]).collect()
    }

    /// The leaps for which less is paid than the straight line is long.
    pub(crate) fn shortcuts(&self, leaps: &LeapIndex) -> Option<Shortcuts> {
        match leaps.islands {
            Some(_) => Shortcuts::among(leaps.all(), |leap| self.all[leap]),
            None => leaps.shortcuts,
        }
    }

    /// Takes off each dear link what is paid for it in any case.
    fn reduce(&mut self, islands: &Islands) {
        for &Crossing { to, from, leap, price } in &islands.crossings {
            let toll = &mut self.all[leap as usize];
            let [ahead, behind] = [to, from].map(|island| self.ahead[island as usize]);
            *toll = match ahead == f64::INFINITY {
                true => f64::INFINITY,
                false => *toll - price + ((price + ahead) - behind),
            };
        }
    }

    /// Finds what dear links cost at least from each island to the nearest of the goal's.
    fn look_back(&mut self, islands: &Islands, goals: impl Iterator<Item = u32>) {
        self.ahead.clear();
        self.ahead.resize(islands.of_components.len(), f64::INFINITY);
        self.open.clear();
        for goal in goals {
            self.ahead[goal as usize] = 0.0;
            self.open.push(Reverse((0, goal)));
        }
        while let Some(Reverse((bits, island))) = self.open.pop() {
            let ahead = f64::from_bits(bits);
            if ahead > self.ahead[island as usize] {
                continue;
            }
            for crossing in islands.crossings_to(island) {
                let known = &mut self.ahead[crossing.from as usize];
                let length = crossing.price + ahead;
                if length < *known {
                    *known = length;
                    self.open.push(Reverse((length.to_bits(), crossing.from)));
                }
            }
        }
    }

    /// What is paid for a leap.
    #[inline]
    pub(crate) fn of(&self, leap: u32) -> f64 {
        self.all[leap as usize]
    }
}
