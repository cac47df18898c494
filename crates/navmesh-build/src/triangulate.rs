//! Stage 2: the constrained Delaunay triangulation.
//!
//! All points are triangulated at once (`delaunay`); in these triangles segments then become edges (`constrain`).

use crate::constrain::{Refused, constrain};
use crate::delaunay::delaunay;
use crate::soup::Soup;
use crate::triangles::Triangles;

/// Triangulates a soup so that every segment is a chain of edges.
///
/// Its points are numbered anew, in their spatial order: all that follows goes from point to point. So are its segments.
///
/// # Errors
///
/// [`Refused`], where they cannot be.
pub(crate) fn triangulate(soup: &mut Soup) -> Result<Triangles, Refused> {
    soup.put_in_spatial_order();
    let mut triangles = delaunay(&soup.points);
    constrain(&mut triangles, &soup.points, &soup.segments)?;
    Ok(triangles)
}
