//! A path from the windows and roots of a search.

use navmesh_core::backend::{Endpoints, WritePath, collections::NONE};
use navmesh_core::{DVec2, DVec3, Feature, NavMesh, Path};

use super::faces::{Faces, next};
use super::workspace::{Reached, Workspace};
use crate::queries::ray::leg_writer::{LegWriter, incidence};

/// The end of a leg.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    at: DVec3,
    /// The slot of the leg's cell; of the first stop that of the next leg.
    slot: u32,
    /// False where the way crosses a side.
    turns: bool,
    /// The link that is the leg; `NONE` if it is walked.
    link: u32,
}

/// The tangent of a bend in the plan below which a crossing is left out, if the path stays walkable. Bends by rounding are so small.
const STRAIGHT: f64 = 1.0 / (1u64 << 30) as f64;

/// Lists the stops of the way to a goal, from the start on.
pub(super) fn stops(
    faces: &Faces,
    workspace: &Workspace,
    goal: DVec2,
    reached: Reached,
) -> Vec<Stop> {
    let mut stops = Vec::new();
    let (mut at, mut last) = (faces.lift(reached.face, goal), reached);
    loop {
        let slot = |face: u32| faces.all[face as usize].slot;
        stops.push(Stop { at, slot: slot(last.face), turns: true, link: NONE });
        let (mut number, mut crossing) = (last.window, last.at);
        let mut face = last.face;
        while number != NONE {
            let window = &workspace.windows[number as usize];
            let point = faces.near_along(window.side, crossing);
            let beyond = faces.beyond(window.side);
            face = beyond / 3;
            stops.push(Stop { at: point, slot: slot(face), turns: false, link: NONE });
            number = window.before;
            if let Some(before) = workspace.windows.get(number as usize) {
                // The point in the frame of the window before.
                let frame = faces.frame(before.side);
                let share = crossing / faces.frame(beyond).length;
                let end = DVec2::new(frame.length, 0.0);
                let [origin, other] = if beyond == next(before.side) {
                    [frame.apex, end]
                } else {
                    [DVec2::ZERO, frame.apex]
                };
                crossing = before
                    .crossing(origin + (other - origin) * share)
                    .clamp(before.from, before.to);
            }
        }
        let root = &workspace.roots[last.root as usize];
        let Some(from) = root.from else {
            stops.push(Stop { at: root.at, slot: slot(face), turns: true, link: NONE });
            break;
        };
        (at, last) = (root.at, from);
        if root.link != NONE {
            stops.push(Stop { at, slot: slot(face), turns: true, link: root.link });
            at = faces.lift(last.face, workspace.entry(root.link));
        }
    }
    stops.reverse();
    stops
}

/// Returns the cost of the ways between the stops.
pub(super) fn cost(mesh: &NavMesh, stops: &[Stop]) -> f64 {
    let legs = stops.windows(2).map(|leg| match leg[1].link {
        NONE => mesh.cost(leg[1].slot) * leg[0].at.distance(leg[1].at),
        link => mesh.off_mesh_connections()[link as usize].cost,
    });
    legs.sum::<f64>() + 0.0
}

/// Writes the stops as a path.
///
/// Crossings that bend the way by rounding alone are left out, unless the path needs them to be walkable. No way is known that is not
/// walkable with all of them; it would be written as it is.
pub(super) fn write(
    faces: &Faces,
    mesh: &NavMesh,
    stops: &[Stop],
    endpoints: &Endpoints,
    path: &mut Path,
) {
    let mut writer = LegWriter::default();
    let close = [Some(4.0 * f64::EPSILON * faces.size), None];
    let mut variants =
        close.into_iter().flat_map(|close| [Some(STRAIGHT), None].map(|bend| (close, bend)));
    let is_written = variants.any(|(close, bend)| {
        let kept = without_crossings(stops, close, bend);
        write_legs(mesh, stops, &kept, endpoints, &mut writer, path)
    });
    debug_assert!(is_written, "no walkable path through {stops:?}");
    if !is_written {
        path.clear();
        path.push_waypoint(endpoints.start.point);
        for stop in &stops[1..] {
            path.push_cell(mesh.cell_id(stop.slot));
            path.push_waypoint(stop.rounded(mesh));
        }
    }
}

/// Leaves out the crossings that are as close as this to another stop in the plan, or bend the way by at most this tangent.
/// Returns the indices of those that stay.
fn without_crossings(stops: &[Stop], close: Option<f64>, bend: Option<f64>) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..stops.len()).collect();
    let is_superfluous = |around: [usize; 3]| {
        let [before, at, after] = around.map(|index| stops[index].at.truncate());
        let [into, out] = [at - before, after - at];
        close.is_some_and(|close| into.length().min(out.length()) <= close)
            || bend.is_some_and(|bend| into.perp_dot(out).abs() <= bend * into.dot(out))
    };
    let mut index = 1;
    while index + 1 < kept.len() {
        let around = [index - 1, index, index + 1].map(|index| kept[index]);
        if !stops[around[1]].turns && is_superfluous(around) {
            kept.remove(index);
            // The bend before may have changed.
            index = (index - 1).max(1);
        } else {
            index += 1;
        }
    }
    kept
}

fn write_legs(
    mesh: &NavMesh,
    stops: &[Stop],
    kept: &[usize],
    endpoints: &Endpoints,
    writer: &mut LegWriter,
    path: &mut Path,
) -> bool {
    path.clear();
    let mut from = endpoints.start.point;
    path.push_waypoint(from);
    writer.begin(endpoints.start.incidences.iter().copied());
    for (&before, &index) in kept.iter().zip(&kept[1..]) {
        let (stop, is_last) = (&stops[index], index + 1 == stops.len());
        let to = if is_last { endpoints.goal.point } else { stop.rounded(mesh) };
        if stop.link != NONE {
            let connection = &mesh.off_mesh_connections()[stop.link as usize];
            path.push_link(connection.lane_id(), connection.entered, connection.cost);
            path.push_waypoint(to);
            let cells = connection.exit_cells.iter();
            writer.begin(cells.filter_map(|&slot| incidence(mesh, slot, to)));
        } else {
            // The cells of the legs that lead here, and of the next one.
            let beside = &stops[before + 1..(index + 2).min(stops.len())];
            let goals = &endpoints.goal.incidences;
            let accepts = |slot: u32| {
                beside.iter().any(|stop| stop.slot == slot)
                    || is_last && goals.iter().any(|at| at.cell.slot == slot)
                    || are_around(mesh, [stop.slot, slot], to)
            };
            if !writer.push_leg(mesh, [from, to], accepts, path) {
                return false;
            }
        }
        from = to;
    }
    true
}

/// True if two cells have the same vertex at a point.
fn are_around(mesh: &NavMesh, slots: [u32; 2], point: DVec2) -> bool {
    let vertex = |slot: u32| match mesh.feature_at(slot, point) {
        Some(Feature::Corner(edge)) => Some(mesh.edge(edge).vertex()),
        _ => None,
    };
    let [a, b] = slots.map(vertex);
    a.is_some() && a == b
}

impl Stop {
    /// Returns the point in the plan, in its cell.
    fn rounded(&self, mesh: &NavMesh) -> DVec2 {
        let point = self.at.truncate();
        mesh.nudged_into(self.slot, point).unwrap_or(point)
    }
}
