//! Rays: how far one can go, or see, straight towards a point.
//!
//! The ray walks from cell to cell. In a cell it enters by an edge, and leaves by the first edge,
//! counter-clockwise, whose head is not on its right. That is one exact side test a corner. Only where a
//! corner lies exactly on the ray does the walk stop to look around: at a station of `walk`.
//!
//! What a ray may do follows from one rule: it is legal as far as each of its points lies in a cell that
//! is joined to the one before by a portal that the ray touches there. So it may touch corners, slide
//! along walls, even between two of them; and it may not slip through between cells that merely touch.

mod meeting;
mod walk;

use navmesh_core::{CellId, DVec2, EdgeId, PathError, Place, QuerySide};

use super::line::Line;
use super::{MeshQueries, usable};
pub(super) use meeting::normal;
use meeting::{Meeting, normal_of, squarest_wall};
pub(super) use walk::{Memory, Obstacle, ends_of_all};

/// Where a ray ends: at its target, or at a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The last point, in the closed cell `cell` by the exact test. Where the target is reached it is the
    /// target, bit for bit; at a corner, the corner; at a wall it is rounded.
    pub point: DVec2,
    /// How far it is from where the ray began, in map units.
    pub distance: f64,
    /// A cell that holds the point: the wall's, unless that is too thin to hold a float near the hit; then
    /// one that the ray passed before.
    pub cell: CellId,
    /// What stopped the ray; `None` where it reached its target.
    pub wall: Option<WallHit>,
}

/// The wall that a ray ends at.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallHit {
    /// The edge. At a corner, of the two walls that meet there the one that faces the ray more squarely.
    pub edge: EdgeId,
    /// The unit vector at right angles to the wall, pointing to the ground before it.
    pub normal: DVec2,
}

impl MeshQueries<'_> {
    /// Casts a ray from `from` towards `to`, to the first wall in its way.
    ///
    /// Exact, through corners and along walls too; see the [module](self). Where `from` stands on several
    /// parts of the ground (at a pinch), the ray takes the one that it gets farthest on.
    ///
    /// Complexity: one point location, then linear in the corners of the cells crossed.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` where `from` is off the
    /// ground by more than the snap. `to` may be anywhere.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let hit = survey.cast_ray([1.0, 1.0], [9.0, 1.0])?;
    /// assert_eq!((hit.distance, hit.wall.map(|w| w.normal)), (3.0, Some([-1.0, 0.0].into())));
    /// assert!(survey.cast_ray([1.0, 1.0], [2.0, 2.0])?.wall.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "line_of_sight")]
    pub fn cast_ray(
        &mut self,
        from: impl Into<Place>,
        to: impl Into<DVec2>,
    ) -> Result<RayHit, PathError> {
        let to = usable(to.into(), QuerySide::Goal)?;
        let from = self.stand(from.into())?;
        Ok(self.ray_from_standing(from, to).0)
    }

    /// As [`MeshQueries::cast_ray`] from a point of which it is known in which cell it is: that of the hit or the
    /// step that led there. Then it need not be looked for.
    ///
    /// A point that is not strictly within the cell is looked for after all; a cell that is no more does no harm.
    /// Of several floors at the point the cell's is meant.
    ///
    /// Complexity: linear in the corners of the cells crossed.
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let seen = survey.cast_ray([1.0, 1.0], [2.0, 2.0])?;
    /// let on = survey.cast_ray_in(seen.cell, seen.point, [2.0, 9.0])?;
    /// assert_eq!(on, survey.cast_ray(seen.point, [2.0, 9.0])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray_in(
        &mut self,
        cell: CellId,
        from: impl Into<DVec2>,
        to: impl Into<DVec2>,
    ) -> Result<RayHit, PathError> {
        let to = usable(to.into(), QuerySide::Goal)?;
        let from = self.stand_in(cell, from.into())?;
        Ok(self.ray_from_standing(from, to).0)
    }

    /// As [`MeshQueries::cast_ray`], and writes the cells that the ray passes into `cells`, each joined to the
    /// next by a portal that the ray touches; the last is the hit's.
    ///
    /// Complexity: as [`MeshQueries::cast_ray`].
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`]; `cells` is then empty.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let mut cells = Vec::new();
    /// let hit = survey.cast_ray_through([1.0, 1.0], [9.0, 1.0], &mut cells)?;
    /// assert_eq!(cells, [hit.cell]); // the room is one cell
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray_through(
        &mut self,
        from: impl Into<Place>,
        to: impl Into<DVec2>,
        cells: &mut Vec<CellId>,
    ) -> Result<RayHit, PathError> {
        cells.clear();
        let hit = self.cast_ray(from, to)?;
        cells.extend(self.ray.way_back().map(|slot| self.mesh.cell_id(slot)));
        cells.reverse();
        Ok(hit)
    }

    /// True where one can walk, or see, straight from `from` to `to`: on whatever floor the ray comes to it, unless it
    /// says on which.
    ///
    /// Complexity: as [`MeshQueries::cast_ray`].
    ///
    /// # Errors
    ///
    /// As [`MeshQueries::cast_ray`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// assert!(survey.sees([1.0, 1.0], [4.0, 3.0])?); // a corner is ground
    /// assert!(!survey.sees([1.0, 1.0], [5.0, 3.0])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "is_visible")]
    pub fn sees(
        &mut self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<bool, PathError> {
        let goal: Place = to.into();
        let to = usable(goal.point, QuerySide::Goal)?;
        let from = self.stand(from.into())?;
        let end = walk::walk(self.mesh, Line { from, to }, &self.standing, &mut self.ray);
        let place = Place { point: to, ..goal };
        let is_there = || self.mesh.incidences_at(place).any(|at| at.cell.slot == end.slot);
        Ok(end.obstacle.is_none() && (goal.layer.is_none() || is_there()))
    }

    /// The ray towards `to` from a point where the surveyor stands; and what stopped it.
    ///
    /// Both points come in registers, and the walk is part of this function: in memory, two coordinates that were
    /// written one by one are not read as a pair before they have been written out.
    #[inline(never)]
    pub(super) fn ray_from_standing(
        &mut self,
        from: DVec2,
        to: DVec2,
    ) -> (RayHit, Option<Obstacle>) {
        let (mesh, line) = (self.mesh, Line { from, to });
        let end = walk::walk(mesh, line, &self.standing, &mut self.ray);
        let here = |point: DVec2| (point, end.slot);
        let ((point, slot), wall) = match end.obstacle {
            None => (here(line.to), None),
            Some(Obstacle::Wall(edge)) => {
                let ends = mesh.edge_ends(edge);
                let place = match Meeting::of(line, ends) {
                    Meeting::On(point) => here(point),
                    Meeting::Near(point) => self.on_the_way(end.slot, point),
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
        let hit = RayHit { point, distance, cell: mesh.cell_id(slot), wall };
        (hit, end.obstacle)
    }

    /// The point rounded to one of the ray's last cell; where that is too thin to hold one beside it, to
    /// the nearest of the cells on the way there, with which the way then ends.
    fn on_the_way(&mut self, slot: u32, point: DVec2) -> (DVec2, u32) {
        if let Some(inside) = self.mesh.nudged_into(slot, point) {
            return (inside, slot);
        }
        let passed = |slot| self.ray.way_back().any(|other| other == slot);
        let Some(near) = self.mesh.nearest_where(point, f64::INFINITY, passed) else {
            return (point, slot); // a way has a cell
        };
        self.ray.turn_back_to(near.cell.slot);
        (near.point, near.cell.slot)
    }
}

#[cfg(test)]
mod tests;
