//! The memory of a query, and what is done in it: ends, chains, candidates for the path.

use navmesh_core::backend::{Endpoint, Endpoints, PathSummary, WritePath, collections::NONE};
use navmesh_core::{DVec2, EdgeId, Feature, Path, Scratch};

use super::answer::Writer;
use super::arcs::{Arc, ArcFinder, Direction, Target};
use super::chain::{Chain, End, Stop};
use super::flood::Flood;
use super::ground::GroundNode;
use super::region_ray::LegEnd;
use super::search::{Ends, Frontier, Query};
use super::tables::{AimPoint, Tables};
use super::tube::Tube;

/// The most attempts to find a way through a tube whose legs stay in their regions.
const MAX_ATTEMPTS: usize = 8;

/// The memory of a query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(super) endpoints: Endpoints,
    /// The goal as the query gives it.
    pub(super) asked: DVec2,
    pub(super) ends: Ends,
    /// The search from the start by lower costs.
    pub(super) frontier: Frontier,
    /// The search from the goal, for a path or for the tube.
    pub(super) backward: Frontier,
    /// The floods of a search for many goals, by upper and by lower costs.
    pub(super) floods: [Flood; 2],
    pub(super) finder: ArcFinder,
    pub(super) tube: Tube,
    pub(super) chain: Chain,
    pub(super) stops: Vec<Stop>,
    writer: Writer,
    /// The best path so far, and the next candidate.
    pub(super) path: Path,
    candidate: Path,
    /// A candidate that is replaced by one without a crossing.
    shorter: Path,
    /// The greatest sum of the costs per unit of length of a way's legs.
    pub(super) rates: f64,
    scratch: Scratch,
}

/// The greatest share of a path's cost that counts as rounding.
pub(super) const MAX_ROUNDING: f64 = 1.0 / (1u64 << 20) as f64;

/// A bound on the relative rounding error of a sum along any way of a search.
pub(super) fn frontier_rounding(frontier: &Frontier) -> f64 {
    (frontier.expanded.len() as f64 + 8.0) * f64::EPSILON
}

impl Workspace {
    /// Finds the arcs at both ends of the query.
    pub(super) fn set_ends(&mut self, tables: &Tables) {
        let Self { endpoints: Endpoints { start, goal, .. }, ends, finder, .. } = self;
        let ground = &tables.ground;
        set_goal(tables, goal, ends, finder);
        let target = Target { point: goal.point, incidences: &goal.incidences };
        let arcs = finder.of_point(ground, start.point, &start.incidences, Some(target));
        ends.set(tables, Direction::Forward, aim(tables, start), arcs);
        let direct = finder.direct;
        ends.direct = [direct, direct * (1.0 - 8.0 * f64::EPSILON)];
    }

    /// Finds the arcs at the goal of a query for which a path is known; those at the start are given.
    pub(super) fn set_ends_from(&mut self, tables: &Tables, from_start: &[Arc]) {
        let Self { endpoints: Endpoints { start, goal, .. }, ends, finder, .. } = self;
        set_goal(tables, goal, ends, finder);
        ends.set(tables, Direction::Forward, aim(tables, start), from_start);
        ends.direct = [f64::INFINITY; 2];
    }

    /// Makes the chain of the stops, which cost so much.
    pub(super) fn set_chain(&mut self, tables: &Tables, cost: f64) {
        let Self { endpoints: Endpoints { start, goal, .. }, chain, stops, rates, .. } = self;
        let ends = [start, goal].map(|end| End { at: end.point, incidences: &end.incidences });
        chain.set(&tables.ground, ends, stops, cost);
        *rates = rates.max(chain.rates());
    }

    /// Writes the path to the expanded vertex nearest to the goal, or to the start if none is nearer or no path to it can
    /// be walked.
    pub(super) fn take_partial(&mut self, tables: &Tables) {
        let Self { endpoints: Endpoints { start, goal, .. }, frontier, stops, .. } = self;
        let ground = &tables.ground;
        let far = |at: DVec2| at.distance_squared(goal.point);
        let vertices = frontier.expanded.iter().filter_map(|&number| match ground.node(number) {
            GroundNode::Vertex(edge) => Some((number, far(ground.mesh.edge(edge).origin()))),
            _ => None,
        });
        let nearest =
            vertices.filter(|near| near.1 < far(start.point)).min_by(|a, b| a.1.total_cmp(&b.1));
        stops.clear();
        if let Some((number, _)) = nearest {
            frontier.trace(tables, number, stops);
        }
        // Lower costs lead through pieces whose middles need not see each other: then the way ends at a vertex before.
        while let Some(Stop { node, cost }) = self.stops.pop() {
            if let GroundNode::Vertex(edge) = node {
                self.set_chain_to(tables, edge, cost);
                if self.keep_if_cheaper(tables) {
                    return;
                }
            }
        }
        let Self { endpoints: Endpoints { start, .. }, chain, .. } = self;
        let from = End { at: start.point, incidences: &start.incidences };
        chain.set(ground, [from, from], &[], 0.0);
        self.keep_if_cheaper(tables);
    }

