//! The area of a mesh, exact to rounding.

use super::NavMesh;

/// An unevaluated sum of two floats, about 106 bits together.
///
/// Source: T. J. Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971.
#[derive(Clone, Copy, Default)]
struct Double {
    high: f64,
    low: f64,
}

/// `a + b` and its rounding error.
fn two_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let b_part = high - a;
    Double { high, low: (a - (high - b_part)) + (b - b_part) }
}

/// `a · b` and its rounding error.
fn two_product(a: f64, b: f64) -> Double {
    let split = |v: f64| {
        let scaled = v * 134_217_729.0; // 2²⁷ + 1 halves the 53 bits
        let high = scaled - (scaled - v);
        (high, v - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let high = a * b;
    let error = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
    Double { high, low: error }
}

impl Double {
    fn plus(self, term: Double) -> Self {
        let sum = two_sum(self.high, term.high);
        two_sum(sum.high, sum.low + self.low + term.low)
    }

    fn minus(self, term: Double) -> Self {
        self.plus(Double { high: -term.high, low: -term.low })
    }
}

impl NavMesh {
    /// The area of the mesh in square map units, with an error of about one rounding.
    ///
    /// Complexity: linear. Inner edges cancel, so only walls are summed.
    #[must_use]
    pub fn area(&self) -> f64 {
        let mut twice = Double::default();
        for slot in self.slots() {
            let range = self.edge_range(slot);
            for i in range.clone() {
                if !self.edges[i].is_wall() {
                    continue;
                }
                let next = if i + 1 == range.end { range.start } else { i + 1 };
                let (a, b) = (self.edges[i].origin, self.edges[next].origin);
                twice = twice.plus(two_product(a.x, b.y)).minus(two_product(b.x, a.y));
            }
        }
        (twice.high + twice.low) / 2.0
    }
}
