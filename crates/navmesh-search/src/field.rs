//! Distance fields: the way to the nearest goal from every point of the mesh.

mod heading;

use std::fmt;
use std::sync::Arc;

use navmesh_core::backend::check_limit;
use navmesh_core::{DVec2, InvalidQuery, NavMesh, Path, PathError, Place, SharedGoals};

use crate::distances::BoundedDistance;
pub use heading::Heading;
use heading::place_after;

/// The best paths from every point of a mesh to the nearest of some goals: the answer to
/// [`Field`](crate::question::Field).
///
/// The paths are the shortest if all cells cost 1. If costs differ, distances are the costs of known paths, and
/// [`bounds_at`](DistanceField::bounds_at) states the proved bound of each. Links count by their cost. A field borrows
/// nothing and never changes, so any number of threads may query it. Clones share it. From the default field, which has no
/// goals, no path leads anywhere.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
/// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
/// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
/// # let mut field = DistanceField::default();
/// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
/// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
/// let heading = field.heading_at([4.0, 1.0])?;
/// assert_eq!((heading.distance, heading.next.point), (3.0, [1.0, 1.0].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: [`DistanceField::bytes`].
#[doc(alias("shortestPathMap", "flowField", "vectorField", "dijkstraMap"))]
#[derive(Debug, Clone, Default)]
pub struct DistanceField {
    source: Option<Arc<dyn FieldSource>>,
}

/// The ways to the goals, as the flood of an engine found them.
pub(crate) trait FieldSource: fmt::Debug + Send + Sync {
    fn mesh(&self) -> &NavMesh;

    /// Returns the cost of the best known path from a place, and a proved lower bound.
    fn bounds(&self, place: Place) -> Result<BoundedDistance, PathError>;

    fn heading(&self, place: Place) -> Result<Heading, PathError>;

    /// Writes the best known path from a place into `path`, which is cleared first.
    fn path_into(&self, place: Place, path: &mut Path) -> Result<(), PathError>;

    fn goals(&self) -> Vec<DVec2>;

    fn limit(&self) -> f64;

    fn bytes(&self) -> usize;
}

impl DistanceField {
    pub(crate) fn of(source: impl FieldSource + 'static) -> Self {
        Self { source: Some(Arc::new(source)) }
    }

    fn source(&self) -> Result<&dyn FieldSource, PathError> {
        let unknown = PathError::InvalidQuery { reason: InvalidQuery::NoGoal };
        self.source.as_deref().ok_or(unknown)
    }

