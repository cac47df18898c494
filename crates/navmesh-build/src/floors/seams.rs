//! Seams: the lines of floor connections, and the edges that they connect.

use std::collections::BTreeMap;

use navmesh_core::{DVec2, FloorConnection};

use crate::error::{BuildError, ConnectionFault, InputPlace, Role};
use crate::ground::Ground;
use crate::input::weld::ConnectionLine;
use crate::input::{ChainPlace, CleanChain};
use crate::plsg::bent_chain::{BentChain, Leg};
use crate::plsg::{Drawing, PointKey, Source, point_key};
use crate::report::Repair;

/// The line of a floor connection.
#[derive(Debug, Clone)]
pub(super) struct Seam {
    /// The index of the connection.
    connection: usize,
    /// The indices of its two floors.
    pub(super) floors: [usize; 2],
    /// The legs of the line, each with a positive length.
    pub(super) legs: Vec<Leg>,
}

/// The half-edges that a seam makes twins, numbered across all floors, and their total length.
#[derive(Debug, Default)]
pub(super) struct SeamPairs {
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) length: f64,
    /// True if obstacles close a piece that is walkable without them.
    pub(super) is_closed: bool,
}

pub(super) fn point(key: PointKey) -> DVec2 {
    key.map(f64::from_bits).into()
}

/// The floor connections of a map, as given.
pub(super) struct Connections {
    pub(super) seams: Vec<Seam>,
    pub(super) lines: Vec<ConnectionLine>,
    /// The repairs of their points.
    pub(super) repairs: Vec<Repair>,
}

/// Returns the connections after checks. `place` returns the index of a floor.
pub(super) fn of(
    connections: &[FloorConnection],
    place: impl Fn(u32) -> Option<usize>,
) -> Result<Connections, BuildError> {
    let (mut lines, mut repairs) = (Vec::new(), Vec::new());
    let mut seam = |index: usize, connection: &FloorConnection| {
        let bad = |fault| BuildError::BadConnection { connection: index, fault };
        let floor = |layer| place(layer).ok_or(bad(ConnectionFault::NoSuchLayer { layer }));
        let floors = [floor(connection.layers[0])?, floor(connection.layers[1])?];
        if floors[0] == floors[1] {
            return Err(bad(ConnectionFault::SameLayer));
        }
        let given = line(connection, index, &mut repairs)?;
        let chain = BentChain::as_given(given.points.clone(), false);
        let legs = chain.legs();
        lines.push(ConnectionLine { chain, place: ChainPlace::of(given, place_of(index)) });
        Ok(Seam { connection: index, floors, legs })
    };
    let seams = connections.iter().enumerate();
    let seams =
        seams.map(|(index, connection)| seam(index, connection)).collect::<Result<_, _>>()?;
    Ok(Connections { seams, lines, repairs })
}

/// Returns the points of a connection without repetitions, at least two.
///
/// # Errors
///
/// `BadConnection` with the index of the connection.
pub(crate) fn line(
    connection: &FloorConnection,
    index: usize,
    repairs: &mut Vec<Repair>,
) -> Result<CleanChain, BuildError> {
    let bad = |fault| BuildError::BadConnection { connection: index, fault };
    let chain = CleanChain::of(&connection.points, place_of(index), repairs);
    let chain = chain.map_err(|vertex| bad(ConnectionFault::BadCoordinate { vertex }))?;
    if chain.points.len() < 2 { Err(bad(ConnectionFault::NoLine)) } else { Ok(chain) }
}

/// Returns the place of the first point of a connection.
fn place_of(connection: usize) -> InputPlace {
    InputPlace { role: Role::FloorConnection, outline: connection, ring: 0, vertex: 0 }
}

/// Draws every seam on both of its floors.
pub(super) fn draw(seams: &[Seam], drawings: &mut [Drawing]) {
    for (seam, number) in seams.iter().zip(0..) {
        for floor in seam.floors {
            for (&leg, place) in seam.legs.iter().zip(0..) {
                let source = drawings[floor].add_source(Source::Seam { seam: number, leg: place });
                drawings[floor].add_leg(leg, source);
            }
        }
    }
}

impl Ground {
    /// Returns one half-edge of each edge along a connection, by the edge's two ends.
    fn pieces(&self, connection: usize) -> BTreeMap<[PointKey; 2], u32> {
        let [from, to] = [connection, connection + 1].map(|connection| {
            self.seams.partition_point(|&(_, seam)| (seam as usize) < connection)
        });
        let own = self.seams[from..to].iter();
        let directed = |&(half, _): &(u32, u32)| {
            let [from, to] = [half, half ^ 1].map(|half| point_key(self.point_of(half)));
            if from <= to { ([from, to], half) } else { ([to, from], half ^ 1) }
        };
        own.map(directed).collect()
    }

