//! What a field answers: from a point, how far it is, which way to walk, the whole path.

use navmesh_core::geom::{Turn, sanitized, turn, within_box};
use navmesh_core::{
    DVec2, Endpoints, InvalidQuery, LaneId, LinkSide, Path, PathError, PathQuery, PathStatus,
    PathSummary, Place, QuerySide, SearchStats,
};

use super::{DistanceField, Heading, View};
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::final_segment::{FinalSegment, Solution};
use crate::any_angle::search::node::{NONE, Root};
use crate::any_angle::session::reconstruct::Trail;

/// The best way from a point: the last leg of the flood's.
#[derive(Debug, Clone, Copy)]
struct Lead {
    length: f64,
    /// The root that sees the point, or the corner that does.
    root: u32,
    /// The corner between the root and the point.
    corner: Option<DVec2>,
    /// The step into the cell that holds the point; `NONE` where it holds the goal too.
    step: u32,
    cell: u32,
}

impl DistanceField {
    /// The length of the shortest path from a place to the nearest goal, in map units; infinite where there
    /// is none that is known, be the place off the ground, out of reach, beyond the limit or no number.
    ///
    /// Complexity: location, and the intervals of a cell or two; allocates nothing.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0]], &mut Scratch::new())?;
    /// assert_eq!(field.distance_at([3.0, 1.0]), 2.0);
    /// assert_eq!(field.distance_at([9.0, 9.0]), f64::INFINITY); // off the ground
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_at(&self, place: impl Into<Place>) -> f64 {
        self.heading_from(place.into()).map_or(f64::INFINITY, |heading| heading.distance)
    }

