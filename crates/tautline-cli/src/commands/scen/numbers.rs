//! Statistics of query times, and the memory of the process.

/// Statistics of query times, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    pub(super) mean: f64,
    /// Half of the queries took no longer.
    pub(super) p50: f64,
    /// 99 % of the queries took no longer.
    pub(super) p99: f64,
    pub(super) max: f64,
}

impl Times {
    /// Computes the statistics of times in nanoseconds; all are 0 without times.
    pub(super) fn of(nanoseconds: impl Iterator<Item = u64>) -> Self {
        let mut sorted: Vec<u64> = nanoseconds.collect();
        sorted.sort_unstable();
        let count = sorted.len();
        // The smallest measured time that `percent` of the times do not exceed.
        let percentile = |percent: usize| {
            let rank = (count * percent).div_ceil(100).max(1);
            sorted.get(rank - 1).map_or(0.0, |&time| time as f64 / 1e3)
        };
        let total: f64 = sorted.iter().map(|&time| time as f64 / 1e3).sum();
        Self {
            mean: total / count.max(1) as f64,
            p50: percentile(50),
            p99: percentile(99),
            max: percentile(100),
        }
    }
}

/// Returns the peak resident memory of this process; `None` on systems other than Linux.
pub(super) fn peak_memory_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_times() {
        let times = Times::of((1..=200).rev().map(|i| i * 1000));
        assert_eq!(times, Times { mean: 100.5, p50: 100.0, p99: 198.0, max: 200.0 });
        let one = Times::of([3000].into_iter());
        assert_eq!(one, Times { mean: 3.0, p50: 3.0, p99: 3.0, max: 3.0 });
    }
}
