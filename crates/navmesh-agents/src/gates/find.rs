//! The search for gates.

use navmesh_core::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{Bounds, DVec2, EdgeId, NavMesh, Place};
use navmesh_search::MeshQueries;

use super::{Gate, Gates, Passage, ZONE};

/// The distance of two gates of one passage, in radii of the largest agent.
const JOINED: f64 = 6.0;

impl Gates {
    /// Finds all gates of a mesh, and joins them to passages.
    pub(super) fn find(&mut self, mesh: &NavMesh) {
        self.gates.clear();
        self.passages.clear();
        let mut queries = MeshQueries::new(mesh);
        for slot in mesh.slots() {
            for edge in mesh.edge_range(slot) {
                let edge = mesh.edge(EdgeId(edge as u32));
                if edge.origin_is_corner() {
                    let corner = mesh.place_in(slot, edge.origin());
                    self.add_gates_at(corner, &mut queries);
                }
            }
        }
        self.sort_by_cell(mesh);
    }

    /// Adds the gates between a corner and the walls opposite.
    fn add_gates_at(&mut self, corner: Place, queries: &mut MeshQueries<'_>) {
        let (mesh, width, point) = (queries.mesh(), 2.0 * self.radius, corner.point);
        mesh.each_cell_near(around(point, width), |slot| {
            for edge in mesh.edge_range(slot) {
                let edge = EdgeId(edge as u32);
                let [a, b] = mesh.edge_ends(edge);
                if !mesh.edge(edge).is_wall() || turn(a, b, point) != Turn::Left {
                    continue;
                }
                let opposite = nearest_on_segment(a, b, point);
                let is_narrow = opposite.distance_squared(point) < width * width;
                if is_narrow && queries.sees(corner, mesh.place_in(slot, opposite)).unwrap_or(false)
                {
                    self.add_gate(point, opposite);
                }
            }
        });
    }

    /// Adds a gate, unless there is one already, to a passage nearby or to a new one.
    fn add_gate(&mut self, corner: DVec2, opposite: DVec2) {
        let middle = (corner + opposite) * 0.5;
        let within = |gate: &&Gate, radii: f64| gate.middle.distance(middle) < radii * self.radius;
        if self.gates.iter().any(|gate| within(&gate, 0.5)) {
            return;
        }
        let joined = self.gates.iter().find(|gate| within(gate, JOINED)).map(|gate| gate.passage);
        let passage = joined.unwrap_or_else(|| {
            let normal = (opposite - corner).perp().normalize_or_zero();
            self.passages.push(Passage {
                normal,
                turn: Default::default(),
                nearest: [f64::INFINITY; 2],
            });
            self.passages.len() as u32 - 1
        });
        self.gates.push(Gate { middle, passage });
    }

    fn sort_by_cell(&mut self, mesh: &NavMesh) {
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        for (index, gate) in self.gates.iter().enumerate() {
            mesh.each_cell_near(around(gate.middle, ZONE * self.radius), |slot| {
                pairs.push([slot, index as u32]);
            });
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.near.clear();
        self.ends.clear();
        self.ends.resize(mesh.slot_count(), 0);
        for [slot, gate] in pairs {
            self.near.push(gate);
            self.ends[slot as usize] = self.near.len() as u32;
        }
        for slot in 1..self.ends.len() {
            self.ends[slot] = self.ends[slot].max(self.ends[slot - 1]);
        }
    }
}

fn around(point: DVec2, reach: f64) -> Bounds {
    Bounds { min: point - reach, max: point + reach }
}
