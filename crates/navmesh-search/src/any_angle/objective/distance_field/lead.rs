//! Queries of a distance field: the best path from a point, as its first root and its length.

use navmesh_core::backend::geom::{Turn, turn, within_box};
use navmesh_core::backend::{Endpoints, checked_point, collections::NONE};
use navmesh_core::{DVec2, LaneId, LinkSide, Nearest, PathError, PathQuery, Place, QuerySide};

use super::{Shortest, View};
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::off_mesh::connection_state::ConnectionExit;
use crate::any_angle::search::final_segment::FinalSegment;
use crate::field::Heading;

/// The best path from a point, which extends a path of the flood by one or two segments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lead {
    pub(super) length: f64,
    /// The last root of the flood's path: it sees the point, or the corner that sees the point.
    pub(super) root: u32,
    /// The corner between the root and the point.
    pub(super) corner: Option<DVec2>,
    /// The step into the cell that contains the point; `NONE` if the root is in that cell.
    pub(super) step: u32,
    pub(super) cell: u32,
}

impl Shortest {
    pub(super) fn heading_from(&self, place: Place) -> Result<Heading, PathError> {
        let (lead, from, offset) = self.lead_near(place)?;
        let (next, link) = self.next_corner(&lead, from);
        let from = self.mesh.place_in(lead.cell, from);
        Ok(Heading { from, offset, distance: lead.length, next, link })
    }

    /// Makes an error precise if cells or doors are closed: returns `OnClosedCell` or `ClosedOff`.
    pub(super) fn explained(&self, asked: Place, error: PathError) -> PathError {
        match error {
            PathError::StartOutside { place } => self.mesh.outside_error(place, QuerySide::Start),
            PathError::Unreachable { .. } if self.mesh.all_open().is_some() => {
                let mut ends = Endpoints::default();
                let alone = |&goal| {
                    let query = PathQuery::new(asked, goal);
                    ends.place(&self.mesh, &self.snap.map_or(query, |snap| query.snap(snap))).err()
                };
                let is_closed = |error: &PathError| matches!(error, PathError::ClosedOff { .. });
                self.asked.iter().filter_map(alone).find(is_closed).unwrap_or(error)
            }
            _ => error,
        }
    }

    /// Returns the best path from a place, the point after a move onto the mesh by at most the
    /// snap, and the length of that move.
    pub(super) fn lead_near(&self, asked: Place) -> Result<(Lead, DVec2, f64), PathError> {
        let point = checked_point(asked.point, QuerySide::Start)?;
        let place = Place { point, ..asked };
        if let Some(lead) = self.lead_from(place) {
            return Ok((lead, point, 0.0));
        }
        let goal = Place::new(self.goals[0].point);
        let beyond = |start| {
            if self.limit < f64::INFINITY {
                let (lower_bound, expanded) = (self.limit, self.expanded);
                return PathError::BudgetExhausted { lower_bound, expanded };
            }
            // Closed doors separate what the components of the open mesh join.
            PathError::Unreachable { start, goal }
        };
        if self.mesh.incidences_at(place).any(|at| self.is_joined(at.cell.slot)) {
            return Err(beyond(place));
        }
        if self.mesh.own_incidence(&place).is_some() {
            return Err(PathError::Unreachable { start: place, goal });
        }
        let snap = place.snap(self.snap, self.mesh.default_snap());
        let moved = |near: Nearest| {
            let Place { layer, .. } = self.mesh.place_in(near.cell.slot, near.point);
            (Place { layer, ..Place::new(near.point) }, near.distance)
        };
        // Like a path query: the nearest point of the mesh first, then the nearest from which a
        // goal is reachable.
        let is_of_floor = |slot| place.may_be_on(self.mesh.layer(slot));
        let near = self.mesh.nearest_where(point, snap, is_of_floor);
        let (start, offset) = near.map(moved).ok_or(PathError::StartOutside { place })?;
        if let Some(lead) = self.lead_from(start) {
            return Ok((lead, start.point, offset));
        }
        let joined = self.mesh.snap_to_connect(place, snap, |slot| self.is_joined(slot));
        let joined = joined.map(moved).ok_or(PathError::Unreachable { start, goal })?;
        let lead = self.lead_from(joined.0).ok_or(beyond(joined.0))?;
        Ok((lead, joined.0.point, joined.1))
    }

    /// True if some goal is reachable from a cell.
    fn is_joined(&self, cell: u32) -> bool {
        self.joined.hold(&self.mesh, cell)
    }

    /// Returns the best path from a place within the limit. A place without a layer is on the
    /// lowest floor there from which a goal is reachable, like the start of a path query.
    fn lead_from(&self, place: Place) -> Option<Lead> {
        let is_known = place.layer.is_some() || self.mesh.own_incidence(&place).is_some();
        if !self.mesh.has_layers() || is_known {
            return self.lead_on_floor(place);
        }
        let mut below = None;
        loop {
            let joined = self.mesh.incidences(place.point).map(|at| at.cell.slot);
            let layers =
                joined.filter(|&slot| self.is_joined(slot)).map(|slot| self.mesh.layer(slot));
            below = Some(layers.filter(|&layer| below.is_none_or(|below| layer > below)).min()?);
            let lead = self.lead_on_floor(Place { layer: below, ..place });
            // Without a limit, a missing path proves that closed doors separate this floor from all
            // goals.
            if lead.is_some() || self.limit < f64::INFINITY {
                return lead;
            }
        }
    }

