//! The pieces of a door on its floor.
//!
//! A door may be drawn beyond a connection, where its floor has no walkable area. Only the pieces on
//! this side keep a margin. Each ends at the connection, on both of its floors.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Bounds, Turn, orientation, turn};

use super::{FloorPortals, OfFloor};
use crate::floors::inset::wall_strips::DoorPiece;

/// A place where a door crosses a portal of its floor.
#[derive(Clone, Copy)]
struct Crossing {
    /// The fraction of the door's length before it.
    share: f64,
    point: DVec2,
    floors: [u32; 2],
    /// True if the door leaves its floor there, false if it comes back.
    leaves: bool,
}

impl FloorPortals {
    /// Returns the pieces of a door's side that lie on its floor, in order.
    ///
    /// Exact predicates decide which portals the door crosses. The crossings are rounded. A piece that
    /// leaves its floor elsewhere, through a wall, is kept: the wall's own strips are nearer.
    pub(in super::super) fn door_pieces(&self, floor: u32, side: [DVec2; 2]) -> Vec<DoorPiece> {
        let crossings = self.crossings(floor, side);
        let ends_between = |before: Option<&Crossing>, after: Option<&Crossing>| {
            [(side[0], before), (side[1], after)].map(|(end, crossing)| {
                let point = crossing.map_or(end, |crossing| crossing.point);
                let mut floors = self.floors_at(floor, point);
                floors.extend(crossing.iter().flat_map(|crossing| crossing.floors));
                floors.merge_sort();
                floors.dedup();
                (point, floors)
            })
        };
        let piece = |number: usize| {
            let before = number.checked_sub(1).map(|before| &crossings[before]);
            let after = crossings.get(number);
            let is_on_floor = crossings.is_empty()
                || before.is_some_and(|crossing| !crossing.leaves)
                || after.is_some_and(|crossing| crossing.leaves);
            let ends = ends_between(before, after);
            (is_on_floor && ends[0].0 != ends[1].0).then_some(DoorPiece { ends, floor })
        };
        (0..=crossings.len()).filter_map(piece).collect()
    }

    /// Returns the places where a segment crosses portals of a floor, in order.
    fn crossings(&self, floor: u32, [a, b]: [DVec2; 2]) -> Vec<Crossing> {
        let OfFloor { numbers, index } = &self.of_floors[floor as usize];
        let near = index.within(Bounds::of([a, b])).into_iter();
        let crossings = near.filter_map(|place| {
            let portal = &self.all[numbers[place]];
            let [from, to] = portal.ends;
            // The floor lies on the left.
            let [from, to] = if portal.floors[0] == floor { [from, to] } else { [to, from] };
            let [leaves, returns] = [a, b].map(|end| turn(from, to, end) != Turn::Right);
            let [one, other] = [from, to].map(|end| turn(a, b, end) == Turn::Left);
            if leaves == returns || one == other {
                return None;
            }
            let [before, after] = [a, b].map(|end| orientation(from, to, end));
            let share = before / (before - after);
            let point = a + (b - a) * share;
            Some(Crossing { share, point, floors: portal.floors, leaves })
        });
        let mut crossings: Vec<Crossing> = crossings.collect();
        crossings.merge_sort_by(|one, other| one.share.total_cmp(&other.share));
        crossings
    }
}
