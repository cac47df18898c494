//! The ground of a mesh in pieces: what is connected within each triangle of a grid.
//!
//! A *fragment* is a maximal set of cells that portals join within one triangle. Thin walls and floors one above another
//! therefore part the ground of a triangle. The corners of fragments are *nodes*: fragments of neighbouring triangles have
//! the two corners of their common side in common if one cell reaches both.

mod edited;

use std::collections::BinaryHeap;
use std::ops::Range;

use navmesh_core::backend::collections::{
    DisjointSets, Groups, MergeSort, NONE, OpenNode, counting_sort,
};
use navmesh_core::{DVec2, EdgeId, NavMesh};

pub(super) use edited::{Edited, NewPlace};

use super::triangle_grid::{Clips, Triangle, TriangleGrid};

/// The part of its cost that a side of a triangle counts: √3/2, rounded down.
const PART: f64 = 0.866_025_403_784;

/// The fragments of a mesh.
#[derive(Debug)]
pub(super) struct Fragments {
    grid: TriangleGrid,
    /// For each slot the first of the places of its cell, and the end of all.
    starts: Vec<u32>,
    /// The triangles that cells touch, ascending for each cell: the *places*.
    triangles: Vec<Triangle>,
    /// For each place the nodes at the corners of the triangle.
    nodes: Vec<[u32; 3]>,
    node_count: usize,
}

/// The sides at each node: the node at the other end, and the cost that the side counts.
pub(super) type Sides = Groups<(u32, f64)>;

impl Fragments {
    /// Cuts a mesh by a grid of about this number of squares, with rows along a direction of length 1. Returns the sides of
    /// all fragments too.
    ///
    /// Complexity: near linear in the pairs of a cell and a triangle that touch.
    pub(super) fn new(mesh: &NavMesh, along: DVec2, squares: f64) -> (Self, Sides) {
        let grid = TriangleGrid::new(mesh.bounds(), along, squares);
        let (starts, triangles) = (vec![0], Vec::new());
        let mut all = Self { grid, starts, triangles, nodes: Vec::new(), node_count: 0 };
        all.add_places(mesh);
        let wholes = all.wholes(mesh);
        all.number_nodes(&wholes);
        let sides = all.sides(mesh, &wholes);
        (all, sides)
    }

    fn add_places(&mut self, mesh: &NavMesh) {
        let mut clips = Clips::default();
        let mut live = mesh.slots().peekable();
        for slot in 0..mesh.slot_count() as u32 {
            let first = self.triangles.len();
            if live.next_if_eq(&slot).is_some() {
                let triangles = &mut self.triangles;
                self.grid.each_triangle(mesh.corners(slot), &mut clips, |at| triangles.push(at));
                self.triangles[first..].merge_sort();
            }
            self.starts.push(self.triangles.len() as u32);
        }
    }

    /// Returns the place of a cell in a triangle, if the cell touches it.
    fn place(&self, slot: u32, triangle: Triangle) -> Option<u32> {
        let places = self.places(slot);
        let index = self.triangles[places.clone()].binary_search(&triangle).ok()?;
        Some((places.start + index) as u32)
    }

    /// Returns the places of a cell.
    fn places(&self, slot: u32) -> Range<usize> {
        let end = |at: u32| self.starts.get(at as usize).map_or(0, |&end| end as usize);
        end(slot)..end(slot + 1)
    }

    /// Returns for each place the first place of its fragment.
    fn wholes(&self, mesh: &NavMesh) -> Vec<u32> {
        let mut sets = DisjointSets::new(self.triangles.len());
        let mut clips = Clips::default();
        for edge in mesh.slots().flat_map(|slot| mesh.edge_range(slot)) {
            let edge = EdgeId(edge as u32);
            if let Some(twin) = mesh.edge(edge).twin().filter(|twin| edge.0 < twin.0) {
                self.each_meeting(mesh, [edge, twin], &mut clips, |[a, b]| sets.unite(a, b));
            }
        }
        sets.into_lowest()
    }

    /// Calls `visit` with the places of two cells in each triangle that their portal touches.
    fn each_meeting(
        &self,
        mesh: &NavMesh,
        portal: [EdgeId; 2],
        clips: &mut Clips,
        mut visit: impl FnMut([u32; 2]),
    ) {
        let slots = portal.map(|edge| mesh.edge(edge).cell_slot());
        let ends = mesh.edge_ends(portal[0]).into_iter();
        self.grid.each_triangle(ends, clips, |triangle| {
            if let [Some(one), Some(other)] = slots.map(|slot| self.place(slot, triangle)) {
                visit([one, other]);
            }
        });
    }

