//! Two exact side predicates: one for any coordinates, one for small lattices.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{MAX_COORDINATE, MIN_COORDINATE, orientation};

/// A side predicate. The sign is exact: positive left, negative right, zero on the line.
pub(crate) trait SidePredicate {
    /// Returns the side of the line from `a` to `b` on which `c` lies.
    fn orient(a: DVec2, b: DVec2, c: DVec2) -> f64;
}

/// Exact for every coordinate of the domain.
#[derive(Debug)]
pub(crate) struct RobustPredicate;

impl SidePredicate for RobustPredicate {
    #[inline(always)]
    fn orient(a: DVec2, b: DVec2, c: DVec2) -> f64 {
        orientation(a, b, c)
    }
}

/// In a browser the size of the download counts: one compiled search serves all coordinates, with the same results.
#[cfg(target_family = "wasm")]
pub(crate) type LatticePredicate = RobustPredicate;

/// Exact if all coordinates are multiples of one power of two and at most 2²⁵ times it. Their
/// differences then have 26 bits, the products of these 52, and no result is rounded.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub(crate) struct LatticePredicate;

#[cfg(not(target_family = "wasm"))]
impl SidePredicate for LatticePredicate {
    #[inline(always)]
    fn orient(a: DVec2, b: DVec2, c: DVec2) -> f64 {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}

/// The lattice of a mesh's coordinates, if plain arithmetic is exact on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lattice {
    /// The number of lattice steps in a map unit, a power of two.
    scale: f64,
}

/// The largest coordinate, in lattice steps.
const LIMIT: f64 = (1 << 25) as f64;

impl Lattice {
    /// Returns the finest lattice on which plain arithmetic is exact for coordinates up to `largest`.
    pub(crate) fn finest(largest: f64) -> Self {
        let mut scale = MIN_COORDINATE;
        while largest * (2.0 * scale) <= LIMIT && scale < MAX_COORDINATE {
            scale *= 2.0;
        }
        Self { scale }
    }

    /// True if `point` lies on the lattice.
    pub(crate) fn holds(self, point: DVec2) -> bool {
        let steps = point * self.scale;
        // A cast replaces a call to `round`: it changes every value that is not a whole number of
        // 32 bits.
        let is_whole = |steps: f64| f64::from(steps as i32) == steps;
        is_whole(steps.x) && is_whole(steps.y) && steps.abs().max_element() <= LIMIT
    }
}

/// A lattice, and the number of corners of cells that do not lie on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LatticeCount {
    lattice: Lattice,
    off: usize,
}

impl LatticeCount {
    /// Counts the points off the finest lattice. Their largest coordinate is `largest`.
    pub(crate) fn of(largest: f64, points: impl Iterator<Item = DVec2>) -> Self {
        let lattice = Lattice::finest(largest);
        Self { lattice, off: points.filter(|&point| !lattice.holds(point)).count() }
    }

    /// Returns the lattice if all points lie on it.
    pub(crate) fn lattice(&self) -> Option<Lattice> {
        (self.off == 0).then_some(self.lattice)
    }

    /// Counts points that come.
    pub(crate) fn add(&mut self, points: impl Iterator<Item = DVec2>) {
        self.off += points.filter(|&point| !self.lattice.holds(point)).count();
    }

    /// Counts points that go.
    pub(crate) fn remove(&mut self, points: impl Iterator<Item = DVec2>) {
        self.off -= points.filter(|&point| !self.lattice.holds(point)).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_integers_lie_on_a_lattice_and_tenths_do_not() {
        let of = |values: &[f64]| {
            let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            LatticeCount::of(largest, values.iter().map(|&v| DVec2::new(v, 0.0))).lattice()
        };
        let halves = of(&[0.5, 700.0, -3.5]).unwrap();
        assert!(halves.holds(DVec2::new(-0.5, 4.0)));
        assert!(halves.holds(DVec2::new(0.25, 4.0)));
        assert!(!halves.holds(DVec2::new(0.1, 4.0)));
        assert!(!halves.holds(DVec2::new(1e9, 0.0)));
        assert_eq!(of(&[0.1, 700.0]), None);
        assert_eq!(of(&[0.5, 4e7]), None);
        assert!(of(&[1e-30, 3e-30]).is_none());
        assert!(of(&[2f64.powi(-100), 2f64.powi(-90)]).is_some());
        assert!(of(&[2f64.powi(100), 2f64.powi(110)]).is_some());
    }
}
