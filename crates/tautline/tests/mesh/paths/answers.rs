//! The ends, cells and status of every kind of answer.

use tautline::error::Terrain;
use tautline::{
    DVec2, GoalPolicy, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path, PathQuery, PathStatus,
    Search,
};

/// A room, and an island beyond a gap; no border is on a lattice.
fn room_and_island() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::new([[0.1, 0.2], [9.7, 0.9], [8.3, 7.7], [1.3, 6.1]]));
    builder.add_obstacle(Outline::new([[4.1, 2.0], [6.3, 2.2], [5.0, 5.7]]));
    builder.add_walkable(Outline::rect([12.0, 3.0], [14.0, 5.0]));
    MeshFinder::new(builder.build().unwrap().0)
}

/// Asserts that the first and last cells contain the path's ends, and each cell adjoins the next.
fn assert_cells_connect(path: &Path, mesh: &NavMesh) {
    let holds = |slot: u32, point: Option<&DVec2>| mesh.feature_at(slot, *point.unwrap()).is_some();
    let cells = path.cells();
    assert!(holds(cells.first().unwrap().slot, path.waypoints().first()), "{path:?}");
    assert!(holds(cells.last().unwrap().slot, path.waypoints().last()), "{path:?}");
    for pair in cells.windows(2) {
        let mut edges = mesh.edges()[mesh.edge_range(pair[0].slot)].iter();
        assert!(edges.any(|edge| edge.neighbor_slot() == Some(pair[1].slot)), "{path:?}");
    }
}

#[test]
fn partial_paths_end_in_their_last_cell() {
    let finder = room_and_island();
    let start = [1.5, 3.0];
    for (goal, policy) in [
        ([13.0, 4.0], GoalPolicy::NearestReachable),
        ([10.7, 6.0], GoalPolicy::NearestReachable),
        ([5.0, 3.3], GoalPolicy::NearestReachable),
        ([5.0, 3.3], GoalPolicy::Nearest),
        ([-4.0, -9.0], GoalPolicy::Nearest),
    ] {
        for search in [Search::Optimal, Search::Corridor] {
            let query = PathQuery::new(start, goal).goal_policy(policy).search(search);
            let path = finder.find_path(&query).unwrap();
            assert_eq!(path.status(), PathStatus::Partial);
            assert_cells_connect(&path, finder.mesh());
            let end = *path.waypoints().last().unwrap();
            assert_eq!(path.goal_offset(), end.distance(DVec2::from(goal)));
            let nearest = finder.nearest_reachable(start.into(), goal.into());
            assert_eq!(nearest.map(|near| near.point), Some(end));
        }
    }
}

#[test]
fn complete_paths_have_connected_cells() {
    let finder = room_and_island();
    for goal in [[1.5, 3.0], [1.6, 3.1], [8.0, 6.0], [6.3, 2.2], [9.7, 0.9]] {
        for search in [Search::Auto, Search::Optimal, Search::Corridor] {
            let path = finder.find_path(&PathQuery::new([1.5, 3.0], goal).search(search)).unwrap();
            assert_eq!(path.status(), PathStatus::Complete);
            assert_eq!((path.start_offset(), path.goal_offset()), (0.0, 0.0));
            assert_cells_connect(&path, finder.mesh());
        }
    }
}

#[test]
fn start_equal_to_goal_is_one_waypoint_in_one_cell() {
    let finder = room_and_island();
    for point in [[1.5, 3.0], [0.1, 0.2], [4.1, 2.0]] {
        for search in [Search::Optimal, Search::Corridor] {
            let path = finder.find_path(&PathQuery::new(point, point).search(search)).unwrap();
            assert_eq!(path.waypoints(), [DVec2::from(point)]);
            assert_eq!((path.length(), path.cells().len()), (0.0, 1));
        }
    }
}
