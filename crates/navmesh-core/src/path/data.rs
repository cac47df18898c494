//! The serde form of paths. Deserialization validates the invariants.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::floors::WaypointFloors;
use super::{LinkUse, Path, PathDefect, PathStatus, PathSummary, SearchStats};
use crate::mesh::CellId;

/// A path as plain data.
#[derive(Serialize, Deserialize)]
pub(super) struct PathData {
    waypoints: Vec<DVec2>,
    cells: Vec<CellId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkUse>,
    length: f64,
    cost: Option<f64>,
    #[serde(default)]
    status: PathStatus,
    lower_bound: Option<f64>,
    #[serde(default)]
    start_layer: u32,
    /// The floor of each waypoint, or an empty list if all are on that of the start; absent if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    floors: Option<Vec<u32>>,
    #[serde(default)]
    start_offset: f64,
    #[serde(default)]
    goal_offset: f64,
    #[serde(default)]
    stats: SearchStats,
}

impl From<Path> for PathData {
    fn from(path: Path) -> Self {
        let Path { waypoints, cells, links, length, summary, floors } = path;
        let PathSummary { cost, status, lower_bound, start_layer, .. } = summary;
        let PathSummary { start_offset, goal_offset, stats, .. } = summary;
        Self {
            waypoints,
            cells,
            links,
            length,
            cost,
            status,
            lower_bound,
            start_layer,
            floors: floors.are_known.then_some(floors.list),
            start_offset,
            goal_offset,
            stats,
        }
    }
}

/// Accepts the empty path, and paths without defects that are visible without a mesh.
impl TryFrom<PathData> for Path {
    type Error = PathDefect;

