//! Pairs of segments that meet, by strips of the plane.
//!
//! Source: I. J. Balaban, "An Optimal Algorithm for Finding Segments Intersections", 1995, the intermediate one.
//!
//! A strip lies between two ends of segments. Of the segments that lead through it from side to side, as many as may be
//! are taken that do not meet: a *staircase*. Where another segment is among its steps is found by halving, and those that
//! it meets follow one another. Then the strip is halved, and what was no step goes on into the halves that it comes to.
//! So a segment is a step of few strips, and is looked for in few more than it meets others in, however long all are and
//! however near they lie.
//!
//! We differ from it in: 1) places within a strip are rounded, and whatever may meet is told: who asks makes an exact test;
//! 2) ends are ordered by x, then by y, as if all were tilted by next to nothing: segments may be upright, and many may end
//! at one x; 3) what has an end in common is no pair, so that staircases hold all the spokes of a hub.

use std::ops::{ControlFlow, Range};

use glam::DVec2;

use super::grid::rounding_margin;
use crate::geom::{Bounds, lexicographic};

/// How many are held against one another without a staircase.
const FEW: usize = 12;

/// How many rounding margins lie between steps at least, unless they have an end in common.
const CLEAR_MARGINS: f64 = 4.0;

/// Whose pairs are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Those of all.
    All,
    /// Those of one of the first so many with one of the others.
    OfFirst(u32),
}

/// Segments, and the order of their ends.
pub(super) struct Strips {
    segments: Vec<Thread>,
    /// The ends of all, each once, lowest first. The first has the number 1, so that there is room beside it.
    corners: Vec<DVec2>,
    asked: Asked,
    /// How near to one another places may meet.
    margin: f64,
}

/// A segment, or a point.
struct Thread {
    /// The lower end, and the higher one.
    ends: [DVec2; 2],
    /// Their numbers.
    corners: [u32; 2],
}

/// Where a segment crosses both sides of a strip.
#[derive(Clone, Copy)]
struct Step {
    heights: [f64; 2],
    item: u32,
}

/// Segments through a strip of which no two meet that are asked for, in ascending order on both of its sides.
struct Stairs {
    /// The numbers of the strip's corners.
    strip: [u32; 2],
    steps: Vec<Step>,
    /// Those that begin at its lower corner, and those that end at its higher one, where they follow one another.
    at_corners: [Range<usize>; 2],
}

/// The last steps, each of which may be too near to the next one.
struct Flight {
    last: Step,
    /// The corners that all of them have in common, or else none.
    corners: [u32; 2],
    /// True where all of them are of the first, or none.
    is_of_one_kind: bool,
}

impl Strips {
    /// Segments by their ends; a point has the same twice.
    pub(super) fn of(ends: impl Iterator<Item = [DVec2; 2]>, asked: Asked) -> Self {
        let ordered =
            |[a, b]: [DVec2; 2]| if lexicographic(b, a).is_lt() { [b, a] } else { [a, b] };
        let ends: Vec<[DVec2; 2]> = ends.map(ordered).collect();
        let mut corners = ends.as_flattened().to_vec();
        corners.sort_unstable_by(|a, b| lexicographic(*a, *b));
        corners.dedup();
        let number = |at: DVec2| {
            1 + corners.partition_point(|corner| lexicographic(*corner, at).is_lt()) as u32
        };
        let thread = |ends: [DVec2; 2]| Thread { ends, corners: ends.map(number) };
        let segments = ends.into_iter().map(thread).collect();
        let margin = rounding_margin(Bounds::of(corners.iter().copied()));
        Self { segments, corners, asked, margin }
    }

    /// Calls `visit` with every two that are asked for and meet elsewhere than at an end of both, until it says to break.
    pub(super) fn pairs(
        &self,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = (0..self.segments.len() as u32).collect();
        self.within([0, self.corners.len() as u32 + 1], all, visit)
    }

