//! Segments along several edges each, which many segments may share.
//!
//! Thousands of outlines that stand on one line would have the square of their number of pieces. Here a segment is a
//! *span* of a row of edges. The row is halved again and again, and each span is noted at the largest parts that it
//! consists of (J. L. Bentley, "Algorithms for Klee's Rectangle Problems", 1977: a segment tree). The segments along an
//! edge are those noted at the parts around it.

use navmesh_core::backend::collections::{Groups, MergeSort, counting_sort};

/// A row of edges and the segments along it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChainSpans {
    /// The half-edges, line after line, each from the lower of its ends to the higher one.
    halves: Vec<u32>,
    /// The even half of each edge with its place in the row, ascending.
    places: Vec<(u32, u32)>,
    spans: Vec<Span>,
    /// The segments at each part: the upward ones of part `p` at `2 p`, and its downward ones at `2 p + 1`. The last parts
    /// are the edges themselves, and part `p` is within part `p / 2`.
    at_parts: Groups<u32>,
}

/// A segment's piece of a row of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) segment: u32,
    /// The place of the first edge, and of the one after the last.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// True if the segment runs from its lower end to its higher one.
    pub(crate) is_up: bool,
}

impl Span {
    /// Returns the number of edges.
    pub(crate) fn len(&self) -> usize {
        (self.to - self.from) as usize
    }
}

impl ChainSpans {
    /// Notes the spans at their parts. Complexity: O(n log n).
    pub(crate) fn of(halves: Vec<u32>, spans: Vec<Span>) -> Self {
        let mut places: Vec<(u32, u32)> =
            halves.iter().zip(0..).map(|(half, place)| (half & !1, place)).collect();
        places.merge_sort();
        let count = halves.len() as u32;
        let mut noted = Vec::new();
        for span in &spans {
            let way = u32::from(!span.is_up);
            parts(count, span, |part| noted.push((2 * part + way, span.segment)));
        }
        let at_parts = counting_sort(4 * halves.len(), noted.iter().copied());
        Self { halves, places, spans, at_parts }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.halves.is_empty()
    }

    /// The half-edges of the row.
    pub(crate) fn halves(&self) -> impl Iterator<Item = u32> {
        self.halves.iter().copied()
    }

    /// True if an edge, given by either half, is in the row.
    pub(crate) fn has(&self, half: u32) -> bool {
        self.place(half).is_some()
    }

    fn place(&self, half: u32) -> Option<usize> {
        let found = self.places.binary_search_by_key(&(half & !1), |&(edge, _)| edge);
        found.ok().map(|found| self.places[found].1 as usize)
    }

    /// Iterates over the segments along a half-edge, in its direction.
    ///
    /// Complexity: O(log n) plus the number of segments.
    pub(crate) fn along(&self, half: u32) -> impl Iterator<Item = u32> {
        let place = if self.is_empty() { None } else { self.place(half) };
        let way = place.map_or(0, |place| usize::from(self.halves[place] != half));
        let edge = place.map(|place| place + self.halves.len());
        let parts = std::iter::successors(edge, |&part| (part > 1).then_some(part / 2));
        parts.flat_map(move |part| self.at_parts.group(2 * part + way).iter().copied())
    }

    /// Returns the spans of all segments.
    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Iterates over the pieces of all segments with `is_meant(segment)`: the half-edge along each, and its segment.
    pub(crate) fn pieces(
        &self,
        is_meant: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = (u32, u32)> {
        self.meant(is_meant).flat_map(|span| {
            let halves = &self.halves[span.from as usize..span.to as usize];
            let way = u32::from(!span.is_up);
            halves.iter().map(move |half| (half ^ way, span.segment))
        })
    }

    /// Iterates over the edges, by their upward halves, with the number of segments along each with `is_meant(segment)`.
    ///
    /// Complexity: linear.
    pub(crate) fn weights(
        &self,
        is_meant: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = (u32, u32)> {
        let mut changes = vec![0u32; self.halves.len() + 1];
        for span in self.meant(is_meant) {
            changes[span.from as usize] = changes[span.from as usize].wrapping_add(1);
            changes[span.to as usize] = changes[span.to as usize].wrapping_sub(1);
        }
        self.halves.iter().zip(changes).scan(0u32, |weight, (&half, change)| {
            *weight = weight.wrapping_add(change);
            Some((half, *weight))
        })
    }

    fn meant(&self, is_meant: impl Fn(u32) -> bool) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(move |span| is_meant(span.segment))
    }
}

/// Calls `note` with the fewest parts of a row of `count` edges that make up a span.
fn parts(count: u32, span: &Span, mut note: impl FnMut(u32)) {
    let (mut from, mut to) = (span.from + count, span.to + count);
    while from < to {
        if from % 2 == 1 {
            note(from);
            from += 1;
        }
        if to % 2 == 1 {
            to -= 1;
            note(to);
        }
        (from, to) = (from / 2, to / 2);
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    #[test]
    fn what_runs_along_every_edge_is_known() {
        let mut random = SplitMix64::new(1);
        for count in (1..40).chain([64, 100]) {
            // Every third edge is one downwards in the mesh.
            let halves: Vec<u32> =
                (0..count).map(|i| 2 * (i * 7 % 101) + u32::from(i % 3 == 0)).collect();
            let spans: Vec<Span> = (0..random.below(60) as u32)
                .map(|segment| {
                    let ends = [0; 2].map(|_| random.below(count as usize) as u32);
                    let [from, to] = [ends[0].min(ends[1]), ends[0].max(ends[1]) + 1];
                    Span { segment, from, to, is_up: random.chance(50) }
                })
                .collect();
            let lines = ChainSpans::of(halves.clone(), spans.clone());
            let even = |segment: u32| segment.is_multiple_of(2);
            let mut pieces = Vec::new();
            for (place, &half) in (0..).zip(&halves) {
                let covers = |span: &&Span| (span.from..span.to).contains(&place);
                for (side, is_up) in [(half, true), (half ^ 1, false)] {
                    let runs = spans.iter().filter(covers).filter(|span| span.is_up == is_up);
                    let expected: Vec<u32> = runs.map(|span| span.segment).collect();
                    let mut along: Vec<u32> = lines.along(side).collect();
                    along.sort_unstable();
                    assert_eq!(along, expected, "{place} of {count}");
                    let expected = expected.into_iter().filter(|&segment| even(segment));
                    pieces.extend(expected.map(|segment| (side, segment)));
                }
            }
            let mut found: Vec<(u32, u32)> = lines.pieces(even).collect();
            found.sort_unstable();
            pieces.sort_unstable();
            assert_eq!(found, pieces);
            for (half, weight) in lines.weights(even) {
                let on_edge = pieces.iter().filter(|piece| piece.0 / 2 == half / 2).count();
                assert_eq!(weight as usize, on_edge);
            }
            assert!(!lines.has(2 * 101) && halves.iter().all(|half| lines.has(half ^ 1)));
            assert_eq!(lines.along(2 * 101).count(), 0);
        }
    }
}
