//! Pairs of segments that meet, by strips of the plane.
//!
//! Source: I. J. Balaban, "An Optimal Algorithm for Finding Segments Intersections", 1995, the
//! intermediate one.
//!
//! A strip lies between the x of two ends of segments. Of the segments that cross the whole strip, a
//! maximal ordered set that does not meet is chosen: a *staircase*. Bisection finds the position of
//! another segment among its steps; the steps that it meets are consecutive. Then the strip is
//! halved, and segments that are not steps continue in the halves that they reach. So each segment is
//! a step of few strips, and is searched for in few strips where it meets nothing.
//!
//! We differ from it in: 1) Positions within a strip are rounded. All pairs that may meet are
//! visited, and the caller tests them exactly. 2) Ends are ordered by x, then by y, as if the plane
//! were slightly rotated. Segments may be vertical, and many may end at one x. 3) Segments with a
//! common end are not a pair, so a staircase can hold all spokes of a hub. Neither are segments on one
//! line, so a staircase can hold thousands that overlap.

use std::ops::{ControlFlow, Range};

use glam::DVec2;

use super::grid::rounding_margin;
use crate::collections::MergeSort;
use crate::geom::{Bounds, Turn, lexicographic, turn};

/// The most segments that are compared without a staircase.
const FEW: usize = 12;

/// The least distance between steps without a common end, in rounding margins.
const CLEAR_MARGINS: f64 = 4.0;

/// The pairs to visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// All pairs.
    All,
    /// Pairs of one of the first segments, by their number, and one of the others.
    OfFirst(u32),
}

/// Segments, and the order of their ends.
pub(super) struct Strips {
    segments: Vec<Segment>,
    /// All ends, each once, lowest first. They are numbered from 1; 0 is left of all.
    corners: Vec<DVec2>,
    pairing: Pairing,
    /// The distance up to which rounding may hide a meeting, in map units.
    margin: f64,
}

/// A segment, or a point.
struct Segment {
    /// The lower end and the higher one.
    ends: [DVec2; 2],
    /// The numbers of the ends.
    corners: [u32; 2],
}

/// A segment that crosses a strip, with its heights at both sides.
#[derive(Clone, Copy)]
struct StripCrossing {
    heights: [f64; 2],
    item: u32,
    /// True if it lies on one line with the step before it.
    continues_line: bool,
}

/// A staircase: segments through a strip without pairs that meet, ascending on both sides.
struct Stairs {
    /// The numbers of the strip's corners.
    strip: [u32; 2],
    steps: Vec<StripCrossing>,
    /// For each step, the end of the steps on one line that it belongs to.
    line_ends: Vec<usize>,
    /// The steps that begin at the strip's lower corner, and those that end at its higher one, if
    /// consecutive.
    at_corners: [Range<usize>; 2],
}

/// The last steps of a staircase, each too near to the next to be sure that they do not meet.
struct Flight {
    last: StripCrossing,
    /// The common corners of all of them, 0 for none.
    corners: [u32; 2],
    /// True if no two of them are a pair to visit.
    is_of_one_kind: bool,
    is_on_one_line: bool,
}

impl Strips {
    /// Creates the search from the ends of segments; both ends of a point are equal.
    pub(super) fn of(ends: impl Iterator<Item = [DVec2; 2]>, pairing: Pairing) -> Self {
        let ordered =
            |[a, b]: [DVec2; 2]| if lexicographic(b, a).is_lt() { [b, a] } else { [a, b] };
        let ends: Vec<[DVec2; 2]> = ends.map(ordered).collect();
        let mut corners = ends.as_flattened().to_vec();
        corners.merge_sort_by(|a, b| lexicographic(*a, *b));
        corners.dedup();
        let number = |at: DVec2| {
            1 + corners.partition_point(|corner| lexicographic(*corner, at).is_lt()) as u32
        };
        let segment = |ends: [DVec2; 2]| Segment { ends, corners: ends.map(number) };
        let segments = ends.into_iter().map(segment).collect();
        let margin = rounding_margin(Bounds::of(corners.iter().copied()));
        Self { segments, corners, pairing, margin }
    }

    /// Calls `visit` with every pair that may meet apart from common ends, until it breaks.
    pub(super) fn pairs(
        &self,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = (0..self.segments.len() as u32).collect();
        self.within([0, self.corners.len() as u32 + 1], all, visit)
    }

