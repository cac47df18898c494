//! Sets of doors, one for each half-edge.
//!
//! A door becomes a chain of edges, like a wall, but its edges connect their cells and survive
//! merging. Doors may overlap, so an edge holds a set of doors. The margins of doors overlap too, so
//! the half-edges of a cell hold the set of the margins around them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::half_edges::halves::NONE;
use crate::half_edges::labels::Labels;
use crate::plsg::{Plsg, Source};

/// Numbers sets of doors. Equal sets have equal numbers.
#[derive(Debug, Default)]
pub(crate) struct Interner(BTreeMap<Vec<u32>, u32>);

impl Interner {
    /// Returns the number of a set; `NONE` for the empty one.
    pub(crate) fn number(&mut self, doors: Vec<u32>) -> u32 {
        let next = self.0.len() as u32;
        if doors.is_empty() { NONE } else { *self.0.entry(doors).or_insert(next) }
    }

    /// Returns the sets by number.
    pub(crate) fn into_sets(self) -> Vec<Vec<u32>> {
        let mut sets: Vec<(Vec<u32>, u32)> = self.0.into_iter().collect();
        sets.sort_unstable_by_key(|&(_, number)| number);
        sets.into_iter().map(|(doors, _)| doors).collect()
    }
}

/// A set of doors for each half-edge.
#[derive(Debug, Clone, Default)]
pub(crate) struct EdgeDoors {
    /// The set of each half-edge, or `NONE`. Empty without doors.
    of_edges: Vec<u32>,
    sets: Vec<Vec<u32>>,
}

impl EdgeDoors {
    /// Collects the doors along each edge; `count` is the number of half-edges.
    pub(crate) fn of(plsg: &Plsg, labels: &Labels, count: usize) -> Self {
        let door = |segment: u32| match plsg.source(segment) {
            Source::Door { door } => Some(door),
            _ => None,
        };
        let labels = labels.of_segments(|segment| door(segment).is_some()).into_iter();
        let pairs: Vec<(u32, u32)> =
            labels.filter_map(|(half, segment)| Some((half / 2, door(segment)?))).collect();
        let mut all = Self::default();
        if pairs.is_empty() {
            return all;
        }
        all.of_edges = vec![NONE; count];
        let mut known = Interner::default();
        for along in pairs.chunk_by(|a, b| a.0 == b.0) {
            let mut doors: Vec<u32> = along.iter().map(|&(_, door)| door).collect();
            doors.sort_unstable();
            doors.dedup();
            let half = 2 * along[0].0 as usize;
            all.of_edges[half..half + 2].fill(known.number(doors));
        }
        all.sets = known.into_sets();
        all
    }

    /// Creates the sets from the number of the set of each half-edge, or `NONE`.
    pub(crate) fn numbered(of_edges: Vec<u32>, sets: Vec<Vec<u32>>) -> Self {
        Self { of_edges, sets }
    }

    /// Returns the number of a half-edge's set, or `NONE`.
    pub(crate) fn set_of(&self, edge: u32) -> u32 {
        self.of_edges.get(edge as usize).copied().unwrap_or(NONE)
    }

    /// Appends the doors of another floor. `first_edge` and `first_door` are the new numbers of its
    /// first half-edge and door.
    pub(crate) fn append(&mut self, other: Self, first_edge: usize, first_door: u32) {
        if other.sets.is_empty() {
            return;
        }
        let first_set = self.sets.len() as u32;
        let moved = |set: u32| if set == NONE { NONE } else { first_set + set };
        self.of_edges.resize(first_edge, NONE);
        self.of_edges.extend(other.of_edges.into_iter().map(moved));
        let doors = other.sets.into_iter();
        self.sets.extend(doors.map(|doors| doors.iter().map(|door| first_door + door).collect()));
    }

    /// Makes two half-edges the sides of one edge, with the doors of both.
    pub(crate) fn join(&mut self, pair: [u32; 2]) {
        self.lay(Vec::new(), pair);
    }

    /// Adds a door to both halves of an edge.
    pub(crate) fn add(&mut self, door: u32, pair: [u32; 2]) {
        self.lay(vec![door], pair);
    }

    /// Gives half-edges one set, which they do not have yet.
    pub(crate) fn assign(&mut self, edges: Range<u32>, doors: &[u32]) {
        if doors.is_empty() {
            return;
        }
        let known = self.sets.iter().position(|set| set == doors);
        let set = known.unwrap_or_else(|| {
            self.sets.push(doors.to_vec());
            self.sets.len() - 1
        });
        self.of_edges.resize(self.of_edges.len().max(edges.end as usize), NONE);
        self.of_edges[edges.start as usize..edges.end as usize].fill(set as u32);
    }

    /// Adds doors to both halves of an edge.
    fn lay(&mut self, mut doors: Vec<u32>, pair: [u32; 2]) {
        doors.extend(pair.iter().flat_map(|&edge| self.along(edge)));
        if doors.is_empty() {
            return;
        }
        doors.sort_unstable();
        doors.dedup();
        let end = pair[0].max(pair[1]) as usize + 1;
        self.of_edges.resize(self.of_edges.len().max(end), NONE);
        for edge in pair {
            self.of_edges[edge as usize] = self.sets.len() as u32;
        }
        self.sets.push(doors);
    }

    /// Returns the doors of a half-edge.
    pub(crate) fn along(&self, edge: u32) -> &[u32] {
        self.sets.get(self.set_of(edge) as usize).map_or(&[], Vec::as_slice)
    }
}
