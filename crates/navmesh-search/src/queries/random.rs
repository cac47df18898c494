//! Random points of the ground, uniform by area.
//!
//! A cell is drawn by its share of the area, a triangle of it likewise, and then a point of the triangle.
//! The random numbers are the caller's: 64 bits a call.

use std::ops::Range;

use navmesh_core::{DVec2, PathError, Place};

use super::MeshQueries;

/// What draws keep between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// For each slot, the area of the cells up to and with it.
    cells: Vec<f64>,
    /// What the last circle left of each cell.
    pieces: Vec<Piece>,
    /// The corners of the pieces, one piece after the other.
    corners: Vec<DVec2>,
    /// A polygon that is being clipped, and what is left of it.
    clipping: [Vec<DVec2>; 2],
}

/// A convex piece of ground to draw from: what a circle leaves of a cell.
#[derive(Debug, Clone)]
struct Piece {
    slot: u32,
    corners: Range<usize>,
    /// The area of the pieces up to and with this one.
    end: f64,
}

/// How many points are drawn from the polygon around a circle until one is in the circle. Of the polygon less
/// than 2 % is outside; only where nearly all of the ground in it is there can so many draws fail.
const MOST_DRAWS: usize = 256;

/// What is drawn from is a polygon of so many sides around the circle.
const SIDES: usize = 16;

impl MeshQueries<'_> {
    /// A random point of the ground, uniform by area; `random` gives 64 random bits a call. `None` where there is
    /// no ground: all of it is closed, or the floor has none.
    ///
    /// It lies on the ground by the exact test. The same numbers give the same point. It may be on any floor, or
    /// on the one that [`MeshQueries::on_layer`] says.
    ///
    /// Complexity: O(log n) after the first call, which is linear.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let mut state = 1u64;
    /// let mut random = || {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     state
    /// };
    /// let point = survey.random_point(&mut random).unwrap();
    /// assert!(room.locate(point).is_some());
    /// assert!(survey.on_layer(7).random_point(&mut random).is_none(), "there is one floor");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "findRandomPoint")]
    pub fn random_point(&mut self, random: &mut impl FnMut() -> u64) -> Option<Place> {
        let mesh = self.mesh;
        if self.draws.cells.is_empty() {
            let mut sum = 0.0;
            let slots = 0..mesh.slot_count() as u32;
            let ends = slots.map(|slot| {
                sum += if self.is_of_layer(slot) { area(mesh.corners(slot)) } else { 0.0 };
                sum
            });
            self.draws.cells = ends.collect();
        }
        let has_ground = self.draws.cells.last().is_some_and(|&area| area > 0.0);
        has_ground.then(|| {
            let slot = draw(&self.draws.cells, |&end| end, random) as u32;
            let (point, slot) = self.inside(slot, draw_from_polygon(mesh.corners(slot), random));
            self.place_in(slot, point)
        })
    }

    /// A random point that can be reached from `point` without going farther from it than `radius` (map
    /// units, straight), uniform by area; where there is hardly any ground within the circle, `point` itself.
    ///
    /// Complexity: linear in the cells within the circle.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` off the ground.
    ///
    /// ```
    /// # use navmesh_core::{DVec2, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let mut state = 1u64;
    /// let mut random = || {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     state
    /// };
    /// let near = survey.random_point_around([1.0, 1.0], 0.5, &mut random)?;
    /// assert!(near.point.distance(DVec2::ONE) <= 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "findRandomPointAroundCircle")]
    pub fn random_point_around(
        &mut self,
        place: impl Into<Place>,
        radius: f64,
        random: &mut impl FnMut() -> u64,
    ) -> Result<Place, PathError> {
        let center = self.stand(place.into())?;
        self.flood_circle(center, radius);
        self.cut_pieces(center, radius);
        let Memory { pieces, corners, .. } = &self.draws;
        let has_ground = pieces.last().is_some_and(|last| last.end > 0.0);
        for _ in 0..if has_ground { MOST_DRAWS } else { 0 } {
            let piece = &pieces[draw(pieces, |piece| piece.end, random)];
            let ring = corners[piece.corners.clone()].iter().copied();
            let point = draw_from_polygon(ring, random);
            // Not any cell of the same ground: one beyond a wall may be nearer, and is not reached.
            let floor = self.mesh.layer(piece.slot);
            let is_reached =
                |slot| self.flood.marks.is_marked(slot) && self.mesh.layer(slot) == floor;
            let (drawn, slot) = self.inside_among(piece.slot, point, is_reached);
            if drawn.distance(center) <= radius {
                return Ok(self.place_in(slot, drawn));
            }
        }
        let home = self.standing[0].cell.slot; // whoever stands, stands in a cell
        Ok(self.place_in(home, center)) // hardly any ground within the circle
    }

    /// A point of the cell in a slot as a place, which tells its floor where the mesh has several.
    fn place_in(&self, slot: u32, point: DVec2) -> Place {
        let layer = self.mesh.has_layers().then(|| self.mesh.layer(slot));
        Place { point, layer }
    }

    /// Cuts each cell that was flooded down to what is within the polygon around a circle.
    fn cut_pieces(&mut self, center: DVec2, radius: f64) {
        let (mesh, layer) = (self.mesh, self.layer);
        let is_asked_for = |slot: u32| layer.is_none_or(|layer| mesh.layer(slot) == layer);
        let Memory { pieces, corners, clipping: [ring, left], .. } = &mut self.draws;
        pieces.clear();
        corners.clear();
        let mut end = 0.0;
        for &slot in self.flood.reached().iter().filter(|&&slot| is_asked_for(slot)) {
            ring.clear();
            ring.extend(mesh.corners(slot));
            for direction in directions() {
                let beyond = |p: DVec2| (p - center).dot(direction) - radius;
                clip(ring, beyond, left);
                std::mem::swap(ring, left);
            }
            end += area(ring.iter().copied());
            let first = corners.len();
            corners.extend_from_slice(ring);
            pieces.push(Piece { slot, corners: first..corners.len(), end });
        }
    }
}

