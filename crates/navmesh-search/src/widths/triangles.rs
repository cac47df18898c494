//! A triangulation of the walkable area.
//!
//! Source: C. L. Lawson, "Software for C¹ Surface Interpolation", 1977: flips of edges lead from any triangulation to
//! the constrained one of Delaunay. We differ from it in: 1) cells are cut into fans first, so triangles without area
//! occur, and the exact circle test flips them away; 2) floors are one surface: two neighbouring triangles always lie
//! flat in the plane. Walls are the constraints. A chord between two corners is an edge of the result, and a chord to the
//! inside of a wall crosses few of its edges.

use navmesh_core::backend::geom::{is_farther_along, is_in_circle};
use navmesh_core::{DVec2, EdgeId, VertexId};

use super::walls::Walls;

/// An edge of a triangle, with the triangle on its left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    pub(super) origin: DVec2,
    pub(super) vertex: VertexId,
    pub(super) kind: VertexKind,
    /// True if the triangle has less than 90° at the origin, or if the origin is off the walls.
    pub(super) is_narrow: bool,
    pub(super) beyond: Beyond,
}

/// The walls at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VertexKind {
    /// No wall.
    Free,
    /// Walls with a walkable angle of at most 180°.
    Wall,
    /// Walls with a walkable angle above 180°.
    Corner,
}

impl VertexKind {
    pub(super) fn is_wall(self) -> bool {
        self != Self::Free
    }
}

/// The other side of a triangle's edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// The same edge in the next triangle.
    Half(u32),
    /// A wall of the mesh.
    Wall(EdgeId),
}

/// Triangles of three edges each, counter-clockwise.
#[derive(Debug)]
pub(super) struct Triangles<'w> {
    pub(super) walls: &'w Walls<'w>,
    halves: Vec<Half>,
    /// The largest size of a coordinate.
    pub(super) largest: f64,
}

impl<'w> Triangles<'w> {
    /// Triangulates the cells of a mesh.
    ///
    /// Complexity: near linear in practice; quadratic in the corners of a cell in the worst case.
    pub(super) fn of(walls: &'w Walls<'w>) -> Self {
        let mut triangles = Self::fans(walls);
        triangles.flip_all();
        triangles.measure_angles();
        triangles
    }

    pub(super) fn half(&self, index: u32) -> &Half {
        &self.halves[index as usize]
    }

    /// Iterates over the edges of all triangles.
    pub(super) fn all(&self) -> std::ops::Range<u32> {
        0..self.halves.len() as u32
    }

    /// Cuts each cell into triangles around its first corner.
    fn fans(walls: &'w Walls<'w>) -> Self {
        let mesh = walls.mesh;
        let mut halves = Vec::with_capacity(2 * mesh.edges().len());
        let mut of_edge = vec![0; mesh.edges().len()];
        for range in mesh.slots().map(|slot| mesh.edge_range(slot)) {
            let inner = range.start + 1..range.end - 1;
            for edge in inner {
                let first = halves.len() as u32;
                of_edge[edge] = first + 1;
                // The edges of the cell get their other sides below.
                let sides = [first.wrapping_sub(1), first + 1, first + 3].map(Beyond::Half);
                for (edge, beyond) in [range.start, edge, edge + 1].into_iter().zip(sides) {
                    let edge = &mesh.edges()[edge];
                    let (origin, vertex) = (edge.origin(), edge.vertex());
                    let kind = match (walls.has(vertex), edge.origin_is_corner()) {
                        (false, _) => VertexKind::Free,
                        (true, false) => VertexKind::Wall,
                        (true, true) => VertexKind::Corner,
                    };
                    halves.push(Half { origin, vertex, kind, is_narrow: true, beyond });
                }
            }
            of_edge[range.start] = (halves.len() - 3 * (range.len() - 2)) as u32;
            of_edge[range.end - 1] = halves.len() as u32 - 1;
        }
        for edge in mesh.slots().flat_map(|slot| mesh.edge_range(slot)) {
            let twin = mesh.edges()[edge].twin();
            let wall = Beyond::Wall(EdgeId(edge as u32));
            let beyond = twin.map_or(wall, |twin| Beyond::Half(of_edge[twin.index()]));
            halves[of_edge[edge] as usize].beyond = beyond;
        }
        let bounds = mesh.bounds();
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        Self { walls, halves, largest }
    }

    /// Flips edges until no corner lies in the circle of a neighbouring triangle.
    fn flip_all(&mut self) {
        let halves = (0..).zip(&self.halves);
        let is_first = |half: u32, beyond| matches!(beyond, Beyond::Half(twin) if half < twin);
        let firsts = halves.filter(|&(index, half)| is_first(index, half.beyond));
        let mut open: Vec<u32> = firsts.map(|(index, _)| index).collect();
        while let Some(half) = open.pop() {
            let Beyond::Half(twin) = self.half(half).beyond else { continue };
            let corners = [half, next(half), previous(half)].map(|half| self.half(half).origin);
            if is_in_circle(corners, self.half(previous(twin)).origin) {
                self.flip([half, twin]);
                open.extend([half, next(half), twin, next(twin)]);
            }
        }
    }

    /// Compares all angles at walls with 90°, exactly.
    fn measure_angles(&mut self) {
        for triangle in self.halves.chunks_exact_mut(3) {
            let [a, b, c] = [0, 1, 2].map(|half: usize| triangle[half].origin);
            for (half, [before, at, after]) in
                triangle.iter_mut().zip([[c, a, b], [a, b, c], [b, c, a]])
            {
                half.is_narrow = !half.kind.is_wall() || is_farther_along([at, before], at, after);
            }
        }
    }

    /// Replaces the edge between two triangles by the other diagonal of their quadrangle.
    fn flip(&mut self, [one, two]: [u32; 2]) {
        let [last_one, last_two] = [previous(one), previous(two)];
        let diagonal = [(last_one, last_two), (last_two, last_one)];
        let [outer_one, outer_two] = [last_one, last_two].map(|half| *self.half(half));
        self.place(one, outer_two);
        self.place(two, outer_one);
        for ((at, twin), outer) in diagonal.into_iter().zip([outer_one, outer_two]) {
            self.place(at, Half { beyond: Beyond::Half(twin), ..outer });
        }
    }

    fn place(&mut self, at: u32, half: Half) {
        self.halves[at as usize] = half;
        if let Beyond::Half(twin) = half.beyond {
            self.halves[twin as usize].beyond = Beyond::Half(at);
        }
    }
}

/// Returns the next edge of a triangle.
pub(super) fn next(half: u32) -> u32 {
    if half % 3 == 2 { half - 2 } else { half + 1 }
}

/// Returns the edge of a triangle before another one.
pub(super) fn previous(half: u32) -> u32 {
    if half.is_multiple_of(3) { half + 2 } else { half - 1 }
}
