//! Compact numbers for messages.

use std::fmt;

use glam::DVec2;

/// Displays a number, or a point as `(x, y)`, with all significant digits.
///
/// Numbers from 10⁻⁵ to 10¹⁶ in magnitude have no exponent.
///
/// ```
/// use navmesh_core::Short;
/// assert_eq!(Short(12.5).to_string(), "12.5");
/// assert_eq!(Short(1e300).to_string(), "1e300");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Short<T>(pub T);

impl fmt::Display for Short<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = *self;
        match number.abs() {
            0.0 | 1e-5..1e16 => write!(f, "{number}"),
            _ => write!(f, "{number:e}"),
        }
    }
}

impl fmt::Display for Short<DVec2> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", Short(self.0.x), Short(self.0.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_their_significant_digits() {
        for (number, shown) in [
            (0.0, "0"),
            (-3.0, "-3"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e15, "1000000000000000"),
            (-1e16, "-1e16"),
            (1.5e300, "1.5e300"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(Short(number).to_string(), shown);
        }
        assert_eq!(Short(DVec2::new(1e60, 0.5)).to_string(), "(1e60, 0.5)");
    }
}
