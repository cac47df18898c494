//! Distance fields where cells have different costs: the way to the nearest goal from every point of the mesh.
//!
//! The roles of many goals are reversed: two floods of the graph start at the goals, one by upper and one by lower
//! costs, and follow links against their direction. A question looks from its point to the nodes of its region, as
//! the end of a query does, and adds the costs that the floods found there. The cheapest sum by upper costs is
//! straightened into a path; the least sum by lower costs bounds every path.
//!
//! Nothing is refined beyond that, so the gap is that of a first bound, which the field states.

mod answer;
mod flood;
mod lead;

use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{Endpoint, Endpoints, ReachableParts, ScratchPool};
use navmesh_core::{DVec2, FieldQuery, NavMesh, PathError, Place};

use super::flood::Flood;
use super::tables::Tables;
use crate::field_goals::stand_on;
pub(crate) use flood::FieldRun;

/// The cheapest known paths to the nearest goal, as the floods found them. They share the tables.
#[derive(Debug)]
pub(crate) struct Cheapest {
    tables: Arc<Tables>,
    goals: FieldGoals,
    /// The floods from the goals, by upper and by lower costs.
    floods: [Flood; 2],
    /// The length of the way from each node to a goal; it decides between ways of the same cost.
    lengths: Vec<f64>,
    /// The snap of the query.
    snap: Option<f64>,
    limit: f64,
    expanded: u64,
    pool: ScratchPool,
}

/// The goals of a field.
#[derive(Debug, Default)]
struct FieldGoals {
    /// Those on the mesh.
    placed: Vec<Endpoint>,
    /// A goal in each component of the mesh that has one.
    apart: Vec<Place>,
    /// The cells that contain a goal, ascending, each with the goal's number.
    homes: Vec<(u32, u32)>,
    /// True for the cells of the regions that contain a goal.
    is_near: Vec<bool>,
    /// The parts of the mesh from which a goal is reachable.
    joined: ReachableParts,
}

impl FieldGoals {
    /// Places the goals. Leaves out those off the mesh and those in closed cells.
    fn new(tables: &Tables, query: &FieldQuery<'_>) -> Result<Self, PathError> {
        let mesh = &tables.ground.mesh;
        let placed = stand_on(mesh, query, &mut Endpoints::default())?;
        let at: Vec<_> = placed.iter().flat_map(|goal| &goal.incidences).copied().collect();
        let mut joined = ReachableParts::default();
        joined.around(mesh, &at, navmesh_core::backend::LinkDirection::Backward);
        let slots = |(number, goal): (u32, &Endpoint)| {
            let slots = goal.incidences.iter().map(move |at| (at.cell.slot, number));
            slots.collect::<Vec<_>>()
        };
        let mut homes: Vec<(u32, u32)> = (0..).zip(&placed).flat_map(slots).collect();
        homes.merge_sort();
        let is_near = regions_of(tables, &homes);
        Ok(Self { apart: one_a_component(mesh, &placed), placed, homes, is_near, joined })
    }
}

fn one_a_component(mesh: &NavMesh, placed: &[Endpoint]) -> Vec<Place> {
    let mut seen = std::collections::BTreeSet::new();
    let is_new = |goal: &&Endpoint| {
        let mut components = goal.incidences.iter().map(|at| mesh.component(at.cell.slot));
        components.next().is_some_and(|component| seen.insert(component))
    };
    placed.iter().filter(is_new).map(|goal| goal.place(mesh)).collect()
}

/// Returns the length of the way from each node to a goal, by the flood from the goals; infinite without a way.
fn lengths_of(tables: &Tables, goals: &FieldGoals, flood: &Flood) -> Vec<f64> {
    let ground = &tables.ground;
    let count = ground.node_count();
    let place = |number: usize| -> DVec2 {
        match number.checked_sub(count) {
            None => ground.place(ground.node(number as u32)),
            Some(goal) => goals.placed[goal].point,
        }
    };
    let mut lengths = vec![f64::INFINITY; count];
    let mut way = Vec::new();
    for first in (0..count).filter(|&first| flood.cost(first as u32) < f64::INFINITY) {
        let mut at = first;
        while at < count && lengths[at] == f64::INFINITY {
            way.push(at);
            at = flood.before(at as u32) as usize;
        }
        let mut length = lengths.get(at).copied().unwrap_or(0.0);
        while let Some(node) = way.pop() {
            length += place(node).distance(place(at));
            lengths[node] = length;
            at = node;
        }
    }
    lengths
}

/// Marks the cells of the regions that contain goals.
fn regions_of(tables: &Tables, homes: &[(u32, u32)]) -> Vec<bool> {
    let ground = &tables.ground;
    let mut is_near = vec![false; ground.mesh.slot_count()];
    let mut open: Vec<u32> = homes.iter().map(|home| home.0).collect();
    while let Some(slot) = open.pop() {
        if std::mem::replace(&mut is_near[slot as usize], true) {
            continue;
        }
        let edges = ground.mesh.edge_range(slot).map(|edge| navmesh_core::EdgeId(edge as u32));
        let inner = edges.filter(|&edge| ground.is_inner(edge));
        open.extend(inner.filter_map(|edge| ground.mesh.edge(edge).neighbor_slot()));
    }
    is_near
}
