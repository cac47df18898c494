//! The index of agents by position: square buckets, and the agents' records in the order of the buckets.
//!
//! A record holds all that neighbours read, so that a query scans memory in order. Buckets are sorted by row and
//! column, and agents of one bucket by their row in the store. A query scans one range per row of buckets.

use std::ops::Range;

use navmesh_core::DVec2;

/// The state of an agent towards its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stance {
    /// It walks to a goal.
    Walks,
    /// It has no goal, or has arrived.
    Stands,
    /// The program moves it.
    Driven,
}

/// The way of an agent through a stretch: it enters it by a mouth, or is inside and leaves by one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crossing {
    pub(crate) stretch: u32,
    pub(crate) mouth: u32,
    /// The middle of the mouth.
    pub(crate) gate: DVec2,
    /// The length of the way to the mouth.
    pub(crate) distance: f64,
    pub(crate) is_inside: bool,
    /// False while the agent has to wait for its turn.
    pub(crate) goes: bool,
}

#[cfg(test)]
impl Crossing {
    /// A crossing of a mouth at the origin.
    pub(crate) fn new(stretch: u32, distance: f64, goes: bool) -> Self {
        let gate = DVec2::ZERO;
        Self { stretch, mouth: 0, gate, distance, is_inside: false, goes }
    }
}

/// An agent as its neighbours see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    pub(crate) point: DVec2,
    pub(crate) velocity: DVec2,
    /// The intended velocity.
    pub(crate) intended: DVec2,
    /// The direction of the intended velocity, of length 1, or zero.
    pub(crate) heading: DVec2,
    /// The share of the speed that was lost to others, averaged over some seconds.
    pub(crate) slowness: f64,
    pub(crate) radius: f64,
    /// The radius on the mesh of the narrow places, where that of its class ends farther from the walls.
    pub(crate) reach: f64,
    pub(crate) row: u32,
    pub(crate) layer: Option<u32>,
    pub(crate) stance: Stance,
    pub(crate) priority: u8,
    /// The readiness to make way while it stands.
    pub(crate) yields: f64,
    /// The goal that it walks straight to.
    pub(crate) goal: Option<DVec2>,
    /// The way through a narrow place nearby, where agents cannot pass each other.
    pub(crate) crossing: Option<Crossing>,
}

#[cfg(test)]
impl Body {
    /// An agent that stands.
    pub(crate) fn at(row: u32, point: DVec2) -> Self {
        Self {
            point,
            velocity: DVec2::ZERO,
            intended: DVec2::ZERO,
            heading: DVec2::ZERO,
            slowness: 0.0,
            radius: 0.5,
            reach: 0.5,
            row,
            layer: None,
            stance: Stance::Stands,
            priority: 0,
            yields: 1.0,
            goal: None,
            crossing: None,
        }
    }
}

/// The slowness above which an agent may be stuck.
const SLOW: f64 = 0.5;

/// The slowness above which an agent is in a queue, even if the queue moves on.
const DELAYED: f64 = 0.25;

impl Body {
    /// Sets the intended velocity.
    pub(crate) fn aim(&mut self, intended: DVec2) {
        (self.intended, self.heading) = (intended, intended.normalize_or_zero());
    }

    /// True if the agent has lost most of its speed for some time.
    pub(crate) fn is_slow(&self) -> bool {
        self.slowness > SLOW
    }

    /// True if the agent has lost part of its speed for some time.
    pub(crate) fn is_delayed(&self) -> bool {
        self.slowness > DELAYED
    }

    /// True if the agent stands, and does not walk to its goal.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.stance == Stance::Stands && self.heading == DVec2::ZERO
    }
}

/// The most buckets per point, so that the index stays small if points are far from each other.
const BUCKETS_PER_POINT: f64 = 4.0;

/// Square buckets over points, numbered row by row.
#[derive(Debug, Default)]
struct Raster {
    low: DVec2,
    size: f64,
    columns: usize,
    rows: usize,
}

