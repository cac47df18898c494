//! Times and lengths in sum.

use crate::passes::Answer;

/// The score of a contender on one map.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Score {
    /// Times a query, in microseconds; failed queries count as well.
    pub mean: f64,
    /// Half of the queries took no longer.
    pub p50: f64,
    /// 99 % of the queries took no longer.
    pub p99: f64,
    /// The number of queries asked.
    pub queries: usize,
    /// The number of queries without an answer.
    pub failed: usize,
    /// The number of optimal lengths, within the contender's tolerance.
    pub optimal: usize,
    /// The number of lengths below the optimum; these paths cross walls.
    pub too_short: usize,
    /// By how much lengths exceed the optimum on average, as a part of it; failed queries left out.
    pub mean_excess: f64,
    /// By how much at most.
    pub max_excess: f64,
    /// The largest relative error of a length, to either side.
    pub max_error: f64,
}

impl Score {
    /// Sums up a contender's answers.
    #[must_use]
    pub fn of(answers: &[Answer], reference: &[f64], tolerance: f64) -> Self {
        let mut score = Self { queries: answers.len(), ..Self::default() };
        score.sum_up_times(answers);
        let mut excess = 0.0;
        for (answer, &shortest) in answers.iter().zip(reference) {
            let Some(length) = answer.length else {
                score.failed += 1;
                continue;
            };
            let error = relative(length - shortest, shortest);
            score.optimal += usize::from(error.abs() <= tolerance);
            score.too_short += usize::from(error < -tolerance);
            score.max_error = score.max_error.max(error.abs());
            score.max_excess = score.max_excess.max(error);
            excess += error.max(0.0);
        }
        score.mean_excess = excess / (answers.len() - score.failed).max(1) as f64;
        score
    }

    /// The percentage of queries with the shortest path.
    #[must_use]
    pub fn percent_optimal(&self) -> f64 {
        100.0 * self.optimal as f64 / self.queries.max(1) as f64
    }

    fn sum_up_times(&mut self, answers: &[Answer]) {
        let mut times: Vec<u64> = answers.iter().map(|answer| answer.nanoseconds).collect();
        times.sort_unstable();
        // The smallest time that this percentage of all do not exceed.
        let percentile = |percent: usize| {
            let rank = (times.len() * percent).div_ceil(100).max(1);
            times.get(rank - 1).map_or(0.0, |&time| time as f64 / 1e3)
        };
        self.p50 = percentile(50);
        self.p99 = percentile(99);
        let total: f64 = times.iter().map(|&time| time as f64 / 1e3).sum();
        self.mean = total / times.len().max(1) as f64;
    }
}

/// As a part of the length; of a way of length 0, in map units.
fn relative(difference: f64, length: f64) -> f64 {
    if length > 0.0 { difference / length } else { difference }
}

/// The geometric mean; `None` of nothing.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_tells_optimal_long_short_and_missing_answers_apart() {
        let lengths = [Some(10.0), Some(11.0), Some(9.0), None];
        let answers =
            [0, 1, 2, 3].map(|i| Answer { length: lengths[i], nanoseconds: (i as u64 + 1) * 1000 });
        let score = Score::of(&answers, &[10.0; 4], 1e-9);
        assert_eq!((score.optimal, score.too_short, score.failed), (1, 1, 1));
        assert_eq!((score.mean, score.p50, score.p99), (2.5, 2.0, 4.0));
        assert_eq!((score.max_excess, score.max_error), (0.1, 0.1));
        assert!((score.mean_excess - 0.1 / 3.0).abs() < 1e-15);
        assert_eq!(score.percent_optimal(), 25.0);
    }

    #[test]
    fn the_geometric_mean_of_inverse_ratios_is_one() {
        assert_eq!(geometric_mean(&[]), None);
        assert!(geometric_mean(&[4.0, 0.25]).is_some_and(|mean| (mean - 1.0).abs() < 1e-15));
    }
}
