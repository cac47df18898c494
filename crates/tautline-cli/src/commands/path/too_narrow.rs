//! The failure of an agent with a radius: how wide the widest way is, and where it is too narrow.

use std::sync::Arc;

use serde_json::json;
use tautline::error::{Short, TooNarrow};
use tautline::{MeshFinder, PathError, Widths};

use super::Subject;
use crate::arguments::PathArgs;
use crate::at::At;
use crate::failure::Failure;
use crate::query::restrict;

/// Finds where the widest way of a failed query is too narrow, if the agent has a radius and a smaller one would pass.
pub(super) fn find(
    error: &PathError,
    subject: Subject<'_>,
    arguments: &PathArgs,
) -> Option<TooNarrow> {
    let options = arguments.map.building.options();
    if options.agent_radius == 0.0 || !error.proves_unreachable() {
        return None;
    }
    // Agents keep no distance from forbidden areas, so the narrowest place between them says nothing.
    if !arguments.restrictions.forbid.is_empty() {
        return None;
    }
    let points = subject.input.build(&options.agent_radius(0.0)).ok()?.mesh;
    let mut finder = MeshFinder::new(points);
    let filter = restrict(&mut finder, &arguments.restrictions).ok()?;
    let mut query = *subject.query;
    query.filter = filter;
    // A way that is wide enough is closed by the arc tolerance only.
    let mesh: Arc<_> = finder.mesh_for_query(&query).ok()?;
    let (start, goal) = (query.start_place(), query.goal_place());
    Widths::of(&mesh).too_narrow(start, goal, options.agent_radius).ok()?
}

/// Adds the narrowest place of the widest way to a failure.
pub(super) fn explain(failure: Failure, too_narrow: &TooNarrow) -> Failure {
    let message = format!(
        "; the widest way is {} wide, too narrow by {} at {}",
        Short(too_narrow.width),
        Short(too_narrow.missing()),
        At(too_narrow.middle())
    );
    let choke = json!(too_narrow.ends.map(|end| end.to_array()));
    failure.with_detail("width", json!(too_narrow.width), &message).with_detail("choke", choke, "")
}
