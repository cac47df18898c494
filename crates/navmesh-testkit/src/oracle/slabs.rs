//! Exact area, components and crossings of outlines, slab by slab.
//!
//! Source: M. I. Shamos, D. Hoey, "Geometric Intersection Problems", 1976, for the slabs: between two
//! neighbouring upright lines through vertices and crossings no two segments cross, so that they have
//! an order from bottom to top.
//! We differ from it in: 1) the lines' places, the crossings and the heights are rational numbers of
//! any length, so nothing is ever rounded before an area is; 2) every slab asks every segment.
//!
//! Ground between two segments of a slab is a trapezoid. Trapezoids on one another are one piece of
//! ground; pieces of neighbouring slabs are joined where they share more than a point of the line
//! between them. Nothing is triangulated here, and nothing is shared with any builder.

use std::collections::BTreeSet;

use navmesh_core::backend::geom::{Turn, sanitized, turn};
use navmesh_core::{DVec2, Outlines};
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::fractions::rational;

/// The fill rule of a ring, by its winding number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fill {
    /// Whatever it winds around at all.
    #[default]
    NonZero,
    /// The points with an odd winding number.
    EvenOdd,
}

/// The measurements of outlines.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survey {
    /// The walkable area in square map units: the sum of exact parts, each rounded once.
    pub area: f64,
    /// The number of components, which share no more than points and walls.
    pub components: usize,
    /// Points inside two segments or more that are no vertex, and that floats express.
    pub exact_crossings: Vec<DVec2>,
    /// Such points that floats do not express; each rounded to the nearest, so two may be equal.
    pub rounded_crossings: Vec<DVec2>,
}

/// Surveys outlines; `None` where a coordinate is out of the domain.
///
/// Rings without area count for nothing, and exteriors without area take their holes with them.
/// Complexity: quadratic in the number of segments and crossings, with long numbers.
#[must_use]
pub fn survey(outlines: &Outlines, fill: Fill) -> Option<Survey> {
    let segments = segments_of(outlines)?;
    let crossings = crossings_of(&segments);
    let [exact_crossings, rounded_crossings] = [true, false].map(|exact| {
        crossings.iter().filter(|c| is_float(c) == exact).map(nearest_float).collect()
    });
    let ends = segments.iter().flat_map(|segment| segment.ends.iter().map(|end| rational(end.x)));
    let columns: BTreeSet<BigRational> = ends.chain(crossings.into_iter().map(|c| c.0)).collect();
    let columns: Vec<BigRational> = columns.into_iter().collect();
    let mut found = Survey { exact_crossings, rounded_crossings, ..Survey::default() };
    let spans: Vec<[usize; 2]> = segments.iter().map(|s| s.span(&columns)).collect();
    let mut pieces = Pieces::default();
    let mut before: Vec<Piece> = Vec::new();
    for column in 1..columns.len() {
        let reaches = |i: &usize| spans[*i][0] < column && column <= spans[*i][1];
        let inside: Vec<&Segment> =
            (0..segments.len()).filter(reaches).map(|i| &segments[i]).collect();
        let slab = [&columns[column - 1], &columns[column]];
        let ground = ground_of_slab(&inside, slab, Winding::of(outlines, fill), &mut pieces);
        let width = slab[1] - slab[0];
        found.area += ground.iter().map(|piece| piece.area(&width)).sum::<f64>();
        let walls: Vec<[BigRational; 2]> = (segments.iter().zip(&spans))
            .filter(|(segment, span)| segment.side.is_none() && **span == [column - 1; 2])
            .map(|(wall, _)| wall.ends.map(|end| rational(end.y)))
            .collect();
        for (left, right) in before.iter().flat_map(|l| ground.iter().map(move |r| (l, r))) {
            let low = (&left.low[1]).max(&right.low[0]);
            let high = (&left.high[1]).min(&right.high[0]);
            if low < high && !is_walled(low, high, &walls) {
                pieces.join(left.number, right.number);
            }
        }
        before = ground;
    }
    found.components = pieces.count();
    Some(found)
}

