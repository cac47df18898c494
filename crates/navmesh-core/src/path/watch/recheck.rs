//! The exact test of the legs that a change may block.

use glam::DVec2;

use super::index::{CellIndex, WatchedLeg};
use super::{WallChange, Watched};
use crate::geom::{Turn, turn};
use crate::mesh::NavMesh;
use crate::path::walkable::Walk;

/// The test of the legs around a change.
#[derive(Debug)]
pub(super) struct Recheck<'a> {
    pub(super) change: &'a WallChange,
    pub(super) mesh: &'a NavMesh,
    pub(super) walk: Walk,
    pub(super) index: &'a mut CellIndex,
}

impl Recheck<'_> {
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
            if self.holds(watched, leg.leg as usize) {
                self.enter(watched, leg);
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
            let is_gone = |slot: &u32| self.change.removed.binary_search(slot).is_ok();
            let is_kept = |slots: &[u32]| {
                !slots.iter().any(is_gone) && !self.change.touches([*point, *point])
            };
            *arrived = arrived.take().filter(|slots| is_kept(slots));
        }
    }

    /// True if a leg holds because no wall at it has changed. The first leg needs its start on the mesh too.
    fn holds(&self, watched: &Watched, leg: usize) -> bool {
        let path = &watched.path;
        let ends = path.waypoints().windows(2).nth(leg);
        let is_clear = ends.is_some_and(|ends| !self.change.touches([ends[0], ends[1]]));
        is_clear && leg > 0 && path.link_of_leg(leg).is_none()
    }

    /// Enters a leg at the new cells that it may touch.
    fn enter(&mut self, watched: &Watched, leg: WatchedLeg) {
        let number = leg.leg as usize;
        let points = watched.path.waypoints();
        let ends = [points[number], points[number + 1]];
        for &slot in &self.change.added {
            if may_touch(self.mesh, slot, ends) {
                self.index.add_once(slot, leg);
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
        let known = (0..=target).rev().find(|&at| arrivals.get(at).is_some_and(Option::is_some));
        let first = known.unwrap_or(0);
        match arrivals.get(first).and_then(Option::as_deref) {
            Some(slots) => self.walk.resume(slots),
            None => {
                let start = path.start_place().ok_or(0_usize)?;
                if !self.walk.begin(self.mesh, start) {
                    return Err(0);
                }
                arrivals[0] = Some(self.walk.slots());
                self.enter_at(WatchedLeg { leg: 0, ..last }, &self.walk.slots());
            }
        }
        for (leg, ends) in path.legs().enumerate().skip(first) {
            let entry = WatchedLeg { leg: leg as u32, ..last };
            let link = path.link_of_leg(leg);
            if link.is_some() {
                self.enter_at(entry, &self.walk.slots());
            }
            if !self.walk.advance(self.mesh, link, ends) {
                return Err(leg);
            }
            let arrived = self.walk.slots();
            match link {
                Some(_) => self.enter_at(entry, &arrived),
                None => self.enter_at(entry, &self.walk.slots_on_leg().collect::<Vec<_>>()),
            }
            if leg >= target && arrivals[leg + 1].as_ref() == Some(&arrived) {
                return Ok(leg + 1);
            }
            arrivals[leg + 1] = Some(arrived);
        }
        Ok(path.waypoints().len())
    }

    /// Enters a leg at cells.
    fn enter_at(&mut self, leg: WatchedLeg, slots: &[u32]) {
        for &slot in slots {
            self.index.add_once(slot, leg);
        }
    }
}

/// False if a cell lies beside a segment. Conservative for cells near its line.
fn may_touch(mesh: &NavMesh, slot: u32, [a, b]: [DVec2; 2]) -> bool {
    let corners = mesh.corners(slot);
    let (low, high) = (a.min(b), a.max(b));
    let beyond = |is_beyond: fn(DVec2, DVec2, DVec2) -> bool| {
        corners.clone().all(|corner| is_beyond(corner, low, high))
    };
    let is_apart = beyond(|corner, low, _| corner.x < low.x)
        || beyond(|corner, low, _| corner.y < low.y)
        || beyond(|corner, _, high| corner.x > high.x)
        || beyond(|corner, _, high| corner.y > high.y);
    !is_apart && {
        let mut turns = corners.map(|corner| turn(a, b, corner));
        let first = turns.next().unwrap_or(Turn::Collinear);
        first == Turn::Collinear || turns.any(|other| other != first)
    }
}
