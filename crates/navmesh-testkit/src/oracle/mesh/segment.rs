//! The shortest path to any place of a segment, with the places in fractions.
//!
//! A shortest path to a segment turns only at vertices that walls meet at, as any does, and ends where the
//! segment is nearest to its last turn: at the foot of the perpendicular, or where the segment ends or leaves
//! the ground. Every turn is therefore tried with the nearest place of every piece of the segment, the shortest way
//! first, until one is a straight walk.
//!
//! The places are fractions, and whether a walk to one is straight is decided on them: nothing is rounded but
//! lengths. Floats are asked first, and believed where they are far from any doubt.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Turn, turn};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::MeshOracle;
use crate::oracle::fractions::{Place, apart, cross, dot, nearest_float, place};
use crate::oracle::patches::Patches;

/// The part of a segment that a cell holds: shares of the way along it.
pub(super) struct Piece {
    pub(super) cell: u32,
    pub(super) shares: [BigRational; 2],
    /// The same, rounded.
    rough: [f64; 2],
}

/// A way that may be the shortest: over a root, from there straight to the nearest place of a piece.
struct Way<'a> {
    /// The length up to its root, and the whole length, rounded.
    before: f64,
    length: f64,
    /// The start of the last leg: the cells there, and the point.
    root: (&'a [u32], DVec2),
    piece: &'a Piece,
}

impl MeshOracle<'_> {
    /// The length of the shortest path from `start` to any place of a closed segment that is on the ground;
    /// `None` where there is none, and infinite where no way leads to one.
    ///
    /// Complexity: as [`MeshOracle::shortest`], and for each turn and piece one flood in fractions, at worst.
    #[must_use]
    pub fn shortest_to_segment(&self, start: DVec2, segment: [DVec2; 2]) -> Option<f64> {
        let pieces: Vec<Piece> =
            self.mesh.slots().filter_map(|cell| self.piece_in(cell, segment)).collect();
        let own = self.cells_at(start);
        let (_, distances) = self.dijkstra(&self.distances_from(&own, start));
        let roots = self.fans.iter().zip(&distances);
        let roots = roots.map(|(fan, &distance)| ((fan.cells(), fan.point), distance));
        let roots = roots.chain([((&own[..], start), 0.0)]);
        let mut ways: Vec<Way<'_>> = roots
            .filter(|(_, distance)| distance.is_finite())
            .flat_map(|(root, before)| {
                pieces.iter().map(move |piece| Way::of(piece, segment, root, before))
            })
            .collect();
        ways.sort_by(|a, b| a.length.total_cmp(&b.length));
        let found = ways.iter().find_map(|way| {
            let end = way.end(segment);
            let length = way.before + way.root.1.distance(nearest_float(&end));
            self.can_be_walked(way, end).then_some(length)
        });
        (!pieces.is_empty()).then(|| found.unwrap_or(f64::INFINITY))
    }

    /// The part of a segment in a closed cell.
    pub(super) fn piece_in(&self, cell: u32, [a, b]: [DVec2; 2]) -> Option<Piece> {
        let corners: Vec<DVec2> = self.mesh.corners(cell).collect();
        let mut shares = [BigRational::zero(), BigRational::one()];
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let sides = [a, b].map(|end| turn(from, to, end));
            if sides == [Turn::Right; 2] {
                return None;
            }
            if !sides.contains(&Turn::Right) {
                continue;
            }
            let [p, along] = [place(from), apart(&place(from), &place(to))];
            let [of_a, of_b] = [a, b].map(|end| cross(&along, &apart(&p, &place(end))));
            let met = &of_a / (&of_a - of_b);
            if sides[0] == Turn::Right {
                shares[0] = met.max(shares[0].clone());
            } else {
                shares[1] = met.min(shares[1].clone());
            }
        }
        let rough = [0, 1].map(|end: usize| shares[end].to_f64().unwrap_or_default());
        (shares[0] <= shares[1]).then_some(Piece { cell, shares, rough })
    }

    /// True where one can walk straight along the last leg, into the cell of its end.
    fn can_be_walked(&self, way: &Way<'_>, end: Place) -> bool {
        let leg = Leg::new(way.root.1, end);
        let mut reached = way.root.0.to_vec();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            if cell == way.piece.cell {
                return true;
            }
            for (neighbor, ends) in self.portals(cell) {
                if !reached.contains(&neighbor) && leg.touches(ends) {
                    reached.push(neighbor);
                }
            }
        }
        false
    }
}

