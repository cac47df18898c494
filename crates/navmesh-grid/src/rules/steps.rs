//! The formulas of the heuristics: the cost of a path without obstacles.
//!
//! Source: the A* article series that this backend started from (Manhattan, Euclidean and
//! "diagonal", today called octile). Its Manhattan formula adds the rows instead of subtracting
//! them; here they are subtracted.

/// The distance between two tiles in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps {
    /// The number of columns.
    pub dx: u32,
    /// The number of rows.
    pub dy: u32,
}

impl Steps {
    /// Returns the distance between two tiles, given as (column, row).
    #[inline]
    #[must_use]
    pub fn between(from: (u32, u32), to: (u32, u32)) -> Self {
        Self { dx: from.0.abs_diff(to.0), dy: from.1.abs_diff(to.1) }
    }

    /// Returns the cost of straight steps only.
    #[inline]
    #[must_use]
    pub fn manhattan(self, straight: f64) -> f64 {
        (f64::from(self.dx) + f64::from(self.dy)) * straight
    }

    /// Returns the cost of the straight line between the centres.
    #[inline]
    #[must_use]
    pub fn euclidean(self, straight: f64) -> f64 {
        let (dx, dy) = (f64::from(self.dx), f64::from(self.dy));
        (dx * dx + dy * dy).sqrt() * straight
    }

    /// Returns the cost of as many diagonal steps as possible, then straight ones.
    #[inline]
    #[must_use]
    pub fn octile(self, straight: f64, diagonal: f64) -> f64 {
        let diagonals = self.dx.min(self.dy);
        let straights = self.dx.max(self.dy) - diagonals;
        f64::from(diagonals) * diagonal + f64::from(straights) * straight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::SQRT_2;

    #[test]
    fn the_three_estimates_of_the_article_on_its_five_by_five_grid() {
        let steps = Steps::between((0, 3), (4, 1));
        // The article prints 8, since its formula adds the rows (3 + 1).
        assert_eq!(steps.manhattan(1.0), 6.0);
        assert_eq!(steps.euclidean(1.0), 20f64.sqrt());
        assert_eq!(steps.octile(1.0, 1.4), 4.8);
    }

    /// The article's table for the 8×5 grid from (1, 1) to (6, 3): the eight tiles around (2, 1)
    /// and that tile itself, each with f, g and h to one decimal, all costs by the octile formula.
    #[test]
    fn the_costs_around_the_second_tile_are_those_of_the_article() {
        let table = [
            ((1, 0), 8.7, 2.4, 6.2),
            ((1, 1), 7.8, 2.0, 5.8),
            ((1, 2), 7.8, 2.4, 5.4),
            ((2, 0), 7.2, 2.0, 5.2),
            ((2, 1), 5.8, 1.0, 4.8),
            ((2, 2), 6.4, 2.0, 4.4),
            ((3, 0), 6.7, 2.4, 4.2),
            ((3, 1), 5.8, 2.0, 3.8),
            ((3, 2), 5.8, 2.4, 3.4),
        ];
        let octile = |from, to| Steps::between(from, to).octile(1.0, SQRT_2);
        for (tile, f, g, h) in table {
            let tentative_g = octile((1, 1), (2, 1)) + octile((2, 1), tile);
            let left = octile(tile, (6, 3));
            for (computed, printed) in [(tentative_g + left, f), (tentative_g, g), (left, h)] {
                assert_eq!((computed * 10.0).round() / 10.0, printed, "{tile:?}");
            }
        }
    }
}
