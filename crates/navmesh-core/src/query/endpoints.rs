//! The endpoints of a query on a mesh, the first step of every mesh search.

use glam::DVec2;

use super::{GoalPolicy, PathQuery, StartPolicy};
use crate::error::{InvalidQuery, PathError, QuerySide};
use crate::geom::sanitized;
use crate::mesh::{CellId, Incidence, LinkDirection, NavMesh, Nearest, Place, ReachableParts};
use crate::path::{PathStatus, PathSummary};

/// An endpoint of a query, located on the mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Endpoint {
    /// The point, moved onto the mesh if needed.
    pub point: DVec2,
    /// The distance by which it was moved, in map units.
    pub offset: f64,
    /// Its floor.
    pub layer: u32,
    /// The cell that the query names, if it holds the point. The endpoint then stays on its side.
    pub cell: Option<CellId>,
    /// The cells that hold it, by ascending slot, on its floor and connected to the other endpoint.
    pub incidences: Vec<Incidence>,
}

/// Both endpoints of a query. A path joins them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Endpoints {
    /// The start.
    pub start: Endpoint,
    /// The goal.
    pub goal: Endpoint,
    /// [`PathStatus::Partial`] if the goal policy moved the goal.
    pub status: PathStatus,
    /// Working memory: on meshes with links, the parts connected to one endpoint.
    parts: ReachableParts,
}

