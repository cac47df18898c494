//! Slides: moves towards a target, along walls where they are in the way.
//!
//! The move goes straight for the target ([rays](super::ray)). At a wall it slides to the wall's point nearest
//! to the target. If this is an end of the wall, it goes on from there in the same manner: straight if
//! possible, else along the other wall. So each piece leads nearer to the target. The move ends at the
//! target, or where nothing adjacent is nearer: in a corner, or at a wall with the target behind it.
//!
//! The course of the move is decided exactly, from corners and given points alone. Distances are compared
//! with twice the precision of a float, so that a slide by one float is known to lead nearer. Each corner that
//! the move comes to is nearer than the one before, so it ends.

use navmesh_core::backend::checked_point;
use navmesh_core::backend::geom::double::Double;
use navmesh_core::backend::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{
    CellId, DVec2, EdgeId, Feature, Incidence, IntoPoint, PathError, Place, QuerySide,
};

use super::MeshQueries;
use super::ray::{Obstacle, RayHit, WallHit, normal};

/// The end of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideResult {
    /// The last point, in the closed cell `cell` by the exact test. It is no farther from the target than the
    /// start.
    pub point: DVec2,
    /// A cell that holds the point, on the side of the wall where the move ended.
    pub cell: CellId,
    /// The cell's floor, on meshes with floors.
    pub layer: Option<u32>,
    /// The length of the move, in map units.
    pub travelled: f64,
    /// The wall at which the move ended; `None` if it reached its target.
    pub wall: Option<WallHit>,
}

impl SlideResult {
    /// Returns the point with its floor and cell. The next move from there stays on its side.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { layer: self.layer, cell: Some(self.cell), ..Place::new(self.point) }
    }
}

#[derive(Debug, Clone, Copy)]
struct Progress {
    /// The move so far. Its point is rounded if it is on a wall.
    moved: SlideResult,
    /// The last point of the move that is not rounded: the start, or a corner.
    rest: DVec2,
}

/// A slide along a wall.
#[derive(Debug, Clone, Copy)]
struct Slide {
    wall: EdgeId,
    /// The wall's point nearest to the target, not yet rounded.
    end: DVec2,
    /// The decrease of the distance to the target per unit of length.
    steepness: f64,
}

