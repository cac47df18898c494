//! The index of agents by position: square buckets, sorted.
//!
//! Buckets are sorted by row and column, and agents of one bucket by their row in the store. A query scans the
//! rows of buckets around its point. Each is one range of the sorted list.

use navmesh_core::DVec2;

/// An agent in its bucket: the bucket's row and column, and the agent.
type Entry = (i64, i64, u32);

/// Agents in square buckets.
#[derive(Debug, Default)]
pub(crate) struct Neighbors {
    entries: Vec<Entry>,
    size: f64,
}

impl Neighbors {
    /// Indexes points in buckets of side `size`.
    ///
    /// Complexity: O(n log n), or linear if the points are sorted nearly as in the call before.
    pub(crate) fn build(&mut self, points: impl Iterator<Item = DVec2>, size: f64) {
        self.size = size;
        self.entries.clear();
        for (index, point) in points.enumerate() {
            self.entries.push((self.bucket(point.y), self.bucket(point.x), index as u32));
        }
        self.entries.sort_unstable();
    }

    /// Visits all agents in the buckets that touch the square of half side `range` around `point`.
    ///
    /// Complexity: O(log n) per row of buckets, and linear in the agents visited.
    pub(crate) fn each_near(&self, point: DVec2, range: f64, mut visit: impl FnMut(usize)) {
        let [low, high] = [point - range, point + range];
        let columns = self.bucket(low.x)..=self.bucket(high.x);
        for row in self.bucket(low.y)..=self.bucket(high.y) {
            let first = (row, *columns.start(), 0);
            let start = self.entries.partition_point(|entry| *entry < first);
            let same = |entry: &&Entry| entry.0 == row && entry.1 <= *columns.end();
            for entry in self.entries[start..].iter().take_while(same) {
                visit(entry.2 as usize);
            }
        }
    }

    /// The bucket of a coordinate. Far away the buckets are the first and the last.
    fn bucket(&self, coordinate: f64) -> i64 {
        (coordinate / self.size).floor() as i64
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::rng::SplitMix64;

    use super::*;

    #[test]
    fn agents_near_a_point_are_those_that_a_scan_of_all_finds() {
        let mut rng = SplitMix64::new(1);
        let mut index = Neighbors::default();
        for count in [0, 1, 2, 50, 300] {
            let mut draw = || DVec2::new(rng.unit() * 40.0 - 20.0, rng.unit() * 40.0 - 20.0);
            let points: Vec<DVec2> = (0..count).map(|_| draw()).collect();
            index.build(points.iter().copied(), 2.5);
            for _ in 0..50 {
                let (centre, mut found) = (draw(), Vec::new());
                index.each_near(centre, 4.0, |row| found.push(row));
                let is_near = |row: &usize| points[*row].distance(centre) <= 4.0;
                found.retain(is_near);
                found.sort_unstable();
                let all: Vec<usize> = (0..count).filter(is_near).collect();
                assert_eq!(found, all);
            }
        }
    }

    #[test]
    fn coordinates_beyond_all_buckets_are_found() {
        let mut index = Neighbors::default();
        let far = DVec2::new(1e50, -1e50);
        index.build([far, DVec2::ZERO].into_iter(), 1.0);
        let mut found = Vec::new();
        index.each_near(far, 1.0, |row| found.push(row));
        assert_eq!(found, [0]);
    }
}
