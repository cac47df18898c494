//! The exact test of a candidate: does its disc meet another wall?

use navmesh_core::collections::StampSet;
use navmesh_core::geom::{Diameter, DiameterEnd, Turn, nearest_on_segment, turn};
use navmesh_core::{DVec2, EdgeId, VertexId};

use super::candidates::FarEnd;
use super::chord::{Chord, Far};
use super::walls::Walls;

/// The exact test of chords, with memory for the next one.
#[derive(Debug, Default)]
pub(super) struct DiscTest {
    cells: StampSet,
    open: Vec<u32>,
}

impl DiscTest {
    /// Returns the chord from a corner to a far end, if its closed disc meets no other wall. `leaving` is the wall
    /// that begins at the corner.
    ///
    /// A chord between two corners is found from the one with the lower number only.
    pub(super) fn chord(
        &mut self,
        walls: &Walls<'_>,
        leaving: EdgeId,
        end: FarEnd,
    ) -> Option<Chord> {
        let mesh = walls.mesh;
        let (start, own) = (mesh.edge(leaving).origin(), mesh.edge(leaving).vertex());
        let disc = match end {
            FarEnd::Vertex(edge) => {
                let edge = mesh.edge(edge);
                if edge.origin_is_corner() && edge.vertex() < own {
                    return None;
                }
                Diameter { start, end: DiameterEnd::Point(edge.origin()) }
            }
            FarEnd::Wall(wall) => Diameter { start, end: DiameterEnd::Foot(mesh.edge_ends(wall)) },
        };
        if leads_inwards(walls, own, &disc) {
            return None;
        }
        let corner = leaving_edge(walls, leaving, &disc)?;
        let far = far_end(walls, &disc, end)?;
        self.is_clear(walls, corner, &disc, end).then(|| Chord::new(mesh, corner, far))
    }

    /// True if no wall in sight meets the disc, and the far end is in sight.
    fn is_clear(
        &mut self,
        walls: &Walls<'_>,
        corner: EdgeId,
        disc: &Diameter,
        end: FarEnd,
    ) -> bool {
        let mesh = walls.mesh;
        let target = match end {
            FarEnd::Vertex(edge) => Ok(mesh.edge(edge).vertex()),
            FarEnd::Wall(wall) => Err(wall),
        };
        let around = Around::of(disc);
        self.cells.begin(mesh.slot_count());
        self.open.clear();
        self.open.push(mesh.edge(corner).cell_slot());
        let mut is_reached = false;
        while let Some(slot) = self.open.pop() {
            if !self.cells.insert(slot) {
                continue;
            }
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                let record = mesh.edge(edge);
                is_reached |= target == Ok(record.vertex()) || target == Err(edge);
                if around.misses(mesh.edge_ends(edge)) {
                    continue;
                }
                let blocks = walls.has(record.vertex()) && !disc.is_end(record.origin());
                if blocks && !disc.excludes(record.origin()) {
                    return false;
                }
                if target == Err(edge) || !disc.is_met_by(mesh.edge_ends(edge)) {
                    continue;
                }
                match record.neighbor_slot() {
                    Some(neighbor) => self.open.push(neighbor),
                    None => return false,
                }
            }
        }
        is_reached
    }
}

/// A disc in floats, a little larger than the exact one.
///
/// Distances are computed with less than 64 roundings, each at most 2⁻⁵³ of the sum of all coordinates.
struct Around {
    center: DVec2,
    radius: f64,
    /// The sum of the coordinates of the diameter.
    size: f64,
}

impl Around {
    fn of(disc: &Diameter) -> Self {
        let (start, end) = (disc.start, disc.end_point());
        let line = match disc.end {
            DiameterEnd::Point(_) => [DVec2::ZERO; 2],
            DiameterEnd::Foot(line) => line,
        };
        let size = (start.abs() + end.abs() + line[0].abs() + line[1].abs()).element_sum();
        Self { center: start.midpoint(end), radius: start.distance(end) / 2.0, size }
    }

    /// True if a segment is certainly outside of the closed disc.
    fn misses(&self, [a, b]: [DVec2; 2]) -> bool {
        let nearest = nearest_on_segment(a, b, self.center);
        let slack = 2f64.powi(-46) * (self.size + (a.abs() + b.abs()).element_sum());
        nearest.distance(self.center) > self.radius + slack
    }
}

/// True if a wall at the start of a diameter leads into its disc.
fn leads_inwards(walls: &Walls<'_>, vertex: VertexId, disc: &Diameter) -> bool {
    walls.neighbors(vertex).into_iter().flatten().any(|end| disc.is_ahead(end))
}

/// Returns the edge that begins at the start of a diameter and whose cell the diameter enters: the first one
/// clockwise from the diameter. `None` if it leaves the mesh.
fn leaving_edge(walls: &Walls<'_>, leaving: EdgeId, disc: &Diameter) -> Option<EdgeId> {
    let mesh = walls.mesh;
    walls.fan(leaving).find(|&edge| {
        let after = mesh.edge_ends(edge)[1];
        let before = mesh.edge(mesh.previous_edge(edge)).origin();
        match disc.side(after) {
            Turn::Right => disc.side(before) == Turn::Left,
            Turn::Collinear => disc.is_ahead(after),
            Turn::Left => false,
        }
    })
}

/// Returns the far end of a chord; `None` if it does not face the corner.
fn far_end(walls: &Walls<'_>, disc: &Diameter, end: FarEnd) -> Option<Far> {
    let mesh = walls.mesh;
    match end {
        FarEnd::Vertex(edge) => {
            let record = mesh.edge(edge);
            let back = Diameter { start: record.origin(), end: DiameterEnd::Point(disc.start) };
            if leads_inwards(walls, record.vertex(), &back) {
                return None;
            }
            leaving_edge(walls, walls.leaving(record.vertex())?, &back).map(Far::Vertex)
        }
        FarEnd::Wall(wall) => {
            let [a, b]: [DVec2; 2] = mesh.edge_ends(wall);
            let faces = turn(a, b, disc.start) == Turn::Left && disc.foot_is_between();
            faces.then_some(Far::Wall(wall))
        }
    }
}
