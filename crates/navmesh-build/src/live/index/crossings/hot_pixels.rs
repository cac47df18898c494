//! The crossings along segments, and the pixels that they make hot.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

use super::{SegmentIndex, Stale};
use crate::plsg::point_key;
use crate::split::crossing::Crossing;
use crate::split::hot_pixel_candidates::is_narrow;

impl SegmentIndex {
    /// Adds or removes a crossing, and follows which pixels are hot.
    pub(super) fn change_meetings(
        &mut self,
        crossing: Crossing,
        stale: &mut Stale,
        change: impl Fn(&mut BTreeMap<(i64, u32), Crossing>, (i64, u32), Crossing),
    ) {
        let [a, b] = crossing.segments;
        let mut around = vec![crossing];
        for [own, other] in [[a, b], [b, a]] {
            self.nearest(own, &crossing, other, &mut around);
        }
        self.heat(&around, stale, false);
        for [own, other] in [[a, b], [b, a]] {
            let segment = &mut self.segments[own as usize];
            let key = segment.key(crossing.point, other);
            let Some(own_crossed) = &mut segment.crossed else { continue };
            let was_bare = own_crossed.meetings.is_empty();
            change(&mut own_crossed.meetings, key, crossing);
            if was_bare != own_crossed.meetings.is_empty() {
                stale.whole.insert(own);
            }
            stale.cuts.insert((own, point_key(crossing.point)));
        }
        self.heat(&around, stale, true);
    }

    /// Appends the crossings of a segment that are nearest to one of it and within the near distance. Copies of a
    /// segment count as one.
    fn nearest(&self, slot: u32, from: &Crossing, partner: u32, around: &mut Vec<Crossing>) {
        let own = self.segment(slot);
        let Some(meetings) = own.meetings() else { return };
        let key = own.key(from.point, partner);
        let mut add = |all: &mut dyn Iterator<Item = (&(i64, u32), &Crossing)>| {
            let mut first = None;
            for (&(_, other), crossing) in all {
                let line = self.segment(other).ordered();
                if !own.is_near(crossing.point, from.point) || first.is_some_and(|own| own != line)
                {
                    break;
                }
                if line != self.segment(partner).ordered() {
                    first = Some(line);
                    around.push(*crossing);
                }
            }
        };
        add(&mut meetings.range(..key).rev());
        add(&mut meetings.range(key..));
    }

    /// Adds or removes the share of crossings in the heat of their pixels.
    fn heat(&mut self, crossings: &[Crossing], stale: &mut Stale, adds: bool) {
        for crossing in crossings {
            let [a, b] = crossing.segments;
            let own = self.segment(a);
            let key = own.key(crossing.point, b);
            if !own.meetings().is_some_and(|all| all.contains_key(&key))
                || !self.is_heating(crossing)
            {
                continue;
            }
            let pixel = point_key(crossing.point);
            let key = (self.bucket_of(crossing.point), pixel);
            let count = self.hot_pixels.entry(key).or_insert(0);
            stale.pixels.entry(pixel).or_insert(*count > 0);
            if adds {
                *count += 1;
                continue;
            }
            *count -= 1;
            if *count == 0 {
                self.hot_pixels.remove(&key);
            }
        }
    }

    /// True if a crossing makes its pixel hot.
    fn is_heating(&self, crossing: &Crossing) -> bool {
        let [a, b] = crossing.segments;
        if crossing.is_exact {
            return false;
        }
        let mut near = Vec::new();
        self.nearest(a, crossing, b, &mut near);
        self.nearest(b, crossing, a, &mut near);
        !near.is_empty() || is_narrow([a, b].map(|slot| self.segment(slot).ordered()))
    }

    pub(super) fn bucket_of(&self, point: DVec2) -> u32 {
        self.grid.row(point.y) * self.grid.columns() + self.grid.column(point.x)
    }
}
