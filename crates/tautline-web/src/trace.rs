//! The class `Trace`: the record of the steps of a search.

use tautline::DVec2;
#[cfg(feature = "tiles")]
use tautline::grid::SeenTile;
use tautline::incremental::{Observer, SeenCell, SeenInterval};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::path::Path;

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
    /// Returns an empty record of a search on tiles.
    #[cfg(feature = "tiles")]
    pub(crate) fn of_tiles() -> Self {
        Self { width: 4, ..Self::of_mesh() }
    }

    /// Returns an empty record of a search on a mesh.
    pub(crate) fn of_mesh() -> Self {
        Self { kinds: Vec::new(), values: Vec::new(), width: 7, path: None }
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

#[cfg(feature = "tiles")]
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
