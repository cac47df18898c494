//! Worlds cut into floors along lines that may cross and end at one another, and joined again along them.
//!
//! Each line halves all pieces that are there, or those on one side of an earlier line alone: it ends at that one then. So
//! the pieces lie side by side, and what is walked on them is what is walked on the world.

use navmesh_build::{BuildError, BuildOptions, JoinFault, build_floors};
use navmesh_core::geom::Bounds;
use navmesh_core::{DVec2, Floors, Join, Outline, Outlines};

/// A line that cuts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) ends: [DVec2; 2],
    /// The number of an earlier line and which side of it is cut, the left one where it is true; `None` where all is.
    pub(super) within: Option<Half>,
}

impl Line {
    /// One that cuts all there is.
    pub(super) fn across(ends: [DVec2; 2]) -> Self {
        Self { ends, within: None }
    }
}

/// A side of a line, by its number: the left one where it is true.
pub(super) type Half = (usize, bool);

/// What of the plane is on all these sides.
#[derive(Debug, Clone)]
struct Piece {
    halves: Vec<Half>,
    /// About where it is.
    polygon: Vec<DVec2>,
}

/// How far `point` is on one side of a line, in lengths of that line.
fn depth([from, to]: [DVec2; 2], is_left: bool, point: DVec2) -> f64 {
    let depth = (to - from).perp_dot(point - from) / (to - from).length_squared();
    if is_left { depth } else { -depth }
}

/// The part of a polygon on one side of a line.
fn clipped(polygon: &[DVec2], line: [DVec2; 2], is_left: bool) -> Vec<DVec2> {
    let mut left = Vec::new();
    for (&a, &b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let [at_a, at_b] = [a, b].map(|point| depth(line, is_left, point));
        left.extend((at_a >= 0.0).then_some(a));
        if (at_a >= 0.0) != (at_b >= 0.0) {
            left.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    left
}

/// The pieces of the plane around a world that some lines leave.
fn pieces(around: Bounds, lines: &[Line]) -> Vec<Piece> {
    let Bounds { min, max } = around;
    let corners = vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let mut pieces = vec![Piece { halves: Vec::new(), polygon: corners }];
    for (number, line) in lines.iter().enumerate() {
        let half = |piece: Piece| {
            let is_cut = line.within.is_none_or(|half| piece.halves.contains(&half));
            let sides: &[bool] = if is_cut { &[true, false] } else { &[] };
            let halves = sides.iter().map(|&is_left| {
                let mut halves = piece.halves.clone();
                halves.push((number, is_left));
                Piece { halves, polygon: clipped(&piece.polygon, line.ends, is_left) }
            });
            let halves: Vec<Piece> = halves.filter(|half| half.polygon.len() > 2).collect();
            if is_cut { halves } else { vec![piece] }
        };
        pieces = pieces.into_iter().flat_map(half).collect();
    }
    pieces
}

/// The line that parts two pieces, unless no part of it is beside both.
fn between(lines: &[Line], one: &Piece, other: &Piece) -> Option<[DVec2; 2]> {
    let parting = one.halves.iter().zip(&other.halves).find(|(one, other)| one != other);
    let number = parting?.0.0;
    let ends = lines[number].ends;
    let mut part = [0.0, 1.0];
    for &(half, is_left) in one.halves.iter().chain(&other.halves).filter(|half| half.0 != number) {
        let [from, to] = ends.map(|end| depth(lines[half].ends, is_left, end));
        let share = from / (from - to);
        match (from >= 0.0, to >= 0.0) {
            (true, true) => {}
            (false, false) => return None,
            (true, false) => part[1] = share.min(part[1]),
            (false, true) => part[0] = share.max(part[0]),
        }
    }
    // Where they only touch at a point, or all but, building tells.
    (part[1] - part[0] > -1e-9).then_some(ends)
}

/// The world in pieces; the lines go far beyond it. What the pieces have no ground for is left out, floors and joins.
pub(super) fn cut_into_pieces(world: &Outlines, lines: &[Line]) -> Floors {
    let own =
        Bounds::of(world.walkable.iter().flat_map(|outline| outline.exterior.iter().copied()));
    let around = Bounds { min: own.min - own.size(), max: own.max + own.size() };
    let pieces = pieces(around, lines);
    let mut floors = Floors::default();
    for (piece, layer) in pieces.iter().zip(0..) {
        let mut outlines = world.clone();
        for &(number, is_left) in &piece.halves {
            let [from, to] = lines[number].ends;
            let aside = (to - from).perp() * if is_left { -4.0 } else { 4.0 };
            outlines.obstacles.push(Outline::new([from, to, to + aside, from + aside]));
        }
        floors = floors.with_floor(layer, outlines);
    }
    for (one, i) in pieces.iter().zip(0..) {
        for (other, j) in pieces.iter().zip(0..).skip(i as usize + 1) {
            if let Some(ends) = between(lines, one, other) {
                floors = floors.with_join(Join::new([i, j], ends));
            }
        }
    }
    settled(floors)
}

/// Without floors that have no ground, and joins that join nothing.
fn settled(mut floors: Floors) -> Floors {
    while let Err(error) = build_floors(&floors, &BuildOptions::default()) {
        match error {
            BuildError::OnLayer { layer, error }
                if matches!(*error, BuildError::NothingWalkable { .. }) =>
            {
                floors.floors.retain(|floor| floor.layer != layer);
                floors.joins.retain(|join| !join.layers.contains(&layer));
            }
            BuildError::BadJoin { join, fault: JoinFault::JoinsNothing } => {
                floors.joins.remove(join);
            }
            _ => break,
        }
    }
    floors
}
