//! Distance fields, by the exact search or over ground of different costs.

use std::sync::Arc;

use navmesh_core::incremental::{SearchTask, Session};
use navmesh_core::{DVec2, Path, PathError, Place, Progress, Stage};
use navmesh_search::{self as search, BoundedDistance, Heading};

/// The best paths from every point of a mesh to the nearest of some goals; made by
/// [`MeshFinder::distance_field`](crate::MeshFinder::distance_field).
///
/// The paths are the shortest if all cells cost 1. If costs differ, distances are the costs of known paths, and
/// [`bounds_at`](DistanceField::bounds_at) states the proved bound of each. Links count by their cost. A field borrows
/// nothing and never changes, so any number of threads may query it. Clones share it.
///
/// ```
/// use tautline::{Area, MeshFinder, NavMeshBuilder, Outline};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "mud", 5.0));
/// let finder = MeshFinder::new(builder.build_mesh()?);
/// let field = finder.distance_field(&[[6.0, 5.0]])?;
/// let heading = field.heading_at([4.0, 5.0])?; // around the mud
/// assert_eq!((heading.distance, heading.next.point), (8.0, [4.0, 2.0].into()));
/// assert!(field.bounds_at([4.0, 5.0])?.lower_bound > 7.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: [`DistanceField::bytes`].
#[doc(alias("shortestPathMap", "flowField", "vectorField", "dijkstraMap"))]
#[derive(Debug, Clone)]
pub struct DistanceField {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Exact(Arc<search::DistanceField>),
    Weighted(Arc<search::WeightedField>),
}

impl DistanceField {
    pub(super) fn exact(field: search::DistanceField) -> Self {
        Self { kind: Kind::Exact(Arc::new(field)) }
    }

    pub(super) fn weighted(field: search::WeightedField) -> Self {
        Self { kind: Kind::Weighted(Arc::new(field)) }
    }

    /// Returns the number of changes of the map before the mesh of this field.
    ///
    /// The field is up to date if the map has the same number; see
    /// [`NavMesh::revision`](navmesh_core::NavMesh::revision).
    #[must_use]
    pub fn revision(&self) -> u64 {
        match &self.kind {
            Kind::Exact(field) => field.revision(),
            Kind::Weighted(field) => field.revision(),
        }
    }

    /// Returns the cost of the best known path from a place to the nearest goal. It is infinite if no path is known: for
    /// an invalid point or a point off the mesh, if no goal is reachable, and beyond the limit.
    ///
    /// Complexity: point location, and linear in the intervals of the cells that contain the point. Where costs differ,
    /// that of looking around in the area, and of straightening one path.
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
    /// assert_eq!(field.distance_at([3.0, 1.0]), 2.0);
    /// assert_eq!(field.distance_at([9.0, 9.0]), f64::INFINITY); // off the mesh
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_at(&self, place: impl Into<Place>) -> f64 {
        match &self.kind {
            Kind::Exact(field) => field.distance_at(place),
            Kind::Weighted(field) => field.distance_at(place),
        }
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
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
    /// let bounds = field.bounds_at([3.0, 1.0])?;
    /// assert_eq!((bounds.lower_bound, bounds.distance), (2.0, 2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds_at(&self, place: impl Into<Place>) -> Result<BoundedDistance, PathError> {
        match &self.kind {
            Kind::Exact(field) => {
                let distance = field.heading_at(place)?.distance;
                Ok(BoundedDistance { distance, lower_bound: distance })
            }
            Kind::Weighted(field) => field.bounds_at(place),
        }
    }

