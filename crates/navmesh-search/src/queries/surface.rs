//! Steps: towards a target, sliding on walls, and never off the ground.
//!
//! The step goes straight for the target ([rays](super::ray)). At a wall it slides to the wall's point
//! nearest to the target. Where that is an end of the wall, it goes on from there in the same manner: straight
//! if the ground allows, else along the other wall. So each piece leads nearer to the target; it ends at the
//! target, or where nothing beside it is nearer: in a corner, or against a wall that the target is behind.
//!
//! Where the step can go is decided exactly, from corners and given points alone. What is nearer is decided
//! to twice the precision of a float, so that a slide by a float or two is seen to lead nearer; and as each
//! corner that a step comes to is nearer than the one before, it ends.

use navmesh_core::geom::double::Double;
use navmesh_core::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{CellId, DVec2, EdgeId, Feature, Incidence, PathError, Place, QuerySide};

use super::ray::{Obstacle, RayHit, WallHit, normal};
use super::{MeshQueries, usable};

/// Where a step ends.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideResult {
    /// The place, in the closed cell `cell` by the exact test; never farther from the target than the start.
    pub point: DVec2,
    /// A cell that holds it.
    pub cell: CellId,
    /// The length of the way there, in map units.
    pub travelled: f64,
    /// The wall that the step ended against; `None` where it reached its target.
    pub wall: Option<WallHit>,
}

/// A step under way.
#[derive(Debug, Clone, Copy)]
struct Progress {
    /// Where it has come; where it hit a wall or slid along one, rounded.
    moved: SlideResult,
    /// The last place before that was not rounded: the start, or a corner.
    rest: DVec2,
}

/// Where a slide along a wall leads.
#[derive(Debug, Clone, Copy)]
struct Slide {
    wall: EdgeId,
    /// The wall's point nearest to the target, not yet rounded.
    end: DVec2,
    /// How steeply the slide leads nearer.
    steepness: f64,
}

