//! Slivers: features so thin that rounding collapsed them to an edge.
//!
//! Rounded crossings may move two sides, a few units apart, onto one edge. The feature between
//! them, an obstacle or a walkable strip, then has no triangle. An edge along pieces of several
//! lines therefore stands for the slivers between these lines. This module restores the order of
//! the lines as drawn, and the flood counts through them one by one. If it leaves the walkable area
//! between two walkable faces, the edge becomes a wall. A seam stays closed if a blocked sliver
//! separates it from the walkable area. A walkable sliver between blocked faces is lost. The report
//! lists all of them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::double::{Double, twice_area};
use navmesh_core::backend::geom::{Turn, lexicographic, turn};

use crate::plsg::Segment;
use crate::report::{Sliver, SliverKind};
use crate::split::Triangulation;

/// An edge to which a sliver collapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SliverEdge {
    /// The even half-edge of the edge.
    pub(crate) edge: u32,
    pub(crate) kind: SliverKind,
}

/// The length of an edge, in weld distances, below which its sides as given need not cross its perpendicular in order.
const SHORT_EDGE: f64 = 16.0;

/// The sides that run along one edge.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    /// The sides by line, from right to left of the even half-edge.
    lines: Vec<Vec<Side>>,
    /// True for an edge so short that the order of its lines may be the reverse one.
    pub(crate) is_short: bool,
}

/// A piece of a source, and the change of its winding number from the edge's right to its left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Side {
    pub(crate) source: u32,
    pub(crate) change: i32,
}

impl Bundle {
    /// Returns the sides, line by line, in the order from the face of `half` to that of its twin.
    pub(crate) fn seen_from(&self, half: u32) -> Vec<Vec<Side>> {
        if half % 2 == 1 {
            return self.lines.clone();
        }
        let back = |side: &Side| Side { change: -side.change, ..*side };
        self.lines.iter().rev().map(|line| line.iter().map(back).collect()).collect()
    }
}

/// The class of a face beside an edge, or of a strip that collapsed to the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strip {
    Walkable,
    /// No outline covers it. Between two different walkable outlines it is a crack, which is open.
    Gap,
    Blocked,
}

/// Returns the kinds of slivers that collapsed to an edge.
///
/// `strips` holds the class of each face and sliver from one side of the edge to the other.
/// `seams` holds the lines between them that are seams.
pub(crate) fn lost(strips: &[Strip], seams: &[usize]) -> impl Iterator<Item = SliverKind> {
    let is_ground = [strips.first(), strips.last()] == [Some(&Strip::Walkable); 2];
    let is_blocked = is_ground && strips.contains(&Strip::Blocked)
        || seams.iter().any(|&line| is_blocked_before_seam(&strips[..=line], &strips[line + 1..]));
    let blocked = is_blocked.then_some(SliverKind::Blocked);
    blocked.into_iter().chain(has_lost_ground(strips).then_some(SliverKind::Ground))
}

/// True if a walkable strip lies between others that are not. A crack between walkable strips counts as walkable.
fn has_lost_ground(strips: &[Strip]) -> bool {
    let is_walkable = |place: usize| match strips[place] {
        Strip::Walkable => true,
        Strip::Gap => {
            [&strips[..place], &strips[place..]].iter().all(|side| side.contains(&Strip::Walkable))
        }
        Strip::Blocked => false,
    };
    let mut others = (0..strips.len()).filter(|&place| !is_walkable(place));
    let Some(first) = others.next() else { return false };
    let last = others.next_back().unwrap_or(first);
    strips[first..=last].contains(&Strip::Walkable)
}

/// True if something blocked lies between a seam and the walkable face on either side of it.
fn is_blocked_before_seam(right: &[Strip], left: &[Strip]) -> bool {
    right.first() == Some(&Strip::Walkable) && right.contains(&Strip::Blocked)
        || left.last() == Some(&Strip::Walkable) && left.contains(&Strip::Blocked)
}

/// Returns every edge along pieces of different lines, by its even half-edge.
///
/// Complexity: linear in the number of pieces; O(k log k) for k pieces along one edge.
pub(crate) fn bundles(triangulation: &Triangulation) -> BTreeMap<u32, Bundle> {
    let Triangulation { plsg, triangles } = triangulation;
    if plsg.origins.is_empty() {
        return BTreeMap::new(); // nothing was cut
    }
    let labels = &triangles.labels;
    let single = labels.single().chunk_by(|a, b| a.0 / 2 == b.0 / 2).filter(|all| all.len() > 1);
    let single =
        single.map(|labels| labels[0].0 & !1).filter(|&edge| !labels.chain_spans().has(edge));
    let edges = single.chain(bent_lines(triangulation));
    edges
        .filter_map(|edge| {
            let sides = [edge, edge ^ 1];
            let all = sides.map(|half| labels.along(half).map(move |segment| (half, segment)));
            let pieces = all.into_iter().flatten().map(|(half, segment)| EdgePiece {
                half,
                source: plsg.segments[segment as usize].source,
                line: plsg.origins[segment as usize],
            });
            let ends = sides.map(|half| plsg.points[triangles.origin(half) as usize]);
            bundle(ends, pieces, plsg.weld).map(|bundle| (edge, bundle))
        })
        .collect()
}

