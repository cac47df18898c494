//! Paths from a start to many goals.

use navmesh_core::{InvalidQuery, Path, PathError};

use crate::any_angle::Tree;
use crate::distances::BoundedDistance;

/// The paths from a start to many goals: the answer to [`PathsTo`](crate::question::PathsTo).
///
/// A tree borrows nothing and never changes.
///
/// Memory: about 100 bytes a goal, 40 a turn and 12 a cell of the paths to the goals. Where all cells cost 1, parts that
/// paths share are stored once.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{ManyQuery, Path, Place, Scratch};
/// # use navmesh_search::{PathTree, SearchMap, question::PathsTo, run::Pace};
/// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
/// # let (mut scratch, mut tree) = (Scratch::new(), PathTree::default());
/// let goals = [[3.0, 1.0], [1.0, 3.0], [9.0, 9.0]].map(Place::from); // in a room of 4 by 3
/// let query = ManyQuery::new([1.0, 1.0], &goals);
/// # map.ask(&PathsTo(&query), &mut scratch, Pace::Whole, &mut tree)?;
/// assert_eq!(tree.distances().collect::<Vec<_>>(), [2.0, 2.0, f64::INFINITY]);
/// assert_eq!(tree.path_to(1)?.waypoints(), [[1.0, 1.0].into(), [1.0, 3.0].into()]);
/// assert_eq!(tree.path_to(2).unwrap_err().kind(), "goal-outside");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PathTree {
    goals: Goals,
}

#[derive(Debug, Clone)]
enum Goals {
    Exact(Box<Tree>),
    /// Each path is stored whole, with the error of its goal.
    Weighted(Vec<FoundPath>),
}

pub(crate) type FoundPath = (Result<(), PathError>, Path);

impl Default for Goals {
    fn default() -> Self {
        Self::Weighted(Vec::new())
    }
}

impl PathTree {
    pub(crate) fn exact(tree: Tree) -> Self {
        Self { goals: Goals::Exact(Box::new(tree)) }
    }

    pub(crate) fn weighted(paths: Vec<FoundPath>) -> Self {
        Self { goals: Goals::Weighted(paths) }
    }

    /// Returns the number of requested goals, including those without a path.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.goals {
            Goals::Exact(tree) => tree.len(),
            Goals::Weighted(paths) => paths.len(),
        }
    }

    /// True if no goal was requested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cost of the path to each goal in map units, in the order of the goals.
    ///
    /// It is the length where all cells cost 1; links count by their cost. It is infinite for a goal without a path within
    /// the highest cost, and for a path that a stopped search has not proved.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        (0..self.len()).map(|goal| match &self.goals {
            Goals::Exact(tree) => tree.distance(goal),
            Goals::Weighted(paths) => {
                let (found, path) = &paths[goal];
                found.map_or(f64::INFINITY, |()| path.cost())
            }
        })
    }

    /// Returns the cost of the best known path to each goal and a proved lower bound, as
    /// [`Distances`](crate::question::Distances) does.
    pub fn bounds(&self) -> impl ExactSizeIterator<Item = BoundedDistance> + '_ {
        (0..self.len()).map(|goal| match &self.goals {
            Goals::Exact(tree) => tree.bounds(goal),
            Goals::Weighted(paths) => bounds(&paths[goal]),
        })
    }

    /// Writes the path to a goal, given by its index among the requested ones, into `path`, which is cleared first.
    ///
    /// Complexity: linear in the path.
    ///
    /// # Errors
    ///
    /// Those of a query for the goal alone. [`PathError::BudgetExhausted`] if the search was stopped before it proved
    /// the path; `path` then holds the best path found, or is empty. [`InvalidQuery::UnknownGoal`] for an index out of range.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ManyQuery, Path, Place, Scratch};
    /// # use navmesh_search::{PathTree, SearchMap, question::PathsTo, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let (mut scratch, mut tree) = (Scratch::new(), PathTree::default());
    /// let goals = [[3.0, 1.0], [1.0, 3.0], [9.0, 9.0]].map(Place::from); // in a room of 4 by 3
    /// let query = ManyQuery::new([1.0, 1.0], &goals);
    /// # map.ask(&PathsTo(&query), &mut scratch, Pace::Whole, &mut tree)?;
    /// let mut path = Path::default(); // kept from goal to goal
    /// for goal in 0..2 {
    ///     tree.path_to_into(goal, &mut path)?;
    ///     assert_eq!(path.length(), 2.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_to_into(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        if goal >= self.len() {
            let reason = InvalidQuery::UnknownGoal { goal, count: self.len() };
            return Err(PathError::InvalidQuery { reason });
        }
        match &self.goals {
            Goals::Exact(tree) => tree.path_to_into(goal, path),
            Goals::Weighted(paths) => {
                let (found, known) = &paths[goal];
                path.clone_from(known);
                *found
            }
        }
    }

    /// Returns the path to a goal.
    ///
    /// Complexity: that of [`PathTree::path_to_into`].
    ///
    /// # Errors
    ///
    /// Those of [`PathTree::path_to_into`].
    pub fn path_to(&self, goal: usize) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_to_into(goal, &mut path)?;
        Ok(path)
    }
}

fn bounds((found, path): &FoundPath) -> BoundedDistance {
    let is_known = !path.waypoints().is_empty();
    let distance = if is_known { path.cost() } else { f64::INFINITY };
    let lower_bound = match found {
        Ok(()) => path.lower_bound(),
        Err(PathError::BudgetExhausted { lower_bound, .. }) => *lower_bound,
        Err(_) => distance,
    };
    let moved = path.start_offset() + path.goal_offset();
    BoundedDistance { distance, lower_bound, moved }
}