impl Endpoints {
    /// Locates the endpoints of `query` on `mesh`. It reuses its memory.
    ///
    /// An endpoint on the mesh stays. One off the mesh by at most the snap moves to the nearest point
    /// of the mesh. If the two are then not connected, the goal or else the start may move to a connected
    /// point, as [`NavMesh::snap_to_connect`] does. After that the goal policy applies, then the start
    /// policy.
    ///
    /// An endpoint never leaves the floor that the query gives. An endpoint without a floor is on the
    /// lowest floor with a cell there. It changes to another floor there only if the endpoints are
    /// not connected otherwise: first the goal, else the start, else both.
    ///
    /// An endpoint with a cell that holds it changes neither floor nor side, whatever the snap.
    /// [`GoalPolicy::NearestReachable`] and [`StartPolicy::NearestReachable`] may still move it.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside`, `GoalOutside`, `OnClosedCell`, `Unreachable`. `ClosedOff` if the
    /// endpoints were connected with everything open.
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
        checked_radius(query, mesh.agent_radius())?;
        let start = Place { point: start, ..query.start_place() };
        let goal = Place { point: goal, ..query.goal_place() };
        let default = mesh.default_snap();
        let [start_snap, goal_snap] = [start, goal].map(|asked| asked.snap(query.snap, default));
        self.status = PathStatus::Complete;
        if !self.start.locate(mesh, start, start_snap) {
            self.apply_start_policy(mesh, start, query.start_policy)?;
        }
        if !self.goal.locate(mesh, goal, goal_snap) {
            self.apply_goal_policy(mesh, goal, query.goal_policy)?;
        }
        if !self.start.is_located() && !self.goal.is_located() {
            self.apply_start_policy(mesh, start, StartPolicy::Nearest)?;
        }
        if !self.are_in_one_component(mesh) {
            self.connect(mesh, query, [(start, start_snap), (goal, goal_snap)])?;
            self.drop_unconnected(mesh);
        }
        Ok(())
    }

    /// Returns the parts of a summary that the endpoints determine; for implementors of a backend.
    #[must_use]
    pub fn summary(&self) -> PathSummary {
        PathSummary {
            status: self.status,
            start_layer: self.start.layer,
            start_offset: self.start.offset,
            goal_offset: self.goal.offset,
            ..PathSummary::default()
        }
    }

    /// Returns the error for endpoints that are not connected; for implementors of a backend.
    #[must_use]
    pub fn disconnected(&self, mesh: &NavMesh) -> PathError {
        mesh.unreachable_error(self.start.place(mesh), self.goal.place(mesh))
    }

    /// Handles a start off the mesh, as far as possible before the goal is located.
    fn apply_start_policy(
        &mut self,
        mesh: &NavMesh,
        asked: Place,
        policy: StartPolicy,
    ) -> Result<(), PathError> {
        self.start.incidences.clear();
        match policy {
            StartPolicy::NearestReachable => Ok(()),
            StartPolicy::Nearest if self.start.move_to_mesh(mesh, asked) => Ok(()),
            _ => Err(mesh.outside_error(asked, QuerySide::Start)),
        }
    }

    /// Handles a goal off the mesh, as far as possible before the two are connected.
    fn apply_goal_policy(
        &mut self,
        mesh: &NavMesh,
        asked: Place,
        policy: GoalPolicy,
    ) -> Result<(), PathError> {
        self.goal.incidences.clear();
        self.status = PathStatus::Partial;
        match policy {
            GoalPolicy::NearestReachable => Ok(()),
            GoalPolicy::Nearest if self.goal.move_to_mesh(mesh, asked) => Ok(()),
            _ => Err(mesh.outside_error(asked, QuerySide::Goal)),
        }
    }

    /// Moves an endpoint to connect the two, as far as the query allows.
    fn connect(
        &mut self,
        mesh: &NavMesh,
        query: &PathQuery,
        [start, goal]: [(Place, f64); 2],
    ) -> Result<(), PathError> {
        if self.are_connected(mesh) {
            return Ok(());
        }
        let Self { start: from, goal: to, status, parts } = self;
        let are_located = from.is_located() && to.is_located();
        let [goal, start] = [(goal, LinkDirection::Forward), (start, LinkDirection::Backward)]
            .map(|((asked, snap), direction)| Move { mesh, asked, direction, snap: Some(snap) });
        if are_located
            && (to.move_towards(from, &goal, parts)
                || from.move_towards(to, &start, parts)
                || (query.start_layer.is_none() && from.change_floor(to, &goal, parts)))
        {
            return Ok(());
        }
        let [goal, start] = [goal, start].map(|end| Move { snap: None, ..end });
        // Without a start no cell is reachable, and the search would visit all cells.
        if query.goal_policy == GoalPolicy::NearestReachable
            && from.is_located()
            && to.move_towards(from, &goal, parts)
        {
            *status = PathStatus::Partial;
            return Ok(());
        }
        if query.start_policy == StartPolicy::NearestReachable
            && from.move_towards(to, &start, parts)
        {
            return Ok(());
        }
        let place = |end: &Endpoint, asked: Place| {
            let place = end.place(mesh);
            Place { layer: place.layer.or(asked.layer), ..place }
        };
        Err(PathError::Unreachable { start: place(from, start.asked), goal: place(to, goal.asked) })
    }

    /// True if each endpoint has a single cell, and both cells are in one component. Most queries end
    /// here.
    #[inline]
    fn are_in_one_component(&self, mesh: &NavMesh) -> bool {
        let component = |at: &Incidence| mesh.component(at.cell.slot);
        match (&self.start.incidences[..], &self.goal.incidences[..]) {
            ([from], [to]) => component(from) == component(to),
            _ => false,
        }
    }

    /// True if the start is connected to the goal.
    fn are_connected(&mut self, mesh: &NavMesh) -> bool {
        let Self { start, goal, parts, .. } = self;
        if mesh.has_links() {
            parts.around(mesh, &start.incidences, LinkDirection::Forward);
            return goal.incidences.iter().any(|i| parts.hold(mesh, i.cell.slot));
        }
        let component = |i: &Incidence| mesh.component(i.cell.slot);
        goal.incidences.iter().any(|g| start.touches(mesh, component(g)))
    }

    /// Removes the cells that are not connected to the other endpoint.
    fn drop_unconnected(&mut self, mesh: &NavMesh) {
        let Self { start, goal, parts, .. } = self;
        if mesh.has_links() {
            parts.around(mesh, &start.incidences, LinkDirection::Forward);
            goal.incidences.retain(|i| parts.hold(mesh, i.cell.slot));
            parts.around(mesh, &goal.incidences, LinkDirection::Backward);
            start.incidences.retain(|i| parts.hold(mesh, i.cell.slot));
            return;
        }
        start.incidences.retain(|i| goal.touches(mesh, mesh.component(i.cell.slot)));
        goal.incidences.retain(|i| start.touches(mesh, mesh.component(i.cell.slot)));
    }
}

