//! Distance fields: from anywhere, how far the nearest goal is and which way leads there.
//!
//! Source: J. Hershberger, S. Suri, "An Optimal Algorithm for Euclidean Shortest Paths in the Plane", 1999,
//! for the notion: a map of shortest paths divides the plane by the last corner on the way from the goal.
//! One flood from the goals keeps every interval that it enters a cell by. A point of that cell is reached
//! straight from the interval's root, or by a turn at one of its ends; the least of these ways is the
//! shortest, and its first leg is the way to walk.
//!
//! We differ from it in: 1) the parts of the map are not computed: each cell keeps its few intervals,
//! nearest first, and a query compares them; so 2) no border between two parts is ever rounded, and which
//! interval sees a point is asked exactly; 3) the flood is the any-angle search's own.

mod answer;

use std::sync::Arc;

use navmesh_core::{
    DVec2, Endpoint, Endpoints, Incidence, InvalidQuery, NavMesh, PathError, PathQuery, QuerySide,
    Scratch,
};

use super::AnyAngle;
use super::aim::Aim;
use super::bound::{Rounding, gap};
use super::node::{Node, Origin, Root, Step};
use super::search::{Index, Room, Run};
use super::sides::{AnySides, Lattice, LatticeSides, Sides};
pub use answer::Heading;

/// The shortest ways from everywhere to the nearest of some goals.
///
/// Made by [`AnyAngle::distance_field`]. It shares the mesh, borrows nothing and never changes, so any
/// number of threads may ask it.
///
/// Memory: 56 bytes an interval, 32 a turning point, 8 a step, 4 a cell; [`DistanceField::bytes`] counts them.
#[doc(alias("shortestPathMap", "flowField", "vectorField", "dijkstraMap"))]
#[derive(Debug, Clone)]
pub struct DistanceField {
    mesh: Arc<NavMesh>,
    index: Arc<Index>,
    goals: Vec<Goal>,
    /// The cells that hold a goal, ascending, each with the goal's number.
    homes: Vec<(u32, u32)>,
    /// The components that hold a goal, ascending.
    components: Vec<u32>,
    /// The intervals by which the flood entered each cell, cell after cell, nearest first.
    views: Vec<View>,
    /// Where each cell's views start; one more than there are slots.
    starts: Vec<u32>,
    roots: Vec<Root>,
    steps: Vec<Step>,
    limit: f64,
    expanded: u64,
}

/// A goal of the field.
#[derive(Debug, Clone, Copy)]
struct Goal {
    point: DVec2,
    /// How far it was moved onto the ground.
    offset: f64,
    /// The root that it is.
    root: u32,
}

/// An interval by which the flood entered a cell.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Its step is the one into the cell.
    node: Node,
    /// How long the way from the goal to the interval is at least.
    least: f64,
}

/// What a flood for a field is for: every cell, up to a distance.
struct Spread {
    limit: f64,
    rounding: Rounding,
    views: Vec<View>,
}

impl AnyAngle {
    /// The field of distances to the nearest of `goals`, by the length of the shortest path.
    ///
    /// Goals off the ground by more than the default snap attract nobody.
    ///
    /// Complexity: one search that floods all that is joined with a goal.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for a goal that is no usable point; `GoalOutside` where no goal stands on the ground;
    /// `Unsupported` where cells have costs, or without a goal.
    #[doc(alias("flowField", "shortestPathMap"))]
    pub fn distance_field(
        &self,
        goals: &[DVec2],
        scratch: &mut Scratch,
    ) -> Result<DistanceField, PathError> {
        self.distance_field_within(goals, f64::INFINITY, scratch)
    }

