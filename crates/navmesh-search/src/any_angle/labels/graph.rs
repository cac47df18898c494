//! The graph of the taut legs between corners, and shortest ways on it.
//!
//! Its nodes are *passes*: a corner, and the side on which its obstacle lies on the way. A leg leads from one pass to another, so
//! that every way on the graph turns only around obstacles.

use std::collections::BinaryHeap;

use navmesh_core::NavMesh;
use navmesh_core::backend::collections::{Groups, MergeSort, OpenNode, counting_sort};

use super::corners::{Corners, ROOT, corner_of, pass, reversed};
use super::sweep::{Eye, Sweep};
use crate::any_angle::index::predicates::RobustPredicate;

/// A leg to another pass.
#[derive(Debug, Clone, Copy)]
struct Leg {
    to: u32,
    length: f64,
}

/// The legs between the passes of corners that see each other.
#[derive(Debug)]
pub(super) struct TautGraph {
    legs: Groups<Leg>,
}

impl TautGraph {
    /// Returns `None` once there are more than `most` legs.
    ///
    /// Complexity: what all corners see.
    pub(super) fn of(mesh: &NavMesh, corners: &Corners, most: usize) -> Option<Self> {
        let mut sweep = Sweep::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for from in 0..corners.len() as u32 {
            let point = corners.point(from);
            let eye = Eye { mesh, corners, from: point, target: None, route: None };
            sweep.look::<RobustPredicate>(&eye, corners.cells(from).iter().copied());
            for seen in sweep.seen.iter().filter(|seen| seen.corner != from) {
                // The way back arrives with the obstacle on the other side.
                let [left, right] =
                    corners.sides::<RobustPredicate>(from, corners.point(seen.corner));
                for (leaves, own) in [(right, 0), (left, 1)] {
                    for (arrives, side) in seen.sides.into_iter().zip(0..) {
                        if leaves && arrives {
                            let (a, b) = (pass(from, own), pass(seen.corner, side));
                            pairs.extend([(a, b), (reversed(b), reversed(a))]);
                        }
                    }
                }
            }
            // Both ends note each leg.
            if pairs.len() / 2 > most {
                return None;
            }
        }
        pairs.merge_sort();
        pairs.dedup();
        let leg = |&(from, to): &(u32, u32)| {
            let [a, b] = [from, to].map(|pass| corners.point(corner_of(pass)));
            (from, Leg { to, length: a.distance(b) })
        };
        Some(Self { legs: counting_sort(2 * corners.len(), pairs.iter().map(leg)) })
    }

    /// Returns the number of passes.
    pub(super) fn len(&self) -> usize {
        self.legs.len()
    }
}

/// Shortest ways from one corner, with memory for many of them.
#[derive(Debug)]
pub(super) struct Tree {
    distances: Vec<f64>,
    /// The pass before each one, on the way from the root.
    before: Vec<u16>,
    open: BinaryHeap<OpenNode>,
    touched: Vec<u32>,
    /// The passes of the last tree with their distances, nearest first.
    pub(super) settled: Vec<(u32, f64)>,
}

impl Tree {
    pub(super) fn new(graph: &TautGraph) -> Self {
        Self {
            distances: vec![f64::INFINITY; graph.len()],
            before: vec![ROOT; graph.len()],
            open: BinaryHeap::new(),
            touched: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Finds the shortest ways from a corner (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959). Ways lead
    /// on from a pass only if `leads_on` says so for it and its distance; only those passes are settled.
    pub(super) fn grow(
        &mut self,
        graph: &TautGraph,
        root: u32,
        mut leads_on: impl FnMut(u32, f64) -> bool,
    ) {
        for pass in self.touched.drain(..) {
            self.distances[pass as usize] = f64::INFINITY;
        }
        self.settled.clear();
        for side in 0..2 {
            self.reach(pass(root, side), 0.0, ROOT);
        }
        while let Some(OpenNode { cost, node, .. }) = self.open.pop() {
            if cost > self.distances[node as usize] || !leads_on(node, cost) {
                continue;
            }
            self.settled.push((node, cost));
            for leg in graph.legs.group(node as usize) {
                let distance = cost + leg.length;
                if distance < self.distances[leg.to as usize] {
                    self.reach(leg.to, distance, node as u16);
                }
            }
        }
    }

    fn reach(&mut self, pass: u32, distance: f64, before: u16) {
        let own = &mut self.distances[pass as usize];
        if *own == f64::INFINITY {
            self.touched.push(pass);
        }
        *own = distance;
        self.before[pass as usize] = before;
        self.open.push(OpenNode { sum: distance, cost: distance, node: pass });
    }

    /// Returns the pass before another on the way from the root; [`ROOT`] for those of the root.
    pub(super) fn before(&self, pass: u32) -> u16 {
        self.before[pass as usize]
    }
}
