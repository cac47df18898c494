//! The distance of the last of the nearest few goals, by the best paths known so far.
//!
//! A heap holds the goals among the nearest few, the farthest on top. A goal with a new, shorter
//! path is pushed again; its outdated entry is dropped when it reaches the top. Each new path
//! therefore costs the logarithm of the number of paths, independent of the number of goals.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A goal, ordered by distance and then by number.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Far {
    distance: f64,
    goal: u32,
}

impl Eq for Far {}

impl Ord for Far {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.goal.cmp(&other.goal))
    }
}

impl PartialOrd for Far {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The nearest few of many goals.
#[derive(Debug, Default)]
pub(super) struct KthBound {
    wanted: usize,
    /// The number of goals among the nearest few so far, at most `wanted`.
    found: usize,
    /// By goal, its distance if it is among the nearest few; else infinite.
    distances: Vec<f64>,
    farthest: BinaryHeap<Far>,
}

impl KthBound {
    /// Starts with the known path lengths, infinite for goals without a path, and the number of
    /// wanted goals.
    pub(super) fn begin(&mut self, lengths: &[f64], wanted: usize) {
        (self.wanted, self.found) = (wanted, 0);
        self.farthest.clear();
        self.distances.clear();
        self.distances.resize(lengths.len(), f64::INFINITY);
        let known = (0..).zip(lengths).filter(|(_, length)| length.is_finite());
        for (goal, &length) in known {
            self.note(goal, length);
        }
    }

    /// Records a shorter path to a goal.
    pub(super) fn note(&mut self, goal: u32, distance: f64) {
        if self.distances[goal as usize].is_infinite() {
            if self.found == self.wanted {
                if distance >= self.distance() {
                    return;
                }
                let last = self.farthest.pop();
                if let Some(far) = last {
                    self.distances[far.goal as usize] = f64::INFINITY;
                }
            } else {
                self.found += 1;
            }
        }
        self.distances[goal as usize] = distance;
        self.farthest.push(Far { distance, goal });
        while self.farthest.peek().is_some_and(|far| self.is_outdated(*far)) {
            self.farthest.pop();
        }
    }

    fn is_outdated(&self, far: Far) -> bool {
        self.distances[far.goal as usize] != far.distance
    }

    /// Returns the distance of the last wanted goal: infinite until there is a path to each of
    /// them, and 0 if none is wanted.
    #[inline]
    pub(super) fn distance(&self) -> f64 {
        match self.farthest.peek() {
            Some(far) if self.found == self.wanted => far.distance,
            _ if self.wanted == 0 => 0.0,
            _ => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Path lengths are small integers, so that many are equal.
    #[test]
    fn the_horizon_is_where_sorting_all_ways_puts_it() {
        let mut rng = SplitMix64::new(8);
        for round in 0..400 {
            let goals = 1 + rng.below(12);
            let wanted = rng.below(goals + 1);
            let lengths = || (0..goals).map(|_| f64::INFINITY);
            let mut lengths: Vec<f64> = lengths().collect();
            lengths[0] = if round % 3 == 0 { 4.0 } else { f64::INFINITY };
            let mut kth_bound = KthBound::default();
            kth_bound.begin(&lengths, wanted);
            for _ in 0..60 {
                let (goal, length) = (rng.below(goals), rng.below(16) as f64);
                if length < lengths[goal] {
                    lengths[goal] = length;
                    kth_bound.note(goal as u32, length);
                }
                let mut sorted = lengths.clone();
                sorted.sort_by(f64::total_cmp);
                let expected = wanted.checked_sub(1).map_or(0.0, |last| sorted[last]);
                assert_eq!(kth_bound.distance(), expected, "{wanted} of {lengths:?}");
            }
        }
    }
}
