//! Whole numbers of any length.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use super::Number;

/// A whole number: a sign and digits of 32 bits, the lowest first, without leading zeros.
#[derive(Debug, Clone, Default)]
pub(super) struct Integer {
    is_negative: bool,
    digits: Vec<u32>,
}

/// The bits of a digit.
const DIGIT: u32 = 32;

/// Returns the signed odd mantissa of a float and its exponent, so that the float is their
/// `mantissa · 2^exponent`; zeros for zero.
pub(super) fn parts(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let (field, fraction) = (((bits >> 52) & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let odd = mantissa >> zeros;
    (if value < 0.0 { -odd } else { odd }, exponent + zeros as i32)
}

/// Returns the exponent of the lowest bit of a float that is not zero.
pub(super) fn lowest_exponent(value: f64) -> i32 {
    parts(value).1
}

impl Integer {
    /// Returns a float in units of `2^exponent`, which must divide it.
    pub(super) fn of(value: f64, exponent: i32) -> Self {
        let (mantissa, own) = parts(value);
        let shift = if mantissa == 0 { 0 } else { (own - exponent).unsigned_abs() };
        let mut digits = vec![0; (shift / DIGIT) as usize];
        let mut rest = u128::from(mantissa.unsigned_abs()) << (shift % DIGIT);
        while rest > 0 {
            digits.push(rest as u32);
            rest >>= DIGIT;
        }
        Self { is_negative: mantissa < 0, digits }.trimmed()
    }

    pub(super) fn sign(&self) -> Ordering {
        match (self.digits.is_empty(), self.is_negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    fn trimmed(mut self) -> Self {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    fn negated(mut self) -> Self {
        self.is_negative = !self.is_negative;
        self
    }
}

impl Number for Integer {
    fn whole(value: i8) -> Self {
        Self::of(f64::from(value), 0)
    }
}

/// Compares numbers without leading zeros.
fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut carry = 0;
    let digit = |digits: &[u32], i: usize| u64::from(digits.get(i).copied().unwrap_or(0));
    let mut digits = Vec::with_capacity(a.len().max(b.len()) + 1);
    for i in 0..=a.len().max(b.len()) {
        carry += digit(a, i) + digit(b, i);
        digits.push(carry as u32);
        carry >>= DIGIT;
    }
    digits
}

/// Returns the difference of two numbers, the larger one first.
fn difference(large: &[u32], small: &[u32]) -> Vec<u32> {
    let mut borrow = 0;
    let digit = |(i, &a): (usize, &u32)| {
        let rest = i64::from(a) - i64::from(small.get(i).copied().unwrap_or(0)) - borrow;
        borrow = i64::from(rest < 0);
        rest as u32
    };
    large.iter().enumerate().map(digit).collect()
}

impl Add for Integer {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (a, b) = (&self.digits, &other.digits);
        let is_less = compare(a, b).is_lt();
        let is_negative = if is_less { other.is_negative } else { self.is_negative };
        let digits = if self.is_negative == other.is_negative {
            sum(a, b)
        } else if is_less {
            difference(b, a)
        } else {
            difference(a, b)
        };
        Self { is_negative, digits }.trimmed()
    }
}

impl Sub for Integer {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.add(other.negated())
    }
}

impl Mul for Integer {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (a, b) = (&self.digits, &other.digits);
        let mut digits = vec![0; a.len() + b.len()];
        for (i, &x) in a.iter().enumerate() {
            let mut carry = 0;
            for (j, &y) in b.iter().enumerate() {
                carry += u64::from(x) * u64::from(y) + u64::from(digits[i + j]);
                digits[i + j] = carry as u32;
                carry >>= DIGIT;
            }
            digits[i + b.len()] = carry as u32;
        }
        Self { is_negative: self.is_negative != other.is_negative, digits }.trimmed()
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;

    fn big(number: &Integer) -> BigInt {
        let digits = number.digits.iter().rev();
        let size = digits.fold(BigInt::from(0), |sum, &digit| (sum << DIGIT) + digit);
        if number.is_negative { -size } else { size }
    }

    fn float() -> impl Strategy<Value = f64> {
        let mantissa =
            prop::sample::select(vec![0_u64, 1, 3, 1 << 32, (1 << 52) + 1, (1 << 53) - 1]);
        (mantissa, 0..150i32, any::<bool>()).prop_map(|(mantissa, exponent, is_negative)| {
            let size = mantissa as f64 * 2f64.powi(exponent);
            if is_negative { -size } else { size }
        })
    }

    proptest! {
        #[test]
        fn sums_and_products_agree_with_big_integers(a in float(), b in float(), c in float()) {
            let [a, b, c] = [a, b, c].map(|value| Integer::of(value, -3));
            let whole = [&a, &b, &c].map(big);
            let value = a.clone() * b.clone() - c.clone() * a.clone() + b.clone();
            let expected = &whole[0] * &whole[1] - &whole[2] * &whole[0] + &whole[1];
            prop_assert_eq!(value.sign(), expected.cmp(&BigInt::from(0)));
            prop_assert_eq!(big(&value), expected);
            prop_assert_eq!((a.clone() - a).sign(), Ordering::Equal);
        }
    }
}
