//! The reaches of segments or chains, for coordinates out of proportion and the default weld distance.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::geom::Bounds;

use super::proportion::MAX_PROPORTION;
use crate::options::BuildOptions;

/// A map has no default weld distance if the binary exponent of its largest reach exceeds that of the lower quartile by this or
/// more. The distance follows the largest coordinate, and could exceed what is drawn elsewhere.
const MOST_SPREAD: i32 = 16;

/// The number of segments by the binary exponent of their *reach*: the largest magnitude of a coordinate
/// of their ends. For chains, the corners of a box around them stand for the ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reaches(BTreeMap<i32, usize>);

impl Reaches {
    /// Adds a segment.
    pub(crate) fn add(&mut self, ends: [DVec2; 2]) {
        *self.0.entry(exponent(ends)).or_insert(0) += 1;
    }

    /// Adds a chain, unless it has no points.
    pub(crate) fn add_chain(&mut self, points: &[DVec2]) {
        if !points.is_empty() {
            self.add(box_around(points));
        }
    }

    /// Removes a chain that was added.
    pub(crate) fn remove_chain(&mut self, points: &[DVec2]) {
        if !points.is_empty() {
            self.remove(box_around(points));
        }
    }

    /// Removes a segment.
    pub(crate) fn remove(&mut self, ends: [DVec2; 2]) {
        if let Some(count) = self.0.get_mut(&exponent(ends)) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&exponent(ends));
            }
        }
    }

    /// Returns the weld distance of a map of these chains that states none.
    pub(crate) fn default_weld(&self) -> f64 {
        let Some((largest, quartile)) = self.largest_and_quartile() else { return 0.0 };
        let at_most = f64::from_bits((largest as u64) << (f64::MANTISSA_DIGITS - 1));
        if largest - quartile < MOST_SPREAD { BuildOptions::default_weld(at_most) } else { 0.0 }
    }

    /// Returns the numbers of segments of several floors together.
    pub(crate) fn united<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        let mut united = Self::default();
        for (&exponent, &count) in all.flat_map(|own| &own.0) {
            *united.0.entry(exponent).or_insert(0) += count;
        }
        united
    }

    /// False if no coordinate can be out of proportion; a whole build decides the rest.
    ///
    /// Complexity: linear in the number of different exponents.
    pub(crate) fn may_be_out_of_proportion(&self) -> bool {
        let limit = exponent([DVec2::splat(MAX_PROPORTION); 2]) - exponent([DVec2::ONE; 2]);
        self.largest_and_quartile().is_some_and(|(largest, quartile)| largest - quartile >= limit)
    }

    /// Returns the largest exponent and the lower quartile of all.
    fn largest_and_quartile(&self) -> Option<(i32, i32)> {
        let quarter = self.0.values().sum::<usize>() / 4;
        let mut below = 0;
        let quartile = self.0.iter().find(|(_, count)| {
            below += **count;
            below > quarter
        });
        Some((*self.0.keys().next_back()?, *quartile?.0))
    }
}

fn box_around(points: &[DVec2]) -> [DVec2; 2] {
    let Bounds { min, max } = Bounds::of(points.iter().copied());
    [min, max]
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
