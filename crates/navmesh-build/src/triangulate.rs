//! The constrained Delaunay triangulation.
//!
//! `delaunay` triangulates all points. `constrain` makes the segments edges of these triangles.

mod delaunay;
pub(crate) mod constrain;
mod collinear_chains;

use crate::half_edges::triangles::Triangles;
use crate::plsg::{Plsg, Segment, Source};
use crate::triangulate::constrain::{Refused, constrain};
use crate::triangulate::delaunay::{Delaunay, delaunay};

/// Triangulates the points so that every segment is a chain of edges.
///
/// Points and segments are numbered anew, in spatial order.
///
/// # Errors
///
/// [`Refused`], if segments cross, or doors and seams have too many pieces.
pub(crate) fn triangulate(plsg: &mut Plsg) -> Result<Triangles, Refused> {
    plsg.put_in_spatial_order();
    // No point is outside the domain: every stage that makes points keeps them within it.
    let Delaunay { mut mesh, outside } =
        delaunay(&plsg.points).ok_or(Refused::Crossing(Vec::new()))?;
    let labels = constrain(&mut mesh, &plsg.segments)?;
    let mut pieces = 0;
    for span in labels.chain_spans().spans() {
        let Segment { from, source, .. } = plsg.segments[span.segment as usize];
        if matches!(plsg.sources[source as usize], Source::Door { .. } | Source::Seam { .. }) {
            pieces += span.len();
            if pieces > plsg.budget.left() {
                return Err(Refused::TooManyPieces(
                    plsg.budget.exceeded(plsg.points[from as usize]),
                ));
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
    use crate::plsg::intersection_budget::IntersectionBudget;

    /// Each line has one piece more than ends of shorter lines on it. The shortest is a single edge, which does not count.
    #[test]
    fn as_many_pieces_of_doors_as_may_be_are_taken_and_not_one_more() {
        let at = |x: i32| DVec2::new(x.into(), 0.0);
        let mut points: Vec<DVec2> = (1..=20).flat_map(|i| [at(-i), at(i)]).collect();
        points.push(DVec2::new(0.0, 5.0));
        let pieces = |source: Source, limit: usize| {
            let ends = (0..20).map(|i| Segment { from: 2 * i, to: 2 * i + 1, source: 0 });
            let (points, segments, sources) = (points.clone(), ends.collect(), vec![source]);
            let budget = IntersectionBudget::of(Some(limit), 0);
            let mut plsg = Plsg { points, segments, sources, budget, ..Plsg::default() };
            let triangles = triangulate(&mut plsg);
            triangles.map(|triangles| triangles.labels.of_segments(|_| true).len())
        };
        for listed in [Source::Door { door: 0 }, Source::Seam { seam: 0, leg: 0 }] {
            assert_eq!(pieces(listed, 399).unwrap(), 400);
            let error = pieces(listed, 398).unwrap_err().crossing().unwrap_err();
            let BuildError::TooManyIntersections { limit: 398, x, y: 0.0 } = error else {
                panic!("{error}")
            };
            assert!(x < 0.0, "{error}");
        }
        assert_eq!(pieces(Source::Wall, 0).unwrap(), 400);
    }
}