impl Raster {
    /// Covers points with buckets of side `size`, or larger if they are far from each other.
    ///
    /// Complexity: linear.
    fn over(points: impl ExactSizeIterator<Item = DVec2> + Clone, size: f64) -> Self {
        let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = points.clone().fold(DVec2::NEG_INFINITY, DVec2::max);
        if points.len() == 0 {
            return Self::default();
        }
        let most = BUCKETS_PER_POINT * points.len() as f64;
        let extent = high - low;
        let size = size.max(extent.max_element() / most).max((extent.x / most * extent.y).sqrt());
        let mut raster = Self { low, size, columns: 0, rows: 0 };
        raster.columns = raster.index(extent.x) + 1;
        raster.rows = raster.index(extent.y) + 1;
        raster
    }

    fn len(&self) -> usize {
        self.columns * self.rows
    }

    fn index(&self, offset: f64) -> usize {
        (offset / self.size) as usize // saturates: a negative offset is in the first bucket
    }

    /// Returns the bucket of one of the points.
    fn bucket(&self, point: DVec2) -> usize {
        let offset = point - self.low;
        self.index(offset.y) * self.columns + self.index(offset.x)
    }

    /// Iterates over the buckets that touch a box, row by row.
    fn within(&self, low: DVec2, high: DVec2) -> impl Iterator<Item = Range<usize>> + use<> {
        let [low, high] = [low - self.low, high - self.low];
        let columns = self.columns;
        let [first, last] = [low.x, high.x].map(|x| self.index(x).min(columns.saturating_sub(1)));
        let rows = self.index(low.y)..self.index(high.y).saturating_add(1).min(self.rows);
        rows.map(move |row| row * columns + first..row * columns + last + 1)
    }
}

/// Agents in square buckets.
#[derive(Debug, Default)]
pub(crate) struct Neighbors {
    /// The records, in the order of the buckets.
    pub(crate) bodies: Vec<Body>,
    /// For each bucket the index of its first record.
    starts: Vec<u32>,
    /// For each bucket the number of agents in the buckets before it that are not at rest.
    awake: Vec<u32>,
    raster: Raster,
}

impl Neighbors {
    /// Indexes agents in buckets of side `size`, or larger if they are far from each other.
    ///
    /// Complexity: linear.
    pub(crate) fn build(&mut self, unsorted: &[Body], size: f64) {
        self.raster = Raster::over(unsorted.iter().map(|body| body.point), size);
        for counts in [&mut self.starts, &mut self.awake] {
            counts.clear();
            counts.resize(self.raster.len() + 1, 0);
        }
        for body in unsorted {
            let bucket = self.raster.bucket(body.point);
            self.starts[bucket] += 1;
            self.awake[bucket + 1] += u32::from(!body.is_at_rest());
        }
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
            self.awake[index] += self.awake[index - 1];
        }
        self.bodies.clear();
        self.bodies.extend_from_slice(unsorted);
        for body in unsorted.iter().rev() {
            let start = &mut self.starts[self.raster.bucket(body.point)];
            *start -= 1;
            self.bodies[*start as usize] = *body;
        }
    }

    /// True if all agents in the buckets that touch the square of half side `range` around `point` are at rest.
    ///
    /// Complexity: linear in the buckets' rows.
    pub(crate) fn are_at_rest(&self, point: DVec2, range: f64) -> bool {
        let mut buckets = self.raster.within(point - range, point + range);
        buckets.all(|buckets| self.awake[buckets.start] == self.awake[buckets.end])
    }

    /// Visits all agents in the buckets that touch the square of half side `range` around `point`.
    ///
    /// Complexity: linear in the buckets' rows and in the agents visited.
    pub(crate) fn each_near(&self, point: DVec2, range: f64, mut visit: impl FnMut(usize, &Body)) {
        for buckets in self.raster.within(point - range, point + range) {
            let [start, end] = [buckets.start, buckets.end].map(|at| self.starts[at] as usize);
            for index in start..end {
                visit(index, &self.bodies[index]);
            }
        }
    }
}

