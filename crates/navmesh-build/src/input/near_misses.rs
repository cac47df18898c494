//! Near misses: shapes that end beside others, farther away than welding reaches.

use std::collections::BTreeMap;

use navmesh_core::backend::buckets::NearPairs;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::Bounds;
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::{DVec2, Outlines, Short};

use crate::error::{BuildError, InputPlace, Role};
use crate::input::area_kinds::area_kinds;
use crate::input::clean;
use crate::input::weld::{Chain, WeldedMap, square};
use crate::inset::offset::OffsetRadius;
use crate::options::BuildOptions;
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::report::BuildReport;
use crate::split::bounded_set::BoundedSet;

/// The widest gap of a near miss, as a part of the longer side of the map and of the agent radius.
const NEAR_MISS: f64 = 1e-3;

/// A gap between two shapes that looks unintended.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NearMiss {
    /// The vertex that nearly touches another shape.
    pub place: InputPlace,
    /// The vertex at which the side of the other shape begins.
    pub other: InputPlace,
    /// The width of the gap, in map units.
    pub gap: f64,
}

impl NearMiss {
    /// Returns a [weld distance](BuildOptions::weld) that closes the gap: twice its width.
    #[must_use]
    pub fn weld(&self) -> f64 {
        2.0 * self.gap
    }
}

impl std::fmt::Display for NearMiss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { place, other, gap } = self;
        let (gap, weld) = (Short(*gap), Short(self.weld()));
        write!(
            f,
            "{place}: misses {} {} by {gap}; a weld distance of {weld} joins them",
            other.role, other.outline
        )
    }
}

/// The vertices and the sides of all shapes, each with its place.
struct Corners {
    points: Vec<(DVec2, InputPlace)>,
    sides: Vec<([DVec2; 2], InputPlace)>,
    /// For each point, whether it is an end of a line.
    is_end: Vec<bool>,
}

/// Lists the gaps between shapes that look unintended, the narrowest first: one for each two shapes.
///
/// Such a gap is wider than the [weld distance](BuildOptions::weld), and at most a thousandth of the longer side of the
/// map and, for agents with a radius, of the radius. It lies between an end of a wall or door, or a corner of another
/// shape, and a side of a shape that it does not touch; at least one of the two bounds a room or an area, or is such an
/// end. A vertex that touches any other shape misses none.
///
/// Complexity: O(n log n) in the number of points, plus the pairs of points and sides near one another.
///
/// # Errors
///
/// Those of [`build_outlines`](crate::build_outlines) for invalid outlines and options;
/// [`TooManyIntersections`](BuildError::TooManyIntersections) if more pairs than the limit are near one another.
///
/// ```
/// use navmesh_build::{BuildOptions, near_misses};
/// use navmesh_core::{Outline, Outlines, Wall};
///
/// let mut outlines = Outlines::default();
/// outlines.walkable.push(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// outlines.walls.push(Wall::new([[5.0, 0.004], [5.0, 8.0]]));
/// let [miss] = near_misses(&outlines, &BuildOptions::default())?[..] else { panic!() };
/// assert_eq!((miss.gap, miss.weld()), (0.004, 0.008));
/// # Ok::<(), navmesh_build::BuildError>(())
/// ```
pub fn near_misses(
    outlines: &Outlines,
    options: &BuildOptions,
) -> Result<Vec<NearMiss>, BuildError> {
    let (_, kinds) = area_kinds(&outlines.areas);
    let drawings = clean(outlines, &kinds, options, &mut BuildReport::default())?;
    let (floors, links) = (vec![drawings], outlines.links.clone());
    let map = WeldedMap { floors, links, ..WeldedMap::default() };
    let welded = map.distance(options)?;
    let corners = Corners::of(&map.chains());
    let bounds = Bounds::of(corners.points.iter().map(|(point, _)| *point));
    OffsetRadius::of(options, bounds, 0.0)?; // the radius is checked as in a build
    let size = bounds.size().max_element();
    let of_radius = if options.agent_radius > 0.0 { options.agent_radius } else { f64::INFINITY };
    let reach = NEAR_MISS * size.min(of_radius);
    if reach > welded { corners.misses(welded, reach, options) } else { Ok(Vec::new()) }
}

