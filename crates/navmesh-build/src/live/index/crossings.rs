//! The crossings of segments, and the cuts that they make in the first round of the splitter.
//!
//! In the first round, a crossing depends on two segments alone, and each cut of a segment has a reason of its own: a
//! crossing, a point exactly on the segment, or a hot pixel. A crossing makes its pixel hot if it was rounded, and is near
//! another one on one of its segments, or narrow. So an edit changes the cuts at its own crossings and ends, and those at
//! pixels that it makes hot or cold. Only these are decided anew.
//!
//! Later rounds cut pieces that cross though their segments have been cut. The index lists such segments
//! ([`SegmentIndex::is_settled`]); `cuts` runs the whole splitter near them.

mod hot_pixels;
mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::NearSegments;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Bounds, lexicographic};

use super::{Chains, OutlineSegment, SegmentIndex};
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::plsg::{PointKey, point_key};
use crate::split::crossing::{Crossing, SnapStrategy, cross_properly};
use crate::split::hot_pixel_candidates::{near_distance, place_along};
use crate::split::intersections::is_inside;
pub(in super::super) use pieces::changed_part;

/// The crossings of a segment, and its cuts.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Crossed {
    /// The segments that it crosses.
    partners: BTreeSet<u32>,
    /// The ends of other segments exactly inside of it.
    touches: Vec<DVec2>,
    /// Its crossings by their place along it, each with the partner. No end lies on both segments there.
    meetings: BTreeMap<(i64, u32), Crossing>,
    /// Its points from end to end; empty if it is not cut.
    chain: Vec<DVec2>,
}

/// The pixels through which segments are led: for each bucket and point, the number of crossings that make it hot.
pub(super) type HotPixels = BTreeMap<(u32, PointKey), usize>;

/// The cuts that a change of segments may add or remove.
#[derive(Debug, Default)]
struct Stale {
    cuts: BTreeSet<(u32, PointKey)>,
    /// Segments with their first or last crossing, whose cuts all change.
    whole: BTreeSet<u32>,
    /// Pixels, each with whether it was hot.
    pixels: BTreeMap<PointKey, bool>,
}

impl OutlineSegment {
    /// Returns the segments that it crosses, ascending.
    pub(in super::super) fn partners(&self) -> impl Iterator<Item = u32> + '_ {
        self.crossed.iter().flat_map(|own| own.partners.iter().copied())
    }

    /// True if it crosses another segment. Others are not cut.
    pub(in super::super) fn is_crossed(&self) -> bool {
        self.crossed.as_ref().is_some_and(|own| !own.partners.is_empty())
    }

    /// Returns its points from end to end after the first round of cuts.
    pub(in super::super) fn chain(&self) -> &[DVec2] {
        match &self.crossed {
            Some(own) if !own.chain.is_empty() => &own.chain,
            _ => &self.ends,
        }
    }

    /// Returns its pieces that may touch a box.
    pub(in super::super) fn pieces_near(
        chain: &[DVec2],
        bounds: Bounds,
    ) -> impl Iterator<Item = [DVec2; 2]> + '_ {
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let low = place_along([first, last], bounds.min);
        let high = place_along([first, last], bounds.max);
        // Rounded cuts may be out of order by less than this.
        let margin = near_distance([first, last]);
        let at = |point: &DVec2| place_along([first, last], *point);
        let [from, to] = if at(&first) <= at(&last) {
            [
                chain.partition_point(|point| at(point) < low - margin),
                chain.partition_point(|point| at(point) <= high + margin),
            ]
        } else {
            [
                chain.partition_point(|point| at(point) > high + margin),
                chain.partition_point(|point| at(point) >= low - margin),
            ]
        };
        let range = from.saturating_sub(1)..(to + 1).min(chain.len());
        chain[range].windows(2).map(|pair| [pair[0], pair[1]])
    }

    fn ordered(&self) -> [DVec2; 2] {
        let [a, b] = self.ends;
        if lexicographic(a, b).is_lt() { [a, b] } else { [b, a] }
    }

    /// Returns the key of a crossing.
    fn key(&self, point: DVec2, partner: u32) -> (i64, u32) {
        (ordered_bits(place_along(self.ends, point)), partner)
    }

    /// Gives a removed segment the points from before an edit.
    pub(super) fn set_former_chain(&mut self, chain: Vec<DVec2>) {
        self.crossed.get_or_insert_default().chain = chain;
    }

    fn has_partner(&self, slot: u32) -> bool {
        self.crossed.as_ref().is_some_and(|own| own.partners.contains(&slot))
    }

    fn is_near(&self, a: DVec2, b: DVec2) -> bool {
        let [a, b] = [a, b].map(|point| place_along(self.ends, point));
        (a - b).abs() <= near_distance(self.ends)
    }

    fn has_touch(&self, point: DVec2) -> bool {
        self.crossed.as_ref().is_some_and(|own| own.touches.contains(&point))
    }

    fn meetings(&self) -> Option<&BTreeMap<(i64, u32), Crossing>> {
        self.crossed.as_ref().map(|own| &own.meetings).filter(|all| !all.is_empty())
    }
}

