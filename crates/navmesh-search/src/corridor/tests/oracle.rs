//! Dijkstra's algorithm on the same graph, by brute force: without a queue and without an estimate.

use glam::DVec2;
use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{EdgeId, NavMesh};

/// Returns the cost of the cheapest chain of edge midpoints from start to goal.
pub(super) fn cheapest(mesh: &NavMesh, endpoints: &Endpoints) -> Option<f64> {
    let (start, goal) = (&endpoints.start, &endpoints.goal);
    let count = mesh.edges().len();
    let mut cost = vec![f64::INFINITY; count];
    let mut done = vec![false; count];
    let mut best = f64::INFINITY;
    for slot in cells(start) {
        best = best.min(arrival(mesh, goal, slot, start.point, 0.0));
        for (entered, total) in exits(mesh, slot, start.point, 0.0) {
            cost[entered.index()] = cost[entered.index()].min(total);
        }
    }
    loop {
        let open = (0..count).filter(|&i| !done[i] && cost[i].is_finite());
        let Some(i) = open.min_by(|&i, &j| cost[i].total_cmp(&cost[j])) else { break };
        done[i] = true;
        let slot = mesh.edges()[i].cell_slot();
        let [a, b] = mesh.edge_ends(EdgeId(i as u32));
        let from = (a + b) / 2.0;
        best = best.min(arrival(mesh, goal, slot, from, cost[i]));
        for (entered, total) in exits(mesh, slot, from, cost[i]) {
            cost[entered.index()] = cost[entered.index()].min(total);
        }
    }
    best.is_finite().then_some(best)
}

fn cells(endpoint: &Endpoint) -> impl Iterator<Item = u32> + '_ {
    endpoint.incidences.iter().map(|incidence| incidence.cell.slot)
}

/// Returns the cost of a path that ends in a cell; infinite if the goal is not in it.
fn arrival(mesh: &NavMesh, goal: &Endpoint, slot: u32, from: DVec2, cost: f64) -> f64 {
    let here = cells(goal).any(|cell| cell == slot);
    if here { cost + mesh.cost(slot) * from.distance(goal.point) } else { f64::INFINITY }
}

/// Lists the edges that can be entered from a cell, with their costs.
fn exits(mesh: &NavMesh, slot: u32, from: DVec2, cost: f64) -> Vec<(EdgeId, f64)> {
    let ids = mesh.edge_range(slot).map(|i| EdgeId(i as u32));
    let exits = ids.filter_map(|exit| {
        let [a, b] = mesh.edge_ends(exit);
        let total = cost + mesh.cost(slot) * from.distance((a + b) / 2.0);
        Some((mesh.edge(exit).twin()?, total))
    });
    exits.collect()
}
