//! The pieces of segments that cross others, as a whole build cuts them.
//!
//! As a rule nothing crosses any more after the first round of cuts, and the index keeps the pieces
//! ([`crossings`](super::index)). Otherwise, and on floors with connections, the splitter runs anew.
//!
//! The cuts of a segment depend on the segments that cross it, and on those within its rounding. So the
//! splitter runs on a *cluster*: segments joined by crossings, and all segments near them. A near segment
//! that is cut too joins the cluster, and the splitter starts again. In the end every segment of the
//! cluster has all that its cuts depend on, in every round.
//!
//! A floor connection, and what touches it, is cut in common with another floor. So no cluster may hold such segments,
//! except those that only share an end with one.

use std::collections::BTreeSet;

use navmesh_core::DVec2;
use navmesh_core::backend::geom::ring::segments_touch;
use navmesh_core::backend::geom::{Turn, distinct_points, on_segment, turn};

use super::RebuildReason;
use super::changes::Changes;
use super::index::{Chains, OutlineSegment, SegmentIndex, changed_part};
use crate::plsg::{Plsg, Segment};
use crate::report::BuildReport;
use crate::split::crossing::SnapStrategy;
use crate::split::intersections::find_intersections;
use crate::split::{MAX_ROUNDS, cut};

/// The largest number of segments in one run of the splitter.
const MOST_SEGMENTS: usize = 1 << 10;

/// The pieces of the segments of clusters.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// The points of each segment of the clusters so far, other than those of the index; two for one that is not cut.
    chains: Chains,
}

impl Cuts {
    /// Returns the points of a segment from end to end.
    pub(super) fn chain<'a>(&'a self, index: &'a SegmentIndex, slot: u32) -> &'a [DVec2] {
        self.chains.get(&slot).map_or_else(|| index.segment(slot).chain(), Vec::as_slice)
    }

    /// True if a segment is cut.
    pub(super) fn is_cut(&self, index: &SegmentIndex, slot: u32) -> bool {
        self.chain(index, slot).len() > 2
    }

    /// Cuts the clusters of these segments; those without partners have none.
    pub(super) fn include(
        &mut self,
        index: &SegmentIndex,
        slots: &[u32],
    ) -> Result<(), RebuildReason> {
        if index.is_settled() {
            return Ok(());
        }
        let is_new =
            |slot: &&u32| index.segment(**slot).is_crossed() && !self.chains.contains_key(*slot);
        let seeds: BTreeSet<u32> = slots.iter().filter(is_new).copied().collect();
        if seeds.is_empty() {
            return Ok(());
        }
        let mut cluster = Cluster::of(index, seeds, &[])?;
        while cluster.grow(index, &Changes::default())? {}
        self.keep(cluster.after, &cluster.members);
        Ok(())
    }

    /// Cuts the clusters that an edit is part of, and returns the pieces that it changes, old and new.
    pub(super) fn include_changed(
        &mut self,
        index: &SegmentIndex,
        changes: &Changes,
    ) -> Result<ChangedPieces, RebuildReason> {
        if index.is_settled() && !changes.was_unsettled {
            return Ok(ChangedPieces::of_first_round(index, changes));
        }
        let mut seeds = BTreeSet::new();
        let mut near = Vec::with_capacity(64);
        for &slot in &changes.added {
            let own = index.segment(slot);
            if own.is_crossed() {
                seeds.insert(slot);
            }
            index.near_segment(own.ends, &mut near);
        }
        for (_, removed) in &changes.removed {
            seeds.extend(removed.partners().filter(|&slot| index.segment(slot).is_live));
            index.near_segment(removed.ends, &mut near);
        }
        seeds.extend(near.into_iter().filter(|&slot| index.segment(slot).is_crossed()));
        let is_free = |(_, own): &(u32, OutlineSegment)| !own.is_crossed();
        if seeds.is_empty() && changes.removed.iter().all(is_free) {
            return Ok(ChangedPieces::default());
        }
        let removed: Vec<[DVec2; 2]> = changes.removed.iter().map(|(_, own)| own.ends).collect();
        let mut cluster = Cluster::of(index, seeds, &removed)?;
        while cluster.grow(index, changes)? {}
        let changed = cluster.changed(index, changes);
        self.keep(cluster.after, &cluster.members);
        Ok(changed)
    }

    /// Keeps the chains of the members of a cluster.
    fn keep(&mut self, mut after: Chains, members: &BTreeSet<u32>) {
        after.retain(|slot, _| members.contains(slot));
        self.chains.extend(after);
    }
}

/// Segments joined by crossings, and those near them.
struct Cluster {
    members: BTreeSet<u32>,
    near: BTreeSet<u32>,
    /// The segments that an edit removed.
    removed: Vec<[DVec2; 2]>,
    after: Chains,
    before: Chains,
    /// The points of each removed segment that was cut.
    cut_removed: Vec<Vec<DVec2>>,
}

