//! Lower bounds on the cost of a way, from its costs to landmarks.
//!
//! Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", 2005. A
//! potential changes along a path by at most the cost of the path, so the difference of its values at two points
//! bounds the cost between them. We differ from it in: 1) potentials are functions on the ground, linear in the
//! [fragments](super::fragments) of two grids of different directions, so that no arc needs to be known; 2) values are
//! `f32`, and their rounding is subtracted.
//!
//! The values at two corners of a fragment differ by at most √3/2 of the side times the cost of the fragment's cheapest
//! cell. Slopes of at most √3/2 of that cost along three directions at angles of 60° make a gradient of at most that
//! cost. So a potential changes along a path by at most the cost of the path.

use std::collections::BinaryHeap;

use navmesh_core::{DVec2, NavMesh};

use super::fragments::{Fragments, Sides, flood};

/// The number of landmarks of a grid.
const LANDMARKS: usize = 8;

/// The squares of a grid for each cell, and the bounds on their number.
const SQUARES_PER_CELL: f64 = 1.0;
const LEAST_SQUARES: f64 = 512.0;
const MOST_SQUARES: f64 = 16_384.0;

/// The greatest rounding of a difference of heights, which are at most 1.
const ROUNDING: f64 = 1.0 / (1u64 << 20) as f64;

/// The values of all potentials at a point; not a number where one has none.
pub(crate) type Heights = [[f32; LANDMARKS]; 2];

/// The heights of a point without any.
const UNKNOWN: Heights = [[f32::NAN; LANDMARKS]; 2];

/// The potentials of a mesh.
#[derive(Debug, Default)]
pub(super) struct Potentials {
    fields: Vec<Field>,
    /// The cost that a height of 1 stands for.
    unit: f64,
}

/// The fragments by a grid, and the potentials at their nodes.
#[derive(Debug)]
struct Field {
    fragments: Fragments,
    heights: Vec<[f32; LANDMARKS]>,
}

impl Potentials {
    /// Finds the potentials of a mesh. A mesh with links has none, since a link may cost less than the ground between its
    /// ends.
    ///
    /// Complexity: one flood of the fragments for each landmark.
    pub(super) fn new(mesh: &NavMesh) -> Self {
        if mesh.has_links() {
            return Self::default();
        }
        let squares = mesh.slots().count() as f64 * SQUARES_PER_CELL;
        let squares = squares.clamp(LEAST_SQUARES, MOST_SQUARES);
        let cuts = [DVec2::X, DVec2::Y].map(|along| Fragments::new(mesh, along, squares));
        let cuts = cuts.map(|(fragments, sides)| {
            let floods = landmarks(&sides, fragments.node_count());
            (fragments, floods)
        });
        let finite = cuts.iter().flat_map(|cut| cut.1.iter().flatten().copied());
        let unit = finite.filter(|cost| cost.is_finite()).fold(0.0, f64::max);
        let fields = cuts.into_iter().map(|(fragments, floods)| {
            let height = |node: usize| {
                std::array::from_fn(|landmark| match floods.get(landmark).map(|all| all[node]) {
                    Some(cost) if cost.is_finite() => (cost / unit) as f32,
                    _ => f32::NAN,
                })
            };
            let heights = (0..fragments.node_count()).map(height).collect();
            Field { fragments, heights }
        });
        Self { fields: fields.collect(), unit }
    }

    /// Returns the values of all potentials at a point that lies in some cells, where they agree.
    pub(super) fn heights(&self, point: DVec2, slots: impl IntoIterator<Item = u32>) -> Heights {
        let mut heights = UNKNOWN;
        for (index, slot) in slots.into_iter().enumerate() {
            for (field, heights) in self.fields.iter().zip(&mut heights) {
                let other = field.heights(slot, point);
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
            field.heights.len() * size_of::<[f32; LANDMARKS]>() + field.fragments.bytes()
        };
        self.fields.iter().map(bytes).sum()
    }
}

impl Field {
    fn heights(&self, slot: u32, point: DVec2) -> [f32; LANDMARKS] {
        let Some(weights) = self.fragments.weights(slot, point) else {
            return [f32::NAN; LANDMARKS];
        };
        std::array::from_fn(|landmark| {
            let part = |&(node, weight): &(u32, f64)| {
                weight * f64::from(self.heights[node as usize][landmark])
            };
            weights.iter().map(part).sum::<f64>() as f32
        })
    }
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

/// Returns the costs from up to so many landmarks in the largest connected part. Each is the node farthest from those
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
