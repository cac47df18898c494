//! The walls that a patch opens.
//!
//! A wall is *open* after a patch if ground lies on both of its sides now. A wall that is covered by other
//! walls, or whose own ground is gone, is not.

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, lexicographic, turn};
use navmesh_core::backend::{MeshPatch, PatchReport};
use navmesh_core::{Bounds, CellId, DVec2, EdgeId, NavMesh};

/// A wall before a patch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormerWall {
    pub(crate) ends: [DVec2; 2],
    /// The vertices at both ends, in its own fans.
    pub(crate) vertices: [u32; 2],
    /// The index of the next wall along the border of the walkable area, if it was collected.
    pub(crate) next: Option<usize>,
    /// The floor of its cell.
    pub(crate) layer: u32,
    /// True if its floor surrounds its end up to the next wall, without a connection to another floor.
    pub(crate) is_level: bool,
    edge: EdgeId,
    /// True if its cell stays.
    stays: bool,
}

/// The walls of the cells that a patch removes, and those that it lists.
#[derive(Debug, Clone, Default)]
pub(crate) struct FormerWalls(pub(crate) Vec<FormerWall>);

impl FormerWalls {
    /// Collects the walls before a patch.
    ///
    /// Complexity: linear in the removed cells and the fans around them.
    pub(crate) fn of(mesh: &NavMesh, patch: &MeshPatch) -> Self {
        let edges_of = |slot: u32| mesh.edge_range(slot).map(|edge| EdgeId(edge as u32));
        let known = |cell: &navmesh_core::CellId| mesh.has_cell(*cell);
        let removed =
            patch.removed.iter().copied().filter(known).flat_map(|cell| edges_of(cell.slot));
        let listed = patch.walls.iter().filter(|wall| known(&wall.cell));
        let listed = listed.filter_map(|wall| edges_of(wall.cell.slot).nth(wall.index as usize));
        let all = removed.map(|edge| (edge, false)).chain(listed.map(|edge| (edge, true)));
        let mut all: Vec<(EdgeId, bool)> =
            all.filter(|(edge, _)| mesh.edge(*edge).is_wall()).collect();
        all.merge_sort();
        all.dedup_by_key(|wall| wall.0);
        let wall = |&(edge, stays): &(EdgeId, bool)| {
            let next_edge = mesh.next_edge(edge);
            let next = mesh.walls_of_fan(next_edge).map(|walls| walls[0]);
            let next = next.and_then(|next| all.binary_search_by_key(&next, |wall| wall.0).ok());
            let vertices = [edge, next_edge].map(|edge| mesh.edge(edge).vertex().0);
            let layer = mesh.layer(mesh.edge(edge).cell_slot());
            let is_level = !mesh.has_layers() || is_level(mesh, next_edge, layer);
            let ends = mesh.edge_ends(edge);
            FormerWall { ends, vertices, next, layer, is_level, edge, stays }
        };
        Self(all.iter().map(wall).collect())
    }
}

/// True if all cells of a fan are on a floor. `edge` follows the wall that ends there.
fn is_level(mesh: &NavMesh, edge: EdgeId, layer: u32) -> bool {
    let mut fan = std::iter::successors(Some(edge), |&edge| mesh.clockwise(edge));
    fan.all(|edge| mesh.layer(mesh.edge(edge).cell_slot()) == layer)
}

/// The place of a wall, from its cell's point of view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WallPlace {
    pub(crate) ends: [DVec2; 2],
    /// The floor of its cell. Walls of other floors may have the same ends.
    pub(crate) layer: u32,
}

impl FormerWall {
    pub(crate) fn place(&self) -> WallPlace {
        WallPlace { ends: self.ends, layer: self.layer }
    }
}

/// The walls of new cells, and the cells themselves.
pub(crate) struct NewWalls<'a> {
    mesh: &'a NavMesh,
    /// The slots of the new cells, each with its box.
    cells: Vec<(u32, Bounds)>,
    pub(crate) all: Vec<WallPlace>,
    keys: WallKeys,
}

