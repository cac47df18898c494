//! Corrections of the landmarks after patches.
//!
//! Their distances are those of the mesh for which they were placed, the *old* mesh. Ground that is taken
//! away lengthens paths, so bounds stay right. A path shorter than all old ones leaves the old ground, and
//! does so through a wall of the old mesh that is open now. Two corrections keep the bounds right:
//!
//! 1. An obstacle that can be walked all around on its floor and is gone: a path through it can be replaced by
//!    one around it. So old distances are too long by its [greatest detour](greatest_detour) at most. The
//!    detours of all such obstacles add up to the *slack*. Cells of one floor do not overlap, so such a border is
//!    one of the plane. No floor connection can lie within it: patches that join floors open walls of both.
//! 2. Other open walls form the *gateway*. A path through it is at least as long as the way to the gateway
//!    and the way from it. The gateway has a range of distances from each landmark, and a box.
//!
//! Walls that are younger than the landmarks and are gone again cost nothing. The freed ground beside the
//! gateway is not on old ground, so goals in its cells have no bounds.

use std::array::from_fn;
use std::collections::BTreeSet;

use navmesh_core::backend::PatchReport;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, lexicographic, turn};
use navmesh_core::{Bounds, DVec2, EdgeId, LaneId, NavMesh, VertexId};

use super::walls::{
    FormerWall, FormerWalls, NewWalls, WallKey, WallKeys, greatest_detour, is_along, wall_key,
};
use super::{LANDMARKS, Landmarks, ROUNDING, Steps, UNKNOWN};
use crate::any_angle::index::portals::is_dead_end;

/// All that has changed since the landmarks were placed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corrections {
    /// The sum of the detours around obstacles that are gone, in map units.
    pub(super) slack: f64,
    pub(super) gateway: Option<Gateway>,
    /// The walls that are younger than the landmarks.
    young: BTreeSet<WallKey>,
    /// The lanes that have closed since.
    closed_lanes: Vec<LaneId>,
    /// The ends of portals that have no distances, because patches made their vertices.
    pub(super) unplaced: BTreeSet<u32>,
    /// True once the landmarks were dropped, because no correction keeps their bounds right.
    pub(super) are_dropped: bool,
}

/// The open walls of the second correction.
#[derive(Debug, Clone)]
pub(super) struct Gateway {
    /// The range of distances from each landmark, in steps.
    pub(super) least: Steps,
    pub(super) most: Steps,
    pub(super) bounds: Bounds,
    /// The slots of the cells with freed ground beside it.
    cells: BTreeSet<u32>,
}

impl Default for Gateway {
    fn default() -> Self {
        let none = Bounds::of([]);
        Self {
            least: [u16::MAX; LANDMARKS],
            most: [0; LANDMARKS],
            bounds: none,
            cells: BTreeSet::new(),
        }
    }
}

impl Corrections {
    /// True if a cell may have freed ground beside the gateway.
    pub(super) fn is_freed(&self, slot: u32) -> bool {
        self.gateway.as_ref().is_some_and(|gateway| gateway.cells.contains(&slot))
    }

    fn is_young(&self, wall: &FormerWall) -> bool {
        self.young.contains(&wall_key(wall.place()))
    }

    /// Updates the young walls. A wall that continues an old one is old. `is_old` belongs to the former walls.
    fn note_walls(&mut self, former: &FormerWalls, is_old: &[bool], new: &NewWalls) {
        let before = || former.0.iter().zip(is_old);
        for (wall, _) in before().filter(|(_, is_old)| !**is_old) {
            if !new.has(wall.place()) {
                self.young.remove(&wall_key(wall.place()));
            }
        }
        let known = WallKeys::of(former.0.iter().map(FormerWall::place));
        for &own in new.all.iter().filter(|own| !known.has(**own)) {
            let continues =
                |wall: &FormerWall| wall.layer == own.layer && is_along(wall.ends, own.ends);
            if !before().any(|(wall, is_old)| *is_old && continues(wall)) {
                self.young.insert(wall_key(own));
            }
        }
    }

    /// Notes the lanes that have closed. False if one has opened that was closed for the landmarks.
    fn note_lanes(&mut self, report: &PatchReport) -> bool {
        self.closed_lanes.extend(&report.closed_lanes);
        report.opened_lanes.iter().all(|lane| {
            let place = self.closed_lanes.iter().position(|closed| closed == lane);
            place.map(|place| self.closed_lanes.swap_remove(place)).is_some()
        })
    }

    /// Notes which cells have freed ground after a patch; `is_wider` if the gateway has grown.
    fn note_cells(&mut self, report: &PatchReport, is_wider: bool) {
        let Some(gateway) = &mut self.gateway else { return };
        let mut is_freed = is_wider;
        for cell in &report.removed {
            is_freed |= gateway.cells.remove(&cell.slot);
        }
        if is_freed {
            gateway.cells.extend(report.added.iter().map(|cell| cell.slot));
        }
    }
}