impl<'a> Way<'a> {
    /// Over a root that is `before` away from the start, as long as floats make it.
    fn of(piece: &'a Piece, [a, b]: [DVec2; 2], root: (&'a [u32], DVec2), before: f64) -> Self {
        let along = b - a;
        let foot = (root.1 - a).dot(along) / along.length_squared();
        // Of a segment that is a point, every share is.
        let share = if foot.is_nan() { 0.0 } else { foot.clamp(piece.rough[0], piece.rough[1]) };
        let length = before + root.1.distance(a + along * share);
        Self { before, length, root, piece }
    }

    /// The place where it ends, exactly.
    fn end(&self, [a, b]: [DVec2; 2]) -> Place {
        let (from, along) = (place(a), apart(&place(a), &place(b)));
        let length_sq = dot(&along, &along);
        let foot = if length_sq.is_zero() {
            BigRational::zero()
        } else {
            dot(&along, &apart(&from, &place(self.root.1))) / length_sq
        };
        let [low, high] = &self.piece.shares;
        let share = foot.max(low.clone()).min(high.clone());
        [0, 1].map(|axis: usize| &from[axis] + &along[axis] * &share)
    }
}

/// A straight way from a float to a place.
struct Leg {
    from: DVec2,
    exact: [Place; 2],
    /// The place's float.
    to: DVec2,
}

impl Leg {
    fn new(from: DVec2, to: Place) -> Self {
        Self { from, to: nearest_float(&to), exact: [place(from), to] }
    }

    /// True where the closed leg and a closed segment have a point in common.
    fn touches(&self, [c, d]: [DVec2; 2]) -> bool {
        let reach =
            [self.from, self.to, c, d].iter().fold(0.0f64, |r, p| r.max(p.abs().max_element()));
        let (margin, doubt) = (8.0 * f64::EPSILON * reach, 64.0 * f64::EPSILON * reach * reach);
        let (low, high) = (self.from.min(self.to) - margin, self.from.max(self.to) + margin);
        if c.max(d).cmplt(low).any() || c.min(d).cmpgt(high).any() {
            return false;
        }
        let sign = |[p, q, r]: [DVec2; 3], exact: &dyn Fn() -> BigRational| {
            let plain = (q - p).perp_dot(r - p);
            if plain.abs() > doubt { plain.signum() } else { signum(&exact()) }
        };
        let [a, b] = &self.exact;
        let beside = |point: DVec2| {
            sign([self.from, self.to, point], &|| cross(&apart(a, b), &apart(a, &place(point))))
        };
        let of_end = |end: DVec2, exact: &Place| {
            let (from, along) = (place(c), apart(&place(c), &place(d)));
            sign([c, d, end], &|| cross(&along, &apart(&from, exact)))
        };
        if beside(c) * beside(d) > 0.0 || of_end(self.from, a) * of_end(self.to, b) > 0.0 {
            return false;
        }
        let [c, d] = [place(c), place(d)];
        (0..2).all(|axis| {
            let [a, b, c, d] = [&a[axis], &b[axis], &c[axis], &d[axis]];
            a.min(b) <= c.max(d) && c.min(d) <= a.max(b)
        })
    }
}

fn signum(number: &BigRational) -> f64 {
    f64::from(i8::from(number.is_positive()) - i8::from(number.is_negative()))
}
