//! The tiles of goals: points, segments and polygons, by exact predicates.
//!
//! A segment stands for every tile whose closed square it touches. In a row these tiles are
//! adjacent: the tiles before the first lie left of the line, the tiles behind the last right of
//! it.

use glam::DVec2;
use navmesh_core::Goals;
use navmesh_core::backend::geom::ring::{in_domain, ring_sides, segments_touch, winds_around};
use navmesh_core::backend::geom::{Bounds, Turn, turn};

use crate::map::grid::Grid;
use crate::query::endpoints::{free_tile, snap_to_connect};
use crate::query::nearest::NearestTile;
use crate::rules::components::TileBox;

/// A tile of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    pub(super) slot: u32,
    /// `None` inside the polygon.
    pub(super) goal: Option<usize>,
}

/// The tiles of goals on a grid.
pub(super) struct Targets<'a> {
    pub(super) grid: &'a Grid,
    /// The largest distance from a point to its tile, in map units.
    pub(super) snap: f64,
    /// Ties between tiles equally near to a point go to the one nearest to the start.
    pub(super) start: DVec2,
}

impl Targets<'_> {
    /// Returns the free tiles of the goals that `accept` accepts, by slot, and whether the goals
    /// have any free tile. A point stands for an accepted tile within the snap if there is one.
    pub(super) fn of(
        &self,
        goals: &Goals<'_>,
        accept: impl Fn(u32) -> bool,
    ) -> (Vec<Target>, bool) {
        let mut all = Vec::new();
        for (goal, [a, b]) in goals.sides().map(|side| side.map(in_domain)).enumerate() {
            match goals {
                Goals::Points(_) => {
                    let slot = self.tile_for(a, &accept);
                    all.extend(slot.map(|slot| Target { slot, goal: Some(goal) }));
                }
                _ => self.each_touched([a, b], |slot| all.push(Target { slot, goal: Some(goal) })),
            }
        }
        if let Goals::Polygon(ring) = goals {
            let ring: Vec<DVec2> = ring.iter().map(|corner| corner.point).collect();
            self.fill(&ring, &mut all);
        }
        all.sort_unstable();
        all.dedup_by_key(|target| target.slot);
        all.retain(|target| self.grid.is_free(target.slot));
        let any = !all.is_empty();
        all.retain(|target| accept(target.slot));
        (all, any)
    }

    /// Returns the tile that a point stands for.
    fn tile_for(&self, point: DVec2, accept: &impl Fn(u32) -> bool) -> Option<u32> {
        let grid = self.grid;
        let own = free_tile(grid, point);
        let within = TileBox::of(grid);
        let near = NearestTile { grid, point, limit: self.snap, towards: self.start, within };
        let limit = snap_to_connect(grid, point, self.snap);
        own.filter(|&slot| accept(slot))
            .or_else(|| {
                NearestTile { limit, ..near }.find(|slot| grid.is_free(slot) && accept(slot))
            })
            .or(own)
            .or_else(|| near.find(|slot| grid.is_free(slot)))
    }

    /// Calls `visit` for every tile whose closed square a segment touches.
    fn each_touched(&self, segment: [DVec2; 2], mut visit: impl FnMut(u32)) {
        let grid = self.grid;
        let [a, b] = segment;
        let [low, high] = if a.y <= b.y { [a, b] } else { [b, a] };
        let [columns, rows] = self.around(&segment);
        for y in rows {
            let all = |x: u32, side: Turn| {
                self.square(x, y).iter().all(|&corner| turn(low, high, corner) == side)
            };
            let first = first_without(columns.clone(), |x| all(x, Turn::Left));
            for x in first..*columns.end() + 1 {
                if all(x, Turn::Right) {
                    break;
                }
                if let Some(slot) = grid.slot(x, y).filter(|_| self.touches(x, y, segment)) {
                    visit(slot);
                }
            }
        }
    }

    /// Adds the tiles inside a ring; the tiles that its sides touch must be there.
    fn fill(&self, ring: &[DVec2], all: &mut Vec<Target>) {
        let grid = self.grid;
        all.sort_unstable();
        let touched = all.len();
        let [columns, rows] = self.around(ring);
        for y in rows {
            let mut is_inside = None;
            for x in columns.clone() {
                let Some(slot) = grid.slot(x, y) else { continue };
                if all[..touched].binary_search_by_key(&slot, |target| target.slot).is_ok() {
                    is_inside = None;
                    continue;
                }
                // Up to the next side, all tiles are inside or all are outside.
                let is_inside = is_inside
                    .get_or_insert_with(|| winds_around(ring_sides(ring), grid.corner(x, y)));
                if *is_inside {
                    all.push(Target { slot, goal: None });
                }
            }
        }
    }

    /// Returns the columns and rows of all tiles whose closed squares meet the box around some
    /// points.
    fn around(&self, points: &[DVec2]) -> [std::ops::RangeInclusive<u32>; 2] {
        let bounds = Bounds::of(points.iter().map(|&point| in_domain(point)));
        let (x, y) = self.grid.clamped_tile(bounds.min);
        let (last_x, last_y) = self.grid.clamped_tile(bounds.max);
        // A point on a lattice line belongs to the tile after the line and touches the one before
        // it.
        [x.saturating_sub(1)..=last_x, y.saturating_sub(1)..=last_y]
    }

    fn square(&self, x: u32, y: u32) -> [DVec2; 4] {
        [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| self.grid.corner(x, y))
    }

    fn touches(&self, x: u32, y: u32, segment: [DVec2; 2]) -> bool {
        let square = self.square(x, y);
        let (min, max) = (square[0], square[2]);
        let contains = |end: DVec2| end.cmpge(min).all() && end.cmple(max).all();
        contains(segment[0])
            || (0..4).any(|i| segments_touch([square[i], square[(i + 1) % 4]], segment))
    }
}

/// Returns the first number of a range for which `before` is false, by binary search; one past the
/// end where there is none.
fn first_without(range: std::ops::RangeInclusive<u32>, before: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (*range.start(), *range.end() + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
