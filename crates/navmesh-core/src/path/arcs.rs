//! Paths of agents with a radius as curves: straight segments, and circular arcs around wall corners.
//!
//! Source: the shortest path of a disc among walls consists of common tangents of circles around corners, and of arcs
//! of these circles: Y.-H. Liu, S. Arimoto, "Finding the shortest path of a disc among polygonal obstacles using a
//! radius-independent graph", 1995. A mesh for a radius replaces each circle by a polygon around it. So each run of
//! waypoints around one corner stands for one arc, and the curve is the taut string around the circles.
//! We differ from it in: 1) the string is pulled within the homotopy of a path that is known; 2) every segment and arc
//! is tested against all walls, and where one fails, the waypoints of the path stay.
//!
//! `corners` indexes the walls of a mesh and finds the corner of each waypoint, `string` pulls the string, `clear` tests
//! segments and arcs.

mod corners;
mod string;
mod clear;

use glam::DVec2;

use super::Path;
use crate::geom::angle_between;
pub use corners::ArcCorners;
use string::{Bead, pulled};

/// A path as a curve of straight segments and circular arcs; see [`Path::arcs`].
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CurvedPath {
    /// The pieces from start to goal. Each begins where the one before it ends, bit for bit.
    pub pieces: Vec<CurvePiece>,
    /// The length of the curve without links, in map units: that of its segments, and radius × angle of its arcs.
    pub length: f64,
}

/// A piece of a [`CurvedPath`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
pub enum CurvePiece {
    /// A straight segment.
    Segment {
        /// Its start.
        from: DVec2,
        /// Its end.
        to: DVec2,
    },
    /// A circular arc of at most half a turn around a wall corner. It touches the pieces beside it without a kink.
    Arc {
        /// Its start.
        from: DVec2,
        /// Its end.
        to: DVec2,
        /// The corner, the centre of the circle.
        center: DVec2,
        /// The radius of the agent.
        radius: f64,
        /// The angle in radians, positive counter-clockwise.
        angle: f64,
    },
    /// A link, which is not walked.
    Link {
        /// Its entry.
        from: DVec2,
        /// Its exit.
        to: DVec2,
    },
}

impl CurvePiece {
    /// Returns the two ends.
    #[must_use]
    pub fn ends(&self) -> [DVec2; 2] {
        match *self {
            Self::Segment { from, to } | Self::Link { from, to } | Self::Arc { from, to, .. } => {
                [from, to]
            }
        }
    }

    /// Returns the length; 0 for a link.
    #[must_use]
    pub fn length(&self) -> f64 {
        match *self {
            Self::Segment { from, to } => from.distance(to),
            Self::Arc { radius, angle, .. } => radius * angle.abs(),
            Self::Link { .. } => 0.0,
        }
    }
}

impl Path {
    /// Returns the path as a curve: straight segments, and circular arcs around the corners of walls.
    ///
    /// A mesh for agents with a radius has polygons instead of arcs, so that a path around a corner has many waypoints.
    /// The curve has one arc there, with the agent's radius around the corner. It keeps the ends and the homotopy of the
    /// path, and is no longer. Its distance from every wall is at least the radius, up to 2⁻⁴⁶ of the largest coordinate;
    /// arcs leave the mesh by at most the arc tolerance. Where an arc would come too near to another wall, the
    /// waypoints stay, and so they do around doors and around points that are no wall corners.
    ///
    /// `corners` must be those of the path's mesh. On a mesh for points, or whose cells have different costs, all pieces are
    /// straight.
    ///
    /// Complexity: linear in the waypoints and in the walls near the path.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{Clearance, NavMesh, Path, RawMesh};
    /// use navmesh_core::{ArcCorners, CurvePiece};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[1.0, 1.0], [9.0, 1.0], [9.0, 4.0], [1.0, 4.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 5.0], [0.0, 5.0]].map(Into::into).to_vec();
    /// # raw.clearance = Some(Clearance { radius: 1.0, corners, ring_ends: vec![4], ring_layers: vec![0], openings: vec![] });
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// # let mut path = Path::default();
    /// # for point in [[1.0, 1.0], [9.0, 4.0]] { path.push_waypoint(point.into()); }
    /// # path.finish(PathSummary::default());
    /// let corners = ArcCorners::of(&mesh); // once for all paths of the mesh
    /// let curve = path.arcs(&corners);
    /// assert!(curve.length <= path.length());
    /// # assert!(matches!(curve.pieces[..], [CurvePiece::Segment { .. }]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn arcs(&self, corners: &ArcCorners) -> CurvedPath {
        let mut curve = CurvedPath::default();
        for section in self.walked_sections() {
            if let (Some(entry), Some(&to)) = (section.first.checked_sub(1), section.points.first())
            {
                curve.pieces.push(CurvePiece::Link { from: self.waypoints[entry], to });
            }
            pieces_of(&pulled(section.points, corners), &mut curve.pieces);
        }
        curve.length = curve.pieces.iter().map(CurvePiece::length).sum::<f64>() + 0.0;
        curve
    }
}

/// Appends the pieces of a string of beads.
fn pieces_of(beads: &[Bead], pieces: &mut Vec<CurvePiece>) {
    let mut at = beads.first().map(|bead| bead.center);
    for (i, bead) in beads.iter().enumerate().skip(1) {
        let Some(from) = at else { return };
        let [leave, arrive] = beads[i - 1].tangent_to(bead).unwrap_or([from, bead.center]);
        if let Some(arc) = arc_of(&beads[i - 1], from, leave) {
            pieces.push(arc);
        }
        if leave != arrive {
            pieces.push(CurvePiece::Segment { from: leave, to: arrive });
        }
        at = Some(arrive);
    }
}

/// Returns the arc around a bead; `None` if its ends coincide.
fn arc_of(bead: &Bead, from: DVec2, to: DVec2) -> Option<CurvePiece> {
    let center = bead.center;
    let angle = angle_between(from - center, to - center) * bead.radius.signum();
    let radius = bead.radius.abs();
    (from != to).then_some(CurvePiece::Arc { from, to, center, radius, angle })
}
