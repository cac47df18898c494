//! The pieces of segments after the first round of cuts.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::Bounds;

use super::super::OutlineSegment;
use super::{Chains, SegmentIndex, Stale};
use crate::plsg::{PointKey, point_key};
use crate::split::crossing::cross_properly;
use crate::split::hot_pixels::passes;
use crate::split::order_along;

impl SegmentIndex {
    /// Decides the stale cuts anew, and notes the former points of segments.
    pub(super) fn renew(&mut self, mut stale: Stale, new: &[u32], former: &mut Chains) {
        for (&pixel, &was_hot) in &stale.pixels {
            let point = DVec2::from_array(pixel.map(f64::from_bits));
            let is_hot = self.hot_pixels.contains_key(&(self.bucket_of(point), pixel));
            if is_hot != was_hot {
                let mut near = Vec::new();
                self.near_box(Bounds { min: point, max: point }, &mut near);
                near.retain(|&slot| {
                    let own = self.segment(slot);
                    own.meetings().is_some() && passes(own.ordered(), point)
                });
                stale.cuts.extend(near.into_iter().map(|slot| (slot, pixel)));
            }
        }
        self.work += stale.cuts.len();
        let mut before = Chains::new();
        for &slot in &stale.whole {
            let chain = self.whole_chain(slot);
            self.set_chain(slot, chain, &mut before);
        }
        let cuts = stale.cuts.iter().filter(|(slot, _)| !stale.whole.contains(slot));
        let cuts: Vec<(u32, PointKey)> = cuts.copied().collect();
        for of_slot in cuts.chunk_by(|a, b| a.0 == b.0) {
            self.splice(of_slot, &mut before);
        }
        self.check_pieces(new, &before);
        for (slot, chain) in before {
            former.entry(slot).or_insert(chain);
        }
    }

    /// Returns the points of a segment from end to end; none if it is not cut.
    fn whole_chain(&self, slot: u32) -> Vec<DVec2> {
        let own = self.segment(slot);
        let (Some(crossed), Some(meetings)) = (&own.crossed, own.meetings()) else {
            return Vec::new();
        };
        let mut cuts = crossed.touches.clone();
        cuts.extend(meetings.values().map(|crossing| crossing.point));
        let line = own.ordered();
        self.grid.each_near_segment(own.ends, 0.0, |column, row| {
            let bucket = self.grid.number(column, row);
            let pixels = self.hot_pixels.range((bucket, [0; 2])..=(bucket, [u64::MAX; 2]));
            let points = pixels.map(|((_, pixel), _)| DVec2::from_array(pixel.map(f64::from_bits)));
            cuts.extend(points.filter(|&point| passes(line, point)));
        });
        cuts.retain(|point| !own.ends.contains(point));
        cuts.merge_sort_by(|&a, &b| order_along(line, a, b));
        cuts.dedup();
        if line != own.ends {
            cuts.reverse();
        }
        [&own.ends[..1], &cuts, &own.ends[1..]].concat()
    }

    /// True if a point cuts a segment.
    fn cuts_at(&self, slot: u32, point: DVec2) -> bool {
        let own = self.segment(slot);
        let Some(meetings) = own.meetings().filter(|_| !own.ends.contains(&point)) else {
            return false;
        };
        let [first, last] = [0, u32::MAX].map(|partner| own.key(point, partner));
        let is_hot = || self.hot_pixels.contains_key(&(self.bucket_of(point), point_key(point)));
        own.has_touch(point)
            || meetings.range(first..=last).any(|(_, crossing)| crossing.point == point)
            || is_hot() && passes(own.ordered(), point)
    }

    /// Decides cuts of one segment anew.
    fn splice(&mut self, cuts: &[(u32, PointKey)], before: &mut Chains) {
        let slot = cuts[0].0;
        let own = self.segment(slot);
        let line = own.ordered();
        let mut chain = own.chain().to_vec();
        for &(_, key) in cuts {
            let point = DVec2::from_array(key.map(f64::from_bits));
            let is_before = |other: &DVec2| {
                let order = order_along(line, *other, point);
                if line == own.ends { order.is_lt() } else { order.is_gt() }
            };
            let inner = 1..chain.len() - 1;
            let at = 1 + chain[inner].partition_point(is_before);
            let is_cut = at + 1 < chain.len() && chain[at] == point;
            match (is_cut, self.cuts_at(slot, point)) {
                (false, true) => chain.insert(at, point),
                (true, false) => _ = chain.remove(at),
                _ => {}
            }
        }
        self.set_chain(slot, chain, before);
    }

    fn set_chain(&mut self, slot: u32, mut chain: Vec<DVec2>, before: &mut Chains) {
        if chain.len() < 3 {
            chain.clear();
        }
        let own = &mut self.segments[slot as usize];
        let old = own.chain().to_vec();
        let Some(crossed) = &mut own.crossed else { return };
        self.cuts = self.cuts + chain.len().saturating_sub(2) - (old.len() - 2);
        crossed.chain = chain;
        if crossed.partners.is_empty() {
            own.crossed = None;
        }
        if own.chain() != old {
            before.insert(slot, old);
        }
    }

    /// Brings the list of segments that still cross up to date with new segments, and with those that are cut in
    /// another way than before.
    fn check_pieces(&mut self, new: &[u32], before: &Chains) {
        for &slot in before.keys().chain(new) {
            if !self.segment(slot).is_live {
                continue;
            }
            let known = self.unsettled.len();
            self.unsettled.retain(|pair| !pair.contains(&slot));
            let chain = self.segment(slot).chain();
            let changed = match before.get(&slot) {
                Some(old) if known == self.unsettled.len() => changed_part(old, chain),
                _ => chain,
            };
            let tested = changed.len();
            let mut found = Vec::new();
            for piece in changed.windows(2) {
                self.crossed_by([piece[0], piece[1]], slot, &mut found);
            }
            self.work += tested;
            self.unsettled
                .extend(found.into_iter().map(|other| [slot.min(other), slot.max(other)]));
        }
    }

    /// Appends the segments that a piece of a segment crosses after the first round of cuts.
    fn crossed_by(&self, piece: [DVec2; 2], slot: u32, found: &mut Vec<u32>) {
        let is_cut = self.segment(slot).chain().len() > 2;
        let bounds = Bounds::of(piece);
        let mut near = Vec::new();
        self.near_segment(piece, &mut near);
        found.extend(near.into_iter().filter(|&other| {
            let chain = self.segment(other).chain();
            other != slot
                && (is_cut || chain.len() > 2)
                && OutlineSegment::pieces_near(chain, bounds).any(|own| cross_properly(piece, own))
        }));
    }
}

/// Returns the part of a chain that another one between the same ends does not have, with a point on either side.
pub(in super::super::super) fn changed_part<'a>(old: &[DVec2], new: &'a [DVec2]) -> &'a [DVec2] {
    let most = old.len().min(new.len());
    let first = (0..most).take_while(|&at| old[at] == new[at]).count();
    let last = (1..=most - first.min(most))
        .take_while(|&at| old[old.len() - at] == new[new.len() - at])
        .count();
    &new[first.saturating_sub(1)..(new.len() - last + 1).min(new.len())]
}
