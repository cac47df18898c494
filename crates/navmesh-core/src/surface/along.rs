//! Paths on a surface.

use glam::DVec2;

use super::Surface;
use super::detail::ON_EDGE;
use crate::geom::ring::segments_touch;
use crate::mesh::Place;
use crate::path::{LegOnMesh, LegPiece, Path, shares};

/// A point of a path on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SurfacePoint {
    /// The point of the plan.
    pub point: DVec2,
    /// Its height.
    pub height: f64,
    /// The number of the floor.
    pub layer: u32,
    /// The number of the leg that leads to the point; 0 at the start.
    pub leg: usize,
}

/// A path on a surface.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct SurfacePath {
    /// The points from start to goal: the waypoints, and points between them.
    pub points: Vec<SurfacePoint>,
    /// The length of all walked legs along the surface, in map units. Links have none.
    pub length: f64,
    /// That length with each part times the cost of its cell, and the costs of the links.
    pub cost: f64,
    /// The steepest slope of a walked leg, up or down: height for each unit of the plan.
    pub steepest: f64,
}

/// The most pieces into which a step divides a path.
const MOST_STEPS: f64 = (1 << 16) as f64;

impl Surface {
    /// Returns the waypoints of a path with their heights; `None` if one lies on no floor.
    ///
    /// The path may be of any state of the mesh. A waypoint that rounding put off the surface has the height next to it.
    ///
    /// Complexity: that of [`Surface::height`] for each waypoint.
    #[must_use]
    pub fn waypoints(&self, path: &Path) -> Option<Vec<SurfacePoint>> {
        let points = path.waypoints().iter().enumerate();
        let of = |(index, &point): (usize, &DVec2)| {
            let layer = path.waypoint_layer(index).or((index == 0).then_some(path.start_layer()));
            let place = Place { layer, ..Place::new(point) };
            let height = self.height_near(place)?;
            let layer = layer.or_else(|| Some(self.mesh.layer(self.slot_at(place)?))).unwrap_or(0);
            Some(SurfacePoint { point, height, layer, leg: index.saturating_sub(1) })
        };
        points.map(of).collect()
    }

    /// Returns a path with the points where it enters another triangle of the surface; `None` if a waypoint lies on no floor.
    ///
    /// Between two such points the surface is plain. With a `step` above 0, further points are at most so many map units of
    /// the plan apart, and a step divides the path into about 65,000 pieces at most. A link is a straight leg, as is a leg
    /// that cannot be walked on the surface.
    ///
    /// Complexity: that of [`Path::cost_on`], times the triangles of a cell.
    #[must_use]
    pub fn along(&self, path: &Path, step: f64) -> Option<SurfacePath> {
        let ends = self.waypoints(path)?;
        let Some(&start) = ends.first() else { return Some(SurfacePath::default()) };
        let step = if step > 0.0 { step.max(path.length() / MOST_STEPS) } else { f64::INFINITY };
        let mut way = SurfacePath { points: vec![start], ..SurfacePath::default() };
        for (leg, on_mesh) in path.on_mesh(&self.mesh).into_iter().enumerate() {
            let end = ends[leg + 1];
            match on_mesh {
                LegOnMesh::Walked(pieces) => {
                    let line = [ends[leg].point, end.point];
                    for piece in pieces {
                        self.follow(&mut way, SurfaceLeg { line, leg, step }, piece);
                    }
                    way.end_leg(end);
                }
                LegOnMesh::Blocked => {
                    let run = ends[leg].point.distance(end.point);
                    way.steepest = way.steepest.max((end.height - ends[leg].height).abs() / run);
                    way.walk_to(end, 1.0);
                }
                LegOnMesh::Link => {
                    way.cost += path.link_of_leg(leg).map_or(0.0, |link| link.cost);
                    way.points.push(end);
                }
            }
        }
        Some(way)
    }

    /// Appends the points of a piece, its end included.
    fn follow(&self, way: &mut SurfacePath, along: SurfaceLeg, piece: LegPiece) {
        let [from, to] = along.line;
        let (length, layer) = (from.distance(to), self.mesh.layer(piece.slot));
        let (direction, rate) = ((to - from) / length, self.mesh.cost(piece.slot));
        let mut last = piece.from;
        for cut in self.cuts(along.line, piece) {
            // Pieces without length are left out, as nobody walks on their triangles.
            let facet = self.facet_at(piece.slot, along.at(0.5 * (last + cut)));
            let Some(facet) = facet.filter(|_| along.at(last) != along.at(cut)) else { continue };
            way.steepest = way.steepest.max(facet.gradient().dot(direction).abs());
            let count = (length * (cut - last) / along.step).ceil().max(1.0);
            for part in 1..=count as u64 {
                let point = along.at(last + (cut - last) * (part as f64 / count));
                let height = facet.height(point);
                way.walk_to(SurfacePoint { point, height, layer, leg: along.leg }, rate);
            }
            last = cut;
        }
    }

    /// Returns the shares of a leg at which a piece enters another triangle, ascending, and its end.
    ///
    /// A leg along an edge may miss a corner on it by rounding, and enters another triangle there all the same.
    fn cuts(&self, line: [DVec2; 2], piece: LegPiece) -> Vec<f64> {
        let [from, axis] = [line[0], line[1] - line[0]];
        let square = axis.length_squared();
        let sides = self.facets_of(piece.slot).iter().flat_map(|facet| facet.sides());
        let mut cuts: Vec<f64> = Vec::new();
        for side in sides {
            let corner = side[0] - from;
            if axis.perp_dot(corner).abs() <= ON_EDGE * square {
                cuts.push(axis.dot(corner) / square);
            }
            if segments_touch(line, side) {
                cuts.extend(shares(line, side));
            }
        }
        cuts.retain(|&share| piece.from < share && share < piece.to);
        cuts.push(piece.to);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        cuts
    }
}

/// A straight leg on a surface.
#[derive(Clone, Copy)]
struct SurfaceLeg {
    line: [DVec2; 2],
    leg: usize,
    step: f64,
}

impl SurfaceLeg {
    /// Returns the point at a share of the leg.
    fn at(&self, share: f64) -> DVec2 {
        let [from, to] = self.line;
        if share >= 1.0 {
            to
        } else {
            (from + (to - from) * share).clamp(from.min(to), from.max(to))
        }
    }
}

impl SurfacePath {
    /// Walks straight to the next point, at a cost for each unit of length.
    fn walk_to(&mut self, next: SurfacePoint, rate: f64) {
        let Some(last) = self.points.last_mut() else { return };
        if last.point == next.point {
            last.layer = next.layer;
            return;
        }
        let rise = next.height - last.height;
        let length = (last.point.distance_squared(next.point) + rise * rise).sqrt();
        self.length += length;
        self.cost += rate * length;
        self.points.push(next);
    }

    /// Gives the last point of a leg the floor of its waypoint.
    fn end_leg(&mut self, end: SurfacePoint) {
        match self.points.last_mut().filter(|last| last.point == end.point) {
            Some(last) => last.layer = end.layer,
            None => self.walk_to(end, 1.0),
        }
    }
}
