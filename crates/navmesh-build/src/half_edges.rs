//! Cells while they are being merged: rings of half-edges, each with its twin.

use crate::classify::Faces;
use crate::report::SliverKind;
use crate::soup::Strand;
use crate::split::Triangulation;

/// No half-edge, no cell, or no kind of area.
pub(crate) const NONE: u32 = u32::MAX;

/// Walkable cells as rings of half-edges. Half-edges of no cell are dead: their `nexts` is `NONE`.
#[derive(Debug, Clone)]
pub(crate) struct HalfEdges {
    /// The point where each half-edge begins.
    pub(crate) origins: Vec<u32>,
    /// The half-edge after it, counter-clockwise around its cell.
    pub(crate) nexts: Vec<u32>,
    /// The half-edge before it.
    pub(crate) previous: Vec<u32>,
    /// The same edge in the neighbouring cell; `NONE` at walls.
    pub(crate) twins: Vec<u32>,
    /// The kind of its cell's area, `NONE` on plain ground; empty where there are no areas.
    pub(crate) kinds: Vec<u32>,
}

impl HalfEdges {
    /// The walkable triangles, each a cell, joined wherever neither a wall runs between them
    /// nor a sliver of what is no ground.
    pub(crate) fn of_walkable(triangulation: &Triangulation, faces: &Faces) -> Self {
        let Triangulation { soup, triangles } = triangulation;
        let count = triangles.origins.len();
        let alive = |edge: u32| faces.walkable[triangles.faces[edge as usize] as usize];
        let mut cells = Self {
            origins: triangles.origins.clone(),
            nexts: vec![NONE; count],
            previous: vec![NONE; count],
            twins: vec![NONE; count],
            kinds: Vec::new(),
        };
        if !faces.kinds.is_empty() {
            cells.kinds = triangles.faces.iter().map(|&face| faces.kinds[face as usize]).collect();
        }
        for edge in (0..count as u32).filter(|&edge| alive(edge)) {
            let next = triangles.nexts[edge as usize];
            cells.nexts[edge as usize] = next;
            cells.previous[next as usize] = edge;
            if alive(edge ^ 1) {
                cells.twins[edge as usize] = edge ^ 1;
            }
        }
        for &(edge, segment) in &triangles.labels {
            if soup.strand(segment) == Strand::Wall {
                cells.part(edge);
            }
        }
        for sliver in faces.slivers.iter().filter(|sliver| sliver.kind == SliverKind::Blocked) {
            cells.part(sliver.edge);
        }
        cells
    }

    /// Makes an edge a wall.
    fn part(&mut self, edge: u32) {
        [edge, edge ^ 1].iter().for_each(|&side| self.twins[side as usize] = NONE);
    }

    pub(crate) fn is_alive(&self, edge: u32) -> bool {
        self.nexts[edge as usize] != NONE
    }

    pub(crate) fn next(&self, edge: u32) -> u32 {
        self.nexts[edge as usize]
    }

    pub(crate) fn previous(&self, edge: u32) -> u32 {
        self.previous[edge as usize]
    }

    pub(crate) fn twin(&self, edge: u32) -> Option<u32> {
        let twin = self.twins[edge as usize];
        (twin != NONE).then_some(twin)
    }

    /// The kind of the area that the cell of a half-edge belongs to; `None` on plain ground.
    pub(crate) fn kind(&self, edge: u32) -> Option<u32> {
        self.kinds.get(edge as usize).copied().filter(|&kind| kind != NONE)
    }

    pub(crate) fn origin(&self, edge: u32) -> u32 {
        self.origins[edge as usize]
    }

    /// Makes `after` follow `before`.
    pub(crate) fn link(&mut self, before: u32, after: u32) {
        self.nexts[before as usize] = after;
        self.previous[after as usize] = before;
    }

    pub(crate) fn kill(&mut self, edge: u32) {
        self.nexts[edge as usize] = NONE;
        self.previous[edge as usize] = NONE;
        self.twins[edge as usize] = NONE;
    }

    /// The half-edges of the cell of `edge`, from it on.
    pub(crate) fn ring(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(edge), move |&e| Some(self.next(e)).filter(|&n| n != edge))
    }
}