    /// Calls `visit` with the corners that the places of a cell in neighbouring triangles have in common, each as a place
    /// and the index of its corner.
    fn each_common_corner(&self, slot: u32, mut visit: impl FnMut([(u32, usize); 2])) {
        for place in self.places(slot).map(|place| place as u32) {
            let triangle = self.triangles[place as usize];
            let beside = triangle.is_multiple_of(2).then(|| self.grid.beside(triangle));
            for (other, pairs) in beside.into_iter().flatten() {
                let Some(other) = self.place(slot, other) else { continue };
                for [own, its] in pairs {
                    visit([(place, own), (other, its)]);
                }
            }
        }
    }

    fn number_nodes(&mut self, wholes: &[u32]) {
        let corner = |place: u32, index: usize| 3 * place + index as u32;
        let mut sets = DisjointSets::new(3 * wholes.len());
        for (place, &whole) in (0..).zip(wholes) {
            for index in 0..3 {
                sets.unite(corner(place, index), corner(whole, index));
            }
        }
        for slot in 0..self.starts.len() as u32 - 1 {
            self.each_common_corner(slot, |at| {
                let [one, other] = at.map(|(place, index)| corner(place, index));
                sets.unite(one, other);
            });
        }
        let lowest = sets.into_lowest();
        let mut numbers = vec![NONE; lowest.len()];
        for (number, &first) in (0..).zip(&lowest) {
            if first == number {
                numbers[number as usize] = self.node_count as u32;
                self.node_count += 1;
            }
        }
        let number = |corner: &u32| numbers[*corner as usize];
        self.nodes =
            lowest.chunks_exact(3).map(|own| [0, 1, 2].map(|at| number(&own[at]))).collect();
    }

    fn sides(&self, mesh: &NavMesh, wholes: &[u32]) -> Sides {
        let mut costs = vec![f64::INFINITY; wholes.len()];
        for slot in mesh.slots() {
            for &whole in &wholes[self.places(slot)] {
                costs[whole as usize] = mesh.cost(slot).min(costs[whole as usize]);
            }
        }
        let wholes = (0..).zip(wholes).filter(|(place, whole)| place == *whole);
        self.sides_of(wholes.map(|(place, _)| (place, costs[place as usize])))
    }

    /// Returns the sides of places whose ground costs so much.
    fn sides_of(&self, places: impl Iterator<Item = (u32, f64)>) -> Sides {
        let mut sides = Vec::new();
        for (place, cost) in places {
            let [a, b, c] = self.nodes[place as usize];
            let cost = self.side_cost(cost);
            for [from, to] in [[a, b], [b, a], [b, c], [c, b], [c, a], [a, c]] {
                sides.push((from, (to, cost)));
            }
        }
        counting_sort(self.node_count, sides.iter().copied())
    }

    /// Returns what a side counts on ground of a cost.
    fn side_cost(&self, cost: f64) -> f64 {
        cost * self.grid.side * PART
    }

    pub(super) fn node_count(&self) -> usize {
        self.node_count
    }

    /// Returns the three nodes around a point in a cell, and the weights by which they count there.
    pub(super) fn weights(&self, slot: u32, point: DVec2) -> Option<[(u32, f64); 3]> {
        let (triangle, weights) = self.grid.weights(point);
        let nodes = self.nodes[self.place(slot, triangle)? as usize];
        Some([0, 1, 2].map(|corner| (nodes[corner], weights[corner])))
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        4 * (self.starts.len() + self.triangles.len() + 3 * self.nodes.len())
    }
}

/// Writes the costs from a node to all nodes over sides; infinite for nodes that are not reached.
pub(super) fn flood(sides: &Sides, from: u32, costs: &mut [f64], queue: &mut BinaryHeap<OpenNode>) {
    costs.fill(f64::INFINITY);
    costs[from as usize] = 0.0;
    queue.clear();
    queue.push(OpenNode { sum: 0.0, cost: 0.0, node: from });
    spread(sides, costs, queue);
}

/// Lowers costs from the nodes of a queue on, until no side counts less than the costs at its ends differ.
pub(super) fn spread(sides: &Sides, costs: &mut [f64], queue: &mut BinaryHeap<OpenNode>) {
    while let Some(OpenNode { cost, node, .. }) = queue.pop() {
        if cost > costs[node as usize] {
            continue;
        }
        for &(to, side) in sides.group(node as usize) {
            if cost + side < costs[to as usize] {
                costs[to as usize] = cost + side;
                queue.push(OpenNode { sum: cost + side, cost: cost + side, node: to });
            }
        }
    }
}
