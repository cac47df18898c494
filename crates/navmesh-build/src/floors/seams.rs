//! The lines along which floors are joined, piece by piece.

use std::collections::BTreeMap;

use navmesh_core::geom::{lexicographic, sanitized};
use navmesh_core::{DVec2, Join};

use crate::builder::Ground;
use crate::error::{BuildError, JoinFault};
use crate::soup::{Drawing, Strand};
use crate::split::Triangulation;

/// A join while floors are built.
#[derive(Debug, Clone)]
pub(super) struct Seam {
    /// Which join it is.
    join: usize,
    /// The places of its two floors among all.
    pub(super) floors: [usize; 2],
    /// The legs of the line, none of them of no length.
    legs: Vec<[DVec2; 2]>,
}

/// The half-edges that a join makes twins, numbered through all floors, and how long they are together.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) length: f64,
}

/// A point as a key.
type Key = [u64; 2];

fn key(point: DVec2) -> Key {
    [point.x.to_bits(), point.y.to_bits()]
}

fn point(key: Key) -> DVec2 {
    key.map(f64::from_bits).into()
}

/// The seams of joins; `place` finds a floor by its number.
pub(super) fn of(
    joins: &[Join],
    place: impl Fn(u32) -> Option<usize>,
) -> Result<Vec<Seam>, BuildError> {
    let seam = |(index, join): (usize, &Join)| {
        let bad = |fault| BuildError::BadJoin { join: index, fault };
        let floor = |layer| place(layer).ok_or(bad(JoinFault::NoSuchLayer { layer }));
        let floors = [floor(join.layers[0])?, floor(join.layers[1])?];
        if floors[0] == floors[1] {
            return Err(bad(JoinFault::SameLayer));
        }
        let mut points = Vec::with_capacity(join.points.len());
        for (vertex, &point) in join.points.iter().enumerate() {
            points.push(sanitized(point).ok_or(bad(JoinFault::BadCoordinate { vertex }))?);
        }
        points.dedup();
        match points.len() {
            0 | 1 => Err(bad(JoinFault::NoLine)),
            _ => {
                let legs = points.windows(2).map(|leg| [leg[0], leg[1]]).collect();
                Ok(Seam { join: index, floors, legs })
            }
        }
    };
    joins.iter().enumerate().map(seam).collect()
}

/// What is drawn on a floor, and every seam that it has a part in.
pub(super) fn drawn_on(floor: usize, seams: &[Seam], mut drawing: Drawing) -> Drawing {
    for (seam, number) in seams.iter().zip(0..) {
        if seam.floors.contains(&floor) {
            let strand = drawing.add_strand(Strand::Seam { seam: number });
            seam.legs.iter().for_each(|&leg| drawing.add_chain(leg, strand));
        }
    }
    drawing
}

impl Seam {
    /// The points at which the line is cut on the other floor alone: for each of its two floors by half-edge,
    /// along it.
    pub(super) fn missing(&self, drawn: [&Triangulation; 2]) -> [BTreeMap<u32, Vec<DVec2>>; 2] {
        let walks = drawn.map(|drawn| self.pieces(drawn));
        let mut missing = [BTreeMap::new(), BTreeMap::new()];
        for &[from, to] in &self.legs {
            let mut all = merged(walks.each_ref().map(|walk| between(walk, from, to)), [from, to]);
            all.push(to);
            for (walk, missing) in walks.iter().zip(&mut missing) {
                let mut at = from;
                let mut rest = &all[..];
                while let Some(&(half, end)) = walk.get(&key(at)).filter(|_| at != to) {
                    let Some(place) = rest.iter().position(|&point| point == end) else { break };
                    if place > 0 {
                        missing.insert(half, rest[..place].to_vec());
                    }
                    (at, rest) = (end, &rest[place + 1..]);
                }
            }
        }
        missing
    }

    /// The pieces of the line on a floor: by where each begins, the half-edge along it and where it ends.
    fn pieces(&self, drawn: &Triangulation) -> BTreeMap<Key, (u32, DVec2)> {
        let point = |half: u32| drawn.soup.points[drawn.triangles.origins[half as usize] as usize];
        let own = drawn.seams().into_iter().filter(|(_, seam)| *seam as usize == self.join);
        own.map(|(half, _)| (key(point(half)), (half, point(half ^ 1)))).collect()
    }
}

/// The points of two walks between the same two ends, in an order that is that of either walk.
fn merged(walks: [Vec<DVec2>; 2], [from, to]: [DVec2; 2]) -> Vec<DVec2> {
    // From the lower end to the higher, as segments are cut: points a unit apart are in one order then.
    let is_upwards = lexicographic(from, to).is_lt();
    let [low, high] = if is_upwards { [from, to] } else { [to, from] };
    let along = |point: DVec2| (point - low).dot(high - low);
    let is_before = |a: DVec2, b: DVec2| {
        let order = along(a).total_cmp(&along(b)).then(lexicographic(a, b));
        if is_upwards { order.is_lt() } else { order.is_gt() }
    };
    let places = walks.each_ref().map(|walk| {
        walk.iter().zip(0..).map(|(&point, place)| (key(point), place)).collect::<BTreeMap<_, _>>()
    });
    let mut at = [0, 0];
    let mut all = Vec::with_capacity(walks[0].len() + walks[1].len());
    loop {
        let heads = [0, 1].map(|walk| walks[walk].get(at[walk]).copied());
        let waits = |walk: usize, other: usize| {
            let place = heads[walk].and_then(|head| places[other].get(&key(head)));
            place.is_some_and(|&place| place > at[other])
        };
        let next = match heads {
            [None, None] => return all,
            [Some(a), Some(b)] if a == b => {
                at[1] += 1;
                0
            }
            [Some(_), None] => 0,
            [None, Some(_)] => 1,
            [Some(a), Some(b)] => match (waits(0, 1), waits(1, 0)) {
                (true, false) => 1,
                (false, true) => 0,
                _ => usize::from(!is_before(a, b)),
            },
        };
        all.extend(heads[next]);
        at[next] += 1;
    }
}

