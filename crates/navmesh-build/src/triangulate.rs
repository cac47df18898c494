//! Stage 2: the constrained Delaunay triangulation. The only file that names spade.
//!
//! Spade is used for what it is sound at: loading points in bulk. Its handles do not leave this file: what
//! does is flat arrays, in which segments then become edges (`constrain`).

use navmesh_core::DVec2;
use spade::handles::VertexHandle;
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation as _};

use crate::constrain::constrain;
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
    /// Where each half-edge's labels start; one more than there are half-edges.
    pub(crate) label_starts: Vec<u32>,
}

/// Triangulates distinct points so that every segment is a chain of edges; `None` where segments
/// cross.
pub(crate) fn triangulate(points: &[DVec2], segments: &[Segment]) -> Option<Triangles> {
    let mut triangles = load(points)?;
    constrain(&mut triangles, points, segments)?;
    Some(triangles)
}

/// The Delaunay triangulation of distinct points; `None` where one of them is none.
fn load(points: &[DVec2]) -> Option<Triangles> {
    // Spade's loaders that keep the order of points hold some of them in hash sets with random keys, so
    // that the same input gives one triangulation today and another tomorrow. This one does not.
    let vertices = points.iter().zip(0..).map(|(&at, number)| Numbered { at, number }).collect();
    let loaded = Loaded::bulk_load(vertices).ok()?;
    Some(flattened(&loaded))
}

type Loaded = DelaunayTriangulation<Numbered>;

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

fn number(vertex: VertexHandle<'_, Numbered>) -> u32 {
    vertex.data().number
}

/// The triangulation as flat arrays.
fn flattened(loaded: &Loaded) -> Triangles {
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
        label_starts: Vec::new(),
    };
    for edge in loaded.directed_edges() {
        let half = renumbered(edge.fix().index()) as usize;
        triangles.origins[half] = number(edge.from());
        triangles.nexts[half] = renumbered(edge.next().fix().index());
        triangles.faces[half] = edge.face().fix().index() as u32;
    }
    triangles
}

/// For each edge its rank by the lower of its points, ties by the number that it has.
fn numbers_by_point(loaded: &Loaded) -> Vec<u32> {
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
    /// The segments along a half-edge, each with its number.
    pub(crate) fn labels_of(&self, half: u32) -> &[(u32, u32)] {
        let [start, end] = [0, 1].map(|next| self.label_starts[half as usize + next] as usize);
        &self.labels[start..end]
    }
}