    /// Returns the best path from a place on its floor, within the limit.
    fn lead_on_floor(&self, place: Place) -> Option<Lead> {
        let mut best = None;
        for incidence in self.mesh.incidences_at(place) {
            self.improve_at_home(&mut best, incidence.cell.slot, place.point);
            self.improve(&mut best, incidence.cell.slot, place.point);
        }
        best.filter(|lead| lead.length <= self.limit)
    }

    /// Compares the straight segments to goals and entries of links in the same cell.
    fn improve_at_home(&self, best: &mut Option<Lead>, cell: u32, point: DVec2) {
        let first = self.homes.partition_point(|&(home, _)| home < cell);
        for &(_, number) in self.homes[first..].iter().take_while(|(home, _)| *home == cell) {
            let root = self.roots[number as usize];
            let length = root.g + root.point.distance(point);
            let lead = Lead { length, root: number, corner: None, step: NONE, cell };
            lead.replace_longer(best);
        }
    }

    /// Compares the paths through the intervals by which the flood entered a cell.
    fn improve(&self, best: &mut Option<Lead>, cell: u32, point: DVec2) {
        for View { node, least } in self.views.group(cell as usize) {
            if best.is_some_and(|best| best.length < *least) {
                return;
            }
            let portal = self.index.portals(&self.mesh).get(node.portal);
            let root = &self.roots[node.root as usize];
            let corner = match FinalSegment::to::<RobustPredicate>(node, portal, root.point, point)
            {
                None => continue,
                Some(FinalSegment::Straight) => None,
                Some(FinalSegment::Around(corner)) => Some(corner.point),
            };
            let via = corner.unwrap_or(root.point);
            let length = root.g + root.point.distance(via) + via.distance(point);
            let lead = Lead { length, root: node.root, corner, step: node.step, cell };
            lead.replace_longer(best);
        }
    }

    /// Returns the first place where the path turns or its first walk ends, and the link to take from
    /// there.
    fn next_corner(&self, lead: &Lead, from: DVec2) -> (Place, Option<(LaneId, LinkSide)>) {
        let numbers = std::iter::successors(Some(lead.root), |&number| {
            let previous = self.roots[number as usize].previous;
            (previous != NONE).then_some(previous)
        });
        let rest = numbers.map(|number| (self.roots[number as usize].point, Some(number)));
        let (mut next, mut next_root) = (from, None);
        for (point, root) in lead.corner.map(|corner| (corner, None)).into_iter().chain(rest) {
            let goes_on =
                turn(from, next, point) == Turn::Collinear && within_box(from, point, next);
            if next != from && !goes_on {
                return (self.place_at_root(lead, next_root, next), None);
            }
            (next, next_root) = (point, root);
        }
        let landing = self.landing_at(self.first_root(lead.root));
        let connection =
            landing.map(|landing| &self.connections.all()[landing.connection as usize]);
        let link = connection.map(|connection| (connection.lane_id(), connection.entered));
        (self.place_at_root(lead, next_root, next), link)
    }

    /// Returns the place at the end of a lead's first leg: at a root, or at the lead's own corner.
    ///
    /// The corner ends the portal into the lead's cell. A root lies in one of the cells that the leg
    /// passes: at its vertex, or at a goal or the entry of a link there.
    fn place_at_root(&self, lead: &Lead, root: Option<u32>, point: DVec2) -> Place {
        let Some(number) = root else { return self.mesh.place_in(lead.cell, point) };
        let portals = self.index.portals(&self.mesh);
        let step = |step: u32| self.steps.get(step as usize);
        let passed = std::iter::successors(step(lead.step), |at| step(at.previous));
        let cells = std::iter::once(lead.cell).chain(passed.map(|at| portals.cell_of(at.portal)));
        let vertex = self.roots[number as usize].vertex;
        let is_there = |&cell: &u32| match vertex {
            NONE => self.homes.binary_search(&(cell, number)).is_ok(),
            _ => self.mesh.edges()[self.mesh.edge_range(cell)]
                .iter()
                .any(|edge| edge.vertex().0 == vertex),
        };
        let cell = cells.clone().find(is_there).unwrap_or(lead.cell);
        self.mesh.place_in(cell, point)
    }

    /// Returns the root at the end of a walk: at a goal, or at the entry of a link.
    fn first_root(&self, mut root: u32) -> u32 {
        while self.roots[root as usize].previous != NONE {
            root = self.roots[root as usize].previous;
        }
        root
    }

    /// Returns the entry of a link at which a root was placed.
    fn landing_at(&self, root: u32) -> Option<&ConnectionExit> {
        let place = self.exits.binary_search_by_key(&root, |landing| landing.root).ok()?;
        Some(&self.exits[place])
    }

    /// Returns the distance by which the goal at the end of the path was moved onto the mesh.
    pub(super) fn goal_offset(&self, root: u32) -> f64 {
        let mut root = self.first_root(root);
        while let Some(landing) = self.landing_at(root) {
            root = self.first_root(landing.reached.solution.root);
        }
        self.goals.iter().find(|goal| goal.root == root).map_or(0.0, |goal| goal.offset)
    }
}

impl Lead {
    /// Replaces a longer lead. Ties go to the lowest cell.
    fn replace_longer(self, best: &mut Option<Self>) {
        let order = |best: Self| {
            self.length.total_cmp(&best.length).then(self.cell.cmp(&best.cell)).is_lt()
        };
        if best.is_none_or(order) {
            *best = Some(self);
        }
    }
}
