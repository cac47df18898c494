//! Lower bounds on the cost of a way, from its costs to landmarks.
//!
//! Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", 2005. A
//! potential changes along a path by at most the cost of the path, so the difference of its values at two points
//! bounds the cost between them. We differ from it in: 1) potentials are functions on the ground, linear in the
//! [fragments](super::fragments) of two grids of different directions, so that no arc needs to be known; 2) heights are
//! `f32`, and their rounding is subtracted; 3) edits of the mesh lower potentials, where new ground is a shorter way.
//!
//! The values at two corners of a fragment differ by at most √3/2 of the side times the cost of the fragment's cheapest
//! cell. Slopes of at most √3/2 of that cost along three directions at angles of 60° make a gradient of at most that
//! cost. So a potential changes along a path by at most the cost of the path.
//!
//! Source of the third: the second half of G. Ramalingam, T. Reps, "An Incremental Algorithm for a Generalization of the
//! Shortest-Path Problem", 1996. Lowered costs spread from the nodes at new ground. We leave out the first half: ground
//! that is gone raises no potential, for lower ones are right as well.

use std::collections::{BTreeMap, BinaryHeap};

use navmesh_core::backend::collections::{NONE, OpenNode};
use navmesh_core::{Bounds, DVec2, NavMesh};

use super::fragments::{Edited, Fragments, NewPlace, Sides, flood, spread};
use super::triangle_grid::Triangle;

/// The number of landmarks of a grid.
const LANDMARKS: usize = 8;

/// The squares of a grid for each cell, and the bounds on their number.
const SQUARES_PER_CELL: f64 = 1.0;
const LEAST_SQUARES: f64 = 512.0;
const MOST_SQUARES: f64 = 16_384.0;

/// The greatest rounding of a difference of heights, which are at most [`MOST_HEIGHT`].
const ROUNDING: f64 = 1.0 / (1u64 << 20) as f64;

/// The greatest height after edits. Before them it is 1.
const MOST_HEIGHT: f64 = 4.0;

/// The share of the places of cells, from which on new ones make it worth to find the potentials anew.
const STALE: f64 = 0.25;

/// The heights of a point: the values of all potentials there, in units; not a number where one has none.
pub(crate) type Heights = [[f32; LANDMARKS]; 2];

/// The heights of a point without any.
const UNKNOWN: Heights = [[f32::NAN; LANDMARKS]; 2];

/// The potentials of a mesh.
#[derive(Debug)]
pub(super) struct Potentials {
    fields: Vec<Field>,
    /// The cost that a height of 1 stands for.
    unit: f64,
    /// The bounds of the mesh that the grids lie over.
    bounds: Bounds,
    /// The number of places of cells that edits have added.
    added: usize,
}

/// The fragments by a grid, and the potentials at their nodes.
#[derive(Debug)]
struct Field {
    fragments: Fragments,
    /// The costs of the nodes from each landmark; infinite for nodes that none reaches.
    costs: Vec<[f64; LANDMARKS]>,
}

impl Potentials {
    /// Finds the potentials of a mesh. A mesh with links has none, since a link may cost less than the ground between its
    /// ends.
    ///
    /// Complexity: one flood of the fragments for each landmark.
    pub(super) fn new(mesh: &NavMesh) -> Self {
        if mesh.has_links() {
            return Self { fields: Vec::new(), unit: 0.0, bounds: Bounds::EMPTY, added: 0 };
        }
        let squares = mesh.slots().count() as f64 * SQUARES_PER_CELL;
        let squares = squares.clamp(LEAST_SQUARES, MOST_SQUARES);
        let cuts = [DVec2::X, DVec2::Y].map(|along| Fragments::new(mesh, along, squares));
        let cuts = cuts.map(|(fragments, sides)| {
            let floods = landmarks(&sides, fragments.node_count());
            (fragments, floods)
        });
        let fields = cuts.map(|(fragments, floods)| {
            let cost = |landmark: usize, node: usize| {
                floods.get(landmark).map_or(f64::INFINITY, |costs: &Vec<f64>| costs[node])
            };
            let costs = |node| std::array::from_fn(|landmark| cost(landmark, node));
            Field { costs: (0..fragments.node_count()).map(costs).collect(), fragments }
        });
        let unit = fields.iter().map(Field::highest).fold(0.0, f64::max);
        Self { fields: fields.into(), unit, bounds: mesh.bounds(), added: 0 }
    }