/// Walls that are found by their places.
pub(crate) struct WallKeys(Vec<WallKey>);

/// The bits of the ends of a wall, and its floor.
pub(crate) type WallKey = ([[u64; 2]; 2], u32);

pub(crate) fn wall_key(wall: WallPlace) -> WallKey {
    (wall.ends.map(|end| end.to_array().map(f64::to_bits)), wall.layer)
}

impl WallKeys {
    pub(crate) fn of(walls: impl Iterator<Item = WallPlace>) -> Self {
        let mut keys: Vec<WallKey> = walls.map(wall_key).collect();
        keys.merge_sort();
        Self(keys)
    }

    pub(crate) fn has(&self, wall: WallPlace) -> bool {
        self.0.binary_search(&wall_key(wall)).is_ok()
    }
}

impl<'a> NewWalls<'a> {
    pub(crate) fn of(mesh: &'a NavMesh, report: &PatchReport) -> Self {
        let slots = report.added.iter().map(|cell| cell.slot);
        let edges = slots.flat_map(|slot| mesh.edge_range(slot));
        let walls = edges.filter(|&edge| mesh.edges()[edge].is_wall());
        let place = |edge: usize| WallPlace {
            ends: mesh.edge_ends(EdgeId(edge as u32)),
            layer: mesh.layer(mesh.edges()[edge].cell_slot()),
        };
        let all: Vec<WallPlace> = walls.map(place).collect();
        let keys = WallKeys::of(all.iter().copied());
        let boxed = |cell: &CellId| (cell.slot, Bounds::of(mesh.corners(cell.slot)));
        Self { mesh, cells: report.added.iter().map(boxed).collect(), all, keys }
    }

    /// True if one of the walls has this place.
    pub(crate) fn has(&self, wall: WallPlace) -> bool {
        self.keys.has(wall)
    }

    /// True if walls of new cells cover all of a former wall.
    pub(crate) fn cover(&self, wall: &FormerWall) -> bool {
        let [mut from, to] = wall.ends;
        if self.has(wall.place()) {
            return true;
        }
        let rises = lexicographic(from, to).is_lt();
        let is_before = |a: DVec2, b: DVec2| lexicographic(a, b).is_lt() == rises && a != b;
        while is_before(from, to) {
            let covers_on = |own: &&WallPlace| {
                own.layer == wall.layer
                    && !is_before(from, own.ends[0])
                    && is_before(from, own.ends[1])
                    && is_along(wall.ends, own.ends)
            };
            match self.all.iter().find(covers_on) {
                Some(own) => from = own.ends[1],
                None => return false,
            }
        }
        true
    }

    /// True if ground lies on both sides of a former wall that walls do not cover. Ground of another floor counts
    /// too, since it may be joined there.
    pub(crate) fn open(&self, wall: &FormerWall) -> bool {
        if wall.stays {
            return !self.mesh.edge(wall.edge).is_wall();
        }
        let [a, b] = wall.ends;
        let meets = |of: &Bounds| a.min(b).cmple(of.max).all() && of.min.cmple(a.max(b)).all();
        let mut near = self.cells.iter().filter(|(_, bounds)| meets(bounds));
        near.any(|&(slot, _)| reaches_right(wall.ends, self.mesh.corners(slot)))
    }
}

