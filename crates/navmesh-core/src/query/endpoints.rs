//! Where a query's start and goal stand on a mesh: the first step of every mesh search.

use glam::DVec2;

use super::{GoalPolicy, PathQuery, Place, StartPolicy};
use crate::error::{InvalidQuery, PathError, QuerySide};
use crate::geom::sanitized;
use crate::mesh::{Incidence, NavMesh, Parts, Sense};
use crate::path::PathStatus;

/// One endpoint, on the mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Endpoint {
    /// Where it stands, moved onto the mesh if need be.
    pub point: DVec2,
    /// How far it was moved, in map units.
    pub offset: f64,
    /// The floor that it stands on.
    pub layer: u32,
    /// Every cell that holds it, by ascending slot. Cells from which no way leads to the other endpoint (of
    /// the goal: to which none leads) are left out, and so are those on floors that it does not stand on.
    pub incidences: Vec<Incidence>,
}

/// Both endpoints of a query that can be answered: some way leads from the one to the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Endpoints {
    /// The start.
    pub start: Endpoint,
    /// The goal.
    pub goal: Endpoint,
    /// [`PathStatus::Partial`] where the goal policy moved the goal.
    pub status: PathStatus,
    /// On ground with links: the parts that one endpoint is joined with.
    parts: Parts,
}

impl Endpoints {
    /// Places the endpoints of `query` on `mesh`; keeps its memory between calls.
    ///
    /// An endpoint on the mesh stays where it is. One off it, by no more than the snap, moves to
    /// the nearest point of the mesh. Where then no way leads from the one to the other, on foot or by links,
    /// one of them may move by no more than the snap to where one does; after that the goal policy has its say, and
    /// then the start policy. None leaves a floor that the query says it is on; without a word of that
    /// it stands on the lowest floor that has ground there, and on another one there only where no way leads from that:
    /// the goal if that is enough, else the start, else, where the query speaks of neither's floor, both.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside`, `GoalOutside`, `OnClosedGround`; `ClosedOff` where the query could be answered if
    /// nothing were closed, and `Unreachable`.
    pub fn place(&mut self, mesh: &NavMesh, query: &PathQuery) -> Result<(), PathError> {
        match (self.place_on(mesh, query), mesh.all_open()) {
            (Err(PathError::Unreachable { start, goal }), Some(open))
                if self.place_on(open, query).is_ok() =>
            {
                Err(PathError::ClosedOff { start, goal })
            }
            (placed, _) => placed,
        }
    }

    fn place_on(&mut self, mesh: &NavMesh, query: &PathQuery) -> Result<(), PathError> {
        let [start, goal] = checked_points(query)?;
        let start = Place { point: start, layer: query.start_layer };
        let goal = Place { point: goal, layer: query.goal_layer };
        let snap = query.snap.unwrap_or_else(|| mesh.default_snap());
        self.status = PathStatus::Complete;
        if !self.start.settle(mesh, start, snap) {
            self.settle_lost_start(mesh, start, query.start_policy)?;
        }
        if !self.goal.settle(mesh, goal, snap) {
            self.settle_lost_goal(mesh, goal, query.goal_policy)?;
        }
        if self.start.is_nowhere() && self.goal.is_nowhere() {
            self.settle_lost_start(mesh, start, StartPolicy::Nearest)?;
        }
        if !self.are_beside(mesh) {
            self.join(mesh, query, [start, goal], snap)?;
            self.drop_unshared(mesh);
        }
        Ok(())
    }

    /// The error that no way joins the two, where they stand now. For those who implement a backend.
    #[must_use]
    pub fn disconnected(&self, mesh: &NavMesh) -> PathError {
        mesh.unreachable_error(self.start.place(mesh), self.goal.place(mesh))
    }

    /// Does with a start off the ground what can be done before the goal's ground is known.
    fn settle_lost_start(
        &mut self,
        mesh: &NavMesh,
        asked: Place,
        policy: StartPolicy,
    ) -> Result<(), PathError> {
        self.start.incidences.clear();
        match policy {
            StartPolicy::NearestReachable => Ok(()),
            StartPolicy::Nearest if self.start.move_to_ground(mesh, asked) => Ok(()),
            _ => Err(mesh.missing_ground(asked, QuerySide::Start)),
        }
    }

