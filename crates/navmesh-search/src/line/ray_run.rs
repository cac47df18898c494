//! A ray from cell to cell, as far as no corner lies on it: nearly all of nearly every ray.
//!
//! The ray enters a cell by an edge. It leaves by the first edge, counter-clockwise, whose end is not on its
//! right. That is one exact side test a corner.

use navmesh_core::backend::geom::Turn;
use navmesh_core::{Edge, EdgeId, NavMesh};

use crate::line::Ruler;

/// The end of a ray run, in its last cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// The line's end, which is not beyond this edge.
    Target(EdgeId),
    /// An inner point of this wall.
    Wall(EdgeId),
    /// The corner where this edge begins.
    Corner(EdgeId),
}

/// Crosses cell after cell, from one that the line cuts in two, and calls `visit` with each cell entered.
///
/// `edge` is an edge of the first cell. Either it begins on the right of the line, or the next edge does.
#[inline(always)] // so that the ruler stays in registers
pub(crate) fn cross_cells(
    mesh: &NavMesh,
    ruler: &Ruler,
    edge: EdgeId,
    mut visit: impl FnMut(u32),
) -> RunEnd {
    let edges = mesh.edges();
    let mut before = edge.index();
    let mut slot = edges[before].cell_slot();
    loop {
        let (exit, left, side) = exit(mesh, ruler, before, slot);
        if side == Turn::Collinear {
            return RunEnd::Corner(EdgeId(left as u32));
        }
        let (right, left) = (&edges[exit], &edges[left]);
        if !ruler.ends_on_right_of(right.origin(), left.origin()) {
            return RunEnd::Target(EdgeId(exit as u32));
        }
        let (Some(twin), Some(next)) = (right.twin(), right.neighbor_slot()) else {
            return RunEnd::Wall(EdgeId(exit as u32));
        };
        (before, slot) = (after(mesh, twin.index(), next), next);
        visit(slot);
    }
}

/// Returns the edge after one of the cell in a slot: nearly always the next of the array.
#[inline(always)] // in the loop of a ray
fn after(mesh: &NavMesh, edge: usize, slot: u32) -> usize {
    let next = mesh.edges().get(edge + 1);
    if next.is_some_and(|next| next.cell_slot() == slot) {
        edge + 1
    } else {
        mesh.edge_range(slot).start
    }
}

/// Returns the first edge of a cell that begins on the right of a line. The line begins inside the cell, so
/// there is one.
#[inline(always)] // so that the ruler stays in registers
pub(crate) fn first_on_right(mesh: &NavMesh, ruler: &Ruler, slot: u32) -> EdgeId {
    let range = mesh.edge_range(slot);
    let first = range.start as u32;
    let mut edges = mesh.edges()[range].iter();
    let index = edges.position(|edge| ruler.side(edge.origin()) == Turn::Right);
    EdgeId(first + index.unwrap_or_default() as u32)
}

/// Finds the first edge after `edge` that does not begin on the right of a line. Returns the edge before it, that
/// edge, and the side on which it begins.
#[inline(always)] // in the loop of a ray
fn exit(mesh: &NavMesh, ruler: &Ruler, edge: usize, slot: u32) -> (usize, usize, Turn) {
    let (mut last, mut first) = (edge, edge + 1);
    loop {
        let rest = mesh.edges().get(first..).unwrap_or_default();
        let mut side = Turn::Right;
        let ends = |edge: &Edge| {
            edge.cell_slot() != slot || {
                side = ruler.side(edge.origin());
                side != Turn::Right
            }
        };
        let passed = rest.iter().position(ends).unwrap_or(rest.len());
        if passed > 0 {
            last = first + passed - 1;
        }
        if side != Turn::Right {
            return (last, first + passed, side);
        }
        // Continue with the cell's first edge.
        first = mesh.edge_range(slot).start;
    }
}
