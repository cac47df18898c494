//! The nearest wall on floors that are joined.
//!
//! A straight way is followed from floor to floor: on each it leaves the ground at the first side that it crosses outwards.
//! Is that a wall, the way ends there; where floors are joined it goes on behind it.
//!
//! Only the nearest place of each wall is asked for. If that is out of sight and another place of the wall is in sight, sight of
//! the wall ends somewhere between the two, at a place past which it just leads. There a wall ends, or floors branch,
//! which counts as one. So something nearer is in sight, and the wall is not the nearest.

use glam::DVec2;

use super::Side;
use crate::geom::{Turn, nearest_on_segment, on_segment, turn};

/// How far the nearest wall is from a point of a floor's ground.
pub(super) fn nearest_wall(sides: &[Side], point: DVec2, layer: u32) -> f64 {
    let walls = || sides.iter().filter(|side| side.across.is_none());
    let own = walls().filter(|wall| wall.layer == layer).map(|wall| wall.distance(point));
    let own = own.fold(f64::INFINITY, f64::min);
    let others = walls().filter(|wall| wall.layer != layer);
    let mut nearer: Vec<Target> = others
        .flat_map(|wall| {
            let [a, b] = wall.ends;
            [nearest_on_segment(a, b, point), a, b].map(|place| Target { place, wall })
        })
        .filter(|target| target.place.distance(point) < own)
        .collect();
    let distance = |target: &Target| target.place.distance(point);
    nearer.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearer.iter().find(|target| target.is_in_sight(sides, point, layer)).map_or(own, distance)
}

/// What may be nearest of a wall on another floor: its nearest point, or, where that is out of sight, an end.
struct Target<'a> {
    place: DVec2,
    wall: &'a Side,
}

impl Target<'_> {
    /// True where the straight way from a point of a floor leads to it on the wall's floor.
    fn is_in_sight(&self, sides: &[Side], point: DVec2, layer: u32) -> bool {
        let &Self { place, wall } = self;
        let (mut layer, mut begin, mut entry) = (layer, 0.0, None);
        // It passes every opening once at most.
        for _ in sides {
            let own = sides.iter().enumerate();
            let own = own.filter(|&(number, side)| side.layer == layer && entry != Some(number));
            let exits = own.filter_map(|(_, side)| Some((exit(side.ends, [point, place])?, side)));
            let next = exits.filter(|&(at, _)| at >= begin).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((at, side)) = next else { break };
            let Some((number, behind)) = side.across.and_then(|n| Some((n, sides.get(n)?))) else {
                return side.ends == wall.ends && layer == wall.layer;
            };
            (layer, begin, entry) = (behind.layer, at, Some(number));
        }
        layer == wall.layer || meets(sides, place, layer, wall.layer)
    }
}

/// Where a way leaves the ground on the left of a side, as a part of the way; `None` where it does not.
fn exit([a, b]: [DVec2; 2], [from, to]: [DVec2; 2]) -> Option<f64> {
    let leaves = turn(a, b, from) != Turn::Right && turn(a, b, to) == Turn::Right;
    let is_between = || turn(from, to, a) != Turn::Left && turn(from, to, b) != Turn::Right;
    let depth = |point: DVec2| (b - a).perp_dot(point - a);
    (leaves && is_between()).then(|| (depth(from) / (depth(from) - depth(to))).max(0.0))
}

/// True where openings that hold a point lead from one floor to another: a wall may begin where its floor does.
fn meets(sides: &[Side], point: DVec2, from: u32, to: u32) -> bool {
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
