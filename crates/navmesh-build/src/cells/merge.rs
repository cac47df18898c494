//! Merges triangles into convex cells.
//!
//! Source: S. Hertel, K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983. They remove
//! shared edges in any order, as long as the union of the two cells stays convex. This module
//! removes long edges first: that leaves a few wide cells, on which searches are fastest. We differ
//! from it in:
//!
//! 1. Edges are sorted by length to within a tenth, patch by patch of a large map.
//! 2. Edges that remain swing to nearer corners (`swing`).
//! 3. A straight chain of edges between two cells is removed at once.
//! 4. Corners of 180° that no cell needs are removed at the end.
//! 5. No union has more than 64 portals.
//! 6. Edges between different areas and edges along doors stay.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Turn, turn};

use crate::half_edges::HalfEdges;

mod order;
mod swing;

use order::{patches, shared_edges};

/// Merges cells until no shared edge can be removed, then removes unneeded corners.
///
/// Complexity: O(n log n). A chain that cannot be removed is tried again only if an edge beside one
/// of its ends has changed.
pub(crate) fn merge(cells: &mut HalfEdges, points: &[DVec2]) {
    merge_inside(cells, points, |_| false);
}

/// Merges cells as [`merge`] does, but keeps the ends of edges with `is_rim(edge)`, which have no twin.
pub(crate) fn merge_inside(cells: &mut HalfEdges, points: &[DVec2], is_rim: impl Fn(u32) -> bool) {
    merge_some(cells, points, |_| true);
    take_out_idle_corners(cells, points, is_rim);
}

/// Merges cells across the shared edges that `may_go` selects. It removes no other corners.
///
/// Complexity: O(n log n).
pub(crate) fn merge_some(
    cells: &mut HalfEdges,
    points: &[DVec2],
    may_go: impl Fn([u32; 2]) -> bool,
) {
    Merger::of(cells, points).run(may_go);
}

/// The largest number of rounds of swings and removals. Typical maps need three.
const MOST_ROUNDS: usize = 8;

/// The most portals of a merged cell. A search opens all portals of a cell that it enters.
const MAX_PORTALS: usize = 64;

/// The number of edges of a cell among which portals are counted, so that long straight walls of many edges merge in
/// linear time.
const MAX_COUNTED: usize = 1 << 10;

struct Merger<'a> {
    cells: &'a mut HalfEdges,
    points: &'a [DVec2],
    due: Vec<Due>,
    /// Reused memory for the edges of one chain.
    chain: Vec<u32>,
}

/// Changes at the ends of a half-edge since its last attempts.
#[derive(Debug, Clone, Copy)]
struct Due {
    /// True if an end has changed since the removal of its chain failed.
    to_go: bool,
    /// True if an end has changed since its last swing, or the last attempt at one.
    to_swing: bool,
}

impl<'a> Merger<'a> {
    fn of(cells: &'a mut HalfEdges, points: &'a [DVec2]) -> Self {
        let due = vec![Due { to_go: true, to_swing: true }; cells.halves.len()];
        Self { cells, points, due, chain: Vec::new() }
    }

    /// Removes the selected edges patch by patch, then once more those at the borders of patches.
    fn run(&mut self, may_go: impl Fn([u32; 2]) -> bool) {
        let mut left = Vec::new();
        for patch in patches(self.cells.count()) {
            left.extend(self.settle(shared_edges(self.cells, self.points, patch, &may_go)));
        }
        left.retain(|&edge| self.cells.is_alive(edge) && self.is_due(edge));
        self.settle(left);
    }

    fn is_due(&self, edge: u32) -> bool {
        let Due { to_go, to_swing } = self.due[edge as usize];
        to_go || to_swing
    }

    /// Removes edges in order, then swings the remaining ones, which may make others removable.
    /// Returns the edges that remain.
    fn settle(&mut self, mut edges: Vec<u32>) -> Vec<u32> {
        for _ in 0..MOST_ROUNDS {
            self.remove(edges.clone());
            edges.retain(|&edge| self.cells.is_alive(edge));
            let swung = edges.iter().filter(|&&edge| self.swing(edge)).count();
            if swung == 0 {
                return edges;
            }
        }
        self.remove(edges.clone());
        edges
    }

    /// Removes edges in order. Removing a cell's edge may make an earlier chain removable, so the
    /// edges are tried again until nothing changes.
    fn remove(&mut self, mut edges: Vec<u32>) {
        while !edges.is_empty() {
            for &edge in &edges {
                if self.cells.is_alive(edge) && self.due[edge as usize].to_go {
                    self.remove_chain(edge);
                }
            }
            edges.retain(|&edge| self.cells.is_alive(edge) && self.due[edge as usize].to_go);
        }
    }

