//! The labels: for each pass of a corner its hubs, their distances and the next corner on the way there.
//!
//! Hub after hub, a search from the hub adds it to the labels of all passes that no hub before serves as well: the search ends
//! at a pass whose label already gives a way to the hub that is no longer.
//!
//! The entries of a pass are in *runs* of one next corner, ordered by direction, so that those towards which a way can turn around
//! the obstacle lie one behind the other.

use std::ops::Range;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;

use super::corners::{Corners, ROOT, corner_of, pass, reversed};
use super::graph::{TautGraph, Tree};
use crate::any_angle::index::predicates::SidePredicate;

/// The labels of all passes, one after the other. That of a pass leads on from it.
#[derive(Debug)]
pub(super) struct HubLabels {
    /// The first entry of each pass, and the end of the last.
    first: Vec<u32>,
    /// The number of each hub in the order of hubs.
    pub(super) hubs: Vec<u16>,
    pub(super) distances: Vec<f64>,
    /// The next corner on the way to the hub; [`ROOT`] at the hub.
    next: Vec<u16>,
    /// The first run of each pass, and the end of the last.
    first_run: Vec<u32>,
    runs: Vec<Run>,
}

/// The entries of a pass with one next corner.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The next corner.
    to: DVec2,
    /// The first entry.
    start: u32,
}

/// An entry of a label.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hub: u16,
    next: u16,
    distance: f64,
}

/// The bytes of an entry.
pub(super) const ENTRY: usize = 2 * size_of::<u16>() + size_of::<f64>();

impl HubLabels {
    /// Makes the labels for hubs in an order; `None` once they take more than `budget` bytes.
    pub(super) fn of(
        graph: &TautGraph,
        corners: &Corners,
        order: &[u16],
        budget: usize,
    ) -> Option<Self> {
        let count = graph.len();
        let room = (budget / ENTRY).min(u32::MAX as usize);
        let (mut labels, mut entries) = (vec![Vec::<Entry>::new(); count], 0);
        let mut to_hubs = vec![f64::INFINITY; count / 2];
        let mut tree = Tree::new(graph);
        for (hub, &root) in (0..).zip(order) {
            let own = || [0, 1].map(|side| pass(root.into(), side) as usize);
            for entry in own().iter().flat_map(|&pass| &labels[pass]) {
                let known = &mut to_hubs[usize::from(entry.hub)];
                *known = known.min(entry.distance);
            }
            tree.grow(graph, root.into(), |pass, distance| {
                let is_served =
                    |entry: &Entry| to_hubs[usize::from(entry.hub)] + entry.distance <= distance;
                !labels[reversed(pass) as usize].iter().any(is_served)
            });
            for entry in own().iter().flat_map(|&pass| &labels[pass]) {
                to_hubs[usize::from(entry.hub)] = f64::INFINITY;
            }
            for &(pass, distance) in &tree.settled {
                let next = Some(tree.before(pass)).filter(|&before| before != ROOT);
                let next = next.map_or(ROOT, |before| corner_of(before.into()) as u16);
                labels[reversed(pass) as usize].push(Entry { hub, next, distance });
            }
            entries += tree.settled.len();
            if entries > room {
                return None;
            }
        }
        Some(Self::flat(corners, &mut labels, entries))
    }

    fn flat(corners: &Corners, labels: &mut [Vec<Entry>], entries: usize) -> Self {
        let mut flat = Self {
            first: Vec::with_capacity(labels.len() + 1),
            hubs: Vec::with_capacity(entries),
            distances: Vec::with_capacity(entries),
            next: Vec::with_capacity(entries),
            first_run: Vec::with_capacity(labels.len() + 1),
            runs: Vec::new(),
        };
        for (pass, label) in (0..).zip(labels) {
            label.merge_sort_by(|a, b| corners.by_direction(pass, [a.next, b.next]));
            flat.first.push(flat.hubs.len() as u32);
            flat.first_run.push(flat.runs.len() as u32);
            let mut next = ROOT;
            for entry in &*label {
                if entry.next != next && entry.next != ROOT {
                    let to = corners.point(entry.next.into());
                    flat.runs.push(Run { to, start: flat.hubs.len() as u32 });
                }
                next = entry.next;
                flat.hubs.push(entry.hub);
                flat.distances.push(entry.distance);
                flat.next.push(entry.next);
            }
        }
        flat.first.push(flat.hubs.len() as u32);
        flat.first_run.push(flat.runs.len() as u32);
        flat.runs.shrink_to_fit();
        flat
    }

    /// Returns the entries of a corner for ways that come straight from a point and turn towards the obstacle on one of some
    /// sides, or do not turn.
    #[inline]
    pub(super) fn for_way<S: SidePredicate>(
        &self,
        from: DVec2,
        corner: u32,
        at: DVec2,
        [left, right]: [bool; 2],
    ) -> Range<usize> {
        let (own, other) = (pass(corner, 0) as usize, pass(corner, 1) as usize);
        let runs = |pass: usize| {
            &self.runs[self.first_run[pass] as usize..self.first_run[pass + 1] as usize]
        };
        let first = |pass: usize| self.first[pass] as usize;
        let before =
            |pass: usize, run: Option<&Run>| run.map_or(first(pass + 1), |run| run.start as usize);
        // The labels of both passes lie one behind the other: that of the left one ends, and that of the right one begins, with
        // the corner itself as a hub.
        let start = if left {
            let reached = runs(own).iter().find(|run| S::orient(from, at, run.to) >= 0.0);
            let at_hub = || first(other) - usize::from(self.ends_at_hub(own));
            reached.map_or_else(at_hub, |run| run.start as usize)
        } else {
            first(other)
        };
        let end = if right {
            before(other, runs(other).iter().find(|run| S::orient(from, at, run.to) > 0.0))
        } else {
            first(other)
        };
        start..end
    }

    /// True if the label of a left pass ends with the corner itself.
    fn ends_at_hub(&self, pass: usize) -> bool {
        let [start, end] = [self.first[pass], self.first[pass + 1]];
        start < end && self.next[end as usize - 1] == ROOT
    }

    fn of_pass(&self, pass: u32) -> Range<usize> {
        self.first[pass as usize] as usize..self.first[pass as usize + 1] as usize
    }

    /// Returns the next corner on the shortest way from a corner to a hub; `None` at the hub.
    pub(super) fn next_to(&self, corner: u32, hub: u16) -> Option<u32> {
        let entry = |side| {
            let range = self.of_pass(pass(corner, side));
            let place = range.start + self.hubs[range].iter().position(|&own| own == hub)?;
            Some((self.distances[place], self.next[place]))
        };
        let entries = [0, 1].into_iter().filter_map(entry);
        let (_, next) = entries.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(next).filter(|&next| next != ROOT).map(u32::from)
    }

    pub(super) fn bytes(&self) -> usize {
        self.hubs.capacity() * ENTRY
            + 2 * self.first.capacity() * size_of::<u32>()
            + self.runs.capacity() * size_of::<Run>()
    }
}
