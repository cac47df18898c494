//! Stage 2: the constrained Delaunay triangulation.
//!
//! All points are triangulated at once (`delaunay`); in these triangles segments then become edges (`constrain`).

mod delaunay;
pub(crate) mod constrain;
mod runs;

use crate::half_edges::triangles::Triangles;
use crate::plsg::{Segment, Soup, Source};
use crate::triangulate::constrain::{MAX_PIECES, Refused, constrain};
use crate::triangulate::delaunay::{Delaunay, delaunay};

/// Triangulates a soup so that every segment is a chain of edges.
///
/// Its points are numbered anew, in their spatial order: all that follows goes from point to point. So are its segments.
///
/// # Errors
///
/// [`Refused`], where they cannot be.
pub(crate) fn triangulate(soup: &mut Soup) -> Result<Triangles, Refused> {
    triangulate_up_to(MAX_PIECES, soup)
}

/// The same; what has its pieces listed later may be of so many.
fn triangulate_up_to(limit: usize, soup: &mut Soup) -> Result<Triangles, Refused> {
    soup.put_in_spatial_order();
    // No point is outside the domain: every stage that makes points keeps them within it.
    let Delaunay { mut mesh, outside } =
        delaunay(&soup.points).ok_or(Refused::Crossing(Vec::new()))?;
    let labels = constrain(&mut mesh, &soup.segments)?;
    let mut pieces = 0;
    for span in labels.lines().spans() {
        let Segment { from, source, .. } = soup.segments[span.segment as usize];
        if matches!(soup.sources[source as usize], Source::Door { .. } | Source::Seam { .. }) {
            pieces += span.len();
            if pieces > limit {
                return Err(Refused::TooManyPieces { limit, near: soup.points[from as usize] });
            }
        }
    }
    Ok(Triangles::new(mesh.into_halves(), outside, labels))
}

#[cfg(test)]
mod tests {
    use navmesh_core::DVec2;

    use super::*;
    use crate::error::BuildError;

    /// Each line is of as many pieces as ends of shorter ones lie on it, and one. The shortest is an edge, which costs nothing.
    #[test]
    fn as_many_pieces_of_doors_as_may_be_are_taken_and_not_one_more() {
        let at = |x: i32| DVec2::new(x.into(), 0.0);
        let mut points: Vec<DVec2> = (1..=20).flat_map(|i| [at(-i), at(i)]).collect();
        points.push(DVec2::new(0.0, 5.0));
        let pieces = |source: Source, limit: usize| {
            let ends = (0..20).map(|i| Segment { from: 2 * i, to: 2 * i + 1, source: 0 });
            let (points, segments, sources) = (points.clone(), ends.collect(), vec![source]);
            let mut soup = Soup { points, segments, sources, ..Soup::default() };
            let triangles = triangulate_up_to(limit, &mut soup);
            triangles.map(|triangles| triangles.labels.of_segments(|_| true).len())
        };
        for listed in [Source::Door { door: 0 }, Source::Seam { seam: 0, leg: 0 }] {
            assert_eq!(pieces(listed, 399).unwrap(), 400);
            let error = pieces(listed, 398).unwrap_err().crossing().unwrap_err();
            let BuildError::TooManyIntersections { limit: 398, x, y: 0.0 } = error else {
                panic!("{error}")
            };
            let told = format!("398 times, which is the limit: for example near ({x}, 0)");
            assert!(x < 0.0 && error.to_string().ends_with(&told), "{error}");
        }
        assert_eq!(pieces(Source::Wall, 0).unwrap(), 400);
    }
}
