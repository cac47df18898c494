//! From which parts of the ground others can be reached, links counted.
//!
//! A component is what can be walked. Links that lead both ways join components to *parts*; from part to part
//! lead only links that go one way. So where all links lead both ways two numbers are compared, and where some
//! do not the few parts that they join are searched: what is out of reach is known before any path is searched,
//! and for certain.

use super::{Incidence, NavMesh};
use crate::collections::DisjointSets;
use crate::link::{LinkSide, LinkWay};

/// Which components links join; without memory where there are no links.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// The part that each component belongs to.
    parts: Vec<u32>,
    /// The pairs of parts between which a link leads one way, sorted.
    onward: Vec<(u32, u32)>,
    /// The same pairs turned around, sorted.
    back: Vec<(u32, u32)>,
}

/// Along links, or against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// As one walks: to what can be reached.
    Along,
    /// The other way: to where one can come from.
    Against,
}

impl Reach {
    /// Joins the components of a mesh by its links that are not closed.
    pub(super) fn of(mesh: &NavMesh) -> Self {
        if !mesh.has_links() {
            return Self::default();
        }
        let mut sets = DisjointSets::new(mesh.component_count());
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
        let mut onward: Vec<(u32, u32)> = pairs.filter(|(from, to)| from != to).collect();
        onward.sort_unstable();
        onward.dedup();
        let mut back: Vec<(u32, u32)> = onward.iter().map(|&(from, to)| (to, from)).collect();
        back.sort_unstable();
        Self { parts, onward, back }
    }

    fn part(&self, component: u32) -> u32 {
        self.parts.get(component as usize).copied().unwrap_or(component)
    }
}

/// The ground that can be reached from somewhere, or from which somewhere can be reached; keeps its memory. For
/// those who implement a backend.
///
/// ```
/// use navmesh_core::{Link, NavMesh, Parts, RawMesh, Sense};
/// # let mut raw = RawMesh::default();
/// # raw.positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 0.0], [6.0, 0.0], [5.0, 1.0]].map(Into::into).to_vec();
/// # raw.push_cell(&[0, 1, 2]);
/// # raw.push_cell(&[3, 4, 5]);
/// // Two triangles, and a jump from the first onto the second.
/// let mesh = NavMesh::from_raw(&raw)?.with_links([Link::new([1.0, 0.0], [5.0, 0.0], "").one_way()])?;
/// let on_second: Vec<_> = mesh.incidences([5.25, 0.25]).collect();
/// let (mut reached, mut leading) = (Parts::default(), Parts::default());
/// reached.around(&mesh, &on_second, Sense::Along);
/// leading.around(&mesh, &on_second, Sense::Against);
/// assert_eq!((reached.hold(&mesh, 0), leading.hold(&mesh, 0)), (false, true));
/// # Ok::<(), navmesh_core::MeshDefects>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parts {
    all: Vec<u32>,
    /// For each part, whether it is in the set.
    marks: Vec<bool>,
}

impl Parts {
    /// Takes the parts that can be reached from these cells, or from which these cells can be reached.
    /// Complexity: O(a log a) in the number of links that lead one way.
    pub fn around(&mut self, mesh: &NavMesh, cells: &[Incidence], sense: Sense) {
        self.all.drain(..).for_each(|part| self.marks[part as usize] = false);
        self.marks.resize(self.marks.len().max(mesh.component_count()), false);
        cells.iter().for_each(|at| self.insert(mesh.part(at.cell.slot)));
        let arcs = match sense {
            Sense::Along => &mesh.reach.onward,
            Sense::Against => &mesh.reach.back,
        };
        let mut next = 0;
        while let Some(&part) = self.all.get(next) {
            next += 1;
            let first = arcs.partition_point(|&(from, _)| from < part);
            let leads = arcs[first..].iter().take_while(|(from, _)| *from == part);
            leads.for_each(|&(_, to)| self.insert(to));
        }
    }

    /// True where the cell in a slot is in one of the parts.
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
    /// The part of the ground that the cell in a slot belongs to: one can get from any cell of a part to any
    /// other, on foot or by links that lead both ways.
    fn part(&self, slot: u32) -> u32 {
        self.reach.part(self.component(slot))
    }
}

/// The components of some cells, each once.
fn components(mesh: &NavMesh, cells: &[Incidence]) -> Vec<u32> {
    let mut all: Vec<u32> = cells.iter().map(|at| mesh.component(at.cell.slot)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
