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

use navmesh_core::{Bounds, Endpoint, Incidence, Leap, NavMesh};

use super::super::leaps::{Leaps, Shortcuts};
use super::super::trunks::united;

/// A link is dear that costs more than so many times what the map is wide: lengths behind cheaper ones are told apart
/// as well as if there were none.
const DEAR: f64 = 16.0;

/// The islands of ground that dear links lead between.
#[derive(Debug, Clone)]
pub(in super::super) struct Islands {
    /// By component.
    of_components: Vec<u32>,
    /// The leaps from island to island, ascending by the island that they lead to.
    crossings: Vec<Crossing>,
}

/// A leap from one island to another.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    to: u32,
    from: u32,
    leap: u32,
    /// What it costs if it is dear, else 0.
    price: f64,
}

impl Islands {
    /// The islands of a mesh; `None` where no dear link leads from one to another. Complexity: O(l log l) in the
    /// number of links, and linear in the components.
    pub(in super::super) fn of(mesh: &NavMesh, all: &[Leap]) -> Option<Self> {
        let Bounds { min, max } = mesh.bounds();
        let dear = DEAR * min.distance(max);
        if all.iter().all(|leap| leap.cost <= dear) {
            return None;
        }
        // Who stands at an end of a link where several fans meet may be in any of them.
        let places = all.iter().flat_map(|leap| [&leap.entry_cells, &leap.exit_cells]);
        let of_components = united(mesh, places.map(|cells| cells.iter().copied()));
        let mut islands = Self { of_components, crossings: Vec::new() };
        for (leap, number) in all.iter().zip(0..) {
            let ends = [&leap.entry_cells, &leap.exit_cells];
            let [Some(from), Some(to)] = ends.map(|cells| islands.of_cells(mesh, cells)) else {
                continue;
            };
            if from != to {
                let price = if leap.cost > dear { leap.cost } else { 0.0 };
                islands.crossings.push(Crossing { to, from, leap: number, price });
            }
        }
        islands.crossings.sort_by_key(|crossing| crossing.to);
        islands.crossings.iter().any(|crossing| crossing.price > 0.0).then_some(islands)
    }

    /// The dear leaps between islands, by their numbers.
    pub(in super::super) fn dear(&self) -> impl Iterator<Item = u32> + '_ {
        self.crossings.iter().filter(|crossing| crossing.price > 0.0).map(|crossing| crossing.leap)
    }

    fn of_cells(&self, mesh: &NavMesh, cells: &[u32]) -> Option<u32> {
        cells.first().map(|&cell| self.of_components[mesh.component(cell) as usize])
    }

    /// The islands of some cells.
    fn at(&self, mesh: &NavMesh, cells: &[Incidence]) -> impl Iterator<Item = u32> {
        let of = |slot| self.of_components[mesh.component(slot) as usize];
        cells.iter().map(move |incidence| of(incidence.cell.slot))
    }

    /// The leaps that lead to an island.
    fn crossings_to(&self, island: u32) -> impl Iterator<Item = &Crossing> {
        let first = self.crossings.partition_point(|crossing| crossing.to < island);
        self.crossings[first..].iter().take_while(move |crossing| crossing.to == island)
    }
}

/// What the current search pays for each leap.
#[derive(Debug, Default)]
pub(in super::super) struct Tolls {
    /// By leap.
    all: Vec<f64>,
    /// What is paid for dear links in any case, and is in no length.
    pub(in super::super) paid: f64,
    /// What dear links cost at least from each island to the goal.
    ahead: Vec<f64>,
    /// Islands by that, least first; such floats are ordered as their bits are.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Tolls {
    /// Of each leap what it costs.
    pub(super) fn begin(&mut self, leaps: &Leaps) {
        self.paid = 0.0;
        self.all.clear();
        self.all.extend(leaps.all().iter().map(|leap| leap.cost));
    }

    /// Leaves out what must be paid for dear links between two places; the goal may be many, of which any will do.
    pub(in super::super) fn leave_out(
        &mut self,
        mesh: &NavMesh,
        leaps: &Leaps,
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
    pub(in super::super) fn leave_out_from_everywhere(
        &mut self,
        mesh: &NavMesh,
        leaps: &Leaps,
        goals: &[Incidence],
    ) -> Vec<f64> {
        let Some(islands) = &leaps.islands else { return Vec::new() };
        self.look_back(islands, islands.at(mesh, goals));
        self.reduce(islands);
        islands.of_components.iter().map(|&island| self.ahead[island as usize]).collect()
    }

    /// The leaps for which less is paid than the straight line is long.
    pub(in super::super) fn shortcuts(&self, leaps: &Leaps) -> Option<Shortcuts> {
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
    #[inline(always)]
    pub(super) fn of(&self, leap: u32) -> f64 {
        self.all[leap as usize]
    }
}
