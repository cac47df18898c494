//! Every question about places: what is hit, what is near, what is seen, what is within.
//!
//! A [`MeshQueries`] answers them on one mesh. It keeps working memory, so have one a thread; making one
//! costs nothing, and after the first question of a kind nothing is allocated but what is returned.
//!
//! All of them share five rules:
//!
//! - **Ground is closed.** Walls, corners and the two sides of a portal belong to it. A ray may graze a
//!   corner and run along a wall. Two cells that touch only at a point, or along a wall, are not joined:
//!   nothing passes between them, be it a ray, a step or a glance. A place that is on both of them
//!   stands on either.
//! - **Sides are decided exactly** ([`navmesh_core::geom::turn`]), on coordinates that were given. Where a
//!   point has to be computed, as where a ray hits a wall, it is rounded to one that lies in its cell by
//!   the exact test.
//! - **What doors or a filter close is no ground.** The mesh to survey is then `MeshFinder::current_mesh`'s, or one
//!   whose doors were set ([`NavMesh::set_doors`]).
//! - **A place off the ground by no more than the snap** is moved onto it, as endpoints of paths are.
//! - **Nothing is within a distance that is negative or no number,** but, where a question begins at a place, that
//!   place itself.
//!
//! On a mesh with floors a place is on the floor that it says ([`Place::on_layer`]), else on that of the surveyor
//! ([`MeshQueries::on_layer`]), else on the lowest one with ground there; from there a ray, a step or a glance goes on wherever floors are joined.

mod line;
mod marks;
mod flood;
pub mod ray;
pub mod wall;
pub mod surface;
pub mod region;
pub mod random;
pub mod visible;

use navmesh_core::geom::sanitized;
use navmesh_core::{
    CellId, DVec2, Feature, Incidence, InvalidQuery, NavMesh, PathError, Place, QuerySide,
};

/// Answers spatial questions on one mesh, with memory of its own.
///
/// ```
/// # use navmesh_core::{NavMesh, RawMesh};
/// use navmesh_search::MeshQueries;
/// # let mut raw = RawMesh::default();
/// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
/// # raw.push_cell(&[0, 1, 2, 3]);
/// # let mesh = NavMesh::from_raw(&raw)?;
/// // A room of 4 by 3.
/// let mut survey = MeshQueries::new(&mesh);
/// assert!(survey.sees([1.0, 1.0], [3.0, 2.0])?);
/// let hit = survey.cast_ray([1.0, 1.0], [9.0, 1.0])?;
/// assert_eq!(hit.point, [4.0, 1.0].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MeshQueries<'m> {
    mesh: &'m NavMesh,
    snap: f64,
    layer: Option<u32>,
    ray: ray::Memory,
    flood: flood::Flood,
    draws: random::Memory,
    sight: visible::Memory,
    /// Where the place asked about stands.
    standing: Vec<Incidence>,
    /// The cells around the nearest point of a wall.
    joined: Vec<u32>,
}

impl<'m> MeshQueries<'m> {
    /// A surveyor of `mesh`. Complexity: O(1).
    #[must_use]
    pub fn new(mesh: &'m NavMesh) -> Self {
        Self {
            mesh,
            snap: mesh.default_snap(),
            layer: None,
            ray: ray::Memory::default(),
            flood: flood::Flood::default(),
            draws: random::Memory::default(),
            sight: visible::Memory::default(),
            standing: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// The same surveyor, which moves places that are off the ground by at most `distance` (map units)
    /// onto it. The default is [`NavMesh::default_snap`]; 0 takes places as they are.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room).snap(0.5); // 4 by 3
    /// assert_eq!(survey.cast_ray([4.25, 1.0], [2.0, 1.0])?.distance, 2.0); // from (4, 1)
    /// assert!(survey.snap(0.0).cast_ray([4.25, 1.0], [2.0, 1.0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.snap = distance;
        self
    }

    /// The same surveyor, for this floor: places that do not say another are on it, and cells and random points are
    /// those of this floor alone. Where the mesh has no such floor, all places are off the ground.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let survey = navmesh_search::MeshQueries::new(&room); // 4 by 3, on floor 0
    /// assert!(survey.clone().on_layer(0).sees([1.0, 1.0], [2.0, 2.0])?);
    /// assert!(survey.clone().on_layer(1).sees([1.0, 1.0], [2.0, 2.0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_layer(mut self, layer: u32) -> Self {
        self.layer = Some(layer);
        self.draws = random::Memory::default();
        self
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &'m NavMesh {
        self.mesh
    }

