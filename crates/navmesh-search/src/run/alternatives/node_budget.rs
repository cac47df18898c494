//! One budget of nodes for all searches that share in an answer.

use navmesh_core::backend::WritePath;
use navmesh_core::{Path, PathError, PathQuery};

/// The nodes that the searches of one query expand together.
#[derive(Debug)]
pub struct NodeBudget {
    most: u64,
    spent: u64,
}

impl NodeBudget {
    /// Creates the budget of a query, of which nothing is spent.
    #[must_use]
    pub fn of(query: &PathQuery) -> Self {
        Self { most: query.max_expanded.unwrap_or(u64::MAX), spent: 0 }
    }

    /// True if no node is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent >= self.most
    }

    /// Returns a query with the nodes that are left.
    #[must_use]
    pub fn limit(&self, query: &PathQuery) -> PathQuery {
        query.max_expanded(self.most.saturating_sub(self.spent))
    }

    /// Counts the nodes of a search that is over.
    pub fn count(&mut self, found: &Result<(), PathError>, path: &Path) {
        self.spent = self.spent.saturating_add(match found {
            Err(PathError::BudgetExhausted { expanded, .. }) => *expanded,
            _ => path.stats().expanded,
        });
    }

    /// Counts a search as [`NodeBudget::count`] does, and as one node at least: a query that did not begin the search
    /// has then expanded fewer nodes.
    pub fn count_further(&mut self, found: &Result<(), PathError>, path: &Path) {
        let before = self.spent;
        self.count(found, path);
        self.spent = self.spent.max(before.saturating_add(1));
    }

    /// Writes the sum into an answer.
    ///
    /// # Errors
    ///
    /// That of the answer, with the sum in it.
    pub fn total(&self, found: Result<(), PathError>, path: &mut Path) -> Result<(), PathError> {
        if !path.waypoints().is_empty() {
            path.set_expanded(self.spent);
        }
        found.map_err(|error| match error {
            PathError::BudgetExhausted { lower_bound, .. } => self.stopped(lower_bound),
            error => error,
        })
    }

    /// Returns the error of a search that was stopped.
    #[must_use]
    pub fn stopped(&self, lower_bound: f64) -> PathError {
        PathError::BudgetExhausted { lower_bound, expanded: self.spent }
    }
}
