//! The chains of leaders that sides run through.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::NearPairs;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::double::{Double, distance_to_segment};
use navmesh_core::backend::geom::lexicographic;

use super::Chain;
use super::leaders::{Class, Leaders, square};
use crate::error::BuildError;
use crate::options::BuildOptions;
use crate::plsg::bent_chain::BentChain;
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::report::{Weld, WeldKind};
use crate::split::bounded_set::BoundedSet;
use crate::split::intersections::is_inside;

/// The sides of all chains, and the leaders near them.
pub(super) struct Bends<'a> {
    leaders: &'a Leaders,
    /// The numbers of the ends of each side, chain after chain.
    sides: Vec<[u32; 2]>,
    /// Each side with the leaders that it runs through between its ends, ascending.
    through: Vec<(u32, u32)>,
}

/// The points that replace those of a chain.
#[derive(Debug, Default)]
pub(super) struct ChainBend {
    /// `None` if nothing changes.
    pub(super) chain: Option<BentChain>,
    pub(super) welds: Vec<Weld>,
}

impl<'a> Bends<'a> {
    /// Finds the leaders within reach of each side.
    ///
    /// # Errors
    ///
    /// `TooManyIntersections` if more leaders than the limit are near sides.
    pub(super) fn of(
        chains: &[Chain<'_>],
        leaders: &'a Leaders,
        options: &BuildOptions,
        budget: IntersectionBudget,
    ) -> Result<Self, BuildError> {
        let (mut sides, mut most) = (Vec::new(), Vec::new());
        let mut first = 0;
        for chain in chains {
            let own = &leaders.numbers[first..first + chain.points.len()];
            first += own.len();
            sides.extend(own.windows(2).map(|pair| [pair[0], pair[1]]));
            sides.extend(chain.is_ring.then(|| [own[own.len() - 1], own[0]]));
            // Areas and doors must not move the border that an agent's radius is measured from.
            let is_apart = options.agent_radius != 0.0 && chain.class <= Class::Ground;
            most.resize(sides.len(), if is_apart { Class::Ground } else { Class::Other });
        }
        let mut bends = Self { leaders, sides, through: Vec::new() };
        bends.through = bends.near_leaders(&most, budget)?;
        Ok(bends)
    }

    /// Returns the ends of a side as given, the lexicographically lower one first: nothing must depend on its direction.
    fn ordered_ends(&self, side: u32) -> [DVec2; 2] {
        let [from, to] = self.sides[side as usize].map(|end| self.leaders.at(end));
        if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] }
    }

    /// Returns each side with the leaders within reach other than those of its ends. `most` holds the latest class of
    /// leaders of each side.
    fn near_leaders(
        &self,
        most: &[Class],
        budget: IntersectionBudget,
    ) -> Result<Vec<(u32, u32)>, BuildError> {
        let (leaders, first_point) = (self.leaders, self.sides.len() as u32);
        let corners_of = |item: u32, corners: &mut Vec<DVec2>| match item.checked_sub(first_point) {
            Some(point) => corners.extend(square(leaders.at(point), 1.5 * leaders.reach)),
            None => corners.extend(self.ordered_ends(item)),
        };
        let is_near = |side: u32, point: u32| {
            let ends = self.sides[side as usize].map(|end| leaders.leader_of(end));
            !ends.contains(&point)
                && leaders.classes[point as usize] <= most[side as usize]
                && is_within(self.ordered_ends(side), leaders.at(point), leaders.reach)
        };
        let sides: Vec<u32> = (0..first_point).collect();
        let points = 0..leaders.points.len() as u32;
        let points: Vec<u32> =
            points.filter(|&point| leaders.leads(point)).map(|point| first_point + point).collect();
        let mut found = BoundedSet::new(budget.left(), budget.most_tests());
        let _ = NearPairs { corners_of }.between(&sides, &points, &mut |side, item| {
            let point = item - first_point;
            found.add_if((side, point), || is_near(side, point))
        });
        found.finished().map_err(|(_, point)| budget.exceeded(leaders.at(point)))
    }

    /// Returns what replaces each chain.
    pub(super) fn of_chains(&self, chains: &[Chain<'_>]) -> Vec<ChainBend> {
        let mut first = 0;
        let bend = |chain: &Chain<'_>| {
            let count = chain.points.len() - usize::from(!chain.is_ring);
            first += count;
            self.of_chain(chain, (first - count) as u32..first as u32)
        };
        chains.iter().map(bend).collect()
    }

    /// Returns what replaces a chain of sides.
    fn of_chain(&self, chain: &Chain<'_>, sides: std::ops::Range<u32>) -> ChainBend {
        let (mut bent, mut welds) = (BentChain::default(), Vec::new());
        let mut is_bent = false;
        let last = if chain.is_ring { None } else { sides.clone().last() };
        for (side, vertex) in sides.zip(0..) {
            let [from, to] = self.sides[side as usize];
            let given = [from, to].map(|end| self.leaders.at(end));
            let through = self.through_off_line(side);
            is_bent |= !self.leaders.leads(from) || !self.leaders.leads(to) || !through.is_empty();
            self.note_move(from, chain, vertex, &mut welds);
            bent.push(self.leaders.at(self.leaders.leader_of(from)), given);
            for &point in &through {
                bent.push(self.leaders.at(point), given);
            }
            self.note_bend(side, &through, chain, vertex, &mut welds);
            if last == Some(side) {
                self.note_move(to, chain, vertex + 1, &mut welds);
                bent.push(self.leaders.at(self.leaders.leader_of(to)), given);
            }
        }
        if !is_bent {
            return ChainBend::default();
        }
        if chain.is_ring {
            bent.close();
        }
        if bent.is_flat(chain.is_ring) {
            let distance = welds.iter().map(|weld| weld.distance).fold(0.0, f64::max);
            welds.push(Weld { place: chain.place.vertex(0), kind: WeldKind::Flattened, distance });
        }
        ChainBend { chain: Some(bent), welds }
    }

    /// Returns the leaders that a side runs through between its ends, in its direction; none if it runs through them
    /// exactly as given.
    fn through_off_line(&self, side: u32) -> Vec<u32> {
        let leaders = self.leaders;
        let [start, end] =
            [side, side + 1].map(|side| self.through.partition_point(|&(own, _)| own < side));
        let through = &self.through[start..end];
        let ([from, to], [low, high]) = (self.sides[side as usize], self.ordered_ends(side));
        let is_on = |point: u32| is_inside([low, high], leaders.at(point));
        let is_exact = leaders.leads(from) && leaders.leads(to);
        if is_exact && through.iter().all(|&(_, point)| is_on(point)) {
            return Vec::new();
        }
        let mut along: Vec<(f64, u32)> = through
            .iter()
            .map(|&(_, point)| (advance([low, high], leaders.at(point)), point))
            .collect();
        along.merge_sort_by(|a, b| {
            let by_place = || lexicographic(leaders.at(a.1), leaders.at(b.1));
            a.0.total_cmp(&b.0).then_with(by_place)
        });
        if leaders.at(from) != low {
            along.reverse();
        }
        along.into_iter().map(|(_, point)| point).collect()
    }

    fn note_move(&self, point: u32, chain: &Chain<'_>, vertex: usize, welds: &mut Vec<Weld>) {
        let distance = self.leaders.distance_of(point);
        let weld = Weld { place: chain.place.vertex(vertex), kind: WeldKind::Moved, distance };
        welds.extend((distance > 0.0).then_some(weld));
    }

    fn note_bend(
        &self,
        side: u32,
        through: &[u32],
        chain: &Chain<'_>,
        vertex: usize,
        welds: &mut Vec<Weld>,
    ) {
        let off = through
            .iter()
            .map(|&point| distance_to_segment(self.ordered_ends(side), self.leaders.at(point)));
        let distance = off.fold(0.0, f64::max);
        let kind = WeldKind::Bent { vertices: through.len() };
        let weld = Weld { place: chain.place.vertex(vertex), kind, distance };
        welds.extend((distance > 0.0).then_some(weld));
    }
}

/// True if a point is within a distance of a segment.
fn is_within([a, b]: [DVec2; 2], point: DVec2, distance: f64) -> bool {
    let (along, off) = (b - a, point - a);
    // Plain floats tell most points that are too far; twice the distance exceeds their error.
    let is_far = along.perp_dot(off).abs() > 2.0 * distance * along.length();
    !is_far && distance_to_segment([a, b], point) <= distance
}

/// Returns the place of a point along a segment.
fn advance([a, b]: [DVec2; 2], point: DVec2) -> f64 {
    let along =
        |from: f64, to: f64, at: f64| Double::difference(to, from) * Double::difference(at, from);
    (along(a.x, b.x, point.x) + along(a.y, b.y, point.y)).rounded()
}
