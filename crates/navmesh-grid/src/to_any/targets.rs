//! Which tiles a goal of several kinds stands for; exact.
//!
//! Of a segment it is every tile whose closed square it touches. In a row these are neighbours: the tiles
//! before the first lie wholly to the left of the line, those behind the last wholly to its right.

use glam::DVec2;
use navmesh_core::Goals;
use navmesh_core::geom::ring::{in_domain, ring_sides, segments_touch, winds_around};
use navmesh_core::geom::{Bounds, Turn, turn};

use crate::components::Extent;
use crate::endpoints::free_tile;
use crate::grid::Grid;
use crate::nearest::NearestTile;

/// A tile that is of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    pub(super) slot: u32,
    /// The number of the goal.
    pub(super) goal: usize,
}

/// The tiles of goals on a grid.
pub(super) struct Targets<'a> {
    pub(super) grid: &'a Grid,
    /// How far a point may be moved onto a tile, in map units.
    pub(super) snap: f64,
    /// Of tiles equally near to a point, the one nearest to the start is taken.
    pub(super) start: DVec2,
}

impl Targets<'_> {
    /// Every free tile of the goals, by slot; those that `accept` says no to are left out where another tile
    /// within the snap may do. True where any free tile is of a goal, accepted or not.
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
                    all.extend(slot.map(|slot| Target { slot, goal }));
                }
                _ => self.each_touched([a, b], |slot| all.push(Target { slot, goal })),
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

    /// The tile that a point stands for.
    fn tile_for(&self, point: DVec2, accept: &impl Fn(u32) -> bool) -> Option<u32> {
        let grid = self.grid;
        let own = free_tile(grid, point);
        let within = Extent::of(grid);
        let near = NearestTile { grid, point, limit: self.snap, towards: self.start, within };
        own.filter(|&slot| accept(slot))
            .or_else(|| near.find(|slot| grid.is_free(slot) && accept(slot)))
            .or(own)
            .or_else(|| near.find(|slot| grid.is_free(slot)))
    }

    /// Shows every tile whose closed square a segment touches.
    fn each_touched(&self, segment: [DVec2; 2], mut show: impl FnMut(u32)) {
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
                if self.touches(x, y, segment) {
                    grid.slot(x, y).into_iter().for_each(&mut show);
                }
            }
        }
    }

    /// Adds the tiles within a ring whose sides touch none of them; the others are there.
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
                // Until the next side, all tiles are within or all without.
                let known = is_inside
                    .get_or_insert_with(|| winds_around(ring_sides(ring), grid.corner(x, y)));
                if *known {
                    all.push(Target { slot, goal: 0 });
                }
            }
        }
    }

    /// The columns and rows of all tiles whose closed squares meet the box around some points.
    fn around(&self, points: &[DVec2]) -> [std::ops::RangeInclusive<u32>; 2] {
        let bounds = Bounds::of(points.iter().map(|&point| in_domain(point)));
        let (x, y) = self.grid.clamped_tile(bounds.min);
        let (last_x, last_y) = self.grid.clamped_tile(bounds.max);
        // A point on a lattice line belongs to the tile behind it, and touches the one before.
        [x.saturating_sub(1)..=last_x, y.saturating_sub(1)..=last_y]
    }

    fn square(&self, x: u32, y: u32) -> [DVec2; 4] {
        [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| self.grid.corner(x, y))
    }

    fn touches(&self, x: u32, y: u32, segment: [DVec2; 2]) -> bool {
        let square = self.square(x, y);
        let (min, max) = (square[0], square[2]);
        let holds = |end: DVec2| end.cmpge(min).all() && end.cmple(max).all();
        holds(segment[0])
            || (0..4).any(|i| segments_touch([square[i], square[(i + 1) % 4]], segment))
    }
}

/// The first number of a range that is not `before`, which those before it are; one past the end where all are.
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