    fn try_from(data: PathData) -> Result<Self, PathDefect> {
        let PathData { waypoints, cells, links, length, cost, status, lower_bound, .. } = data;
        let PathData { start_layer, floors, start_offset, goal_offset, stats, .. } = data;
        let summary = PathSummary {
            cost,
            status,
            lower_bound,
            start_layer,
            start_offset,
            goal_offset,
            stats,
        };
        let are_known = floors.is_some();
        let floors = WaypointFloors { are_known, list: floors.unwrap_or_default() };
        let path = Self { waypoints, cells, links, length, summary, floors };
        if path != Self::default() {
            path.verify_alone()?;
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::WritePath;
    use crate::{NavMesh, RawMesh};
    use proptest::prelude::*;
    use serde_json::{Value, from_value, json, to_value};

    fn sample() -> Path {
        let mut path = Path::default();
        for point in [[0.1, 0.0], [3.0, 0.0], [3.0, 4.7]] {
            path.push_waypoint(point.into());
        }
        path.push_cell(CellId { slot: 7, generation: 2 });
        path.finish(PathSummary { goal_offset: 0.25, ..PathSummary::default() });
        path
    }

    #[test]
    fn a_path_survives_the_round_trip_bit_for_bit() {
        let mut bounded = sample();
        let summary = PathSummary {
            cost: Some(9.0),
            lower_bound: Some(0.1 + 0.2),
            status: PathStatus::Partial,
            stats: SearchStats { expanded: 3, pushed: 4, tried: 5, reopened: 6 },
            ..PathSummary::default()
        };
        bounded.finish(summary);
        for path in [sample(), bounded, Path::default()] {
            let text = serde_json::to_string(&path).unwrap();
            assert_eq!(serde_json::from_str::<Path>(&text).unwrap(), path, "{text}");
        }
    }

    #[test]
    fn a_path_that_breaks_an_invariant_is_rejected_with_the_reason() {
        for (name, value, reason) in [
            ("waypoints", json!([[0.1, 0.0]]), "the path claims the length"),
            ("waypoints", json!([]), "the path is empty"),
            ("waypoints", json!([[0.1, 0.0], [3.0, 0.0], [3.0, 1e300]]), "waypoint 2 has a"),
            (
                "waypoints",
                json!([[0.1, 0.0], [3.0, 0.0], [3.0, 0.0]]),
                "does not turn at waypoint 2",
            ),
            (
                "waypoints",
                json!([[0.1, 0.0], [3.0, 0.0], [4.0, 0.0]]),
                "does not turn at waypoint 1",
            ),
            ("cells", json!([]), "the path is empty"),
            ("length", json!(7.5), "the path claims the length"),
            ("cost", json!(-1.0), "the path claims the cost"),
            ("lower_bound", json!(-1.0), "the lower bound -1"),
            ("start_offset", json!(-1.0), "the offset -1 of the start"),
            ("status", json!("lost"), "unknown variant"),
        ] {
            let mut data: Value = to_value(sample()).unwrap();
            data[name] = value;
            let message = from_value::<Path>(data).unwrap_err().to_string();
            assert!(message.contains(reason), "{name}: {message}");
        }
    }

    /// Numbers of all kinds in JSON.
    fn number() -> impl Strategy<Value = f64> {
        prop::sample::select(vec![0.0, -0.0, 1.0, 1.0, 2.0, -1.5, 1e-300, 1e60, 1e300])
    }

    proptest! {
        #[test]
        fn methods_of_a_deserialized_path_do_not_panic(
            points in prop::collection::vec([number(), number()], 0..4),
            slots in prop::collection::vec(0u32..3, 0..3),
            lie in prop::option::weighted(0.2, number()),
            offset in prop_oneof![4 => Just(0.0), 1 => number()],
        ) {
            let positions = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]].map(DVec2::from).to_vec();
            let mut raw = RawMesh { positions, ..RawMesh::default() };
            raw.push_cell(&[0, 1, 2]);
            let mesh = NavMesh::from_raw(&raw).unwrap();
            let legs = points.windows(2).map(|p| DVec2::from(p[0]).distance(p[1].into()));
            let cells: Vec<Value> =
                slots.iter().map(|slot| json!({ "slot": slot, "generation": 0 })).collect();
            let data = json!({
                "waypoints": points, "cells": cells, "start_offset": offset,
                "length": lie.unwrap_or(legs.sum()),
            });
            if let Ok(path) = from_value::<Path>(data) {
                prop_assert!(path.still_valid(&mesh) || path.verify(&mesh).is_err());
                prop_assert!(path.point_at(1.0).is_none_or(DVec2::is_finite));
                prop_assert!(path.tangent_at(1.0).is_none_or(DVec2::is_normalized));
                prop_assert!(path.resample(1e60).count() >= path.waypoints().len());
            }
        }
    }

    #[test]
    fn a_query_needs_only_its_two_points_and_uses_kebab_case() {
        use crate::query::{GoalPolicy, PathQuery, Search, StartPolicy};
        let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
        let short = json!({ "start": [1.0, 4.0], "goal": [9.0, 4.0] });
        assert_eq!(from_value::<PathQuery>(short).unwrap(), query);
        let query = query.search(Search::Corridor).goal_policy(GoalPolicy::NearestReachable);
        let query = query.start_policy(StartPolicy::Nearest);
        let whole = to_value(query.snap(0.5)).unwrap();
        assert_eq!(whole["start_policy"], "nearest");
        assert_eq!(whole["goal_policy"], "nearest-reachable");
        assert_eq!(whole["search"], "corridor");
        assert_eq!(from_value::<PathQuery>(whole).unwrap(), query.snap(0.5));
    }

    #[test]
    fn an_error_is_serialized_with_its_kind() {
        use crate::error::{InvalidQuery, PathError};
        let error = PathError::GoalOutside { place: DVec2::new(1.5, 2.0).into() };
        let written = to_value(error).unwrap();
        assert_eq!(written, json!({ "kind": error.kind(), "place": { "point": [1.5, 2.0] } }));
        let error = PathError::InvalidQuery { reason: InvalidQuery::Snap { snap: -1.0 } };
        assert_eq!(
            to_value(error).unwrap(),
            json!({ "kind": error.kind(), "reason": { "kind": "snap", "snap": -1.0 } })
        );
    }
}