/// The request to connect one endpoint to the other. The goal is reached along links, the start
/// against them.
struct Move<'a> {
    mesh: &'a NavMesh,
    asked: Place,
    direction: LinkDirection,
    /// The snap of the asked place, in map units; `None` if a policy moves it at any distance.
    snap: Option<f64>,
}

impl Endpoint {
    /// Locates the endpoint at its place, or at the nearest point of the mesh within `snap`. False if
    /// off the mesh.
    #[inline]
    fn locate(&mut self, mesh: &NavMesh, asked: Place, snap: f64) -> bool {
        self.locate_at(mesh, asked, 0.0);
        !self.incidences.is_empty() || (snap > 0.0 && self.move_to_nearest(mesh, asked, snap))
    }

    /// Moves the endpoint to the nearest point of the mesh within a distance. False if there is none.
    fn move_to_nearest(&mut self, mesh: &NavMesh, asked: Place, max_distance: f64) -> bool {
        let is_of_floor = |slot: u32| asked.may_be_on(mesh.layer(slot));
        self.move_to(mesh, mesh.nearest_where(asked.point, max_distance, is_of_floor))
    }

    /// Moves the endpoint to a point of the mesh. False if there is none.
    fn move_to(&mut self, mesh: &NavMesh, nearest: Option<Nearest>) -> bool {
        let Some(Nearest { point, distance, cell }) = nearest else { return false };
        let place = Place::new(point).on_layer(mesh.layer(cell.slot));
        self.locate_at(mesh, place, distance);
        true
    }

    fn move_to_mesh(&mut self, mesh: &NavMesh, asked: Place) -> bool {
        self.move_to_nearest(mesh, asked, f64::INFINITY)
    }

    /// Moves the endpoint to a point connected to the other one, as far as the request allows.
    fn move_towards(
        &mut self,
        other: &Self,
        &Move { mesh, asked, direction, snap }: &Move,
        parts: &mut ReachableParts,
    ) -> bool {
        let has_links = mesh.has_links();
        if has_links {
            parts.around(mesh, &other.incidences, direction);
        }
        let is_connected = |slot: u32| {
            if has_links {
                parts.hold(mesh, slot)
            } else {
                other.touches(mesh, mesh.component(slot))
            }
        };
        let nearest = match snap {
            Some(snap) => mesh.snap_to_connect(asked, snap, is_connected),
            None => mesh.nearest_where(asked.point, f64::INFINITY, |slot| {
                asked.may_be_on(mesh.layer(slot)) && is_connected(slot)
            }),
        };
        self.move_to(mesh, nearest)
    }

    /// Changes to the lowest other floor here from which the other endpoint, moved too, is connected.
    ///
    /// False if there is none; the endpoint then keeps its floor.
    fn change_floor(
        &mut self,
        other: &mut Self,
        request: &Move,
        parts: &mut ReachableParts,
    ) -> bool {
        let mesh = request.mesh;
        if self.cell.is_some() {
            return false;
        }
        let (point, offset, lowest) = (self.point, self.offset, self.layer);
        let mut last = lowest;
        let next = |last: u32| {
            let layers = mesh.incidences(point).map(|i| mesh.layer(i.cell.slot));
            layers.filter(|&layer| layer > last).min()
        };
        while let Some(layer) = next(last) {
            self.locate_at(mesh, Place::new(point).on_layer(layer), offset);
            if other.move_towards(self, request, parts) {
                return true;
            }
            last = layer;
        }
        self.locate_at(mesh, Place::new(point).on_layer(lowest), offset);
        false
    }

