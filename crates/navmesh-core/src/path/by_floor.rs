//! Which floors a path leads over.

use glam::DVec2;

use super::Path;
use super::links::Walk;
use super::walk::touch;
use crate::geom::nearest_on_segment;
use crate::mesh::{CellId, EdgeId, NavMesh};

/// A piece of a path, all of it on one floor.
#[derive(Debug, Clone, PartialEq)]
pub struct PathSection {
    /// The floor's number.
    pub layer: u32,
    /// Its points; where the path goes on on another floor, the next stretch begins with the last one.
    pub points: Vec<DVec2>,
}

impl Path {
    /// The path floor by floor, on the mesh that it was found on: what is drawn, or walked, on each.
    ///
    /// A path that begins between two floors begins on that of its first cell. Points between waypoints, where the
    /// path comes to another floor in the middle of a leg, are rounded. A path whose cells are not of the mesh, or
    /// whose links stand at places that it does not have, is one stretch, on the floor that it begins on; an empty
    /// path has none. A link ends a stretch, and the next begins where it comes out.
    ///
    /// Complexity: linear in the number of legs and of cells, times the edges of a cell where the floor changes.
    #[must_use]
    pub fn by_floor(&self, mesh: &NavMesh) -> Vec<PathSection> {
        if self.verify_places_of_links().is_err() {
            let stretch = PathSection { layer: self.start_layer(), points: self.waypoints.clone() };
            return Some(stretch).filter(|whole| !whole.points.is_empty()).into_iter().collect();
        }
        self.walks().flat_map(|walk| self.floors_of(&walk, mesh)).collect()
    }

    /// A part of the path that is walked, floor by floor.
    fn floors_of(&self, walk: &Walk<'_>, mesh: &NavMesh) -> Vec<PathSection> {
        let (points, cells) = (walk.points, walk.cells);
        let Some(&first) = points.first() else { return Vec::new() };
        let mut done = Vec::new();
        let is_known = cells.iter().all(|&cell| mesh.has_cell(cell));
        let first_cell = cells.first().filter(|_| is_known);
        let layer = first_cell.map_or(self.start_layer(), |cell| mesh.layer(cell.slot));
        let mut stretch = PathSection { layer, points: vec![first] };
        let (mut leg, mut at) = (0, first);
        let pairs = cells.windows(2).filter(|_| is_known).map(|pair| [pair[0], pair[1]]);
        for pair in pairs.filter(|pair| mesh.layer(pair[0].slot) != mesh.layer(pair[1].slot)) {
            let legs = points.windows(2).enumerate().skip(leg);
            let begun =
                legs.map(|(index, ends)| (index, ends, if index == leg { at } else { ends[0] }));
            let mut crossings = begun.filter_map(|(index, ends, from)| {
                Some((index, crossing(mesh, pair, [ends[0], ends[1]], from)?))
            });
            // Where rounding has taken the last crossing beyond this one, the two are one.
            let (index, crossing) = crossings.next().unwrap_or((leg, at));
            stretch.points.extend(&points[leg + 1..=index]);
            stretch.points.push(crossing);
            let next = PathSection { layer: mesh.layer(pair[1].slot), points: vec![crossing] };
            done.push(std::mem::replace(&mut stretch, next));
            (leg, at) = (index, crossing);
        }
        stretch.points.extend(points.iter().skip(leg + 1));
        done.push(stretch);
        done.iter_mut().for_each(|stretch| stretch.points.dedup());
        done
    }
}

/// Where a leg, walked from a point on it, comes from one cell to the next; `None` where it meets no portal between
/// them from there on.
fn crossing(
    mesh: &NavMesh,
    [cell, next]: [CellId; 2],
    leg: [DVec2; 2],
    from: DVec2,
) -> Option<DVec2> {
    let edges = mesh.edge_range(cell.slot).map(|index| EdgeId(index as u32));
    let portals = edges.filter(|&edge| mesh.edge(edge).neighbor_slot() == Some(next.slot));
    let touched = portals.map(|edge| mesh.edge_ends(edge)).filter(|&ends| touch(leg, ends));
    let along = leg[1] - leg[0];
    let mut met = touched.map(|[a, b]| {
        let share = (a - leg[0]).perp_dot(b - a) / along.perp_dot(b - a);
        let on_leg = leg[0] + along * share.clamp(0.0, 1.0);
        // A leg along the portal is on both floors all the way, and goes on on the other at once.
        if on_leg.is_finite() { on_leg } else { nearest_on_segment(a, b, from) }
    });
    met.find(|point| (*point - from).dot(along) >= 0.0)
}
