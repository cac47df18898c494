//! Three guesses at the cost of a way with nothing in it.
//!
//! The formulas are those of the A* article series that this backend grew from (Manhattan,
//! Euclidean and "diagonal", which is called octile today), with the sign of its Manhattan formula
//! put right: there the rows were added, not subtracted.

/// How many columns and rows lie between two tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps {
    /// Columns apart.
    pub dx: u32,
    /// Rows apart.
    pub dy: u32,
}

impl Steps {
    /// From one tile (column, row) to another.
    #[inline]
    #[must_use]
    pub fn between(from: (u32, u32), to: (u32, u32)) -> Self {
        Self { dx: from.0.abs_diff(to.0), dy: from.1.abs_diff(to.1) }
    }

    /// The cost of straight steps alone.
    #[inline]
    #[must_use]
    pub fn manhattan(self, straight: f64) -> f64 {
        (f64::from(self.dx) + f64::from(self.dy)) * straight
    }

    /// The cost of the straight line between the centres.
    #[inline]
    #[must_use]
    pub fn euclidean(self, straight: f64) -> f64 {
        let (dx, dy) = (f64::from(self.dx), f64::from(self.dy));
        (dx * dx + dy * dy).sqrt() * straight
    }

    /// The cost of diagonal steps as far as they lead, then straight ones.
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
        // The article prints 8 here: its formula adds the rows (3 + 1) where it should subtract.
        assert_eq!(steps.manhattan(1.0), 6.0);
        assert_eq!(steps.euclidean(1.0), 20f64.sqrt());
        assert_eq!(steps.octile(1.0, 1.4), 4.8);
    }

    /// The article's table for the 8×5 grid from (1, 1) to (6, 3): the eight tiles around (2, 1)
    /// and that tile itself, each with f, g and h to one decimal, all costs by the octile formula.
    #[test]
    fn the_tentative_costs_around_the_second_tile_are_the_articles() {
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
