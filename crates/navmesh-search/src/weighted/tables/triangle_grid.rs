//! A grid of equilateral triangles over a mesh.
//!
//! In the coordinates of the grid its corners have whole numbers, and each unit square holds two triangles: the first one
//! with the corners (0, 0), (1, 0), (0, 1), the second one with (1, 1), (0, 1), (1, 0).

use navmesh_core::{Bounds, DVec2};

/// The most that grid coordinates are rounded by, with much to spare.
const MARGIN: f64 = 1.0 / (1u64 << 30) as f64;

/// The greatest number of sides along the longer side of a mesh.
const MOST_SIDES: f64 = 256.0;

/// The number of a triangle: twice that of its square, and 1 more for the second one.
pub(super) type Triangle = u32;

/// A grid over a mesh. Its outermost squares lie outside of the mesh.
#[derive(Debug, Clone, Copy)]
pub(super) struct TriangleGrid {
    origin: DVec2,
    /// A point times these, plus the shift, is the point in coordinates of the grid.
    axes: [DVec2; 2],
    shift: DVec2,
    columns: u32,
    /// The length of a side in map units.
    pub(super) side: f64,
}

/// The memory of a search for triangles.
#[derive(Debug, Default)]
pub(super) struct Clips {
    points: Vec<DVec2>,
    strip: Vec<DVec2>,
    square: Vec<DVec2>,
}

impl TriangleGrid {
    /// Lays a grid of about this number of squares over a box, with rows along a direction of length 1.
    pub(super) fn new(bounds: Bounds, along: DVec2, squares: f64) -> Self {
        let size = bounds.max - bounds.min;
        let side = (size.x * size.y * 2.0 / (3f64.sqrt() * squares)).sqrt();
        let side = side.max(size.max_element() / MOST_SIDES);
        let across = along.perp() / (3f64.sqrt() * side);
        let axes = [along / side - across, across * 2.0];
        let corners = [DVec2::ZERO, DVec2::new(size.x, 0.0), DVec2::new(0.0, size.y), size];
        let corners = corners.map(|corner| DVec2::from_array(axes.map(|axis| axis.dot(corner))));
        let low = corners.into_iter().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max);
        let columns = (high.x - low.x).ceil() as u32 + 4;
        let (origin, shift) = (bounds.min, DVec2::splat(1.5) - low);
        Self { origin, axes, shift, columns, side }
    }

    /// Calls `visit` with each triangle that the convex hull of some points in order touches, or misses by rounding alone;
    /// once with each.
    pub(super) fn each_triangle(
        &self,
        points: impl Iterator<Item = DVec2>,
        Clips { points: polygon, strip, square }: &mut Clips,
        mut visit: impl FnMut(Triangle),
    ) {
        polygon.clear();
        polygon.extend(points.map(|point| self.coordinates(point)));
        for row in whole_range(extent(polygon.iter().map(|corner| corner.y))) {
            clip(polygon, strip, row, |corner| corner.y);
            for column in whole_range(extent(strip.iter().map(|corner| corner.x))) {
                clip(strip, square, column, |corner| corner.x);
                let [low, high] =
                    extent(square.iter().map(|corner| corner.x + corner.y - column - row));
                let number = row as u32 * self.columns + column as u32;
                if low <= 1.0 + 4.0 * MARGIN {
                    visit(2 * number);
                }
                if high >= 1.0 - 4.0 * MARGIN {
                    visit(2 * number + 1);
                }
            }
        }
    }

    /// Returns the triangles at the sides of a first triangle of a square, and for each the pairs of corners in which both
    /// agree.
    pub(super) fn beside(&self, first: Triangle) -> [(Triangle, [[usize; 2]; 2]); 3] {
        let second = first + 1;
        [
            (second, [[1, 2], [2, 1]]),
            (second - 2 * self.columns, [[0, 1], [1, 0]]),
            (second - 2, [[0, 2], [2, 0]]),
        ]
    }

    /// Returns a point in the coordinates of the grid.
    fn coordinates(&self, point: DVec2) -> DVec2 {
        let offset = point - self.origin;
        DVec2::from_array(self.axes.map(|axis| axis.dot(offset))) + self.shift
    }

    /// Returns the triangle around a point on the mesh, and the weights of its corners there.
    pub(super) fn weights(&self, point: DVec2) -> (Triangle, [f64; 3]) {
        let at = self.coordinates(point);
        let DVec2 { x, y } = at - at.floor();
        let [column, row] = at.floor().to_array().map(|whole| whole as u32);
        let number = row.wrapping_mul(self.columns).wrapping_add(column);
        if x + y <= 1.0 {
            (number.wrapping_mul(2), [1.0 - x - y, x, y])
        } else {
            (number.wrapping_mul(2).wrapping_add(1), [x + y - 1.0, 1.0 - x, 1.0 - y])
        }
    }
}

/// Returns the least and the greatest of some numbers.
fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    })
}

/// Iterates over the whole numbers n for which the range from n to n + 1 touches a range, with the margin.
fn whole_range([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    let (first, last) = ((low - MARGIN).floor(), (high + MARGIN).floor());
    let count = if first <= last { (last - first) as usize + 1 } else { 0 };
    (0..count).map(move |step| first + step as f64)
}

/// Cuts a convex polygon to the points whose coordinate is at most 1 above `first`, with the margin.
fn clip(polygon: &[DVec2], kept: &mut Vec<DVec2>, first: f64, coordinate: fn(&DVec2) -> f64) {
    let [low, high] = [first - MARGIN, first + 1.0 + MARGIN];
    kept.clear();
    for (index, corner) in polygon.iter().enumerate() {
        let next = &polygon[(index + 1) % polygon.len()];
        let [from, to] = [corner, next].map(coordinate);
        if low <= from && from <= high {
            kept.push(*corner);
        }
        let cuts = if from < to { [low, high] } else { [high, low] };
        for cut in cuts {
            if (from < cut && cut < to) || (to < cut && cut < from) {
                kept.push(*corner + (*next - *corner) * ((cut - from) / (to - from)));
            }
        }
    }
}
