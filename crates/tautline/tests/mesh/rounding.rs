//! How far sums of the same legs may differ.

/// Relative to them: two sums of the same legs.
pub(crate) const ROUNDING: f64 = 1e-12;

/// True where two sums of the same legs differ by no more than [`ROUNDING`], or both are infinite.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= ROUNDING * a.abs().max(b.abs())
}

/// True where two lengths differ by no more than corners that were computed twice make them.
pub(crate) fn are_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs())
}
