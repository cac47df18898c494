//! Weighted regions: answers held between two bounds, and compared with other ways to answer.
//!
//! 1. [`field`] – a map with areas, the finders on it, and its queries.
//! 2. [`verdict`] – the answer to a query, beside the bounds of the testkit and other answers.
//! 3. [`table`] – the measures of many verdicts.

pub mod field;
pub mod verdict;
pub mod table;

/// The sum of the length of legs may differ from a bound by this part of it.
pub(crate) const ROUNDING: f64 = 1e-9;

/// True if a number is at most another, up to rounding.
pub(crate) fn is_at_most(a: f64, b: f64) -> bool {
    a <= b * (1.0 + ROUNDING)
}

/// The value that this share of some values does not exceed; 0 for no values.
pub(crate) fn quantile(values: impl IntoIterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let rank = (values.len() as f64 * share).ceil().max(1.0) as usize;
    values.get(rank - 1).copied().unwrap_or_default()
}

/// The mean of some values; 0 for no values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_the_least_value_that_the_share_does_not_exceed() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(
            [0.0, 0.25, 0.5, 0.51, 1.0].map(|s| quantile(values, s)),
            [1.0, 1.0, 2.0, 3.0, 4.0]
        );
        assert_eq!(quantile([], 0.5), 0.0);
        assert_eq!(mean(values), 2.5);
    }
}
