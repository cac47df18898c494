//! Walks along a path: the exact test of its legs, and their cost. It shares no code with any search.
//!
//! The state at a point is the set of reached cells that hold it, each with the least cost of a walk to
//! it. A [leg](super::leg) extends the set through every portal that it touches. At the end of the leg
//! only the cells that hold the end remain. The leg is blocked if none remains. At a pinch or along a
//! thin wall there is no portal, so the set stays on its side. On several floors the walk begins on one
//! of them.

use glam::DVec2;

use super::leg::{LegWalk, Reached, portals};
use super::{LinkUse, Path};
use crate::geom::ring::segments_touch;
use crate::mesh::{CellId, Incidence, NavMesh, Place};

/// A leg that cannot be walked, by its number.
pub(super) struct BlockedLeg(pub(super) usize);

/// A walk along a path. Its memory is kept from walk to walk.
#[derive(Debug, Default)]
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

impl Walk {
    /// Returns the least cost of a walk along the path, from a floor through any cells and over the links, to the floor
    /// of the path's last cell.
    ///
    /// # Errors
    ///
    /// The first blocked leg. It is leg 0 if the first point is off the mesh, even without legs.
    ///
    /// Complexity: O(n log n) in the number of cells that the legs touch.
    pub(super) fn cost(
        &mut self,
        mesh: &NavMesh,
        path: &Path,
        layer: u32,
    ) -> Result<f64, BlockedLeg> {
        self.follow(mesh, path, layer, |_| {})
    }

