//! The Delaunay triangulation of points, by the crate `spade`. No other file names that crate.
//!
//! Source: N. Amenta, S. Choi, G. Rote, "Incremental Constructions con BRIO", 2003. The points are inserted one by
//! one, in rounds. The last round takes three quarters of them, the round before it three quarters of the rest, and
//! so on. Each round follows the spatial order of the points, and spade locates a point by a walk from the point
//! inserted before it. Walks stay short because neighbours in the order are neighbours on the map. Few edges are
//! flipped because the first rounds spread over the whole map.
//!
//! We differ from it in: 1) a hash of a point's number chooses its round, so every run inserts in the same order;
//! 2) the first three points are not collinear, because spade takes linear time for a point while all are.
//!
//! spade's own loaders do not serve here. `bulk_load` takes quadratic time where most points lie near one line,
//! and `bulk_load_stable` follows the order of a hash set with random keys.
//!
//! All predicates of spade are exact, so points on a line, on a circle or on a lattice are points like any other.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::{MergeSort, counting_sort};
use navmesh_core::backend::geom::{Turn, lexicographic, turn};
use spade::handles::{DirectedEdgeHandle, FixedVertexHandle, UndirectedEdgeHandle};
use spade::{DelaunayTriangulation, InsertionError, Point2, Triangulation as _};

use crate::half_edges::halves::Half;
use crate::half_edges::triangle_mesh::TriangleMesh;

/// Triangulates distinct points that stand in their [spatial order](crate::plsg::spatial_order).
///
/// Collinear points become a chain of edges without a triangle.
///
/// Complexity: O(n log n) for every arrangement of points that the tests and benchmarks hold.
/// `None` if a coordinate is outside the domain of [`sanitized`](navmesh_core::backend::geom::sanitized), which is spade's.
pub(crate) fn delaunay(points: &[DVec2]) -> Option<Delaunay<'_>> {
    let Some(order) = insertion_order(points) else { return Some(chain(points)) };
    let loaded = loaded(points, &order).ok()?;
    Some(copied(points, &loaded, &order))
}

/// A Delaunay triangulation. Its edges are numbered by the lower of their points, so that edges near on the map are
/// near in memory.
#[derive(Debug)]
pub(crate) struct Delaunay<'a> {
    /// The triangles; the hull is fixed.
    pub(crate) mesh: TriangleMesh<'a>,
    /// A half-edge with the outside on its left; `None` for fewer than two points.
    pub(crate) outside: Option<u32>,
}

type Loaded = DelaunayTriangulation<Point2<f64>>;

/// 2³² divided by the golden ratio: multiples of it spread evenly over 32 bits (D. Knuth, 1973).
const GOLDEN: u32 = 0x9e37_79b9;

/// Returns the numbers of the points in the order of their insertion; `None` if all points are collinear.
fn insertion_order(points: &[DVec2]) -> Option<Vec<u32>> {
    let count = points.len() as u32;
    let last_round = count.checked_ilog(4)?;
    let round = |number: u32| {
        let is_round_before = number.wrapping_mul(GOLDEN).leading_zeros() / 2;
        last_round.saturating_sub(is_round_before)
    };
    let numbers = (0..count).map(|number| (round(number), number));
    let mut order = counting_sort(last_round as usize + 1, numbers).items().to_vec();
    let is_off_line = |&third: &usize| {
        let [a, b, c] = [0, 1, third].map(|place| points[order[place] as usize]);
        turn(a, b, c) != Turn::Collinear
    };
    let third = (2..order.len()).find(is_off_line)?;
    order.swap(2, third);
    Some(order)
}

/// Inserts the points in this order; the vertices are numbered in it.
fn loaded(points: &[DVec2], order: &[u32]) -> Result<Loaded, InsertionError> {
    let count = points.len();
    let mut loaded = Loaded::with_capacity(count, 3 * count, 2 * count);
    let mut last = FixedVertexHandle::from_index(0);
    for &number in order {
        let DVec2 { x, y } = points[number as usize];
        last = loaded.insert_with_hint(Point2::new(x, y), last)?;
    }
    Ok(loaded)
}

/// Copies spade's triangulation.
fn copied<'a>(points: &'a [DVec2], loaded: &Loaded, order: &[u32]) -> Delaunay<'a> {
    let half = |edge: DirectedEdgeHandle<'_, _, _, _, _>| {
        let [next, previous] = [edge.next(), edge.prev()].map(|edge| edge.index() as u32);
        Half { origin: order[edge.from().index()], next, previous }
    };
    let sides = |edge: UndirectedEdgeHandle<'_, _, _, _, _>| {
        let edge = edge.as_directed();
        [edge, edge.rev()].map(half)
    };
    let outside = loaded.outer_face().adjacent_edge().map(|edge| edge.index() as u32);
    numbered(points, || loaded.undirected_edges().map(sides), outside)
}

/// Joins collinear points to a chain of edges. The outside lies on both sides of it.
fn chain(points: &[DVec2]) -> Delaunay<'_> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.merge_sort_by(|&a, &b| lexicographic(points[a as usize], points[b as usize]));
    let count = order.len().saturating_sub(1) as u32;
    // Even half-edges run up the chain, odd ones down. Their ring turns around at both ends.
    let half = |half: u32| {
        let up = if half + 2 < 2 * count { half + 2 } else { half ^ 1 };
        let down = half.checked_sub(2).unwrap_or(half ^ 1);
        let [next, previous] = if half.is_multiple_of(2) { [up, down] } else { [down, up] };
        Half { origin: order[half.div_ceil(2) as usize], next, previous }
    };
    let sides = |edge: u32| [2 * edge, 2 * edge + 1].map(half);
    numbered(points, || (0..count).map(sides), (count > 0).then_some(0))
}

/// Numbers edges by the lower of their points, ties by their order here.
///
/// `edges` iterates over the two sides of each edge, and `outside` is one that has the outside on its left.
fn numbered<E: Iterator<Item = [Half; 2]>>(
    points: &[DVec2],
    edges: impl Fn() -> E,
    outside: Option<u32>,
) -> Delaunay<'_> {
    let lower_points = edges().map(|[one, other]| one.origin.min(other.origin));
    let lower_points: Vec<u32> = lower_points.collect();
    let ranked = counting_sort(points.len(), lower_points.iter().copied().zip(0..));
    let mut ranks = lower_points;
    for (&edge, rank) in ranked.items().iter().zip(0..) {
        ranks[edge as usize] = rank;
    }
    drop(ranked);
    let renumbered = |half: u32| 2 * ranks[half as usize / 2] + half % 2;
    let mut halves = vec![Half { origin: 0, next: 0, previous: 0 }; 2 * ranks.len()];
    for (sides, &rank) in edges().zip(&ranks) {
        for (side, Half { origin, next, previous }) in sides.into_iter().enumerate() {
            let [next, previous] = [next, previous].map(renumbered);
            halves[2 * rank as usize + side] = Half { origin, next, previous };
        }
    }
    let outside = outside.map(renumbered);
    let is_fixed = hull(&halves, outside);
    Delaunay { mesh: TriangleMesh::new(points, halves, is_fixed), outside }
}

/// For each edge, whether it is part of the hull.
fn hull(halves: &[Half], outside: Option<u32>) -> Vec<bool> {
    let mut is_hull = vec![false; halves.len() / 2];
    let mut next = outside;
    while let Some(half) = next {
        is_hull[half as usize / 2] = true;
        next = Some(halves[half as usize].next).filter(|&half| Some(half) != outside);
    }
    is_hull
}

#[cfg(test)]
mod tests;