    /// Returns potentials of a later mesh; `None` if it is better to find them anew. `kept` tells the slots whose cells
    /// are the same in both.
    ///
    /// Complexity: linear, with a small factor; where new ground shortens ways, that of a flood for each landmark.
    pub(super) fn after_edits(&self, mesh: &NavMesh, kept: &[bool]) -> Option<Self> {
        if self.fields.is_empty() || mesh.has_links() || !self.spans(mesh.bounds()) {
            return None;
        }
        let mut added = self.added;
        let fields = self.fields.iter().map(|field| {
            let (field, new) = field.after_edits(mesh, kept);
            added += new;
            field
        });
        let fields: Vec<Field> = fields.collect();
        let places: usize = fields.iter().map(|field| field.fragments.place_count()).sum();
        let is_high = fields.iter().any(|field| field.highest() > MOST_HEIGHT * self.unit);
        let is_stale = added as f64 > STALE * places as f64;
        (!is_high && !is_stale).then_some(Self { fields, added, ..*self })
    }

    fn spans(&self, bounds: Bounds) -> bool {
        self.bounds.including(bounds.min).including(bounds.max) == self.bounds
    }

    /// Returns the values of all potentials at a point that lies in some cells, where they agree.
    pub(super) fn heights(&self, point: DVec2, slots: impl IntoIterator<Item = u32>) -> Heights {
        let mut heights = UNKNOWN;
        for (index, slot) in slots.into_iter().enumerate() {
            for (field, heights) in self.fields.iter().zip(&mut heights) {
                let other = field.heights(slot, point, self.unit);
                if index == 0 {
                    *heights = other;
                } else {
                    keep_equal(heights, &other);
                }
            }
        }
        heights
    }

    /// Returns a lower bound on the cost between two points with these heights.
    pub(super) fn least_cost(&self, one: &Heights, other: &Heights) -> f64 {
        (difference(one, other) - ROUNDING) * self.unit
    }

    /// Returns the greatest value of the lower bound that rounding allows.
    pub(super) fn most_cost(&self, one: &Heights, other: &Heights) -> f64 {
        (difference(one, other) + ROUNDING) * self.unit
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let bytes = |field: &Field| {
            field.costs.len() * size_of::<[f64; LANDMARKS]>() + field.fragments.bytes()
        };
        self.fields.iter().map(bytes).sum()
    }
}

impl Field {
    fn heights(&self, slot: u32, point: DVec2, unit: f64) -> [f32; LANDMARKS] {
        let Some(weights) = self.fragments.weights(slot, point) else {
            return UNKNOWN[0];
        };
        std::array::from_fn(|landmark| {
            let part = |&(node, weight): &(u32, f64)| weight * self.costs[node as usize][landmark];
            let height = weights.iter().map(part).sum::<f64>() / unit;
            if height.is_finite() { height as f32 } else { f32::NAN }
        })
    }

    /// Returns the highest cost.
    fn highest(&self) -> f64 {
        let finite = self.costs.iter().flatten().filter(|cost| cost.is_finite());
        finite.copied().fold(0.0, f64::max)
    }

    /// Returns the field on a later mesh, and the number of places of new cells.
    fn after_edits(&self, mesh: &NavMesh, kept: &[bool]) -> (Self, usize) {
        let Edited { fragments, numbers, new, gone } = self.fragments.after_edits(mesh, kept);
        let mut costs = vec![[f64::NAN; LANDMARKS]; fragments.node_count()];
        let mut changed = Vec::new();
        for (former, &number) in self.costs.iter().zip(&numbers).filter(|pair| *pair.1 != NONE) {
            let known = &mut costs[number as usize];
            if !known[0].is_nan() && known != former {
                changed.push(number);
            }
            *known = std::array::from_fn(|landmark| former[landmark].min(known[landmark]));
        }
        self.guess(&new, &gone, &mut costs);
        changed.extend(
            new.iter().filter(|place| is_steep(&costs, place)).flat_map(|place| place.nodes),
        );
        let mut field = Self { fragments, costs };
        if !changed.is_empty() {
            field.lower(mesh, &changed);
        }
        (field, new.len())
    }

