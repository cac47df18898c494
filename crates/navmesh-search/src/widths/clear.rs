//! The exact test of a candidate: does its disc meet another wall?
//!
//! The test walks over the triangles that meet the disc, from the far end on. Each edge that meets the disc must lead to
//! another triangle, whose tip must lie outside. Floats decide where they are certain.

use navmesh_core::backend::collections::{MergeSort, StampSet};
use navmesh_core::backend::geom::{Diameter, DiameterEnd, Turn};
use navmesh_core::{DVec2, EdgeId, VertexId};

use super::candidates::{Candidate, FarEnd, each_candidate};
use super::chord::{Chord, Far};
use super::triangles::{Beyond, Triangles, next, previous};
use super::walls::Walls;

/// The exact test of chords, with memory for the next one.
#[derive(Debug, Default)]
pub(super) struct DiscTest {
    /// The triangles that were met.
    met: StampSet,
    /// Edges that meet the disc, in the triangles behind them.
    open: Vec<u32>,
}

impl DiscTest {
    /// Returns the chord of a candidate, if its closed disc meets no other wall.
    pub(super) fn chord(&mut self, surface: &Triangles<'_>, candidate: Candidate) -> Option<Chord> {
        let (walls, mesh) = (surface.walls, surface.walls.mesh);
        let leaving = walls.leaving(candidate.corner)?;
        let start = mesh.edge(leaving).origin();
        let (end, back) = match candidate.end {
            FarEnd::Vertex(vertex) => {
                let leaving = walls.leaving(vertex)?;
                let point = mesh.edge(leaving).origin();
                let back = Diameter { start: point, end: DiameterEnd::Point(start) };
                (DiameterEnd::Point(point), Some((vertex, leaving, back)))
            }
            FarEnd::Wall(wall) => (DiameterEnd::Foot(mesh.edge_ends(wall)), None),
        };
        let disc = Diameter { start, end };
        if leads_inwards(walls, candidate.corner, &disc)
            || back.is_some_and(|(vertex, _, back)| leads_inwards(walls, vertex, &back))
            || !self.is_clear(surface, &candidate, &disc)
        {
            return None;
        }
        let far = match (candidate.end, back) {
            (FarEnd::Wall(wall), _) => Far::Wall(wall),
            (_, back) => back
                .and_then(|(_, leaving, back)| leaving_edge(walls, leaving, &back))
                .map(Far::Vertex)?,
        };
        Some(Chord::new(mesh, leaving_edge(walls, leaving, &disc)?, far))
    }

    /// True if no wall in sight of the far end meets the disc, and the corner is in sight.
    fn is_clear(
        &mut self,
        surface: &Triangles<'_>,
        candidate: &Candidate,
        disc: &Diameter,
    ) -> bool {
        let mut visit = Visit {
            surface,
            disc,
            around: Around::of(disc, surface.largest),
            candidate,
            open: &mut self.open,
        };
        self.met.begin(surface.all().len() / 3);
        visit.open.clear();
        let first = candidate.half;
        self.met.insert(first / 3);
        let mut is_reached = false;
        for half in [first, next(first), previous(first)] {
            is_reached |= surface.half(half).vertex == candidate.corner;
            if visit.has_inside(half) || visit.is_blocked_at(half) {
                return false;
            }
        }
        while let Some(entry) = visit.open.pop() {
            if !self.met.insert(entry / 3) {
                continue;
            }
            let tip = previous(entry);
            is_reached |= surface.half(tip).vertex == candidate.corner;
            if visit.has_inside(tip) || visit.is_blocked_at(next(entry)) || visit.is_blocked_at(tip)
            {
                return false;
            }
        }
        is_reached
    }
}

/// A walk over the triangles that meet a disc.
struct Visit<'v, 'w> {
    surface: &'v Triangles<'w>,
    candidate: &'v Candidate,
    disc: &'v Diameter,
    around: Around,
    open: &'v mut Vec<u32>,
}