    /// Returns the cost as [`Walk::cost`] does, and calls `seen` after each leg.
    pub(super) fn follow(
        &mut self,
        mesh: &NavMesh,
        path: &Path,
        layer: u32,
        mut seen: impl FnMut(WalkedLeg<'_>),
    ) -> Result<f64, BlockedLeg> {
        let Some(&start) = path.waypoints().first() else { return Ok(0.0) };
        if !self.begin(mesh, Place::new(start).on_layer(layer)) {
            return Err(BlockedLeg(0));
        }
        for (index, leg) in path.legs().enumerate() {
            if !self.advance(mesh, path.link_of_leg(index), leg) {
                return Err(BlockedLeg(index));
            }
            seen(match path.link_of_leg(index) {
                Some(_) => WalkedLeg::Link(self.entered_from),
                None => WalkedLeg::Straight { ends: leg, walk: &self.leg, reached: &self.reached },
            });
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

    /// Walks along a leg, or over its link. Returns false if the leg is blocked.
    pub(super) fn advance(
        &mut self,
        mesh: &NavMesh,
        link: Option<&LinkUse>,
        leg: [DVec2; 2],
    ) -> bool {
        match link {
            Some(link) => self.use_link(mesh, link, leg),
            None => self.leg.advance(mesh, &mut self.reached, leg),
        }
        !self.reached.is_empty()
    }

    /// Iterates over the slots of the reached cells, perhaps over some more than once.
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.reached.iter().map(|at| at.slot)
    }

    /// Returns the reached cells, ascending.
    pub(super) fn cells(&self, mesh: &NavMesh) -> Box<[CellId]> {
        let mut slots: Vec<u32> = self.slots().collect();
        slots.sort_unstable();
        slots.dedup();
        slots.into_iter().map(|slot| mesh.cell_id(slot)).collect()
    }

    /// Iterates over the slots of the cells that the last walked leg touches, ascending.
    pub(super) fn slots_on_leg(&self) -> impl Iterator<Item = u32> + '_ {
        self.leg.slots()
    }

    /// True if the last walk ends on a floor; always without one.
    pub(super) fn ends_on(&self, mesh: &NavMesh, layer: Option<u32>) -> bool {
        layer.is_none_or(|layer| self.reached.iter().any(|at| mesh.layer(at.slot) == layer))
    }

    /// Returns the least cost at which the last walk ends on a floor, or on any without one.
    pub(super) fn cost_on(&self, mesh: &NavMesh, layer: Option<u32>) -> Option<f64> {
        let is_there = |at: &&Reached| layer.is_none_or(|layer| mesh.layer(at.slot) == layer);
        self.reached.iter().filter(is_there).map(|at| at.cost).min_by(f64::total_cmp)
    }

    /// Returns the cell in which the last walk ends at the least cost. On several floors, cells on the floor of the path's
    /// last cell are preferred to others at the same point.
    pub(super) fn end_of(&self, mesh: &NavMesh, path: &Path) -> Option<Reached> {
        let floor = path.cells().last().map(|cell| mesh.layer(cell.slot));
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

/// True if `cell` holds a point, and is joined there to a cell of a floor.
pub(super) fn holds_on_floor(mesh: &NavMesh, cell: CellId, point: DVec2, layer: u32) -> bool {
    let mut all = Vec::new();
    mesh.locate_into(Place::new(point).on_layer(layer), &mut all);
    all.iter().any(|incidence| incidence.cell == cell)
}

/// Returns the number of the first leg that the closed `cells` do not hold, in their order.
///
/// The first cell must hold the first point, and the last cell the last. All cells must be of the mesh.
///
/// Complexity: linear in the number of cells and legs.
pub(super) fn first_leg_outside(
    mesh: &NavMesh,
    cells: &[CellId],
    points: &[DVec2],
) -> Option<usize> {
    cells_of_points(mesh, cells, points).err()
}

/// A cell that holds a point of a path, and the one from which the leg before leads there.
struct Held {
    /// The index of the cell.
    cell: usize,
    /// The index of its predecessor among the cells that hold the point before.
    before: usize,
}

/// Returns for each point the index of a cell that holds it. The cells in between hold the legs.
///
/// The first cell must hold the first point, and the last cell the last. All cells must be of the mesh.
///
/// Complexity: linear in the number of cells and legs.
///
/// # Errors
///
/// The number of the first leg that the cells do not hold.
pub(super) fn cells_of_points(
    mesh: &NavMesh,
    cells: &[CellId],
    points: &[DVec2],
) -> Result<Vec<usize>, usize> {
    let Some(&first) = points.first() else { return Ok(Vec::new()) };
    let holds_first = cells.first().is_some_and(|c| mesh.feature_at(c.slot, first).is_some());
    let mut held = vec![Vec::from_iter(holds_first.then_some(Held { cell: 0, before: 0 }))];
    for (index, leg) in points.windows(2).enumerate() {
        let next = cells_at_end(mesh, cells, &held[index], [leg[0], leg[1]]);
        if next.is_empty() {
            return Err(index);
        }
        held.push(next);
    }
    let last_leg = points.len().saturating_sub(2);
    let arrived = held[points.len() - 1].last().is_some_and(|at| at.cell + 1 == cells.len());
    if !arrived {
        return Err(last_leg);
    }
    let mut at = held[points.len() - 1].len() - 1;
    let mut chosen: Vec<usize> = Vec::with_capacity(points.len());
    for here in held.iter().rev() {
        chosen.push(here[at].cell);
        at = here[at].before;
    }
    chosen.reverse();
    Ok(chosen)
}

/// Returns the cells that hold the end of a leg, reached from those that hold its beginning. Their
/// indices ascend.
fn cells_at_end(mesh: &NavMesh, cells: &[CellId], from: &[Held], leg: [DVec2; 2]) -> Vec<Held> {
    let holds_end = |index: usize| mesh.feature_at(cells[index].slot, leg[1]).is_some();
    let reaches_next = |index: usize| {
        let next = cells.get(index + 1);
        next.is_some_and(|next| {
            are_joined(mesh, cells[index], *next, |ends| segments_touch(leg, ends))
        })
    };
    let (mut at_end, mut unseen) = (Vec::new(), 0);
    for (before, held) in from.iter().enumerate() {
        let mut next = (held.cell >= unseen).then_some(held.cell);
        while let Some(cell) = next {
            at_end.extend(holds_end(cell).then_some(Held { cell, before }));
            unseen = cell + 1;
            next = reaches_next(cell).then_some(unseen);
        }
    }
    at_end
}

/// Returns the index of the first cell that is not joined to the next.
pub(super) fn first_cell_apart(mesh: &NavMesh, cells: &[CellId]) -> Option<usize> {
    cells.windows(2).position(|pair| !are_joined(mesh, pair[0], pair[1], |_| true))
}

/// True if `accepts` accepts the ends of some portal between two cells.
fn are_joined(
    mesh: &NavMesh,
    cell: CellId,
    next: CellId,
    accepts: impl Fn([DVec2; 2]) -> bool,
) -> bool {
    portals(mesh, cell.slot)
        .any(|(edge, neighbor)| neighbor == next.slot && accepts(mesh.edge_ends(edge)))
}
