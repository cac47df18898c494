//! Paths of the weighted search: the floats of a chain, and the cells of its legs.

use navmesh_core::backend::WritePath;
use navmesh_core::{DVec2, Incidence, Path};

use super::chain::{Chain, Leg, On};
use super::ground::Ground;
use super::region_ray::{LegEnd, ends_in};
use crate::queries::ray::leg_writer::{LegWriter, incidence};

/// The memory of answers.
#[derive(Debug, Default)]
pub(super) struct Writer {
    legs: LegWriter,
}

impl Writer {
    /// Writes the waypoints and cells of a chain. False if rounding put a leg behind a wall; `path` is then useless.
    pub(super) fn write(
        &mut self,
        ground: &Ground,
        chain: &Chain,
        start: &[Incidence],
        path: &mut Path,
    ) -> bool {
        let mesh = &*ground.mesh;
        path.clear();
        self.legs.begin(start.iter().copied());
        let mut from = chain.points[0].at;
        path.push_waypoint(from);
        for (leg, end) in chain.legs.iter().zip(&chain.points[1..]) {
            let to = rounded_onto(ground, end.at, end.on);
            if let Leg::Connection(number) = *leg {
                let connection = &mesh.off_mesh_connections()[number as usize];
                path.push_link(connection.lane_id(), connection.entered, connection.cost);
                path.push_waypoint(to);
                let cells = connection.exit_cells.iter();
                self.legs.begin(cells.filter_map(|&slot| incidence(mesh, slot, to)));
            } else if !self.legs.push_leg(
                mesh,
                [from, to],
                |slot| holds(ground, chain, slot, end.on),
                path,
            ) {
                return false;
            }
            from = to;
        }
        true
    }
}

/// True if a leg to a point of a chain may end in a cell: on a floor beside its border, in the fan of its vertex, or at
/// a given place.
///
/// A rounded point of a border may lie in other cells than those beside it, and on other floors too. Those are elsewhere.
fn holds(ground: &Ground, chain: &Chain, slot: u32, on: On) -> bool {
    match on {
        On::Border { border, share } => {
            let mesh = &ground.mesh;
            let border = &ground.borders[border as usize];
            let is_beside = |edge| mesh.layer(mesh.edge(edge).cell_slot()) == mesh.layer(slot);
            let is_around = |edge| ends_in(ground, slot, LegEnd::Vertex(edge));
            is_beside(border.cheap)
                || is_beside(border.costly)
                || share <= 0.0 && is_around(border.cheap)
                || share >= 1.0 && is_around(border.costly)
        }
        On::Vertex(edge) => ends_in(ground, slot, LegEnd::Vertex(edge)),
        On::Given(first, end) => {
            chain.places[first..end].iter().any(|&place| ends_in(ground, slot, place))
        }
    }
}

/// Returns a point of a chain as floats on the mesh. A border's point is rounded into the cheaper cell, so that a walk
/// along the border costs what that cell costs.
fn rounded_onto(ground: &Ground, point: DVec2, on: On) -> DVec2 {
    let On::Border { border, share } = on else { return point };
    if share <= 0.0 || share >= 1.0 {
        return point;
    }
    let slot = ground.mesh.edge(ground.borders[border as usize].cheap).cell_slot();
    ground.mesh.nudged_into(slot, point).unwrap_or(point)
}
