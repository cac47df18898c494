//! Seeded corridors of convex cells, each joined to the next along an edge.
//!
//! A corridor may overlap itself. Small lattices often make degenerate cases: collinear corners, portals
//! seen edge-on, starts and goals on corners.

use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{CellId, Corridor, DVec2, EdgeId, Portal, VertexId};
use navmesh_testkit::SplitMix64;

/// The positions of the cells' corners.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Corners {
    /// Multiples of `unit`, moved by `shift`; a cell reaches `reach` units from its portal.
    Lattice { unit: f64, shift: f64, reach: usize },
    /// Any points within a box of this half size around the portal.
    Anywhere { half_size: DVec2 },
}

impl Corners {
    fn point_near(self, random: &mut SplitMix64, near: DVec2) -> DVec2 {
        match self {
            Self::Lattice { unit, shift, reach } => {
                let step =
                    |random: &mut SplitMix64| random.below(2 * reach + 1) as f64 - reach as f64;
                let home = ((near - DVec2::splat(shift)) / unit).round();
                (home + DVec2::new(step(random), step(random))) * unit + DVec2::splat(shift)
            }
            Self::Anywhere { half_size } => {
                near + half_size * (2.0 * DVec2::new(random.unit(), random.unit()) - 1.0)
            }
        }
    }
}

/// The edge by which a corridor leaves its cells.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Exit {
    /// Any edge except the entered one.
    Any,
    /// The edge that keeps the left end: a fan around that vertex.
    KeepLeft,
    /// The edge that keeps the right end.
    KeepRight,
}

/// A portal between two points; the tests of this package need no ids.
pub(crate) fn portal(left: DVec2, right: DVec2) -> Portal {
    let (left_vertex, right_vertex) = (VertexId(0), VertexId(1));
    Portal { left, right, left_vertex, right_vertex, edge: EdgeId(0) }
}

/// A corridor through the portals, with invented cells.
pub(crate) fn corridor(start: DVec2, goal: DVec2, portals: Vec<Portal>) -> Corridor {
    let cells = (0..=portals.len() as u32).map(|slot| CellId { slot, generation: 0 }).collect();
    Corridor { start, goal, cells, portals, ..Corridor::default() }
}

/// A corridor through `count` portals.
pub(crate) fn random_corridor(
    random: &mut SplitMix64,
    corners: Corners,
    exit: Exit,
    count: usize,
) -> Corridor {
    let mut cell = first_cell(random, corners);
    let start = point_in(random, corners, &cell);
    let mut portals = Vec::new();
    for _ in 0..count {
        let edge = choose_exit(random, &cell, exit);
        portals.push(portal(cell[(edge + 1) % cell.len()], cell[edge]));
        cell = next_cell(random, corners, &portals[portals.len() - 1]);
    }
    corridor(start, point_in(random, corners, &cell), portals)
}

fn first_cell(random: &mut SplitMix64, corners: Corners) -> Vec<DVec2> {
    loop {
        let a = corners.point_near(random, DVec2::ZERO);
        let b = corners.point_near(random, DVec2::ZERO);
        if a != b {
            return next_cell(random, corners, &portal(a, b));
        }
    }
}

/// A convex cell beyond a portal, counter-clockwise: its first edge is the portal, left to right.
fn next_cell(random: &mut SplitMix64, corners: Corners, entered: &Portal) -> Vec<DVec2> {
    let (left, right) = (entered.left, entered.right);
    loop {
        let mut points = vec![left, right];
        for _ in 0..1 + random.below(4) {
            let near = if random.below(2) == 0 { left } else { right };
            let point = corners.point_near(random, near);
            let behind = turn(left, right, point) == Turn::Right;
            if !behind && !on_segment(left, right, point) && !points.contains(&point) {
                points.push(point);
            }
        }
        if points.iter().any(|&p| turn(left, right, p) == Turn::Left) {
            return hull_from(&points);
        }
    }
}

/// The convex hull with the points on its sides, from the first two points on, which are an edge.
fn hull_from(points: &[DVec2]) -> Vec<DVec2> {
    let mut hull = vec![points[0], points[1]];
    loop {
        let last = hull[hull.len() - 1];
        let is_next = |&candidate: &DVec2| {
            candidate != last
                && points.iter().all(|&p| {
                    let inner = on_segment(last, candidate, p) && p != last && p != candidate;
                    turn(last, candidate, p) != Turn::Right && !inner
                })
        };
        let next = *points.iter().find(|p| is_next(p)).expect("a hull closes");
        if next == hull[0] {
            return hull;
        }
        hull.push(next);
    }
}

/// The index of an edge other than the first.
fn choose_exit(random: &mut SplitMix64, cell: &[DVec2], exit: Exit) -> usize {
    match exit {
        Exit::Any => 1 + random.below(cell.len() - 1),
        // The last edge ends where the first one, left to right, begins.
        Exit::KeepLeft => cell.len() - 1,
        Exit::KeepRight => 1,
    }
}

/// A point in the closed cell: a corner, a point of a side, or one inside.
fn point_in(random: &mut SplitMix64, corners: Corners, cell: &[DVec2]) -> DVec2 {
    let i = random.below(cell.len());
    let (corner, next) = (cell[i], cell[(i + 1) % cell.len()]);
    for _ in 0..8 {
        let point = match random.below(3) {
            0 => corner,
            1 => (corner + next) / 2.0,
            _ => corners.point_near(random, corner),
        };
        let sides = (0..cell.len()).map(|i| (cell[i], cell[(i + 1) % cell.len()]));
        if sides.into_iter().all(|(a, b)| turn(a, b, point) != Turn::Right) {
            return point;
        }
    }
    corner
}