impl Cluster {
    fn of(
        index: &SegmentIndex,
        members: BTreeSet<u32>,
        removed: &[[DVec2; 2]],
    ) -> Result<Self, RebuildReason> {
        let mut cluster = Self {
            members,
            near: BTreeSet::new(),
            removed: removed.to_vec(),
            after: Chains::new(),
            before: Chains::new(),
            cut_removed: Vec::new(),
        };
        cluster.close(index)?;
        Ok(cluster)
    }

    /// Adds the partners of members, and theirs, and finds all segments near members.
    fn close(&mut self, index: &SegmentIndex) -> Result<(), RebuildReason> {
        let mut open: Vec<u32> = self.members.iter().copied().collect();
        while let Some(slot) = open.pop() {
            for partner in index.segment(slot).partners() {
                if self.members.insert(partner) {
                    open.push(partner);
                }
            }
            if self.members.len() > MOST_SEGMENTS {
                return Err(RebuildReason::ManyCrossings);
            }
        }
        let mut near = Vec::with_capacity(64);
        let members = self.members.iter().map(|&slot| index.segment(slot).ends);
        for ends in members.chain(self.removed.iter().copied()) {
            let first = near.len();
            index.near_segment(ends, &mut near);
            let own = near[first..].iter().copied();
            if index.touches_connection(own, |other| touch_inside(ends, other)) {
                return Err(RebuildReason::Connection);
            }
            if near.len() > 16 * MOST_SEGMENTS {
                return Err(RebuildReason::ManyCrossings);
            }
        }
        self.near = near.into_iter().filter(|slot| !self.members.contains(slot)).collect();
        Ok(())
    }

    /// Cuts all segments. Returns true if near segments were cut and joined the cluster.
    fn grow(&mut self, index: &SegmentIndex, changes: &Changes) -> Result<bool, RebuildReason> {
        let all: Vec<u32> = self.members.union(&self.near).copied().collect();
        let ends = |slots: &[u32]| -> Vec<[DVec2; 2]> {
            slots.iter().map(|&slot| index.segment(slot).ends).collect()
        };
        // Without partners nothing is cut, and a segment without a chain is its own.
        let has_partners = |slot: &u32| index.segment(*slot).is_crossed();
        self.after =
            if all.iter().any(has_partners) { chains(&all, &ends(&all))? } else { Chains::new() };
        let mut is_cut: BTreeSet<u32> = cut_ones(&self.after);
        if !changes.added.is_empty() || !self.removed.is_empty() {
            let old: Vec<u32> = all
                .iter()
                .copied()
                .filter(|slot| changes.added.binary_search(slot).is_err())
                .collect();
            if old.iter().any(|&slot| was_crossed(index, changes, slot))
                || changes.removed.iter().any(|(_, own)| own.is_crossed())
            {
                self.cut_before(old, ends)?;
                is_cut.extend(cut_ones(&self.before));
            }
        }
        let joining: Vec<u32> =
            is_cut.into_iter().filter(|slot| !self.members.contains(slot)).collect();
        if joining.is_empty() {
            return Ok(false);
        }
        self.members.extend(joining);
        self.close(index)?;
        Ok(true)
    }

    /// Cuts the segments of before an edit: these, and those that it removed.
    fn cut_before(
        &mut self,
        old: Vec<u32>,
        ends: impl Fn(&[u32]) -> Vec<[DVec2; 2]>,
    ) -> Result<(), RebuildReason> {
        let mut before = ends(&old);
        before.extend(&self.removed);
        // Numbers beyond all slots stand for the removed segments.
        let beyond = (0..self.removed.len() as u32).map(|number| u32::MAX - number);
        let old: Vec<u32> = old.into_iter().chain(beyond).collect();
        self.before = chains(&old, &before)?;
        let first = u32::MAX - self.removed.len() as u32;
        let removed = self.before.split_off(&first).into_values();
        self.cut_removed = removed.filter(|chain| chain.len() > 2).collect();
        Ok(())
    }

    /// Returns the pieces that an edit changes, old and new.
    fn changed(&self, index: &SegmentIndex, changes: &Changes) -> ChangedPieces {
        let mut changed = ChangedPieces::default();
        for chain in &self.cut_removed {
            changed.add_own(chain);
        }
        for slot in self.members.union(&self.near) {
            let ends = index.segment(*slot).ends.to_vec();
            let [before, after] =
                [&self.before, &self.after].map(|chains| chains.get(slot).unwrap_or(&ends));
            if changes.added.binary_search(slot).is_ok() {
                changed.add_own(after);
            } else if before != after {
                changed.add_other(before, after);
            }
        }
        changed
    }
}

/// The pieces of segments that an edit changes.
#[derive(Debug, Default)]
pub(super) struct ChangedPieces {
    /// The segments of the edit itself that are cut, old and new: their points from end to end.
    pub(super) own: Vec<Vec<DVec2>>,
    /// The pieces of other segments, old and new; a point where a segment is only divided.
    pub(super) others: Vec<[DVec2; 2]>,
    /// True if rounding moves a part of another segment.
    pub(super) moves_others: bool,
}

