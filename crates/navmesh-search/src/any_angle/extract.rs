//! Extraction: from the last node to a path.

use navmesh_core::{Endpoints, NavMesh, Path, PathSummary, SearchStats};

use super::doors::Doors;
use super::node::{NONE, Root, Step};
use super::search::{Arrival, Room};

fn summary(endpoints: &Endpoints, stats: SearchStats) -> PathSummary {
    PathSummary {
        status: endpoints.status,
        start_offset: endpoints.start.offset,
        goal_offset: endpoints.goal.offset,
        stats,
        ..PathSummary::default()
    }
}

/// Where start and goal share a cell, the straight leg between them is the path; else false.
pub(super) fn straight(mesh: &NavMesh, endpoints: &Endpoints, path: &mut Path) -> bool {
    let goal_cells = &endpoints.goal.incidences;
    let shared = |cell| goal_cells.iter().any(|incidence| incidence.cell == cell);
    let cells = endpoints.start.incidences.iter().map(|incidence| incidence.cell);
    let Some(cell) = cells.into_iter().find(|&cell| shared(cell)) else { return false };
    debug_assert!(mesh.has_cell(cell));
    path.push_waypoint(endpoints.start.point);
    path.push_waypoint(endpoints.goal.point);
    path.push_cell(cell);
    path.finish(summary(endpoints, SearchStats::default()));
    true
}

/// Walks back from the goal: roots are the waypoints, steps lead into the cells.
pub(super) fn read_off(
    mesh: &NavMesh,
    doors: &Doors,
    room: &Room,
    arrival: Arrival,
    stats: SearchStats,
    path: &mut Path,
) {
    push_roots(room, arrival.root, path);
    push_cells(mesh, doors, room, arrival.step, path);
    path.reverse();
    path.finish(summary(&room.endpoints, stats));
}

/// The waypoints, from the goal back to the start.
fn push_roots(room: &Room, mut root: u32, path: &mut Path) {
    path.push_waypoint(room.endpoints.goal.point);
    while root != NONE {
        let Root { point, previous, .. } = room.roots[root as usize];
        path.push_waypoint(point);
        root = previous;
    }
}

/// The cells, from the goal's back to the start's.
fn push_cells(mesh: &NavMesh, doors: &Doors, room: &Room, mut step: u32, path: &mut Path) {
    while step != NONE {
        let Step { door, previous } = room.steps[step as usize];
        let door = doors.get(door);
        path.push_cell(mesh.cell_id(door.into));
        if previous == NONE {
            path.push_cell(mesh.cell_id(doors.get(door.twin).into));
        }
        step = previous;
    }
}
