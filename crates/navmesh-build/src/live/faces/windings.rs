//! The winding numbers of rings at a point.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::Bounds;

use super::super::anchors::{Ring, Winding, change_above, change_to_the_right};
use super::super::step::state::Step;

/// Returns the winding number of each ring at a point, if not 0, by ring.
///
/// They are those at the anchor of the point, and the changes on the way: horizontally to the column of the anchor,
/// then vertically. Without an anchor, all segments to the right count.
pub(super) fn windings_at(step: &Step<'_>, point: DVec2) -> Vec<Winding> {
    from_anchor(step, point).unwrap_or_else(|| {
        let slots = step.index.on_ray(point);
        summed(changes(step, &slots, |piece| change_to_the_right(piece, point)).collect())
    })
}

fn from_anchor(step: &Step<'_>, point: DVec2) -> Option<Vec<Winding>> {
    let (anchor, windings) = step.index.anchor_near(point)?;
    let bend = DVec2::new(anchor.x, point.y);
    let (mut across, mut along) = (Vec::new(), Vec::new());
    step.index.near_box(Bounds::of([point, bend]), &mut across);
    step.index.near_box(Bounds::of([bend, anchor]), &mut along);
    let to_bend = changes(step, &across, |piece| {
        change_to_the_right(piece, point) - change_to_the_right(piece, bend)
    });
    let to_anchor =
        changes(step, &along, |piece| change_above(piece, bend) - change_above(piece, anchor));
    // The numbers at the anchor are those of whole segments; the pieces of one may pass on its other side.
    let by_cuts = changes(step, &along, |piece| change_to_the_right(piece, anchor))
        .chain(whole(step, &along, anchor));
    let known = windings.iter().map(|winding| (winding.ring, winding.number));
    Some(summed(known.chain(by_cuts).chain(to_bend).chain(to_anchor).collect()))
}

/// Lists the changes by the pieces of segments of rings, except those that are 0.
fn changes<'a>(
    step: &'a Step<'_>,
    slots: &'a [u32],
    change: impl Fn([DVec2; 2]) -> i32 + 'a,
) -> impl Iterator<Item = (Ring, i32)> + 'a {
    let of_segment = move |&slot: &u32| {
        let segment = step.index.segment(slot);
        if !step.index.is_of_ring(slot) {
            return None;
        }
        let pieces = step.cuts.chain(step.index, slot).windows(2);
        let change: i32 = pieces.map(|pair| change([pair[0], pair[1]])).sum();
        (change != 0).then_some(([segment.shape, segment.ring], change))
    };
    slots.iter().filter_map(of_segment)
}

/// Lists the changes to the right of a point by whole segments, negated.
fn whole<'a>(
    step: &'a Step<'_>,
    slots: &'a [u32],
    point: DVec2,
) -> impl Iterator<Item = (Ring, i32)> + 'a {
    slots.iter().map(move |&slot| {
        let segment = step.index.segment(slot);
        ([segment.shape, segment.ring], -change_to_the_right(segment.ends, point))
    })
}

/// Adds up the changes of each ring.
fn summed(mut changes: Vec<(Ring, i32)>) -> Vec<Winding> {
    changes.merge_sort();
    let sums = changes.chunk_by(|a, b| a.0 == b.0).map(|same| Winding {
        ring: same[0].0,
        number: same.iter().map(|(_, change)| change).sum(),
    });
    sums.filter(|winding| winding.number != 0).collect()
}
