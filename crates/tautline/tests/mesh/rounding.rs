//! Tolerances for lengths.

/// The relative difference of two sums of the same legs.
pub(crate) const ROUNDING: f64 = 1e-12;

/// True if two sums differ by at most [`ROUNDING`] relative to them, or both are infinite.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= ROUNDING * a.abs().max(b.abs())
}

/// True if two lengths differ by at most the rounding of computed corners.
pub(crate) fn are_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs())
}