    /// Sets the costs of nodes that no cell before had to those of the cells that are gone there. They may be too high.
    fn guess(
        &self,
        new: &[NewPlace],
        gone: &BTreeMap<Triangle, Vec<[u32; 3]>>,
        costs: &mut [[f64; LANDMARKS]],
    ) {
        let is_new: Vec<bool> = costs.iter().map(|cost| cost[0].is_nan()).collect();
        for NewPlace { triangle, nodes, .. } in new {
            let former = gone.get(triangle).into_iter().flatten();
            let pairs = former.flat_map(|former| nodes.iter().zip(former));
            for (&node, &former) in pairs.filter(|(node, _)| is_new[**node as usize]) {
                let known = &mut costs[node as usize];
                let former = &self.costs[former as usize];
                *known = std::array::from_fn(|landmark| former[landmark].max(known[landmark]));
            }
        }
        for cost in costs.iter_mut().flatten().filter(|cost| cost.is_nan()) {
            *cost = f64::INFINITY;
        }
    }

    /// Lowers costs from some nodes on, until no side counts less than the costs at its ends differ.
    fn lower(&mut self, mesh: &NavMesh, from: &[u32]) {
        let sides = self.fragments.sides_of_all(mesh);
        let mut queue = BinaryHeap::new();
        for landmark in 0..LANDMARKS {
            let mut costs: Vec<f64> = self.costs.iter().map(|costs| costs[landmark]).collect();
            for &node in from {
                let cost = costs[node as usize];
                if cost < f64::INFINITY {
                    queue.push(OpenNode { sum: cost, cost, node });
                }
            }
            spread(&sides, &mut costs, &mut queue);
            for (own, cost) in self.costs.iter_mut().zip(costs) {
                own[landmark] = cost;
            }
        }
    }
}

/// True if costs at the corners of a place differ by more than a side counts.
fn is_steep(costs: &[[f64; LANDMARKS]], NewPlace { nodes, side, .. }: &NewPlace) -> bool {
    let [a, b, c] = nodes.map(|node| &costs[node as usize]);
    [[a, b], [b, c], [c, a]].iter().any(|[one, other]| {
        let mut pairs = one.iter().zip(other.iter());
        pairs.any(|(one, other)| *one > other + side || *other > one + side)
    })
}

/// Forgets the values that differ from others.
fn keep_equal(heights: &mut [f32; LANDMARKS], others: &[f32; LANDMARKS]) {
    for (height, other) in heights.iter_mut().zip(others) {
        if *height != *other {
            *height = f32::NAN;
        }
    }
}

/// Returns the greatest difference of the values of a potential; 0 if there is none at both points.
fn difference(one: &Heights, other: &Heights) -> f64 {
    let mut most = [0f32; LANDMARKS];
    for (one, other) in one.iter().zip(other) {
        for (most, (a, b)) in most.iter_mut().zip(one.iter().zip(other)) {
            // False for what is not a number.
            if (a - b).abs() > *most {
                *most = (a - b).abs();
            }
        }
    }
    f64::from(most.into_iter().fold(0f32, |most, next| if next > most { next } else { most }))
}

/// Returns the costs from at most [`LANDMARKS`] landmarks in the largest connected part. Each is the node farthest from those
/// before it, the first one farthest from any node.
fn landmarks(sides: &Sides, nodes: usize) -> Vec<Vec<f64>> {
    let mut floods: Vec<Vec<f64>> = Vec::new();
    let (mut nearest, mut costs, mut queue) =
        (vec![0.0; nodes], vec![0.0; nodes], BinaryHeap::new());
    let Some(first) = node_of_largest_part(sides, nodes) else { return floods };
    flood(sides, first, &mut nearest, &mut queue);
    while floods.len() < LANDMARKS {
        let reached = (0..nodes).filter(|&node| nearest[node].is_finite());
        let Some(far) = reached.reduce(|a, b| if nearest[b] > nearest[a] { b } else { a }) else {
            break;
        };
        flood(sides, far as u32, &mut costs, &mut queue);
        if floods.is_empty() {
            nearest.clone_from(&costs);
        }
        for (near, &cost) in nearest.iter_mut().zip(&costs) {
            *near = near.min(cost);
        }
        floods.push(costs.clone());
    }
    floods
}

/// Returns a node of the connected part that has the most nodes; the one with the lowest number.
fn node_of_largest_part(sides: &Sides, nodes: usize) -> Option<u32> {
    let mut is_seen = vec![false; nodes];
    let (mut most, mut largest, mut open) = (0, None, Vec::new());
    for first in 0..nodes as u32 {
        open.push(first);
        let mut count = 0;
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut is_seen[node as usize], true) {
                count += 1;
                open.extend(sides.group(node as usize).iter().map(|side| side.0));
            }
        }
        if count > most {
            (most, largest) = (count, Some(first));
        }
    }
    largest
}
