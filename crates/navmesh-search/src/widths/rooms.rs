//! Rooms: the faces into which the chords cut the walkable area.
//!
//! Seen from inside, each boundary of the walkable area is a cycle of walls. The ends of the chords divide the cycles
//! into intervals. A room's border runs along an interval to the next end of a chord, across the chord, and on along
//! the interval behind its other end. So rooms are the orbits of a permutation of the intervals, and no point of the
//! plane is needed to find them.

use std::cmp::Ordering;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, is_farther_along};
use navmesh_core::{EdgeId, NavMesh};

use super::chord::{Chord, ChordSide, Far};
use super::walls::Walls;

/// The end of a chord on a boundary.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    chord: u32,
    is_far: bool,
    /// The room of the interval behind it, with the walkable area on the left.
    room: u32,
}

impl Stop {
    pub(super) fn chord_of<'c>(&self, chords: &'c [Chord]) -> &'c Chord {
        &chords[self.chord as usize]
    }

    pub(super) fn side(&self) -> ChordSide {
        if self.is_far { ChordSide::Far } else { ChordSide::Corner }
    }

    pub(super) fn room(&self) -> u32 {
        self.room
    }

    /// True if it lies in the interior of a wall.
    pub(super) fn is_foot(&self, chords: &[Chord]) -> bool {
        self.is_far && matches!(self.chord_of(chords).far, Far::Wall(_))
    }
}

/// The boundaries of the walkable area with the ends of all chords, and the rooms.
#[derive(Debug)]
pub(super) struct Border {
    /// All walls, by ascending id.
    walls: Vec<EdgeId>,
    /// The room at the begin of each wall, before the chords at its first vertex.
    first_rooms: Vec<u32>,
    /// The end of each wall's stops.
    stop_ends: Vec<u32>,
    /// For each wall the chords at its first vertex clockwise, then the feet on it from its begin to its end.
    stops: Vec<Stop>,
    room_count: u32,
}

/// A wall, the room at its begin, and its stops.
#[derive(Debug, Clone, Copy)]
pub(super) struct WallStops<'b> {
    pub(super) first_room: u32,
    pub(super) stops: &'b [Stop],
}

impl Border {
    /// Finds the rooms. Returns the rooms on both sides of each chord, too.
    pub(super) fn of(walls: &Walls<'_>, chords: &[Chord]) -> (Self, Vec<[u32; 2]>) {
        let mut all: Vec<EdgeId> = walls.all().collect();
        all.merge_sort(); // cells of a patched mesh have their edges in any order
        let mut border = Self {
            walls: all,
            first_rooms: Vec::new(),
            stop_ends: Vec::new(),
            stops: Vec::new(),
            room_count: 0,
        };
        let ranks = border.ranks(walls);
        border.place_stops(walls, chords, &ranks);
        let (next, firsts) = border.link_cycles(walls, &ranks);
        let twins = border.twins(chords.len());
        border.number_rooms(&next, &twins);
        let room = |first: &First| match *first {
            First::Own(room) => room,
            First::Behind(stop) => border.stops[stop as usize].room,
        };
        border.first_rooms = firsts.iter().map(room).collect();
        let sides = twins.iter().map(|stops| stops.map(|stop| border.stops[stop as usize].room));
        let sides = sides.collect();
        (border, sides)
    }

    pub(super) fn room_count(&self) -> usize {
        self.room_count as usize
    }

    pub(super) fn memory(&self) -> usize {
        self.walls.len() * 12 + self.stops.len() * size_of::<Stop>()
    }