impl ChangedPieces {
    /// Returns the pieces that differ where the first round cuts all segments.
    fn of_first_round(index: &SegmentIndex, changes: &Changes) -> Self {
        let mut changed = Self::default();
        let removed = changes.removed.iter().map(|(_, own)| own.chain());
        let added = changes.added.iter().map(|&slot| index.segment(slot).chain());
        for chain in removed.chain(added).filter(|chain| chain.len() > 2) {
            changed.add_own(chain);
        }
        for (slot, before) in &changes.former {
            if changes.added.binary_search(slot).is_err() {
                changed.add_other(before, index.segment(*slot).chain());
            }
        }
        changed
    }

    /// Adds a segment of the edit, unless it is not cut or all its pieces lie on it.
    fn add_own(&mut self, chain: &[DVec2]) {
        if !is_straight(chain) {
            self.own.push(chain.to_vec());
        }
    }

    /// Adds the pieces of another segment. Where all points lie on one line, the segment stays
    /// the same set of points, and only the points of division change.
    fn add_other(&mut self, before: &[DVec2], after: &[DVec2]) {
        let [before, after] = [changed_part(after, before), changed_part(before, after)];
        let keeps_line = is_straight(before) && is_straight(after);
        for (chain, other) in [(before, after), (after, before)] {
            if keeps_line {
                let new = chain.iter().filter(|point| !other.contains(point));
                self.others.extend(new.map(|&point| [point, point]));
            } else {
                self.moves_others = true;
                self.others
                    .extend(pieces(chain).filter(|piece| !pieces(other).any(|p| p == *piece)));
            }
        }
    }
}

/// True if two segments have a common point that is not an end of both. Exact.
fn touch_inside(own: [DVec2; 2], other: [DVec2; 2]) -> bool {
    let shared = (0..4).map(|pair| (pair / 2, pair % 2)).find(|&(a, b)| own[a] == other[b]);
    match shared {
        None => segments_touch(own, other),
        Some((a, b)) => {
            let holds = |[from, to]: [DVec2; 2], end: DVec2| on_segment(from, to, end);
            holds(own, other[1 - b]) || holds(other, own[1 - a])
        }
    }
}

/// True if a segment crosses another one that is older than an edit.
fn was_crossed(index: &SegmentIndex, changes: &Changes, slot: u32) -> bool {
    let mut partners = index.segment(slot).partners();
    partners.any(|partner| changes.added.binary_search(&partner).is_err())
}

/// True if all points of a chain lie on the line through its ends. Exact.
fn is_straight(chain: &[DVec2]) -> bool {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    chain.iter().all(|&point| turn(first, last, point) == Turn::Collinear)
}

/// Iterates over the pieces between the points of a chain.
fn pieces(chain: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + '_ {
    chain.windows(2).map(|pair| [pair[0], pair[1]])
}

fn cut_ones(chains: &Chains) -> BTreeSet<u32> {
    chains.iter().filter(|(_, chain)| chain.len() > 2).map(|(&slot, _)| slot).collect()
}

/// Cuts segments until none crosses another. Those beyond the slots take part without a chain.
fn chains(slots: &[u32], segments: &[[DVec2; 2]]) -> Result<Chains, RebuildReason> {
    let (points, numbers) = distinct_points(segments.iter().flatten().copied().collect());
    let segments = numbers.chunks_exact(2).zip(0..);
    let segments = segments.map(|(ends, source)| Segment { from: ends[0], to: ends[1], source });
    let mut plsg = Plsg { points, segments: segments.collect(), ..Plsg::default() };
    let mut report = BuildReport::default();
    for round in 0..MAX_ROUNDS {
        let all: Vec<u32> = (0..plsg.segments.len() as u32).collect();
        let strategy = SnapStrategy::of_round(round);
        let found = find_intersections(&plsg, &all, strategy, usize::MAX)
            .map_err(|_| RebuildReason::ManyCrossings)?;
        if found.crossings.is_empty() {
            return Ok(collected(&plsg, slots));
        }
        cut(&mut plsg, found, &mut report).map_err(|_| RebuildReason::ManyCrossings)?;
    }
    Err(RebuildReason::ManyCrossings)
}

/// Joins the pieces of each segment. They follow one another.
fn collected(plsg: &Plsg, slots: &[u32]) -> Chains {
    let at = |point: u32| plsg.points[point as usize];
    let mut chains = Chains::new();
    for pieces in plsg.segments.chunk_by(|a, b| a.source == b.source) {
        if let Some(&slot) = slots.get(pieces[0].source as usize) {
            let chain = std::iter::once(pieces[0].from).chain(pieces.iter().map(|piece| piece.to));
            chains.insert(slot, chain.map(at).collect());
        }
    }
    chains
}