/// The points between two ends along a walk of pieces.
fn between(walk: &BTreeMap<Key, (u32, DVec2)>, from: DVec2, to: DVec2) -> Vec<DVec2> {
    let step = |at: &DVec2| walk.get(&key(*at)).map(|&(_, end)| end);
    let points = std::iter::successors(step(&from), step);
    points.take_while(|&point| point != to).take(walk.len()).collect()
}

impl Ground {
    /// The half-edges along a join, by their two ends.
    fn pieces(&self, join: usize) -> BTreeMap<[Key; 2], u32> {
        let own = self.seams.iter().filter(|(_, seam)| *seam as usize == join);
        own.map(|&(half, _)| ([half, half ^ 1].map(|half| key(self.point_of(half))), half))
            .collect()
    }
}

/// What is to be joined: the edges on either side of every piece. Half-edges are numbered floor after floor.
pub(super) fn pairs(
    seams: &[Seam],
    grounds: &[Ground],
    layers: &[u32],
) -> Result<Vec<Joined>, BuildError> {
    let firsts = firsts(grounds);
    let joined: Result<Vec<Joined>, BuildError> =
        seams.iter().map(|seam| seam.pairs(grounds, layers, &firsts)).collect();
    let joined = joined?;
    match fork(&joined) {
        Some((join, half, other)) => {
            // The first floor begins at 0, so there is one.
            let floor = firsts.partition_point(|&first| first <= half) - 1;
            let (ground, half) = (&grounds[floor], half - firsts[floor]);
            let at = ground.point_of(half).midpoint(ground.point_of(half ^ 1));
            Err(BuildError::Fork { join, other, layer: layers[floor], x: at.x, y: at.y })
        }
        None => Ok(joined),
    }
}

/// The number of each floor's first half-edge among all.
pub(super) fn firsts(grounds: &[Ground]) -> Vec<u32> {
    let next = |next: &mut u32, ground: &Ground| {
        Some(std::mem::replace(next, *next + ground.cells.count()))
    };
    grounds.iter().scan(0, next).collect()
}

/// Refuses joins that join nothing.
pub(super) fn check_joined(joined: &[Joined]) -> Result<(), BuildError> {
    match joined.iter().position(|seam| seam.pairs.is_empty()) {
        Some(join) => Err(BuildError::BadJoin { join, fault: JoinFault::JoinsNothing }),
        None => Ok(()),
    }
}

/// The first join that joins an edge with another one than a join before it did; with that edge and that join.
fn fork(joined: &[Joined]) -> Option<(usize, u32, usize)> {
    let mut partners = BTreeMap::new();
    for (join, seam) in joined.iter().enumerate() {
        for &[one, other] in &seam.pairs {
            for (half, partner) in [(one, other), (other, one)] {
                let (known, before) = *partners.entry(half).or_insert((partner, join));
                if known != partner {
                    return Some((join, half, before));
                }
            }
        }
    }
    None
}

impl Seam {
    fn pairs(
        &self,
        grounds: &[Ground],
        layers: &[u32],
        firsts: &[u32],
    ) -> Result<Joined, BuildError> {
        let [a, b] = self.floors.map(|floor| (&grounds[floor], grounds[floor].pieces(self.join)));
        let mut joined = Joined::default();
        for (&[from, to], &one) in &a.1 {
            let Some(&other) = b.1.get(&[from, to]) else { continue };
            let leg = [from, to].map(point);
            let at = leg[0].midpoint(leg[1]);
            let sides = [(a.0, one), (b.0, other)]
                .map(|(ground, half)| [half, half ^ 1].map(|half| ground.cells.is_alive(half)));
            if let Some(inside) = sides.iter().position(|side| *side == [true; 2]) {
                let layer = layers[self.floors[inside]];
                return Err(BuildError::JoinInside { join: self.join, layer, x: at.x, y: at.y });
            }
            let halves = match sides {
                [[true, false], [false, true]] => [one, other ^ 1],
                [[false, true], [true, false]] => [one ^ 1, other],
                [[true, _], [true, _]] | [[_, true], [_, true]] => {
                    return Err(BuildError::Fold { join: self.join, x: at.x, y: at.y });
                }
                _ => continue,
            };
            joined
                .pairs
                .push([halves[0] + firsts[self.floors[0]], halves[1] + firsts[self.floors[1]]]);
            joined.length += leg[0].distance(leg[1]);
        }
        Ok(joined)
    }

    /// The same seam along these pieces of it alone.
    pub(super) fn along(&self, legs: Vec<[DVec2; 2]>) -> Self {
        Self { legs, ..self.clone() }
    }
}
