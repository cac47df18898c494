//! Cells of somebody else's mesh that are not convex, cut until all are.
//!
//! A merged mesh has corners in the middle of straight sides. Once it is turned, scaled or written with few digits, such
//! a corner is off its side by a little: outwards that is harmless, inwards the cell turns right there. Each such cell is
//! triangulated as a ring of its own, and then merged again as [`merge`](crate::cells::merge) does, with itself and
//! with what is beside it. No corner is added or moved, and what the mesh says of neighbours, areas, floors and doors
//! stays as it is.

mod ring;

use std::collections::BTreeMap;

use navmesh_core::{MeshDefect, MeshDefects, NavMesh, RawMesh};

use crate::cells::assemble::assemble;
use crate::cells::doors::doors_of;
use crate::cells::merge::merge_some;
use crate::half_edges::HalfEdges;
use ring::Pieces;

/// The mesh of raw data; where cells turn right they are cut into convex ones first.
///
/// What was cut is listed, by the cells' numbers in the raw data; nothing is where the data were a mesh as they stood,
/// and then cells keep their numbers. A cell that is cut grows together with neighbours of the same area, cost and floor
/// wherever the union is convex, but not across doors; so all cells are numbered anew.
///
/// Complexity: O(n log n) in the number of corners.
///
/// # Errors
///
/// All defects of the raw data where there are others: a cell that runs clockwise, crosses itself or has no area is not
/// cut.
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
    let mended = Patchwork::of(raw, &bent).and_then(|all| NavMesh::try_from(all.merged()).ok());
    mended.map(|mesh| (mesh, defects.0.clone())).ok_or(defects)
}

/// The cells of raw data, those that turn right in triangles.
struct Patchwork<'a> {
    raw: &'a RawMesh,
    cells: HalfEdges,
    /// The raw cell that each half-edge is of, or of a piece of.
    sources: Vec<u32>,
    /// The half-edge along each edge of the raw data.
    along: Vec<u32>,
    /// By raw cell: is it in pieces?
    is_cut: Vec<bool>,
}

impl<'a> Patchwork<'a> {
    /// `None` where one of these cells is no simple ring. All that is wrong with the data is that they turn right.
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
        all.join();
        all.tell_apart();
        Some(all)
    }

    fn add(&mut self, cell: u32, corners: &[u32], pieces: Pieces) {
        let first = self.cells.count();
        let HalfEdges { halves, twins, .. } = pieces.cells;
        self.sources.resize(self.sources.len() + halves.len(), cell);
        self.along.extend(pieces.along.iter().map(|half| first + half));
        self.cells.append(halves, twins, |corner| corners[corner as usize]);
    }

    /// Makes twins of the edges that the data say are shared, and lays the doors along them.
    fn join(&mut self) {
        let Self { raw, cells, sources, along, .. } = self;
        let shared = along.iter().zip(&raw.neighbors).filter_map(|(&half, &neighbor)| {
            let [from, to] = [half, cells.next(half)].map(|half| cells.origin(half));
            let mut sides = [(from, sources[half as usize]), (to, neighbor?)];
            sides.sort_unstable();
            Some((sides, half))
        });
        let mut shared: Vec<_> = shared.collect();
        shared.sort_unstable();
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

    /// Gives cells of different areas, costs or floors different kinds, so that they are not merged.
    fn tell_apart(&mut self) {
        let RawMesh { costs, cell_areas, layers, .. } = self.raw;
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

    /// The raw mesh once what was cut is merged again.
    fn merged(self) -> RawMesh {
        let Self { raw, mut cells, sources, is_cut, .. } = self;
        let is_of_cut = |half: u32| is_cut[sources[half as usize] as usize];
        merge_some(&mut cells, &raw.positions, |halves| halves.into_iter().any(is_of_cut));
        let firsts = cells.firsts();
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

/// What is known of each cell, by the raw cell that it is of.
struct Carried<I> {
    sources: I,
}

impl<I: Iterator<Item = u32> + Clone> Carried<I> {
    /// Nothing where nothing is known of the raw cells.
    fn of<T: Clone>(&self, known: &[T]) -> Vec<T> {
        self.sources.clone().filter_map(|cell| known.get(cell as usize)).cloned().collect()
    }
}

#[cfg(test)]
mod tests;
