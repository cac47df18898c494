//! How much may be spent on a search, and what became of one that spent it.

use navmesh_core::{Path, PathError, PathQuery};

/// How much may be spent on a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// How many nodes may be expanded.
    pub(crate) max_expanded: u64,
    /// What a path may cost.
    pub(crate) max_cost: f64,
}

impl Budget {
    /// The budget of a query.
    pub(crate) fn of(query: &PathQuery) -> Self {
        Self {
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
        }
    }

    /// Refuses a whole path that costs more.
    pub(crate) fn check(&self, path: &Path) -> Result<(), PathError> {
        if path.cost() <= self.max_cost {
            return Ok(());
        }
        let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
        Err(PathError::BudgetExhausted { lower_bound, expanded })
    }
}
