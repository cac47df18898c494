//! Stage 6: triangles to convex cells.
//!
//! Greedy: shared edges are removed longest first, as long as the union of the two cells stays
//! convex (in the spirit of S. Hertel, K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983,
//! who remove them in any order). Longest first is what makes the searches fast: it leaves a few
//! wide cells, where other orders leave fewer but thinner ones. We differ from it in: 1) the order, by
//! length to about a tenth, and patch by patch of a large map; 2) edges that are left swing to nearer corners afterwards (`swing`); 3) where two
//! cells share a straight chain of edges the whole chain goes at once; 4) corners of 180° that
//! serve nobody are taken out at the end; 5) no union has more than 64 portals; 6) edges between ground of different areas stay, and so do those along
//! doors.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};

use crate::half_edges::HalfEdges;

mod order;
mod swing;

use order::{patches, shared_edges};

/// Merges cells until no shared edge can be removed, then takes out idle corners.
///
/// Complexity: O(n log n). A chain that cannot be removed is looked at again only where the edges beside one of
/// its ends have changed.
pub(crate) fn merge(cells: &mut HalfEdges, points: &[DVec2]) {
    merge_some(cells, points, |_| true);
    take_out_idle_corners(cells, points);
}

/// Merges cells across some of their shared edges; no corner is taken out but those at which only removed edges met.
///
/// Complexity: as [`merge`].
pub(crate) fn merge_some(
    cells: &mut HalfEdges,
    points: &[DVec2],
    may_go: impl Fn([u32; 2]) -> bool,
) {
    Merger::of(cells, points).run(may_go);
}

/// How often at most edges are swung, and then removed again; on ordinary maps nothing is left after three rounds.
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
    /// Memory for the edges of one chain.
    chain: Vec<u32>,
}

/// Has anything changed at the ends of a half-edge
#[derive(Debug, Clone, Copy)]
struct Due {
    /// since its chain was refused?
    to_go: bool,
    /// since it was last swung, or could not be?
    to_swing: bool,
}

impl<'a> Merger<'a> {
    fn of(cells: &'a mut HalfEdges, points: &'a [DVec2]) -> Self {
        let due = vec![Due { to_go: true, to_swing: true }; cells.halves.len()];
        Self { cells, points, due, chain: Vec::new() }
    }

    /// Removes the edges that may go, patch by patch; then once more what waits at the patches' borders.
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

    /// Removes edges, in this order; then swings those that are left, which lets go of others. Those that then are left
    /// are returned.
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

    /// Removes edges, in this order. A chain may become removable after its edges were passed over, when the
    /// last other cell around one of its ends goes; so those are looked at again until nothing changes.
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

    /// Removes the chain of shared edges that `edge` belongs to, if the union is convex.
    fn remove_chain(&mut self, edge: u32) {
        let Self { cells, points, due, chain } = self;
        let Some(twin) = cells.removable_twin(edge) else {
            due[edge as usize].to_go = false;
            return;
        };
        // first…last run along one cell; their twins run back along the other, first's twin last.
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

    /// Notes that something has changed beside these half-edges.
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

/// True where a cell in which `after` follows `before` would turn right between them, or straight
/// back at the end of a wall.
fn turns_right_or_back(cells: &HalfEdges, points: &[DVec2], before: u32, after: u32) -> bool {
    let corners = [before, after, cells.next(after)];
    is_no_corner(corners.map(|e| points[cells.origin(e) as usize]))
}

/// True where a convex cell cannot run from `a` by `b` to `c`.
fn is_no_corner([a, b, c]: [DVec2; 3]) -> bool {
    match turn(a, b, c) {
        Turn::Left => false,
        Turn::Right => true,
        Turn::Collinear => (a - b).dot(c - b) > 0.0,
    }
}

/// Takes out every corner of 180° at which no other cell needs a vertex: with walls before and
/// after it, or with one and the same neighbour. A triangle has none.
fn take_out_idle_corners(cells: &mut HalfEdges, points: &[DVec2]) {
    cells.each_alive(|cells, edge| {
        let before = cells.previous(edge);
        let beyond = cells.next(edge);
        let is_straight = || {
            let corners = [before, edge, beyond];
            let [a, b, c] = corners.map(|e| points[cells.origin(e) as usize]);
            turn(a, b, c) == Turn::Collinear
        };
        match (cells.twin(before), cells.twin(edge)) {
            (None, None) if is_straight() => skip_corner(cells, before, edge),
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

/// True where the same doors lie along two edges, so that one edge can stand for both.
fn has_doors_of(cells: &HalfEdges, one: u32, other: u32) -> bool {
    cells.doors.along(one) == cells.doors.along(other)
}

/// Lets `before` run on to where `edge` ends.
fn skip_corner(cells: &mut HalfEdges, before: u32, edge: u32) {
    let next = cells.next(edge);
    cells.kill(edge);
    cells.link(before, next);
}

#[cfg(test)]
mod tests;
