//! Floats with a bound on their error.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use super::Number;

/// A float, and a bound on its distance from the number that it stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Estimate {
    value: f64,
    error: f64,
}

/// More than the rounding of a bound: each is at most three operations.
const BOUND_ROUNDING: f64 = 1.0 + 4.0 * f64::EPSILON;

impl Estimate {
    /// Returns the sign; `None` if the error leaves it open, or if a number overflowed.
    #[inline]
    pub(super) fn sign(self) -> Option<Ordering> {
        let Self { value, error } = self;
        if value > error {
            Some(Ordering::Greater)
        } else if value < -error {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// Adds the rounding of the value, and of the bound itself.
    #[inline]
    fn rounded(value: f64, error: f64) -> Self {
        Self { value, error: error * BOUND_ROUNDING + value.abs() * f64::EPSILON }
    }
}

impl From<f64> for Estimate {
    #[inline]
    fn from(value: f64) -> Self {
        Self { value, error: 0.0 }
    }
}

impl Number for Estimate {
    #[inline]
    fn whole(value: i8) -> Self {
        Self::from(f64::from(value))
    }
}

impl Add for Estimate {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::rounded(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Estimate {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::rounded(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Estimate {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let carried =
            self.value.abs() * other.error + self.error * (other.value.abs() + other.error);
        // A product may underflow, and so may the bound.
        let Self { value, error } = Self::rounded(self.value * other.value, carried);
        Self { value, error: error + f64::MIN_POSITIVE }
    }
}