impl MeshQueries<'_> {
    /// Moves from `from` towards `to`, sliding along walls, never leaving the ground.
    ///
    /// The answer is on the ground by the exact test, can be walked to from `from` on a way that leads ever
    /// nearer to `to`, and is `to` itself wherever that is in sight. It is no search: a step ends in a dead end.
    ///
    /// Complexity: one point location, then linear in the corners of the cells crossed and walls touched.
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
    /// let moved = survey.move_along([3.0, 1.0], [5.0, 2.0])?;
    /// assert_eq!(moved.point, [4.0, 2.0].into()); // it slid up the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "moveAlongSurface")]
    pub fn move_along(
        &mut self,
        from: impl Into<Place>,
        to: impl Into<DVec2>,
    ) -> Result<SlideResult, PathError> {
        let to = usable(to.into(), QuerySide::Goal)?;
        let from = self.stand(from.into())?;
        let start =
            SlideResult { point: from, cell: self.standing[0].cell, travelled: 0.0, wall: None };
        let mut progress = Progress { moved: start, rest: from };
        loop {
            let (hit, obstacle) = self.ray_from_standing(progress.rest, to);
            progress.moved = progress.moved.after(&hit);
            let Some(obstacle) = obstacle else { break };
            let Some(slide) = self.steepest_slide(obstacle, hit.point, to) else { break };
            if !self.slide(&slide, to, &mut progress) {
                break;
            }
        }
        let Progress { moved, .. } = progress;
        // What is nearer by less than a float can seem farther.
        let is_farther = moved.point.distance_squared(to) > from.distance_squared(to);
        Ok(if is_farther { SlideResult { wall: moved.wall, ..start } } else { moved })
    }

    /// The slide that leads nearer to the target most steeply, along the wall or the walls that stopped the
    /// step; of two alike, along the wall with the lower id. `None` where none leads nearer.
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
        // Where the step has not left a place in several fans, it may slide in any of them.
        let standing = self.standing.iter().filter_map(|incidence| match incidence.feature {
            Feature::Corner(edge) if self.mesh.edge(edge).origin() == at => Some(edge),
            _ => None,
        });
        let corners = std::iter::once(corner).chain(standing);
        let walls = corners.flat_map(|edge| self.walls_around(edge)).flatten();
        let steeper =
            |a: &Slide, b: &Slide| a.steepness.total_cmp(&b.steepness).then(b.wall.cmp(&a.wall));
        // A wall that has the target before it is not the one in the way.
        let is_in_the_way = |wall: &EdgeId| {
            let [a, b] = self.mesh.edge_ends(*wall);
            turn(a, b, to) != Turn::Left
        };
        let slides = walls.filter(is_in_the_way).map(slide);
        slides.filter(|slide| is_nearer(to, slide.end, at)).max_by(steeper)
    }

    fn walls_around(&self, edge: EdgeId) -> [Option<EdgeId>; 2] {
        self.mesh.walls_of_fan(edge).map_or([None; 2], |walls| walls.map(Some))
    }

    /// Slides along a wall; true where the step can go on from the wall's end, on which the surveyor then
    /// stands.
    fn slide(&mut self, slide: &Slide, to: DVec2, progress: &mut Progress) -> bool {
        let Slide { wall, end, .. } = *slide;
        let next = self.mesh.next_edge(wall);
        let slot = self.mesh.edge(wall).cell_slot();
        let cell = self.mesh.cell_id(slot);
        let Progress { moved, rest } = progress;
        moved.wall = Some(WallHit { edge: wall, normal: normal(self.mesh, wall) });
        let corner = [wall, next].into_iter().find(|&edge| self.mesh.edge(edge).origin() == end);
        let Some(corner) = corner else {
            let (point, slot) = self.inside(slot, end);
            if is_nearer(to, point, moved.point) {
                moved.go_to(point, self.mesh.cell_id(slot));
            }
            return false;
        };
        if !is_nearer(to, end, *rest) {
            return false; // no nearer than the corner before, as far as numbers tell
        }
        moved.go_to(end, cell);
        *rest = end;
        self.standing.clear();
        self.standing.push(Incidence { cell, feature: Feature::Corner(corner) });
        true
    }
}

impl SlideResult {
    fn after(self, hit: &RayHit) -> Self {
        let travelled = self.travelled + hit.distance;
        Self { point: hit.point, cell: hit.cell, travelled, wall: hit.wall }
    }

    fn go_to(&mut self, point: DVec2, cell: CellId) {
        self.travelled += self.point.distance(point);
        (self.point, self.cell) = (point, cell);
    }
}

/// By how much the end of a wall may be farther from the target than the wall's nearest point, and a slide yet
/// go on to it: in units of the rounding of coordinates. Else steps would stick to walls a hair before their
/// ends, where the nearest point is the end but for its rounding.
const SLIDE_SLACK: f64 = 8.0 * f64::EPSILON;

/// The point of a wall nearest to `to`, or the wall's end where floats hardly tell the two apart.
fn end_of_slide([a, b]: [DVec2; 2], to: DVec2) -> DVec2 {
    let foot = nearest_on_segment(a, b, to);
    let end = if foot.distance_squared(a) < foot.distance_squared(b) { a } else { b };
    let slack = SLIDE_SLACK * a.abs().max(b.abs()).max(to.abs()).max_element();
    if end.distance(to) <= foot.distance(to) + slack { end } else { foot }
}

/// True where `one` is nearer to `target` than `other`, as far as 100 bits tell.
fn is_nearer(target: DVec2, one: DVec2, other: DVec2) -> bool {
    let distance_sq = |point: DVec2| {
        let x = Double::difference(point.x, target.x);
        let y = Double::difference(point.y, target.y);
        x * x + y * y
    };
    (distance_sq(one) - distance_sq(other)).rounded() < 0.0
}
