//! The cells around a change, and the edges around and between them.

use std::collections::BTreeMap;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::Bounds;
use navmesh_core::{DVec2, EdgeId};

use super::RebuildReason;
use super::body::nearby::Nearby;
use super::index::ShapeKey;
use super::step::state::Step;
use crate::builder::LiveKey;

/// The largest number of cells that a local step replaces, unless it is less than an eighth of all.
const MOST_CELLS: usize = 1 << 10;

/// Cells that an edit replaces, and their neighbours.
#[derive(Debug, Default)]
pub(super) struct Cavity {
    /// The slots of the cells that a body touches, ascending.
    pub(super) slots: Vec<u32>,
    /// The slots of their neighbours, which may merge with new cells; ascending.
    pub(super) ring: Vec<u32>,
    /// The edges of the touched cells that no body touches, each with its cell on the left: walls, portals
    /// to neighbours, and portals between different areas.
    pub(super) edges: Vec<BorderEdge>,
    /// Such edges that a body touches.
    pub(super) touched: Vec<TouchedEdge>,
    pub(super) near_touched: Nearby,
    /// The doors along portals between all these cells, by half-edge.
    pub(super) doors: BTreeMap<u32, Vec<u32>>,
    /// The doors whose margins hold these cells, by slot.
    margins: BTreeMap<u32, Vec<u32>>,
}

/// An edge of a cavity that a body touches.
#[derive(Debug, Clone, Copy)]
pub(super) struct TouchedEdge {
    pub(super) ends: [DVec2; 2],
    pub(super) side: BorderSide,
}

/// An edge of a cavity that stays as it is.
#[derive(Debug, Clone)]
pub(super) struct BorderEdge {
    /// Its number in the mesh.
    pub(super) edge: u32,
    /// The slot of its cell.
    pub(super) slot: u32,
    pub(super) ends: [DVec2; 2],
    pub(super) side: BorderSide,
    /// The kind of the cell's area.
    pub(super) kind: Option<u32>,
}

/// The other side of a border edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BorderSide {
    Wall,
    /// A neighbour that no body touches.
    Rim,
    /// A touched cell, of another area or behind a door.
    Inner,
    /// A cell of another floor.
    Connection {
        layer: u32,
    },
}

impl Cavity {
    /// Finds the cells that a body touches, their neighbours and their edges.
    pub(super) fn of(step: &Step<'_>) -> Result<Self, RebuildReason> {
        let (mesh, bodies) = (step.mesh, &step.bodies);
        let is_own = |slot: u32| mesh.layer(slot) == step.index.layer;
        let mut slots = Vec::with_capacity(64);
        for body in bodies {
            let first = slots.len();
            match *body.corners() {
                [a, b] => mesh.each_cell_near_segment([a, b], |slot| slots.push(slot)),
                _ => mesh.each_cell_near(body.bounds(), |slot| slots.push(slot)),
            }
            slots[first..].merge_sort();
            let mut near: Vec<u32> = slots.split_off(first);
            near.dedup();
            near.retain(|&slot| is_own(slot) && body.touches_cell(mesh.corners(slot)));
            slots.append(&mut near);
        }
        slots.merge_sort();
        slots.dedup();
        let edges = |slot: u32| &mesh.edges()[mesh.edge_range(slot)];
        let neighbors = |&slot: &u32| edges(slot).iter().filter_map(|edge| edge.neighbor_slot());
        let mut ring: Vec<u32> = slots.iter().flat_map(neighbors).collect();
        ring.merge_sort();
        ring.dedup();
        ring.retain(|slot| is_own(*slot) && slots.binary_search(slot).is_err());
        if slots.len() + ring.len() > MOST_CELLS.max(mesh.cell_count() / 8) {
            return Err(RebuildReason::Large);
        }
        let mut cavity = Self { slots, ring, ..Self::default() };
        cavity.doors = cavity.doors(step);
        cavity.margins = cavity.margins(step);
        cavity.find_edges(step)?;
        let touched = &cavity.touched;
        cavity.near_touched = Nearby::of(touched.len(), |edge| &touched[edge].ends);
        Ok(cavity)
    }

