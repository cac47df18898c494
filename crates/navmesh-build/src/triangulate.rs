//! Stage 2: the constrained Delaunay triangulation. The only file that names spade.
//!
//! Spade is used for what it is sound at: loading points and constraints in bulk. It splits a
//! constraint exactly where a point lies on it or another constraint overlaps it, and reports
//! constraints that cross others; nothing is ever inserted afterwards. Its handles do not leave
//! this file: what does is flat arrays.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

use crate::soup::Segment;

/// Triangles as half-edges: half-edge `e` and its twin `e ^ 1` run between the same two points in
/// opposite directions.
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
    /// For each piece of a segment, ascending: the half-edge that runs along it, and its strand.
    pub(crate) labels: Vec<(u32, u32)>,
}

/// Triangulates distinct points so that every segment is a chain of edges; `None` where segments
/// cross.
pub(crate) fn triangulate(points: &[DVec2], segments: &[Segment]) -> Option<Triangles> {
    let vertices = points.iter().map(|p| Point2::new(p.x, p.y)).collect();
    let constraints = segments.iter().map(|s| [s.from as usize, s.to as usize]).collect();
    let mut crossing = false;
    let loaded = Cdt::try_bulk_load_cdt(vertices, constraints, |_| crossing = true).ok()?;
    if crossing {
        return None;
    }
    let mut triangles = Triangles { face_count: loaded.num_all_faces(), ..Triangles::default() };
    for edge in loaded.directed_edges() {
        triangles.origins.push(edge.from().index() as u32);
        triangles.nexts.push(edge.next().fix().index() as u32);
        triangles.faces.push(edge.face().fix().index() as u32);
    }
    for segment in segments {
        walk_segment(&loaded, points, *segment, &mut triangles.labels)?;
    }
    triangles.labels.sort_unstable();
    Some(triangles)
}

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Appends the half-edges that a segment became; `None` where the chain is broken.
fn walk_segment(
    cdt: &Cdt,
    points: &[DVec2],
    segment: Segment,
    labels: &mut Vec<(u32, u32)>,
) -> Option<()> {
    let vertex = |index: u32| FixedVertexHandle::from_index(index as usize);
    let mut at = segment.from;
    while at != segment.to {
        let whole = cdt.get_edge_from_neighbors(vertex(at), vertex(segment.to));
        let edge = whole.or_else(|| {
            let out = cdt.vertex(vertex(at)).out_edges();
            let mut out = out.filter(|e| e.is_constraint_edge());
            out.find(|e| runs_towards(points, at, segment.to, e.to().index() as u32))
        })?;
        if !edge.is_constraint_edge() {
            return None;
        }
        labels.push((edge.fix().index() as u32, segment.strand));
        at = edge.to().index() as u32;
    }
    Some(())
}

/// True where `via` lies on the straight way from `at` to `to`.
fn runs_towards(points: &[DVec2], at: u32, to: u32, via: u32) -> bool {
    let [at, to, via] = [at, to, via].map(|i| points[i as usize]);
    turn(at, to, via) == Turn::Collinear && (via - at).dot(to - at) > 0.0
}
