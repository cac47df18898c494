//! Segments become edges of the triangulation.
//!
//! Most segments are edges already. Another one is followed from point to point: along an edge where one lies on it,
//! else through triangles, where a new edge takes its place ([`TriangleMesh::insert_edge`]).
//!
//! A segment is built from both ends. The next piece starts at the current end with fewer edges. Walls that meet at
//! one point therefore cost no more than their number, whether they end at the point or lead through it.

use navmesh_core::backend::geom::Turn;

use crate::error::BuildError;
use crate::half_edges::labels::Labels;
use crate::half_edges::triangle_mesh::TriangleMesh;
use crate::plsg::Segment;
use crate::triangulate::collinear_chains::CollinearChains;

/// Makes every segment a chain of fixed edges, cut at the points that lie on it. Returns the segments along the edges.
///
/// The mesh is the Delaunay triangulation of all points.
///
/// Complexity: linear in the number of segments and of the edges that they cross, plus flips.
///
/// # Errors
///
/// [`Refused::Crossing`] with the segments that cross earlier ones.
pub(crate) fn constrain(
    mesh: &mut TriangleMesh<'_>,
    segments: &[Segment],
) -> Result<Labels, Refused> {
    let mut constrainer = Constrainer::new(mesh);
    constrainer.labels.reserve(segments.len());
    let mut crossing = Vec::new();
    for (segment, number) in segments.iter().zip(0..) {
        if constrainer.add(segment, number).is_none() {
            crossing.push(number);
        }
    }
    if !crossing.is_empty() {
        return Err(Refused::Crossing(crossing));
    }
    let Constrainer { mesh, labels, chains } = constrainer;
    let spans = chains.into_spans(segments, |half| mesh.origin(half));
    Ok(Labels::of(labels, spans))
}

/// Reasons for which segments do not become edges.
#[derive(Debug)]
pub(crate) enum Refused {
    /// These segments cross earlier ones. Of any two that cross, one at least is listed.
    Crossing(Vec<u32>),
    /// Doors and seams have more pieces than the graph may have intersections.
    TooManyPieces(BuildError),
}

impl Refused {
    /// Returns the segments that cross earlier ones.
    ///
    /// # Errors
    ///
    /// `TooManyIntersections` for too many pieces.
    pub(crate) fn crossing(self) -> Result<Vec<u32>, BuildError> {
        match self {
            Self::Crossing(segments) => Ok(segments),
            Self::TooManyPieces(error) => Err(error),
        }
    }
}

struct Constrainer<'a, 'p> {
    mesh: &'a mut TriangleMesh<'p>,
    /// The half-edges along segments of one piece, each with its segment.
    labels: Vec<(u32, u32)>,
    /// The segments of several pieces.
    chains: CollinearChains<'p>,
}

/// The next piece of a segment.
enum NextPiece {
    /// The segment runs along this half-edge.
    Along(u32),
    /// The segment enters the triangle on the left of this half-edge.
    Into(u32),
}

impl<'a, 'p> Constrainer<'a, 'p> {
    fn new(mesh: &'a mut TriangleMesh<'p>) -> Self {
        let chains = CollinearChains::of(mesh.points());
        Self { mesh, labels: Vec::new(), chains }
    }

    /// Makes a segment a chain of edges; `None` if it crosses an earlier one.
    fn add(&mut self, segment: &Segment, number: u32) -> Option<()> {
        let (mut from, mut to) = (segment.from, segment.to);
        let mut parts = [None; 2];
        while from != to {
            let is_backwards = self.mesh.degree(to) < self.mesh.degree(from);
            let (at, to_reach) = if is_backwards { (to, from) } else { (from, to) };
            let half = match self.step(at, to_reach)? {
                NextPiece::Along(half) => half,
                NextPiece::Into(half) => self.mesh.insert_edge(half, to_reach)?,
            };
            // A later segment that takes the same step finds it at once.
            self.mesh.set_first_half_edge(half);
            self.mesh.fix(half);
            let end = self.mesh.end(half);
            if [from, to, end] == [segment.from, segment.to, to_reach] {
                self.labels.push((half ^ u32::from(is_backwards), number));
                return Some(());
            }
            let part = &mut parts[usize::from(is_backwards)];
            let reached = self.chains.go_along(part, half, [at, end], to_reach);
            *(if is_backwards { &mut to } else { &mut from }) = reached;
        }
        self.chains.add(number, parts);
        Some(())
    }

    /// Returns the step from a point straight towards another.
    fn step(&self, at: u32, to: u32) -> Option<NextPiece> {
        let mesh = &*self.mesh;
        // Most segments are edges already, which takes no look at where points lie.
        if let Some(half) = mesh.around(at).find(|&half| mesh.end(half) == to) {
            return Some(NextPiece::Along(half));
        }
        mesh.around(at).find_map(|half| {
            let via = mesh.end(half);
            match mesh.turn([at, to, via]) {
                Turn::Collinear => self.runs_towards(at, to, via).then_some(NextPiece::Along(half)),
                Turn::Left => None,
                Turn::Right => {
                    // There is a triangle: along the hull no point is on the outer side.
                    let beyond = mesh.end(mesh.next(half));
                    (mesh.turn([at, to, beyond]) == Turn::Left).then_some(NextPiece::Into(half))
                }
            }
        })
    }

    /// True if `via`, on the line from `at` to `to`, lies ahead.
    fn runs_towards(&self, at: u32, to: u32, via: u32) -> bool {
        let [at, to, via] = [at, to, via].map(|point| self.mesh.at(point));
        (via - at).dot(to - at) > 0.0
    }
}

#[cfg(test)]
mod tests;
