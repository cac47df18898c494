//! Short paths along a surface: many points on the sides of its triangles, all pairs of one triangle joined, Dijkstra's algorithm.
//!
//! Each way is one on the surface, so none is shorter than the shortest one. The surface decides which triangles a cell has; that two
//! cells are joined is taken from the portals of the mesh.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, DVec3, EdgeId, Surface};

/// The points and triangles of a surface.
#[derive(Debug)]
pub struct SurfaceOracle {
    points: Vec<DVec3>,
    /// For each point the points in its triangles, and the cost of the way there.
    near: Vec<Vec<(usize, f64)>>,
    triangles: Vec<Triangle>,
}

#[derive(Debug)]
struct Triangle {
    slot: u32,
    corners: [DVec3; 3],
    cost: f64,
    points: Vec<usize>,
}

/// The largest distance of a point from the line of a portal that it is on, relative to the portal's length.
const BESIDE: f64 = 1e-9;

impl SurfaceOracle {
    /// Puts this many points less one within each side.
    #[must_use]
    pub fn new(surface: &Surface, parts: u32) -> Self {
        let mesh = surface.mesh();
        let mut oracle = Self { points: Vec::new(), near: Vec::new(), triangles: Vec::new() };
        let mut known = BTreeMap::new();
        for (slot, points, triangles) in surface.patches() {
            for triangle in triangles {
                let corners = triangle.map(|corner| points[corner as usize]);
                let mut own = Vec::new();
                for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                    own.extend(on_side([corners[a], corners[b]], parts).map(|point| {
                        let key = (slot, point.to_array().map(|number| (number + 0.0).to_bits()));
                        *known.entry(key).or_insert_with(|| oracle.add(point))
                    }));
                }
                own.sort_unstable();
                own.dedup();
                oracle.triangles.push(Triangle {
                    slot,
                    corners,
                    cost: mesh.cost(slot),
                    points: own,
                });
            }
        }
        oracle.join_triangles();
        for edge in (0..mesh.edges().len()).map(|edge| EdgeId(edge as u32)) {
            let (own, Some(other)) = (mesh.edge(edge).cell_slot(), mesh.edge(edge).neighbor_slot())
            else {
                continue;
            };
            for (&(slot, at), &from) in known.range((own, [0; 3])..(own + 1, [0; 3])) {
                let is_on = is_on(mesh.edge_ends(edge), oracle.points[from].truncate());
                if let Some(&to) = known.get(&(other, at)).filter(|_| slot == own && is_on) {
                    oracle.near[from].push((to, 0.0));
                }
            }
        }
        oracle
    }

    fn add(&mut self, point: DVec3) -> usize {
        self.points.push(point);
        self.near.push(Vec::new());
        self.points.len() - 1
    }

    fn join_triangles(&mut self) {
        let Self { points, near, triangles } = self;
        for Triangle { points: own, cost, .. } in triangles {
            for (&a, &b) in own.iter().flat_map(|a| own.iter().map(move |b| (a, b))) {
                near[a].push((b, *cost * points[a].distance(points[b])));
            }
        }
    }

    /// Returns the cost of a path between two points, each in any of its cells; infinite without one.
    #[must_use]
    pub fn cost(&self, ends: [(&[u32], DVec2); 2]) -> f64 {
        let [start, goal] = ends.map(|(slots, point)| {
            let of = self.triangles.iter().filter(move |triangle| slots.contains(&triangle.slot));
            of.filter_map(move |triangle| Some((triangle.lift(point)?, triangle)))
                .collect::<Vec<_>>()
        });
        let mut costs = vec![f64::INFINITY; self.points.len()];
        let (mut open, mut best) = (BinaryHeap::new(), f64::INFINITY);
        let reach = |open: &mut BinaryHeap<_>, costs: &mut Vec<f64>, point: usize, cost: f64| {
            if cost < costs[point] {
                costs[point] = cost;
                open.push((Reverse(cost.to_bits()), point));
            }
        };
        for (at, triangle) in &start {
            for &point in &triangle.points {
                let cost = triangle.cost * self.points[point].distance(*at);
                reach(&mut open, &mut costs, point, cost);
            }
            for (other, _) in goal.iter().filter(|(_, other)| std::ptr::eq(*other, *triangle)) {
                best = best.min(triangle.cost * at.distance(*other));
            }
        }
        while let Some((Reverse(bits), point)) = open.pop() {
            let cost = f64::from_bits(bits);
            if cost == costs[point] {
                for &(next, more) in &self.near[point] {
                    reach(&mut open, &mut costs, next, cost + more);
                }
            }
        }
        for (at, triangle) in &goal {
            for &point in &triangle.points {
                best = best.min(costs[point] + triangle.cost * self.points[point].distance(*at));
            }
        }
        best
    }
}

impl Triangle {
    /// Returns a point of the plan on the triangle, if it is there.
    fn lift(&self, point: DVec2) -> Option<DVec3> {
        let [a, b, c] = self.corners;
        let part = |a: DVec3, b: DVec3| (b - a).truncate().perp_dot(point - a.truncate());
        let parts = [part(b, c), part(c, a), part(a, b)];
        let sides = [[a, b], [b, c], [c, a]].map(|side| side.map(DVec3::truncate));
        let holds = sides.iter().all(|&[a, b]| turn(a, b, point) != Turn::Right);
        let height = (parts[0] * a.z + parts[1] * b.z + parts[2] * c.z) / parts.iter().sum::<f64>();
        holds.then_some(point.extend(height))
    }
}

/// True if a point lies on a segment, up to rounding.
fn is_on([a, b]: [DVec2; 2], point: DVec2) -> bool {
    let (axis, to) = (b - a, point - a);
    let square = axis.length_squared();
    axis.perp_dot(to).abs() <= BESIDE * square
        && (-BESIDE..=1.0 + BESIDE).contains(&(to.dot(axis) / square))
}

/// The ends of a side and points between them, the same in both directions.
fn on_side([a, b]: [DVec3; 2], parts: u32) -> impl Iterator<Item = DVec3> {
    let [low, high] = if a.to_array() <= b.to_array() { [a, b] } else { [b, a] };
    (0..=parts).map(move |part| match part {
        0 => low,
        part if part == parts => high,
        part => low + (high - low) * (f64::from(part) / f64::from(parts)),
    })
}