/// A number from 0 to below 1.
fn unit(random: &mut impl FnMut() -> u64) -> f64 {
    (random() >> 11) as f64 / (1u64 << 53) as f64
}

/// The index of an item, by its share; `end` is the sum of the shares up to it and with it.
fn draw<T>(items: &[T], end: impl Fn(&T) -> f64, random: &mut impl FnMut() -> u64) -> usize {
    let total = items.last().map_or(0.0, &end);
    let at = unit(random) * total;
    let found = items.partition_point(|item| end(item) <= at);
    // Rounding can lead to the very end: to the last item that has a share.
    if found < items.len() { found } else { items.partition_point(|item| end(item) < total) }
}

/// A point of a convex polygon, uniform by area; its triangles share the first corner.
fn draw_from_polygon(
    corners: impl Iterator<Item = DVec2> + Clone,
    random: &mut impl FnMut() -> u64,
) -> DVec2 {
    let at = unit(random) * area(corners.clone());
    let mut rest = corners.clone();
    let a = rest.next().unwrap_or_default();
    let [mut b, mut c] = [a; 2];
    let mut sum = 0.0;
    // Rounding can lead to the very end: to the last triangle.
    for (from, to) in rest.clone().zip(rest.skip(1)) {
        (b, c) = (from, to);
        sum += area([a, b, c].into_iter());
        if sum > at {
            break;
        }
    }
    let [mut along_b, mut along_c] = [unit(random), unit(random)];
    if along_b + along_c > 1.0 {
        (along_b, along_c) = (1.0 - along_b, 1.0 - along_c);
    }
    a + (b - a) * along_b + (c - a) * along_c
}

/// The area of a convex polygon, rounded; 0 for less than three corners.
fn area(mut corners: impl Iterator<Item = DVec2>) -> f64 {
    let Some(first) = corners.next() else { return 0.0 };
    let mut before = corners.next();
    let mut twice = 0.0;
    for corner in corners {
        twice += before.map_or(0.0, |b| (b - first).perp_dot(corner - first));
        before = Some(corner);
    }
    f64::max(twice, 0.0) / 2.0
}

/// Unit vectors all around, evenly.
fn directions() -> [DVec2; SIDES] {
    let mut quarter = [DVec2::X; SIDES / 4 + 1];
    quarter[SIDES / 4] = DVec2::Y;
    let mut step = SIDES / 4;
    while step > 1 {
        for i in (0..SIDES / 4).step_by(step) {
            quarter[i + step / 2] = (quarter[i] + quarter[i + step]).normalize_or_zero();
        }
        step /= 2;
    }
    std::array::from_fn(|i| {
        let direction = quarter[i % (SIDES / 4)];
        (0..i / (SIDES / 4)).fold(direction, |turned, _| turned.perp())
    })
}

/// Writes what is left of a convex polygon where `beyond`, which grows evenly in one direction, is not positive.
fn clip(corners: &[DVec2], beyond: impl Fn(DVec2) -> f64, left: &mut Vec<DVec2>) {
    left.clear();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (from, to) = (beyond(a), beyond(b));
        if from <= 0.0 {
            left.push(a);
        }
        if (from <= 0.0) != (to <= 0.0) {
            left.push(a + (b - a) * (from / (from - to)));
        }
    }
}
