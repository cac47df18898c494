//! The exact test of the legs that a change may block.

use glam::DVec2;

use super::index::{CellIndex, WatchedLeg};
use super::{WallChange, Watched, first_leg};
use crate::geom::{Bounds, Turn, turn};
use crate::mesh::{CellId, NavMesh};
use crate::path::walkable::Walk;

/// The test of the legs around a change.
#[derive(Debug)]
pub(super) struct Recheck<'a> {
    change: &'a WallChange,
    mesh: &'a NavMesh,
    walk: Walk,
    index: &'a mut CellIndex,
    /// The slots of new cells, each with its box.
    added: Vec<(u32, Bounds)>,
}

impl<'a> Recheck<'a> {
    pub(super) fn of(change: &'a WallChange, mesh: &'a NavMesh, index: &'a mut CellIndex) -> Self {
        let bounds = |&slot: &u32| (slot, Bounds::of(mesh.corners(slot)));
        let added = change.added.iter().map(bounds).collect();
        Self { change, mesh, walk: Walk::default(), index, added }
    }

    /// Tests legs of a path, ascending, and enters those that hold into the index.
    ///
    /// # Errors
    ///
    /// The number of the first blocked leg.
    pub(super) fn legs_of(
        &mut self,
        watched: &mut Watched,
        legs: &[WatchedLeg],
    ) -> Result<(), usize> {
        for leg in legs {
            self.forget_arrivals(watched, leg.leg as usize);
        }
        let mut walked = 0;
        for &leg in legs {
            if (leg.leg as usize) < walked {
                continue;
            }
            if self.change.leaves(&leg) {
                self.enter(leg);
            } else {
                walked = self.walk_from(watched, leg)?;
            }
        }
        Ok(())
    }

    /// Forgets the cells of the ends of a leg if the change may have changed them.
    fn forget_arrivals(&self, watched: &mut Watched, leg: usize) {
        let Watched { path, arrivals, .. } = watched;
        let points = path.waypoints();
        for (point, arrived) in points.iter().zip(arrivals).skip(leg).take(2) {
            if self.change.touches([*point, *point]) {
                *arrived = None;
            }
        }
    }

    /// Enters a leg that [the change leaves](WallChange::leaves) at the new cells that it may touch. The new cells do not
    /// have the leg yet.
    pub(super) fn enter(&mut self, leg: WatchedLeg) {
        let Some(ends) = leg.straight else { return };
        for &(slot, bounds) in &self.added {
            if may_touch(self.mesh, slot, bounds, ends) {
                self.index.add(slot, leg);
            }
        }
    }

    /// Walks from the last waypoint whose cells are known through a leg, and on until the walk arrives as
    /// before. Returns the number of the leg where it stopped.
    ///
    /// # Errors
    ///
    /// The number of the first blocked leg.
    fn walk_from(&mut self, watched: &mut Watched, last: WatchedLeg) -> Result<usize, usize> {
        let Watched { path, arrivals, .. } = watched;
        let target = last.leg as usize;
        let is_known = |cells: &[CellId]| cells.iter().all(|&cell| self.mesh.has_cell(cell));
        let known = |at: usize| arrivals.get(at)?.as_deref().filter(|cells| is_known(cells));
        let first = (0..=target).rev().find(|&at| known(at).is_some()).unwrap_or(0);
        match known(first) {
            Some(cells) => self.walk.resume(cells),
            None => {
                let start = path.start_place().ok_or(0_usize)?;
                if !self.walk.begin(self.mesh, start) {
                    return Err(0);
                }
                arrivals[0] = Some(self.walk.cells(self.mesh));
                self.enter_at(first_leg(path, last));
            }
        }
        for (leg, ends) in path.legs().enumerate().skip(first) {
            let link = path.link_of_leg(leg);
            let straight = if link.is_some() { None } else { Some(ends) };
            let entry = WatchedLeg { leg: leg as u32, straight, ..last };
            if link.is_some() {
                self.enter_at(entry);
            }
            if self.walk.advance(self.mesh, path, leg).is_none() {
                return Err(leg);
            }
            let arrived = self.walk.cells(self.mesh);
            match link {
                Some(_) => self.enter_at(entry),
                None => self.enter_on_leg(entry),
            }
            if leg >= target && arrivals[leg + 1].as_ref() == Some(&arrived) {
                return Ok(leg + 1);
            }
            arrivals[leg + 1] = Some(arrived);
        }
        Ok(path.waypoints().len())
    }

    /// Enters a leg at the cells that the walk has reached.
    fn enter_at(&mut self, leg: WatchedLeg) {
        for slot in self.walk.slots() {
            self.index.add_once(slot, leg);
        }
    }

    /// Enters a leg at the cells on it.
    fn enter_on_leg(&mut self, leg: WatchedLeg) {
        for slot in self.walk.slots_on_leg() {
            self.index.add_once(slot, leg);
        }
    }
}

/// False if a cell lies beside a segment. Conservative for cells near its line.
fn may_touch(mesh: &NavMesh, slot: u32, bounds: Bounds, [a, b]: [DVec2; 2]) -> bool {
    let meet = a.min(b).cmple(bounds.max).all() && bounds.min.cmple(a.max(b)).all();
    meet && {
        let mut turns = mesh.corners(slot).map(|corner| turn(a, b, corner));
        let first = turns.next().unwrap_or(Turn::Collinear);
        first == Turn::Collinear || turns.any(|other| other != first)
    }
}
