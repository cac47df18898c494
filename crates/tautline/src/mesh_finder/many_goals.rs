//! Queries with many goals: distances, the nearest goals, and paths to any goal.

use navmesh_core::incremental::Session;
use navmesh_core::{Goals, Link, LinkWay, Path, PathError, Place};
use navmesh_search::{BoundedDistance, NearGoal};

use super::MeshFinder;
use super::any_goal::{NearestGoalSession, NearestGoalTask};
use crate::batch::computed;

impl MeshFinder {
    /// Returns the length of the shortest path from the start to each goal, in the order of the goals.
    ///
    /// One search serves all goals. A goal that is off the mesh or unreachable is infinitely far. Where cells have
    /// costs, each distance is the cost of a path, proved to 1 % of it as far as
    /// [`bounded_distances_from`](MeshFinder::bounded_distances_from) can, which states the proved bounds.
    ///
    /// Complexity: one search that expands every block on the way to any goal. If links cost many
    /// times the size of the map, one search a goal in the worst case.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [[9.0, 4.0], [1.0, 7.0], [12.0, 4.0]];
    /// assert_eq!(finder.distances_from([1.0, 4.0], &goals)?, [8.0, 3.0, f64::INFINITY]);
    /// assert_eq!(finder.nearest_of([1.0, 4.0], &goals, 1)?[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    #[doc(alias("oneToMany"))]
    pub fn distances_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<f64>, PathError> {
        let mut distances = Vec::new();
        self.with_current_map(|map, scratch| {
            if map.is_uniform() {
                return map.any_angle.distances_from(start, goals, scratch, &mut distances);
            }
            let mut bounded = Vec::new();
            map.weighted().distances_from(start, goals, None, scratch, &mut bounded)?;
            distances.extend(bounded.iter().map(|goal| goal.distance));
            Ok(())
        })?;
        Ok(distances)
    }

