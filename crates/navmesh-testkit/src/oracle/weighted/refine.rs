//! Improves a chain: moves its crossings along their portals, and lets it pass vertices on another side.
//!
//! With the cells fixed, the cost is a convex function of the shares. Moving one crossing at a time can stop early where
//! portals meet, so all move together: each crossing gets five candidates, and a dynamic programme selects the cheapest
//! combination. The candidates move closer whenever no crossing moved by their whole distance.

use navmesh_core::{EdgeId, NavMesh};

use super::chain::{Chain, Crossing, edge_at, place_of, vertex_of};

/// The distances of the candidates from a crossing, in steps.
const OFFSETS: [f64; 5] = [0.0, -1.0, -0.5, 0.5, 1.0];

/// The first and the last step, as shares of a portal.
const STEPS: [f64; 2] = [0.25, 1e-13];

/// The largest number of rounds.
const ROUNDS: usize = 2000;

/// An improvement smaller than this part of the cost counts as rounding.
const ROUNDING: f64 = 1e-13;

impl Chain {
    /// Returns the chain after moving its crossings and passing vertices on other sides for as long as that helps.
    #[must_use]
    pub fn refined(&self, mesh: &NavMesh) -> Self {
        let mut best = self.settled(mesh);
        while let Some(better) = best.around_a_vertex(mesh) {
            best = better;
        }
        best
    }

    /// Moves all crossings along their portals to where the cost is least.
    fn settled(&self, mesh: &NavMesh) -> Self {
        let [mut step, last] = STEPS;
        let mut chain = self.clone();
        for _ in 0..ROUNDS {
            let moved = chain.moved(mesh, step);
            let is_cheaper = moved.cost(mesh) < chain.cost(mesh);
            let is_far = is_cheaper && moved.largest_move(&chain) >= step * 0.99;
            if is_cheaper {
                chain = moved;
            }
            if !is_far {
                step /= 2.0;
            }
            if step < last {
                break;
            }
        }
        chain
    }

    fn largest_move(&self, before: &Self) -> f64 {
        let pairs = self.crossings.iter().zip(&before.crossings);
        pairs.map(|(now, then)| (share_of(*now) - share_of(*then)).abs()).fold(0.0, f64::max)
    }

    /// The cheapest chain whose crossings lie at most a step from those of this one.
    fn moved(&self, mesh: &NavMesh, step: f64) -> Self {
        // For each crossing and candidate: the cost up to it, and the candidate before it.
        let mut layers: Vec<[(f64, usize); OFFSETS.len()]> = Vec::new();
        let mut before = [(self.start, 0.0); OFFSETS.len()];
        for (crossing, &cell) in self.crossings.iter().zip(&self.cells) {
            let weight = mesh.cost(cell);
            let here =
                OFFSETS.map(|offset| place_of(mesh, cell, shifted(*crossing, offset * step)));
            let layer = here.map(|point| {
                let costs = before.map(|(from, cost)| cost + weight * from.distance(point));
                least(&costs)
            });
            before = std::array::from_fn(|i| (here[i], layer[i].0));
            layers.push(layer);
        }
        let ends =
            before.map(|(from, cost)| cost + self.last_cost(mesh) * from.distance(self.goal));
        let mut candidate = least(&ends).1;
        let mut chain = self.clone();
        for (crossing, layer) in chain.crossings.iter_mut().zip(&layers).rev() {
            *crossing = shifted(*crossing, OFFSETS[candidate] * step);
            candidate = layer[candidate].1;
        }
        chain
    }

    fn last_cost(&self, mesh: &NavMesh) -> f64 {
        self.cells.last().map_or(1.0, |&cell| mesh.cost(cell))
    }

    /// A cheaper chain that passes one of the vertices on another side; `None` if there is none.
    fn around_a_vertex(&self, mesh: &NavMesh) -> Option<Self> {
        let flat = self.collapsed(mesh);
        let limit = self.cost(mesh) * (1.0 - ROUNDING);
        for index in 0..flat.crossings.len() {
            for way in [Way::CounterClockwise, Way::Clockwise] {
                let unfolded = flat.unfolded(mesh, index, way).map(|chain| chain.settled(mesh));
                if let Some(better) = unfolded.filter(|chain| chain.cost(mesh) < limit) {
                    return Some(better);
                }
            }
        }
        None
    }

    /// The same path with one crossing for each vertex that it passes.
    fn collapsed(&self, mesh: &NavMesh) -> Self {
        let mut flat = Self { cells: vec![self.cells[0]], crossings: Vec::new(), ..self.clone() };
        for (&crossing, &cell) in self.crossings.iter().zip(&self.cells[1..]) {
            let vertex = vertex_of(mesh, crossing);
            let is_same =
                vertex.is_some() && flat.crossings.last() == vertex.map(Crossing::Vertex).as_ref();
            if is_same {
                flat.cells.pop();
            } else {
                flat.crossings.push(vertex.map_or(crossing, Crossing::Vertex));
            }
            flat.cells.push(cell);
        }
        flat
    }

    /// The same path, which crosses at a vertex the portals between its two cells one by one.
    fn unfolded(&self, mesh: &NavMesh, index: usize, way: Way) -> Option<Self> {
        let Crossing::Vertex(vertex) = self.crossings[index] else { return None };
        let [from, to] = [self.cells[index], self.cells[index + 1]];
        let portals = way.portals(mesh, edge_at(mesh, from, vertex)?, to)?;
        let share = if way == Way::Clockwise { 0.0 } else { 1.0 };
        let cells = portals.iter().map(|&edge| mesh.edge(edge).cell_slot());
        let mut chain = self.clone();
        chain.cells.splice(index..=index, cells.collect::<Vec<_>>());
        let crossings = portals.iter().map(|&edge| Crossing::Portal { edge, share });
        chain.crossings.splice(index..=index, crossings.collect::<Vec<_>>());
        Some(chain)
    }
}

/// A direction around a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    CounterClockwise,
    Clockwise,
}

impl Way {
    /// The portals between the cell of an edge and another cell around the origin of the edge, each from the side of the
    /// cell that is left; `None` if a wall lies between.
    fn portals(self, mesh: &NavMesh, first: EdgeId, to: u32) -> Option<Vec<EdgeId>> {
        let (mut portals, mut at) = (Vec::new(), first);
        while mesh.edge(at).cell_slot() != to {
            let (portal, next) = match self {
                Self::CounterClockwise => (mesh.previous_edge(at), mesh.counter_clockwise(at)),
                Self::Clockwise => (at, mesh.clockwise(at)),
            };
            portals.push(portal);
            at = next.filter(|&next| next != first)?;
        }
        Some(portals)
    }
}

fn share_of(crossing: Crossing) -> f64 {
    match crossing {
        Crossing::Portal { share, .. } => share,
        Crossing::Vertex(_) => 0.0,
    }
}

fn shifted(crossing: Crossing, by: f64) -> Crossing {
    match crossing {
        Crossing::Portal { edge, share } => {
            Crossing::Portal { edge, share: (share + by).clamp(0.0, 1.0) }
        }
        Crossing::Vertex(_) => crossing,
    }
}

/// The least of some costs, and its index; the first of equal ones.
fn least(costs: &[f64]) -> (f64, usize) {
    let mut best = (f64::INFINITY, 0);
    for (index, &cost) in costs.iter().enumerate() {
        if cost < best.0 {
            best = (cost, index);
        }
    }
    best
}