    /// Returns the number of changes of the map before the mesh of this field.
    ///
    /// The field is up to date if the map has the same number; see
    /// [`NavMesh::revision`](navmesh_core::NavMesh::revision).
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.source.as_ref().map_or(0, |source| source.mesh().revision())
    }

    /// Returns the cost of the best known path from a place to the nearest goal. `None` if no path is known: for an invalid
    /// point or a point off the mesh, if no goal is reachable, and beyond the limit.
    ///
    /// Complexity: point location, and linear in the intervals of the cells that contain the point. Where costs differ,
    /// that of looking around in the area, and of straightening one path.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// assert_eq!(field.distance_at([3.0, 1.0]), Some(2.0));
    /// assert_eq!(field.distance_at([9.0, 9.0]), None); // off the mesh
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_at(&self, place: impl Into<Place>) -> Option<f64> {
        self.bounds_at(place).map(|bounds| bounds.distance).ok()
    }

    /// Returns the distance from a place to the nearest goal, and a proved lower bound on it. They are equal where all
    /// cells cost 1.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// # Errors
    ///
    /// Those of [`DistanceField::heading_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// let bounds = field.bounds_at([3.0, 1.0])?;
    /// assert_eq!((bounds.lower_bound, bounds.distance), (2.0, 2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds_at(&self, place: impl Into<Place>) -> Result<BoundedDistance, PathError> {
        self.source()?.bounds(place.into())
    }

    /// Returns the direction to walk in from a place, of length 1. `None` at a goal, at the entry of the link to take,
    /// and if no path is known.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// assert_eq!(field.direction_at([3.0, 1.0]), Some([-1.0, 0.0].into()));
    /// assert_eq!(field.direction_at([1.0, 1.0]), None); // there already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn direction_at(&self, place: impl Into<Place>) -> Option<DVec2> {
        self.heading_at(place).ok()?.direction()
    }

    /// Returns the distance from a place to the nearest goal and the next point to walk to.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`]; [`PathError::StartOutside`] or [`PathError::OnClosedCell`] if the place is farther
    /// off the mesh than the default snap; [`PathError::ClosedOff`] or [`PathError::Unreachable`] if no goal is
    /// reachable; [`PathError::BudgetExhausted`] if every known path costs more than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// let heading = field.heading_at([3.0, 1.0])?;
    /// assert_eq!((heading.distance, heading.next.point), (2.0, [1.0, 1.0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heading_at(&self, place: impl Into<Place>) -> Result<Heading, PathError> {
        self.source()?.heading(place.into())
    }

    /// Returns the place after a walk of at most `step` map units towards the nearest goal.
    ///
    /// The walk turns with the path, and ends early at the goal or at the entry of a link to take. Each place is the
    /// start of the next step: its cell keeps the walk on its side of thin walls, pinches and closed doors.
    ///
    /// Complexity: that of [`DistanceField::path_from_into`].
    ///
    /// # Errors
    ///
    /// Those of [`DistanceField::heading_at`], and `InvalidQuery` for a step that is negative or NaN.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// let mut walker = Place::new([3.0, 1.0]);
    /// for _frame in 0..5 {
    ///     walker = field.follow(walker, 0.5)?;
    /// }
    /// assert_eq!(walker.point, [1.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("steer", "advance", "walk"))]
    pub fn follow(&self, place: impl Into<Place>, step: f64) -> Result<Place, PathError> {
        let (place, source) = (place.into(), self.source()?);
        check_limit(step)?;
        let mut path = Path::default();
        source.path_into(place, &mut path)?;
        Ok(place_after(&path, source.mesh(), step).unwrap_or(place))
    }

    /// Writes the best known path from a place to the nearest goal into `path`, which is cleared first.
    ///
    /// Complexity: that of [`DistanceField::distance_at`], and linear in the path.
    ///
    /// # Errors
    ///
    /// Those of [`DistanceField::heading_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// let mut path = Path::default(); // kept from walker to walker
    /// field.path_from_into([3.0, 1.0], &mut path)?;
    /// assert_eq!(path.waypoints(), [[3.0, 1.0].into(), [1.0, 1.0].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from_into(
        &self,
        place: impl Into<Place>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        self.source()?.path_into(place.into(), path)
    }

    /// Returns the best known path from a place to the nearest goal.
    ///
    /// Complexity: that of [`DistanceField::path_from_into`].
    ///
    /// # Errors
    ///
    /// Those of [`DistanceField::heading_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Path, Place, Scratch};
    /// # use navmesh_search::{DistanceField, SearchMap, question::Field, run::Pace};
    /// # let map = SearchMap::new(Arc::new(navmesh_testkit::worlds::meshes::room()), |_, _, _| {});
    /// # let mut field = DistanceField::default();
    /// let goals = [Place::new([1.0, 1.0])]; // in a room of 4 by 3
    /// # map.ask(&Field(&FieldQuery::new(&goals)), &mut Scratch::new(), Pace::Whole, &mut field)?;
    /// assert_eq!(field.path_from([3.0, 1.0])?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from(&self, place: impl Into<Place>) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_from_into(place, &mut path)?;
        Ok(path)
    }

    /// Returns the goals as placed on the mesh, without those off it.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = DVec2> + '_ {
        self.source.as_ref().map(|source| source.goals()).unwrap_or_default().into_iter()
    }

    /// Returns the distance up to which the field is known; infinite without a limit.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.source.as_ref().map_or(0.0, |source| source.limit())
    }

    /// Returns the size of the field in bytes, without the mesh and what the finder has prepared.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.source.as_ref().map_or(0, |source| source.bytes())
    }
}

impl SharedGoals for DistanceField {
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        Self::path_from_into(self, place, path)
    }
}
