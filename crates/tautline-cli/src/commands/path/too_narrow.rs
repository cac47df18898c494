//! The failure of an agent with a radius: how wide the widest way is, and where it is too narrow.

use std::sync::Arc;

use serde_json::json;
use tautline::error::Short;
use tautline::widths::{Narrowest, WidestWay};
use tautline::{MeshFinder, PathError, Widths};

use super::Subject;
use crate::arguments::PathArgs;
use crate::at::At;
use crate::failure::Failure;
use crate::query::restrict;

/// Adds the widest way to the failure of a query, if the agent has a radius and a smaller one would pass.
pub(super) fn explain(
    failure: Failure,
    error: &PathError,
    subject: Subject<'_>,
    arguments: &PathArgs,
) -> Failure {
    let radius = arguments.map.building.options().agent_radius;
    if radius == 0.0 || !error.proves_unreachable() {
        return failure;
    }
    let way = widest(subject, arguments).filter(|way| way.width <= 2.0 * radius);
    let Some(way) = way else { return failure }; // or closed by the arc tolerance only
    let ends = [subject.query.start, subject.query.goal];
    let middle = way.middle(ends[0], ends[1]);
    let choke = match way.narrowest {
        Narrowest::Passage(choke) => choke.ends,
        Narrowest::Start(wall) => [ends[0], wall],
        Narrowest::Goal(wall) => [ends[1], wall],
    };
    let missing = 2.0 * radius - way.width;
    let message = format!(
        "; the widest way is {} wide, too narrow by {} at {}",
        Short(way.width),
        Short(missing),
        At(middle)
    );
    let choke = json!(choke.map(|end| end.to_array()));
    failure.with_detail("width", json!(way.width), &message).with_detail("choke", choke, "")
}

/// Finds the widest way on the mesh for points, under the restrictions of the query.
fn widest(subject: Subject<'_>, arguments: &PathArgs) -> Option<WidestWay> {
    let options = arguments.map.building.options().agent_radius(0.0);
    let mut finder = MeshFinder::new(subject.input.build(&options).ok()?.mesh);
    let filter = restrict(&mut finder, &arguments.restrictions).ok()?;
    let mut query = *subject.query;
    query.filter = filter;
    let mesh: Arc<_> = finder.mesh_for_query(&query).ok()?;
    Widths::of(&mesh).widest(query.start_place(), query.goal_place()).ok()?
}