    /// The same of these within a strip, into which all of them come.
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
                    items.iter().copied().filter(|&item| self.comes_into(strip, item)).collect()
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
            items[i + 1..].iter().try_for_each(|&other| self.tell([one, other], visit))
        })
    }

    fn tell(
        &self,
        [one, other]: [u32; 2],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [one, other] = [one.min(other), one.max(other)];
        match self.asked {
            Asked::OfFirst(first) if (one < first) == (other < first) => ControlFlow::Continue(()),
            _ => visit(one, other),
        }
    }

    /// True where more of a segment than an end lies in a strip; points lie in the one below them.
    fn comes_into(&self, [low, high]: [u32; 2], item: u32) -> bool {
        let [from, to] = self.segments[item as usize].corners;
        low < to && (from < high || to == high)
    }

    /// The staircase of these segments in a strip, and those that are none of its steps.
    fn stairs(&self, strip: [u32; 2], items: Vec<u32>) -> (Stairs, Vec<u32>) {
        let is_through = |&item: &u32| {
            let [from, to] = self.segments[item as usize].corners;
            from <= strip[0] && strip[1] <= to
        };
        let (through, mut others): (Vec<u32>, Vec<u32>) = items.into_iter().partition(is_through);
        let step =
            |item: u32| Step { heights: strip.map(|corner| self.height(item, corner)), item };
        let mut through: Vec<Step> = through.into_iter().map(step).collect();
        through.sort_unstable_by(|a, b| {
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
        let at_corners =
            [0, 1].map(|side| self.range_of(&steps, |thread| thread.corners[side] == strip[side]));
        (Stairs { strip, steps, at_corners }, others)
    }

    /// The flight with one more step, or a new one with it if it is clear of the last; `None` where it is no step.
    fn flight_with(&self, flight: Option<&Flight>, step: Step) -> Option<Flight> {
        let Thread { corners, .. } = self.segments[step.item as usize];
        let alone = Flight { last: step, corners, is_of_one_kind: true };
        let Some(Flight { last, corners: common, is_of_one_kind }) = flight else {
            return Some(alone);
        };
        let clear = CLEAR_MARGINS * self.margin;
        if [0, 1].iter().all(|&side| step.heights[side] - last.heights[side] > clear) {
            return Some(alone);
        }
        let has_in_common = |corner: u32| corner != 0 && corners.contains(&corner);
        let common = common.map(|corner| if has_in_common(corner) { corner } else { 0 });
        let is_of_one_kind = *is_of_one_kind && self.is_of_kind(last.item, step.item);
        let is_no_pair = is_of_one_kind || common != [0, 0];
        // What has an end in common is in order, but for rounding.
        let heights = [step.heights[0], step.heights[1].max(last.heights[1])];
        let is_in_order = heights[1] - step.heights[1] <= self.margin;
        let last = Step { heights, ..step };
        (is_no_pair && is_in_order).then_some(Flight { last, corners: common, is_of_one_kind })
    }

    /// True where two are no pair that is asked for.
    fn is_of_kind(&self, one: u32, other: u32) -> bool {
        match self.asked {
            Asked::All => false,
            Asked::OfFirst(first) => (one < first) == (other < first),
        }
    }

    /// Where all steps are for which this is true, if they follow one another.
    fn range_of(&self, steps: &[Step], holds: impl Fn(&Thread) -> bool) -> Range<usize> {
        let holds = |step: &Step| holds(&self.segments[step.item as usize]);
        let first = steps.iter().position(holds).unwrap_or(0);
        let count = steps[first..].iter().take_while(|step| holds(step)).count();
        first..first + count
    }

    /// Tells of every step that another segment of the strip may meet.
    fn near_steps(
        &self,
        stairs: &Stairs,
        item: u32,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Stairs { strip, steps, at_corners } = stairs;
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        let Thread { ends, corners } = &self.segments[item as usize];
        let is_beyond = [corners[0] <= strip[0], corners[1] >= strip[1]];
        let places = [0, 1].map(|side| match is_beyond[side] {
            true => (side as f64, self.height(item, strip[side])),
            false => (self.part(*strip, ends[side]), ends[side].y),
        });
        let clear = CLEAR_MARGINS * self.margin;
        let above = |step: &Step| places.iter().all(|&(part, y)| y - step.at(part) > clear);
        let below = |step: &Step| places.iter().all(|&(part, y)| step.at(part) - y > clear);
        let from = steps.partition_point(above);
        let to = from + steps[from..].partition_point(|step| !below(step));
        let mut next = from;
        while next < to {
            // What has an end in common with it is passed over at once.
            let shared = [0, 1]
                .into_iter()
                .find(|&side| corners[side] == strip[side] && at_corners[side].contains(&next));
            match shared {
                Some(side) => next = at_corners[side].end,
                None => {
                    self.tell([item, steps[next].item], visit)?;
                    next += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn corner(&self, number: u32) -> DVec2 {
        self.corners[number as usize - 1]
    }

    /// How high a segment is at a corner, rounded; it leads past that, or ends there.
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

    /// How far a place lies from one side of a strip to the other, of 1.
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

impl Step {
    /// How high it is so far through the strip.
    fn at(&self, part: f64) -> f64 {
        let [low, high] = self.heights;
        low + part * (high - low)
    }
}
