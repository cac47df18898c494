//! Distance fields: the way to the nearest goal from every point of the mesh.

use navmesh_core::incremental::Session;
use navmesh_core::{FieldQuery, PathError, Place};
use navmesh_search::DistanceField;
use navmesh_search::question::{Field, FieldRun};
use navmesh_search::run::Asked;

use super::MeshFinder;
use super::many_goals::places;

/// The flood of a distance field that the caller advances in slices; made by [`MeshFinder::begin_field`].
///
/// All distances up to the lower bound of its progress are known. `into_task().into_field()` is the field.
pub type FieldSession = Session<Asked<FieldRun>>;

impl MeshFinder {
    /// Computes the distance to the nearest of `goals` from every point of the mesh, and the way there.
    ///
    /// Goals off the mesh by more than the default snap distance, or in closed cells, are ignored. Where cells have
    /// costs, the cheapest paths count, and [`DistanceField::bounds_at`] states the proved bounds.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 5.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[10.0, 2.0]])?;
    /// let heading = field.heading_at([0.0, 2.0])?;
    /// assert_eq!((heading.distance, heading.next.point), (5.0 + 2.0 + 5.0, [4.0, 5.0].into()));
    /// assert_eq!(field.direction_at([10.0, 8.0]), Some([0.0, -1.0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: one search that expands every cell connected with a goal.
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for a goal with unusable numbers; [`PathError::GoalOutside`] or
    /// [`PathError::OnClosedCell`] if no goal is on the mesh, with the first;
    /// [`InvalidQuery::NoGoal`](navmesh_core::InvalidQuery::NoGoal) without a goal.
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field(
        &self,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<DistanceField, PathError> {
        self.field(&FieldQuery::new(&places(goals)))
    }

    /// Computes a distance field up to a distance, or cost, of `limit` (map units).
    ///
    /// For points farther away the field reports [`PathError::BudgetExhausted`].
    ///
    /// Complexity: one search that ends at the limit.
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field_within(&[DVec2::new(1.0, 4.0)], 5.0)?;
    /// assert_eq!((field.distance_at([5.0, 4.0]), field.distance_at([8.0, 4.0])), (4.0, f64::INFINITY));
    /// assert_eq!(field.heading_at([8.0, 4.0]).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for a goal with unusable numbers, or a limit that is negative or
    /// NaN; [`PathError::GoalOutside`] or [`PathError::OnClosedCell`] if no goal is on the mesh,
    /// with the first; [`InvalidQuery::NoGoal`](navmesh_core::InvalidQuery::NoGoal) without a goal.
    pub fn distance_field_within(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<DistanceField, PathError> {
        self.field(&FieldQuery::new(&places(goals)).max_cost(limit))
    }

    /// Computes a distance field with the options of the query.
    ///
    /// Goals off the mesh by more than the snap are ignored, and a question from a point that far off fails. If a limit
    /// of the query stops the search, [`DistanceField::limit`] is the distance that it reached.
    ///
    /// Complexity: that of [`distance_field_within`](MeshFinder::distance_field_within).
    ///
    /// ```
    /// use tautline::{FieldQuery, MeshFinder, NavMeshBuilder, Outline, Place};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([5e5, 4.6e6], [5e5 + 10.0, 4.6e6 + 8.0])); // far from the origin
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let exits = [Place::new([5e5 + 10.5, 4.6e6])]; // half a metre off
    /// assert!(finder.field(&FieldQuery::new(&exits)).is_ok());
    /// assert_eq!(finder.field(&FieldQuery::new(&exits).snap(0.1)).unwrap_err().kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`distance_field_within`](MeshFinder::distance_field_within).
    pub fn field(&self, query: &FieldQuery<'_>) -> Result<DistanceField, PathError> {
        self.asked(&Field(query))
    }

    /// Begins the search of [`field`](MeshFinder::field) without expanding a node; the caller advances it in slices.
    ///
    /// ```
    /// use tautline::incremental::Stage;
    /// use tautline::{FieldQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut flood = finder.begin_field(&FieldQuery::new(&[[1.0, 1.0].into()]))?;
    /// while flood.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(flood.into_task().into_field().distance_at([4.0, 5.0]), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: point location of the goals, and memory linear in the mesh.
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for a goal with unusable numbers, or a limit that is negative or
    /// NaN; [`PathError::GoalOutside`] or [`PathError::OnClosedCell`] if no goal is on the mesh,
    /// with the first; [`InvalidQuery::NoGoal`](navmesh_core::InvalidQuery::NoGoal) without a goal.
    pub fn begin_field(&self, query: &FieldQuery<'_>) -> Result<FieldSession, PathError> {
        self.current_map().begin(&Field(query))
    }
}
