//! Many goals at once: distances, the nearest few, matrices and fields.

use navmesh_core::{Goals, Link, LinkWay, Path, PathError, Place};
use navmesh_search::{
    DistanceField, IncrementalField, IncrementalGoals, IncrementalPaths, NearGoal, PathTree,
};

use super::MeshFinder;

impl MeshFinder {
    /// The length of the shortest path from the start to each goal, in their order, found in one search;
    /// infinite where there is none. See [`AnyAngle::distances_from`](navmesh_search::AnyAngle::distances_from).
    ///
    /// Complexity: as one search that floods all blocks on the way to any goal.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let goals = [[9.0, 4.0], [1.0, 7.0], [12.0, 4.0]];
    /// assert_eq!(finder.distances_from([1.0, 4.0], &goals)?, [8.0, 3.0, f64::INFINITY]);
    /// assert_eq!(finder.nearest_of([1.0, 4.0], &goals, 1)?[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distances_from`](navmesh_search::AnyAngle::distances_from).
    #[doc(alias("oneToMany"))]
    pub fn distances_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<f64>, PathError> {
        let mut distances = Vec::new();
        self.on_open_ground(|map, scratch| {
            map.distances_from(start, goals, scratch, &mut distances)
        })?;
        Ok(distances)
    }

    /// The `count` goals nearest to the start by the length of the shortest path, nearest first. See
    /// [`AnyAngle::nearest_of`](navmesh_search::AnyAngle::nearest_of).
    ///
    /// Complexity: as a search that floods up to the last of them.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let shops = [[9.0, 4.0], [1.0, 7.0], [5.0, 4.0]].map(DVec2::from);
    /// let near = finder.nearest_of([1.0, 4.0], &shops, 2)?;
    /// assert_eq!(near.iter().map(|near| (near.goal, near.distance)).collect::<Vec<_>>(), [(1, 3.0), (2, 4.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::nearest_of`](navmesh_search::AnyAngle::nearest_of).
    #[doc(alias("kNearest"))]
    pub fn nearest_of(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        count: usize,
    ) -> Result<Vec<NearGoal>, PathError> {
        let mut nearest = Vec::new();
        self.on_open_ground(|map, scratch| {
            map.nearest_of(start, goals, count, scratch, &mut nearest)
        })?;
        Ok(nearest)
    }

