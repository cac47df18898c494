//! Stage 6: triangles to convex cells.
//!
//! Greedy: shared edges are removed longest first, as long as the union of the two cells stays
//! convex (in the spirit of S. Hertel, K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983,
//! who remove them in any order). Longest first is what makes the searches fast: it leaves a few
//! wide cells, where other orders leave fewer but thinner ones. We differ from it in: 1) the order, by
//! length to about a tenth; 2) edges that are left swing to nearer corners afterwards (`swing`); 3) where two
//! cells share a straight chain of edges the whole chain goes at once; 4) corners of 180° that
//! serve nobody are taken out at the end; 5) edges between ground of different areas stay, and so do those along
//! doors.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};

use crate::half_edges::HalfEdges;

mod swing;

/// Merges cells until no shared edge can be removed, then takes out idle corners.
///
/// Complexity: O(n log n). A chain that cannot be removed is looked at again only where the edges beside one of
/// its ends have changed.
pub(crate) fn merge(cells: &mut HalfEdges, points: &[DVec2]) {
    let edges = shared_edges(cells, points);
    let is_due = vec![true; cells.origins.len()];
    Merger { cells, points, is_due, chain: Vec::new() }.run(edges);
    take_out_idle_corners(cells, points);
}

/// How many of the last bits of an edge's squared length its rank forgets: two bits of the mantissa stay,
/// so that lengths within about a tenth of one another are alike. The edges of a rank then come in the
/// order of their numbers, which on a large map is that of memory; strictly by length each would come
/// from elsewhere.
const FORGOTTEN_BITS: u32 = 50;

/// One half-edge of each edge that two cells of one area share, those of the longest rank first, ties by
/// number.
fn shared_edges(cells: &HalfEdges, points: &[DVec2]) -> Vec<u32> {
    // The bits of positive floats are ordered as they are; turned over, the longest come first.
    let mut edges: Vec<(u64, u32)> = (0..cells.origins.len() as u32)
        .filter(|&edge| {
            let twin = cells.removable_twin(edge);
            twin.is_some_and(|twin| edge < twin && is_alike(cells, [edge, twin]))
        })
        .map(|edge| {
            let [a, b] = [edge, cells.next(edge)].map(|e| points[cells.origin(e) as usize]);
            (!(a.distance_squared(b).to_bits() >> FORGOTTEN_BITS), edge)
        })
        .collect();
    edges.sort_unstable();
    edges.into_iter().map(|(_, edge)| edge).collect()
}

/// True where the cells on both sides are of one area and one floor. All edges of a chain join the same two cells, and
/// merged cells keep their area, so this need not be asked again.
fn is_alike(cells: &HalfEdges, [edge, twin]: [u32; 2]) -> bool {
    cells.kind(edge) == cells.kind(twin) && cells.layer(edge) == cells.layer(twin)
}

/// How often at most edges are swung, and then removed again; on ordinary maps nothing is left after three rounds.
const MOST_ROUNDS: usize = 8;

struct Merger<'a> {
    cells: &'a mut HalfEdges,
    points: &'a [DVec2],
    /// For each half-edge: has anything changed at its ends since its chain was refused?
    is_due: Vec<bool>,
    /// Memory for the edges of one chain.
    chain: Vec<u32>,
}

impl Merger<'_> {
    /// Removes edges, in this order; then swings those that are left, which lets go of others.
    fn run(&mut self, mut edges: Vec<u32>) {
        for _ in 0..MOST_ROUNDS {
            self.remove(edges.clone());
            edges.retain(|&edge| self.cells.is_alive(edge));
            let swung = edges.iter().filter(|&&edge| self.swing(edge)).count();
            if swung == 0 {
                return;
            }
        }
        self.remove(edges);
    }

    /// Removes edges, in this order. A chain may become removable after its edges were passed over, when the
    /// last other cell around one of its ends goes; so those are looked at again until nothing changes.
    fn remove(&mut self, mut edges: Vec<u32>) {
        while !edges.is_empty() {
            for &edge in &edges {
                if self.cells.is_alive(edge) && self.is_due[edge as usize] {
                    self.remove_chain(edge);
                }
            }
            edges.retain(|&edge| self.cells.is_alive(edge) && self.is_due[edge as usize]);
        }
    }

    /// Removes the chain of shared edges that `edge` belongs to, if the union is convex.
    fn remove_chain(&mut self, edge: u32) {
        let Self { cells, points, is_due, chain } = self;
        let Some(twin) = cells.removable_twin(edge) else {
            is_due[edge as usize] = false;
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
        for &edge in &*chain {
            let twin = cells.twins[edge as usize];
            [edge, twin].iter().for_each(|&side| is_due[side as usize] = false);
            if is_convex {
                cells.kill(twin);
                cells.kill(edge);
            }
        }
        if is_convex {
            for &[before, after] in &ends {
                self.cells.link(before, after);
                self.set_due(&[before, after]);
            }
        }
    }

    /// Notes that something has changed beside these half-edges.
    fn set_due(&mut self, edges: &[u32]) {
        for &edge in edges {
            self.is_due[edge as usize] = true;
            self.cells.twin(edge).into_iter().for_each(|twin| self.is_due[twin as usize] = true);
        }
    }
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
/// after it, or with one and the same neighbour.
fn take_out_idle_corners(cells: &mut HalfEdges, points: &[DVec2]) {
    for edge in 0..cells.origins.len() as u32 {
        if !cells.is_alive(edge) {
            continue;
        }
        let before = cells.previous(edge);
        let beyond = cells.next(edge);
        if cells.next(beyond) == before {
            continue; // a triangle has no corner to spare
        }
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
                let other_is_triangle = cells.next(cells.next(outer)) == inner;
                if !other_is_triangle {
                    skip_corner(cells, before, edge);
                    skip_corner(cells, inner, outer);
                    cells.twins[before as usize] = inner;
                    cells.twins[inner as usize] = before;
                }
            }
            _ => {}
        }
    }
}

/// True where the same doors lie along two edges, so that one edge can stand for both.
fn has_doors_of(cells: &HalfEdges, one: u32, other: u32) -> bool {
    cells.bundles.doors(one) == cells.bundles.doors(other)
}

/// Lets `before` run on to where `edge` ends.
fn skip_corner(cells: &mut HalfEdges, before: u32, edge: u32) {
    let next = cells.next(edge);
    cells.kill(edge);
    cells.link(before, next);
}
