//! Stage 2: the constrained Delaunay triangulation. The only file that names spade.
//!
//! Spade is used for what it is sound at: loading points in bulk and adding constraints between them.
//! It splits a constraint exactly where a point lies on it or another constraint overlaps it, and
//! reports constraints that cross others; no point is ever inserted afterwards. Its handles do not
//! leave this file: what does is flat arrays.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};
use spade::handles::{FixedVertexHandle, VertexHandle};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation as _};

use crate::soup::Segment;

/// Triangles as half-edges: half-edge `e` and its twin `e ^ 1` run between the same two points in
/// opposite directions. Edges are numbered by the lower of their points, so that what is near on the
/// map is near in memory as far as it is among the points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triangles {
    /// Where each half-edge begins.
    pub(crate) origins: Vec<u32>,
    /// The half-edge that follows, counter-clockwise around the face on the left.
    pub(crate) nexts: Vec<u32>,
    /// The face on the left; 0 is the outside.
    pub(crate) faces: Vec<u32>,
    /// How many faces there are, the outside included.
    pub(crate) face_count: usize,
    /// For each pair of half-edges: does it carry labels?
    pub(crate) is_labelled: Vec<bool>,
    /// For each piece of a segment, ascending: the half-edge that runs along it, and the segment.
    pub(crate) labels: Vec<(u32, u32)>,
}

/// Triangulates distinct points so that every segment is a chain of edges; `None` where segments
/// cross.
pub(crate) fn triangulate(points: &[DVec2], segments: &[Segment]) -> Option<Triangles> {
    // Spade's loaders that keep the order of points hold some of them in hash sets with random keys, so
    // that the same input gives one triangulation today and another tomorrow. This one does not.
    let vertices = points.iter().zip(0..).map(|(&at, number)| Numbered { at, number }).collect();
    let mut loaded = Cdt::bulk_load(vertices).ok()?;
    let mut handles = vec![FixedVertexHandle::from_index(0); points.len()];
    loaded.vertices().for_each(|vertex| handles[number(vertex) as usize] = vertex.fix());
    for segment in segments {
        let [from, to] = [segment.from, segment.to].map(|point| handles[point as usize]);
        if loaded.try_add_constraint(from, to).is_empty() {
            return None;
        }
    }
    let mut triangles = flattened(&loaded);
    drop(loaded);
    triangles.label(points, segments)?;
    Some(triangles)
}

type Cdt = ConstrainedDelaunayTriangulation<Numbered>;

/// A point, and its place among the points.
struct Numbered {
    at: DVec2,
    number: u32,
}

impl HasPosition for Numbered {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(self.at.x, self.at.y)
    }
}

fn number(vertex: VertexHandle<'_, Numbered, (), CdtEdge<()>>) -> u32 {
    vertex.data().number
}

/// The triangulation as flat arrays; its constraints are marked as edges that will carry labels.
fn flattened(loaded: &Cdt) -> Triangles {
    let numbers = numbers_by_point(loaded);
    let renumbered = |half: usize| 2 * numbers[half / 2] + (half % 2) as u32;
    let count = 2 * numbers.len();
    let mut triangles = Triangles {
        origins: vec![0; count],
        nexts: vec![0; count],
        faces: vec![0; count],
        face_count: loaded.num_all_faces(),
        is_labelled: vec![false; count / 2],
        labels: Vec::new(),
    };
    for edge in loaded.directed_edges() {
        let half = renumbered(edge.fix().index()) as usize;
        triangles.origins[half] = number(edge.from());
        triangles.nexts[half] = renumbered(edge.next().fix().index());
        triangles.faces[half] = edge.face().fix().index() as u32;
        triangles.is_labelled[half / 2] = edge.is_constraint_edge();
    }
    triangles
}

/// For each edge its rank by the lower of its points, ties by the number that it has.
fn numbers_by_point(loaded: &Cdt) -> Vec<u32> {
    let lower: Vec<u32> = loaded
        .undirected_edges()
        .map(|edge| edge.vertices().map(number).into_iter().min())
        .map(Option::unwrap_or_default)
        .collect();
    let mut nexts = vec![0; loaded.num_vertices() + 1];
    lower.iter().for_each(|&point| nexts[point as usize + 1] += 1);
    for i in 1..nexts.len() {
        nexts[i] += nexts[i - 1];
    }
    let take = |point: u32| {
        let next = &mut nexts[point as usize];
        *next += 1;
        *next - 1
    };
    lower.into_iter().map(take).collect()
}

impl Triangles {
    /// Where a half-edge ends.
    fn end(&self, half: u32) -> u32 {
        self.origins[half as usize ^ 1]
    }

    /// Labels every edge along a segment with its number; `None` where a chain is broken.
    fn label(&mut self, points: &[DVec2], segments: &[Segment]) -> Option<()> {
        // Some half-edge that begins at each point; the others follow by turning around it.
        let mut out = vec![0; points.len()];
        (0..self.origins.len()).for_each(|half| out[self.origins[half] as usize] = half as u32);
        let mut labels = Vec::with_capacity(segments.len());
        for (segment, number) in segments.iter().zip(0..) {
            let mut at = segment.from;
            while at != segment.to {
                let half = self.step(points, out[at as usize], segment.to)?;
                labels.push((half, number));
                at = self.end(half);
            }
        }
        labels.sort_unstable();
        self.labels = labels;
        Some(())
    }

    /// Of the constraints that begin where `first` does, the one that leads straight to the point `to`.
    fn step(&self, points: &[DVec2], first: u32, to: u32) -> Option<u32> {
        let turned = |&half: &u32| Some(self.nexts[half as usize ^ 1]).filter(|&h| h != first);
        let is_constraint = |&half: &u32| self.is_labelled[half as usize / 2];
        let constraints = || std::iter::successors(Some(first), turned).filter(is_constraint);
        let from = self.origins[first as usize];
        let whole = constraints().find(|&half| self.end(half) == to);
        whole.or_else(|| constraints().find(|&half| runs_towards(points, from, to, self.end(half))))
    }
}

/// True where `via` lies on the straight way from `at` to `to`.
fn runs_towards(points: &[DVec2], at: u32, to: u32, via: u32) -> bool {
    let [at, to, via] = [at, to, via].map(|i| points[i as usize]);
    turn(at, to, via) == Turn::Collinear && (via - at).dot(to - at) > 0.0
}
