//! Distance fields: the way to the nearest goal from every point of the mesh.

use navmesh_core::Session;
use navmesh_core::{FieldQuery, PathError, Place};
use navmesh_search::DistanceField;
use navmesh_search::question::{Field, FieldRun};
use navmesh_search::run::Asked;

use super::MeshFinder;
use super::many_goals::places;

/// The flood of a distance field that the caller advances in slices; made by [`MeshFinder::begin_distance_field`].
///
/// All distances up to the lower bound of its progress are known. `into_task().into_field()` is the field.
pub type FieldSession = Session<Asked<FieldRun>>;

impl MeshFinder {
    /// Computes the distance to the nearest goal from every point of the mesh, and the way there.
    ///
    /// Goals off the mesh by more than the snap, or in closed cells, are ignored; a question from a point that far off
    /// fails. Where cells have costs, the cheapest paths count, and [`DistanceField::bounds_at`] states the proved bounds.
    /// If a limit of the query stops the search, [`DistanceField::limit`] is the distance that it reached; the field
    /// reports [`PathError::BudgetExhausted`] for points farther away.
    ///
    /// ```
    /// use tautline::{FieldQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 5.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = FieldQuery::new(&[[10.0, 2.0]]);
    /// let field = finder.distance_field(&query)?;
    /// let heading = field.heading_at([0.0, 2.0])?;
    /// assert_eq!((heading.distance, heading.next.point), (5.0 + 2.0 + 5.0, [4.0, 5.0].into()));
    /// assert_eq!(field.direction_at([10.0, 8.0]), Some([0.0, -1.0].into()));
    /// let near = finder.distance_field(&query.max_cost(5.0))?;
    /// assert_eq!(near.heading_at([0.0, 2.0]).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: one search that expands every cell connected with a goal, up to the limit.
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] for a goal with unusable numbers, or a limit that is negative or
    /// NaN; [`PathError::GoalOutside`] or [`PathError::OnClosedCell`] if no goal is on the mesh,
    /// with the first; [`InvalidQuery::NoGoal`](navmesh_core::InvalidQuery::NoGoal) without a goal.
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field<P: Into<Place> + Copy>(
        &self,
        query: &FieldQuery<'_, P>,
    ) -> Result<DistanceField, PathError> {
        self.asked(&Field(&query.for_goals(&places(query.goals))))
    }

    /// Begins the search of [`distance_field`](MeshFinder::distance_field) without expanding a node; the caller advances it
    /// in slices.
    ///
    /// ```
    /// use tautline::incremental::Stage;
    /// use tautline::{FieldQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut flood = finder.begin_distance_field(&FieldQuery::new(&[[1.0, 1.0]]))?;
    /// while flood.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(flood.into_task().into_field().distance_at([4.0, 5.0]), Some(5.0));
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
    pub fn begin_distance_field<P: Into<Place> + Copy>(
        &self,
        query: &FieldQuery<'_, P>,
    ) -> Result<FieldSession, PathError> {
        self.current_map().begin(&Field(&query.for_goals(&places(query.goals))))
    }
}