impl Landmarks {
    /// Follows a patch. `mesh` is the mesh after it, `former` holds the walls before it.
    ///
    /// Complexity: linear in the pairs of walls of removed and of new cells, times the corners of new cells.
    pub(crate) fn follow(&mut self, mesh: &NavMesh, former: &FormerWalls, report: &PatchReport) {
        if !self.corrections.note_lanes(report) {
            let corrections = Corrections { are_dropped: true, ..Corrections::default() };
            *self = Self { corrections, ..Self::default() };
            return;
        }
        let new = NewWalls::of(mesh, report);
        let is_open: Vec<bool> =
            former.0.iter().map(|wall| !new.cover(wall) && new.open(wall)).collect();
        let is_old: Vec<bool> =
            former.0.iter().map(|wall| !self.corrections.is_young(wall)).collect();
        let (mut is_done, mut is_wider) = (vec![false; is_open.len()], false);
        for first in 0..is_open.len() {
            if is_done[first] || !is_open[first] || !is_old[first] {
                continue;
            }
            let run = run_of_open_walls(former, &is_open, first);
            let border = run.iter().map(|&wall| former.0[wall].ends[0]).collect::<Vec<_>>();
            let is_level = run.iter().all(|&wall| {
                former.0[wall].is_level && former.0[wall].layer == former.0[first].layer
            });
            let is_around = is_level && closes(former, &run) && is_clockwise(&border);
            if is_around {
                self.corrections.slack += greatest_detour(&border);
                for &wall in &run {
                    is_done[wall] = true;
                }
            } else {
                self.widen_gateway(&former.0[first]);
                (is_done[first], is_wider) = (true, true);
            }
        }
        self.corrections.note_cells(report, is_wider);
        self.corrections.note_walls(former, &is_old, &new);
        self.drop_distances(mesh, report);
    }

    /// Drops the distances of vertices that do not surely stand for the same place as before.
    fn drop_distances(&mut self, mesh: &NavMesh, report: &PatchReport) {
        if report.renumbered.is_empty() {
            return;
        }
        let ends = renumbered_ends(mesh, report);
        for vertex in &report.renumbered {
            if let Some(row) = self.rows.get_mut(vertex.index()) {
                *row = UNKNOWN;
            }
            match ends.binary_search(vertex) {
                Ok(_) => self.corrections.unplaced.insert(vertex.0),
                Err(_) => self.corrections.unplaced.remove(&vertex.0),
            };
        }
    }

    /// Adds an open wall to the gateway. Its points are as far from a landmark as its ends, up to its length.
    fn widen_gateway(&mut self, wall: &FormerWall) {
        let [from, to] = wall.ends;
        let length = (from.distance(to) / self.step) as u16;
        let away = length.saturating_add(1 + ROUNDING);
        let (mut least, mut most) = ([0; LANDMARKS], [u16::MAX; LANDMARKS]);
        for row in wall.vertices.map(|vertex| *self.row(vertex)) {
            if row[0] == UNKNOWN[0] {
                continue;
            }
            least = from_fn(|lane| least[lane].max(row[lane].saturating_sub(away)));
            most = from_fn(|lane| most[lane].min(row[lane].saturating_add(away)));
        }
        let gateway = self.corrections.gateway.get_or_insert_default();
        gateway.least = from_fn(|lane| gateway.least[lane].min(least[lane]));
        gateway.most = from_fn(|lane| gateway.most[lane].max(most[lane]));
        gateway.bounds = gateway.bounds.including(from).including(to);
    }
}

/// Returns the renumbered vertices that are ends of portals between cells that are no dead ends, ascending.
fn renumbered_ends(mesh: &NavMesh, report: &PatchReport) -> Vec<VertexId> {
    let added = report.added.iter().map(|cell| cell.slot);
    let slots = added.chain(report.touched.iter().copied());
    let is_renumbered = |vertex: &VertexId| report.renumbered.binary_search(vertex).is_ok();
    let mut found = Vec::with_capacity(4 * report.renumbered.len());
    for edge in slots.flat_map(|slot| mesh.edge_range(slot)).map(|edge| EdgeId(edge as u32)) {
        let own = mesh.edge(edge);
        let Some(beyond) = own.neighbor_slot() else { continue };
        let ends = [own.vertex(), mesh.edge(mesh.next_edge(edge)).vertex()];
        // Most vertices have kept their numbers, and that is soon known.
        if ends.iter().any(is_renumbered)
            && !is_dead_end(mesh, own.cell_slot())
            && !is_dead_end(mesh, beyond)
        {
            found.extend(ends.into_iter().filter(is_renumbered));
        }
    }
    found.merge_sort();
    found
}

/// Lists the open walls from one on, along the border of the walkable area.
fn run_of_open_walls(former: &FormerWalls, is_open: &[bool], first: usize) -> Vec<usize> {
    let next = |&wall: &usize| former.0[wall].next.filter(|&next| is_open[next] && next != first);
    // A border that comes back to a wall has come back to the first one.
    std::iter::successors(Some(first), next).take(former.0.len()).collect()
}

/// True if the last wall of a run leads to the first.
fn closes(former: &FormerWalls, run: &[usize]) -> bool {
    run.last().is_some_and(|&last| former.0[last].next == run.first().copied())
}

/// True if a border runs clockwise, so that the walkable area lies around it. Exact.
///
/// Ground within a border spans less than half a turn at each visit of the lowest corner. Around an obstacle
/// it spans more at one visit, a whole turn at the end of a wall without thickness.
fn is_clockwise(border: &[DVec2]) -> bool {
    let count = border.len();
    let lowest = border.iter().copied().min_by(|a, b| lexicographic(*a, *b));
    (0..count).filter(|&at| Some(border[at]) == lowest).any(|at| {
        let [before, after] = [at + count - 1, at + 1].map(|index| border[index % count]);
        turn(before, border[at], after) != Turn::Left
    })
}
