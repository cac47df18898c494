//! The cases that a run of the suite met.

use std::fmt;

use super::Spot;

/// Counts of the cases met while checking; a test asserts that degenerate ones occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LawReport {
    /// Queries given; invalid ones are counted nowhere else.
    pub queries: usize,
    /// Answered by a complete path.
    pub complete: usize,
    /// Answered by a partial path.
    pub partial: usize,
    /// Refused because an end is off the ground.
    pub outside: usize,
    /// Refused because no way leads there.
    pub unreachable: usize,
    /// Refused as unsupported: nothing of these is checked, so a test asserts how many there are.
    pub unsupported: usize,
    /// Given up because the query's budget was spent.
    pub exhausted: usize,
    /// Answered by a path of length 0.
    pub zero_length: usize,
    /// Endpoints on a vertex that is no pinch.
    pub on_vertex: usize,
    /// Endpoints on an edge that is no pinch.
    pub on_edge: usize,
    /// Endpoints at a pinch.
    pub on_pinch: usize,
    /// Endpoints on a wall without thickness.
    pub on_thin_wall: usize,
    /// Corners of walls that legs touch without a turn: side tests that are exactly zero.
    pub touched: usize,
    /// Turns of all paths; an end of a link may count as one.
    pub turns: usize,
    /// Uses of links by all paths.
    pub links: usize,
    /// Paths whose optimality was promised, and checked: against the optimum, or where the truth does not know
    /// that, against a cost for which the way can be had.
    pub optimal: usize,
}

impl LawReport {
    /// The endpoints that lay on a vertex, an edge, a pinch or a thin wall.
    #[must_use]
    pub fn degenerate(&self) -> usize {
        self.on_vertex + self.on_edge + self.on_pinch + self.on_thin_wall
    }

    pub(super) fn note_endpoint(&mut self, spot: Spot) {
        match spot {
            Spot::Vertex => self.on_vertex += 1,
            Spot::Edge => self.on_edge += 1,
            Spot::Pinch => self.on_pinch += 1,
            Spot::ThinWall => self.on_thin_wall += 1,
            Spot::Inside | Spot::Off => {}
        }
    }
}

impl fmt::Display for LawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { queries, complete, partial, outside, unreachable, unsupported, .. } = self;
        let Self { exhausted, zero_length, turns, links, optimal, touched, .. } = self;
        let Self { on_vertex, on_edge, on_pinch, on_thin_wall, .. } = self;
        let (ends, share) = (2 * queries, 100 * self.degenerate() / (2 * queries).max(1));
        write!(
            f,
            "{queries} queries: {complete} complete ({optimal} optimal, {zero_length} of length 0, \
             {turns} turns, {links} links), {partial} partial, {outside} outside, {unreachable} unreachable, \
             {unsupported} unsupported, {exhausted} given up; exact zeros: {touched} corners touched in passing; of {ends} \
             endpoints {share} % degenerate: {on_vertex} on vertices, {on_edge} on edges, {on_pinch} at \
             pinches, {on_thin_wall} on thin walls"
        )
    }
}

impl std::ops::AddAssign for LawReport {
    fn add_assign(&mut self, other: Self) {
        self.queries += other.queries;
        self.complete += other.complete;
        self.partial += other.partial;
        self.outside += other.outside;
        self.unreachable += other.unreachable;
        self.unsupported += other.unsupported;
        self.exhausted += other.exhausted;
        self.zero_length += other.zero_length;
        self.on_vertex += other.on_vertex;
        self.on_edge += other.on_edge;
        self.on_pinch += other.on_pinch;
        self.on_thin_wall += other.on_thin_wall;
        self.touched += other.touched;
        self.turns += other.turns;
        self.links += other.links;
        self.optimal += other.optimal;
    }
}
