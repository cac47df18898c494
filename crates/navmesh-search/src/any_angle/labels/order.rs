//! The order of the hubs: first the corner on most of the shortest ways that no hub before it is on.
//!
//! Shortest ways are those of sampled trees, as Delling and others do ("Robust Distance Queries on Massive Networks", 2014). A
//! corner counts for all ways of a tree that lead through it; once it is a hub, its subtree counts no more.

use std::collections::BinaryHeap;

use super::corners::{ROOT, pass};
use super::graph::{TautGraph, Tree};

/// The number of sampled trees. More give hardly fewer labels.
const SAMPLES: usize = 128;

/// One sampled tree.
struct Sample {
    /// The pass before each one.
    before: Vec<u16>,
    /// The number of passes in the subtree of each that no hub has taken.
    sizes: Vec<u32>,
    first_child: Vec<u16>,
    next_sibling: Vec<u16>,
}

impl Sample {
    fn of(graph: &TautGraph, tree: &mut Tree, root: u32) -> Self {
        tree.grow(graph, root, |_, _| true);
        let count = graph.len();
        let mut sample = Self {
            before: vec![ROOT; count],
            sizes: vec![0; count],
            first_child: vec![ROOT; count],
            next_sibling: vec![ROOT; count],
        };
        for &(pass, _) in tree.settled.iter().rev() {
            let (own, before) = (pass as usize, tree.before(pass));
            sample.sizes[own] += 1;
            sample.before[own] = before;
            if before != ROOT {
                let parent = usize::from(before);
                sample.sizes[parent] += sample.sizes[own];
                sample.next_sibling[own] =
                    std::mem::replace(&mut sample.first_child[parent], pass as u16);
            }
        }
        sample
    }

    /// True for all but the root: it was chosen, and is on all ways of its own tree.
    fn counts(&self, pass: u16) -> bool {
        self.before[usize::from(pass)] != ROOT
    }

    /// Takes the subtree of a pass out, from its own counts and from those of the passes before it.
    fn take(&mut self, pass: u16, totals: &mut [u64], stack: &mut Vec<u16>) {
        let size = self.sizes[usize::from(pass)];
        if size == 0 {
            return;
        }
        let mut above = self.before[usize::from(pass)];
        while above != ROOT {
            self.sizes[usize::from(above)] -= size;
            if self.counts(above) {
                totals[usize::from(above)] -= u64::from(size);
            }
            above = self.before[usize::from(above)];
        }
        stack.push(pass);
        while let Some(pass) = stack.pop() {
            let own = usize::from(pass);
            let size = std::mem::take(&mut self.sizes[own]);
            if self.counts(pass) {
                totals[own] -= u64::from(size);
            }
            let mut child = self.first_child[own];
            while child != ROOT {
                if self.sizes[usize::from(child)] > 0 {
                    stack.push(child);
                }
                child = self.next_sibling[usize::from(child)];
            }
        }
    }
}

/// Returns all corners, the best hubs first.
pub(super) fn by_coverage(graph: &TautGraph) -> Vec<u16> {
    let count = graph.len() / 2;
    let mut tree = Tree::new(graph);
    let samples = SAMPLES.min(count);
    let root = |sample: usize| (sample * count / samples) as u32;
    let mut samples: Vec<Sample> =
        (0..samples).map(|sample| Sample::of(graph, &mut tree, root(sample))).collect();
    let mut totals = vec![0_u64; graph.len()];
    for sample in &samples {
        for (pass, total) in (0..).zip(&mut totals) {
            *total += u64::from(sample.sizes[usize::from(pass)]) * u64::from(sample.counts(pass));
        }
    }
    let passes = |corner: u16| [0, 1].map(|side| pass(corner.into(), side));
    let total_of = |corner: u16, totals: &[u64]| {
        passes(corner).map(|pass| totals[pass as usize]).iter().sum::<u64>()
    };
    // Totals only fall, so an entry whose total is out of date is put back.
    let mut queue: BinaryHeap<(u64, u16)> =
        (0..count as u16).map(|corner| (total_of(corner, &totals), corner)).collect();
    let (mut order, mut stack) = (Vec::with_capacity(count), Vec::new());
    while let Some((total, corner)) = queue.pop() {
        let now = total_of(corner, &totals);
        if now < total {
            queue.push((now, corner));
            continue;
        }
        order.push(corner);
        for sample in &mut samples {
            for pass in passes(corner) {
                sample.take(pass as u16, &mut totals, &mut stack);
            }
        }
    }
    order
}
