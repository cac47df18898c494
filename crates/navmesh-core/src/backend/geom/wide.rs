//! Integers of 256 bits.

/// `high · 2¹²⁸ + low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide {
    high: i128,
    low: u128,
}

/// The lower half of 128 bits.
const LOW_HALF: u128 = (1 << 64) - 1;

impl Wide {
    /// Returns `a · b`; neither may exceed 2¹²⁵ in magnitude.
    pub(super) fn product(a: i128, b: i128) -> Self {
        let halves = |number: i128| (number >> 64, number as u128 & LOW_HALF);
        let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
        let low = a_low * b_low;
        let middle = a_high * b_low as i128 + b_high * a_low as i128 + (low >> 64) as i128;
        Self {
            high: a_high * b_high + (middle >> 64),
            low: (middle as u128) << 64 | low & LOW_HALF,
        }
    }

    pub(super) fn is_positive(self) -> bool {
        self.high > 0 || self.high == 0 && self.low > 0
    }
}

impl std::ops::Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (low, carries) = self.low.overflowing_add(other.low);
        Self { high: self.high + other.high + i128::from(carries), low }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;

    fn whole(Wide { high, low }: Wide) -> BigInt {
        (BigInt::from(high) << 128) + BigInt::from(low)
    }

    /// Integers of all lengths and both signs, and the extremes of both halves.
    fn factor() -> impl Strategy<Value = i128> {
        let ends = prop::sample::select(vec![
            0,
            1,
            -1,
            1 << 64,
            -(1 << 64),
            (1 << 64) - 1,
            1 << 125,
            -(1 << 125),
        ]);
        let any = (any::<i128>(), 3u32..127).prop_map(|(number, shift)| number >> shift);
        prop_oneof![ends, any]
    }

    #[test]
    fn one_is_positive_and_zero_is_not() {
        let wide = |number: i128| Wide::product(number, 1);
        assert_eq!([-1, 0, 1].map(|number| wide(number).is_positive()), [false, false, true]);
        assert!((wide(-1) + wide(2)).is_positive() && !(wide(-1) + wide(1)).is_positive());
    }

    proptest! {
        #[test]
        fn products_and_sums_agree_with_big_integers(a in factor(), b in factor(), c in factor(), d in factor()) {
            let (left, right) = (Wide::product(a, b), Wide::product(c, d));
            let expected = [BigInt::from(a) * b, BigInt::from(c) * d];
            prop_assert_eq!([left, right].map(whole), expected.clone());
            let sum = &expected[0] + &expected[1];
            prop_assert_eq!(whole(left + right), sum.clone());
            prop_assert_eq!((left + right).is_positive(), sum > BigInt::from(0));
        }
    }
}
