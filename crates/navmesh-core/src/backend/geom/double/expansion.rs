//! Exact sums of floats.
//!
//! Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates", 1997 (expansions).

use super::Double;

/// An exact sum of up to 32 floats: parts that do not overlap, the smallest first.
#[derive(Default)]
pub(in crate::backend::geom) struct Expansion {
    parts: [f64; 32],
    count: usize,
}

impl Expansion {
    /// Adds a number.
    pub(in crate::backend::geom) fn add(&mut self, number: Double) {
        let [high, low] = number.parts();
        for part in [low, high] {
            self.add_float(part);
        }
    }

    fn add_float(&mut self, value: f64) {
        let (mut carry, mut kept) = (value, 0);
        for i in 0..self.count {
            let [high, low] = Double::sum(carry, self.parts[i]).parts();
            carry = high;
            self.parts[kept] = low;
            kept += usize::from(low != 0.0);
        }
        self.parts[kept] = carry;
        self.count = kept + usize::from(carry != 0.0);
    }

    /// Returns the sum, rounded once to a number of about 106 bits. Its sign is exact.
    pub(in crate::backend::geom) fn rounded(&self) -> Double {
        let parts = self.parts[..self.count].iter().rev();
        parts.fold(Double::default(), |sum, &part| sum + part.into())
    }
}