    /// Returns the stops of a wall.
    pub(super) fn at(&self, wall: EdgeId) -> Option<WallStops<'_>> {
        let rank = self.rank(wall)?;
        let stops = &self.stops[self.range(rank)];
        Some(WallStops { first_room: self.first_rooms[rank], stops })
    }

    fn rank(&self, wall: EdgeId) -> Option<usize> {
        self.walls.binary_search(&wall).ok()
    }

    /// Returns the index of the wall that begins at each vertex.
    fn ranks(&self, walls: &Walls<'_>) -> Vec<u32> {
        let mut ranks = vec![0; walls.mesh.vertex_count()];
        for (rank, &wall) in (0..).zip(&self.walls) {
            ranks[walls.mesh.edge(wall).vertex().index()] = rank;
        }
        ranks
    }

    fn range(&self, rank: usize) -> std::ops::Range<usize> {
        let begin = rank.checked_sub(1).map_or(0, |before| self.stop_ends[before]);
        begin as usize..self.stop_ends[rank] as usize
    }

    /// Lists the ends of all chords in the order of the boundaries.
    fn place_stops(&mut self, walls: &Walls<'_>, chords: &[Chord], ranks: &[u32]) {
        let mut placed = Vec::with_capacity(2 * chords.len());
        for (number, chord) in (0..).zip(chords) {
            for is_far in [false, true] {
                let stop = Stop { chord: number, is_far, room: 0 };
                placed.extend(PlacedStop::of(walls, chord, stop, ranks));
            }
        }
        // Few walls have more than one stop: those are sorted one by one.
        self.stop_ends = vec![0; self.walls.len()];
        for stop in &placed {
            self.stop_ends[stop.rank as usize] += 1;
        }
        let mut count = 0;
        for end in &mut self.stop_ends {
            (*end, count) = (count, count + *end);
        }
        let mut order = vec![0; placed.len()];
        for (number, stop) in (0..).zip(&placed) {
            let end = &mut self.stop_ends[stop.rank as usize];
            order[*end as usize] = number;
            *end += 1;
        }
        let at = |number: u32| &placed[number as usize];
        for same in order.chunk_by_mut(|&a, &b| at(a).rank == at(b).rank) {
            same.merge_sort_by(|&a, &b| at(a).along_border(at(b), walls.mesh, chords));
        }
        self.stops = order.into_iter().map(|number| at(number).stop).collect();
    }

    /// Returns for each stop the next one on its boundary, and for each wall the room at its begin.
    ///
    /// A boundary without stops becomes the border of a room of its own.
    fn link_cycles(&mut self, walls: &Walls<'_>, ranks: &[u32]) -> (Vec<u32>, Vec<First>) {
        let count = self.walls.len();
        let (mut next, mut firsts) = (vec![0; self.stops.len()], vec![First::Own(0); count]);
        let (mut is_seen, mut cycle) = (vec![false; count], Vec::new());
        for first in 0..count {
            cycle.clear();
            let mut rank = first;
            while !std::mem::replace(&mut is_seen[rank], true) {
                cycle.push(rank);
                rank = ranks[walls.vertex_after(self.walls[rank]).index()] as usize;
            }
            let last = cycle.iter().flat_map(|&rank| self.range(rank)).next_back();
            let mut at = match last {
                Some(stop) => First::Behind(stop as u32),
                None => First::Own(self.room_count),
            };
            self.room_count += u32::from(last.is_none() && !cycle.is_empty());
            for &rank in &cycle {
                firsts[rank] = at;
                for stop in self.range(rank).map(|stop| stop as u32) {
                    if let First::Behind(before) = at {
                        next[before as usize] = stop;
                    }
                    at = First::Behind(stop);
                }
            }
        }
        (next, firsts)
    }

    /// Returns the two stops of each chord.
    fn twins(&self, chord_count: usize) -> Vec<[u32; 2]> {
        let mut twins = vec![[0; 2]; chord_count];
        for (number, stop) in (0..).zip(&self.stops) {
            twins[stop.chord as usize][usize::from(stop.is_far)] = number;
        }
        twins
    }

    fn number_rooms(&mut self, next: &[u32], twins: &[[u32; 2]]) {
        const OPEN: u32 = u32::MAX;
        for stop in &mut self.stops {
            stop.room = OPEN;
        }
        for first in 0..self.stops.len() {
            let mut at = first;
            if self.stops[at].room != OPEN {
                continue;
            }
            while self.stops[at].room == OPEN {
                self.stops[at].room = self.room_count;
                let Stop { chord, is_far, .. } = self.stops[next[at] as usize];
                at = twins[chord as usize][usize::from(!is_far)] as usize;
            }
            self.room_count += 1;
        }
    }
}

/// The room at the begin of a wall.
#[derive(Debug, Clone, Copy)]
enum First {
    /// A room whose border has no stops.
    Own(u32),
    /// The room of the interval behind a stop.
    Behind(u32),
}

/// The end of a chord and its place on the boundary.
struct PlacedStop {
    /// The index of the wall.
    rank: u32,
    /// The number of the chord's cell in the fan of the wall's first vertex, counter-clockwise; `None` for a foot.
    turns: Option<usize>,
    stop: Stop,
}

impl PlacedStop {
    fn of(walls: &Walls<'_>, chord: &Chord, stop: Stop, ranks: &[u32]) -> Option<Self> {
        let (edge, is_foot) = match (stop.is_far, chord.far) {
            (false, _) => (chord.corner, false),
            (true, Far::Vertex(edge)) => (edge, false),
            (true, Far::Wall(wall)) => (wall, true),
        };
        let vertex = walls.mesh.edge(edge).vertex();
        let rank = ranks[vertex.index()];
        if is_foot {
            return Some(Self { rank, turns: None, stop });
        }
        let turns = walls.fan(walls.leaving(vertex)?).position(|at| at == edge);
        Some(Self { rank, turns, stop })
    }

    /// Orders the stops of one wall: chords at the first vertex clockwise, then feet along the wall.
    fn along_border(&self, other: &Self, mesh: &NavMesh, chords: &[Chord]) -> Ordering {
        other.turns.cmp(&self.turns).then_with(|| {
            let [one, two] = [self, other].map(|placed| placed.stop.chord_of(chords));
            if self.turns.is_none() {
                return along_wall(mesh, one, two);
            }
            let two = two.ray(mesh, other.stop.side());
            match one.ray(mesh, self.stop.side()).side_of_ray(&two) {
                Turn::Right => Ordering::Less,
                Turn::Left => Ordering::Greater,
                Turn::Collinear => Ordering::Equal,
            }
        })
    }
}

/// Orders two feet on one wall.
fn along_wall(mesh: &NavMesh, one: &Chord, two: &Chord) -> Ordering {
    let Far::Wall(wall) = one.far else { return Ordering::Equal };
    let [one, two] = [one, two].map(|chord| mesh.edge(chord.corner).origin());
    let line = mesh.edge_ends(wall);
    if is_farther_along(line, one, two) {
        Ordering::Less
    } else if is_farther_along(line, two, one) {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}
