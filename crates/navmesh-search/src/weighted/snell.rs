//! The least cost of a chain of legs whose points move along segments.

use navmesh_core::DVec2;

/// A step of Newton's method for all points of a chain at once.
///
/// The cost is a sum of convex functions of two neighbours each, so the Hessian is tridiagonal.
#[derive(Debug, Default)]
pub(super) struct Newton {
    points: Vec<DVec2>,
    /// The segment of each point; zero for a point that stays.
    segments: Vec<DVec2>,
    slopes: Vec<f64>,
    diagonal: Vec<f64>,
    /// The second derivative by a point and the next one.
    beside: Vec<f64>,
}

impl Newton {
    pub(super) fn begin(&mut self) {
        self.points.clear();
        self.segments.clear();
    }

    /// Adds a point, and the vector by which it moves along the whole of its segment.
    pub(super) fn add_point(&mut self, at: DVec2, segment: DVec2) {
        self.points.push(at);
        self.segments.push(segment);
    }

    /// Computes the steps for legs with these costs per unit of length. False if there is no certain step.
    pub(super) fn solve(&mut self, rates: impl Iterator<Item = f64>) -> bool {
        let count = self.points.len();
        for all in [&mut self.slopes, &mut self.diagonal, &mut self.beside] {
            all.clear();
            all.resize(count, 0.0);
        }
        for (index, rate) in rates.enumerate() {
            self.add_leg(index, rate);
        }
        self.eliminate()
    }

    /// Adds the derivatives of the cost of a leg.
    fn add_leg(&mut self, index: usize, rate: f64) {
        let way = self.points[index + 1] - self.points[index];
        let length = way.length();
        if length == 0.0 || rate == 0.0 {
            return;
        }
        let (ahead, bend) = (way / length, rate / length);
        let [a, b] = [self.segments[index], self.segments[index + 1]];
        let [along_a, along_b] = [ahead.dot(a), ahead.dot(b)];
        self.slopes[index] -= rate * along_a;
        self.slopes[index + 1] += rate * along_b;
        self.diagonal[index] += bend * (a.length_squared() - along_a * along_a).max(0.0);
        self.diagonal[index + 1] += bend * (b.length_squared() - along_b * along_b).max(0.0);
        self.beside[index] -= bend * (a.dot(b) - along_a * along_b);
    }

    /// Solves the tridiagonal system by elimination; the steps replace the slopes.
    fn eliminate(&mut self) -> bool {
        let Self { segments, slopes, diagonal, beside, .. } = self;
        let mut moves = false;
        for index in 0..slopes.len() {
            if segments[index] == DVec2::ZERO {
                (slopes[index], diagonal[index], beside[index]) = (0.0, 1.0, 0.0);
                continue;
            }
            moves = true;
            let whole = diagonal[index];
            if index > 0 {
                let factor = beside[index - 1] / diagonal[index - 1];
                diagonal[index] -= factor * beside[index - 1];
                slopes[index] -= factor * slopes[index - 1];
            }
            if diagonal[index] <= 1e-12 * whole || whole == 0.0 {
                return false;
            }
        }
        for index in (0..slopes.len()).rev() {
            let next = slopes.get(index + 1).copied().unwrap_or_default();
            slopes[index] = (slopes[index] - beside[index] * next) / diagonal[index];
        }
        moves
    }

    /// Returns the change of each point's share.
    pub(super) fn steps(&self) -> impl Iterator<Item = f64> + '_ {
        self.slopes.iter().map(|step| -step)
    }
}

/// Returns the share of a segment with the least weighted sum of distances from two points.
///
/// The sum is convex. Newton's method looks for a zero of its derivative, and bisection holds it in bounds.
pub(super) fn least_share(ends: [DVec2; 2], points: [DVec2; 2], rates: [f64; 2]) -> f64 {
    let along = ends[1] - ends[0];
    let slopes = |share: f64| {
        let at = ends[0] + along * share;
        let (mut first, mut second) = (0.0, 0.0);
        for (point, rate) in points.into_iter().zip(rates) {
            let way = at - point;
            let length = way.length();
            if length > 0.0 {
                let cosine = way.dot(along) / length;
                first += rate * cosine;
                second += rate * (along.length_squared() - cosine * cosine) / length;
            }
        }
        (first, second)
    };
    let (mut low, mut high) = (0.0, 1.0);
    if slopes(low).0 >= 0.0 {
        return low;
    }
    if slopes(high).0 <= 0.0 {
        return high;
    }
    let mut share = 0.5;
    for _ in 0..24 {
        let (first, second) = slopes(share);
        if first > 0.0 {
            high = share
        } else {
            low = share
        }
        let newton = share - first / second;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - share).abs() <= 1e-10 {
            return next;
        }
        share = next;
    }
    share
}
