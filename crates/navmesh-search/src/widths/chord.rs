//! Chords: the segments across the narrowest places.

use navmesh_core::backend::geom::double::{Double, distance_to_segment};
use navmesh_core::backend::geom::{Diameter, DiameterEnd};
use navmesh_core::{DVec2, EdgeId, NavMesh};

/// A segment from a corner to another vertex, or to its foot on a wall. Its closed disc meets no other wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chord {
    /// The edge that begins at the corner, in the cell that the chord enters.
    pub(super) corner: EdgeId,
    pub(super) far: Far,
    /// The length, rounded to about one unit in the last place.
    pub(super) width: f64,
}

/// The far end of a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Far {
    /// The origin of an edge, in the cell that the chord enters from there.
    Vertex(EdgeId),
    /// A foot in the interior of a wall.
    Wall(EdgeId),
}

impl Chord {
    pub(super) fn new(mesh: &NavMesh, corner: EdgeId, far: Far) -> Self {
        let start = mesh.edge(corner).origin();
        let width = match far {
            Far::Vertex(edge) => distance(start, mesh.edge(edge).origin()),
            Far::Wall(wall) => distance_to_segment(mesh.edge_ends(wall), start),
        };
        Self { corner, far, width }
    }

    /// Returns the chord as a diameter from its corner.
    pub(super) fn diameter(&self, mesh: &NavMesh) -> Diameter {
        let end = match self.far {
            Far::Vertex(edge) => DiameterEnd::Point(mesh.edge(edge).origin()),
            Far::Wall(wall) => DiameterEnd::Foot(mesh.edge_ends(wall)),
        };
        Diameter { start: mesh.edge(self.corner).origin(), end }
    }

    /// Returns the chord as a ray from the origin of one of its two edges.
    pub(super) fn ray(&self, mesh: &NavMesh, at: ChordSide) -> Diameter {
        match (at, self.far) {
            (ChordSide::Far, Far::Vertex(edge)) => {
                let end = DiameterEnd::Point(mesh.edge(self.corner).origin());
                Diameter { start: mesh.edge(edge).origin(), end }
            }
            _ => self.diameter(mesh),
        }
    }
}

/// One of the two ends of a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChordSide {
    Corner,
    Far,
}

/// Returns the distance of two points, to about one unit in the last place.
fn distance(a: DVec2, b: DVec2) -> f64 {
    let [x, y] = [Double::difference(b.x, a.x), Double::difference(b.y, a.y)];
    (x * x + y * y).rounded().sqrt()
}