    fn find_edges(&mut self, step: &Step<'_>) -> Result<(), RebuildReason> {
        let mesh = step.mesh;
        self.edges.reserve(self.slots.iter().map(|&slot| mesh.edge_range(slot).len()).sum());
        for &slot in &self.slots {
            let kind = mesh.area_of(slot).map(|area| area.0);
            for index in mesh.edge_range(slot) {
                let edge = index as u32;
                let side = match mesh.edges()[index].neighbor_slot() {
                    None => BorderSide::Wall,
                    Some(other) if mesh.layer(other) != mesh.layer(slot) => {
                        BorderSide::Connection { layer: mesh.layer(other) }
                    }
                    Some(other) if self.slots.binary_search(&other).is_err() => BorderSide::Rim,
                    Some(other)
                        if mesh.area_of(other) != mesh.area_of(slot)
                            || self.margins_of(other) != self.margins_of(slot)
                            || self.doors.contains_key(&edge) =>
                    {
                        BorderSide::Inner
                    }
                    Some(_) => continue,
                };
                let ends = mesh.edge_ends(EdgeId(edge));
                if !step.is_touched(ends) {
                    self.edges.push(BorderEdge { edge, slot, ends, side, kind });
                } else if let BorderSide::Connection { .. } = side {
                    return Err(RebuildReason::Connection);
                } else {
                    self.touched.push(TouchedEdge { ends, side });
                }
            }
        }
        Ok(())
    }

    /// Returns the doors along a half-edge between cells of the cavity.
    pub(super) fn doors_along(&self, edge: u32) -> &[u32] {
        self.doors.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// Returns the doors whose margins hold the cell in a slot, ascending.
    pub(super) fn margins_of(&self, slot: u32) -> &[u32] {
        self.margins.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// True if the cell in a slot is replaced, or may merge with a new one.
    fn has(&self, slot: u32) -> bool {
        self.slots.binary_search(&slot).is_ok() || self.ring.binary_search(&slot).is_ok()
    }

    /// Returns the doors whose margins hold each cell of the cavity.
    ///
    /// Complexity: linear in the margins of all doors.
    fn margins(&self, step: &Step<'_>) -> BTreeMap<u32, Vec<u32>> {
        let mut margins = BTreeMap::<u32, Vec<u32>>::new();
        for (number, door) in (0..).zip(step.mesh.doors()) {
            for &slot in door.margin.iter().filter(|&&slot| self.has(slot)) {
                margins.entry(slot).or_default().push(number);
            }
        }
        margins
    }

    /// Returns the doors along each edge within the cavity.
    ///
    /// Complexity: linear in the edges of the doors near the cavity.
    fn doors(&self, step: &Step<'_>) -> BTreeMap<u32, Vec<u32>> {
        let mut doors = BTreeMap::<u32, Vec<u32>>::new();
        let is_own = |slot: u32| self.has(slot);
        for number in self.near_doors(step) {
            for &id in &step.mesh.doors()[number as usize].edges {
                let edge = step.mesh.edge(id);
                if is_own(edge.cell_slot()) && edge.neighbor_slot().is_some_and(is_own) {
                    for half in [Some(id), edge.twin()].into_iter().flatten() {
                        doors.entry(half.0).or_default().push(number);
                    }
                }
            }
        }
        doors
    }

    /// Returns the numbers of the doors of the mesh that stand near the cavity, ascending. The edges of a
    /// door that is gone touch its body.
    fn near_doors(&self, step: &Step<'_>) -> Vec<u32> {
        let Step { mesh, index, .. } = step;
        if mesh.doors().is_empty() {
            return Vec::new();
        }
        let mut near = Vec::new();
        let cells = self.slots.iter().chain(&self.ring);
        index.near_box(Bounds::of(cells.flat_map(|&slot| mesh.corners(slot))), &mut near);
        let shapes = near.into_iter().filter_map(|slot| index.shape(index.segment(slot).shape));
        let numbers = shapes.filter_map(|shape| match shape.key {
            ShapeKey::Live(LiveKey::Door(key)) => step.doors.number(key),
            _ => None,
        });
        let mut numbers: Vec<u32> =
            numbers.filter(|&number| (number as usize) < mesh.doors().len()).collect();
        numbers.merge_sort();
        numbers.dedup();
        numbers
    }
}
