//! A ray where no corner is in its way: nearly all of nearly every ray.

use navmesh_core::geom::Turn;
use navmesh_core::{Edge, EdgeId, NavMesh};

use super::Step;
use crate::queries::line::Ruler;

/// How a line that cuts cell after cell in two comes to stop doing so, in the last of them.
pub(super) enum Stretch {
    /// At the line's end.
    Target,
    /// At this wall, between its ends.
    Wall(EdgeId),
    /// At the corner where this edge begins.
    Corner(EdgeId),
}

/// Crosses cell after cell, from one that the line cuts in two, notes each of them, and moves `step` on to the last;
/// the edge after `edge` begins on the right of the line, or `edge` does.
#[inline(always)]
pub(super) fn stretch(
    mesh: &NavMesh,
    ruler: &Ruler,
    edge: EdgeId,
    (trail, step): (&mut Vec<Step>, &mut u32),
) -> Stretch {
    let edges = mesh.edges();
    let mut before = edge.index();
    let mut slot = edges[before].cell_slot();
    loop {
        let (exit, left, side) = exit(mesh, ruler, before, slot);
        if side == Turn::Collinear {
            return Stretch::Corner(EdgeId(left as u32));
        }
        let (right, left) = (&edges[exit], &edges[left]);
        if !ruler.ends_on_right_of(right.origin(), left.origin()) {
            return Stretch::Target;
        }
        let (Some(twin), Some(next)) = (right.twin(), right.neighbor_slot()) else {
            return Stretch::Wall(EdgeId(exit as u32));
        };
        (before, slot) = (after(mesh, twin.index(), next), next);
        trail.push(Step { slot, before: *step });
        *step = trail.len() as u32 - 1;
    }
}

/// The edge after one of the cell in a slot: nearly always the next of the array.
#[inline(always)]
fn after(mesh: &NavMesh, edge: usize, slot: u32) -> usize {
    let next = mesh.edges().get(edge + 1);
    if next.is_some_and(|next| next.cell_slot() == slot) {
        edge + 1
    } else {
        mesh.edge_range(slot).start
    }
}

/// The first edge that begins on the right of a line, of the cell in a slot, inside of which the line begins: then there
/// is one.
#[inline(always)]
pub(super) fn first_on_right(mesh: &NavMesh, ruler: &Ruler, slot: u32) -> EdgeId {
    let range = mesh.edge_range(slot);
    let first = range.start as u32;
    let mut edges = mesh.edges()[range].iter();
    let place = edges.position(|edge| ruler.side(edge.origin()) == Turn::Right);
    EdgeId(first + place.unwrap_or_default() as u32)
}

/// After an edge of the cell in a slot, the first that does not begin on the right of a line though the one before does:
/// that one, it, and on which side it begins.
#[inline(always)]
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
        // The ring of the cell's edges begins anew.
        first = mesh.edge_range(slot).start;
    }
}