    /// Returns the distance to each goal with a proved lower bound, in the order of the goals.
    ///
    /// Where cells have costs, each distance is the cost of a path, and `gap` is the relative gap to prove, as for
    /// [`PathQuery::gap`](crate::PathQuery::gap). The gap of a goal may stay larger if its proof needs more than
    /// 100,000 arcs at a time. Elsewhere the distances are exact. A goal that is off the mesh or unreachable is
    /// infinitely far.
    ///
    /// Complexity: that of [`distances_from`](MeshFinder::distances_from); more for a smaller gap.
    ///
    /// ```
    /// use tautline::{Area, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "mud", 5.0));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let far = finder.bounded_distances_from([4.0, 5.0], &[[6.0, 5.0], [2.0, 5.0]], 0.001)?;
    /// assert_eq!((far[0].distance, far[1].distance), (8.0, 2.0)); // around the mud
    /// assert!(far[0].lower_bound >= 0.999 * far[0].distance);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn bounded_distances_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        gap: f64,
    ) -> Result<Vec<BoundedDistance>, PathError> {
        let mut bounded = Vec::new();
        self.with_current_map(|map, scratch| {
            if !map.is_uniform() {
                let gap = Some(gap);
                return map.weighted().distances_from(start, goals, gap, scratch, &mut bounded);
            }
            let mut distances = Vec::new();
            map.any_angle.distances_from(start, goals, scratch, &mut distances)?;
            let exact = |distance| BoundedDistance { distance, lower_bound: distance };
            bounded.extend(distances.into_iter().map(exact));
            Ok(())
        })?;
        Ok(bounded)
    }

    /// Returns the `count` goals with the shortest paths from the start, nearest first.
    ///
    /// Goals that are equally near come in their own order. The list is shorter if fewer goals are
    /// reachable. Where cells have costs, the cheapest paths count, and the order is proved: goals whose bounds
    /// still overlap after a refinement to 0.1 % come by [`NearGoal::distance`].
    ///
    /// Complexity: one search that ends at the last of these goals.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let shops = [[9.0, 4.0], [1.0, 7.0], [5.0, 4.0]].map(DVec2::from);
    /// let near = finder.nearest_of([1.0, 4.0], &shops, 2)?;
    /// assert_eq!(near.iter().map(|near| (near.goal, near.distance)).collect::<Vec<_>>(), [(1, 3.0), (2, 4.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    #[doc(alias("kNearest"))]
    pub fn nearest_of(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        count: usize,
    ) -> Result<Vec<NearGoal>, PathError> {
        let mut nearest = Vec::new();
        self.with_current_map(|map, scratch| {
            if map.is_uniform() {
                map.any_angle.nearest_of(start, goals, count, scratch, &mut nearest)
            } else {
                map.weighted().nearest_of(start, goals, count, scratch, &mut nearest)
            }
        })?;
        Ok(nearest)
    }

    /// Returns the lengths of the shortest paths from every start to every goal, one row a start.
    ///
    /// The row of a start that is invalid, off the mesh or in a closed cell is infinite. If starts
    /// and goals are the same and all links are two-way, each pair is searched once, and the
    /// matrix is symmetric.
    ///
    /// Complexity: one [`distances_from`](MeshFinder::distances_from) a start. With the feature `parallel`
    /// the starts are divided among all threads of the current rayon pool; the matrix has the same bits.
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
    /// None today.
    #[doc(alias("manyToMany"))]
    pub fn distance_matrix(
        &self,
        starts: &[impl Into<Place> + Copy],
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<Vec<f64>>, PathError> {
        let starts: Vec<Place> = starts.iter().map(|&start| start.into()).collect();
        let goals: Vec<Place> = goals.iter().map(|&goal| goal.into()).collect();
        let leads_back = |link: &Link| link.way == LinkWay::TwoWay;
        let is_symmetric = starts == goals && self.mesh().links().iter().all(leads_back);
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
        match self.distances_from(start, goals) {
            Err(
                PathError::StartOutside { .. }
                | PathError::OnClosedCell { .. }
                | PathError::InvalidQuery { .. },
            ) => Ok(vec![f64::INFINITY; goals.len()]),
            row => row,
        }
    }

    /// Finds the shortest path to any of several goals: points, segments, or the area of a polygon.
    ///
    /// Returns the path and the index of the point, segment or side where it ends; 0 if the start
    /// is inside the polygon. Equally near goals give the same answer on every run. Where cells have costs, the cheapest
    /// path counts, and [`Path::lower_bound`] holds for all goals: it is at most 1 % below the cost as far as a query
    /// to one goal can prove that.
    ///
    /// ```
    /// use tautline::{Goals, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let exits = [[[0.0, 0.0].into(), [0.0, 2.0].into()], [[10.0, 3.0].into(), [10.0, 8.0].into()]];
    /// let (path, exit) = finder.find_path_to_any([7.0, 5.0], &Goals::Segments(&exits))?;
    /// assert_eq!((path.length(), exit), (3.0, 1));
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
    /// [`PathError::Unsupported`] without a goal.
    #[doc(alias("exits", "multiGoal"))]
    pub fn find_path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<(Path, usize), PathError> {
        let mut path = Path::default();
        let goal = self.with_current_map(|map, scratch| {
            if map.is_uniform() {
                return map.any_angle.find_path_to_any(start, goals, scratch, &mut path);
            }
            let start = start.into();
            let goal = map.weighted().find_path_to_any(start, goals, scratch, &mut path)?;
            let finder = Self::from_map(map.clone());
            finder.keep_cheaper_to_end(start, scratch, &mut path)?;
            Ok(goal)
        })?;
        Ok((path, goal))
    }

    /// Begins the search of [`find_path_to_any`](MeshFinder::find_path_to_any) without expanding a
    /// node; the caller advances it in slices.
    ///
    /// ```
    /// use tautline::incremental::{Stage, IncrementalSearch};
    /// use tautline::{Goals, MeshFinder, NavMeshBuilder, Outline, Path};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut search = finder.begin_to_any([7.0, 5.0], &Goals::Points(&[[1.0, 5.0].into()]))?;
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
    /// the mesh, with their first point; [`PathError::Unsupported`] without a goal.
    pub fn begin_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<NearestGoalSession, PathError> {
        Ok(Session::new(NearestGoalTask::new(self.current_map(), start.into(), goals)?))
    }
}
