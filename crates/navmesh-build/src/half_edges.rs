//! Cells while they are being merged: rings of half-edges, each with its twin.

use navmesh_core::DVec2;

use crate::builder::Ground;
use crate::classify::Faces;
use crate::doors::Bundles;
use crate::report::SliverKind;
use crate::soup::{Soup, Strand};
use crate::split::Triangulation;

/// No half-edge, no cell, or no kind of area.
pub(crate) const NONE: u32 = u32::MAX;

/// A side of an edge, with a cell on its left. What merging asks of it lies together in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HalfEdge {
    /// The point where it begins.
    pub(crate) origin: u32,
    /// The half-edge after it, counter-clockwise around its cell; `NONE` in no cell.
    pub(crate) next: u32,
    /// The half-edge before it.
    pub(crate) previous: u32,
    /// The same edge in the neighbouring cell; `NONE` at walls.
    pub(crate) twin: u32,
}

/// Walkable cells as rings of half-edges. Half-edges of no cell are dead.
#[derive(Debug, Clone, Default)]
pub(crate) struct HalfEdges {
    pub(crate) halves: Vec<HalfEdge>,
    /// The kind of its cell's area, `NONE` on plain ground; empty where there are no areas.
    pub(crate) kinds: Vec<u32>,
    /// The floor that each half-edge is on; empty where there is one.
    pub(crate) layers: Vec<u32>,
    /// The doors along the edges.
    pub(crate) bundles: Bundles,
}

impl HalfEdges {
    /// The walkable triangles, each a cell, joined wherever neither a wall runs between them
    /// nor a sliver of what is no ground.
    pub(crate) fn of_walkable(triangulation: &Triangulation, faces: &Faces) -> Self {
        let Triangulation { soup, triangles } = triangulation;
        let count = triangles.origins.len();
        let alive = |edge: u32| faces.walkable[triangles.faces[edge as usize] as usize];
        let half = |edge: u32| {
            let origin = triangles.origins[edge as usize];
            if !alive(edge) {
                return HalfEdge { origin, next: NONE, previous: NONE, twin: NONE };
            }
            let next = triangles.nexts[edge as usize];
            let previous = triangles.nexts[next as usize];
            HalfEdge { origin, next, previous, twin: if alive(edge ^ 1) { edge ^ 1 } else { NONE } }
        };
        let mut cells = Self {
            halves: (0..count as u32).map(half).collect(),
            bundles: Bundles::of(soup, triangles.labels.as_slice(), count),
            ..Self::default()
        };
        if !faces.kinds.is_empty() {
            cells.kinds = triangles.faces.iter().map(|&face| faces.kinds[face as usize]).collect();
        }
        for &(edge, segment) in triangles.labels.as_slice() {
            if soup.strand(segment) == Strand::Wall {
                cells.part(edge);
            }
        }
        for sliver in faces.slivers.iter().filter(|sliver| sliver.kind == SliverKind::Blocked) {
            cells.part(sliver.edge);
        }
        cells
    }

    /// The cells of several floors as one heap, numbered floor after floor, and their points, each once. Doors are
    /// numbered floor after floor too; of each floor its number and how many doors it has are given.
    pub(crate) fn stacked(grounds: Vec<Ground>, floors: &[(u32, usize)]) -> (Self, Vec<DVec2>) {
        let has_kinds = grounds.iter().any(|ground| !ground.cells.kinds.is_empty());
        let drawn = grounds.iter().flat_map(|ground| &ground.points).copied().collect::<Vec<_>>();
        let mut soup = Soup::default();
        let numbers = soup.number(&drawn);
        let points = soup.points;
        let mut all = Self::default();
        let (mut first_point, mut first_door) = (0, 0);
        for (ground, &(layer, doors)) in grounds.into_iter().zip(floors) {
            let (first, count) = (all.count(), ground.cells.halves.len());
            let moved = |edge: u32| if edge == NONE { NONE } else { first + edge };
            let Self { halves, mut kinds, bundles, .. } = ground.cells;
            all.bundles.append(bundles, first as usize, first_door);
            first_door += doors as u32;
            all.halves.extend(halves.into_iter().map(|half| HalfEdge {
                origin: numbers[first_point + half.origin as usize],
                next: moved(half.next),
                previous: moved(half.previous),
                twin: moved(half.twin),
            }));
            kinds.resize(if has_kinds { count } else { 0 }, NONE);
            all.kinds.extend(kinds);
            all.layers.resize(all.halves.len(), layer);
            first_point += ground.points.len();
        }
        (all, points)
    }

    /// Makes two half-edges between the same two points, each of one cell alone, twins.
    pub(crate) fn join(&mut self, [one, other]: [u32; 2]) {
        self.pair([one, other]);
        self.bundles.join([one, other]);
    }

    /// The floor that a half-edge is on.
    pub(crate) fn layer(&self, edge: u32) -> u32 {
        self.layers.get(edge as usize).copied().unwrap_or(0)
    }

    /// Makes an edge a wall.
    fn part(&mut self, edge: u32) {
        [edge, edge ^ 1].iter().for_each(|&side| self.halves[side as usize].twin = NONE);
    }

    /// The lowest half-edge of each cell, ascending.
    pub(crate) fn firsts(&self) -> Vec<u32> {
        let mut seen = vec![false; self.halves.len()];
        let mut firsts = Vec::new();
        for edge in 0..self.count() {
            if self.is_alive(edge) && !seen[edge as usize] {
                self.ring(edge).for_each(|e| seen[e as usize] = true);
                firsts.push(edge);
            }
        }
        firsts
    }

    /// The twin of an edge that merging may take out: one without a door.
    pub(crate) fn removable_twin(&self, edge: u32) -> Option<u32> {
        self.twin(edge).filter(|_| self.bundles.of_edge(edge) == NONE)
    }

    /// How many half-edges there are, dead ones included.
    pub(crate) fn count(&self) -> u32 {
        self.halves.len() as u32
    }

    pub(crate) fn is_alive(&self, edge: u32) -> bool {
        self.halves[edge as usize].next != NONE
    }

    pub(crate) fn next(&self, edge: u32) -> u32 {
        self.halves[edge as usize].next
    }

    pub(crate) fn previous(&self, edge: u32) -> u32 {
        self.halves[edge as usize].previous
    }

    pub(crate) fn twin(&self, edge: u32) -> Option<u32> {
        let twin = self.halves[edge as usize].twin;
        (twin != NONE).then_some(twin)
    }

    /// The kind of the area that the cell of a half-edge belongs to; `None` on plain ground.
    pub(crate) fn kind(&self, edge: u32) -> Option<u32> {
        self.kinds.get(edge as usize).copied().filter(|&kind| kind != NONE)
    }

    pub(crate) fn origin(&self, edge: u32) -> u32 {
        self.halves[edge as usize].origin
    }

    /// Makes `after` follow `before`.
    pub(crate) fn link(&mut self, before: u32, after: u32) {
        self.halves[before as usize].next = after;
        self.halves[after as usize].previous = before;
    }

    /// Makes two half-edges the sides of one edge.
    pub(crate) fn pair(&mut self, [one, other]: [u32; 2]) {
        self.halves[one as usize].twin = other;
        self.halves[other as usize].twin = one;
    }

    pub(crate) fn kill(&mut self, edge: u32) {
        let half = &mut self.halves[edge as usize];
        (half.next, half.previous, half.twin) = (NONE, NONE, NONE);
    }

    /// The half-edges of the cell of `edge`, from it on.
    pub(crate) fn ring(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(edge), move |&e| Some(self.next(e)).filter(|&n| n != edge))
    }
}
