//! The cells around a change, and the edges around and between them.

use std::collections::BTreeMap;

use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::RebuildReason;
use super::body::Body;

/// The largest number of cells that a local step replaces.
const MOST_CELLS: usize = 1 << 10;

/// Cells that an edit replaces.
#[derive(Debug, Default)]
pub(super) struct Cavity {
    /// Their slots, ascending.
    pub(super) slots: Vec<u32>,
    /// Their edges that no body touches, each with its cell on the left: walls, portals to cells that
    /// stay, and portals between different areas.
    pub(super) edges: Vec<BorderEdge>,
    /// The ends of such edges that a body touches.
    pub(super) touched: Vec<[DVec2; 2]>,
}

/// An edge of a cavity that stays as it is.
#[derive(Debug, Clone)]
pub(super) struct BorderEdge {
    pub(super) ends: [DVec2; 2],
    pub(super) side: BorderSide,
    /// The kind of the cell's area.
    pub(super) kind: Option<u32>,
    /// The doors along it.
    pub(super) doors: Vec<u32>,
}

/// The other side of a border edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BorderSide {
    Wall,
    /// A cell that stays.
    Rim,
    /// A cell of the cavity, of another area or behind a door.
    Inner,
}

impl Cavity {
    /// Finds the cells that a body touches, and their neighbours.
    pub(super) fn of(mesh: &NavMesh, bodies: &[Body]) -> Result<Self, RebuildReason> {
        let mut slots = Vec::new();
        for body in bodies {
            let first = slots.len();
            mesh.each_cell_near(body.bounds(), |slot| slots.push(slot));
            slots[first..].sort_unstable();
            let mut near: Vec<u32> = slots.split_off(first);
            near.dedup();
            near.retain(|&slot| body.touches_cell(mesh.corners(slot)));
            slots.append(&mut near);
        }
        slots.sort_unstable();
        slots.dedup();
        let edges = |slot: u32| &mesh.edges()[mesh.edge_range(slot)];
        let neighbors = |&slot: &u32| edges(slot).iter().filter_map(|edge| edge.neighbor_slot());
        let ring: Vec<u32> = slots.iter().flat_map(neighbors).collect();
        slots.extend(ring);
        slots.sort_unstable();
        slots.dedup();
        if slots.len() > MOST_CELLS {
            return Err(RebuildReason::Large);
        }
        let mut cavity = Self { slots, ..Self::default() };
        cavity.find_edges(mesh, bodies);
        Ok(cavity)
    }

    fn find_edges(&mut self, mesh: &NavMesh, bodies: &[Body]) {
        let doors = self.doors(mesh);
        for &slot in &self.slots {
            let kind = mesh.area_of(slot).map(|area| area.0);
            for index in mesh.edge_range(slot) {
                let edge = &mesh.edges()[index];
                let side = match edge.neighbor_slot() {
                    None => BorderSide::Wall,
                    Some(other) if self.slots.binary_search(&other).is_err() => BorderSide::Rim,
                    Some(other)
                        if mesh.area_of(other) != mesh.area_of(slot)
                            || doors.contains_key(&(index as u32)) =>
                    {
                        BorderSide::Inner
                    }
                    Some(_) => continue,
                };
                let ends = mesh.edge_ends(EdgeId(index as u32));
                if bodies.iter().any(|body| body.touches_segment(ends)) {
                    self.touched.push(ends);
                } else {
                    let doors = doors.get(&(index as u32)).cloned().unwrap_or_default();
                    self.edges.push(BorderEdge { ends, side, kind, doors });
                }
            }
        }
    }

    /// Returns the doors along each edge within the cavity.
    ///
    /// Complexity: linear in the edges of all doors.
    fn doors(&self, mesh: &NavMesh) -> BTreeMap<u32, Vec<u32>> {
        let is_own = |slot: u32| self.slots.binary_search(&slot).is_ok();
        let mut doors = BTreeMap::<u32, Vec<u32>>::new();
        for (number, door) in (0..).zip(mesh.doors()) {
            for &id in &door.edges {
                let edge = mesh.edge(id);
                if is_own(edge.cell_slot()) && edge.neighbor_slot().is_some_and(is_own) {
                    for half in [Some(id), edge.twin()].into_iter().flatten() {
                        doors.entry(half.0).or_default().push(number);
                    }
                }
            }
        }
        doors
    }
}
