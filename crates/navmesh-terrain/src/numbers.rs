//! Ranges of options, and the cosine of a slope.

use crate::error::BakeError;

/// Returns an option, or the error if it is out of its range.
pub(crate) fn checked(
    name: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<f64, BakeError> {
    let is_valid = (least..=most).contains(&value);
    is_valid.then_some(value).ok_or(BakeError::Option { name, value, least, most })
}

/// Returns the cosine of an angle from 0 to 90 degrees, by its series: that of the platform may differ in its last bits.
pub(crate) fn cosine(degrees: f64) -> f64 {
    let square = degrees.to_radians() * degrees.to_radians();
    let terms = (1..=12).scan(1.0, |term, k| {
        *term *= -square / f64::from((2 * k - 1) * (2 * k));
        Some(*term)
    });
    1.0 + terms.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_is_that_of_the_platform_up_to_rounding() {
        for tenth in 0..=900 {
            let degrees = f64::from(tenth) / 10.0;
            assert!((cosine(degrees) - degrees.to_radians().cos()).abs() < 1e-15, "{degrees}");
        }
        assert_eq!((cosine(0.0), cosine(45.0) as f32), (1.0, std::f32::consts::FRAC_1_SQRT_2));
    }
}