    /// Does with a goal off the ground what can be done before the start's ground is known.
    fn settle_lost_goal(
        &mut self,
        mesh: &NavMesh,
        asked: Place,
        policy: GoalPolicy,
    ) -> Result<(), PathError> {
        self.goal.incidences.clear();
        self.status = PathStatus::Partial;
        match policy {
            GoalPolicy::NearestReachable => Ok(()),
            GoalPolicy::Nearest if self.goal.move_to_ground(mesh, asked) => Ok(()),
            _ => Err(mesh.missing_ground(asked, QuerySide::Goal)),
        }
    }

    /// Moves an endpoint where no way leads from the one to the other, as far as the query allows.
    fn join(
        &mut self,
        mesh: &NavMesh,
        query: &PathQuery,
        [start, goal]: [Place; 2],
        snap: f64,
    ) -> Result<(), PathError> {
        if self.are_joined(mesh) {
            return Ok(());
        }
        let Self { start: from, goal: to, status, parts } = self;
        let both_stand = !from.is_nowhere() && !to.is_nowhere();
        let [goal, start] = [(goal, Sense::Along), (start, Sense::Against)]
            .map(|(asked, sense)| Towards { mesh, asked, sense });
        if both_stand
            && (to.move_towards(from, &goal, parts, snap)
                || from.move_towards(to, &start, parts, snap)
                || (query.start_layer.is_none() && from.change_floor(to, &goal, parts, snap)))
        {
            return Ok(());
        }
        // From nowhere nothing is in reach, and all cells would be asked for it.
        if query.goal_policy == GoalPolicy::NearestReachable
            && !from.is_nowhere()
            && to.move_towards(from, &goal, parts, f64::INFINITY)
        {
            *status = PathStatus::Partial;
            return Ok(());
        }
        if query.start_policy == StartPolicy::NearestReachable
            && from.move_towards(to, &start, parts, f64::INFINITY)
        {
            return Ok(());
        }
        let told = |end: &Endpoint, asked: Place| {
            let place = end.place(mesh);
            Place { layer: place.layer.or(asked.layer), ..place }
        };
        Err(PathError::Unreachable { start: told(from, start.asked), goal: told(to, goal.asked) })
    }

    /// True where each stands in a single cell, and one can walk from the one cell to the other: as most do. Then nothing
    /// is to be moved, and no cell to be left out.
    #[inline]
    fn are_beside(&self, mesh: &NavMesh) -> bool {
        let component = |at: &Incidence| mesh.component(at.cell.slot);
        match (&self.start.incidences[..], &self.goal.incidences[..]) {
            ([from], [to]) => component(from) == component(to),
            _ => false,
        }
    }

    /// True where some way leads from the start to the goal.
    fn are_joined(&mut self, mesh: &NavMesh) -> bool {
        let Self { start, goal, parts, .. } = self;
        if mesh.has_links() {
            parts.around(mesh, &start.incidences, Sense::Along);
            return goal.incidences.iter().any(|i| parts.hold(mesh, i.cell.slot));
        }
        let component = |i: &Incidence| mesh.component(i.cell.slot);
        goal.incidences.iter().any(|g| start.touches(mesh, component(g)))
    }

    /// Leaves out the cells that no way joins with the other endpoint.
    fn drop_unshared(&mut self, mesh: &NavMesh) {
        let Self { start, goal, parts, .. } = self;
        if mesh.has_links() {
            parts.around(mesh, &start.incidences, Sense::Along);
            goal.incidences.retain(|i| parts.hold(mesh, i.cell.slot));
            parts.around(mesh, &goal.incidences, Sense::Against);
            start.incidences.retain(|i| parts.hold(mesh, i.cell.slot));
            return;
        }
        start.incidences.retain(|i| goal.touches(mesh, mesh.component(i.cell.slot)));
        goal.incidences.retain(|i| start.touches(mesh, mesh.component(i.cell.slot)));
    }
}

/// Where an endpoint was asked to be, and how it is to be joined with the other one: the goal is to be reached
/// along links, and the start against them.
struct Towards<'a> {
    mesh: &'a NavMesh,
    asked: Place,
    sense: Sense,
}

impl Endpoint {
    /// Puts the endpoint where it was asked to be, or at the nearest point of the mesh within `snap`.
    #[inline]
    fn settle(&mut self, mesh: &NavMesh, asked: Place, snap: f64) -> bool {
        self.stand_at(mesh, asked, 0.0);
        !self.incidences.is_empty()
            || (snap > 0.0 && self.move_to_nearest(mesh, asked, snap, |_| true))
    }

