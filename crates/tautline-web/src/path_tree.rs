//! The class `PathTree`: paths from one start to many goals.

use std::rc::Rc;

use tautline::MeshFinder;
use tautline::queries::PathTree as Tree;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, no_path};
use crate::mesh::Ground;
use crate::options::whole;
use crate::path::Path;

/// The paths from one start to many goals, by one search.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PathTree {
    tree: Tree,
    finder: MeshFinder,
    ground: Rc<Ground>,
}

impl PathTree {
    pub(crate) fn new(tree: Tree, finder: MeshFinder, ground: Rc<Ground>) -> Self {
        Self { tree, finder, ground }
    }
}

#[wasm_bindgen]
impl PathTree {
    /// The number of goals.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.tree.len()
    }

    /// The costs of the paths, as `distances` returns them.
    #[wasm_bindgen(getter)]
    pub fn distances(&self) -> Vec<f64> {
        self.tree.distances().collect()
    }

    /// Lower bounds on the costs.
    #[wasm_bindgen(getter, js_name = lowerBounds)]
    pub fn lower_bounds(&self) -> Vec<f64> {
        self.tree.bounds().map(|bounds| bounds.lower_bound).collect()
    }

    /// Returns the path to a goal by its number. Throws `NoPath` if there is none.
    pub fn path(&self, goal: f64) -> JsResult<Path> {
        let path = self.tree.path_to(whole("goal", goal)? as usize);
        let path = path.map_err(|error| no_path(error, &self.finder))?;
        Ok(Path::new(path, Some(self.ground.clone())))
    }
}