    /// Visits the pairs of these segments within a strip that all of them reach.
    fn within(
        &self,
        strip: [u32; 2],
        mut items: Vec<u32>,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while items.len() > FEW {
            let (stairs, others) = self.stairs(strip, items);
            others.iter().try_for_each(|&other| self.near_steps(&stairs, other, visit))?;
            items = others;
            let [low, high] = strip;
            if high - low > 1 {
                let middle = low.midpoint(high);
                let of = |strip: [u32; 2]| -> Vec<u32> {
                    items.iter().copied().filter(|&item| self.reaches(strip, item)).collect()
                };
                let [lower, higher] = [[low, middle], [middle, high]];
                let of_higher = of(higher);
                self.within(lower, of(lower), visit)?;
                return self.within(higher, of_higher, visit);
            }
            if stairs.steps.is_empty() {
                // All of them are the same point.
                return ControlFlow::Continue(());
            }
        }
        items.iter().enumerate().try_for_each(|(i, &one)| {
            items[i + 1..].iter().try_for_each(|&other| self.visit_pair([one, other], visit))
        })
    }

    /// Visits a pair in ascending order, if it is one to visit.
    fn visit_pair(
        &self,
        [one, other]: [u32; 2],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [one, other] = [one.min(other), one.max(other)];
        match self.pairing {
            Pairing::OfFirst(first) if (one < first) == (other < first) => {
                ControlFlow::Continue(())
            }
            _ => visit(one, other),
        }
    }

    /// True if more of a segment than an end lies in a strip. A point belongs to the strip below it.
    fn reaches(&self, [low, high]: [u32; 2], item: u32) -> bool {
        let [from, to] = self.segments[item as usize].corners;
        low < to && (from < high || to == high)
    }

    /// Returns the staircase of these segments in a strip, and the segments that are not its steps.
    fn stairs(&self, strip: [u32; 2], items: Vec<u32>) -> (Stairs, Vec<u32>) {
        let is_through = |&item: &u32| {
            let [from, to] = self.segments[item as usize].corners;
            from <= strip[0] && strip[1] <= to
        };
        let (through, mut others): (Vec<u32>, Vec<u32>) = items.into_iter().partition(is_through);
        let step = |item: u32| {
            let heights = strip.map(|corner| self.height(item, corner));
            StripCrossing { heights, item, continues_line: false }
        };
        let mut through: Vec<StripCrossing> = through.into_iter().map(step).collect();
        through.merge_sort_by(|a, b| {
            let by_height = |side: usize| a.heights[side].total_cmp(&b.heights[side]);
            by_height(0).then(by_height(1)).then(a.item.cmp(&b.item))
        });
        let mut steps = Vec::with_capacity(through.len());
        let mut flight = None;
        for step in through {
            match self.flight_with(flight.as_ref(), step) {
                Some(longer) => {
                    steps.push(longer.last);
                    flight = Some(longer);
                }
                None => others.push(step.item),
            }
        }
        let at_corners = [0, 1]
            .map(|side| self.range_of(&steps, |segment| segment.corners[side] == strip[side]));
        let line_ends = line_ends(&steps);
        (Stairs { strip, steps, line_ends, at_corners }, others)
    }

    /// Adds a step to a flight, or begins a new flight if the step is clear of the last one.
    ///
    /// `None` if the segment cannot be a step.
    fn flight_with(&self, flight: Option<&Flight>, step: StripCrossing) -> Option<Flight> {
        let Segment { corners, .. } = self.segments[step.item as usize];
        let alone = Flight { last: step, corners, is_of_one_kind: true, is_on_one_line: true };
        let Some(Flight { last, corners: common, is_of_one_kind, is_on_one_line }) = flight else {
            return Some(alone);
        };
        let clear = CLEAR_MARGINS * self.margin;
        if [0, 1].iter().all(|&side| step.heights[side] - last.heights[side] > clear) {
            return Some(alone);
        }
        let is_common = |corner: u32| corner != 0 && corners.contains(&corner);
        let common = common.map(|corner| if is_common(corner) { corner } else { 0 });
        let is_of_one_kind = *is_of_one_kind && self.is_of_kind(last.item, step.item);
        let is_on_one_line = *is_on_one_line && self.are_on_one_line(last.item, step.item);
        let is_no_pair = is_of_one_kind || common != [0, 0] || is_on_one_line;
        // Segments with a common end are in order, up to rounding.
        let heights = [step.heights[0], step.heights[1].max(last.heights[1])];
        let is_in_order = heights[1] - step.heights[1] <= self.margin;
        let last = StripCrossing { heights, continues_line: is_on_one_line, ..step };
        let flight = Flight { last, corners: common, is_of_one_kind, is_on_one_line };
        (is_no_pair && is_in_order).then_some(flight)
    }

