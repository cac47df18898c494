//! The limit of intersections, which bounds the steps of a build.

use navmesh_core::DVec2;

use crate::error::BuildError;

/// The default limit of a drawing of few points.
const LIMIT_OF_FEW_POINTS: usize = 1 << 20;

/// The default limit of larger drawings, per point.
const LIMIT_PER_POINT: usize = 16;

/// The number of tests in one search, per intersection of the limit. Ordinary segments take fewer
/// than seven; segments within rounding of one another are tested again and again.
const TESTS_PER_INTERSECTION: usize = 16;

/// The largest limit. The mesh of as many intersections needs some 8 GB.
const LARGEST_LIMIT: usize = 1 << 25;

/// The number of intersections that a graph may still have, and its limit.
///
/// An intersection is a crossing of two segments, a point on a segment that crosses another, or a
/// hot pixel on a segment. Those of all rounds count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntersectionBudget {
    limit: usize,
    left: usize,
    most_tests: usize,
}

impl Default for IntersectionBudget {
    fn default() -> Self {
        Self::of(Some(LARGEST_LIMIT), 0)
    }
}

impl IntersectionBudget {
    /// Creates the budget of a drawing; `None` selects the default limit for its number of points.
    pub(crate) fn of(limit: Option<usize>, points: usize) -> Self {
        let default = LIMIT_OF_FEW_POINTS.max(points.saturating_mul(LIMIT_PER_POINT));
        let limit = limit.unwrap_or(default).min(LARGEST_LIMIT);
        let most_tests = limit.max(default).saturating_mul(TESTS_PER_INTERSECTION);
        Self { limit, left: limit, most_tests }
    }

    /// Returns the number of intersections that remain.
    pub(crate) fn left(self) -> usize {
        self.left
    }

    /// Returns the largest number of pairs that one search may test.
    pub(crate) fn most_tests(self) -> usize {
        self.most_tests
    }

    /// Takes intersections off the budget.
    ///
    /// # Errors
    ///
    /// `TooManyIntersections` if fewer remain.
    pub(crate) fn spend(&mut self, count: usize, near: DVec2) -> Result<(), BuildError> {
        self.left = self.left.checked_sub(count).ok_or(self.exceeded(near))?;
        Ok(())
    }

    /// Creates the error of a graph with more intersections than the limit.
    pub(crate) fn exceeded(self, DVec2 { x, y }: DVec2) -> BuildError {
        BuildError::TooManyIntersections { limit: self.limit, x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_limit_grows_with_the_points_up_to_the_largest() {
        let limit =
            |given: Option<usize>, points: usize| IntersectionBudget::of(given, points).left;
        assert_eq!(limit(None, 4), 1 << 20);
        assert_eq!(limit(None, 1 << 17), 1 << 21);
        assert_eq!(limit(None, 1 << 28), 1 << 25);
        assert_eq!(
            [7, 1 << 22, usize::MAX].map(|given| limit(Some(given), 9)),
            [7, 1 << 22, 1 << 25]
        );
    }

    #[test]
    fn all_that_is_spent_counts_and_the_error_names_the_whole_limit() {
        let mut budget = IntersectionBudget::of(Some(5), 0);
        let near = DVec2::new(1.0, 2.0);
        assert_eq!([3, 2].map(|count| budget.spend(count, near)), [Ok(()), Ok(())]);
        let error = BuildError::TooManyIntersections { limit: 5, x: 1.0, y: 2.0 };
        assert_eq!(budget.spend(1, near), Err(error));
    }
}
