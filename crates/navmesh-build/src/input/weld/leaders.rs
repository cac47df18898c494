//! The points that lead, and the leader to which every other point moves.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::NearPairs;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{distinct_points, lexicographic};

use crate::error::BuildError;
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::plsg::point_key;
use crate::split::bounded_set::BoundedSet;

/// The part of the weld distance by which points must be nearer to a leader than sides that run through it: 2⁻²⁰. It
/// exceeds the rounding of distances, so that a side runs through the leader of every point on it.
const SPARE: f64 = 1.0 / (1u64 << 20) as f64;

/// The class of a point. No point moves to one of a later class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Connection,
    Ground,
    /// Areas, doors and links.
    Other,
}

/// The distinct points, and the leader of each.
#[derive(Debug)]
pub(super) struct Leaders {
    pub(super) points: Vec<DVec2>,
    /// The earliest class of each point.
    pub(super) classes: Vec<Class>,
    /// The number of each given point.
    pub(super) numbers: Vec<u32>,
    /// The leader of each point: the point itself if it leads.
    leader_of: Vec<u32>,
    /// The largest distance between a side and the leaders that it runs through.
    pub(super) reach: f64,
}

impl Leaders {
    /// Finds the leaders of given points.
    ///
    /// # Errors
    ///
    /// `TooManyIntersections` if more pairs of points than the limit are within the distance.
    pub(super) fn of(
        given: Vec<DVec2>,
        classes: &[Class],
        distance: f64,
        budget: IntersectionBudget,
    ) -> Result<Self, BuildError> {
        let (points, numbers) = distinct_points(given);
        let mut earliest = vec![Class::Other; points.len()];
        for (&number, &class) in numbers.iter().zip(classes) {
            let known = &mut earliest[number as usize];
            *known = class.min(*known);
        }
        let reach = distance * (1.0 - SPARE);
        let leader_of = (0..points.len() as u32).collect();
        let mut leaders = Self { points, classes: earliest, numbers, leader_of, reach };
        let pairs = near_pairs(&leaders.points, distance * (1.0 - 2.0 * SPARE), budget)?;
        leaders.elect(&pairs);
        Ok(leaders)
    }

    /// True if a point leads.
    pub(super) fn leads(&self, point: u32) -> bool {
        self.leader_of(point) == point
    }

    /// Returns the leader of a point.
    pub(super) fn leader_of(&self, point: u32) -> u32 {
        self.leader_of[point as usize]
    }

    pub(super) fn at(&self, point: u32) -> DVec2 {
        self.points[point as usize]
    }

    /// Returns how far a point moves.
    pub(super) fn distance_of(&self, point: u32) -> f64 {
        self.at(point).distance(self.at(self.leader_of(point)))
    }

    /// Decides which points lead. `pairs` holds each two near points in both orders, ascending.
    fn elect(&mut self, pairs: &[[u32; 2]]) {
        let mut near: Vec<&[[u32; 2]]> = pairs.chunk_by(|a, b| a[0] == b[0]).collect();
        near.sort_by_cached_key(|others| self.priority(others[0][0]));
        let mut is_leader = vec![true; self.points.len()];
        let mut is_decided = vec![false; self.points.len()];
        for others in &near {
            let own = others[0][0] as usize;
            let follows =
                |&[_, other]: &[u32; 2]| is_decided[other as usize] && is_leader[other as usize];
            is_leader[own] = !others.iter().any(follows);
            is_decided[own] = true;
        }
        for others in near.iter().filter(|others| !is_leader[others[0][0] as usize]) {
            let own = others[0][0];
            // No leader of a later class may move a point. One of an earlier or its own class exists.
            let can_lead = |&other: &u32| {
                is_leader[other as usize]
                    && self.classes[other as usize] <= self.classes[own as usize]
            };
            let apart = |other: u32| self.at(own).distance(self.at(other));
            let leader = others.iter().map(|pair| pair[1]).filter(can_lead).min_by(|&a, &b| {
                let nearer = apart(a).total_cmp(&apart(b));
                nearer.then_with(|| lexicographic(self.at(a), self.at(b)))
            });
            self.leader_of[own as usize] = leader.unwrap_or(own);
        }
    }

    /// Returns the place of a point in the order of priority: by class, then by a hash, so that a row of near points is
    /// decided in short pieces, then by coordinates.
    pub(super) fn priority(&self, point: u32) -> (Class, u64, [u64; 2]) {
        let key = point_key(self.at(point));
        (self.classes[point as usize], hash(key), key)
    }
}

/// Mixes the bits of a point (the finalizer of D. Stafford's variant 13 of MurmurHash3, 2011).
fn hash([x, y]: [u64; 2]) -> u64 {
    let mut mixed = x.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ y.rotate_left(32);
    for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb_u64)] {
        mixed = (mixed ^ (mixed >> shift)).wrapping_mul(factor);
    }
    mixed ^ (mixed >> 31)
}

/// Returns every two points within a distance, in both orders, ascending.
fn near_pairs(
    points: &[DVec2],
    distance: f64,
    budget: IntersectionBudget,
) -> Result<Vec<[u32; 2]>, BuildError> {
    let corners_of = |point: u32, corners: &mut Vec<DVec2>| {
        corners.extend(square(points[point as usize], 0.75 * distance));
    };
    let all: Vec<u32> = (0..points.len() as u32).collect();
    let at = |point: u32| points[point as usize];
    let mut found = BoundedSet::new(budget.left(), budget.most_tests());
    let _ = NearPairs { corners_of }.among(&all, &mut |a, b| {
        found.add_if([a.min(b), a.max(b)], || at(a).distance(at(b)) <= distance)
    });
    let found = found.finished().map_err(|[a, _]| budget.exceeded(at(a)))?;
    let mut pairs: Vec<[u32; 2]> = found.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
    pairs.merge_sort();
    Ok(pairs)
}

/// Returns the corners of a square around a point.
pub(in super::super) fn square(point: DVec2, half: f64) -> [DVec2; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|way| point + half * DVec2::from(way))
}
