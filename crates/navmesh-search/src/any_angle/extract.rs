//! Extraction: from the last node to a path.

use navmesh_core::{Endpoints, NavMesh, Path, PathSummary, SearchStats};

use super::doors::Doors;
use super::node::NONE;
use super::search::Room;

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

/// Walks the nodes back from the goal: its root's turns are the waypoints, the doors lead into the cells.
pub(super) fn read_off(
    mesh: &NavMesh,
    doors: &Doors,
    room: &Room,
    last: u32,
    stats: SearchStats,
    path: &mut Path,
) {
    push_turns(room, last, path);
    let mut index = last;
    while index != NONE {
        let node = &room.nodes[index as usize];
        if node.door != NONE {
            let door = doors.get(node.door);
            path.push_cell(mesh.cell_id(door.into));
            if node.parent == NONE {
                path.push_cell(mesh.cell_id(doors.get(door.twin).into));
            }
        }
        index = node.parent;
    }
    path.reverse();
    path.finish(summary(&room.endpoints, stats));
}

/// The waypoints, from the goal back to the start.
fn push_turns(room: &Room, last: u32, path: &mut Path) {
    path.push_waypoint(room.endpoints.goal.point);
    let mut turn = room.nodes[last as usize].root.turn;
    while turn != NONE {
        path.push_waypoint(room.turns[turn as usize].point);
        turn = room.turns[turn as usize].previous;
    }
    path.push_waypoint(room.endpoints.start.point);
}
