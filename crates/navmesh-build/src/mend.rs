//! Cuts the cells of a foreign mesh that are not convex.
//!
//! A merged mesh has corners in the middle of straight sides. Rotation, scaling or rounded output
//! moves such a corner off its side. If it moves inwards, the cell turns right there. Each such
//! cell is triangulated alone and merged again with itself and its neighbours
//! ([`merge`](crate::cells::merge)). No corner is added or moved. Neighbours, areas, floors and
//! doors stay.

mod ring;

use std::collections::BTreeMap;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{MeshDefect, MeshDefects, NavMesh, RawMesh};

use crate::cells::assemble::assemble;
use crate::cells::doors::doors_of;
use crate::cells::merge::merge_some;
use crate::half_edges::HalfEdges;
use crate::half_edges::edge_doors::{EdgeDoors, Interner};
use ring::Pieces;

/// Builds a mesh from raw data, after cutting the cells that turn right into convex ones.
///
/// The list holds the cells that were cut, by their numbers in the raw data. If it is empty, all
/// cells keep their numbers. A cut cell merges with neighbours of the same area, cost and floor if
/// the union is convex, but never across doors; all cells are then numbered anew.
///
/// Complexity: O(n log n) in the number of corners.
///
/// # Errors
///
/// All defects of the raw data, if there is any other one: a cell that runs clockwise, crosses
/// itself or has no area is not cut.
///
/// ```
/// use navmesh_build::mend_cells;
/// use navmesh_core::RawMesh;
///
/// let mut raw = RawMesh::default();
/// raw.positions = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]].map(|[x, y]| [x.into(), y.into()].into()).to_vec();
/// raw.push_cell(&[0, 1, 2, 3, 4, 5]); // an L
/// let (mesh, mended) = mend_cells(&raw)?;
/// assert_eq!((mesh.cell_count(), mesh.area()), (3, 3.0));
/// assert_eq!(mended[0].to_string(), "cell 0 turns right at corner 3: not convex, or clockwise");
/// # Ok::<(), navmesh_core::MeshDefects>(())
/// ```
pub fn mend_cells(raw: &RawMesh) -> Result<(NavMesh, Vec<MeshDefect>), MeshDefects> {
    let defects = match NavMesh::from_raw(raw) {
        Ok(mesh) => return Ok((mesh, Vec::new())),
        Err(defects) => defects,
    };
    let bent = |defect: &MeshDefect| match *defect {
        MeshDefect::NotConvex { cell, .. } => Some(cell),
        _ => None,
    };
    let Some(bent) = defects.0.iter().map(bent).collect::<Option<Vec<u32>>>() else {
        return Err(defects);
    };
    let mended = CutCells::of(raw, &bent).and_then(|all| NavMesh::try_from(all.merged()).ok());
    mended.map(|mesh| (mesh, defects.0.clone())).ok_or(defects)
}

/// The cells of raw data. Those that turn right are triangulated.
struct CutCells<'a> {
    raw: &'a RawMesh,
    cells: HalfEdges,
    /// The raw cell of each half-edge.
    sources: Vec<u32>,
    /// The half-edge along each edge of the raw data.
    along: Vec<u32>,
    /// True for each raw cell that is cut.
    is_cut: Vec<bool>,
}

impl<'a> CutCells<'a> {
    /// Cuts the `bent` cells; returns `None` if one of them is no simple ring. Their right turns
    /// must be the only defects.
    fn of(raw: &'a RawMesh, bent: &[u32]) -> Option<Self> {
        let mut is_cut = vec![false; raw.cell_count()];
        for &cell in bent {
            is_cut[cell as usize] = true;
        }
        let (cells, along) = (HalfEdges::default(), Vec::with_capacity(raw.corners.len()));
        let mut all = Self { raw, cells, sources: Vec::new(), along, is_cut };
        for number in 0..raw.cell_count() {
            let corners = raw.cell(number)?.corners;
            let pieces = if all.is_cut[number] {
                Pieces::of(corners.iter().map(|&corner| raw.positions[corner as usize]))?
            } else {
                Pieces::whole(corners.len() as u32)
            };
            all.add(number as u32, corners, pieces);
        }
        all.link_neighbors();
        all.assign_kinds();
        Some(all)
    }

