//! Finer triangles in the cells of a mesh, and their check.

use glam::DVec3;

use super::{SurfaceError, is_usable};
use crate::collections::MergeSort;
use crate::error::Short;
use crate::geom::{Turn, turn};
use crate::mesh::NavMesh;

/// Finer triangles in the cells of a mesh, in the order of their slots.
///
/// The triangles of a cell are counter-clockwise and have its corners as corners; further points lie in the cell or on its
/// edges. Their indices are those of the corners, from the cell's first on, followed by those of the cell's points. A cell
/// without triangles keeps its plain surface. The surface is continuous across an edge where both cells have the same points
/// on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SurfaceDetail {
    /// The points of all cells: x and y in the plan, z the height.
    pub points: Vec<DVec3>,
    /// The end of each cell's points.
    pub point_ends: Vec<u32>,
    /// The triangles of all cells.
    pub triangles: Vec<[u32; 3]>,
    /// The end of each cell's triangles.
    pub triangle_ends: Vec<u32>,
}

/// The reason why finer triangles do not cover their cell.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DetailFault {
    /// A coordinate or a height of a point is not finite, or beyond ±2²⁰⁰.
    #[error("its point {index} has the number {}, not finite or beyond 2^200 in magnitude", Short(*number))]
    Point {
        /// The number of the point.
        index: usize,
        /// The coordinate or height.
        number: f64,
    },
    /// An index of a triangle is beyond the corners and points of the cell.
    #[error("its triangle {0} has an index beyond its corners and points")]
    Index(usize),
    /// A triangle is clockwise in the plan, or has no area.
    #[error("its triangle {0} is not counter-clockwise")]
    Clockwise(usize),
    /// Triangles overlap, or leave a part of the cell free.
    #[error("its triangles overlap, or leave a part of it free")]
    Cover,
}

/// The largest distance of a point on an edge of a cell from its line, relative to the length of the edge. It allows for the
/// rounding of the point's coordinates, and decides only whether input is accepted.
pub(super) const ON_EDGE: f64 = 1.0 / (1 << 20) as f64;

impl SurfaceDetail {
    /// Appends a cell with its points and triangles.
    pub fn push_cell(&mut self, points: &[DVec3], triangles: &[[u32; 3]]) {
        self.points.extend_from_slice(points);
        self.point_ends.push(self.points.len() as u32);
        self.triangles.extend_from_slice(triangles);
        self.triangle_ends.push(self.triangles.len() as u32);
    }

    /// Returns the points and the triangles of a cell; `None` if there are no cells.
    pub(super) fn cell(&self, cell: usize) -> Option<(&[DVec3], &[[u32; 3]])> {
        let range = |ends: &[u32]| {
            let first = cell.checked_sub(1).map_or(0, |before| ends[before] as usize);
            first..ends[cell] as usize
        };
        let is_there = !self.point_ends.is_empty();
        is_there.then(|| {
            (&self.points[range(&self.point_ends)], &self.triangles[range(&self.triangle_ends)])
        })
    }

    /// Checks that there are ends for each cell of the mesh, in order, or none at all.
    pub(super) fn check_ends(&self, mesh: &NavMesh) -> Result<(), SurfaceError> {
        let (count, cells) = (self.point_ends.len(), mesh.cell_count());
        let fits = |ends: &[u32], length: usize| {
            ends.len() == cells
                && ends.is_sorted()
                && ends.last().is_some_and(|&end| end as usize == length)
        };
        let are_fit = fits(&self.point_ends, self.points.len())
            && fits(&self.triangle_ends, self.triangles.len());
        let is_right = are_fit || *self == Self::default();
        is_right.then_some(()).ok_or(SurfaceError::DetailCount { count, cells })
    }
}

/// Checks that counter-clockwise triangles cover a cell: its `count` corners are the first of `points`.
///
/// Every side of a triangle that is not the reverse of another one's lies on the border. If the border is one ring through
/// all corners in order, and the points between two corners lie on the edge, then the triangles wind once around each inner
/// point.
pub(super) fn check(
    points: &[DVec3],
    count: usize,
    triangles: &[[u32; 3]],
) -> Result<(), DetailFault> {
    for (index, point) in points[count..].iter().enumerate() {
        if let Some(number) = point.to_array().into_iter().find(|number| !is_usable(*number)) {
            return Err(DetailFault::Point { index, number });
        }
    }
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (index, triangle) in triangles.iter().enumerate() {
        if triangle.iter().any(|&corner| corner as usize >= points.len()) {
            return Err(DetailFault::Index(index));
        }
        let [a, b, c] = triangle.map(|corner| points[corner as usize].truncate());
        if turn(a, b, c) != Turn::Left {
            return Err(DetailFault::Clockwise(index));
        }
        let [a, b, c] = *triangle;
        sides.extend([[a, b], [b, c], [c, a]]);
    }
    sides.merge_sort();
    let has = |side: [u32; 2]| sides.binary_search(&side).is_ok();
    let border: Vec<[u32; 2]> = sides.iter().copied().filter(|&[a, b]| !has([b, a])).collect();
    let is_unique = sides.windows(2).all(|pair| pair[0] != pair[1]);
    (is_unique && is_ring(&border, points, count)).then_some(()).ok_or(DetailFault::Cover)
}

/// True if the sides, ascending, are a ring through the first `count` points in order, with others on the edges between.
fn is_ring(border: &[[u32; 2]], points: &[DVec3], count: usize) -> bool {
    let (mut at, mut corner) = (0, 0);
    for _ in border {
        let index = border.partition_point(|side| side[0] < at);
        let Some(&[from, to]) = border.get(index) else { return false };
        let is_single = border.get(index + 1).is_none_or(|side| side[0] != from);
        let next = (corner + 1) % count;
        if from != at || !is_single {
            return false;
        }
        if to as usize == next {
            corner = next;
        } else if (to as usize) < count || !is_on_edge(points, [corner, next], [from, to]) {
            return false;
        }
        at = to;
    }
    at == 0 && corner == 0 && border.len() >= count
}

/// True if a side that ends between two corners runs along the edge from the first to the second.
fn is_on_edge(points: &[DVec3], edge: [usize; 2], side: [u32; 2]) -> bool {
    let [a, b] = edge.map(|corner| points[corner].truncate());
    let [from, to] = side.map(|point| points[point as usize].truncate());
    let along = b - a;
    let is_near = along.perp_dot(to - a).abs() <= ON_EDGE * along.length_squared();
    is_near && (to - from).dot(along) > 0.0 && (b - to).dot(along) > 0.0
}
