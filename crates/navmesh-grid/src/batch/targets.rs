//! The tiles of goals: points, segments and polygons, by exact predicates.
//!
//! A segment stands for every tile whose closed square it touches.

use glam::DVec2;
use navmesh_core::backend::geom::ring::{in_domain, ring_sides, winds_around};
use navmesh_core::{Goals, Place};

use crate::map::grid::Grid;
use crate::query::endpoints::{free_tile, snap_of, tile_to_connect};
use crate::query::nearest::NearestTile;
use crate::query::touched::{each_touched, tiles_around};
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
        for (goal, [from, to]) in goals.places().enumerate() {
            let [a, b] = [from, to].map(|place| in_domain(place.point));
            match goals {
                Goals::Points(_) => {
                    let slot = self.tile_for(Place { point: a, ..from }, &accept);
                    all.extend(slot.map(|slot| Target { slot, goal: Some(goal) }));
                }
                _ => each_touched(self.grid, [a, b], |slot| {
                    all.push(Target { slot, goal: Some(goal) });
                }),
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
    fn tile_for(&self, place: Place, accept: &impl Fn(u32) -> bool) -> Option<u32> {
        let (grid, point, limit) = (self.grid, place.point, snap_of(self.grid, place, None));
        let own = free_tile(grid, point);
        let within = TileBox::of(grid);
        let near = NearestTile { grid, point, limit, towards: self.start, within };
        let is_accepted = |slot| grid.is_free(slot) && accept(slot);
        own.filter(|&slot| accept(slot))
            .or_else(|| tile_to_connect(near, place.rounding(), is_accepted))
            .or(own)
            .or_else(|| near.find(|slot| grid.is_free(slot)))
    }

    /// Adds the tiles inside a ring; the tiles that its sides touch must be there.
    fn fill(&self, ring: &[DVec2], all: &mut Vec<Target>) {
        let grid = self.grid;
        all.sort_unstable();
        let touched = all.len();
        let [columns, rows] = tiles_around(grid, ring);
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
}
