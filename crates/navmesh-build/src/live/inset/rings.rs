//! The rings of the border of a mesh, followed through its patches.

use navmesh_core::backend::{BorderRing, PatchReport, collections::NONE};
use navmesh_core::{CellId, DVec2, EdgeId, NavMesh};

use crate::inset::border::{Corner, corners_from_lowest};

/// A ring that was traced, and not numbered yet.
const TRACED: u32 = NONE - 1;

/// All rings.
#[derive(Debug, Clone, Default)]
pub(super) struct Rings {
    rings: Vec<Option<Ring>>,
    free: Vec<u32>,
    /// The number of the ring of each edge of the mesh; `NONE` for portals.
    of_edges: Vec<u32>,
}

/// A ring, and its curve in the inset.
#[derive(Debug, Clone, Default)]
pub(super) struct Ring {
    /// The walls along it.
    edges: Vec<u32>,
    /// The points at which it turns.
    pub(super) corners: Vec<Corner>,
    /// These points alone; `None` in a ring without extent.
    pub(super) border: Option<BorderRing>,
    /// The corners of its curve.
    pub(super) curve: Vec<DVec2>,
    /// The slots of the curve's segments, each of which starts at one of these corners.
    pub(super) slots: Vec<u32>,
}

/// Rings that changed.
#[derive(Debug, Default)]
pub(super) struct ChangedRings {
    pub(super) gone: Vec<Ring>,
    /// The numbers of the new ones, which have no curve yet.
    pub(super) new: Vec<u32>,
}

impl Rings {
    /// Traces the rings of all cells, which are all new.
    pub(super) fn of(mesh: &NavMesh) -> (Self, ChangedRings) {
        let mut rings = Self::default();
        let mut all = PatchReport::default();
        all.added = mesh.cell_ids().collect();
        let new = rings.retrace(mesh, &all, Vec::new());
        (rings, new)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ring> {
        self.rings.iter().flatten()
    }

    /// Returns the number of the corners of all curves.
    pub(super) fn corner_count(&self) -> usize {
        self.iter().map(|ring| ring.curve.len()).sum()
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Ring> {
        self.rings.get_mut(number as usize)?.as_mut()
    }

    /// Takes a ring out, to put it back later.
    pub(super) fn take(&mut self, number: u32) -> Option<Ring> {
        self.rings.get_mut(number as usize)?.take()
    }

    pub(super) fn put(&mut self, number: u32, ring: Ring) {
        self.rings[number as usize] = Some(ring);
    }

    /// Takes the edges of cells that are about to go off their rings. Returns the numbers of these rings.
    pub(super) fn loosen(&mut self, mesh: &NavMesh, cells: &[CellId]) -> Vec<u32> {
        let edges = cells.iter().flat_map(|cell| mesh.edge_range(cell.slot));
        let own = edges.map(|edge| std::mem::replace(&mut self.of_edges[edge], NONE));
        own.filter(|&ring| ring != NONE).collect()
    }

    /// Traces the rings at new cells, and what is left of those that were loosened.
    ///
    /// Complexity: linear in the old and new rings there.
    pub(super) fn retrace(
        &mut self,
        mesh: &NavMesh,
        report: &PatchReport,
        mut loosened: Vec<u32>,
    ) -> ChangedRings {
        self.of_edges.resize(mesh.edges().len(), NONE);
        let of_cells = report.added.iter().flat_map(|cell| mesh.edge_range(cell.slot));
        let mut open: Vec<u32> = of_cells.map(|edge| edge as u32).collect();
        open.extend(report.rim.iter().map(|edge| edge.0));
        let (mut gone, mut traced) = (Vec::new(), Vec::new());
        loop {
            if let Some(number) = loosened.pop() {
                // The rest of an old ring belongs to new ones.
                if let Some(ring) = self.rings[number as usize].take() {
                    self.free.push(number);
                    let is_left = |edge: &&u32| self.of_edges[**edge as usize] == number;
                    open.extend(ring.edges.iter().filter(is_left));
                    gone.push(ring);
                }
            } else if let Some(edge) = open.pop() {
                if mesh.edge(EdgeId(edge)).is_wall() && self.of_edges[edge as usize] != TRACED {
                    traced.push(self.trace(mesh, edge, &mut loosened));
                }
            } else {
                break;
            }
        }
        ChangedRings { gone, new: traced.into_iter().map(|ring| self.add(mesh, ring)).collect() }
    }

    /// Follows the border from a wall, and notes the old rings on the way.
    fn trace(&mut self, mesh: &NavMesh, first: u32, old: &mut Vec<u32>) -> Vec<u32> {
        let (mut ring, mut edge) = (Vec::new(), first);
        loop {
            let own = std::mem::replace(&mut self.of_edges[edge as usize], TRACED);
            if own == TRACED {
                return ring;
            }
            if own != NONE && old.last() != Some(&own) {
                old.push(own);
            }
            ring.push(edge);
            edge = next_wall(mesh, edge);
        }
    }

    fn add(&mut self, mesh: &NavMesh, edges: Vec<u32>) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.rings.push(None);
            self.rings.len() as u32 - 1
        });
        for &edge in &edges {
            self.of_edges[edge as usize] = number;
        }
        let points: Vec<DVec2> =
            edges.iter().map(|&edge| mesh.edge(EdgeId(edge)).origin()).collect();
        let corners = corners_from_lowest(&points);
        let border = BorderRing::new(corners.iter().map(|corner| corner.point));
        self.rings[number as usize] = Some(Ring { edges, corners, border, ..Ring::default() });
        number
    }
}

/// Returns the wall after a wall along the border: the other wall of the fan at its end.
fn next_wall(mesh: &NavMesh, wall: u32) -> u32 {
    let mut edge = mesh.next_edge(EdgeId(wall));
    while let Some(twin) = mesh.edge(edge).twin() {
        edge = mesh.next_edge(twin);
    }
    edge.0
}
