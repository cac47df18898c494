//! Collinear chains: edges that segments of several pieces share.
//!
//! Thousands of outlines that stand on one line, each with ends of its own, share most of that line's edges. Followed edge
//! by edge they would take quadratic time. Edges along such a segment form a *chain* instead. A later segment that meets the
//! chain continues at the chain's end, or at its own. A segment is stored as the chain that it is part of. Its place
//! in the chain follows from its ends.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{collections::DisjointSets, geom::lexicographic};

use crate::half_edges::chain_spans::{ChainSpans, Span};
use crate::plsg::Segment;

/// Collinear chains of edges along segments of several pieces.
#[derive(Debug)]
pub(crate) struct CollinearChains<'a> {
    points: &'a [DVec2],
    /// The number of each edge in a chain, by its even half.
    numbers: BTreeMap<u32, u32>,
    /// The half-edge along each edge from its lower end to its higher one.
    halves: Vec<u32>,
    /// The sets of edges that form one chain.
    sets: DisjointSets,
    /// The lowest and the highest point of each chain, at the lowest number of its edges.
    extents: Vec<[u32; 2]>,
    /// The segments, each with the number of an edge along it.
    segments: Vec<(u32, u32)>,
}

impl<'a> CollinearChains<'a> {
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

    /// Follows a half-edge towards `target`, and its chain as far as it goes. Returns the point reached.
    ///
    /// `part` is an edge that the segment followed before. It becomes one that it follows now.
    pub(crate) fn go_along(
        &mut self,
        part: &mut Option<u32>,
        half: u32,
        ends: [u32; 2],
        target: u32,
    ) -> u32 {
        let edge = self.number(half, ends);
        let chain = self.united(part.unwrap_or(edge), edge);
        *part = Some(chain);
        let [low, high] = self.extents[chain as usize];
        let is_up = self.is_below(ends[0], target);
        let farthest = if is_up { high } else { low };
        let is_short = farthest != target && self.is_below(farthest, target) == is_up;
        if is_short { farthest } else { target }
    }

    /// Adds a segment that followed these edges.
    pub(crate) fn add(&mut self, segment: u32, parts: [Option<u32>; 2]) {
        let mut parts = parts.into_iter().flatten();
        if let Some(first) = parts.next() {
            let chain = parts.fold(first, |chain, part| self.united(chain, part));
            self.segments.push((segment, chain));
        }
    }

    /// Returns the number of an edge. An edge of no chain becomes a chain of its own.
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

    /// Unites the chains of two edges, and returns the lowest number in the result.
    fn united(&mut self, a: u32, b: u32) -> u32 {
        let extents = [a, b].map(|edge| self.extents[self.sets.lowest(edge) as usize]);
        self.sets.unite(a, b);
        let chain = self.sets.lowest(a);
        let [[low, high], [other_low, other_high]] = extents;
        let low = if self.is_below(other_low, low) { other_low } else { low };
        let high = if self.is_below(high, other_high) { other_high } else { high };
        self.extents[chain as usize] = [low, high];
        chain
    }

    fn is_below(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|point| self.points[point as usize]);
        lexicographic(a, b).is_lt()
    }

    /// Returns the edges of all chains in their order, and the span of each segment.
    ///
    /// `origin` returns the point where a half-edge begins. Complexity: O(n log n).
    pub(crate) fn into_spans(
        self,
        segments: &[Segment],
        origin: impl Fn(u32) -> u32,
    ) -> ChainSpans {
        let at = |point: u32| self.points[point as usize];
        let chains = self.sets.into_lowest();
        let mut order: Vec<(u32, u32)> = chains.iter().copied().zip(self.halves).collect();
        order.merge_sort_by(|(chain, half), (other_chain, other_half)| {
            let [low, other_low] = [*half, *other_half].map(|half| at(origin(half)));
            chain.cmp(other_chain).then_with(|| lexicographic(low, other_low))
        });
        let span = |&(segment, part): &(u32, u32)| {
            let Segment { from, to, .. } = segments[segment as usize];
            let is_up = lexicographic(at(from), at(to)).is_lt();
            let [low, high] = if is_up { [from, to] } else { [to, from] };
            let chain = chains[part as usize];
            let place = |point: u32| {
                order.partition_point(|&(other, half)| {
                    let is_below = || lexicographic(at(origin(half)), at(point)).is_lt();
                    other < chain || other == chain && is_below()
                })
            };
            Span { segment, from: place(low) as u32, to: place(high) as u32, is_up }
        };
        let spans = self.segments.iter().map(span).collect();
        ChainSpans::of(order.iter().map(|&(_, half)| half).collect(), spans)
    }
}
