//! Walks along a path: the exact test of its legs, and their cost. It shares no code with any search.
//!
//! The state at a point is the set of reached cells that hold it, each with the least cost of a walk to
//! it. A [leg](super::leg) extends the set through every portal that it touches. At the end of the leg
//! only the cells that hold the end remain. The leg is blocked if none remains. At a pinch or along a
//! thin wall there is no portal, so the set stays on its side. On several floors the walk begins on one
//! of them. `pieces` gives the parts of the legs in the cells of a mesh.

mod pieces;

use glam::DVec2;

use super::leg::{LegWalk, Reached};
use super::{LinkUse, Path};
use crate::collections::MergeSort;
use crate::mesh::{CellId, Incidence, NavMesh, Place};
pub(crate) use pieces::LegOnMesh;
pub(super) use pieces::LegSteps;

/// A leg that cannot be walked, by its number.
pub(super) struct BlockedLeg(pub(super) usize);

/// A walk along a path. Its memory is kept from walk to walk.
#[derive(Debug, Clone, Default)]
pub(super) struct Walk {
    reached: Vec<Reached>,
    incidences: Vec<Incidence>,
    leg: LegWalk,
    /// The cell from which the last link was entered.
    entered_from: u32,
}

/// A leg that was walked.
#[derive(Debug, Clone, Copy)]
pub(super) enum WalkedLeg<'a> {
    /// Its ends, the walk along it, and the cells at its end.
    Straight { ends: [DVec2; 2], walk: &'a LegWalk, reached: &'a [Reached] },
    /// A link, and the cell from which it was entered.
    Link(u32),
}

/// Measures straight ways, with memory that is kept between them.
#[derive(Debug, Clone, Default)]
pub struct Ruler {
    walk: Walk,
}

impl Ruler {
    /// Returns the least cost of walking from a place straight to each point in turn; `None` if a wall is in the way.
    ///
    /// It is the cost that [`Path::cost_on`] gives for these legs. A way ends on any floor that it leads to.
    ///
    /// Complexity: O(n log n) in the number of cells that the legs touch.
    pub fn cost(&mut self, mesh: &NavMesh, from: Place, points: &[DVec2]) -> Option<f64> {
        self.walk.begin(mesh, from);
        let mut ends = [from.point; 2];
        let Walk { leg, reached, .. } = &mut self.walk;
        for &point in points {
            ends = [ends[1], point];
            leg.advance(mesh, reached, ends);
        }
        reached.iter().map(|at| at.cost).min_by(f64::total_cmp)
    }
}

impl Walk {
    /// Returns the least cost of a walk along the path, through any cells and over the links, over the floors that the
    /// path names. A path that names none begins on its first floor and ends on that of its last cell.
    ///
    /// # Errors
    ///
    /// The first blocked leg. It is leg 0 if the first point is off the mesh, even without legs.
    ///
    /// Complexity: O(n log n) in the number of cells that the legs touch.
    pub(super) fn cost(&mut self, mesh: &NavMesh, path: &Path) -> Result<f64, BlockedLeg> {
        self.follow(mesh, path, |_| {})
    }

    /// Returns the cost as [`Walk::cost`] does, and calls `seen` after each leg.
    pub(super) fn follow(
        &mut self,
        mesh: &NavMesh,
        path: &Path,
        mut seen: impl FnMut(WalkedLeg<'_>),
    ) -> Result<f64, BlockedLeg> {
        let Some(start) = path.start_place() else { return Ok(0.0) };
        if !self.begin(mesh, start) {
            return Err(BlockedLeg(0));
        }
        for index in 0..path.legs().len() {
            seen(self.advance(mesh, path, index).ok_or(BlockedLeg(index))?);
        }
        Ok(self.end_of(mesh, path).map_or(f64::INFINITY, |end| end.cost))
    }

    /// Begins at a place, at cost 0. Returns false if the mesh does not hold it.
    pub(super) fn begin(&mut self, mesh: &NavMesh, place: Place) -> bool {
        self.enter(mesh, place, 0.0);
        !self.reached.is_empty()
    }

    /// Begins in cells that a former walk has reached, at cost 0.
    pub(super) fn resume(&mut self, cells: &[CellId]) {
        self.reached.clear();
        self.reached.extend(cells.iter().map(|cell| Reached { slot: cell.slot, cost: 0.0 }));
    }

    /// Walks along a leg of a path, or over its link, to the floor of its end. Returns `None` if the leg is blocked.
    pub(super) fn advance(
        &mut self,
        mesh: &NavMesh,
        path: &Path,
        leg: usize,
    ) -> Option<WalkedLeg<'_>> {
        let ends = [path.waypoints()[leg], path.waypoints()[leg + 1]];
        let link = path.link_of_leg(leg);
        match link {
            Some(link) => self.use_link(mesh, link, ends),
            None => self.leg.advance(mesh, &mut self.reached, ends),
        }
        self.keep_floor(mesh, path.place_of_waypoint(leg + 1));
        let walked = match link {
            Some(_) => WalkedLeg::Link(self.entered_from),
            None => WalkedLeg::Straight { ends, walk: &self.leg, reached: &self.reached },
        };
        (!self.reached.is_empty()).then_some(walked)
    }

