//! Queries with many goals: distances, the nearest goals, and paths to any goal.

use navmesh_core::backend::checked_point;
use navmesh_core::{
    Goals, Link, LinkWay, ManyQuery, PathError, PathToGoal, Place, QuerySide, Session,
};
use navmesh_search::question::{AnyRun, Distances, Nearest, PathToAny};
use navmesh_search::run::Asked;
use navmesh_search::{BoundedDistance, NearGoal};

use super::MeshFinder;
use crate::batch::computed;

/// A search for the path to any of several goals that the caller advances in slices; made by
/// [`MeshFinder::begin_path_to_any`].
pub type NearestGoalSession = Session<Asked<AnyRun>>;

impl MeshFinder {
    /// Returns the length of the shortest path from the start to each goal, in the order of the goals.
    ///
    /// One search serves all goals. A goal that is off the mesh or unreachable is infinitely far. Where cells have
    /// costs, each distance is the cost of a path; [`distance_bounds`](MeshFinder::distance_bounds) states the proved
    /// bounds.
    /// They count from the points to which start and goals were moved; `distance_bounds` also states by how much.
    ///
    /// Complexity: one search that expands every block on the way to any goal. If links cost many
    /// times the size of the map, one search a goal in the worst case.
    ///
    /// ```
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = ManyQuery::new([1.0, 4.0], &[[9.0, 4.0], [1.0, 7.0], [12.0, 4.0]]);
    /// assert_eq!(finder.distances(&query)?, [8.0, 3.0, f64::INFINITY]);
    /// assert_eq!(finder.nearest(&query, 1)?[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for unusable numbers; [`PathError::StartOutside`] or [`PathError::OnClosedCell`]
    /// for the start.
    #[doc(alias("oneToMany"))]
    pub fn distances<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
    ) -> Result<Vec<f64>, PathError> {
        let bounds = self.distance_bounds(query)?;
        Ok(bounds.iter().map(|goal| goal.distance).collect())
    }

    /// Returns the distance to each goal with a proved lower bound, in the order of the goals.
    ///
    /// The two are equal where all cells cost 1. Where cells have costs, each distance is the cost of a path, and the
    /// bound is at most [the gap](ManyQuery::gap) below it. The gap of a goal may stay larger if its proof needs more
    /// than 100,000 arcs at a time, or if the proofs for all goals together expand more than 2²⁰ nodes. A goal that is off
    /// the mesh by more than the snap or unreachable is infinitely far, and so is its bound.
    ///
    /// If a limit of the query stops the search, a goal that is not settled has a bound below its distance: the
    /// distance is the cost of the best known path, infinite without one. For a hook that may cancel the search, see
    /// [`begin_paths`](MeshFinder::begin_paths).
    ///
    /// Complexity: that of [`distances`](MeshFinder::distances); more for a smaller gap.
    ///
    /// ```
    /// use tautline::{Area, ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "mud", 5.0));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = ManyQuery::new([4.0, 5.0], &[[6.0, 5.0], [2.0, 5.0], [-0.1, 5.0]]).gap(0.001);
    /// let far = finder.distance_bounds(&query)?;
    /// assert_eq!((far[0].distance, far[1].distance), (8.0, 2.0)); // around the mud
    /// assert!(far[0].lower_bound >= 0.999 * far[0].distance);
    /// assert_eq!(finder.distances(&query.snap(0.2))?[2], 4.0);
    /// assert!(finder.distance_bounds(&query.max_cost(5.0))?[0].lower_bound > 5.0); // it is not looked for further
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for unusable numbers; [`PathError::StartOutside`] or [`PathError::OnClosedCell`]
    /// for the start.
    #[doc(alias("oneToMany"))]
    pub fn distance_bounds<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
    ) -> Result<Vec<BoundedDistance>, PathError> {
        self.asked(&Distances(&query.for_goals(&places(query.goals()))))
    }

    /// Returns the `count` goals with the shortest paths from the start, nearest first.
    ///
    /// Goals that are equally near come in their own order. The list is shorter if fewer goals are reachable at the
    /// [highest cost](ManyQuery::max_cost). Where cells have costs, the cheapest paths count, and the order is proved: goals
    /// whose bounds still overlap after a refinement to 0.1 % come by [`NearGoal::distance`].
    ///
    /// Complexity: one search that ends at the last of these goals.
    ///
    /// ```
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let shops = ManyQuery::new([1.0, 4.0], &[[9.0, 4.0], [1.0, 7.0], [5.0, 4.0]]);
    /// let near = finder.nearest(&shops, 2)?;
    /// assert_eq!(near.iter().map(|near| (near.goal, near.distance)).collect::<Vec<_>>(), [(1, 3.0), (2, 4.0)]);
    /// assert_eq!(finder.nearest(&shops.max_cost(3.5), 2)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for unusable numbers; [`PathError::StartOutside`] or [`PathError::OnClosedCell`]
    /// for the start. [`PathError::BudgetExhausted`] if the nodes of the query do not suffice; a search in slices
    /// ([`begin_nearest`](MeshFinder::begin_nearest)) gives the goals known by then.
    #[doc(alias("kNearest"))]
    pub fn nearest<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
        count: usize,
    ) -> Result<Vec<NearGoal>, PathError> {
        self.asked(&Nearest(&query.for_goals(&places(query.goals())), count))
    }

    /// Returns the lengths of the shortest paths from every start to every goal, one row a start.
    ///
    /// The row of a start that is invalid, off the mesh or in a closed cell is infinite. If all links are two-way, the searches
    /// begin at the smaller side: at the goals where there are more starts. If moreover starts and goals are the same, each pair is
    /// searched once, and the matrix is symmetric. From the other side a length may differ by its rounding; where costs differ by
    /// its gap; and of two places that are not connected, the other one may move by the snap.
    ///
    /// Complexity: one [`distances`](MeshFinder::distances) for each place of the smaller side; for each start if a link is one-way.
    /// With the feature `parallel` they are divided among all threads of the current rayon pool; the matrix has the same bits.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let places = [[1.0, 4.0], [9.0, 4.0], [1.0, 7.0]].map(DVec2::from);
    /// let rows = finder.distance_matrix(&places[..2], &places)?;
    /// assert_eq!(rows, [[0.0, 8.0, 3.0], [8.0, 0.0, 73f64.sqrt()]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for a coordinate that is not a valid number.
    #[doc(alias("manyToMany"))]
    pub fn distance_matrix(
        &self,
        starts: &[impl Into<Place> + Copy],
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<Vec<f64>>, PathError> {
        let (starts, goals) = (places(starts), places(goals));
        let is_two_way = self.mesh().links().iter().all(|link: &Link| link.way == LinkWay::TwoWay);
        let is_symmetric = starts == goals && is_two_way;
        // A place that is no place is reported as what it is, a start or a goal.
        let are_valid = || {
            starts.iter().chain(&goals).all(|at| checked_point(at.point, QuerySide::Start).is_ok())
        };
        if is_two_way && starts.len() > goals.len() && are_valid() {
            let columns = self.matrix_rows(&goals, &starts, false)?;
            let row = |start: usize| columns.iter().map(|column| column[start]).collect();
            return Ok((0..starts.len()).map(row).collect());
        }
        self.matrix_rows(&starts, &goals, is_symmetric)
    }

    /// Returns the rows of a matrix; of a symmetric one each pair is searched once.
    fn matrix_rows(
        &self,
        starts: &[Place],
        goals: &[Place],
        is_symmetric: bool,
    ) -> Result<Vec<Vec<f64>>, PathError> {
        let first_goal = |row: usize| if is_symmetric { row } else { 0 };
        let rows =
            computed(starts.len(), |row| self.matrix_row(starts[row], &goals[first_goal(row)..]));
        let mut whole: Vec<Vec<f64>> = Vec::with_capacity(starts.len());
        for (number, rest) in rows.into_iter().enumerate() {
            let mirrored = whole.iter().take(first_goal(number)).map(|earlier| earlier[number]);
            whole.push(mirrored.chain(rest?).collect());
        }
        Ok(whole)
    }

    /// Returns a row of the distance matrix; infinite for a start that cannot be placed.
    fn matrix_row(&self, start: Place, goals: &[Place]) -> Result<Vec<f64>, PathError> {
        match self.distances(&ManyQuery::new(start, goals)) {
            Err(PathError::StartOutside { .. } | PathError::OnClosedCell { .. }) => {
                Ok(vec![f64::INFINITY; goals.len()])
            }
            row => row,
        }
    }

    /// Finds the shortest path to any of several goals: points, segments, or the area of a polygon.
    ///
    /// Equally near goals give the same answer on every run. Where cells have costs, the cheapest
    /// path counts, and [`Path::lower_bound`](navmesh_core::Path::lower_bound) holds for all goals: it is at most 1 % below
    /// the cost as far as a query to one goal can prove that.
    ///
    /// ```
    /// use tautline::{Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let exits = [[[0.0, 0.0].into(), [0.0, 2.0].into()], [[10.0, 3.0].into(), [10.0, 8.0].into()]];
    /// let query = ManyQuery::to_any([7.0, 5.0], Goals::Segments(&exits));
    /// let found = finder.path_to_any(&query)?;
    /// assert_eq!((found.path.length(), found.goal), (3.0, Some(1)));
    /// assert_eq!(finder.path_to_any(&query.max_cost(2.0)).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: one search in the blocks on the way to any goal; each interval is compared with
    /// the goals in its cell.
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for unusable numbers; [`PathError::StartOutside`];
    /// [`PathError::GoalOutside`] or [`PathError::OnClosedCell`] if no part of the goals is on
    /// the mesh, with their first point; [`PathError::ClosedOff`] or [`PathError::Unreachable`];
    /// [`InvalidQuery::NoGoal`](navmesh_core::InvalidQuery::NoGoal) without a goal;
    /// [`PathError::Unsupported`] with a goal policy. [`PathError::BudgetExhausted`] if a limit of the query stops the
    /// search; a search in slices ([`begin_path_to_any`](MeshFinder::begin_path_to_any)) gives the best path by then.
    #[doc(alias("exits", "multiGoal"))]
    pub fn path_to_any(&self, query: &ManyQuery<Goals<'_>>) -> Result<PathToGoal, PathError> {
        self.asked(&PathToAny(query))
    }

    /// Begins the search of [`path_to_any`](MeshFinder::path_to_any) without expanding a
    /// node; the caller advances it in slices.
    ///
    /// ```
    /// use tautline::incremental::{Stage, IncrementalSearch};
    /// use tautline::{Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline, Path};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [[1.0, 5.0].into()];
    /// let query = ManyQuery::to_any([7.0, 5.0], Goals::Points(&goals));
    /// let mut search = finder.begin_path_to_any(&query)?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(search.finish()?.length(), 6.0);
    /// assert_eq!(search.goal(), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: point location of the start and the goals, and memory linear in the mesh.
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for unusable numbers; [`PathError::StartOutside`];
    /// [`PathError::GoalOutside`] or [`PathError::OnClosedCell`] if no part of the goals is on
    /// the mesh, with their first point; [`PathError::Unsupported`] with a goal policy.
    pub fn begin_path_to_any(
        &self,
        query: &ManyQuery<Goals<'_>>,
    ) -> Result<NearestGoalSession, PathError> {
        self.current_map().begin(&PathToAny(query))
    }
}

/// Returns goals as places.
pub(super) fn places(goals: &[impl Into<Place> + Copy]) -> Vec<Place> {
    goals.iter().map(|&goal| goal.into()).collect()
}
