//! Questions to a field: the ways from a point to the nodes that it sees, and from there to a goal.

use navmesh_core::backend::{Endpoint, Endpoints, PathSummary, WritePath};
use navmesh_core::{EdgeId, Path, PathError, PathQuery, PathStatus, Place, Scratch};

use super::Cheapest;
use crate::distances::BoundedDistance;
use crate::weighted::chain::Stop;
use crate::weighted::ground::GroundNode;
use crate::weighted::sight::{Cones, Eye, View, Viewer, look};
use crate::weighted::workspace::{MAX_ROUNDING, Workspace};

/// The most ways that are tried until one can be walked. Rounding may lead a way out of cells thinner than a float.
const MAX_ATTEMPTS: usize = 8;

/// A way from a point to a goal.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// Its cost, before it is straightened.
    cost: f64,
    /// Its length, which decides between ways whose costs are equal up to rounding.
    length: f64,
    /// The first node; `None` for the straight way.
    first: Option<u32>,
    /// The goal of the straight way.
    goal: u32,
}

/// The memory of a question.
#[derive(Debug, Default)]
struct Ways {
    all: Vec<Way>,
    /// No path to a goal costs less.
    lower: f64,
}

impl Cheapest {
    /// Writes the cheapest known path from a place to the nearest goal into `path`, with its bound.
    pub(super) fn answer(
        &self,
        place: Place,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<BoundedDistance, PathError> {
        path.clear();
        let mut ways: Ways = std::mem::take(scratch.workspace());
        let workspace: &mut Workspace = scratch.workspace();
        let answer = self.answer_with(place, &mut ways, workspace, path);
        *scratch.workspace() = ways;
        answer
    }

    fn answer_with(
        &self,
        place: Place,
        ways: &mut Ways,
        workspace: &mut Workspace,
        path: &mut Path,
    ) -> Result<BoundedDistance, PathError> {
        let start = self.start(place)?;
        self.find_ways(&start, ways, workspace);
        (workspace.endpoints.start, workspace.endpoints.status) = (start, PathStatus::Complete);
        self.sort(ways);
        let mut all = ways.all.iter().take(MAX_ATTEMPTS);
        if !all.any(|way| self.take(way, workspace)) {
            return Err(self.no_path(&workspace.endpoints.start));
        }
        let cost = workspace.path.cost();
        if cost > self.limit {
            return Err(self.beyond(ways.lower));
        }
        let [up, low] = self.floods.each_ref().map(|flood| flood.rounding());
        let lower = ways.lower.min(self.limit) * (1.0 - low);
        let sums = 4.0 * up * cost + 4.0 * workspace.rates * self.tables.ground.rounding;
        let is_closed = lower >= cost - sums.min(MAX_ROUNDING * cost);
        let lower_bound = if is_closed { cost } else { lower.min(cost) };
        path.clone_from(&workspace.path);
        path.finish(PathSummary {
            cost: Some(cost),
            lower_bound: (!is_closed).then_some(lower_bound),
            ..workspace.endpoints.summary()
        });
        let moved = path.start_offset() + path.goal_offset();
        Ok(BoundedDistance { distance: cost, lower_bound, moved })
    }

    /// Places a point on the mesh as a query to the goals would: on the lowest floor from which one is connected.
    fn start(&self, place: Place) -> Result<Endpoint, PathError> {
        let mesh = &self.tables.ground.mesh;
        let (mut endpoints, mut best) = (Endpoints::default(), None::<Endpoint>);
        let mut first_error = None;
        for &goal in &self.goals.apart {
            let query = PathQuery::new(place, goal);
            match endpoints.place(mesh, &self.snap.map_or(query, |snap| query.snap(snap))) {
                Err(error) => {
                    let is_closed = matches!(error, PathError::ClosedOff { .. });
                    if is_closed || first_error.is_none() {
                        first_error = Some(error);
                    }
                }
                Ok(()) => {
                    let is_nearer = |best: &Endpoint| {
                        let start = &endpoints.start;
                        (start.offset, start.layer) < (best.offset, best.layer)
                    };
                    if best.as_ref().is_none_or(is_nearer) {
                        best = Some(endpoints.start.clone());
                    }
                }
            }
        }
        let unknown = PathError::StartOutside { place };
        best.ok_or(first_error.unwrap_or(unknown))
    }

    /// Finds all ways from a point over the nodes of its regions, and the straight ones.
    fn find_ways(&self, start: &Endpoint, ways: &mut Ways, workspace: &mut Workspace) {
        let ground = &self.tables.ground;
        let [upper, lower] = &self.floods;
        ways.all.clear();
        ways.lower = f64::INFINITY;
        self.find_straight_ways(start, ways);
        for arc in workspace.finder.of_point(ground, start.point, &start.incidences, None) {
            if matches!(ground.node(arc.to), GroundNode::Exit(_)) {
                continue;
            }
            // The floods ran from the goals, so a node stands for the opposite direction there.
            let node = ground.reversed(arc.to);
            ways.lower = ways.lower.min(arc.lower + lower.cost(node));
            let cost = arc.upper + upper.cost(node);
            if cost < f64::INFINITY {
                let hop = start.point.distance(ground.place(ground.node(arc.to)));
                let length = hop + self.lengths[node as usize];
                ways.all.push(Way { cost, length, first: Some(node), goal: 0 });
            }
        }
    }

    fn find_straight_ways(&self, start: &Endpoint, ways: &mut Ways) {
        let mut cones = Cones::default();
        for at in &start.incidences {
            let slot = at.cell.slot;
            if self.goals.is_near[slot as usize] {
                let cost = self.tables.ground.mesh.cost(slot);
                let viewer = &mut GoalViewer { field: self, from: start, cost, ways };
                let eye = Eye::point(start.point);
                look(&self.tables.ground, eye, slot, &|_| false, &mut cones, viewer);
            }
        }
    }

    /// Sorts ways by cost. The shortest of those that cost as much as the cheapest, up to rounding, comes first: a walker
    /// on ground that costs next to nothing then comes nearer with each step.
    fn sort(&self, ways: &mut Ways) {
        let least = ways.all.iter().map(|way| way.cost).fold(f64::INFINITY, f64::min);
        let same = least * (1.0 + 2.0 * self.floods[0].rounding());
        let rank = |way: &Way| if way.cost <= same { (least, way.length) } else { (way.cost, 0.0) };
        ways.all.sort_unstable_by(|a, b| {
            let [a, b] = [a, b].map(rank);
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
    }

    /// Straightens a way and makes it the path of the workspace. False if it cannot be walked.
    fn take(&self, way: &Way, workspace: &mut Workspace) -> bool {
        let ground = &self.tables.ground;
        let Workspace { endpoints, stops, .. } = workspace;
        let mut goal = way.goal as usize;
        stops.clear();
        let mut next = way.first;
        while let Some(node) = next {
            let left = self.floods[0].cost(node);
            stops.push(Stop { node: ground.node(ground.reversed(node)), cost: way.cost - left });
            let before = self.floods[0].before(node) as usize;
            match before.checked_sub(ground.node_count()) {
                None => next = Some(before as u32),
                Some(origin) => (goal, next) = (origin, None),
            }
        }
        endpoints.goal.clone_from(&self.goals.placed[goal]);
        workspace.asked = endpoints.goal.point;
        workspace.path.clear();
        workspace.rates = 0.0;
        workspace.set_chain(&self.tables, way.cost);
        workspace.chain.refine(ground);
        if workspace.keep_if_cheaper(&self.tables) {
            return true;
        }
        workspace.set_chain(&self.tables, way.cost);
        workspace.keep_if_cheaper(&self.tables)
    }

    /// Returns the error for a point on the mesh without a known path.
    fn no_path(&self, start: &Endpoint) -> PathError {
        let mesh = &self.tables.ground.mesh;
        let mut cells = start.incidences.iter();
        if self.limit < f64::INFINITY && cells.any(|at| self.goals.joined.hold(mesh, at.cell.slot))
        {
            return self.beyond(self.limit);
        }
        let errors = self.goals.placed.iter();
        let mut errors =
            errors.map(|goal| mesh.unreachable_error(start.place(mesh), goal.place(mesh)));
        let first = errors.next();
        let is_closed = |error: &PathError| matches!(error, PathError::ClosedOff { .. });
        let error = first.into_iter().chain(errors).find(is_closed).or(first);
        error.unwrap_or(PathError::StartOutside { place: start.place(mesh) })
    }

    fn beyond(&self, lower: f64) -> PathError {
        let lower_bound = lower.min(self.limit);
        PathError::BudgetExhausted { lower_bound, expanded: self.expanded }
    }
}

/// Collects the straight ways to the goals that a point sees in its region.
struct GoalViewer<'a> {
    field: &'a Cheapest,
    from: &'a Endpoint,
    /// The cost of the region.
    cost: f64,
    ways: &'a mut Ways,
}

impl Viewer for GoalViewer<'_> {
    const TAKES_MORE: bool = false;

    fn cell(&mut self, slot: u32, view: Option<&View>) {
        let goals = &self.field.goals;
        let first = goals.homes.partition_point(|&(home, _)| home < slot);
        for &(_, goal) in goals.homes[first..].iter().take_while(|home| home.0 == slot) {
            let at = goals.placed[goal as usize].point;
            if view.is_none_or(|view| view.holds(at)) {
                let length = self.from.point.distance(at);
                let cost = self.cost * length;
                self.ways.all.push(Way { cost, length, first: None, goal });
                self.ways.lower = self.ways.lower.min(cost * (1.0 - 8.0 * f64::EPSILON));
            }
        }
    }

    fn border(&mut self, _: EdgeId, _: Option<&View>) {}
}
