//! Compact numbers for messages.

use std::fmt;

use glam::DVec2;

/// Displays a number with six significant digits, or a point as `(x, y)`.
///
/// Whole parts are not rounded, and coordinates of points keep at least three decimals. Numbers from 10⁻⁵ to
/// 10¹⁶ in magnitude have no exponent.
///
/// ```
/// use navmesh_core::Short;
/// assert_eq!(Short(12.5).to_string(), "12.5");
/// assert_eq!(Short(200_f64.sqrt()).to_string(), "14.1421");
/// assert_eq!(Short(1e300).to_string(), "1e300");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Short<T>(pub T);

/// The number of significant digits.
const DIGITS: usize = 6;
/// The least number of decimals of a coordinate.
const DECIMALS: usize = 3;

impl fmt::Display for Short<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(self.0, 0))
    }
}

impl fmt::Display for Short<DVec2> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.0.to_array().map(|number| shortened(number, DECIMALS));
        write!(f, "({x}, {y})")
    }
}

/// Returns a number with [`DIGITS`] significant digits, and at least `decimals` of them after the point.
fn shortened(number: f64, decimals: usize) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let scientific = format!("{number:.*e}", DIGITS - 1);
    // Rounding may add a digit, so the exponent is read from the rounded number.
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse() {
        Ok(exponent @ -5..=15) => {
            let significant = (DIGITS as i32 - 1 - exponent).max(0) as usize;
            trimmed(&format!("{number:.*}", significant.max(decimals))).to_owned()
        }
        _ => {
            // The smallest numbers have fewer digits than six.
            let (rounded, whole) =
                (format!("{}e{exponent}", trimmed(mantissa)), format!("{number:e}"));
            if whole.len() < rounded.len() { whole } else { rounded }
        }
    }
}

/// Removes zeros at the end of the decimals.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_six_significant_digits() {
        for (number, shown) in [
            (0.0, "0"),
            (-3.0, "-3"),
            (0.1 + 0.2, "0.3"),
            (-14.142_135_6, "-14.1421"),
            (1_234_567.89, "1234568"),
            (99_999.96, "100000"),
            (0.000_012_345_67, "0.0000123457"),
            (0.000_009_999_999_9, "0.00001"),
            (1e15, "1000000000000000"),
            (-1e16, "-1e16"),
            (-1.234_567_8e-7, "-1.23457e-7"),
            (1.5e300, "1.5e300"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(Short(number).to_string(), shown);
        }
        assert_eq!(Short(DVec2::new(1e60, 0.5)).to_string(), "(1e60, 0.5)");
        let place = DVec2::new(392_034.261_29, 1.0 / 3.0);
        assert_eq!(Short(place).to_string(), "(392034.261, 0.333333)");
    }
}
