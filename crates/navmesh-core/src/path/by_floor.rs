//! The floors of a path.

use glam::DVec2;

use super::Path;
use super::links::WalkedSection;
use crate::geom::nearest_on_segment;
use crate::geom::ring::segments_touch;
use crate::mesh::{CellId, EdgeId, NavMesh};

/// A section of a path on one floor.
#[derive(Debug, Clone, PartialEq)]
pub struct PathSection {
    /// The number of the floor.
    pub layer: u32,
    /// The points. If the path continues on another floor, the next section begins with the last point.
    pub points: Vec<DVec2>,
}

impl Path {
    /// Splits the path by floor, on its original mesh.
    ///
    /// A path that begins between two floors begins on that of its first cell. Points where it
    /// changes floors within a leg are rounded. A link ends a section, and the next one begins at its
    /// exit. An empty path has no sections. If the cells of a path do not hold it on this mesh, it changes floors at the
    /// waypoints.
    ///
    /// Complexity: linear in the number of legs and of cells, times the edges of a cell where the
    /// floor changes.
    #[must_use]
    pub fn by_floor(&self, mesh: &NavMesh) -> Vec<PathSection> {
        if self.cells_of_waypoints(mesh).is_none() {
            return self.split_at_waypoints();
        }
        self.walked_sections().flat_map(|section| self.split(&section, mesh)).collect()
    }

    /// Splits the path by the floors of its waypoints. A leg to another floor belongs to that of its beginning.
    fn split_at_waypoints(&self) -> Vec<PathSection> {
        let mut done: Vec<PathSection> = Vec::new();
        for (at, &point) in self.waypoints.iter().enumerate() {
            let is_exit = at.checked_sub(1).is_some_and(|leg| self.link_of_leg(leg).is_some());
            let last = done.last_mut().filter(|_| !is_exit);
            let layer = self.waypoint_layer(at).unwrap_or(self.start_layer());
            let is_same = last.as_ref().is_some_and(|last| last.layer == layer);
            if let Some(section) = last {
                section.points.push(point);
            }
            if !is_same {
                done.push(PathSection { layer, points: vec![point] });
            }
        }
        done
    }

    /// Splits a walked section by floor.
    fn split(&self, walked: &WalkedSection<'_>, mesh: &NavMesh) -> Vec<PathSection> {
        let (points, cells) = (walked.points, walked.cells);
        let Some(&first) = points.first() else { return Vec::new() };
        let mut done = Vec::new();
        let layer = cells.first().map_or(self.start_layer(), |cell| mesh.layer(cell.slot));
        let mut section = PathSection { layer, points: vec![first] };
        let (mut leg, mut at) = (0, first);
        let pairs = cells.windows(2).map(|pair| [pair[0], pair[1]]);
        for pair in pairs.filter(|pair| mesh.layer(pair[0].slot) != mesh.layer(pair[1].slot)) {
            let legs = points.windows(2).enumerate().skip(leg);
            let begun =
                legs.map(|(index, ends)| (index, ends, if index == leg { at } else { ends[0] }));
            let mut crossings = begun.filter_map(|(index, ends, from)| {
                Some((index, crossing(mesh, pair, [ends[0], ends[1]], from)?))
            });
            // If rounding moved the last crossing beyond this one, they coincide.
            let (index, crossing) = crossings.next().unwrap_or((leg, at));
            section.points.extend(&points[leg + 1..=index]);
            section.points.push(crossing);
            let next = PathSection { layer: mesh.layer(pair[1].slot), points: vec![crossing] };
            done.push(std::mem::replace(&mut section, next));
            (leg, at) = (index, crossing);
        }
        section.points.extend(points.iter().skip(leg + 1));
        done.push(section);
        for section in &mut done {
            section.points.dedup();
        }
        done
    }
}

/// Returns the point where a leg crosses from one cell to the next, at or after a point on it.
///
/// `None` if it touches no portal between them from there on.
fn crossing(
    mesh: &NavMesh,
    [cell, next]: [CellId; 2],
    leg: [DVec2; 2],
    from: DVec2,
) -> Option<DVec2> {
    let edges = mesh.edge_range(cell.slot).map(|index| EdgeId(index as u32));
    let portals = edges.filter(|&edge| mesh.edge(edge).neighbor_slot() == Some(next.slot));
    let touched =
        portals.map(|edge| mesh.edge_ends(edge)).filter(|&ends| segments_touch(leg, ends));
    let along = leg[1] - leg[0];
    let mut met = touched.map(|[a, b]| {
        let share = (a - leg[0]).perp_dot(b - a) / along.perp_dot(b - a);
        let on_leg = leg[0] + along * share.clamp(0.0, 1.0);
        // A leg along the portal is on both floors, and changes to the other at once.
        if on_leg.is_finite() { on_leg } else { nearest_on_segment(a, b, from) }
    });
    met.find(|point| (*point - from).dot(along) >= 0.0)
}