impl Corners {
    fn of(chains: &[Chain<'_>]) -> Self {
        let (mut points, mut sides, mut is_end) = (Vec::new(), Vec::new(), Vec::new());
        for chain in chains {
            let count = chain.points.len();
            let places = (0..count).map(|vertex| chain.place.vertex(vertex));
            points.extend(chain.points.iter().copied().zip(places));
            is_end.extend((0..count).map(|at| !chain.is_ring && (at == 0 || at + 1 == count)));
            let steps = if chain.is_ring { count } else { count.saturating_sub(1) };
            sides.extend((0..steps).map(|at| {
                let ends = [chain.points[at], chain.points[(at + 1) % count]];
                (ends, chain.place.vertex(at))
            }));
        }
        Self { points, sides, is_end }
    }

    /// Returns the gaps wider than `welded`, up to `reach`.
    fn misses(
        &self,
        welded: f64,
        reach: f64,
        options: &BuildOptions,
    ) -> Result<Vec<NearMiss>, BuildError> {
        let first_point = self.sides.len() as u32;
        let corners_of = |item: u32, corners: &mut Vec<DVec2>| match item.checked_sub(first_point) {
            Some(point) => corners.extend(square(self.points[point as usize].0, 1.5 * reach)),
            None => corners.extend(self.sides[item as usize].0),
        };
        let sides: Vec<u32> = (0..first_point).collect();
        let points: Vec<u32> = (0..self.points.len() as u32).map(|at| first_point + at).collect();
        let budget = IntersectionBudget::of(options.max_intersections, self.points.len());
        let mut near = BoundedSet::new(budget.left(), budget.most_tests());
        let gap = |point: u32, side: u32| {
            distance_to_segment(self.sides[side as usize].0, self.points[point as usize].0)
        };
        let _ = NearPairs { corners_of }.between(&sides, &points, &mut |side, item| {
            let point = item - first_point;
            near.add_if((point, side), || self.are_of_two(point, side) && gap(point, side) <= reach)
        });
        let near =
            near.finished().map_err(|(point, _)| budget.exceeded(self.points[point as usize].0))?;
        let mut narrowest: BTreeMap<[(Role, usize); 2], NearMiss> = BTreeMap::new();
        for of_point in near.chunk_by(|a, b| a.0 == b.0) {
            let gaps = of_point.iter().map(|&(point, side)| (gap(point, side), point, side));
            if gaps.clone().any(|(gap, ..)| gap <= welded) {
                continue; // it touches
            }
            for (gap, point, side) in gaps.filter(|&(_, point, side)| self.matters(point, side)) {
                let (place, other) = (self.points[point as usize].1, self.sides[side as usize].1);
                let miss = NearMiss { place, other, gap };
                let mut pair = [place, other].map(|at| (at.role, at.outline));
                pair.merge_sort();
                let known = narrowest.entry(pair).or_insert(miss);
                if gap < known.gap {
                    *known = miss;
                }
            }
        }
        let mut all: Vec<NearMiss> = narrowest.into_values().collect();
        all.merge_sort_by(|a, b| a.gap.total_cmp(&b.gap));
        Ok(all)
    }

    /// True if a point and a side belong to different shapes.
    fn are_of_two(&self, point: u32, side: u32) -> bool {
        let (one, other) = (self.points[point as usize].1, self.sides[side as usize].1);
        (one.role, one.outline) != (other.role, other.outline)
    }

    /// True if a gap between a point and a side looks unintended where it is narrow.
    fn matters(&self, point: u32, side: u32) -> bool {
        let is_ground = |role: Role| matches!(role, Role::Walkable | Role::Area);
        self.is_end[point as usize]
            || is_ground(self.points[point as usize].1.role)
            || is_ground(self.sides[side as usize].1.role)
    }
}
