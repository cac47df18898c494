//! The least cost of a chain of legs whose points move along segments.

use navmesh_core::DVec2;

/// The most steps of the search for the least share. Bisection alone ends after about 53.
const MAX_BISECTIONS: usize = 64;

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
/// The sum is convex, and its least value lies between the points' feet on the segment. Newton's method looks for a zero
/// of its derivative, and bisection holds it in bounds. It begins at the foot where the sum bends more: a costly point
/// close to the segment bends it within a tiny share, which no step from elsewhere would find.
pub(super) fn least_share(ends: [DVec2; 2], points: [DVec2; 2], rates: [f64; 2]) -> f64 {
    let along = ends[1] - ends[0];
    let square = along.length_squared();
    let at = |share: f64| ends[0] + along * share;
    // A point nearer than this counts as on the segment. The sum has a kink there.
    let rounding = 4.0 * f64::EPSILON * ends[0].abs().max(ends[1].abs()).max_element();
    let slopes = |share: f64| {
        let (mut first, mut second) = (0.0, 0.0);
        for (point, rate) in points.into_iter().zip(rates) {
            let way = at(share) - point;
            let length = way.length();
            if length > rounding {
                let cosine = way.dot(along) / length;
                first += rate * cosine;
                second += rate * (square - cosine * cosine) / length;
            }
        }
        (first, second)
    };
    let feet = points.map(|point| ((point - ends[0]).dot(along) / square).clamp(0.0, 1.0));
    let heights = [0, 1].map(|side: usize| points[side].distance(at(feet[side])));
    for side in 0..2 {
        let is_kink = heights[side] <= rounding;
        if is_kink && slopes(feet[side]).0.abs() <= rates[side] * square.sqrt() {
            return feet[side];
        }
    }
    let bends =
        [0, 1].map(
            |side: usize| {
                if heights[side] <= rounding { 0.0 } else { rates[side] / heights[side] }
            },
        );
    let [mut low, mut high] = [feet[0].min(feet[1]), feet[0].max(feet[1])];
    let mut share = if bends[0] >= bends[1] { feet[0] } else { feet[1] };
    for _ in 0..MAX_BISECTIONS {
        let (first, second) = slopes(share);
        if first > 0.0 {
            high = share
        } else {
            low = share
        }
        let newton = share - first / second;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - share).abs() <= f64::EPSILON {
            return next;
        }
        share = next;
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_testkit::SplitMix64;

    const ENDS: [DVec2; 2] = [DVec2::new(-3.0, 1.0), DVec2::new(5.0, 7.0)];

    /// The least cost over many shares, ever closer to the best one.
    fn naive(points: [DVec2; 2], rates: [f64; 2]) -> f64 {
        let cost = |share: f64| cost_at(share, points, rates);
        let (mut best, mut step) = (0.5, 0.5);
        while step > 1e-18 {
            for number in -8..=8 {
                let share = f64::clamp(best + step * f64::from(number) / 8.0, 0.0, 1.0);
                if cost(share) < cost(best) {
                    best = share;
                }
            }
            step *= 0.5;
        }
        cost(best)
    }

    fn cost_at(share: f64, points: [DVec2; 2], rates: [f64; 2]) -> f64 {
        let at = ENDS[0] + (ENDS[1] - ENDS[0]) * share;
        rates[0] * points[0].distance(at) + rates[1] * at.distance(points[1])
    }

    /// A point anywhere beside the segment, often as close as rounding allows, or on it.
    fn point(rng: &mut SplitMix64) -> DVec2 {
        let along = ENDS[1] - ENDS[0];
        let height = *rng.pick(&[1.0, 0.1, 1e-6, 1e-12, 1e-15, 0.0]);
        ENDS[0] + along * (1.2 * rng.unit() - 0.1) + along.perp() * (height * (rng.unit() - 0.5))
    }

    #[test]
    fn the_least_share_is_as_cheap_as_the_best_of_many() {
        let mut rng = SplitMix64::new(24);
        for _ in 0..20_000 {
            let points = [(); 2].map(|()| point(&mut rng));
            let rates =
                [(); 2].map(|()| *rng.pick(&[2f64.powi(-64), 0.5, 1.0, 3.0, 2f64.powi(40)]));
            let found = cost_at(least_share(ENDS, points, rates), points, rates);
            let best = naive(points, rates);
            // A rounding of the point costs this much on the costlier side.
            let slack = 32.0 * f64::EPSILON * rates[0].max(rates[1]);
            assert!(found <= best * (1.0 + 1e-9) + slack, "{points:?} {rates:?}: {found} {best}");
        }
    }
}