    fn add(&mut self, cell: u32, corners: &[u32], pieces: Pieces) {
        let first = self.cells.count();
        let HalfEdges { halves, twins, .. } = pieces.cells;
        self.sources.resize(self.sources.len() + halves.len(), cell);
        self.along.extend(pieces.along.iter().map(|half| first + half));
        self.cells.append(halves, twins, |corner| corners[corner as usize]);
    }

    /// Makes twins of the shared edges, and adds the doors along them.
    fn link_neighbors(&mut self) {
        let Self { raw, cells, sources, along, .. } = self;
        let shared = along.iter().zip(&raw.neighbors).filter_map(|(&half, &neighbor)| {
            let [from, to] = [half, cells.next(half)].map(|half| cells.origin(half));
            let mut sides = [(from, sources[half as usize]), (to, neighbor?)];
            sides.merge_sort();
            Some((sides, half))
        });
        let mut shared: Vec<_> = shared.collect();
        shared.merge_sort();
        for same in shared.chunk_by(|a, b| a.0 == b.0) {
            if let &[(_, half), (_, twin)] = same {
                cells.pair([half, twin]);
            }
        }
        for (door, number) in raw.doors.iter().zip(0..) {
            for edge in &door.edges {
                let half = along[edge.index()];
                let twin = cells.twin(half).unwrap_or(half);
                cells.doors.add(number, [half, twin]);
            }
        }
    }

    /// Gives cells of different areas, costs or floors different kinds, so that they never merge.
    fn assign_kinds(&mut self) {
        let RawMesh { costs, cell_areas, layers, doors, .. } = self.raw;
        if doors.iter().any(|door| !door.margin.is_empty()) {
            self.assign_margins();
        }
        if costs.is_empty() && cell_areas.is_empty() && layers.is_empty() {
            return;
        }
        let mut known = BTreeMap::new();
        let mut kind = |cell: u32| {
            let cell = cell as usize;
            let cost = costs.get(cell).map(|cost| cost.to_bits());
            let next = known.len() as u32;
            *known.entry((cost, cell_areas.get(cell), layers.get(cell))).or_insert(next)
        };
        self.cells.kinds = self.sources.iter().map(|&cell| kind(cell)).collect();
    }

    /// Puts every piece of a cell into the margins of the cell.
    fn assign_margins(&mut self) {
        let mut of_cells = vec![Vec::new(); self.raw.cell_count()];
        for (door, number) in self.raw.doors.iter().zip(0..) {
            for &cell in &door.margin {
                of_cells[cell as usize].push(number);
            }
        }
        let mut known = Interner::default();
        let numbers: Vec<u32> = of_cells
            .into_iter()
            .map(|mut doors: Vec<u32>| {
                doors.dedup();
                known.number(doors)
            })
            .collect();
        let of_halves = self.sources.iter().map(|&cell| numbers[cell as usize]).collect();
        self.cells.margins = EdgeDoors::numbered(of_halves, known.into_sets());
    }

    /// Merges the cut cells and writes the raw mesh.
    fn merged(self) -> RawMesh {
        let Self { raw, mut cells, sources, is_cut, .. } = self;
        let is_of_cut = |half: u32| is_cut[sources[half as usize] as usize];
        merge_some(&mut cells, &raw.positions, |halves| halves.into_iter().any(is_of_cut));
        let firsts = cells.ring_starts();
        let carried = Carried { sources: firsts.iter().map(|&first| sources[first as usize]) };
        RawMesh {
            costs: carried.of(&raw.costs),
            cell_areas: carried.of(&raw.cell_areas),
            layers: carried.of(&raw.layers),
            areas: raw.areas.clone(),
            clearance: raw.clearance.clone(),
            doors: doors_of(raw.doors.iter().map(|door| &door.name), &cells),
            links: raw.links.clone(),
            ..assemble(cells, raw.positions.clone(), Vec::new())
        }
    }
}

/// Copies properties from raw cells to new cells.
struct Carried<I> {
    sources: I,
}

impl<I: Iterator<Item = u32> + Clone> Carried<I> {
    /// Copies one property; returns an empty list if the raw cells do not have it.
    fn of<T: Clone>(&self, known: &[T]) -> Vec<T> {
        self.sources.clone().filter_map(|cell| known.get(cell as usize)).cloned().collect()
    }
}

#[cfg(test)]
mod tests;
