//! Live maps: the time of edits, of the queries after them, of doors and of live paths, and wrong answers.
//!
//! Everything is asked of `LiveMesh`, as a game does. The edits are seeded: shapes at random places of a map.

pub mod shapes;
pub mod latency;
pub mod costs;
pub mod differences;
pub mod load;
pub mod paths;

/// The median, the 99th percentile and the worst of times in microseconds; zeros without any.
#[must_use]
pub fn quantiles(times: &mut [f64]) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1) as f64;
    [0.5, 0.99, 1.0].map(|share| times.get((last * share).round() as usize).copied().unwrap_or(0.0))
}
