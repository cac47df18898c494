//! Rays: how far one can go, or see, straight towards a point.
//!
//! The ray goes from cell to cell in runs until a corner of a cell lies exactly on it. Such a
//! corner is a *ray vertex*. There the ray continues into every cell around the corner that it can.
//!
//! One rule decides what a ray may do: each of its points lies in a cell that is joined to the one before by
//! a portal, and the ray touches the portal there. So a ray may touch corners, and run along walls, even
//! between two of them. It does not pass between cells that only touch.

pub(crate) mod leg_writer;
mod crossing;
mod trail;
mod walk;

use navmesh_core::backend::checked_point;
use navmesh_core::{
    CellId, DVec2, EdgeId, Incidence, IntoPoint, NavMesh, PathError, Place, QuerySide,
};

use super::MeshQueries;
use crate::line::Line;
pub(super) use crossing::normal;
use crossing::{Crossing, normal_of, squarest_wall};
pub(crate) use trail::RayWorkspace;
pub(super) use walk::Obstacle;
pub(crate) use walk::walk_to_all_ends;

/// The end of a ray: its target, or a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The last point, in the closed cell `cell` by the exact test. It is the target or a corner bit for
    /// bit, or a rounded point of a wall.
    pub point: DVec2,
    /// The distance from the beginning of the ray to the point, in map units.
    pub distance: f64,
    /// A cell that holds the point: the wall's cell, or one that the ray passed before if the wall's cell is
    /// too thin to hold a float near the hit.
    pub cell: CellId,
    /// The cell's floor, on meshes with floors.
    pub layer: Option<u32>,
    /// The wall that stopped the ray; `None` if it reached its target.
    pub wall: Option<WallHit>,
}

impl RayHit {
    /// Returns the point with its floor and cell. The next query from there stays on its side.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { layer: self.layer, cell: Some(self.cell), ..Place::new(self.point) }
    }
}

/// The wall that a ray ends at.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallHit {
    /// The wall's edge. At a corner, the one of its two walls that is closer to a right angle with the ray.
    pub edge: EdgeId,
    /// The unit vector at right angles to the wall, pointing into its cell.
    pub normal: DVec2,
}

/// Walks a straight leg from one of these cells to its end, exactly, and adds its cells in order. False if a wall
/// blocks it, or if it reaches its end only in cells that `accepts` refuses.
pub(crate) fn walk_leg(
    mesh: &NavMesh,
    [from, to]: [DVec2; 2],
    at: &[Incidence],
    accepts: impl Fn(u32) -> bool,
    workspace: &mut RayWorkspace,
    cells: &mut Vec<u32>,
) -> bool {
    let line = Line { from, to };
    let end = walk::walk(mesh, line, at, workspace);
    if end.obstacle.is_some() || !accepts(end.slot) {
        walk_to_all_ends(mesh, line, at, workspace);
        let is_end = |slot: u32| mesh.feature_at(slot, to).is_some() && accepts(slot);
        if !workspace.end_at(is_end) {
            return false;
        }
    }
    let first = cells.len();
    cells.extend(workspace.cells_backward());
    cells[first..].reverse();
    true
}