/// True if two segments lie on one line, run the same way and have more than a point in common. Exact.
pub(crate) fn is_along([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    if !boxes_meet {
        return false;
    }
    if turn(a, b, c) != Turn::Collinear || turn(a, b, d) != Turn::Collinear {
        return false;
    }
    let rises = lexicographic(a, b).is_lt();
    let is_before = |p: DVec2, q: DVec2| lexicographic(p, q).is_lt() == rises && p != q;
    is_before(c, d) && is_before(a, d) && is_before(c, b)
}

/// True if a convex cell has ground directly to the right of a part of a segment. Exact.
fn reaches_right([a, b]: [DVec2; 2], corners: impl Iterator<Item = DVec2> + Clone) -> bool {
    let sides = || corners.clone().map(|corner| turn(a, b, corner));
    if !sides().any(|side| side == Turn::Right) {
        return false;
    }
    let mut edges = corners.clone().zip(corners.clone().cycle().skip(1));
    if sides().any(|side| side == Turn::Left) {
        // The line runs through the cell. No edge may part the segment from it.
        return edges.all(|(from, to)| [a, b].iter().any(|&end| turn(from, to, end) == Turn::Left));
    }
    edges.any(|(from, to)| is_along([b, a], [from, to]))
}

/// Returns the largest detour around an obstacle: the greatest difference between the shorter way along its
/// border and the straight line, over all pairs of points of the border.
///
/// Along the border the difference never shrinks as the points move apart, so it is greatest where both ways
/// are equally long. `corners` are those of the border, in order.
pub(crate) fn greatest_detour(corners: &[DVec2]) -> f64 {
    let mut along = Vec::with_capacity(corners.len() + 1);
    let mut sum = 0.0;
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        along.push(sum);
        sum += from.distance(*to);
    }
    let half = sum / 2.0;
    let at = |place: f64| {
        let place = if place >= sum { place - sum } else { place };
        let index = along.partition_point(|&own| own <= place).saturating_sub(1);
        let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
        let length = from.distance(to);
        if length == 0.0 { from } else { from.lerp(to, ((place - along[index]) / length).min(1.0)) }
    };
    let mut breaks: Vec<f64> =
        along.iter().map(|&own| if own >= half { own - half } else { own }).collect();
    breaks.push(0.0);
    breaks.push(half);
    breaks.merge_sort_by(f64::total_cmp);
    let chord = |place: f64| at(place + half) - at(place);
    let shortest = breaks.windows(2).map(|pair| {
        let [first, last] = [pair[0], pair[1]].map(chord);
        navmesh_core::backend::geom::nearest_on_segment(first, last, DVec2::ZERO).length()
    });
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    // A millionth for rounding, of all terms.
    ((half - shortest) + sum * 1e-6).clamp(0.0, half * (1.0 + 1e-6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[[f64; 2]]) -> Vec<DVec2> {
        all.iter().map(|&point| point.into()).collect()
    }

    #[test]
    fn the_greatest_detour_is_found_for_squares_strips_and_triangles() {
        let near = |found: f64, expected: f64| {
            assert!(found >= expected && found < expected + 1e-4, "{found} {expected}");
        };
        near(greatest_detour(&points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])), 2.0);
        near(greatest_detour(&points(&[[0.0, 0.0], [9.0, 0.0], [9.0, 1.0], [0.0, 1.0]])), 9.0);
        near(greatest_detour(&points(&[[0.0, 0.0], [5.0, 0.0]])), 5.0);
        // Half the girth less the least width would be 0.634.
        let triangle = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.75f64.sqrt()]];
        near(greatest_detour(&points(&triangle)), 0.75);
    }

    #[test]
    fn ground_to_the_right_of_a_wall_opens_it_and_ground_beyond_its_ends_does_not() {
        let wall = [[0.0, 0.0], [0.0, 4.0]].map(DVec2::from);
        let opens = |all: &[[f64; 2]]| reaches_right(wall, points(all).into_iter());
        assert!(opens(&[[0.0, 1.0], [2.0, 1.0], [2.0, 3.0], [0.0, 3.0]]));
        assert!(opens(&[[-1.0, 1.0], [2.0, 1.0], [2.0, 3.0], [-1.0, 3.0]]));
        assert!(opens(&[[-1.0, -1.0], [2.0, -1.0], [2.0, 9.0], [-1.0, 9.0]]));
        assert!(!opens(&[[0.0, 4.0], [2.0, 4.0], [2.0, 6.0], [0.0, 6.0]]));
        assert!(!opens(&[[-1.0, 4.0], [2.0, 4.0], [2.0, 6.0], [-1.0, 6.0]]));
        assert!(!opens(&[[-2.0, 1.0], [0.0, 1.0], [0.0, 3.0], [-2.0, 3.0]]));
        assert!(!opens(&[[0.0, 2.0], [2.0, 1.0], [2.0, 3.0]]));
    }
}
