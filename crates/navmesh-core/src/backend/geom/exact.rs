//! Signs of polynomials in coordinates, exact at any degree and any scale.
//!
//! Source: S. Fortune, C. J. Van Wyk, "Efficient Exact Arithmetic for Computational Geometry", 1993: a
//! polynomial is first evaluated in floats with a bound on its error, then with whole numbers. We differ
//! from it in: 1) one generic function is the polynomial, and a [`Number`] is the arithmetic; 2) coordinates
//! on a coarse lattice, such as those of tile maps, take machine integers.

mod estimate;
mod integer;

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use glam::DVec2;

use estimate::Estimate;
use integer::Integer;

/// A number of some arithmetic.
pub(super) trait Number:
    Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Returns a small whole number. Sums of coordinates have no other constants.
    fn whole(value: i8) -> Self;
}

impl Number for i128 {
    fn whole(value: i8) -> Self {
        value.into()
    }
}

/// A polynomial in the coordinates of `N` points. All its terms have the same degree, at most
/// [`MAX_DEGREE`] in differences of coordinates.
pub(super) trait Polynomial<const N: usize> {
    /// Returns its value.
    fn value<T: Number>(points: &[Point<T>; N]) -> T;
}

/// A point, or a vector, in some arithmetic.
#[derive(Debug, Clone)]
pub(super) struct Point<T>(pub(super) T, pub(super) T);

impl<T: Number> Point<T> {
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(self.0.clone() - other.0.clone(), self.1.clone() - other.1.clone())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(self.0.clone() + other.0.clone(), self.1.clone() + other.1.clone())
    }

    pub(super) fn times(&self, factor: &T) -> Self {
        Self(self.0.clone() * factor.clone(), self.1.clone() * factor.clone())
    }

    pub(super) fn dot(&self, other: &Self) -> T {
        self.0.clone() * other.0.clone() + self.1.clone() * other.1.clone()
    }
}

/// The bits of the longest coordinate relative to the first point for which `i128` cannot overflow: a term of
/// eight factors, with all its sums, takes eight times as many and nine more.
const LATTICE_BITS: u32 = 14;

/// The highest degree of a polynomial.
pub(super) const MAX_DEGREE: u32 = 8;

const _: () = assert!(MAX_DEGREE * LATTICE_BITS + 9 < i128::BITS);

/// Returns the exact sign of a polynomial.
pub(super) fn sign<P: Polynomial<N>, const N: usize>(points: [DVec2; N]) -> Ordering {
    let estimated = points.map(|p| Point(Estimate::from(p.x), Estimate::from(p.y)));
    P::value(&estimated).sign().unwrap_or_else(|| exact_sign::<P, N>(points))
}

#[cold]
#[inline(never)]
fn exact_sign<P: Polynomial<N>, const N: usize>(points: [DVec2; N]) -> Ordering {
    let steps = LatticeSteps::of(&points);
    if let Some(points) = steps.near(points) {
        return P::value(&points).cmp(&0);
    }
    let whole = |value: f64| Integer::of(value, steps.exponent);
    P::value(&points.map(|p| Point(whole(p.x), whole(p.y)))).sign()
}

/// The coarsest power-of-two lattice that holds all coordinates.
struct LatticeSteps {
    /// The exponent of a step.
    exponent: i32,
}

impl LatticeSteps {
    fn of(points: &[DVec2]) -> Self {
        let coordinates = points.iter().flat_map(|p| p.to_array()).filter(|&value| value != 0.0);
        Self { exponent: coordinates.map(integer::lowest_exponent).min().unwrap_or(0) }
    }

    /// Returns the points in steps from the first one; `None` if one is too far away.
    fn near<const N: usize>(&self, points: [DVec2; N]) -> Option<[Point<i128>; N]> {
        let origin = points.first().map_or([None; 2], |p| [p.x, p.y].map(|v| self.steps(v)));
        let mut all = points.map(|_| Point(0, 0));
        for (to, from) in all.iter_mut().zip(points) {
            let [x, y] = [from.x, from.y].map(|value| self.steps(value));
            let apart = |value: Option<i128>, origin: Option<i128>| {
                let apart = value? - origin?;
                (apart.unsigned_abs() < 1 << LATTICE_BITS).then_some(apart)
            };
            *to = Point(apart(x, origin[0])?, apart(y, origin[1])?);
        }
        Some(all)
    }

    /// Returns a coordinate in steps, if it has few.
    fn steps(&self, value: f64) -> Option<i128> {
        let (mantissa, exponent) = integer::parts(value);
        let shift = exponent - self.exponent;
        (value == 0.0 || (0..=40).contains(&shift))
            .then(|| i128::from(mantissa) << shift.clamp(0, 40))
    }
}

#[cfg(test)]
mod tests;
