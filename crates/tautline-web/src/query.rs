//! One path and many paths, on a mesh or on tiles.

use std::rc::Rc;

use tautline::error::Terrain;
use tautline::{Answer, Batch, NavMesh, PathQuery, Pathfinder};
use wasm_bindgen::JsValue;

use crate::arguments::{pairs, place};
use crate::failure::{JsResult, no_path};
use crate::mesh::Ground;
use crate::options::QuerySettings;
use crate::path::{Path, paths};
use crate::record::set;

/// The ends and options of one query, as JavaScript gives them.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) start: &'a JsValue,
    pub(crate) goal: &'a JsValue,
    pub(crate) options: JsValue,
}

impl Call<'_> {
    /// Returns the query between two points.
    pub(crate) fn query(&self) -> JsResult<PathQuery> {
        let settings = QuerySettings::new(&self.options)?;
        Ok(settings.between(place("start", self.start)?, place("goal", self.goal)?))
    }
}

/// Finds one path; `ground` is the mesh that it is on.
pub(crate) fn find_path(
    finder: &(impl Pathfinder + Terrain),
    call: &Call<'_>,
    ground: impl FnOnce() -> Option<Rc<Ground>>,
) -> JsResult<Path> {
    let Answer { result, path } = finder.answer(&call.query()?);
    let Err(error) = result else { return Ok(Path::new(path, ground())) };
    let raised = no_path(error, finder);
    if !path.waypoints().is_empty() {
        set(&raised, "partial", Path::new(path, ground()));
    }
    Err(raised)
}

/// Finds the paths between the points of two lists, row by row; `mesh` tells the floors of their points.
pub(crate) fn find_paths(
    finder: &dyn Pathfinder,
    call: &Call<'_>,
    mesh: Option<&NavMesh>,
) -> JsResult<JsValue> {
    let settings = QuerySettings::new(&call.options)?;
    let rows = pairs(["starts", "goals"], [call.start, call.goal])?;
    let queries: Vec<_> =
        rows.into_iter().map(|[start, goal]| settings.between(start, goal)).collect();
    let mut batch = Batch::new();
    batch.find_paths(finder, &queries);
    Ok(paths(batch.answers(), mesh))
}