    /// Makes the chain of the stops to the vertex where an edge begins, which cost so much.
    fn set_chain_to(&mut self, tables: &Tables, edge: EdgeId, cost: f64) {
        let Self { endpoints: Endpoints { start, .. }, chain, stops, .. } = self;
        let mesh = &tables.ground.mesh;
        let at = mesh.edge(edge).origin();
        let fan: Vec<_> =
            mesh.incidences_at(mesh.place_in(mesh.edge(edge).cell_slot(), at)).collect();
        let from = End { at: start.point, incidences: &start.incidences };
        let to = End { at, incidences: &fan };
        chain.set(&tables.ground, [from, to], stops, cost);
    }

    /// Writes the chain as a path and keeps it if it is the cheapest so far. False if it cannot be walked.
    pub(super) fn keep_if_cheaper(&mut self, tables: &Tables) -> bool {
        let Some(mut cost) = self.write(tables) else { return false };
        // A crossing without a bend is left out if the path then costs no more, up to rounding.
        let mut first = 1;
        while let Some(index) = self.chain.straight_crossing(first) {
            self.shorter.clone_from(&self.candidate);
            let removed = self.chain.remove(index);
            match self
                .write(tables)
                .filter(|&shorter| shorter <= cost * (1.0 + 16.0 * f64::EPSILON))
            {
                Some(shorter) => cost = shorter,
                None => {
                    self.candidate.clone_from(&self.shorter);
                    self.chain.insert(index, removed);
                    first = index + 1;
                }
            }
        }
        let Self { candidate, path, .. } = self;
        if path.waypoints().is_empty() || cost < path.cost() {
            path.clone_from(candidate);
        }
        true
    }

    /// Writes the chain as the next candidate. Returns its cost; `None` if it cannot be walked.
    fn write(&mut self, tables: &Tables) -> Option<f64> {
        let Self { chain, writer, candidate, endpoints, scratch, .. } = self;
        if !writer.write(&tables.ground, chain, &endpoints.start.incidences, candidate) {
            return None;
        }
        candidate.finish(endpoints.summary());
        candidate.name_floors(&tables.ground.mesh, Some(endpoints.goal.layer));
        let cost = candidate.cost_on_with(&tables.ground.mesh, scratch)?;
        candidate.finish(PathSummary { cost: Some(cost), ..endpoints.summary() });
        Some(cost)
    }

    /// A bound on the rounding of the path's cost, and of its lower bound, in map units of cost.
    ///
    /// At most [`MAX_ROUNDING`] of the cost: where the highest cost times the rounding of a point is more, the cost of
    /// a path near a border is not known well enough to call it optimal.
    pub(super) fn rounding(&self, tables: &Tables) -> f64 {
        let cost = self.path.cost();
        let sums = 4.0 * frontier_rounding(&self.frontier) * cost;
        (sums + 4.0 * self.rates * tables.ground.rounding).min(MAX_ROUNDING * cost)
    }

    /// Looks for a cheaper path over the borders of the way by lower costs. The way by upper costs may prefer others, since
    /// it crosses them at few points.
    pub(super) fn try_way_of_bound(&mut self, tables: &Tables) {
        let (cost, last) = self.frontier.best;
        if last == NONE || cost >= self.path.cost() * (1.0 - MAX_ROUNDING) {
            return;
        }
        self.frontier.trace(tables, last, &mut self.stops);
        self.set_chain(tables, cost);
        // Pieces that see each other may have middles that do not; moving them may mend that.
        self.chain.refine(&tables.ground);
        if self.chain.first_unclear_leg(&tables.ground).is_none() {
            self.keep_if_cheaper(tables);
        }
    }

    pub(super) fn begin_tube(&mut self, tables: &Tables, threshold: f64) {
        let Self { endpoints: Endpoints { start, goal, .. }, ends, finder, tube, .. } = self;
        let searches = [&self.frontier, &self.backward];
        let place = |end: &Endpoint| match end.incidences[..] {
            [only] if only.feature == Feature::Inside => Some(LegEnd::Cell(only.cell.slot)),
            _ => None,
        };
        let query = Query { tables, ends, guide: None };
        let points = [start.point, goal.point];
        tube.begin(query, searches, threshold, points, [place(start), place(goal)], finder);
    }

    /// Looks for a cheaper path through the middles of the tube's pieces.
    pub(super) fn improve(&mut self, tables: &Tables) {
        for _ in 0..MAX_ATTEMPTS {
            let Some(cost) = self.tube.middle_way(&mut self.stops) else { return };
            self.set_chain(tables, cost);
            if let Some(leg) = self.chain.first_unclear_leg(&tables.ground) {
                self.tube.hide(leg, self.stops.len());
                continue;
            }
            self.chain.refine(&tables.ground);
            self.keep_if_cheaper(tables);
            return;
        }
    }
}

/// Finds the arcs at the goal.
fn set_goal(tables: &Tables, goal: &Endpoint, ends: &mut Ends, finder: &mut ArcFinder) {
    let arcs = finder.of_point(&tables.ground, goal.point, &goal.incidences, None);
    ends.set(tables, Direction::Backward, aim(tables, goal), arcs);
}

fn aim(tables: &Tables, end: &Endpoint) -> AimPoint {
    tables.aim(end.point, end.incidences.iter().map(|at| at.cell.slot))
}