    /// True for each side of an edge along a connection that a walkable outline covers, obstacles or not.
    fn covered_beside(&self, half: u32) -> [bool; 2] {
        [half, half ^ 1].map(|half| self.covered_sides.binary_search(&half).is_ok())
    }
}

/// Returns the twins along every seam. Half-edges are numbered floor after floor.
pub(super) fn pairs(
    seams: &[Seam],
    grounds: &[Ground],
    layers: &[u32],
) -> Result<Vec<SeamPairs>, BuildError> {
    let firsts = firsts(grounds);
    let joined: Result<Vec<SeamPairs>, BuildError> =
        seams.iter().map(|seam| seam.pairs(grounds, layers, &firsts)).collect();
    let joined = joined?;
    match fork(&joined) {
        Some((connection, half, other)) => {
            // The first floor begins at 0, so this cannot underflow.
            let floor = firsts.partition_point(|&first| first <= half) - 1;
            let (ground, half) = (&grounds[floor], half - firsts[floor]);
            let at = ground.point_of(half).midpoint(ground.point_of(half ^ 1));
            Err(BuildError::Fork { connection, other, layer: layers[floor], x: at.x, y: at.y })
        }
        None => Ok(joined),
    }
}

/// Returns the number of each floor's first half-edge.
pub(super) fn firsts(grounds: &[Ground]) -> Vec<u32> {
    let next = |next: &mut u32, ground: &Ground| {
        Some(std::mem::replace(next, *next + ground.cells.count()))
    };
    grounds.iter().scan(0, next).collect()
}

/// Rejects connections without any twins, unless obstacles close them.
pub(super) fn check_joined(joined: &[SeamPairs]) -> Result<(), BuildError> {
    match joined.iter().position(|seam| seam.pairs.is_empty() && !seam.is_closed) {
        Some(connection) => {
            Err(BuildError::BadConnection { connection, fault: ConnectionFault::ConnectsNothing })
        }
        None => Ok(()),
    }
}

/// Returns the first connection that pairs a half-edge with another partner than an earlier
/// connection, with that half-edge and the index of the earlier connection.
fn fork(joined: &[SeamPairs]) -> Option<(usize, u32, usize)> {
    let mut partners = BTreeMap::new();
    for (connection, seam) in joined.iter().enumerate() {
        for &[one, other] in &seam.pairs {
            for (half, partner) in [(one, other), (other, one)] {
                let (known, before) = *partners.entry(half).or_insert((partner, connection));
                if known != partner {
                    return Some((connection, half, before));
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
    ) -> Result<SeamPairs, BuildError> {
        let [a, b] =
            self.floors.map(|floor| (&grounds[floor], grounds[floor].pieces(self.connection)));
        let mut joined = SeamPairs::default();
        for (&[from, to], &one) in &a.1 {
            let Some(&other) = b.1.get(&[from, to]) else { continue };
            let leg = [from, to].map(point);
            let at = leg[0].midpoint(leg[1]);
            let sides = [(a.0, one), (b.0, other)]
                .map(|(ground, half)| [half, half ^ 1].map(|half| ground.cells.is_alive(half)));
            if let Some(inside) = sides.iter().position(|side| *side == [true; 2]) {
                let layer = layers[self.floors[inside]];
                return Err(BuildError::ConnectionInside {
                    connection: self.connection,
                    layer,
                    x: at.x,
                    y: at.y,
                });
            }
            let halves = match sides {
                [[true, false], [false, true]] => [one, other ^ 1],
                [[false, true], [true, false]] => [one ^ 1, other],
                [[true, _], [true, _]] | [[_, true], [_, true]] => {
                    return Err(BuildError::Fold { connection: self.connection, x: at.x, y: at.y });
                }
                _ => {
                    let [own, beyond] = [a.0.covered_beside(one), b.0.covered_beside(other)];
                    joined.is_closed |= own[0] && beyond[1] || own[1] && beyond[0];
                    continue;
                }
            };
            joined
                .pairs
                .push([halves[0] + firsts[self.floors[0]], halves[1] + firsts[self.floors[1]]]);
            joined.length += leg[0].distance(leg[1]);
        }
        Ok(joined)
    }

    /// Returns the same seam along these legs.
    pub(super) fn along(&self, legs: Vec<[DVec2; 2]>) -> Self {
        let legs = legs.into_iter().map(|ends| Leg { ends, given: ends }).collect();
        Self { legs, ..self.clone() }
    }
}
