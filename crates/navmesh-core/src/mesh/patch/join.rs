//! The joins between new cells, and between them and the rim.
//!
//! Two sides are joined if they run between the same points in opposite directions, on the same floor or
//! over a floor connection. The sides that find no partner are compared with one another: two that overlap
//! have different corners along one line, and the patch is refused.

use glam::DVec2;

use super::{MeshPatch, PatchError, PatchSide, PatchWall};
use crate::collections::MergeSort;
use crate::geom::{Turn, lexicographic, turn};
use crate::mesh::{EdgeId, NavMesh};

/// The joins of a patch.
#[derive(Debug, Default)]
pub(super) struct Joins {
    /// The edges of other cells that lead to removed cells, and the listed walls.
    pub(super) rim: Vec<RimEdge>,
    /// The pairs of sides that are joined.
    pub(super) pairs: Vec<[Side; 2]>,
}

/// An edge of a cell that stays, and its twin on a removed cell; `None` for a listed wall.
#[derive(Debug, Clone, Copy)]
pub(super) struct RimEdge {
    pub(super) edge: EdgeId,
    pub(super) twin: Option<EdgeId>,
    side: PatchSide,
}

/// A side that is joined, or could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// A side of a new cell; both are counted from 0.
    New { cell: u32, side: u32 },
    /// An edge of the rim.
    Rim(EdgeId),
}

/// The cells that a side may be joined with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Partners {
    OfFloor(u32),
    /// Sides on two floors, the lower one first.
    OfFloors([u32; 2]),
}

/// A side without a partner so far. The order brings partners together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The bits of both ends, the lower ones first.
    ends: [[u64; 2]; 2],
    partners: Partners,
    /// True if the side runs from the second end to the first.
    is_reversed: bool,
    side: Side,
}

impl Candidate {
    fn new([from, to]: [DVec2; 2], partners: Partners, side: Side) -> Self {
        let [from, to] = [from, to].map(|end| end.to_array().map(f64::to_bits));
        let is_reversed = to < from;
        let ends = if is_reversed { [to, from] } else { [from, to] };
        Self { ends, partners, is_reversed, side }
    }

    /// Returns the ends of the side, in its direction.
    fn ends(&self) -> [DVec2; 2] {
        let [low, high] = self.ends.map(|bits| DVec2::from(bits.map(f64::from_bits)));
        if self.is_reversed { [high, low] } else { [low, high] }
    }
}

impl Joins {
    /// Finds the joins of a patch.
    ///
    /// Complexity: O(n log n) in the sides of the patch, and linear in the pairs of walls with common x.
    pub(super) fn of(
        mesh: &NavMesh,
        patch: &MeshPatch,
        removed: &[u32],
    ) -> Result<Self, PatchError> {
        let mut rim = rim(mesh, removed);
        add_walls(mesh, patch, removed, &mut rim)?;
        let mut candidates = candidates(mesh, patch, &rim);
        candidates.merge_sort();
        let (mut pairs, mut alone) = (Vec::with_capacity(candidates.len() / 2), Vec::new());
        for same in candidates.chunk_by(|a, b| (a.ends, a.partners) == (b.ends, b.partners)) {
            match same {
                [one, other]
                    if one.is_reversed != other.is_reversed && !are_both_rim(one, other) =>
                {
                    pairs.push([one.side, other.side]);
                }
                [_] => alone.extend(same),
                [one, other] if are_both_rim(one, other) => alone.extend(same),
                _ => return Err(PatchError::SharedSide { ends: same[0].ends() }),
            }
        }
        match partial_side(&mut alone) {
            Some(ends) => Err(PatchError::PartialSide { ends }),
            None => Ok(Self { rim, pairs }),
        }
    }
}

impl Joins {
    /// Returns the edge of the rim whose twin is an edge of a removed cell.
    pub(super) fn across(&self, twin: EdgeId) -> Option<EdgeId> {
        self.rim.iter().find(|rim| rim.twin == Some(twin)).map(|rim| rim.edge)
    }

    /// False if an edge of the rim becomes a wall.
    pub(super) fn keeps(&self, edge: EdgeId) -> bool {
        let is_rim = self.rim.iter().any(|rim| rim.edge == edge);
        !is_rim || self.pairs.iter().flatten().any(|&side| side == Side::Rim(edge))
    }
}

fn are_both_rim(one: &Candidate, other: &Candidate) -> bool {
    matches!((one.side, other.side), (Side::Rim(_), Side::Rim(_)))
}

