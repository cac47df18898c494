//! Stage 6, first half: points within ground, where outlines overlap, are taken out of its triangles.
//!
//! Where walkable outlines overlap, or areas lie below others, their corners and crossings are points around which all ground
//! is alike. No cell needs them, and where they stay cells end at them. So each is taken out with its triangles, and the hole is
//! filled anew. The point sees all of the hole. So a corner of it can be cut off where it turns left and the point is not on
//! the cut-off side: what is cut off is seen between its ends, and no other corner is. Of two triangles that can be cut off a
//! polygon, and there are always two that do not overlap (G. H. Meisters, "Polygons Have Ears", 1975), the point lies within
//! one at most; so this comes to an end. Then edges are flipped until circles are empty (C. Lawson, 1977).
//!
//! Every second point goes first, in the order of the map, then every second of those left, and so on. Holes stay small that way,
//! even where all points are seen by the same far corners: what a point leaves to its neighbours is not left to them again and again.

use std::collections::VecDeque;

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, is_in_circle, turn};

use crate::half_edges::HalfEdges;
use crate::half_edges::halves::NONE;

/// Takes all points out of triangles that have ground of one kind all around and no door; says how many.
///
/// Edges keep their numbers but for those that are no more, and those along walls, doors and borders of areas stay.
/// Complexity: linear; a point costs as many steps as it has edges when its turn comes, and flips.
pub(crate) fn take_out_inner_points(cells: &mut HalfEdges, points: &[DVec2]) -> usize {
    let mut inner = inner_points(cells, points.len());
    let count = inner.len();
    if count > 0 {
        let mut remover = Remover::of(cells, points);
        while !inner.is_empty() {
            inner.iter().step_by(2).for_each(|&point| remover.remove(point));
            inner = inner.into_iter().skip(1).step_by(2).collect();
        }
    }
    count
}

/// The points within ground that no edge needs which stays; ascending. Where such an edge ends another begins, or its twin.
fn inner_points(cells: &HalfEdges, count: usize) -> Vec<u32> {
    let mut is_used = vec![false; count];
    let mut is_needed = vec![false; count];
    for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
        is_used[cells.origin(edge) as usize] = true;
        is_needed[cells.origin(edge) as usize] |= !is_open(cells, edge);
    }
    let is_inner = |&point: &u32| is_used[point as usize] && !is_needed[point as usize];
    (0..count as u32).filter(is_inner).collect()
}

/// True where the ground on both sides of an edge is alike, and nothing runs along it.
fn is_open(cells: &HalfEdges, edge: u32) -> bool {
    cells.removable_twin(edge).is_some_and(|twin| cells.kind(edge) == cells.kind(twin))
}

struct Remover<'a> {
    cells: &'a mut HalfEdges,
    points: &'a [DVec2],
    /// Some half-edge that begins at each point that is left.
    out: Vec<u32>,
    /// Memory for the half-edges around a hole, counter-clockwise.
    hole: VecDeque<u32>,
}

impl<'a> Remover<'a> {
    fn of(cells: &'a mut HalfEdges, points: &'a [DVec2]) -> Self {
        let mut out = vec![NONE; points.len()];
        for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
            out[cells.origin(edge) as usize] = edge;
        }
        Self { cells, points, out, hole: VecDeque::new() }
    }

    /// Takes out a point that has open edges alone.
    fn remove(&mut self, point: u32) {
        let suspects = self.refill(point);
        self.legalize(suspects);
    }

    /// Fills the hole around a point with triangles without it; returns their edges.
    fn refill(&mut self, point: u32) -> Vec<u32> {
        let mut edges = self.dig(point);
        let fresh = edges.split_off(edges.len().min(3));
        edges.iter().flat_map(|&edge| [edge, edge ^ 1]).for_each(|half| self.cells.kill(half));
        let sides: Vec<u32> = self.hole.iter().copied().collect();
        self.fill(self.points[point as usize], &fresh);
        [sides, fresh].concat()
    }

    /// Makes the triangles around a point the hole; returns its edges, by their even halves.
    fn dig(&mut self, point: u32) -> Vec<u32> {
        let mut edges = Vec::new();
        let first = self.out[point as usize];
        let mut spoke = first;
        self.hole.clear();
        loop {
            let side = self.cells.next(spoke);
            self.out[self.cells.origin(side) as usize] = side;
            self.hole.push_back(side);
            edges.push(spoke & !1);
            spoke = self.cells.previous(spoke) ^ 1;
            if spoke == first {
                return edges;
            }
        }
    }

    /// Fills the hole, all of which is seen from a point, with triangles; these edges are new within it.
    fn fill(&mut self, seen_from: DVec2, fresh: &[u32]) {
        for &chord in fresh {
            let (before, after) = self.next_ear(seen_from);
            let ends = [before, after ^ 1].map(|half| self.cells.origin(half));
            self.draw(chord, [ends[1], ends[0]]);
            self.join([before, after, chord]);
            self.hole.push_front(chord + 1);
        }
        if let &mut [a, b, c] = self.hole.make_contiguous() {
            self.join([a, b, c]);
        }
    }

    /// Takes the next two sides out of the hole between which a corner can be cut off.
    fn next_ear(&mut self, seen_from: DVec2) -> (u32, u32) {
        loop {
            let (before, after) = (self.hole[self.hole.len() - 1], self.hole[0]);
            let [a, b, c] = [before, after, after ^ 1].map(|half| self.point(half));
            if turn(a, b, c) == Turn::Left && turn(a, c, seen_from) != Turn::Right {
                self.hole.pop_back();
                self.hole.pop_front();
                return (before, after);
            }
            self.hole.rotate_left(1);
        }
    }

    /// Flips edges, from these on, until no circle around a triangle holds the tip of the next.
    fn legalize(&mut self, mut edges: Vec<u32>) {
        while let Some(edge) = edges.pop() {
            if !is_open(self.cells, edge) {
                continue;
            }
            let twin = edge ^ 1;
            let [ahead, across] = [edge, twin].map(|half| self.cells.next(half));
            let [back, beyond] = [ahead, across].map(|half| self.cells.next(half));
            let [a, b, tip, far] = [edge, ahead, back, beyond].map(|half| self.point(half));
            if !is_in_circle([a, b, tip], far) {
                continue;
            }
            let ends = [beyond, back].map(|half| self.cells.origin(half));
            self.draw(edge, ends);
            self.join([edge, back, across]);
            self.join([twin, beyond, ahead]);
            for side in [ahead, across] {
                self.out[self.cells.origin(side) as usize] = side;
            }
            edges.extend([ahead, back, across, beyond]);
        }
    }

    fn point(&self, half: u32) -> DVec2 {
        self.points[self.cells.origin(half) as usize]
    }

    /// Lets an edge's halves run between these points, the given one from the first to the second.
    fn draw(&mut self, half: u32, ends: [u32; 2]) {
        for (half, origin) in [half, half ^ 1].into_iter().zip(ends) {
            self.cells.halves[half as usize].origin = origin;
        }
    }

    /// Makes a triangle of three half-edges that follow one another.
    fn join(&mut self, ring: [u32; 3]) {
        for (i, half) in ring.into_iter().enumerate() {
            self.cells.link(half, ring[(i + 1) % 3]);
        }
    }
}

#[cfg(test)]
mod tests;