/// The end of a list.
const END: u32 = u32::MAX;

/// Numbers in lists by the buckets of their points.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    raster: Raster,
    /// For each bucket the last number that was added.
    lasts: Vec<u32>,
    /// For each number the one that was added to its bucket before.
    befores: Vec<u32>,
}

impl Numbers {
    /// Makes lists for the numbers of points by their places in an order, in buckets of a side, or larger if the points are
    /// far from each other. No number is added yet.
    ///
    /// Complexity: linear.
    pub(crate) fn over(points: impl ExactSizeIterator<Item = DVec2> + Clone, side: f64) -> Self {
        let befores = vec![END; points.len()];
        let raster = Raster::over(points, side);
        Self { lasts: vec![END; raster.len()], befores, raster }
    }

    /// Adds the number of a point.
    pub(crate) fn add(&mut self, number: usize, point: DVec2) {
        let last = &mut self.lasts[self.raster.bucket(point)];
        self.befores[number] = std::mem::replace(last, number as u32);
    }

    /// Iterates over the numbers added for points within `range` of a point, and for some that are farther.
    pub(crate) fn near(&self, point: DVec2, range: f64) -> impl Iterator<Item = u32> + '_ {
        self.within(point - range, point + range)
    }

    /// Iterates over the numbers added for points in a box, and for some outside it.
    pub(crate) fn within(&self, low: DVec2, high: DVec2) -> impl Iterator<Item = u32> + '_ {
        let listed = |number: u32| Some(number).filter(|&number| number != END);
        self.raster.within(low, high).flatten().flat_map(move |bucket| {
            let before = move |&number: &u32| listed(self.befores[number as usize]);
            std::iter::successors(listed(self.lasts[bucket]), before)
        })
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::rng::SplitMix64;

    use super::*;

    fn body(row: usize, point: DVec2) -> Body {
        Body::at(row as u32, point)
    }

    #[test]
    fn agents_near_a_point_are_those_that_a_scan_of_all_finds() {
        let mut rng = SplitMix64::new(1);
        let (mut index, mut undisturbed) = (Neighbors::default(), 0);
        for count in [1, 2, 50, 300] {
            let mut draw = || DVec2::new(rng.unit() * 40.0 - 20.0, rng.unit() * 40.0 - 20.0);
            let mut bodies: Vec<Body> = (0..count).map(|row| body(row, draw())).collect();
            bodies.iter_mut().step_by(40).for_each(|body| body.stance = Stance::Walks);
            index.build(&bodies, 2.5);
            for _ in 0..50 {
                let (centre, mut found) = (draw(), Vec::new());
                index.each_near(centre, 4.0, |_, other| found.push(other.row as usize));
                let is_near = |row: &usize| bodies[*row].point.distance(centre) <= 4.0;
                found.retain(is_near);
                found.sort_unstable();
                let all: Vec<usize> = (0..count).filter(is_near).collect();
                assert_eq!(found, all);
                let are_at_rest = index.are_at_rest(centre, 4.0);
                let near_ones_are = all.iter().all(|&row| bodies[row].is_at_rest());
                assert!(near_ones_are || !are_at_rest);
                undisturbed += usize::from(are_at_rest);
            }
        }
        assert!((20..180).contains(&undisturbed), "{undisturbed}");
    }

    #[test]
    fn agents_at_the_ends_of_the_coordinate_domain_are_found() {
        let mut index = Neighbors::default();
        let far = DVec2::new(1e50, -1e50);
        for points in [[far, DVec2::ZERO], [far, far], [DVec2::ZERO, DVec2::X * 1e50]] {
            index.build(&[body(0, points[0]), body(1, points[1])], 1.0);
            let mut found = Vec::new();
            index.each_near(points[0], 1.0, |_, body| found.push(body.row));
            assert!(found.contains(&0) && index.starts.len() < 100);
        }
    }
}
