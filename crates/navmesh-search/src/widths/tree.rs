//! The maximum spanning tree of the rooms, and the chord that limits the way between two of them.
//!
//! Source: J. B. Kruskal, "On the Shortest Spanning Subtree of a Graph and the Traveling Salesman Problem", 1956, with
//! the widest chord first. Sets of rooms are united by size and never compressed, so each room's chain of unions is
//! logarithmic. The two chains meet at the chord that joined the rooms: the narrowest on the widest way. We differ
//! from it in: 1) the forest of unions answers the queries, so no lowest common ancestors are prepared.

use navmesh_core::backend::collections::MergeSort;

/// No room, or no chord.
const NONE: u32 = u32::MAX;

/// The spanning forest of the rooms. Chords are numbered from the widest on.
#[derive(Debug, Clone, Default)]
pub(super) struct RoomTree {
    unions: Vec<Link>,
    /// The next room towards the root of the spanning tree, and the chord between.
    parents: Vec<Link>,
    /// The number of steps to the root.
    depths: Vec<u32>,
}

/// A step from a room to another one, over a chord.
#[derive(Debug, Clone, Copy)]
struct Link {
    room: u32,
    chord: u32,
}

impl RoomTree {
    /// Builds the forest of rooms with these rooms on the sides of each chord.
    pub(super) fn of(room_count: usize, sides: &[[u32; 2]]) -> Self {
        let roots = (0..room_count as u32).map(|room| Link { room, chord: NONE });
        let mut unions: Vec<Link> = roots.collect();
        let mut sizes = vec![1u32; room_count];
        let mut passages = Vec::new();
        for (chord, rooms) in (0..).zip(sides) {
            let [mut small, mut large] = rooms.map(|room| root(&unions, room));
            if small == large {
                continue;
            }
            if sizes[small as usize] > sizes[large as usize] {
                (small, large) = (large, small);
            }
            sizes[large as usize] += sizes[small as usize];
            unions[small as usize] = Link { room: large, chord };
            passages.push((chord, *rooms));
        }
        let mut tree = Self { unions, parents: Vec::new(), depths: Vec::new() };
        tree.hang(room_count, &passages);
        tree
    }

    /// Directs the passages towards a root of each tree.
    fn hang(&mut self, room_count: usize, passages: &[(u32, [u32; 2])]) {
        let mut ends = vec![0usize; room_count + 1];
        for room in passages.iter().flat_map(|passage| passage.1) {
            ends[room as usize + 1] += 1;
        }
        for room in 0..room_count {
            ends[room + 1] += ends[room];
        }
        let mut fill = ends.clone();
        let mut steps = vec![Link { room: 0, chord: 0 }; 2 * passages.len()];
        for &(chord, [a, b]) in passages {
            for [from, room] in [[a, b], [b, a]] {
                steps[fill[from as usize]] = Link { room, chord };
                fill[from as usize] += 1;
            }
        }
        self.parents = vec![Link { room: NONE, chord: NONE }; room_count];
        self.depths = vec![0; room_count];
        let mut open = Vec::new();
        for first in 0..room_count as u32 {
            if self.parents[first as usize].room != NONE {
                continue;
            }
            self.parents[first as usize].room = first;
            open.push(first);
            while let Some(at) = open.pop() {
                for &Link { room, chord } in &steps[ends[at as usize]..ends[at as usize + 1]] {
                    if self.parents[room as usize].room == NONE {
                        self.parents[room as usize] = Link { room: at, chord };
                        self.depths[room as usize] = self.depths[at as usize] + 1;
                        open.push(room);
                    }
                }
            }
        }
    }

    /// Returns the narrowest chord on the widest way between two rooms; `Some(None)` within one room, `None` if no
    /// way connects them.
    ///
    /// Complexity: O(log n) in the number of rooms.
    pub(super) fn narrowest(&self, mut rooms: [u32; 2]) -> Option<Option<u32>> {
        let mut narrowest = None;
        while rooms[0] != rooms[1] {
            let steps = rooms.map(|room| self.unions[room as usize]);
            let earlier = usize::from(steps[1].chord < steps[0].chord);
            let step = steps[earlier];
            if step.chord == NONE {
                return None;
            }
            narrowest = Some(step.chord);
            rooms[earlier] = step.room;
        }
        Some(narrowest)
    }

    /// Returns the chords on the way between two connected rooms in the spanning tree, in no order.
    ///
    /// Complexity: linear in their number.
    pub(super) fn path(&self, mut rooms: [u32; 2]) -> Vec<u32> {
        let mut chords = Vec::new();
        while rooms[0] != rooms[1] {
            let depths = rooms.map(|room| self.depths[room as usize]);
            let deeper = usize::from(depths[1] > depths[0]);
            let step = self.parents[rooms[deeper] as usize];
            if step.chord == NONE {
                return Vec::new();
            }
            chords.push(step.chord);
            rooms[deeper] = step.room;
        }
        chords
    }

    /// Iterates over the chords of the forest, the narrowest first.
    pub(super) fn passages(&self) -> impl Iterator<Item = u32> {
        let mut chords: Vec<u32> =
            self.parents.iter().map(|step| step.chord).filter(|&chord| chord != NONE).collect();
        chords.merge_sort_by(|a, b| b.cmp(a));
        chords.into_iter()
    }

    pub(super) fn memory(&self) -> usize {
        self.parents.len() * (2 * size_of::<Link>() + size_of::<u32>())
    }
}

/// Returns the root of a room's set.
fn root(unions: &[Link], mut room: u32) -> u32 {
    while unions[room as usize].room != room {
        room = unions[room as usize].room;
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_testkit::SplitMix64;

    /// Finds the lowest chord that must be allowed, with all wider ones, to connect two rooms.
    fn by_flooding(
        room_count: usize,
        sides: &[[u32; 2]],
        [from, to]: [u32; 2],
    ) -> Option<Option<u32>> {
        for allowed in 0..=sides.len() {
            let mut is_seen = vec![false; room_count];
            is_seen[from as usize] = true;
            for _ in 0..room_count {
                for &[a, b] in &sides[..allowed] {
                    let any = is_seen[a as usize] || is_seen[b as usize];
                    (is_seen[a as usize], is_seen[b as usize]) = (any, any);
                }
            }
            if is_seen[to as usize] {
                return Some(allowed.checked_sub(1).map(|chord| chord as u32));
            }
        }
        None
    }

    #[test]
    fn the_narrowest_chord_is_that_of_flooding_and_lies_on_the_path() {
        for seed in 0..300 {
            let mut random = SplitMix64::new(seed);
            let (rooms, chords) = (1 + random.below(12), random.below(20));
            let mut room = || random.below(rooms) as u32;
            let sides: Vec<[u32; 2]> = (0..chords).map(|_| [room(), room()]).collect();
            let tree = RoomTree::of(rooms, &sides);
            for a in 0..rooms as u32 {
                for b in 0..rooms as u32 {
                    let narrowest = tree.narrowest([a, b]);
                    assert_eq!(narrowest, by_flooding(rooms, &sides, [a, b]), "{seed}: {a} {b}");
                    assert_eq!(tree.path([a, b]).into_iter().max(), narrowest.flatten());
                }
            }
            assert!(tree.passages().is_sorted_by(|a, b| a > b));
        }
    }
}
