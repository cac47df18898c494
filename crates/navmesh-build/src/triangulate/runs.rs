//! Segments of several pieces, and what they share.
//!
//! Segments that lie on one another run along the same edges. Were each to be led along them edge by edge, so many with ends of their own
//! would take the square of their number. So edges that such a segment runs along are a *run* from then on: whoever comes to
//! one of them is at the run's end at once, or at its own. What is kept of a segment is which run it is part of; where
//! on it follows from its ends.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::collections::DisjointSets;
use navmesh_core::geom::lexicographic;

use crate::half_edges::lines::{Lines, Span};
use crate::plsg::Segment;

/// Edges in a line, one after the other, that segments of several pieces run along.
#[derive(Debug)]
pub(crate) struct Runs<'a> {
    points: &'a [DVec2],
    /// The number of each edge that is part of a run, by its even half.
    numbers: BTreeMap<u32, u32>,
    /// The half-edges along these edges from their lower ends to their higher ones, by number.
    halves: Vec<u32>,
    /// Which of them are of one run.
    sets: DisjointSets,
    /// The lowest and the highest point of the run that the lowest of its numbers stands for.
    extents: Vec<[u32; 2]>,
    /// Segments, each with the number of an edge that it runs along.
    segments: Vec<(u32, u32)>,
}

impl<'a> Runs<'a> {
    pub(crate) fn of(points: &'a [DVec2]) -> Self {
        Self {
            points,
            numbers: BTreeMap::new(),
            halves: Vec::new(),
            sets: DisjointSets::default(),
            extents: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Goes along a half-edge on the way to `target`, and on as far as its run goes; says where that is. `part` is an edge that
    /// the way went along before, and becomes one that it goes along now.
    pub(crate) fn go_along(
        &mut self,
        part: &mut Option<u32>,
        (half, ends): (u32, [u32; 2]),
        target: u32,
    ) -> u32 {
        let edge = self.number(half, ends);
        let run = self.united(part.unwrap_or(edge), edge);
        *part = Some(run);
        let [low, high] = self.extents[run as usize];
        let is_up = self.is_below(ends[0], target);
        let farthest = if is_up { high } else { low };
        let is_short = farthest != target && self.is_below(farthest, target) == is_up;
        if is_short { farthest } else { target }
    }

    /// Notes a segment that went along these.
    pub(crate) fn add(&mut self, segment: u32, parts: [Option<u32>; 2]) {
        let mut parts = parts.into_iter().flatten();
        if let Some(first) = parts.next() {
            let run = parts.fold(first, |run, part| self.united(run, part));
            self.segments.push((segment, run));
        }
    }

    /// The number of an edge, one way or the other; it is a run of its own where it was of none.
    fn number(&mut self, half: u32, ends: [u32; 2]) -> u32 {
        let next = self.halves.len() as u32;
        let number = *self.numbers.entry(half & !1).or_insert(next);
        if number == next {
            let is_up = self.is_below(ends[0], ends[1]);
            self.halves.push(if is_up { half } else { half ^ 1 });
            self.sets.add(1);
            self.extents.push(if is_up { ends } else { [ends[1], ends[0]] });
        }
        number
    }

    /// Makes the runs of two edges one, and says the lowest number of it.
    fn united(&mut self, a: u32, b: u32) -> u32 {
        let extents = [a, b].map(|edge| self.extents[self.sets.lowest(edge) as usize]);
        self.sets.unite(a, b);
        let run = self.sets.lowest(a);
        let [[low, high], [other_low, other_high]] = extents;
        let low = if self.is_below(other_low, low) { other_low } else { low };
        let high = if self.is_below(high, other_high) { other_high } else { high };
        self.extents[run as usize] = [low, high];
        run
    }

    fn is_below(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|point| self.points[point as usize]);
        lexicographic(a, b).is_lt()
    }

    /// The edges of all runs in their order, and which part of them each segment takes.
    ///
    /// `origin` says where a half-edge begins. Complexity: O(n log n).
    pub(crate) fn into_lines(self, segments: &[Segment], origin: impl Fn(u32) -> u32) -> Lines {
        let at = |point: u32| self.points[point as usize];
        let runs = self.sets.into_lowest();
        let mut order: Vec<(u32, u32)> = runs.iter().copied().zip(self.halves).collect();
        order.sort_unstable_by(|(run, half), (other_run, other_half)| {
            let [low, other_low] = [*half, *other_half].map(|half| at(origin(half)));
            run.cmp(other_run).then_with(|| lexicographic(low, other_low))
        });
        let span = |&(segment, part): &(u32, u32)| {
            let Segment { from, to, .. } = segments[segment as usize];
            let is_up = lexicographic(at(from), at(to)).is_lt();
            let [low, high] = if is_up { [from, to] } else { [to, from] };
            let run = runs[part as usize];
            let place = |point: u32| {
                order.partition_point(|&(other, half)| {
                    let is_below = || lexicographic(at(origin(half)), at(point)).is_lt();
                    other < run || other == run && is_below()
                })
            };
            Span { segment, from: place(low) as u32, to: place(high) as u32, is_up }
        };
        let spans = self.segments.iter().map(span).collect();
        Lines::of(order.iter().map(|&(_, half)| half).collect(), spans)
    }
}
