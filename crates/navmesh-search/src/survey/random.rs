//! Random points of the ground, uniform by area.
//!
//! A cell is drawn by its share of the area, a triangle of it likewise, and then a point of the triangle.
//! The random numbers are the caller's: 64 bits a call.

use navmesh_core::{DVec2, PathError};

use super::Surveyor;

/// A convex piece of ground to draw from: a cell, or what a circle leaves of one.
#[derive(Debug, Clone, Default)]
struct Piece {
    slot: u32,
    corners: Vec<DVec2>,
}

/// For each slot, the area of the cells up to and with it.
#[derive(Debug, Clone, Default)]
pub(super) struct AreaTable {
    ends: Vec<f64>,
}

/// How many points are drawn from the polygon around a circle until one is in the circle. Of the polygon less
/// than 2 % is outside; only where nearly all of the ground in it is there can so many draws fail.
const MOST_DRAWS: usize = 256;

/// What is drawn from is a polygon of so many sides around the circle.
const SIDES: usize = 16;

impl Surveyor<'_> {
    /// A random point of the ground, uniform by area; `random` gives 64 random bits a call.
    ///
    /// It lies on the ground by the exact test. The same numbers give the same point. Where there are floors,
    /// one says by [`Surveyor::on_layer`] which the point is to be on.
    /// Complexity: O(log n) after the first call, which is linear.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::Surveyor::new(&room); // 4 by 3
    /// let mut state = 1u64;
    /// let mut random = || {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     state
    /// };
    /// let point = survey.random_point(&mut random);
    /// assert!(room.locate(point).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "findRandomPoint")]
    pub fn random_point(&mut self, random: &mut impl FnMut() -> u64) -> DVec2 {
        if self.areas.ends.is_empty() {
            let mut sum = 0.0;
            let slots = 0..self.mesh.slot_count() as u32;
            let ends = slots.map(|slot| {
                sum += if self.is_of_layer(slot) { area(self.mesh.corners(slot)) } else { 0.0 };
                sum
            });
            self.areas.ends = ends.collect();
        }
        let drawn = draw(&self.areas.ends, random);
        let corners: Vec<DVec2> = self.mesh.corners(drawn as u32).collect();
        let point = draw_from_polygon(&corners, random);
        self.inside(drawn as u32, point).0
    }

    /// A random point that can be reached from `point` without going farther from it than `radius` (map
    /// units, straight), uniform by area.
    ///
    /// Complexity: linear in the cells within the circle.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` off the ground.
    #[doc(alias = "findRandomPointAroundCircle")]
    pub fn random_point_around(
        &mut self,
        point: impl Into<DVec2>,
        radius: f64,
        random: &mut impl FnMut() -> u64,
    ) -> Result<DVec2, PathError> {
        let center = self.stand(point.into())?;
        self.flood_circle(center, radius);
        let directions = directions();
        let mut sum = 0.0;
        let (mut pieces, mut ends) = (Vec::new(), Vec::new());
        for &slot in self.flood.reached().iter().filter(|&&slot| self.is_of_layer(slot)) {
            let mut corners: Vec<DVec2> = self.mesh.corners(slot).collect();
            for direction in directions {
                corners = clipped(&corners, center, direction, radius);
            }
            sum += area(corners.iter().copied());
            pieces.push(Piece { slot, corners });
            ends.push(sum);
        }
        for _ in 0..MOST_DRAWS {
            if sum <= 0.0 {
                break;
            }
            let Piece { slot, corners } = &pieces[draw(&ends, random)];
            let (drawn, _) = self.inside(*slot, draw_from_polygon(corners, random));
            if drawn.distance(center) <= radius {
                return Ok(drawn);
            }
        }
        Ok(center) // hardly any ground within the circle
    }
}

/// A number from 0 to below 1.
fn unit(random: &mut impl FnMut() -> u64) -> f64 {
    (random() >> 11) as f64 / (1u64 << 53) as f64
}

/// The index of a piece, by its share; `ends` are the sums of the pieces' areas up to each.
fn draw(ends: &[f64], random: &mut impl FnMut() -> u64) -> usize {
    let total = ends.last().copied().unwrap_or(0.0);
    let at = unit(random) * total;
    let found = ends.partition_point(|&end| end <= at);
    // Rounding can lead to the very end: to the last piece that has an area.
    if found < ends.len() { found } else { ends.partition_point(|&end| end < total) }
}

/// A point of a convex polygon, uniform by area; its triangles share the first corner.
fn draw_from_polygon(corners: &[DVec2], random: &mut impl FnMut() -> u64) -> DVec2 {
    let triangle = |i: usize| [corners[0], corners[i], corners[i + 1]];
    let mut sum = 0.0;
    let ends: Vec<f64> = (1..corners.len() - 1)
        .map(|i| {
            sum += area(triangle(i).into_iter());
            sum
        })
        .collect();
    let [a, b, c] = triangle(1 + draw(&ends, random));
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

/// What is left of a convex polygon that reaches no farther than `reach` from `center` in a direction.
fn clipped(corners: &[DVec2], center: DVec2, direction: DVec2, reach: f64) -> Vec<DVec2> {
    let beyond = |p: DVec2| (p - center).dot(direction) - reach;
    let mut left = Vec::with_capacity(corners.len() + 1);
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
    left
}
