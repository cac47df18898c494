//! The classes `Search` and `Trace`: a search in slices, and the record of its steps.

use std::rc::Rc;

use tautline::error::Terrain;
use tautline::grid::SeenTile;
use tautline::incremental::{IncrementalSearch, Observer, SeenCell, SeenInterval, Stage};
use tautline::{DVec2, Path as FoundPath, PathError};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, no_path};
use crate::mesh::Ground;
use crate::path::Path;

/// A search that its caller advances in slices, between frames for example.
#[wasm_bindgen]
pub struct Search {
    search: Box<dyn IncrementalSearch>,
    explain: Box<dyn Fn(PathError) -> wasm_bindgen::JsValue>,
    ground: Option<Rc<Ground>>,
    is_done: bool,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("is_done", &self.is_done).finish_non_exhaustive()
    }
}

impl Search {
    /// Wraps a search; the map explains its failure, and `ground` is the mesh of its path.
    pub(crate) fn new(
        search: Box<dyn IncrementalSearch>,
        map: impl Terrain + 'static,
        ground: Option<Rc<Ground>>,
    ) -> Self {
        let explain = Box::new(move |error| no_path(error, &map));
        Self { search, explain, ground, is_done: false }
    }
}

#[wasm_bindgen]
impl Search {
    /// Expands up to `nodes` more nodes; returns whether the search is done.
    pub fn advance(&mut self, nodes: u32) -> bool {
        self.is_done = self.search.advance(nodes.into()) == Stage::Done;
        self.is_done
    }

    /// Whether the answer is final.
    #[wasm_bindgen(getter, js_name = isDone)]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The number of nodes expanded so far.
    #[wasm_bindgen(getter)]
    pub fn expanded(&self) -> f64 {
        self.search.progress().expanded as f64
    }

    /// The number of nodes that wait for expansion.
    #[wasm_bindgen(getter)]
    pub fn open(&self) -> f64 {
        self.search.progress().open as f64
    }

    /// The lower bound on the cost that is proved so far.
    #[wasm_bindgen(getter, js_name = lowerBound)]
    pub fn lower_bound(&self) -> f64 {
        self.search.progress().lower_bound
    }

    /// Returns the path as it stands. Throws `NoPath` if there is none, or none yet.
    pub fn path(&mut self) -> JsResult<Path> {
        let mut path = FoundPath::default();
        match self.search.answer_into(&mut path) {
            Ok(()) => Ok(Path::new(path, self.ground.clone())),
            Err(error) => Err((self.explain)(error)),
        }
    }
}

/// The steps of a search, in order.
///
/// `kinds` holds one number a step: 0 opened, 1 closed, 2 reopened, 3 pruned, 4 turned. `values` holds `width`
/// numbers a step. On tiles these are x, y, cost from the start and estimate to the goal. On a mesh they are x and y
/// of the root, of the left end and of the right end of an interval, and the cost of its root from the start; a
/// turned step holds its corner as the root.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Trace {
    kinds: Vec<u8>,
    values: Vec<f64>,
    width: usize,
    path: Option<Path>,
}

impl Trace {
    pub(crate) fn of_tiles() -> Self {
        Self { kinds: Vec::new(), values: Vec::new(), width: 4, path: None }
    }

    pub(crate) fn of_mesh() -> Self {
        Self { width: 7, ..Self::of_tiles() }
    }

    /// Adds the path that the search found.
    pub(crate) fn with_path(mut self, path: Option<Path>) -> Self {
        self.path = path;
        self
    }

    fn push(&mut self, kind: Kind, step: impl TraceStep) {
        self.kinds.push(kind as u8);
        step.write(&mut self.values);
    }
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Opened,
    Closed,
    Reopened,
    Pruned,
    Turned,
}

/// A step that can be written as numbers.
trait TraceStep {
    fn write(&self, values: &mut Vec<f64>);
}

impl TraceStep for SeenTile {
    fn write(&self, values: &mut Vec<f64>) {
        values.extend([self.tile.0.into(), self.tile.1.into(), self.cost, self.estimate]);
    }
}

impl TraceStep for SeenInterval {
    fn write(&self, values: &mut Vec<f64>) {
        values.extend([self.root, self.left, self.right].iter().flat_map(DVec2::to_array));
        values.push(self.cost);
    }
}

impl TraceStep for SeenCell {
    /// Writes the middle of the portal by which the search entered the cell.
    fn write(&self, values: &mut Vec<f64>) {
        values.extend([self.middle; 3].iter().flat_map(DVec2::to_array));
        values.push(self.cost);
    }
}

impl<S: TraceStep> Observer<S> for Trace {
    fn opened(&mut self, seen: S) {
        self.push(Kind::Opened, seen);
    }

    fn closed(&mut self, seen: S) {
        self.push(Kind::Closed, seen);
    }

    fn reopened(&mut self, seen: S) {
        self.push(Kind::Reopened, seen);
    }

    fn pruned(&mut self, seen: S) {
        self.push(Kind::Pruned, seen);
    }

    fn turned(&mut self, corner: DVec2, cost: f64) {
        let bound = cost;
        let interval = SeenInterval { root: corner, left: corner, right: corner, cost, bound };
        if self.width == 7 {
            self.push(Kind::Turned, interval);
        }
    }
}

#[wasm_bindgen]
impl Trace {
    /// The kind of each step.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        self.kinds.clone()
    }

    /// The numbers of all steps, one step behind the other.
    #[wasm_bindgen(getter)]
    pub fn values(&self) -> Vec<f64> {
        self.values.clone()
    }

    /// The count of numbers a step.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The path, if the search found one.
    #[wasm_bindgen(getter)]
    pub fn path(&self) -> Option<Path> {
        self.path.as_ref().map(Path::copy)
    }
}