    /// The direction to walk in from a place, of length 1; `None` at a goal, at a link that is to be taken, and where no way is known.
    ///
    /// Complexity: as [`DistanceField::distance_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0]], &mut Scratch::new())?;
    /// assert_eq!(field.direction_at([3.0, 1.0]), Some([-1.0, 0.0].into()));
    /// assert_eq!(field.direction_at([1.0, 1.0]), None); // there already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn direction_at(&self, place: impl Into<Place>) -> Option<DVec2> {
        self.heading_from(place.into()).ok()?.direction()
    }

    /// The distance from a place to the nearest goal and the corner to walk to.
    ///
    /// Of two ways of the same length it names one, the same on every run.
    ///
    /// Complexity: as [`DistanceField::distance_at`].
    ///
    /// # Errors
    ///
    /// `InvalidQuery`; `StartOutside` or `OnClosedGround` off the ground by more than the default snap; `ClosedOff` or
    /// `Unreachable` where no way leads to any goal; `BudgetExhausted` where every way is longer than the field's limit.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0]], &mut Scratch::new())?;
    /// let heading = field.heading_at([3.0, 1.0])?;
    /// assert_eq!((heading.distance, heading.next), (2.0, [1.0, 1.0].into()));
    /// assert_eq!(field.heading_at([9.0, 9.0]).unwrap_err().kind(), "start-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heading_at(&self, place: impl Into<Place>) -> Result<Heading, PathError> {
        let place = place.into();
        self.heading_from(place).map_err(|error| self.told(place, error))
    }

    /// The shortest path from a place to the nearest goal, written into `path`, which is emptied first.
    ///
    /// Complexity: as [`DistanceField::distance_at`], and linear in the path.
    ///
    /// # Errors
    ///
    /// As [`DistanceField::heading_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, Path, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0]], &mut Scratch::new())?;
    /// let mut path = Path::default(); // kept from walker to walker
    /// field.path_from_into([3.0, 1.0], &mut path)?;
    /// assert_eq!(path.waypoints(), [[3.0, 1.0].into(), [1.0, 1.0].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from_into(
        &self,
        place: impl Into<Place>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let place = place.into();
        let stood = self.stand(place).map_err(|error| self.told(place, error));
        let (lead, from, start_offset) = stood?;
        let trail = Trail {
            mesh: &self.mesh,
            portals: self.index.portals(&self.mesh),
            roots: &self.roots,
            steps: &self.steps,
            leaps: &self.leaps,
            exits: &self.exits,
        };
        path.push_waypoint(from);
        lead.corner.into_iter().for_each(|corner| path.push_waypoint(corner));
        path.push_cell(self.mesh.cell_id(lead.cell));
        let solution = Solution { length: lead.length, root: lead.root, step: lead.step };
        trail.push_way(Reached { solution, cell: lead.cell }, path);
        path.finish(PathSummary {
            status: PathStatus::Complete,
            start_layer: self.mesh.layer(lead.cell),
            start_offset,
            goal_offset: self.goal_offset(lead.root),
            stats: SearchStats::default(),
            ..PathSummary::default()
        });
        Ok(())
    }

    /// The same, as a new path.
    ///
    /// Complexity: as [`DistanceField::path_from_into`].
    ///
    /// # Errors
    ///
    /// As [`DistanceField::heading_at`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let field = finder.distance_field(&[[1.0, 1.0]], &mut Scratch::new())?;
    /// assert_eq!(field.path_from([3.0, 1.0])?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from(&self, place: impl Into<Place>) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_from_into(place, &mut path)?;
        Ok(path)
    }

    /// The goals, as placed on the ground; those that are off it are not among them.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = DVec2> + '_ {
        self.goals.iter().map(|goal| goal.point)
    }

    /// How far the field reaches, in map units; infinite where it knows no limit.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// How many bytes the field holds, besides the mesh and the search's index.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.views[..])
            + size_of_val(&self.roots[..])
            + size_of_val(&self.steps[..])
            + size_of_val(&self.starts[..])
            + size_of_val(&self.homes[..])
            + size_of_val(&self.exits[..])
            + size_of_val(&self.paid[..])
    }

    fn heading_from(&self, place: Place) -> Result<Heading, PathError> {
        let (lead, from, offset) = self.stand(place)?;
        let (next, link) = self.next_corner(&lead, from);
        Ok(Heading { from, offset, distance: lead.length, next, link })
    }

    /// What is wrong at a place, where it may be for ground that is closed.
    fn told(&self, asked: Place, error: PathError) -> PathError {
        match error {
            PathError::StartOutside { place } => self.mesh.missing_ground(place, QuerySide::Start),
            PathError::Unreachable { .. } if self.mesh.all_open().is_some() => {
                let mut ends = Endpoints::default();
                let alone = |&goal| ends.place(&self.mesh, &PathQuery::new(asked, goal)).err();
                let is_closed = |error: &PathError| matches!(error, PathError::ClosedOff { .. });
                self.asked.iter().filter_map(alone).find(is_closed).unwrap_or(error)
            }
            _ => error,
        }
    }

    /// The best way from a place, moved onto the ground by no more than the snap, and by how much.
    fn stand(&self, asked: Place) -> Result<(Lead, DVec2, f64), PathError> {
        let reason = InvalidQuery::Coordinates { side: QuerySide::Start, point: asked.point };
        let point = sanitized(asked.point).ok_or(PathError::InvalidQuery { reason })?;
        let place = Place { point, ..asked };
        if let Some(lead) = self.lead_from(place) {
            return Ok((lead, point, 0.0));
        }
        let goal = Place::new(self.goals[0].point);
        let beyond = |start| match self.limit < f64::INFINITY {
            true => PathError::BudgetExhausted { lower_bound: self.limit, expanded: self.expanded },
            // Closed doors part what the components of the open map join.
            false => PathError::Unreachable { start, goal },
        };
        if self.mesh.incidences_at(place).any(|at| self.is_joined(at.cell.slot)) {
            return Err(beyond(place));
        }
        let snap = self.mesh.default_snap();
        let near = |accept: fn(&Self, u32) -> bool| {
            let is_near = |slot| place.may_be_on(self.mesh.layer(slot)) && accept(self, slot);
            let near = self.mesh.nearest_where(point, snap, is_near)?;
            let layer = self.mesh.has_layers().then(|| self.mesh.layer(near.cell.slot));
            Some((Place { point: near.point, layer }, near.distance))
        };
        // As a query does: the nearest ground first, and ground that is joined with a goal then.
        let (start, offset) = near(|_, _| true).ok_or(PathError::StartOutside { place })?;
        if let Some(lead) = self.lead_from(start) {
            return Ok((lead, start.point, offset));
        }
        let joined = near(Self::is_joined).ok_or(PathError::Unreachable { start, goal })?;
        let lead = self.lead_from(joined.0).ok_or(beyond(joined.0))?;
        Ok((lead, joined.0.point, joined.1))
    }

    /// True where some goal can be reached from a cell.
    fn is_joined(&self, cell: u32) -> bool {
        self.joined.hold(&self.mesh, cell)
    }

    /// The best way from a place within the limit. Where nothing is said of its floor it is, as a query's start is, on
    /// the lowest that has ground there joined with a goal.
    fn lead_from(&self, place: Place) -> Option<Lead> {
        if !self.mesh.has_layers() || place.layer.is_some() {
            return self.lead_on_floor(place);
        }
        let mut below = None;
        loop {
            let joined = self.mesh.incidences(place.point).map(|at| at.cell.slot);
            let layers =
                joined.filter(|&slot| self.is_joined(slot)).map(|slot| self.mesh.layer(slot));
            below = Some(layers.filter(|&layer| below.is_none_or(|below| layer > below)).min()?);
            let lead = self.lead_on_floor(Place { layer: below, ..place });
            // Without a limit, no way is a proof that closed doors part this floor from all goals.
            if lead.is_some() || self.limit < f64::INFINITY {
                return lead;
            }
        }
    }

    /// The best way from a place on its floor, within the limit.
    fn lead_on_floor(&self, place: Place) -> Option<Lead> {
        let mut best = None;
        for incidence in self.mesh.incidences_at(place) {
            let (mut here, cell) = (None, incidence.cell.slot);
            self.improve_at_home(&mut here, cell, place.point);
            self.improve(&mut here, cell, place.point);
            if let Some(lead) = here {
                let length = lead.length + self.paid_from(cell);
                Lead { length, ..lead }.replace_longer(&mut best);
            }
        }
        best.filter(|lead| lead.length <= self.limit)
    }

    /// What any way from a cell pays for dear links beside what its steps tell.
    fn paid_from(&self, cell: u32) -> f64 {
        let component = self.mesh.component(cell) as usize;
        self.paid.get(component).copied().unwrap_or_default()
    }

    /// Compares the straight ways to goals and entries of links in the same cell.
    fn improve_at_home(&self, best: &mut Option<Lead>, cell: u32, point: DVec2) {
        let first = self.homes.partition_point(|&(home, _)| home < cell);
        for &(_, number) in self.homes[first..].iter().take_while(|(home, _)| *home == cell) {
            let root = self.roots[number as usize];
            let length = root.g + root.point.distance(point);
            let lead = Lead { length, root: number, corner: None, step: NONE, cell };
            lead.replace_longer(best);
        }
    }

    /// Compares the ways by the intervals through which a cell was entered.
    fn improve(&self, best: &mut Option<Lead>, cell: u32, point: DVec2) {
        let views = self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize;
        for View { node, least } in &self.views[views] {
            if best.is_some_and(|best| best.length < *least) {
                return;
            }
            let portal = self.index.portals(&self.mesh).get(node.portal);
            let root = &self.roots[node.root as usize];
            let corner = match FinalSegment::to::<RobustPredicate>(node, portal, root.point, point)
            {
                None => continue,
                Some(FinalSegment::Straight) => None,
                Some(FinalSegment::Around(corner, _)) => Some(corner),
            };
            let via = corner.unwrap_or(root.point);
            let length = root.g + root.point.distance(via) + via.distance(point);
            let lead = Lead { length, root: node.root, corner, step: node.step, cell };
            lead.replace_longer(best);
        }
    }

    /// The first point of the way at which it turns, or the end of its first walk, and the link that leads on from
    /// there.
    fn next_corner(&self, lead: &Lead, from: DVec2) -> (DVec2, Option<(LaneId, LinkSide)>) {
        let rest = std::iter::successors(self.root(lead.root), |root| self.root(root.previous));
        let mut next = from;
        for point in lead.corner.into_iter().chain(rest.map(|root| root.point)) {
            let goes_on =
                turn(from, next, point) == Turn::Collinear && within_box(from, point, next);
            if next != from && !goes_on {
                return (next, None);
            }
            next = point;
        }
        let landing = self.landing_at(self.first_root(lead.root));
        let leap = landing.map(|landing| &self.leaps.all()[landing.leap as usize]);
        (next, leap.map(|leap| (leap.lane_id(), leap.entered)))
    }

    /// The root at the end of a walk to a goal or a link.
    fn first_root(&self, mut root: u32) -> u32 {
        while self.roots[root as usize].previous != NONE {
            root = self.roots[root as usize].previous;
        }
        root
    }

    /// What is known where a root stands at the entry of a link.
    fn landing_at(&self, root: u32) -> Option<&ConnectionExit> {
        let place = self.exits.binary_search_by_key(&root, |landing| landing.root).ok()?;
        Some(&self.exits[place])
    }

    fn root(&self, number: u32) -> Option<&Root> {
        self.roots.get(number as usize)
    }

    /// How far the goal at the end of a way was moved.
    fn goal_offset(&self, root: u32) -> f64 {
        let mut root = self.first_root(root);
        while let Some(landing) = self.landing_at(root) {
            root = self.first_root(landing.reached.solution.root);
        }
        self.goals.iter().find(|goal| goal.root == root).map_or(0.0, |goal| goal.offset)
    }
}

impl Lead {
    fn replace_longer(self, best: &mut Option<Self>) {
        if best.is_none_or(|best| self.length < best.length) {
            *best = Some(self);
        }
    }
}
