//! The intersection of two lines from exact sums.
//!
//! In homogeneous coordinates, a line is the cross product of two of its points, and an intersection
//! that of two lines. Their coordinates are sums of products, added without rounding. Only the two
//! quotients are rounded.

use glam::DVec2;

use super::Double;
use super::expansion::Expansion;

/// Returns the intersection of two lines, rounded once.
///
/// Each line is given by two different points. The lines are not parallel.
pub(super) fn crossing_of_lines(first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let [first, second] = [first, second].map(Line::through);
    let across = |[a, b]: [f64; 2]| [[a, 1.0], [b, 1.0]];
    let weight = difference((first.x, across(second.y)), (first.y, across(second.x)));
    let x = difference((first.y, second.z), (second.y, first.z));
    let y = difference((second.x, first.z), (first.x, second.z));
    DVec2::new((x / weight).rounded(), (y / weight).rounded())
}

/// A line in homogeneous coordinates, each a sum of numbers or of products.
struct Line {
    x: [f64; 2],
    y: [f64; 2],
    z: [[f64; 2]; 2],
}

impl Line {
    fn through([a, b]: [DVec2; 2]) -> Self {
        Self { x: [a.y, -b.y], y: [b.x, -a.x], z: [[a.x, b.y], [-a.y, b.x]] }
    }
}

/// The product of a sum of two numbers and a sum of two products.
type Product = ([f64; 2], [[f64; 2]; 2]);

/// Returns the difference of two products, rounded once.
fn difference(first: Product, second: Product) -> Double {
    // Eight products of three floats have four parts each.
    let mut sum = Expansion::default();
    for ((factors, products), sign) in [(first, 1.0), (second, -1.0)] {
        for factor in factors {
            for &[a, b] in &products {
                for part in Double::product(a, b).parts() {
                    sum.add(Double::product(sign * factor, part));
                }
            }
        }
    }
    sum.rounded()
}

#[cfg(test)]
mod tests;