    /// The same, for points no farther from their goal than `limit` (map units); other points are answered
    /// with `BudgetExhausted`. The flood ends at the limit.
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distance_field`]; and `InvalidQuery` where the limit is negative or no number.
    pub fn distance_field_within(
        &self,
        goals: &[DVec2],
        limit: f64,
        scratch: &mut Scratch,
    ) -> Result<DistanceField, PathError> {
        if !self.mesh.is_uniform() {
            return Err(PathError::Unsupported { what: "a distance field where cells have costs" });
        }
        if limit.is_nan() || limit < 0.0 {
            let reason = InvalidQuery::MaxCost { max_cost: limit };
            return Err(PathError::InvalidQuery { reason });
        }
        let room: &mut Room = scratch.room();
        let standing = self.stand_on(goals, &mut room.endpoints)?;
        let on_lattice = |lattice: Lattice| standing.iter().all(|end| lattice.holds(end.point));
        Ok(if self.lattice.is_some_and(on_lattice) {
            self.spread::<LatticeSides>(standing, limit, room)
        } else {
            self.spread::<AnySides>(standing, limit, room)
        })
    }

    /// Puts the goals on the ground; leaves out those that are off it.
    fn stand_on(
        &self,
        goals: &[DVec2],
        endpoints: &mut Endpoints,
    ) -> Result<Vec<Endpoint>, PathError> {
        let mut standing = Vec::with_capacity(goals.len());
        for &goal in goals {
            match endpoints.place(&self.mesh, &PathQuery::new(goal, goal)) {
                Ok(()) => standing.push(endpoints.start.clone()),
                Err(PathError::StartOutside { .. }) => {}
                Err(_) => {
                    let side = QuerySide::Goal;
                    let reason = InvalidQuery::Coordinates { side, point: goal };
                    return Err(PathError::InvalidQuery { reason });
                }
            }
        }
        match goals.first() {
            None => Err(PathError::Unsupported { what: "a distance field without a goal" }),
            Some(&point) if standing.is_empty() => Err(PathError::GoalOutside { point }),
            Some(_) => Ok(standing),
        }
    }

    /// Floods from the goals, and keeps what is of use.
    fn spread<S: Sides>(
        &self,
        standing: Vec<Endpoint>,
        limit: f64,
        room: &mut Room,
    ) -> DistanceField {
        room.clear(&self.mesh);
        room.way.lead_everywhere(&self.mesh, &self.index.blocks);
        let rounding = Rounding::of(&self.mesh, &room.endpoints);
        let mut spread = Spread { limit, rounding, views: Vec::new() };
        let mut run = Run::<S, _>::new(&self.mesh, &self.index, room, &mut spread, u64::MAX);
        let mut goals = Vec::with_capacity(standing.len());
        let mut homes: Vec<(u32, u32)> = Vec::new();
        for (number, end) in (0..).zip(standing) {
            let Endpoint { point, offset, ref incidences, .. } = end;
            goals.push(Goal { point, offset, root: run.room.roots.len() as u32 });
            homes.extend(incidences.iter().map(|i: &Incidence| (i.cell.slot, number)));
            run.room.endpoints.start = end;
            run.add_start();
        }
        run.set_out();
        run.advance();
        let expanded = run.stats().expanded;
        let mut views = std::mem::take(&mut run.aim.views);
        views.retain(|view| !run.is_useless(&view.node));
        homes.sort_unstable();
        let mut components: Vec<u32> =
            homes.iter().map(|&(slot, _)| self.mesh.component(slot)).collect();
        components.sort_unstable();
        components.dedup();
        let starts = self.sort_by_cell(&mut views);
        DistanceField {
            mesh: Arc::clone(&self.mesh),
            index: Arc::clone(&self.index),
            goals,
            homes,
            components,
            views,
            starts,
            roots: room.roots.clone(),
            steps: room.steps.clone(),
            limit,
            expanded,
        }
    }

    /// Puts views in the order of the cells that they lead into, nearest first; returns where the views of
    /// each cell start.
    fn sort_by_cell(&self, views: &mut Vec<View>) -> Vec<u32> {
        let doors = self.index.doors(&self.mesh);
        let cell = |view: &View| doors.get(view.node.door).leads_to();
        views.sort_by(|a, b| cell(a).cmp(&cell(b)).then(a.least.total_cmp(&b.least)));
        views.shrink_to_fit();
        let mut starts = vec![0; self.mesh.slot_count() + 1];
        views.iter().for_each(|view| starts[cell(view) as usize + 1] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        starts
    }
}

impl Aim for &mut Spread {
    #[inline(always)]
    fn is_in(&self, _: &Room, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64 {
        let (root, _, span) = run.seen(node);
        root.g + gap(root.point, span, node.right(), node.left())
    }

    fn arrive<S: Sides>(run: &mut Run<'_, S, Self>, node: &Node, from: &Origin) -> bool {
        let least = run.aim.rounding.surely(Self::bound(run, node));
        let is_near = least <= run.aim.limit;
        if is_near {
            let mut node = *node;
            node.step = from.step;
            run.aim.views.push(View { node, least });
        }
        is_near
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.surely(least) > self.limit
    }
}
