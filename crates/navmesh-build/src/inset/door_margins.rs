//! The margins of doors: the points nearer to a door than the agents' radius.
//!
//! A closed door is a wall, so it takes the cells of its margin from the walkable area. Open, the
//! margin is walkable, and its border only divides cells. Around every side of a door lies the same
//! polygon as around a wall without thickness. A door behind a wall takes nothing in front of it: a
//! straight line to it crosses the wall, whose own inset is nearer.

use crate::inset::border::{Corner, corners_of};
use crate::inset::offset::OffsetRadius;
use crate::plsg::{Drawing, Effect};

/// Returns the margins of all doors in a drawing.
pub(crate) fn door_margins(areas: &Drawing, offset: &OffsetRadius) -> Drawing {
    let mut drawing = Drawing::default();
    for (door, line) in areas.doors() {
        let rings = line.windows(2).filter_map(|side| {
            let both_ways: Vec<Corner> = corners_of(side).collect();
            let mut ring = offset.ring(&both_ways)?;
            ring.reverse(); // the walkable area of an offset curve lies on its left
            Some(ring)
        });
        drawing.add_rings(Effect::Margin { door }, rings);
    }
    drawing
}