impl MeshQueries<'_> {
    /// Casts a ray from `from` towards `to`, up to the first wall.
    ///
    /// The ray is exact, through corners and along walls too; see the [module](self). If `from` is on several
    /// parts of the mesh (at a pinch, on a thin wall) and names no cell, the ray begins on the one that
    /// leads farthest.
    ///
    /// Complexity: one point location, then linear in the corners of the cells crossed.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain; `StartOutside` if `from` is off the
    /// mesh by more than the snap distance. `to` may be anywhere.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let hit = queries.cast_ray([1.0, 1.0], [9.0, 1.0])?;
    /// assert_eq!((hit.distance, hit.wall.map(|w| w.normal)), (3.0, Some([-1.0, 0.0].into())));
    /// assert!(queries.cast_ray([1.0, 1.0], [2.0, 2.0])?.wall.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "line_of_sight")]
    pub fn cast_ray(
        &mut self,
        from: impl Into<Place>,
        to: impl IntoPoint,
    ) -> Result<RayHit, PathError> {
        let to = checked_point(to.into_point(), QuerySide::Goal)?;
        let from = self.locate(from.into())?;
        Ok(self.cast_from_located(from, to).0)
    }

    /// Casts a ray as [`MeshQueries::cast_ray`] does, and writes the cells that it passes into `cells`.
    ///
    /// Each cell is joined to the next by a portal that the ray touches. The last one is the hit's cell.
    ///
    /// Complexity: as [`MeshQueries::cast_ray`].
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`]; `cells` is empty then.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let mut cells = Vec::new();
    /// let hit = queries.cast_ray_through([1.0, 1.0], [9.0, 1.0], &mut cells)?;
    /// assert_eq!(cells, [hit.cell]); // the mesh has one cell
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray_through(
        &mut self,
        from: impl Into<Place>,
        to: impl IntoPoint,
        cells: &mut Vec<CellId>,
    ) -> Result<RayHit, PathError> {
        cells.clear();
        let hit = self.cast_ray(from, to)?;
        cells.extend(self.ray.cells_backward().map(|slot| self.mesh.cell_id(slot)));
        cells.reverse();
        Ok(hit)
    }

    /// Returns the cost of walking straight to each point in turn; `None` if a wall is in the way.
    ///
    /// Along the border of two areas the cheaper one counts. Links are not used.
    ///
    /// Complexity: O(n log n) in the number of cells that the legs touch.
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let points = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 1.0], [2.0, 1.0], [0.0, 1.0]];
    /// # let mut raw = RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]);
    /// raw.costs = vec![1.0, 3.0]; // two cells, which meet at x = 2
    /// let mesh = NavMesh::from_raw(&raw)?;
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh);
    /// assert_eq!(queries.straight_cost([0.0, 0.5], &[[4.0, 0.5].into()])?, Some(2.0 + 3.0 * 2.0));
    /// assert_eq!(queries.straight_cost([0.0, 0.5], &[[5.0, 0.5].into()])?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn straight_cost(
        &mut self,
        from: impl Into<Place>,
        points: &[DVec2],
    ) -> Result<Option<f64>, PathError> {
        let from = from.into();
        let place = Place { point: self.locate(from)?, layer: from.layer.or(self.layer), ..from };
        for &point in points {
            checked_point(point, QuerySide::Goal)?;
        }
        Ok(self.ruler.cost(self.mesh, place, points))
    }

    /// True if one can go, or see, straight from `from` to `to`.
    ///
    /// If `to` has no floor and no cell, the ray may reach it on any floor and side.
    ///
    /// Complexity: as [`MeshQueries::cast_ray`].
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`].
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// assert!(queries.sees([1.0, 1.0], [4.0, 3.0])?); // a corner is walkable
    /// assert!(!queries.sees([1.0, 1.0], [5.0, 3.0])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "is_visible")]
    pub fn sees(
        &mut self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<bool, PathError> {
        let goal: Place = to.into();
        let to = checked_point(goal.point, QuerySide::Goal)?;
        let line = Line { from: self.locate(from.into())?, to };
        if goal.layer.is_none() && goal.cell.is_none() {
            let end = walk::walk(self.mesh, line, &self.located, &mut self.ray);
            return Ok(end.obstacle.is_none());
        }
        // The ray may reach the point on several floors and sides.
        walk_to_all_ends(self.mesh, line, &self.located, &mut self.ray);
        let place = Place { point: to, ..goal };
        let is_end = |slot: u32| self.ray.end_slots().any(|end| end == slot);
        Ok(self.mesh.incidences_at(place).any(|at| is_end(at.cell.slot)))
    }

    /// Casts a ray towards `to` from the located point `from`. Returns the obstacle, too.
    ///
    /// It is never inlined, and the walk always is, so that both points stay in registers: a pair of coordinates
    /// that was written one by one is slow to load.
    #[inline(never)]
    pub(super) fn cast_from_located(
        &mut self,
        from: DVec2,
        to: DVec2,
    ) -> (RayHit, Option<Obstacle>) {
        let (mesh, line) = (self.mesh, Line { from, to });
        let end = walk::walk(mesh, line, &self.located, &mut self.ray);
        let here = |point: DVec2| (point, end.slot);
        let ((point, slot), wall) = match end.obstacle {
            None => (here(line.to), None),
            Some(Obstacle::Wall(edge)) => {
                let ends = mesh.edge_ends(edge);
                let place = match Crossing::of(line, ends) {
                    Crossing::On(point) => here(point),
                    Crossing::Near(point) => self.rounded_into_trail(end.slot, point),
                };
                (place, Some(WallHit { edge, normal: normal_of(ends) }))
            }
            Some(Obstacle::Corner(edge)) => {
                let wall = squarest_wall(mesh, line, edge);
                let hit = |edge| WallHit { edge, normal: normal(mesh, edge) };
                (here(mesh.edge(edge).origin()), wall.map(hit))
            }
        };
        let distance = line.from.distance(point);
        let Place { layer, .. } = mesh.place_in(slot, point);
        let hit = RayHit { point, distance, cell: mesh.cell_id(slot), layer, wall };
        (hit, end.obstacle)
    }

    /// Rounds a computed point to one of the ray's last cell. If that is too thin, returns a point of the nearest
    /// cell that the ray passed, and ends the ray's trail there.
    fn rounded_into_trail(&mut self, slot: u32, point: DVec2) -> (DVec2, u32) {
        if let Some(inside) = self.mesh.nudged_into(slot, point) {
            return (inside, slot);
        }
        let passed = |slot| self.ray.cells_backward().any(|other| other == slot);
        let Some(near) = self.mesh.nearest_where(point, f64::INFINITY, passed) else {
            return (point, slot); // the trail is never empty
        };
        self.ray.cut_after(near.cell.slot);
        (near.point, near.cell.slot)
    }
}

#[cfg(test)]
mod tests;
