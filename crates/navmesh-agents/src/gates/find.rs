//! The search for gates.

use navmesh_core::backend::geom::{Turn, nearest_on_segment, turn};
use navmesh_core::{Bounds, DVec2, EdgeId, NavMesh, Place};
use navmesh_search::MeshQueries;

use super::{Gate, Gates, Passage, Squares, ZONE};

/// The distance of two gates of one passage, in radii of the largest agent.
const JOINED: f64 = 6.0;

/// The distance of two gates that are one, in radii.
const SAME: f64 = 0.5;

impl Gates {
    /// Finds all gates of a mesh, and joins them to passages.
    pub(super) fn find(&mut self, mesh: &NavMesh) {
        self.gates.clear();
        self.passages.clear();
        self.jams.clear();
        self.zones = Squares::of_side(ZONE * self.radius);
        let mut squares = Squares::of_side(JOINED * self.radius);
        let mut queries = MeshQueries::new(mesh);
        let mut is_known = vec![false; mesh.vertex_count()];
        for slot in mesh.slots() {
            for edge in mesh.edge_range(slot) {
                let edge = mesh.edge(EdgeId(edge as u32));
                let is_new = !std::mem::replace(&mut is_known[edge.vertex().index()], true);
                if is_new && edge.origin_is_corner() {
                    let corner = mesh.place_in(slot, edge.origin());
                    self.add_gates_at(corner, &mut queries, &mut squares);
                }
            }
        }
    }

    /// Adds the gates between a corner and the walls opposite.
    fn add_gates_at(
        &mut self,
        corner: Place,
        queries: &mut MeshQueries<'_>,
        squares: &mut Squares,
    ) {
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
                    self.add_gate(corner, opposite, squares);
                }
            }
        });
    }

    /// Adds a gate, unless there is one already, to a passage nearby or to a new one.
    fn add_gate(&mut self, corner: Place, opposite: DVec2, squares: &mut Squares) {
        let Place { point, layer, .. } = corner;
        let middle = (point + opposite) * 0.5;
        let near = squares.around(middle).map(|index| &self.gates[index]);
        let near = near.filter(|gate| gate.layer == layer);
        let near = near.map(|gate| (gate.middle.distance(middle) / self.radius, gate.passage));
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        if nearest.is_some_and(|(radii, _)| radii < SAME) {
            return;
        }
        let joined = nearest.filter(|&(radii, _)| radii < JOINED).map(|(_, passage)| passage);
        let passage = joined.unwrap_or_else(|| self.add_passage());
        let normal = (opposite - point).perp().normalize_or_zero();
        let mean = &mut self.passages[passage as usize].normal;
        *mean += if mean.dot(normal) < 0.0 { -normal } else { normal };
        squares.add(middle, self.gates.len());
        self.zones.add(middle, self.gates.len());
        self.gates.push(Gate { line: [point, opposite], middle, layer, passage });
    }

    /// Adds a passage without gates.
    fn add_passage(&mut self) -> u32 {
        let (normal, turn, nearest) = (DVec2::ZERO, Default::default(), [f64::INFINITY; 2]);
        self.passages.push(Passage { normal, turn, nearest, slow: 0 });
        self.passages.len() as u32 - 1
    }
}

fn around(point: DVec2, reach: f64) -> Bounds {
    Bounds { min: point - reach, max: point + reach }
}