impl SegmentIndex {
    /// True if the first round cuts all segments as a whole build does.
    pub(in super::super) fn is_settled(&self) -> bool {
        // A floor connection is cut on both of its floors.
        self.unsettled.is_empty() && self.connections.is_empty()
    }

    /// True if a whole build may refuse this number of intersections.
    pub(in super::super) fn may_exceed(&self, max_intersections: Option<usize>) -> bool {
        let segments = self.segments.len() - self.free_segments.len();
        self.crossings + self.cuts > IntersectionBudget::of(max_intersections, segments).left()
    }

    /// Finds the crossings of all segments, and cuts them.
    ///
    /// Complexity: O(n log² n) plus O(log n) a crossing.
    pub(in super::super) fn find_all_partners(&mut self) {
        let slots = 0..self.segments.len() as u32;
        let all: Vec<u32> = slots.filter(|&slot| self.segment(slot).is_live).collect();
        let near = NearSegments { ends_of: |slot: u32| self.segments[slot as usize].ends };
        let mut pairs = Vec::new();
        let _ = near.among(&all, &mut |a, b| {
            let [one, other] = [a, b].map(|slot| self.segments[slot as usize].ends);
            if cross_properly(one, other) {
                pairs.push([a.min(b), a.max(b)]);
            }
            std::ops::ControlFlow::Continue(())
        });
        pairs.merge_sort();
        pairs.dedup();
        let mut stale = Stale::default();
        pairs.iter().for_each(|&pair| self.link(pair));
        for pair in pairs {
            self.meet_unless_touched(pair, &mut stale);
        }
        stale.cuts.clear();
        stale.pixels.clear();
        self.renew(stale, &[], &mut Chains::new());
    }

    /// Finds the crossings of new segments, and cuts them and others. Notes the former points of segments that are cut in
    /// another way.
    pub(in super::super) fn find_partners(&mut self, slots: &[u32], former: &mut Chains) {
        let mut stale = Stale::default();
        let mut near = Vec::with_capacity(64);
        for &slot in slots {
            let ends = self.segment(slot).ends;
            near.clear();
            self.near_segment(ends, &mut near);
            for end in ends {
                self.add_end(end, &near, &mut stale);
            }
            let crosses = |other: &u32| {
                let own = self.segment(*other);
                cross_properly(ends, own.ends) && !own.has_partner(slot)
            };
            let partners: Vec<u32> = near.iter().copied().filter(crosses).collect();
            partners.iter().for_each(|&other| self.link([slot, other]));
            for other in partners {
                self.meet_unless_touched([slot, other], &mut stale);
            }
        }
        self.renew(stale, slots, former);
    }

    /// Removes the crossings and ends of segments that are gone from the buckets, and cuts others anew.
    pub(super) fn drop_partners(&mut self, slots: &[u32], former: &mut Chains) {
        let mut stale = Stale::default();
        let mut near = Vec::with_capacity(64);
        for &slot in slots {
            let partners: Vec<u32> = self.segment(slot).partners().collect();
            for other in partners {
                self.part([slot, other], &mut stale);
                for [own, other] in [[slot, other], [other, slot]] {
                    if let Some(own) = &mut self.segments[own as usize].crossed {
                        own.partners.remove(&other);
                    }
                }
                stale.whole.extend(self.segment(other).meetings().is_none().then_some(other));
                self.crossings -= 1;
            }
            for end in self.segment(slot).ends {
                near.clear();
                self.near_box(Bounds { min: end, max: end }, &mut near);
                if !near.iter().any(|&other| self.segment(other).ends.contains(&end)) {
                    self.remove_end(end, &near, &mut stale);
                }
            }
            self.unsettled.retain(|pair| !pair.contains(&slot));
        }
        self.renew(stale, &[], former);
        for &slot in slots {
            self.segments[slot as usize].crossed = None;
        }
    }