impl MeshQueries<'_> {
    /// Moves from `from` towards `to`, and slides along walls.
    ///
    /// The end of the move is on the mesh by the exact test. If `to` is in sight, it is `to`. Every piece of the
    /// move leads nearer to `to`: it is not a search, and may end in a dead end.
    ///
    /// Complexity: one point location, then linear in the corners of the cells crossed and walls touched.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain; `StartOutside` if `from` is off the
    /// mesh by more than the snap distance. `to` may be anywhere.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let moved = queries.move_along([3.0, 1.0], [5.0, 2.0])?;
    /// assert_eq!(moved.point, [4.0, 2.0].into()); // it slides up along the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "moveAlongSurface")]
    pub fn move_along(
        &mut self,
        from: impl Into<Place>,
        to: impl IntoPoint,
    ) -> Result<SlideResult, PathError> {
        self.move_visiting(from.into(), to.into_point(), |_| {})
    }

    /// Moves as [`move_along`](Self::move_along) does, and writes the points of the move into `track`: the start,
    /// the points where it turns, and the end.
    ///
    /// Complexity: that of `move_along`.
    ///
    /// # Errors
    ///
    /// Those of `move_along`; `track` is then empty.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// let mut track = Vec::new();
    /// navmesh_search::MeshQueries::new(&mesh).move_along_through([3.0, 1.0], [5.0, 2.0], &mut track)?;
    /// assert_eq!(track, [[3.0, 1.0], [4.0, 1.5], [4.0, 2.0]].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_along_through(
        &mut self,
        from: impl Into<Place>,
        to: impl IntoPoint,
        track: &mut Vec<DVec2>,
    ) -> Result<SlideResult, PathError> {
        track.clear();
        let moved = self.move_visiting(from.into(), to.into_point(), |point| {
            if track.last() != Some(&point) {
                track.push(point);
            }
        })?;
        // A move that was taken back ends at its start.
        if track.last() != Some(&moved.point) {
            track.truncate(1);
        }
        Ok(moved)
    }

    fn move_visiting(
        &mut self,
        from: Place,
        to: DVec2,
        mut visit: impl FnMut(DVec2),
    ) -> Result<SlideResult, PathError> {
        let to = checked_point(to, QuerySide::Goal)?;
        let from = self.locate(from)?;
        visit(from);
        let cell = self.located[0].cell;
        let Place { layer, .. } = self.mesh.place_in(cell.slot, from);
        let start = SlideResult { point: from, cell, layer, travelled: 0.0, wall: None };
        let mut progress = Progress { moved: start, rest: from };
        loop {
            let (hit, obstacle) = self.cast_from_located(progress.rest, to);
            progress.moved = progress.moved.after(&hit);
            visit(progress.moved.point);
            let Some(obstacle) = obstacle else { break };
            let Some(slide) = self.steepest_slide(obstacle, hit.point, to) else { break };
            let goes_on = self.slide(&slide, to, &mut progress);
            visit(progress.moved.point);
            if !goes_on {
                break;
            }
        }
        let Progress { moved, .. } = progress;
        // A point that is nearer by less than one float can be farther after rounding.
        let is_farther = moved.point.distance_squared(to) > from.distance_squared(to);
        Ok(if is_farther { SlideResult { wall: moved.wall, ..start } } else { moved })
    }

    /// Finds the steepest slide towards the target, along a wall that stopped the move. Ties go to the lower id.
    /// Returns `None` if no slide leads nearer.
    fn steepest_slide(&self, obstacle: Obstacle, at: DVec2, to: DVec2) -> Option<Slide> {
        let slide = |wall: EdgeId| {
            let [a, b] = self.mesh.edge_ends(wall);
            let end = end_of_slide([a, b], to);
            Slide { wall, end, steepness: (end - at).normalize_or_zero().dot(to - at) }
        };
        let corner = match obstacle {
            Obstacle::Wall(wall) => return Some(slide(wall)),
            Obstacle::Corner(edge) => edge,
        };
        // A move that has not left a place in several fans may slide in any of them.
        let located = self.located.iter().filter_map(|incidence| match incidence.feature {
            Feature::Corner(edge) if self.mesh.edge(edge).origin() == at => Some(edge),
            _ => None,
        });
        let corners = std::iter::once(corner).chain(located);
        let walls = corners.flat_map(|edge| self.walls_around(edge)).flatten();
        let steeper =
            |a: &Slide, b: &Slide| a.steepness.total_cmp(&b.steepness).then(b.wall.cmp(&a.wall));
        // A wall that faces the target does not obstruct the move.
        let obstructs = |wall: &EdgeId| {
            let [a, b] = self.mesh.edge_ends(*wall);
            turn(a, b, to) != Turn::Left
        };
        let slides = walls.filter(obstructs).map(slide);
        slides.filter(|slide| is_nearer(to, slide.end, at)).max_by(steeper)
    }

    fn walls_around(&self, edge: EdgeId) -> [Option<EdgeId>; 2] {
        self.mesh.walls_of_fan(edge).map_or([None; 2], |walls| walls.map(Some))
    }

    /// Slides along a wall. Returns true if the move can go on from the wall's end, which is then the located
    /// place.
    fn slide(&mut self, slide: &Slide, to: DVec2, progress: &mut Progress) -> bool {
        let Slide { wall, end, .. } = *slide;
        let next = self.mesh.next_edge(wall);
        let slot = self.mesh.edge(wall).cell_slot();
        let cell = self.mesh.cell_id(slot);
        let Progress { moved, rest } = progress;
        moved.wall = Some(WallHit { edge: wall, normal: normal(self.mesh, wall) });
        let corner = [wall, next].into_iter().find(|&edge| self.mesh.edge(edge).origin() == end);
        let Some(corner) = corner else {
            let (point, slot) = self.rounded_into(slot, end);
            if is_nearer(to, point, moved.point) {
                moved.go_to(self.mesh.place_in(slot, point));
            }
            return false;
        };
        if !is_nearer(to, end, *rest) {
            return false; // the corner is not nearer than the last one
        }
        moved.go_to(self.mesh.place_in(slot, end));
        *rest = end;
        self.located.clear();
        self.located.push(Incidence { cell, feature: Feature::Corner(corner) });
        true
    }
}

impl SlideResult {
    fn after(self, hit: &RayHit) -> Self {
        let travelled = self.travelled + hit.distance;
        Self { point: hit.point, cell: hit.cell, layer: hit.layer, travelled, wall: hit.wall }
    }

    fn go_to(&mut self, place: Place) {
        self.travelled += self.point.distance(place.point);
        (self.point, self.layer) = (place.point, place.layer);
        self.cell = place.cell.unwrap_or(self.cell);
    }
}

/// The extra distance at which the end of a wall still counts as its nearest point, relative to the largest
/// coordinate.
///
/// Without it, rounding would stop moves on walls just before their ends.
const SLIDE_SLACK: f64 = 8.0 * f64::EPSILON;

/// Returns the point of a wall nearest to `to`, or the wall's end if that is as near up to rounding.
fn end_of_slide([a, b]: [DVec2; 2], to: DVec2) -> DVec2 {
    let foot = nearest_on_segment(a, b, to);
    let end = if foot.distance_squared(a) < foot.distance_squared(b) { a } else { b };
    let slack = SLIDE_SLACK * a.abs().max(b.abs()).max(to.abs()).max_element();
    if end.distance(to) <= foot.distance(to) + slack { end } else { foot }
}

/// True if `one` is nearer to `target` than `other`, at a precision of some 100 bits.
fn is_nearer(target: DVec2, one: DVec2, other: DVec2) -> bool {
    let distance_sq = |point: DVec2| {
        let x = Double::difference(point.x, target.x);
        let y = Double::difference(point.y, target.y);
        x * x + y * y
    };
    (distance_sq(one) - distance_sq(other)).rounded() < 0.0
}
