//! Reachability over portals and links.
//!
//! A component is joined by portals. Two-way links join components to *parts*; only one-way links lead
//! from part to part. With two-way links alone, two places are connected if their parts are equal. With
//! one-way links, a search over the few parts decides. So unreachable goals are known before a search.

use crate::collections::{DisjointSets, MergeSort};
use crate::mesh::memory::bytes;
use crate::mesh::{Incidence, NavMesh};
use crate::outline::{LinkSide, LinkWay};

/// The parts of a mesh and the one-way links between them; empty without links.
#[derive(Debug, Clone, Default)]
pub(in crate::mesh) struct Reachability {
    /// The part of each component.
    parts: Vec<u32>,
    /// Pairs of parts with a one-way link from the first to the second, sorted.
    forward: Vec<(u32, u32)>,
    /// The same pairs reversed, sorted.
    backward: Vec<(u32, u32)>,
}

/// The direction in which a search for reachable parts follows one-way links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkDirection {
    /// Along the links, to the cells that can be reached.
    Forward,
    /// Against the links, to the cells from which others can be reached.
    Backward,
}

impl Reachability {
    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        let pairs = self.forward.capacity() + self.backward.capacity();
        bytes::<u32>(self.parts.capacity()) + bytes::<(u32, u32)>(pairs)
    }

    /// Computes the parts of a mesh from its components and its usable lanes.
    pub(in crate::mesh) fn of(mesh: &NavMesh) -> Self {
        if !mesh.has_links() {
            return Self::default();
        }
        let mut sets = DisjointSets::new(mesh.slot_count());
        let mut one_way = Vec::new();
        let open_lanes = mesh.open_links().flat_map(|(id, link)| {
            let lanes = mesh.lanes_of(id).filter(|&lane| mesh.is_lane_open(lane));
            lanes.map(move |lane| (lane, link))
        });
        for (lane, link) in open_lanes {
            let [from, to] =
                [LinkSide::From, LinkSide::To].map(|side| mesh.link_places(lane, side));
            for from in components(mesh, &from) {
                for to in components(mesh, &to) {
                    match link.way {
                        LinkWay::TwoWay => sets.unite(from, to),
                        LinkWay::OneWay => one_way.push((from, to)),
                    }
                }
            }
        }
        let parts = sets.into_lowest();
        let part = |component: u32| parts[component as usize];
        let pairs = one_way.into_iter().map(|(from, to)| (part(from), part(to)));
        let mut forward: Vec<(u32, u32)> = pairs.filter(|(from, to)| from != to).collect();
        forward.merge_sort();
        forward.dedup();
        let mut backward: Vec<(u32, u32)> = forward.iter().map(|&(from, to)| (to, from)).collect();
        backward.merge_sort();
        Self { parts, forward, backward }
    }

    fn part(&self, component: u32) -> u32 {
        self.parts.get(component as usize).copied().unwrap_or(component)
    }
}

/// The parts of a mesh that are connected to some cells, in one direction; for implementors of a backend.
///
/// It keeps its memory between calls.
///
/// ```
/// use navmesh_core::backend::{ReachableParts, LinkDirection};
/// use navmesh_core::{Link, NavMesh, RawMesh};
/// // Two triangles, and a one-way jump from the first to the second.
/// let mesh = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 0.0], [6.0, 0.0], [5.0, 1.0]], &[&[0, 1, 2], &[3, 4, 5]]))?.with_links([Link::new([1.0, 0.0], [5.0, 0.0], "").one_way()])?;
/// let on_second: Vec<_> = mesh.incidences([5.25, 0.25]).collect();
/// let (mut reached, mut leading) = (ReachableParts::default(), ReachableParts::default());
/// reached.around(&mesh, &on_second, LinkDirection::Forward);
/// leading.around(&mesh, &on_second, LinkDirection::Backward);
/// assert_eq!((reached.hold(&mesh, 0), leading.hold(&mesh, 0)), (false, true));
/// # Ok::<(), navmesh_core::MeshDefects>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReachableParts {
    all: Vec<u32>,
    /// True for each part in the set.
    marks: Vec<bool>,
}

impl ReachableParts {
    /// Finds the parts that can be reached from cells, or from which the cells can be reached.
    ///
    /// Complexity: O(n log n) in the number of one-way links.
    pub fn around(&mut self, mesh: &NavMesh, cells: &[Incidence], direction: LinkDirection) {
        for part in self.all.drain(..) {
            self.marks[part as usize] = false;
        }
        self.marks.resize(self.marks.len().max(mesh.slot_count()), false);
        for at in cells {
            self.insert(mesh.part(at.cell.slot));
        }
        let arcs = match direction {
            LinkDirection::Forward => &mesh.reachability.forward,
            LinkDirection::Backward => &mesh.reachability.backward,
        };
        let mut next = 0;
        while let Some(&part) = self.all.get(next) {
            next += 1;
            let first = arcs.partition_point(|&(from, _)| from < part);
            for &(_, to) in arcs[first..].iter().take_while(|(from, _)| *from == part) {
                self.insert(to);
            }
        }
    }

    /// True if the cell in a slot belongs to one of the parts.
    #[must_use]
    pub fn hold(&self, mesh: &NavMesh, slot: u32) -> bool {
        self.marks.get(mesh.part(slot) as usize).is_some_and(|&mark| mark)
    }

    fn insert(&mut self, part: u32) {
        if !std::mem::replace(&mut self.marks[part as usize], true) {
            self.all.push(part);
        }
    }
}

impl NavMesh {
    /// Returns the part of the cell in a slot. The cells of a part are joined by portals and two-way
    /// links.
    fn part(&self, slot: u32) -> u32 {
        self.reachability.part(self.component(slot))
    }
}

/// Returns the components of some cells, each once.
fn components(mesh: &NavMesh, cells: &[Incidence]) -> Vec<u32> {
    let mut all: Vec<u32> = cells.iter().map(|at| mesh.component(at.cell.slot)).collect();
    all.merge_sort();
    all.dedup();
    all
}
