//! The islands of ground: what hangs together without dear links.

use navmesh_core::collections::DisjointSets;
use navmesh_core::{Bounds, Incidence, NavMesh, OffMeshConnection};

/// A link is dear that costs more than so many times what the map is wide: lengths behind cheaper ones are told apart
/// as well as if there were none.
const DEAR: f64 = 16.0;

/// The islands of ground that dear links lead between.
#[derive(Debug, Clone)]
pub(crate) struct Islands {
    /// By component.
    pub(crate) of_components: Vec<u32>,
    /// The leaps from island to island, ascending by the island that they lead to.
    pub(crate) crossings: Vec<Crossing>,
}

/// A leap from one island to another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) leap: u32,
    /// What it costs if it is dear, else 0.
    pub(crate) price: f64,
}

impl Islands {
    /// The islands of a mesh; `None` where no dear link leads from one to another. Complexity: O(l log l) in the
    /// number of links, and linear in the components.
    pub(crate) fn of(mesh: &NavMesh, all: &[OffMeshConnection]) -> Option<Self> {
        let Bounds { min, max } = mesh.bounds();
        let dear = DEAR * min.distance(max);
        if all.iter().all(|leap| leap.cost <= dear) {
            return None;
        }
        // Who stands at an end of a link where several fans meet may be in any of them.
        let places = all.iter().flat_map(|leap| [&leap.entry_cells, &leap.exit_cells]);
        let of_components = united(mesh, places.map(|cells| cells.iter().copied()));
        let mut islands = Self { of_components, crossings: Vec::new() };
        for (leap, number) in all.iter().zip(0..) {
            let ends = [&leap.entry_cells, &leap.exit_cells];
            let [Some(from), Some(to)] = ends.map(|cells| islands.of_cells(mesh, cells)) else {
                continue;
            };
            if from != to {
                let price = if leap.cost > dear { leap.cost } else { 0.0 };
                islands.crossings.push(Crossing { to, from, leap: number, price });
            }
        }
        islands.crossings.sort_by_key(|crossing| crossing.to);
        islands.crossings.iter().any(|crossing| crossing.price > 0.0).then_some(islands)
    }

    /// The dear leaps between islands, by their numbers.
    pub(crate) fn dear(&self) -> impl Iterator<Item = u32> + '_ {
        self.crossings.iter().filter(|crossing| crossing.price > 0.0).map(|crossing| crossing.leap)
    }

    fn of_cells(&self, mesh: &NavMesh, cells: &[u32]) -> Option<u32> {
        cells.first().map(|&cell| self.of_components[mesh.component(cell) as usize])
    }

    /// The islands of some cells.
    pub(crate) fn at(&self, mesh: &NavMesh, cells: &[Incidence]) -> impl Iterator<Item = u32> {
        let of = |slot| self.of_components[mesh.component(slot) as usize];
        cells.iter().map(move |incidence| of(incidence.cell.slot))
    }

    /// The leaps that lead to an island.
    pub(crate) fn crossings_to(&self, island: u32) -> impl Iterator<Item = &Crossing> {
        let first = self.crossings.partition_point(|crossing| crossing.to < island);
        self.crossings[first..].iter().take_while(move |crossing| crossing.to == island)
    }
}

/// For each component, the lowest one that it hangs together with by sets of cells that do.
pub(crate) fn united(
    mesh: &NavMesh,
    sets: impl Iterator<Item = impl Iterator<Item = u32>>,
) -> Vec<u32> {
    let mut groups = DisjointSets::new(mesh.component_count());
    for cells in sets {
        let mut components = cells.map(|cell| mesh.component(cell));
        let Some(first) = components.next() else { continue };
        components.for_each(|other| groups.unite(first, other));
    }
    groups.into_lowest()
}