    /// Returns its place, with the floor on meshes with floors, and with the cell that the query names.
    #[must_use]
    pub fn place(&self, mesh: &NavMesh) -> Place {
        let is_known = mesh.has_layers() && self.is_located();
        let layer = is_known.then_some(self.layer);
        Place { layer, cell: self.cell, ..Place::new(self.point) }
    }

    fn is_located(&self) -> bool {
        !self.incidences.is_empty()
    }

    fn locate_at(&mut self, mesh: &NavMesh, place: Place, offset: f64) {
        self.point = place.point;
        self.offset = offset;
        self.layer = mesh.locate_into(place, &mut self.incidences);
        // A cell that is ignored does not hold the point, so it is not among these.
        let holds = |&cell: &CellId| self.incidences.iter().any(|at| at.cell == cell);
        self.cell = place.cell.filter(holds);
    }

    /// True if a cell that holds the endpoint belongs to `component`.
    fn touches(&self, mesh: &NavMesh, component: u32) -> bool {
        self.incidences.iter().any(|i| mesh.component(i.cell.slot) == component)
    }
}

/// Returns the start and the goal of a query, sanitized; for implementors of a backend.
///
/// # Errors
///
/// `InvalidQuery` for points, snap distances, gaps and cost budgets that are not usable numbers.
pub fn checked_points(query: &PathQuery) -> Result<[DVec2; 2], PathError> {
    if let Some(snap) = query.snap.filter(|snap| snap.is_nan() || *snap < 0.0) {
        return Err(PathError::InvalidQuery { reason: InvalidQuery::Snap { snap } });
    }
    if let Some(gap) = query.gap.filter(|gap| gap.is_nan() || *gap < 0.0) {
        return Err(PathError::InvalidQuery { reason: InvalidQuery::Gap { gap } });
    }
    if let Some(max_cost) = query.max_cost.filter(|cost| cost.is_nan() || *cost < 0.0) {
        return Err(PathError::InvalidQuery { reason: InvalidQuery::MaxCost { max_cost } });
    }
    Ok([checked_point(query.start, QuerySide::Start)?, checked_point(query.goal, QuerySide::Goal)?])
}

/// Returns a point of a query, sanitized; for implementors of a backend.
///
/// # Errors
///
/// [`InvalidQuery::Coordinates`].
#[inline]
pub fn checked_point(point: DVec2, side: QuerySide) -> Result<DVec2, PathError> {
    let reason = InvalidQuery::Coordinates { side, point };
    sanitized(point).ok_or(PathError::InvalidQuery { reason })
}

/// Refuses a limit that is negative or NaN; for implementors of a backend.
///
/// # Errors
///
/// [`InvalidQuery::Limit`].
pub fn check_limit(limit: f64) -> Result<(), PathError> {
    let reason = InvalidQuery::Limit { limit };
    if limit >= 0.0 { Ok(()) } else { Err(PathError::InvalidQuery { reason }) }
}

/// Checks the radius of a query, for a map for agents of the radius `built_for`; for implementors of a backend.
///
/// # Errors
///
/// `InvalidQuery` for a radius that is not a usable number; `Unsupported` for any other radius than that of the map.
pub fn checked_radius(query: &PathQuery, built_for: f64) -> Result<(), PathError> {
    match query.radius {
        None => Ok(()),
        Some(radius) if !radius.is_finite() || radius < 0.0 => {
            Err(PathError::InvalidQuery { reason: InvalidQuery::Radius { radius } })
        }
        Some(radius) if radius == built_for => Ok(()),
        Some(_) => Err(PathError::Unsupported {
            what: "an agent radius that the map was not built for; ask a set of meshes for several radii",
        }),
    }
}
