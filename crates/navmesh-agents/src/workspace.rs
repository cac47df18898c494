//! The memory of a step, which stands below its stages.

use navmesh_core::{DVec2, Path, Place};
use navmesh_search::QueryMemory;

use crate::classes::{ClassQueries, Classes};
use crate::detour::DetourFinder;
use crate::neighbors::{Body, Crossing, Neighbors};
use crate::programme::Programme;
use crate::traffic::Traffic;
use crate::walls::WallFinder;

/// The memory of a step, kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) memories: Vec<Memory>,
    pub(crate) requests: Vec<Request>,
    pub(crate) neighbors: Neighbors,
    /// The records of all agents, in the order of the rows.
    pub(crate) unsorted: Vec<Body>,
    /// New velocities and headings, in the order of the index.
    pub(crate) steered: Vec<Steered>,
    /// Displacements, in the order of the index.
    pub(crate) vectors: Vec<DVec2>,
    /// New places and the lengths of the ways there, in the order of the index.
    pub(crate) moves: Vec<Move>,
    /// True for the agents that may overlap, in the order of the index.
    pub(crate) active: Vec<bool>,
    /// The largest radius.
    pub(crate) largest: f64,
    /// The greatest distance of an agent from its place in the index.
    pub(crate) moved: f64,
    /// The row after the last one that was planned.
    pub(crate) first_to_plan: usize,
    pub(crate) traffic: Traffic,
    pub(crate) detours: DetourFinder,
    /// A path that may replace that of a route.
    pub(crate) spare: Path,
}

impl Workspace {
    /// Returns the way of an agent through a stretch nearby, in the current step.
    pub(crate) fn crossing(&self, row: usize) -> Option<Crossing> {
        self.unsorted[row].crossing
    }
}

/// The result of steering.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Steered {
    pub(crate) velocity: DVec2,
    pub(crate) heading: DVec2,
}

/// The end of a move along the mesh.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Move {
    pub(crate) place: Place,
    pub(crate) travelled: f64,
}

/// The working memory of one thread.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) near: Vec<Near>,
    pub(crate) programme: Programme,
    pub(crate) walls: WallFinder,
    queries: QueryMemory,
}

impl Memory {
    /// Returns queries with the memory of earlier ones. Give them back with [`keep`](Self::keep).
    pub(crate) fn queries_on<'m>(&mut self, classes: &'m Classes) -> ClassQueries<'m> {
        ClassQueries::new(classes, std::mem::take(&mut self.queries))
    }

    pub(crate) fn keep(&mut self, queries: ClassQueries<'_>) {
        self.queries = queries.into_memory();
    }
}

/// A neighbour: its squared distance, and its index in the order of the buckets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near {
    pub(crate) distance_sq: f64,
    pub(crate) row: u32,
    pub(crate) index: u32,
}

/// An agent that needs a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub(crate) urgency: f64,
    /// The place in the turn of the agents.
    pub(crate) turn: usize,
    pub(crate) row: usize,
}