    /// Keeps the reached cells on the floor of a place, and those that are joined there to a cell on it.
    fn keep_floor(&mut self, mesh: &NavMesh, place: Place) {
        let is_on_it = |layer| self.reached.iter().all(|at| mesh.layer(at.slot) == layer);
        if place.layer.is_none_or(is_on_it) {
            return;
        }
        mesh.locate_into(place, &mut self.incidences);
        let Self { reached, incidences, .. } = self;
        reached.retain(|at| incidences.iter().any(|incidence| incidence.cell.slot == at.slot));
    }

    /// Iterates over the slots of the reached cells, perhaps over some more than once.
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.reached.iter().map(|at| at.slot)
    }

    /// Returns the reached cells, ascending.
    pub(super) fn cells(&self, mesh: &NavMesh) -> Box<[CellId]> {
        let mut slots: Vec<u32> = self.slots().collect();
        slots.merge_sort();
        slots.dedup();
        slots.into_iter().map(|slot| mesh.cell_id(slot)).collect()
    }

    /// Iterates over the slots of the cells that the last walked leg touches, ascending.
    pub(super) fn slots_on_leg(&self) -> impl Iterator<Item = u32> + '_ {
        self.leg.slots()
    }

    /// Returns the cell in which the last walk ends at the least cost. If the path names no floors, cells on the floor of
    /// its last cell are preferred to others at the same point.
    pub(super) fn end_of(&self, mesh: &NavMesh, path: &Path) -> Option<Reached> {
        let last = path.waypoints().len().saturating_sub(1);
        let own = || path.cells().last().map(|cell| mesh.layer(cell.slot));
        let floor = path.waypoint_layer(last).or_else(own);
        let is_elsewhere = |at: &Reached| Some(mesh.layer(at.slot)) != floor;
        let by_cost = |a: &&Reached, b: &&Reached| {
            is_elsewhere(a).cmp(&is_elsewhere(b)).then(a.cost.total_cmp(&b.cost))
        };
        self.reached.iter().min_by(by_cost).copied()
    }

    /// Replaces the reached cells by those at a place.
    fn enter(&mut self, mesh: &NavMesh, place: Place, cost: f64) {
        mesh.locate_into(place, &mut self.incidences);
        self.reached.clear();
        let slots = self.incidences.iter().map(|at| at.cell.slot);
        self.reached.extend(slots.map(|slot| Reached { slot, cost }));
    }

    /// Replaces the cells at the entry of a link by those at its exit; by none if the link is missing,
    /// closed or not usable in this direction.
    fn use_link(&mut self, mesh: &NavMesh, used: &LinkUse, [entry, exit]: [DVec2; 2]) {
        let (entered, left) = (used.entered, used.entered.other());
        let ends = mesh
            .link(used.link)
            .filter(|link| link.may_be_entered(entered) && mesh.is_lane_open(used.lane_id()));
        let end = |side| ends.and_then(|link| link.end_of_lane(used.lane, side));
        let [near, far] = [end(entered), end(left)];
        let (Some(near), Some(far)) = (near, far) else { return self.reached.clear() };
        if [near.point, far.point] != [entry, exit] {
            return self.reached.clear();
        }
        mesh.locate_into(Place::new(near.point).on_layer(near.layer), &mut self.incidences);
        let is_at_entry =
            |at: &&Reached| self.incidences.iter().any(|incidence| incidence.cell.slot == at.slot);
        let at_entry = self.reached.iter().filter(is_at_entry);
        match at_entry.copied().min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            Some(Reached { slot, cost }) => {
                self.entered_from = slot;
                self.enter(mesh, Place::new(far.point).on_layer(far.layer), cost + used.cost);
            }
            None => self.reached.clear(),
        }
    }
}