/// Lists the edges that lead from other cells to removed ones.
fn rim(mesh: &NavMesh, removed: &[u32]) -> Vec<RimEdge> {
    let mut rim = Vec::with_capacity(4 * removed.len());
    for &slot in removed {
        for index in mesh.edge_range(slot) {
            let own = &mesh.edges[index];
            if let Some(edge) = own.twin()
                && removed.binary_search(&own.neighbor).is_err()
            {
                let side = mesh.side_between(own.neighbor, Some(slot));
                rim.push(RimEdge { edge, twin: Some(EdgeId(index as u32)), side });
            }
        }
    }
    rim
}

/// Adds the listed walls to the rim.
fn add_walls(
    mesh: &NavMesh,
    patch: &MeshPatch,
    removed: &[u32],
    rim: &mut Vec<RimEdge>,
) -> Result<(), PatchError> {
    let is_gone = |slot: u32| removed.binary_search(&slot).is_ok();
    for &PatchWall { cell, index, side } in &patch.walls {
        let edge = mesh.has_cell(cell).then(|| mesh.edge_range(cell.slot).nth(index as usize));
        let edge = edge.flatten().filter(|_| !is_gone(cell.slot));
        match edge.map(|edge| (EdgeId(edge as u32), mesh.edges[edge].neighbor_slot())) {
            Some((edge, None)) => rim.push(RimEdge { edge, twin: None, side }),
            Some((_, Some(neighbor))) if is_gone(neighbor) => {}
            _ => return Err(PatchError::BadWall { cell, index }),
        }
    }
    rim.merge_sort_by_key(|rim| rim.edge);
    rim.dedup_by_key(|rim| rim.edge);
    Ok(())
}

/// Lists all sides that may be joined.
fn candidates(mesh: &NavMesh, patch: &MeshPatch, rim: &[RimEdge]) -> Vec<Candidate> {
    let partners = |side: PatchSide, layer: u32| match side {
        PatchSide::Wall => None,
        PatchSide::Joined => Some(Partners::OfFloor(layer)),
        PatchSide::FloorConnection { layer: other } => {
            Some(Partners::OfFloors([layer.min(other), layer.max(other)]))
        }
    };
    let of_rim = rim.iter().filter_map(|rim| {
        let partners = partners(rim.side, mesh.layer(mesh.edge(rim.edge).cell))?;
        Some(Candidate::new(mesh.edge_ends(rim.edge), partners, Side::Rim(rim.edge)))
    });
    let of_cells = (0..).zip(&patch.cells).flat_map(|(number, cell)| {
        (0..cell.corners.len()).filter_map(move |side| {
            let partners = partners(cell.side(side), cell.layer)?;
            let name = Side::New { cell: number, side: side as u32 };
            Some(Candidate::new(cell.ends(side), partners, name))
        })
    });
    let sides = patch.cells.iter().map(|cell| cell.corners.len());
    let mut candidates = Vec::with_capacity(rim.len() + sides.sum::<usize>());
    candidates.extend(of_rim);
    candidates.extend(of_cells);
    candidates
}

/// Returns the ends of a side that overlaps another one in the opposite direction, if there is one.
fn partial_side(alone: &mut [Candidate]) -> Option<[DVec2; 2]> {
    let low_x =
        |side: &Candidate| side.ends().map(|end| end.x).into_iter().fold(f64::MAX, f64::min);
    alone.merge_sort_by(|a, b| low_x(a).total_cmp(&low_x(b)));
    for (index, one) in alone.iter().enumerate() {
        let ends = one.ends();
        let high = ends[0].x.max(ends[1].x);
        for other in alone[index + 1..].iter().take_while(|other| low_x(other) <= high) {
            if one.partners == other.partners && overlap(ends, other.ends()) {
                return Some(ends);
            }
        }
    }
    None
}

/// True if two sides in opposite directions have more than a point in common. Exact.
fn overlap([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let is_on_line = |point| turn(a, b, point) == Turn::Collinear;
    if !is_on_line(c) || !is_on_line(d) {
        return false;
    }
    let rises = lexicographic(a, b).is_lt();
    if rises == lexicographic(c, d).is_lt() {
        return false;
    }
    // On one line the order by x, then y, is that along the line.
    let (low, high) = if rises { (a, b) } else { (b, a) };
    let (other_low, other_high) = if rises { (d, c) } else { (c, d) };
    lexicographic(low, other_high).is_lt() && lexicographic(other_low, high).is_lt()
}