/// Returns the even halves of all edges along collinear chains that a bent segment runs along too.
fn bent_lines(triangulation: &Triangulation) -> Vec<u32> {
    let Triangulation { plsg, triangles } = triangulation;
    let (labels, spans) = (&triangles.labels, triangles.labels.chain_spans());
    let is_bent = |segment: u32| {
        let Segment { from, to, .. } = plsg.segments[segment as usize];
        let ends = [from, to].map(|p| plsg.points[p as usize]);
        !is_one_line(ends, plsg.origins[segment as usize])
    };
    let has_bent = |half: u32| labels.single_along(half).iter().any(|label| is_bent(label.1));
    let edges = spans.weights(is_bent);
    let bent =
        edges.filter(|&(half, weight)| weight > 0 || [half, half ^ 1].into_iter().any(has_bent));
    bent.map(|(half, _)| half & !1).collect()
}

/// Returns the slivers for the report, lowest first.
pub(crate) fn reported(slivers: &[SliverEdge], triangulation: &Triangulation) -> Vec<Sliver> {
    let Triangulation { plsg, triangles } = triangulation;
    let end = |half: u32| plsg.points[triangles.origin(half) as usize];
    let sliver = |&SliverEdge { edge, kind }: &SliverEdge| {
        let [a, b] = [edge, edge ^ 1].map(end);
        Sliver { ends: if lexicographic(a, b).is_lt() { [a, b] } else { [b, a] }, kind }
    };
    let mut reported: Vec<Sliver> = slivers.iter().map(sliver).collect();
    reported.merge_sort_by(|Sliver { ends: [a, b], .. }, Sliver { ends: [c, d], .. }| {
        lexicographic(*a, *c).then(lexicographic(*b, *d))
    });
    reported
}

/// A side, and the line that it was a piece of.
#[derive(Clone, Copy)]
struct Drawn {
    side: Side,
    /// The ends of the line as drawn, in the direction of the edge.
    line: [DVec2; 2],
    /// The distance of the line to the left of the edge's midpoint.
    left: f64,
}

/// A piece of a line along an edge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EdgePiece {
    /// The half-edge in the direction of the piece.
    pub(crate) half: u32,
    pub(crate) source: u32,
    /// The ends of the line as drawn, in the direction of the piece.
    pub(crate) line: [DVec2; 2],
}

/// Sorts the pieces along an edge, whose ends are those of its even half-edge. Returns `None` if all belong
/// to one line. `weld` is the distance by which lines may have moved.
pub(crate) fn bundle(
    edge: [DVec2; 2],
    pieces: impl Iterator<Item = EdgePiece>,
    weld: f64,
) -> Option<Bundle> {
    let drawn = |EdgePiece { half, source, line: [from, to] }: EdgePiece| {
        let is_along = half % 2 == 0;
        let line = if is_along { [from, to] } else { [to, from] };
        let side = Side { source, change: if is_along { 1 } else { -1 } };
        Drawn { side, line, left: left_of_middle(edge, line) }
    };
    let mut drawn: Vec<Drawn> = pieces.map(drawn).collect();
    let ends = |a: &Drawn, b: &Drawn| {
        lexicographic(a.line[0], b.line[0]).then(lexicographic(a.line[1], b.line[1]))
    };
    drawn.merge_sort_by(|a, b| a.left.total_cmp(&b.left).then_with(|| ends(a, b)));
    let lines = drawn.chunk_by(|a, b| is_one_line(a.line, b.line));
    let lines: Vec<Vec<Side>> =
        lines.map(|line| line.iter().map(|drawn| drawn.side).collect()).collect();
    let is_short = edge[0].distance(edge[1]) < SHORT_EDGE * weld;
    (lines.len() > 1).then_some(Bundle { lines, is_short })
}

/// Returns how far to the left of an edge's midpoint a line crosses the edge's perpendicular
/// bisector.
///
/// The result is correct to about 100 bits. It orders lines that floats cannot tell apart; two
/// lines with equal results have no feature between them. Rounding may turn an edge a few floats
/// long perpendicular to its line. Such a line sorts before or after all others, by the side on
/// which it passes the midpoint.
fn left_of_middle([p, q]: [DVec2; 2], [a, b]: [DVec2; 2]) -> f64 {
    let middle = p + (q - p) * 0.5;
    let along = |from: f64, to: f64, p: f64, q: f64| -> Double {
        Double::difference(to, from) * Double::difference(q, p)
    };
    let advance = along(a.x, b.x, p.x, q.x) + along(a.y, b.y, p.y, q.y);
    let area = twice_area(a, b, middle);
    match (advance.rounded() == 0.0, area.rounded().partial_cmp(&0.0)) {
        (false, _) => -(area / advance).rounded(),
        (true, Some(Ordering::Greater)) => f64::NEG_INFINITY,
        (true, Some(Ordering::Less)) => f64::INFINITY,
        (true, _) => 0.0,
    }
}

fn is_one_line([a, b]: [DVec2; 2], other: [DVec2; 2]) -> bool {
    other.iter().all(|&point| turn(a, b, point) == Turn::Collinear)
}

#[cfg(test)]
mod tests;