impl Visit<'_, '_> {
    /// True if the origin of an edge is on a wall and in the disc, and no end of the diameter.
    fn has_inside(&self, half: u32) -> bool {
        let half = self.surface.half(half);
        half.kind.is_wall()
            && !self.disc.is_end(half.origin)
            && match self.around.holds(half.origin) {
                Some(is_inside) => is_inside,
                None => !self.disc.excludes(half.origin),
            }
    }

    /// True if an edge is a wall that meets the disc. Notes the triangle behind another edge that meets it.
    fn is_blocked_at(&mut self, half: u32) -> bool {
        let edge = self.surface.half(half);
        if let Beyond::Wall(wall) = edge.beyond
            && self.candidate.end == FarEnd::Wall(wall)
        {
            return false;
        }
        let ends = [edge.origin, self.surface.half(next(half)).origin];
        let is_met = self.around.meets(ends).unwrap_or_else(|| self.disc.is_met_by(ends));
        match edge.beyond {
            Beyond::Half(twin) if is_met => self.open.push(twin),
            Beyond::Half(_) => {}
            Beyond::Wall(_) => return is_met,
        }
        false
    }
}

/// A disc in floats, a little smaller and a little larger than the exact one.
///
/// Distances are computed with less than 64 roundings, each at most 2⁻⁵³ of the sum of the coordinates of six points: the
/// ends of the diameter, those of the wall with its foot, and those of an edge.
struct Around {
    center: DVec2,
    /// The squares of the radii.
    inner_sq: f64,
    outer_sq: f64,
}

impl Around {
    /// Returns the disc over a diameter, for points whose coordinates are at most `largest`.
    fn of(disc: &Diameter, largest: f64) -> Self {
        let (start, end) = (disc.start, disc.end_point());
        let radius = start.distance(end) / 2.0;
        let slack = 2f64.powi(-46) * 12.0 * largest;
        let inner = (radius - slack).max(0.0);
        let outer = radius + slack;
        Self { center: start.midpoint(end), inner_sq: inner * inner, outer_sq: outer * outer }
    }

    /// True if a point is certainly in the interior of the disc, false if certainly outside of the closed disc.
    #[inline]
    fn holds(&self, point: DVec2) -> Option<bool> {
        self.compares(point.distance_squared(self.center), 1.0)
    }

    /// True if a segment certainly meets the interior of the disc, false if it is certainly outside of the closed disc.
    #[inline]
    fn meets(&self, [a, b]: [DVec2; 2]) -> Option<bool> {
        let (along, to_center) = (b - a, self.center - a);
        let (advance, length_sq) = (along.dot(to_center), along.length_squared());
        if advance <= 0.0 {
            self.compares(to_center.length_squared(), 1.0)
        } else if advance >= length_sq {
            self.holds(b)
        } else {
            let double_area = along.perp_dot(to_center);
            self.compares(double_area * double_area, length_sq)
        }
    }

    /// Compares a squared distance, multiplied by a factor.
    #[inline]
    fn compares(&self, product: f64, factor: f64) -> Option<bool> {
        if product > self.outer_sq * factor {
            Some(false)
        } else if product < self.inner_sq * factor {
            Some(true)
        } else {
            None
        }
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

/// Finds all chords, the widest first. Ties are ordered by the edges.
pub(super) fn all_chords(walls: &Walls<'_>) -> Vec<Chord> {
    let surface = Triangles::of(walls);
    let (mut test, mut chords) = (DiscTest::default(), Vec::new());
    each_candidate(&surface, |candidate| chords.extend(test.chord(&surface, candidate)));
    chords.merge_sort_by(|a: &Chord, b| {
        let by_width = b.width.total_cmp(&a.width);
        by_width.then(a.corner.cmp(&b.corner)).then(a.far.cmp(&b.far))
    });
    // Two wedges end at a foot right behind a vertex off the walls.
    chords.dedup();
    chords
}