    /// Removes the chain of shared edges that contains `edge`, if the union is convex.
    fn remove_chain(&mut self, edge: u32) {
        let Self { cells, points, due, chain } = self;
        let Some(twin) = cells.removable_twin(edge) else {
            due[edge as usize].to_go = false;
            return;
        };
        // The chain runs from first to last along one cell. Its twins run from last's to first's
        // along the other.
        let (mut first, mut first_twin) = (edge, twin);
        chain.clear();
        chain.push(edge);
        while cells.removable_twin(cells.previous(first)) == Some(cells.next(first_twin)) {
            first_twin = cells.next(first_twin);
            first = cells.previous(first);
            chain.push(first);
        }
        let (mut last, mut last_twin) = (edge, twin);
        while cells.removable_twin(cells.next(last)) == Some(cells.previous(last_twin)) {
            last_twin = cells.previous(last_twin);
            last = cells.next(last);
            chain.push(last);
        }
        let ends = [
            [cells.previous(first), cells.next(first_twin)],
            [cells.previous(last_twin), cells.next(last)],
        ];
        let is_convex =
            !ends.iter().any(|&[before, after]| turns_right_or_back(cells, points, before, after));
        let goes = is_convex && has_few_portals(cells, [edge, twin], chain.len());
        for &edge in &*chain {
            let twin = cells.twins[edge as usize];
            for side in [edge, twin] {
                due[side as usize].to_go = false;
            }
            if goes {
                cells.kill(twin);
                cells.kill(edge);
            }
        }
        if goes {
            for &[before, after] in &ends {
                self.cells.link(before, after);
                self.set_due(&[before, after]);
            }
        }
    }

    /// Marks these half-edges and their twins as changed.
    fn set_due(&mut self, edges: &[u32]) {
        let changed = Due { to_go: true, to_swing: true };
        for &edge in edges {
            self.due[edge as usize] = changed;
            if let Some(twin) = self.cells.twin(edge) {
                self.due[twin as usize] = changed;
            }
        }
    }
}

/// True where the union of two cells across a chain of this many edges has no more than [`MAX_PORTALS`].
///
/// Complexity: O(1); at most [`MAX_COUNTED`] edges of each cell are looked at.
fn has_few_portals(cells: &HalfEdges, sides: [u32; 2], chain: usize) -> bool {
    let is_portal = |edge: &u32| cells.twin(*edge).is_some();
    let portals = sides.map(|side| cells.ring(side).take(MAX_COUNTED).filter(is_portal).count());
    portals[0] + portals[1] <= MAX_PORTALS + 2 * chain
}

/// True if a cell with `after` behind `before` would turn right between them, or back at a wall's
/// end.
fn turns_right_or_back(cells: &HalfEdges, points: &[DVec2], before: u32, after: u32) -> bool {
    let corners = [before, after, cells.next(after)];
    is_no_corner(corners.map(|e| points[cells.origin(e) as usize]))
}

/// True if a convex cell cannot run through `a`, `b` and `c`.
fn is_no_corner([a, b, c]: [DVec2; 3]) -> bool {
    match turn(a, b, c) {
        Turn::Left => false,
        Turn::Right => true,
        Turn::Collinear => (a - b).dot(c - b) > 0.0,
    }
}

/// Removes every corner of 180° that no other cell needs: walls, or one and the same neighbour, lie
/// before and after it. A triangle has none.
fn take_out_idle_corners(cells: &mut HalfEdges, points: &[DVec2], is_rim: impl Fn(u32) -> bool) {
    cells.each_alive(|cells, edge| {
        let before = cells.previous(edge);
        let beyond = cells.next(edge);
        let is_straight = || {
            let corners = [before, edge, beyond];
            let [a, b, c] = corners.map(|e| points[cells.origin(e) as usize]);
            turn(a, b, c) == Turn::Collinear
        };
        match (cells.twin(before), cells.twin(edge)) {
            (None, None) if !is_rim(before) && !is_rim(edge) && is_straight() => {
                skip_corner(cells, before, edge)
            }
            (Some(outer), Some(inner))
                if cells.next(inner) == outer
                    && has_doors_of(cells, before, edge)
                    && is_straight() =>
            {
                skip_corner(cells, before, edge);
                skip_corner(cells, inner, outer);
                cells.pair([before, inner]);
            }
            _ => {}
        }
    });
}

/// True if the same doors lie along both edges, so that one edge can replace both.
fn has_doors_of(cells: &HalfEdges, one: u32, other: u32) -> bool {
    cells.doors.along(one) == cells.doors.along(other)
}

/// Extends `before` to the end of `edge`.
fn skip_corner(cells: &mut HalfEdges, before: u32, edge: u32) {
    let next = cells.next(edge);
    cells.kill(edge);
    cells.link(before, next);
}

#[cfg(test)]
mod tests;
