//! Random numbers that are the same everywhere, from a seed.
//!
//! Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
//! OOPSLA 2014: a counter with an odd step, its bits mixed by two multiplications.
//! We differ from it in: 1) the step is fixed, so a generator is one word.

/// SplitMix64: one word of state, and good enough to draw worlds with.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator of a seed; any seed is as good as another.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..limit`; the bias is below `limit` / 2⁶⁴.
    ///
    /// # Panics
    ///
    /// If `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        ((u128::from(self.next_u64()) * limit as u128) >> 64) as usize
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// A number in `[0, 1)`, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as the reference implementation in Java and in C
    /// (S. Vigna, `splitmix64.c`) prints them.
    #[test]
    fn it_is_the_published_generator() {
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(rng.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn numbers_stay_within_their_limits_and_reach_them() {
        let mut rng = SplitMix64::new(7);
        let drawn: Vec<i64> = (0..1000).map(|_| rng.between(-2, 2)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-2), Some(&2)));
        assert!((0..1000).map(|_| rng.unit()).all(|u| (0.0..1.0).contains(&u)));
        assert!(!rng.chance(0) && rng.chance(100));
    }
}
