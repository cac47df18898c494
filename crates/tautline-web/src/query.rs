//! One path and many paths, on a mesh or on tiles.

use tautline::error::Terrain;
use tautline::{Answer, Batch, NavMesh, Pathfinder, Place};
use wasm_bindgen::JsValue;

use crate::arguments::{place, points};
use crate::failure::{JsResult, no_path, out_of_range, set};
use crate::options::QuerySettings;
use crate::path::{Path, Paths};

/// The ends and options of one query, as JavaScript gives them.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) start: &'a [f64],
    pub(crate) goal: &'a [f64],
    pub(crate) options: JsValue,
}

impl Call<'_> {
    /// Returns the query between two points.
    pub(crate) fn query(&self) -> JsResult<tautline::PathQuery> {
        let settings = QuerySettings::new(&self.options)?;
        Ok(settings.between(place("start", self.start)?, place("goal", self.goal)?))
    }
}

/// Finds one path; `mesh` tells the floors of its points.
pub(crate) fn find_path(
    finder: &(impl Pathfinder + Terrain),
    call: Call<'_>,
    mesh: Option<&NavMesh>,
) -> JsResult<Path> {
    let Answer { result, path } = finder.answer(&call.query()?);
    let Err(error) = result else { return Ok(Path::new(path, mesh)) };
    let raised = no_path(error, finder);
    if !path.waypoints().is_empty() {
        set(&raised, "partial", Path::new(path, mesh));
    }
    Err(raised)
}

/// Finds the paths between the points of two lists, row by row.
pub(crate) fn find_paths(finder: &dyn Pathfinder, call: Call<'_>) -> JsResult<Paths> {
    let settings = QuerySettings::new(&call.options)?;
    let (starts, goals) = (points("starts", call.start)?, points("goals", call.goal)?);
    if starts.len() != goals.len() {
        let counts = format!("there are {} starts and {} goals", starts.len(), goals.len());
        return Err(out_of_range(counts));
    }
    let between = |(start, goal)| settings.between(Place::new(start), Place::new(goal));
    let queries: Vec<_> = starts.into_iter().zip(goals).map(between).collect();
    let mut batch = Batch::new();
    batch.find_paths(finder, &queries);
    Ok(Paths::new(batch.answers()))
}
