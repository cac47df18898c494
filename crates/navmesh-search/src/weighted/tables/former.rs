//! Former tables: they stay while their mesh changes, for the tables of the next version.

use std::sync::Arc;

use navmesh_core::{Bounds, CellId, EdgeId, NavMesh};

use super::potentials::Potentials;
use super::{FoundArcs, Tables};
use crate::weighted::ground::{Ground, Numbers};

/// The tables of a mesh that has changed since, for those of a later version. They hold no mesh.
#[derive(Debug, Clone)]
pub(crate) struct FormerTables {
    inventory: Arc<Inventory>,
    arcs: Arc<Vec<FoundArcs>>,
    potentials: Arc<Potentials>,
}

/// The parts of a mesh that later versions are compared with.
#[derive(Debug)]
pub(super) struct Inventory {
    cells: Vec<CellId>,
    /// For each edge, whether it is a wall.
    walls: Vec<bool>,
    numbers: Numbers,
    rounding: f64,
}

impl Inventory {
    pub(super) fn of(ground: &Ground) -> Self {
        let mesh = &ground.mesh;
        Self {
            cells: mesh.cell_ids().collect(),
            walls: mesh.edges().iter().map(|edge| edge.is_wall()).collect(),
            numbers: ground.numbers(),
            rounding: ground.rounding,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + size_of_val(&*self.walls) + self.numbers.bytes()
    }
}

/// The cells that a node sees. They decide whether an edit changes its arcs.
#[derive(Debug)]
pub(super) struct SeenCells {
    pub(super) slots: Box<[u32]>,
    bounds: Bounds,
}

impl SeenCells {
    pub(super) fn of(mesh: &NavMesh, slots: &[u32]) -> Self {
        Self { slots: slots.into(), bounds: bounds_of(mesh, slots.iter().copied()) }
    }

    /// True if some of the cells may be among those at an edit.
    fn may_have_one_of(&self, edited: &Edited) -> bool {
        let [low, high] =
            [self.bounds.min.max(edited.bounds.min), self.bounds.max.min(edited.bounds.max)];
        low.cmple(high).all() && self.slots.iter().any(|&slot| edited.slots[slot as usize])
    }
}

fn bounds_of(mesh: &NavMesh, slots: impl Iterator<Item = u32>) -> Bounds {
    Bounds::of(slots.flat_map(|slot| mesh.corners(slot)))
}

impl Tables {
    /// Returns what tables of a later version of the mesh can take over.
    pub(crate) fn former(&self) -> FormerTables {
        let inventory = self.inventory.get_or_init(|| Arc::new(Inventory::of(&self.ground)));
        FormerTables {
            inventory: Arc::clone(inventory),
            arcs: Arc::clone(&self.arcs),
            potentials: Arc::clone(&self.potentials),
        }
    }

    /// Makes the tables of a later version of a mesh.
    pub(crate) fn after_edits(former: &FormerTables, mesh: Arc<NavMesh>) -> Self {
        let kept = Kept::of(&former.inventory.cells, &mesh);
        let potentials = former.potentials.after_edits(&mesh, &kept.slots);
        let potentials = Arc::new(potentials.unwrap_or_else(|| Potentials::new(&mesh)));
        match former.ground_after_edits(&mesh, &kept) {
            Some(ground) => {
                let arcs = Arc::new(former.arcs_after_edits(&ground, &kept));
                Self { arcs, ..Self::with_potentials(ground, potentials) }
            }
            None => Self::with_potentials(Ground::with_room(mesh), potentials),
        }
    }
}

/// The cells of a later mesh that an earlier one had.
struct Kept {
    /// For each slot, whether its cell is the same.
    slots: Vec<bool>,
}

impl Kept {
    fn of(former: &[CellId], mesh: &NavMesh) -> Self {
        let mut slots = vec![false; mesh.slot_count()];
        for &cell in former.iter().filter(|&&cell| mesh.has_cell(cell)) {
            slots[cell.slot as usize] = true;
        }
        Self { slots }
    }

    /// Returns the cells at edits: kept ones with a neighbour, or a cell around one of their corners, that changed. Each
    /// line from a kept cell to a cell that is not kept passes one of them. `walls` tells the former walls.
    fn at_edits(&self, mesh: &NavMesh, walls: &[bool]) -> Edited {
        let is_kept = |slot: u32| self.slots[slot as usize];
        let edges =
            mesh.slots().filter(|&slot| is_kept(slot)).flat_map(|slot| mesh.edge_range(slot));
        let is_at_edit = |&edge: &usize| match mesh.edges()[edge].neighbor_slot() {
            Some(other) => !is_kept(other),
            None => !walls[edge],
        };
        let mut slots = vec![false; mesh.slot_count()];
        for edge in edges.filter(is_at_edit).map(|edge| EdgeId(edge as u32)) {
            for corner in [edge, mesh.next_edge(edge)] {
                let edge = mesh.edge(corner);
                let place = mesh.place_in(edge.cell_slot(), edge.origin());
                mesh.incidences_at(place).for_each(|at| slots[at.cell.slot as usize] = true);
            }
        }
        let own = mesh.slots().filter(|&slot| slots[slot as usize]);
        Edited { bounds: bounds_of(mesh, own), slots }
    }

    /// True if the cell of an edge is kept.
    fn has(&self, mesh: &NavMesh, edge: EdgeId) -> bool {
        let edge = mesh.edges().get(edge.index());
        edge.and_then(|edge| self.slots.get(edge.cell_slot() as usize)).is_some_and(|kept| *kept)
    }
}

/// The cells at edits.
struct Edited {
    /// For each slot, whether its cell is one.
    slots: Vec<bool>,
    bounds: Bounds,
}

impl FormerTables {
    /// Returns the ground of a later mesh with the former numbers; `None` if no arc stays.
    fn ground_after_edits(&self, mesh: &Arc<NavMesh>, kept: &Kept) -> Option<Ground> {
        if mesh.has_links() {
            return None;
        }
        let is_kept = |edge| kept.has(mesh, edge);
        let ground = Ground::after_edits(&self.inventory.numbers, Arc::clone(mesh), is_kept)?;
        (ground.rounding == self.inventory.rounding).then_some(ground)
    }

    /// Returns the arcs that are the same on a later mesh: those of nodes that see no cell near the edits.
    fn arcs_after_edits(&self, ground: &Ground, kept: &Kept) -> Vec<FoundArcs> {
        let mesh = &*ground.mesh;
        let edited = kept.at_edits(mesh, &self.inventory.walls);
        let is_same = ground.same_numbers(&self.inventory.numbers, |edge| kept.has(mesh, edge));
        let mut arcs = Vec::new();
        arcs.resize_with(ground.node_count(), FoundArcs::new);
        for ((own, former), is_same) in arcs.iter_mut().zip(&*self.arcs).zip(is_same) {
            let found = former.get().filter(|_| is_same);
            let stays = |seen: &SeenCells| !seen.may_have_one_of(&edited);
            if let Some(found) = found.filter(|found| found.seen.as_ref().is_some_and(stays)) {
                *own = FoundArcs::from(Arc::clone(found));
            }
        }
        arcs
    }
}
