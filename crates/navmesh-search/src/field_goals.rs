//! The goals of a distance field, as every flood places them.

use navmesh_core::backend::{Endpoint, Endpoints, check_limit};
use navmesh_core::{FieldQuery, InvalidQuery, NavMesh, PathError, QuerySide};

/// Places the goals on the mesh. Leaves out those off it and those in closed cells.
///
/// # Errors
///
/// Those of a distance field that need no search.
pub(crate) fn stand_on(
    mesh: &NavMesh,
    query: &FieldQuery<'_>,
    endpoints: &mut Endpoints,
) -> Result<Vec<Endpoint>, PathError> {
    let invalid = |reason| PathError::InvalidQuery { reason };
    query.max_cost.map_or(Ok(()), check_limit)?;
    let mut standing = Vec::with_capacity(query.goals.len());
    for &goal in query.goals {
        match endpoints.place(mesh, &query.between(goal, goal)) {
            Ok(()) => standing.push(endpoints.start.clone()),
            Err(PathError::InvalidQuery { reason: InvalidQuery::Coordinates { .. } }) => {
                let (side, point) = (QuerySide::Goal, goal.point);
                return Err(invalid(InvalidQuery::Coordinates { side, point }));
            }
            Err(error @ PathError::InvalidQuery { .. }) => return Err(error),
            Err(_) => {}
        }
    }
    match query.goals.first() {
        None => Err(invalid(InvalidQuery::NoGoal)),
        Some(&goal) if standing.is_empty() => Err(mesh.outside_error(goal, QuerySide::Goal)),
        Some(_) => Ok(standing),
    }
}
