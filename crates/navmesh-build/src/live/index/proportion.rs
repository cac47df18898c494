//! Watches for coordinates out of proportion, which a whole build refuses.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

use crate::input::proportion::MAX_PROPORTION;

/// The number of segments by the binary exponent of their *reach*: the largest magnitude of a coordinate
/// of their ends.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Reaches(BTreeMap<i32, usize>);

impl Reaches {
    /// Adds a segment.
    pub(in super::super) fn add(&mut self, ends: [DVec2; 2]) {
        *self.0.entry(exponent(ends)).or_insert(0) += 1;
    }

    /// Removes a segment.
    pub(in super::super) fn remove(&mut self, ends: [DVec2; 2]) {
        if let Some(count) = self.0.get_mut(&exponent(ends)) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&exponent(ends));
            }
        }
    }

    /// Returns the power of two at or below the largest reach; `None` without segments.
    pub(in super::super) fn largest(&self) -> Option<f64> {
        let exponent = *self.0.keys().next_back()?;
        Some(f64::from_bits((exponent as u64) << 52))
    }

    /// Returns the numbers of segments of several floors together.
    pub(in super::super) fn united<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        let mut united = Self::default();
        for (&exponent, &count) in all.flat_map(|own| &own.0) {
            *united.0.entry(exponent).or_insert(0) += count;
        }
        united
    }

    /// False if no coordinate can be out of proportion; a whole build decides the rest.
    ///
    /// Complexity: linear in the number of different exponents.
    pub(in super::super) fn may_be_out_of_proportion(&self) -> bool {
        let Some(&largest) = self.0.keys().next_back() else { return false };
        let quarter = self.0.values().sum::<usize>() / 4;
        let mut below = 0;
        let mut exponents = self.0.iter();
        let quartile = exponents.find(|(_, count)| {
            below += **count;
            below > quarter
        });
        let limit = exponent([DVec2::splat(MAX_PROPORTION); 2]) - exponent([DVec2::ONE; 2]);
        quartile.is_some_and(|(&quartile, _)| largest - quartile >= limit)
    }
}

/// Returns the binary exponent of a segment's reach.
fn exponent(ends: [DVec2; 2]) -> i32 {
    let reach = ends.map(|end| end.abs().max_element()).into_iter().fold(0.0, f64::max);
    (reach.to_bits() >> 52) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_segments_are_noticed_and_forgotten() {
        let at = |x: f64| [DVec2::ZERO, DVec2::new(x, -1.0)];
        let mut reaches = Reaches::default();
        assert!(!reaches.may_be_out_of_proportion());
        (0..8).for_each(|_| reaches.add(at(4.0)));
        reaches.add(at(2e12));
        assert!(!reaches.may_be_out_of_proportion());
        reaches.add(at(-1e13));
        assert!(reaches.may_be_out_of_proportion());
        reaches.remove(at(-1e13));
        assert!(!reaches.may_be_out_of_proportion());
    }
}
