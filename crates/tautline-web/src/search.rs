//! The class `Search`: a search in slices.

use std::rc::Rc;

use tautline::error::Terrain;
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::{Path as FoundPath, PathError};
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