    /// Moves the endpoint to the nearest point among the accepted cells, if one is near enough.
    fn move_to_nearest(
        &mut self,
        mesh: &NavMesh,
        asked: Place,
        max_distance: f64,
        accept: impl Fn(u32) -> bool,
    ) -> bool {
        let accepted = |slot: u32| asked.may_be_on(mesh.layer(slot)) && accept(slot);
        let nearest = mesh.nearest_where(asked.point, max_distance, accepted);
        let Some(nearest) = nearest else { return false };
        let layer = Some(mesh.layer(nearest.cell.slot));
        self.stand_at(mesh, Place { point: nearest.point, layer }, nearest.distance);
        true
    }

    fn move_to_ground(&mut self, mesh: &NavMesh, asked: Place) -> bool {
        self.move_to_nearest(mesh, asked, f64::INFINITY, |_| true)
    }

    /// Moves the endpoint to the nearest ground that is joined with the other one's, if near enough.
    fn move_towards(
        &mut self,
        other: &Self,
        &Towards { mesh, asked, sense }: &Towards,
        parts: &mut Parts,
        limit: f64,
    ) -> bool {
        if !mesh.has_links() {
            let joined = |slot: u32| other.touches(mesh, mesh.component(slot));
            return self.move_to_nearest(mesh, asked, limit, joined);
        }
        parts.around(mesh, &other.incidences, sense);
        self.move_to_nearest(mesh, asked, limit, |slot| parts.hold(mesh, slot))
    }

    /// Stands on the lowest other floor there from which the other endpoint can be reached where that moves too; else
    /// stays where it is.
    fn change_floor(
        &mut self,
        other: &mut Self,
        towards: &Towards,
        parts: &mut Parts,
        limit: f64,
    ) -> bool {
        let mesh = towards.mesh;
        let (point, offset, lowest) = (self.point, self.offset, self.layer);
        let mut last = lowest;
        let next = |last: u32| {
            let layers = mesh.incidences(point).map(|i| mesh.layer(i.cell.slot));
            layers.filter(|&layer| layer > last).min()
        };
        while let Some(layer) = next(last) {
            self.stand_at(mesh, Place { point, layer: Some(layer) }, offset);
            if other.move_towards(self, towards, parts, limit) {
                return true;
            }
            last = layer;
        }
        self.stand_at(mesh, Place { point, layer: Some(lowest) }, offset);
        false
    }

    /// Where it stands, with its floor where the mesh has several.
    #[must_use]
    pub fn place(&self, mesh: &NavMesh) -> Place {
        let is_known = mesh.has_layers() && !self.is_nowhere();
        Place { point: self.point, layer: is_known.then_some(self.layer) }
    }

    fn is_nowhere(&self) -> bool {
        self.incidences.is_empty()
    }

    fn stand_at(&mut self, mesh: &NavMesh, Place { point, layer }: Place, offset: f64) {
        self.point = point;
        self.offset = offset;
        self.incidences.clear();
        mesh.each_incidence(point, |at| self.incidences.push(at));
        self.layer = mesh.keep_layer(&mut self.incidences, layer);
    }

    /// True where a cell that holds the endpoint belongs to `component`.
    fn touches(&self, mesh: &NavMesh, component: u32) -> bool {
        self.incidences.iter().any(|i| mesh.component(i.cell.slot) == component)
    }
}

/// The two points of a query, within the domain; for those who implement a backend.
///
/// # Errors
///
/// `InvalidQuery` for points, snaps or cost budgets that are no usable numbers.
pub fn checked_points(query: &PathQuery) -> Result<[DVec2; 2], PathError> {
    let usable = |point, side| {
        let reason = InvalidQuery::Coordinates { side, point };
        sanitized(point).ok_or(PathError::InvalidQuery { reason })
    };
    if let Some(snap) = query.snap.filter(|snap| snap.is_nan() || *snap < 0.0) {
        return Err(PathError::InvalidQuery { reason: InvalidQuery::Snap { snap } });
    }
    if let Some(max_cost) = query.max_cost.filter(|cost| cost.is_nan() || *cost < 0.0) {
        return Err(PathError::InvalidQuery { reason: InvalidQuery::MaxCost { max_cost } });
    }
    Ok([usable(query.start, QuerySide::Start)?, usable(query.goal, QuerySide::Goal)?])
}