    /// True if two segments, neither of them a point, lie on one line. The test is exact.
    fn are_on_one_line(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|item| &self.segments[item as usize]);
        let [a, b] = one.ends;
        let is_segment = |segment: &Segment| segment.corners[0] != segment.corners[1];
        is_segment(one)
            && is_segment(other)
            && other.ends.iter().all(|&end| turn(a, b, end) == Turn::Collinear)
    }

    /// True if two segments are not a pair to visit.
    fn is_of_kind(&self, one: u32, other: u32) -> bool {
        match self.pairing {
            Pairing::All => false,
            Pairing::OfFirst(first) => (one < first) == (other < first),
        }
    }

    /// Returns the first run of steps that satisfy a condition.
    fn range_of(&self, steps: &[StripCrossing], holds: impl Fn(&Segment) -> bool) -> Range<usize> {
        let holds = |step: &StripCrossing| holds(&self.segments[step.item as usize]);
        let first = steps.iter().position(holds).unwrap_or(0);
        let count = steps[first..].iter().take_while(|step| holds(step)).count();
        first..first + count
    }

    /// Visits the steps that another segment of the strip may meet.
    fn near_steps(
        &self,
        stairs: &Stairs,
        item: u32,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Stairs { strip, steps, line_ends, at_corners } = stairs;
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        let Segment { ends, corners } = &self.segments[item as usize];
        let is_beyond = [corners[0] <= strip[0], corners[1] >= strip[1]];
        let samples = [0, 1].map(|side| {
            if is_beyond[side] {
                (side as f64, self.height(item, strip[side]))
            } else {
                (self.part(*strip, ends[side]), ends[side].y)
            }
        });
        let clear = CLEAR_MARGINS * self.margin;
        let above =
            |step: &StripCrossing| samples.iter().all(|&(part, y)| y - step.at(part) > clear);
        let below =
            |step: &StripCrossing| samples.iter().all(|&(part, y)| step.at(part) - y > clear);
        let from = steps.partition_point(above);
        let to = from + steps[from..].partition_point(|step| !below(step));
        let mut next = from;
        while next < to {
            // Steps with a common end, or on one line with the segment, are skipped at once.
            let shared = [0, 1]
                .into_iter()
                .find(|&side| corners[side] == strip[side] && at_corners[side].contains(&next));
            let shared_end = shared.map(|side| at_corners[side].end);
            let is_line = line_ends[next] > next + 1;
            let line_end = || {
                (is_line && self.are_on_one_line(item, steps[next].item)).then(|| line_ends[next])
            };
            match shared_end.or_else(line_end) {
                Some(end) => next = end,
                None => {
                    self.visit_pair([item, steps[next].item], visit)?;
                    next += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn corner(&self, number: u32) -> DVec2 {
        self.corners[number as usize - 1]
    }

    /// Returns the rounded y of a segment at a corner within its range.
    fn height(&self, item: u32, corner: u32) -> f64 {
        let [low, high] = self.segments[item as usize].ends;
        let at = self.corner(corner);
        if low.x == high.x {
            at.y
        } else if at.x <= low.x {
            low.y
        } else if at.x >= high.x {
            high.y
        } else {
            low.y + (at.x - low.x) / (high.x - low.x) * (high.y - low.y)
        }
    }

    /// Returns the position of a point between the sides of a strip, from 0 to 1.
    fn part(&self, strip: [u32; 2], at: DVec2) -> f64 {
        let [low, high] = strip.map(|corner| self.corner(corner));
        let part = if low.x < high.x {
            (at.x - low.x) / (high.x - low.x)
        } else {
            (at.y - low.y) / (high.y - low.y)
        };
        part.clamp(0.0, 1.0)
    }
}

/// Returns, for each step, the end of the steps on one line that it belongs to.
fn line_ends(steps: &[StripCrossing]) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=steps.len()).collect();
    for place in (1..steps.len()).rev() {
        if steps[place].continues_line {
            ends[place - 1] = ends[place];
        }
    }
    ends
}

impl StripCrossing {
    /// Returns its y at a position in the strip.
    fn at(&self, part: f64) -> f64 {
        let [low, high] = self.heights;
        low + part * (high - low)
    }
}