    /// Finds the cells that hold a place, and leaves them in `standing`; returns the point, moved onto
    /// the ground by no more than the snap.
    #[inline]
    fn stand(&mut self, place: Place) -> Result<DVec2, PathError> {
        let point = usable(place.point, QuerySide::Start)?;
        let place = Place { point, layer: place.layer.or(self.layer) };
        self.standing.clear();
        self.mesh.each_incidence(point, |incidence| self.standing.push(incidence));
        self.mesh.keep_layer(&mut self.standing, place.layer);
        if self.standing.is_empty() { self.stand_beside(place) } else { Ok(point) }
    }

    /// The same for a place that is off the ground.
    #[cold]
    fn stand_beside(&mut self, place: Place) -> Result<DVec2, PathError> {
        let point = place.point;
        let within = if self.snap > 0.0 { self.snap } else { 0.0 };
        let is_of_floor = |slot| place.may_be_on(self.mesh.layer(slot));
        let near = self.mesh.nearest_where(point, within, is_of_floor);
        let near = near.ok_or_else(|| self.mesh.missing_ground(place, QuerySide::Start))?;
        self.standing.extend(self.mesh.incidences(near.point));
        self.mesh.keep_layer(&mut self.standing, Some(self.mesh.layer(near.cell.slot)));
        Ok(near.point)
    }

    /// The same for a point that is thought to be in a cell: where it lies strictly within, it is not looked for.
    fn stand_in(&mut self, cell: CellId, point: DVec2) -> Result<DVec2, PathError> {
        let place = usable(point, QuerySide::Start)?;
        let is_known = self.mesh.has_cell(cell) && self.is_of_layer(cell.slot);
        let feature = is_known.then(|| self.mesh.feature_at(cell.slot, place)).flatten();
        match feature {
            Some(feature @ Feature::Inside) => {
                self.standing.clear();
                self.standing.push(Incidence { cell, feature });
                Ok(place)
            }
            _ => self.stand(point.into()),
        }
    }

    /// True where questions are about the floor of a cell.
    fn is_of_layer(&self, slot: u32) -> bool {
        self.layer.is_none_or(|layer| self.mesh.layer(slot) == layer)
    }

    /// The point rounded to one of the closed cell in a slot, by the exact test; where that is too thin to
    /// hold one beside it, of the nearest cell of its floor joined with it. And the slot of the cell that holds it.
    fn inside(&self, slot: u32, point: DVec2) -> (DVec2, u32) {
        let whereabouts = |slot: u32| (self.mesh.component(slot), self.mesh.layer(slot));
        self.inside_among(slot, point, |other| whereabouts(other) == whereabouts(slot))
    }

    /// The same, where another cell has to be one of those that `accept` says yes to.
    fn inside_among(&self, slot: u32, point: DVec2, accept: impl Fn(u32) -> bool) -> (DVec2, u32) {
        if let Some(inside) = self.mesh.nudged_into(slot, point) {
            return (inside, slot);
        }
        let nearest = self.mesh.nearest_where(point, f64::INFINITY, accept);
        nearest.map_or((point, slot), |near| (near.point, near.cell.slot))
    }
}

/// The point within the coordinate domain.
#[inline]
fn usable(point: DVec2, side: QuerySide) -> Result<DVec2, PathError> {
    let reason = InvalidQuery::Coordinates { side, point };
    sanitized(point).ok_or(PathError::InvalidQuery { reason })
}