    /// The lengths of the shortest paths from every start to every goal: a row a start, as
    /// [`distances_from`](MeshFinder::distances_from). A start that is off the ground, or on ground that is closed, has
    /// an infinite row.
    ///
    /// Where the starts are the goals, and all links lead both ways, each pair is looked for once, and its length
    /// is that of either way.
    ///
    /// Complexity: as [`distances_from`](MeshFinder::distances_from) for each start.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let places = [[1.0, 4.0], [9.0, 4.0], [1.0, 7.0]].map(DVec2::from);
    /// let rows = finder.distance_matrix(&places[..2], &places)?;
    /// assert_eq!(rows, [[0.0, 8.0, 3.0], [8.0, 0.0, 73f64.sqrt()]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Unsupported` where cells have costs.
    #[doc(alias("manyToMany"))]
    pub fn distance_matrix(
        &self,
        starts: &[impl Into<Place> + Copy],
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<Vec<f64>>, PathError> {
        let leads_back = |link: &Link| link.way == LinkWay::TwoWay;
        let places = starts.iter().map(|&start| start.into());
        let is_same = places.eq(goals.iter().map(|&goal| -> Place { goal.into() }));
        if !is_same || !self.mesh().links().iter().all(leads_back) {
            return starts.iter().map(|&start| self.matrix_row(start.into(), goals)).collect();
        }
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(starts.len());
        for (number, &start) in starts.iter().enumerate() {
            let mut row: Vec<f64> = rows.iter().map(|earlier| earlier[number]).collect();
            row.extend(self.matrix_row(start.into(), &goals[number..])?);
            rows.push(row);
        }
        Ok(rows)
    }

    /// The shortest paths from the start to all goals, in one search, each written out when it is asked for. See
    /// [`AnyAngle::paths_from`](navmesh_search::AnyAngle::paths_from).
    ///
    /// For many starts ask once for each: one tree a start has all paths from many to many.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 4.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let goals = [[9.0, 0.0], [1.0, 7.0], [12.0, 4.0]];
    /// let paths = finder.paths_from([1.0, 0.0], &goals)?;
    /// let distances: Vec<f64> = paths.distances().collect();
    /// assert_eq!(distances, [5.0 + 2.0 + 5.0, 7.0, f64::INFINITY]);
    /// assert_eq!(paths.path_to(0)?.waypoints()[1], [4.0, 4.0].into());
    /// assert_eq!(paths.path_to(2).unwrap_err().kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: as [`AnyAngle::paths_from`](navmesh_search::AnyAngle::paths_from).
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::paths_from`](navmesh_search::AnyAngle::paths_from).
    #[doc(alias("oneToMany", "shortestPathTree"))]
    pub fn paths_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<PathTree, PathError> {
        self.on_open_ground(|map, scratch| map.paths_from(start, goals, scratch))
    }

    /// Begins the search of [`paths_from`](MeshFinder::paths_from), to be sliced or called off.
    ///
    /// Complexity: one place looked up for each goal; the search is done in the slices.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline, Stage};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let mut search = finder.begin_paths([1.0, 4.0], &[DVec2::new(9.0, 4.0), DVec2::new(1.0, 7.0)])?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(search.tree().path_to(0)?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`paths_from`](MeshFinder::paths_from).
    pub fn begin_paths(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<IncrementalPaths, PathError> {
        self.map_as_it_stands().begin_paths(start, goals)
    }

    fn matrix_row(
        &self,
        start: Place,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<Vec<f64>, PathError> {
        match self.distances_from(start, goals) {
            Err(
                PathError::StartOutside { .. }
                | PathError::OnClosedGround { .. }
                | PathError::InvalidQuery { .. },
            ) => Ok(vec![f64::INFINITY; goals.len()]),
            row => row,
        }
    }

    /// The shortest path to any of several goals (points, segments, or an area), and which of them it ends at.
    /// See [`AnyAngle::find_path_to_any`](navmesh_search::AnyAngle::find_path_to_any).
    ///
    /// ```
    /// use tautline::{Goals, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let exits = [[[0.0, 0.0].into(), [0.0, 2.0].into()], [[10.0, 3.0].into(), [10.0, 8.0].into()]];
    /// let (path, exit) = finder.find_path_to_any([7.0, 5.0], &Goals::Segments(&exits))?;
    /// assert_eq!((path.length(), exit), (3.0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: as [`AnyAngle::find_path_to_any`](navmesh_search::AnyAngle::find_path_to_any).
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::find_path_to_any`](navmesh_search::AnyAngle::find_path_to_any).
    #[doc(alias("exits", "multiGoal"))]
    pub fn find_path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<(Path, usize), PathError> {
        let mut path = Path::default();
        let goal = self.on_open_ground(|map, scratch| {
            map.find_path_to_any(start, goals, scratch, &mut path)
        })?;
        Ok((path, goal))
    }

    /// Begins the search of [`find_path_to_any`](MeshFinder::find_path_to_any), to be sliced or called off.
    ///
    /// ```
    /// use tautline::{Goals, MeshFinder, NavMeshBuilder, Outline, Path, Stage, IncrementalSearch};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let mut search = finder.begin_to_any([7.0, 5.0], &Goals::Points(&[[1.0, 5.0].into()]))?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(search.finish()?.length(), 6.0);
    /// assert_eq!(search.goal(), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: as [`AnyAngle::begin_to_any`](navmesh_search::AnyAngle::begin_to_any).
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::begin_to_any`](navmesh_search::AnyAngle::begin_to_any).
    pub fn begin_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<IncrementalGoals, PathError> {
        self.map_as_it_stands().begin_to_any(start, goals)
    }

    /// The field of distances to the nearest of `goals`: from anywhere, how far it is and which way to
    /// walk. See [`AnyAngle::distance_field`](navmesh_search::AnyAngle::distance_field).
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 5.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let field = finder.distance_field(&[[10.0, 2.0]])?;
    /// let heading = field.heading_at([0.0, 2.0])?;
    /// assert_eq!((heading.distance, heading.next), (5.0 + 2.0 + 5.0, [4.0, 5.0].into()));
    /// assert_eq!(field.direction_at([10.0, 8.0]), Some([0.0, -1.0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: as [`AnyAngle::distance_field`](navmesh_search::AnyAngle::distance_field).
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distance_field`](navmesh_search::AnyAngle::distance_field).
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field(
        &self,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<DistanceField, PathError> {
        self.on_open_ground(|map, scratch| map.distance_field(goals, scratch))
    }

    /// The same, for points no farther from their goal than `limit` (map units). See
    /// [`AnyAngle::distance_field_within`](navmesh_search::AnyAngle::distance_field_within).
    ///
    /// Complexity: one search that floods what is within the limit.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let field = finder.distance_field_within(&[DVec2::new(1.0, 4.0)], 5.0)?;
    /// assert_eq!((field.distance_at([5.0, 4.0]), field.distance_at([8.0, 4.0])), (4.0, f64::INFINITY));
    /// assert_eq!(field.heading_at([8.0, 4.0]).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distance_field_within`](navmesh_search::AnyAngle::distance_field_within).
    pub fn distance_field_within(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<DistanceField, PathError> {
        self.on_open_ground(|map, scratch| map.distance_field_within(goals, limit, scratch))
    }

    /// Begins a field's flood, to be sliced or called off; of a `limit` of infinity it knows none.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline, Stage};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let mut flood = finder.begin_field(&[[1.0, 1.0]], f64::INFINITY)?;
    /// while flood.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(flood.into_field().distance_at([4.0, 5.0]), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: as [`AnyAngle::begin_field`](navmesh_search::AnyAngle::begin_field).
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::begin_field`](navmesh_search::AnyAngle::begin_field).
    pub fn begin_field(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<IncrementalField, PathError> {
        self.map_as_it_stands().begin_field(goals, limit)
    }
}