    /// Returns the direction to walk in from a place, of length 1. `None` at a goal, at the entry of the link to take,
    /// and if no path is known.
    ///
    /// Complexity: that of [`DistanceField::distance_at`].
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
    /// assert_eq!(field.direction_at([3.0, 1.0]), Some([-1.0, 0.0].into()));
    /// assert_eq!(field.direction_at([1.0, 1.0]), None); // there already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn direction_at(&self, place: impl Into<Place>) -> Option<DVec2> {
        match &self.kind {
            Kind::Exact(field) => field.direction_at(place),
            Kind::Weighted(field) => field.direction_at(place),
        }
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
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
    /// let heading = field.heading_at([3.0, 1.0])?;
    /// assert_eq!((heading.distance, heading.next.point), (2.0, [1.0, 1.0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heading_at(&self, place: impl Into<Place>) -> Result<Heading, PathError> {
        match &self.kind {
            Kind::Exact(field) => field.heading_at(place),
            Kind::Weighted(field) => field.heading_at(place),
        }
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
    /// Those of [`DistanceField::heading_at`].
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline, Place};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// let field = MeshFinder::new(builder.build_mesh()?).distance_field(&[[1.0, 1.0]])?;
    /// let mut walker = Place::new([3.0, 1.0]);
    /// for _frame in 0..5 {
    ///     walker = field.follow(walker, 0.5)?;
    /// }
    /// assert_eq!(walker.point, [1.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("steer", "advance", "walk"))]
    pub fn follow(&self, place: impl Into<Place>, step: f64) -> Result<Place, PathError> {
        match &self.kind {
            Kind::Exact(field) => field.follow(place, step),
            Kind::Weighted(field) => field.follow(place, step),
        }
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
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
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
        match &self.kind {
            Kind::Exact(field) => field.path_from_into(place, path),
            Kind::Weighted(field) => field.path_from_into(place, path),
        }
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
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 3.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let field = finder.distance_field(&[[1.0, 1.0]])?; // on 4 by 3
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
        let goals: Vec<DVec2> = match &self.kind {
            Kind::Exact(field) => field.goals().collect(),
            Kind::Weighted(field) => field.goals().collect(),
        };
        goals.into_iter()
    }

    /// Returns the distance up to which the field is known; infinite without a limit.
    #[must_use]
    pub fn limit(&self) -> f64 {
        match &self.kind {
            Kind::Exact(field) => field.limit(),
            Kind::Weighted(field) => field.limit(),
        }
    }

    /// Returns the size of the field in bytes, without the mesh and what the finder has prepared.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Exact(field) => field.bytes(),
            Kind::Weighted(field) => field.bytes(),
        }
    }
}

impl navmesh_core::SharedGoals for DistanceField {
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        DistanceField::path_from_into(self, place, path)
    }
}

/// The flood of a distance field that the caller advances in slices; made by
/// [`MeshFinder::begin_field`](crate::MeshFinder::begin_field).
///
/// All distances up to the lower bound of its progress are known.
pub type FieldSession = Session<FieldTask>;

/// The flood of a distance field that owns its memory and shares its mesh.
#[derive(Debug)]
pub struct FieldTask {
    kind: Flood,
}

#[derive(Debug)]
enum Flood {
    Exact(Box<search::FieldSession>),
    Weighted(Box<search::WeightedFieldSession>),
}

impl FieldTask {
    pub(super) fn exact(flood: search::FieldSession) -> Self {
        Self { kind: Flood::Exact(Box::new(flood)) }
    }

    pub(super) fn weighted(flood: search::WeightedFieldSession) -> Self {
        Self { kind: Flood::Weighted(Box::new(flood)) }
    }

    /// Returns the field; its limit is the distance that the flood has reached.
    ///
    /// Complexity: linear in the nodes expanded and in the cells of the mesh.
    #[must_use]
    pub fn into_field(self) -> DistanceField {
        match self.kind {
            Flood::Exact(flood) => DistanceField::exact(flood.into_task().into_field()),
            Flood::Weighted(flood) => DistanceField::weighted(flood.into_task().into_field()),
        }
    }
}

impl SearchTask for FieldTask {
    fn advance(&mut self, nodes: u64) {
        match &mut self.kind {
            Flood::Exact(flood) => flood.advance(nodes),
            Flood::Weighted(flood) => flood.advance(nodes),
        };
    }

    fn stage(&self) -> Stage {
        match &self.kind {
            Flood::Exact(flood) => flood.stage(),
            Flood::Weighted(flood) => flood.stage(),
        }
    }

    fn progress(&self) -> Progress {
        match &self.kind {
            Flood::Exact(flood) => flood.progress(),
            Flood::Weighted(flood) => flood.progress(),
        }
    }
}