    /// Returns the number of cuts decided and of pieces tested so far, and the present number of crossings.
    #[cfg(test)]
    pub(in super::super) fn work(&self) -> [usize; 2] {
        [self.work, self.crossings]
    }

    /// Makes two segments partners.
    fn link(&mut self, [a, b]: [u32; 2]) {
        self.crossings += 1;
        for [own, other] in [[a, b], [b, a]] {
            if self.segment(own).crossed.is_none() {
                let touches = self.ends_inside(own);
                let new = Crossed { touches, ..Crossed::default() };
                self.segments[own as usize].crossed = Some(Box::new(new));
            }
            if let Some(own) = &mut self.segments[own as usize].crossed {
                own.partners.insert(other);
            }
        }
    }

    /// Returns the ends of other segments exactly inside a segment.
    fn ends_inside(&self, slot: u32) -> Vec<DVec2> {
        let own = self.segment(slot).ordered();
        let mut near = Vec::new();
        self.near_segment(own, &mut near);
        let ends = near.into_iter().flat_map(|other| self.segment(other).ends);
        let mut touches: Vec<DVec2> = ends.filter(|&end| is_inside(own, end)).collect();
        touches.merge_sort_by_key(|&point| point_key(point));
        touches.dedup();
        touches
    }

    /// Adds an end to the segments that hold it. Two of them do not cross there: they share a point.
    fn add_end(&mut self, end: DVec2, near: &[u32], stale: &mut Stale) {
        for &slot in near {
            let own = self.segment(slot);
            if own.crossed.is_none() || own.has_touch(end) || !is_inside(own.ordered(), end) {
                continue;
            }
            if let Some(own) = &mut self.segments[slot as usize].crossed {
                own.touches.push(end);
            }
            stale.cuts.insert((slot, point_key(end)));
            for &other in near.iter().filter(|&&other| other != slot) {
                if self.segment(other).has_touch(end) {
                    self.part([slot, other], stale);
                }
            }
        }
    }

    /// Removes an end from the segments that hold it. Those that cross there meet again.
    fn remove_end(&mut self, end: DVec2, near: &[u32], stale: &mut Stale) {
        let mut holders: Vec<u32> = near.to_vec();
        holders.retain(|&slot| self.segment(slot).has_touch(end));
        for &slot in &holders {
            if let Some(own) = &mut self.segments[slot as usize].crossed {
                own.touches.retain(|&point| point != end);
            }
            stale.cuts.insert((slot, point_key(end)));
        }
        for (place, &a) in holders.iter().enumerate() {
            for &b in &holders[place + 1..] {
                if self.segment(a).has_partner(b) {
                    self.meet_unless_touched([a, b], stale);
                }
            }
        }
    }

    fn crossing(&self, [a, b]: [u32; 2]) -> Crossing {
        let [one, other] = [a, b].map(|slot| self.segment(slot).ordered());
        let crossing = Crossing::between(one, other, SnapStrategy::EndNearCrossing);
        Crossing { segments: [a, b], ..crossing }
    }

    /// Adds the crossing of two partners, unless an end lies on both.
    fn meet_unless_touched(&mut self, pair: [u32; 2], stale: &mut Stale) {
        let [a, b] = pair.map(|slot| self.segment(slot));
        if a.crossed.iter().flat_map(|own| &own.touches).any(|&point| b.has_touch(point)) {
            return;
        }
        let crossing = self.crossing(pair);
        self.change_meetings(crossing, stale, |meetings, key, crossing| {
            meetings.insert(key, crossing);
        });
    }

    /// Removes the crossing of two partners.
    fn part(&mut self, pair: [u32; 2], stale: &mut Stale) {
        let [a, b] = pair;
        let own = self.segment(a);
        if !own.has_partner(b) {
            return;
        }
        let crossing = self.crossing(pair);
        if own.meetings().is_some_and(|all| all.contains_key(&own.key(crossing.point, b))) {
            self.change_meetings(crossing, stale, |meetings, key, _| _ = meetings.remove(&key));
        }
    }
}

/// Returns a number with the order of a coordinate.
fn ordered_bits(at: f64) -> i64 {
    let bits = (at + 0.0).to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}