/// True where upright walls leave nothing open between two heights.
fn is_walled(low: &BigRational, high: &BigRational, walls: &[[BigRational; 2]]) -> bool {
    let mut closed = low;
    while closed < high {
        let reach = walls.iter().filter(|[from, _]| from <= closed).map(|[_, to]| to).max();
        match reach {
            Some(to) if to > closed => closed = to,
            _ => return false,
        }
    }
    true
}

/// A side of a ring or a piece of a wall, from left to right.
struct Segment {
    ends: [DVec2; 2],
    /// `None` for a wall.
    side: Option<Side>,
}

/// The change at a side of a ring, passed from below.
struct Side {
    /// Which outline, counted through walkables and obstacles; and which of its rings.
    outline: usize,
    ring: usize,
    /// 1 where the ring runs to the right here, −1 where it runs to the left.
    direction: i32,
}

impl Segment {
    /// `None` where the two ends are one point.
    fn between(from: DVec2, to: DVec2, side: impl FnOnce(i32) -> Option<Side>) -> Option<Self> {
        let is_rightwards = (from.x, from.y) < (to.x, to.y);
        let ends = if is_rightwards { [from, to] } else { [to, from] };
        (from != to).then(|| Self { ends, side: side(if is_rightwards { 1 } else { -1 }) })
    }

    /// The columns at which it begins and ends; the same one twice, where it is upright.
    fn span(&self, columns: &[BigRational]) -> [usize; 2] {
        self.ends.map(|end| columns.binary_search(&rational(end.x)).unwrap_or_default())
    }

    fn height_at(&self, x: &BigRational) -> BigRational {
        let [a, b] = self.ends.map(|end| (rational(end.x), rational(end.y)));
        let slope = (b.1 - &a.1) / (b.0 - &a.0);
        slope * (x - a.0) + a.1
    }
}

/// Every side that is not a point of rings that have an area, and every piece of a wall.
fn segments_of(outlines: &Outlines) -> Option<Vec<Segment>> {
    let mut segments = Vec::new();
    for (outline, shape) in outlines.walkable.iter().chain(&outlines.obstacles).enumerate() {
        let rings: Option<Vec<Vec<DVec2>>> =
            shape.rings().map(|ring| ring.iter().copied().map(sanitized).collect()).collect();
        let rings = rings?;
        if !has_area(&rings[0]) {
            continue;
        }
        for (ring, points) in rings.iter().enumerate().filter(|(_, points)| has_area(points)) {
            let next = points.iter().cycle().skip(1);
            let side = |direction| Some(Side { outline, ring, direction });
            segments.extend(
                points.iter().zip(next).filter_map(|(&a, &b)| Segment::between(a, b, side)),
            );
        }
    }
    for wall in &outlines.walls {
        let points: Option<Vec<DVec2>> = wall.points.iter().copied().map(sanitized).collect();
        let points = points?;
        segments.extend(points.windows(2).filter_map(|w| Segment::between(w[0], w[1], |_| None)));
    }
    Some(segments)
}

/// True where the points of a ring are not all on one line.
fn has_area(ring: &[DVec2]) -> bool {
    let Some(&first) = ring.first() else { return false };
    let Some(&second) = ring.iter().find(|&&point| point != first) else { return false };
    ring.iter().any(|&point| turn(first, second, point) != Turn::Collinear)
}

/// Every point that is inside two segments which are not on one line, and is no end of any.
fn crossings_of(segments: &[Segment]) -> BTreeSet<(BigRational, BigRational)> {
    let mut found = BTreeSet::new();
    for (i, first) in segments.iter().enumerate() {
        for second in segments[i + 1..].iter().filter(|second| cross(first.ends, second.ends)) {
            let [a, b] = first.ends.map(|end| (rational(end.x), rational(end.y)));
            let [c, d] = second.ends.map(|end| (rational(end.x), rational(end.y)));
            let (along, across) = ((&b.0 - &a.0, &b.1 - &a.1), (d.0 - &c.0, d.1 - &c.1));
            let gap = (c.0 - &a.0, c.1 - &a.1);
            let share = (gap.0 * &across.1 - gap.1 * &across.0)
                / (&along.0 * &across.1 - &along.1 * &across.0);
            found.insert((&a.0 + &along.0 * &share, &a.1 + &along.1 * &share));
        }
    }
    for end in segments.iter().flat_map(|segment| segment.ends) {
        found.remove(&(rational(end.x), rational(end.y)));
    }
    found
}

fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    let parts = |p: DVec2, q: DVec2, r: DVec2, s: DVec2| {
        let side = turn(p, q, r);
        side != Turn::Collinear && turn(p, q, s) == side.reversed()
    };
    boxes_meet && parts(a, b, c, d) && parts(c, d, a, b)
}

fn nearest_float((x, y): &(BigRational, BigRational)) -> DVec2 {
    let float = |v: &BigRational| v.to_f64().unwrap_or(f64::NAN);
    DVec2::new(float(x), float(y))
}

fn is_float(point: &(BigRational, BigRational)) -> bool {
    let DVec2 { x, y } = nearest_float(point);
    (rational(x), rational(y)) == *point
}

/// Ground of one slab without a gap in it, from its lower to its upper side.
struct Piece {
    number: usize,
    /// The heights at the slab's left and right line.
    low: [BigRational; 2],
    high: [BigRational; 2],
}

impl Piece {
    fn area(&self, width: &BigRational) -> f64 {
        let heights = (&self.high[0] - &self.low[0]) + (&self.high[1] - &self.low[1]);
        (heights * width).to_f64().unwrap_or_default() / 2.0
    }
}

/// The ground between the segments that cross a slab from left to right.
fn ground_of_slab(
    segments: &[&Segment],
    slab: [&BigRational; 2],
    mut winding: Winding,
    pieces: &mut Pieces,
) -> Vec<Piece> {
    let mut sides: Vec<([BigRational; 2], &Segment)> =
        segments.iter().map(|&s| (slab.map(|x| s.height_at(x)), s)).collect();
    sides.sort_by_cached_key(|(heights, _)| &heights[0] + &heights[1]);
    let mut ground: Vec<Piece> = Vec::new();
    let mut is_open = false;
    for level in sides.chunk_by(|a, b| a.0 == b.0) {
        level.iter().filter_map(|(_, segment)| segment.side.as_ref()).for_each(|s| winding.pass(s));
        let is_wall = level.iter().any(|(_, segment)| segment.side.is_none());
        let (was_open, heights) = (is_open, &level[0].0);
        is_open = winding.is_walkable();
        if was_open && (is_wall || !is_open) {
            ground.iter_mut().last().into_iter().for_each(|piece| piece.high = heights.clone());
        }
        if is_open && (is_wall || !was_open) {
            let (low, high) = (heights.clone(), heights.clone());
            ground.push(Piece { number: pieces.add(), low, high });
        }
    }
    ground
}

/// The winding number of each ring at the current place.
struct Winding {
    /// For each outline, walkable ones first, its rings.
    rings: Vec<Vec<i32>>,
    walkable: usize,
    fill: Fill,
}

impl Winding {
    fn of(outlines: &Outlines, fill: Fill) -> Self {
        let all = outlines.walkable.iter().chain(&outlines.obstacles);
        let rings = all.map(|outline| vec![0; outline.rings().count()]).collect();
        Self { rings, walkable: outlines.walkable.len(), fill }
    }

    fn pass(&mut self, side: &Side) {
        self.rings[side.outline][side.ring] += side.direction;
    }

    fn is_walkable(&self) -> bool {
        let covers = |times: &i32| match self.fill {
            Fill::NonZero => *times != 0,
            Fill::EvenOdd => times % 2 != 0,
        };
        let is_covered = |rings: &Vec<i32>| covers(&rings[0]) && !rings[1..].iter().any(covers);
        let (walkable, obstacles) = self.rings.split_at(self.walkable);
        walkable.iter().any(is_covered) && !obstacles.iter().any(is_covered)
    }
}

/// Which pieces are joined: each points to another of its set, or to itself.
#[derive(Default)]
struct Pieces(Vec<usize>);

impl Pieces {
    fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }

    fn head(&self, mut piece: usize) -> usize {
        while self.0[piece] != piece {
            piece = self.0[piece];
        }
        piece
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.head(a), self.head(b));
        self.0[a.max(b)] = a.min(b);
    }

    fn count(&self) -> usize {
        self.0.iter().enumerate().filter(|(piece, head)| piece == *head).count()
    }
}

#[cfg(test)]
mod tests;
