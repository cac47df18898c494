//! The nearest visible wall on joined floors.
//!
//! A straight line is followed from floor to floor. It leaves a floor at the first side that it crosses
//! outwards. A wall ends it; an opening continues it on the other floor.
//!
//! Only the nearest point and the ends of each wall are tested. If the nearest point is hidden and
//! another point is visible, an end of another wall, or a branch of floors, hides it. That is nearer
//! and visible, so the wall is not the nearest.

use glam::DVec2;

use super::Side;
use crate::collections::MergeSort;
use crate::geom::{Turn, nearest_on_segment, on_segment, turn};

/// Returns the distance of the nearest visible wall from a point of a floor.
pub(super) fn nearest_wall(sides: &[Side], point: DVec2, layer: u32) -> f64 {
    let walls = || sides.iter().filter(|side| side.across.is_none());
    let own = walls().filter(|wall| wall.layer == layer).map(|wall| wall.distance(point));
    let own = own.fold(f64::INFINITY, f64::min);
    let others = walls().filter(|wall| wall.layer != layer);
    let mut nearer: Vec<Target> = others
        .flat_map(|wall| {
            let [a, b] = wall.ends;
            [nearest_on_segment(a, b, point), a, b].map(|point| Target { point, wall })
        })
        .filter(|target| target.point.distance(point) < own)
        .collect();
    let distance = |target: &Target| target.point.distance(point);
    nearer.merge_sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearer.iter().find(|target| target.is_visible(sides, point, layer)).map_or(own, distance)
}

/// A point of a wall on another floor: its nearest point or an end.
#[derive(Clone, Copy)]
struct Target<'a> {
    point: DVec2,
    wall: &'a Side,
}

impl Target<'_> {
    /// True if the straight line from a point of a floor arrives on the wall's floor.
    fn is_visible(&self, sides: &[Side], from: DVec2, layer: u32) -> bool {
        let &Self { point: target, wall } = self;
        let (mut layer, mut begin, mut entry) = (layer, 0.0, None);
        // The line passes every opening at most once.
        for _ in sides {
            let own = sides.iter().enumerate();
            let own = own.filter(|&(number, side)| side.layer == layer && entry != Some(number));
            let exits = own.filter_map(|(_, side)| Some((exit(side.ends, [from, target])?, side)));
            let next = exits.filter(|&(at, _)| at >= begin).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((at, side)) = next else { break };
            let Some((number, behind)) = side.across.and_then(|n| Some((n, sides.get(n)?))) else {
                return side.ends == wall.ends && layer == wall.layer;
            };
            (layer, begin, entry) = (behind.layer, at, Some(number));
        }
        layer == wall.layer || are_joined_at(sides, target, layer, wall.layer)
    }
}

/// Returns the share of a line at which it crosses a side outwards, to the right; `None` if it does not.
fn exit([a, b]: [DVec2; 2], [from, to]: [DVec2; 2]) -> Option<f64> {
    let leaves = turn(a, b, from) != Turn::Right && turn(a, b, to) == Turn::Right;
    let is_between = || turn(from, to, a) != Turn::Left && turn(from, to, b) != Turn::Right;
    let depth = |point: DVec2| (b - a).perp_dot(point - a);
    (leaves && is_between()).then(|| (depth(from) / (depth(from) - depth(to))).max(0.0))
}

/// True if openings through a point join one floor to another. A wall may begin at such a point.
fn are_joined_at(sides: &[Side], point: DVec2, from: u32, to: u32) -> bool {
    let mut layers = vec![from];
    let mut next = 0;
    while let Some(&layer) = layers.get(next) {
        next += 1;
        for side in sides.iter().filter(|side| side.layer == layer) {
            let across = side.across.and_then(|number| sides.get(number));
            let behind = across.filter(|_| on_segment(side.ends[0], side.ends[1], point));
            layers.extend(behind.map(|side| side.layer).filter(|layer| !layers.contains(layer)));
        }
    }
    layers.contains(&to)
}
