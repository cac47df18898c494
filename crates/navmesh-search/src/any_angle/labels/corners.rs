//! The corners of a mesh: the vertices at which a shortest path may turn; and their passes, one for each side of the obstacle.

use std::cmp::Ordering;

use navmesh_core::backend::collections::{Groups, NONE, counting_sort};
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh};

use crate::any_angle::index::predicates::SidePredicate;

/// The pass of a corner with the obstacle on the left (0) or on the right (1).
#[inline]
pub(super) fn pass(corner: u32, side: u32) -> u32 {
    2 * corner + side
}

/// The corner of a pass.
#[inline]
pub(super) fn corner_of(pass: u32) -> u32 {
    pass / 2
}

/// The same pass, walked the other way.
#[inline]
pub(super) fn reversed(pass: u32) -> u32 {
    pass ^ 1
}

/// The pass before a root, and the corner after a hub.
pub(super) const ROOT: u16 = u16::MAX;

/// A vertex with more than π of walkable angle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) point: DVec2,
    /// The other ends of the two walls that meet there.
    walls: [DVec2; 2],
}

/// All corners.
#[derive(Debug)]
pub(super) struct Corners {
    all: Vec<Corner>,
    /// The number of the corner at a vertex; `NONE` at others.
    at: Vec<u32>,
    /// The slots of the cells around each corner.
    cells: Groups<u32>,
}

impl Corners {
    pub(super) fn of(mesh: &NavMesh) -> Self {
        let edges = || mesh.slots().flat_map(|slot| mesh.edge_range(slot));
        let mut at = vec![NONE; mesh.vertex_count()];
        let mut all = Vec::new();
        for edge in edges().map(|edge| &mesh.edges()[edge]) {
            let number = &mut at[edge.vertex().index()];
            if edge.origin_is_corner() && *number == NONE {
                *number = all.len() as u32;
                all.push(Corner { point: edge.origin(), walls: [edge.origin(); 2] });
            }
        }
        for edge in edges().map(|edge| EdgeId(edge as u32)) {
            if !mesh.edge(edge).is_wall() {
                continue;
            }
            let [from, to] = mesh.edge_ends(edge);
            let ends = [(edge, to), (mesh.next_edge(edge), from)];
            for (place, (at_end, other)) in ends.into_iter().enumerate() {
                let number = at[mesh.edge(at_end).vertex().index()];
                if let Some(corner) = all.get_mut(number as usize) {
                    corner.walls[place] = other;
                }
            }
        }
        let around = edges().filter_map(|edge| {
            let edge = &mesh.edges()[edge];
            let number = at[edge.vertex().index()];
            (number != NONE).then(|| (number, edge.cell_slot()))
        });
        let cells = counting_sort(all.len(), around);
        Self { all, at, cells }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the point of a corner.
    #[inline]
    pub(super) fn point(&self, corner: u32) -> DVec2 {
        self.all[corner as usize].point
    }

    /// Returns the slots of the cells around a corner.
    pub(super) fn cells(&self, corner: u32) -> &[u32] {
        self.cells.group(corner as usize)
    }

    /// Returns the corner at a vertex.
    #[inline]
    pub(super) fn at(&self, vertex: u32) -> Option<u32> {
        Some(self.at[vertex as usize]).filter(|&number| number != NONE)
    }

    /// Returns the sides on which a path that comes straight from a point, which sees the corner, can turn there around the
    /// obstacle: [left, right]. It can where no wall lies on the other side of the line. Both are true for walls in line.
    #[inline]
    pub(super) fn sides<S: SidePredicate>(&self, corner: u32, from: DVec2) -> [bool; 2] {
        let Corner { point, walls: [a, b] } = self.all[corner as usize];
        let (a, b) = (S::orient(from, point, a), S::orient(from, point, b));
        [a >= 0.0 && b >= 0.0, a <= 0.0 && b <= 0.0]
    }

    /// Orders the next corners after a pass by direction, counter-clockwise. All such directions are on one side of a line. [`ROOT`]
    /// is last for a left pass, and first for a right one.
    pub(super) fn by_direction(&self, pass: u32, next: [u16; 2]) -> Ordering {
        let is_left = pass.is_multiple_of(2);
        let ends = next.map(|next| next == ROOT);
        if ends.contains(&true) {
            let order = ends[0].cmp(&ends[1]);
            return if is_left { order } else { order.reverse() };
        }
        let Corner { point, walls } = self.all[corner_of(pass) as usize];
        let [a, b] = next.map(|next| self.point(next.into()));
        match turn(point, a, b) {
            Turn::Left => Ordering::Less,
            Turn::Right => Ordering::Greater,
            // Along a thin wall one leads to its other end, and one straight away from it.
            Turn::Collinear if (a - point).dot(b - point) < 0.0 => {
                let is_along = (a - point).dot(walls[0] - point) > 0.0;
                if is_along == is_left { Ordering::Greater } else { Ordering::Less }
            }
            Turn::Collinear => next[0].cmp(&next[1]),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Corner>()
            + self.at.capacity() * size_of::<u32>()
            + (self.cells.items().len() + self.len() + 1) * size_of::<u32>()
    }
}
