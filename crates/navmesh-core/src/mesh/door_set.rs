//! Which doors are closed: a set of edges and cells, toggled in constant time.

use std::sync::Arc;

use super::{CellId, EdgeId, LinkId, NavMesh};

/// A door of a mesh: edges between cells that close together, by a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorKind {
    /// What users call it; may be empty, and several doors may share one.
    pub name: String,
    /// Its edges, each named by one of its two sides.
    pub edges: Vec<EdgeId>,
}

/// What was to be closed or opened is not of the mesh.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownDoor {
    /// No door and no link has this name.
    #[error("no door or link of the mesh is named {name:?}")]
    Name {
        /// The name.
        name: String,
    },
    /// The mesh has no such edge.
    #[error("the mesh has no edge {}", edge.0)]
    Edge {
        /// The edge.
        edge: EdgeId,
    },
    /// The mesh has no such cell.
    #[error("the mesh has no cell in slot {} of generation {}", cell.slot, cell.generation)]
    Cell {
        /// The cell.
        cell: CellId,
    },
    /// The mesh has no such link.
    #[error("the mesh has no link {}", link.0)]
    Link {
        /// The link.
        link: LinkId,
    },
    /// The doors are those of another mesh.
    #[error("the doors are those of another mesh")]
    OtherMesh,
}

/// The edges, cells and links of one mesh that are closed.
///
/// A closed edge is a wall without thickness: nothing crosses it, and one may stand on it, on either side.
/// A closed cell is no ground at all; its neighbours' borders are walls. A closed link leads nowhere. Closing and opening take constant
/// time and touch no mesh: searches catch up with what has changed since they last looked
/// ([`NavMesh::set_doors`]).
///
/// ```
/// # use std::sync::Arc;
/// use navmesh_core::{DoorSet, EdgeId, NavMesh, RawMesh};
/// # let mut raw = RawMesh::default();
/// # for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
/// #     raw.positions.push(point.into());
/// # }
/// # raw.push_cell(&[0, 1, 4, 5]);
/// # raw.push_cell(&[1, 2, 3, 4]);
/// # raw.join_matching_edges();
/// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
/// // Two squares side by side; edge 1 of the first is the way into the second.
/// let mut doors = DoorSet::new(&mesh);
/// doors.close_edge(EdgeId(1))?;
/// let ground = mesh.with_doors(&doors)?;
/// assert!(ground.edge(EdgeId(1)).is_wall());
/// doors.open_all();
/// assert!(doors.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("setPolyFlags", "NavMeshObstacle", "blockade"))]
#[derive(Debug, Clone)]
pub struct DoorSet {
    mesh: Arc<NavMesh>,
    pub(super) edges: Bits,
    pub(super) cells: Bits,
    pub(super) links: Bits,
}

impl DoorSet {
    /// The doors of `mesh`, all open.
    #[must_use]
    pub fn new(mesh: &Arc<NavMesh>) -> Self {
        let (edges, cells, links) = (Bits::default(), Bits::default(), Bits::default());
        Self { mesh: Arc::clone(mesh), edges, cells, links }
    }

    /// The mesh whose doors these are.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// True where nothing is closed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.cells.is_empty() && self.links.is_empty()
    }

    /// Closes every door and every link of this name.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`]; then nothing has changed.
    pub fn close(&mut self, name: &str) -> Result<(), UnknownDoor> {
        self.each_of_name(name, Bits::insert)
    }

    /// Opens every door and every link of this name.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`].
    pub fn open(&mut self, name: &str) -> Result<(), UnknownDoor> {
        self.each_of_name(name, Bits::remove)
    }

    /// Closes an edge, on both its sides; at a wall that changes nothing.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Edge`].
    pub fn close_edge(&mut self, edge: EdgeId) -> Result<(), UnknownDoor> {
        let edge = self.known_side(edge)?;
        self.edges.insert(edge);
        Ok(())
    }

    /// Opens an edge; it stays shut while a cell beside it is closed.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Edge`].
    pub fn open_edge(&mut self, edge: EdgeId) -> Result<(), UnknownDoor> {
        let edge = self.known_side(edge)?;
        self.edges.remove(edge);
        Ok(())
    }

    /// Closes a cell.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Cell`].
    pub fn close_cell(&mut self, cell: CellId) -> Result<(), UnknownDoor> {
        self.known_cell(cell)?;
        self.cells.insert(cell.slot);
        Ok(())
    }

    /// Opens a cell.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Cell`].
    pub fn open_cell(&mut self, cell: CellId) -> Result<(), UnknownDoor> {
        self.known_cell(cell)?;
        self.cells.remove(cell.slot);
        Ok(())
    }

    /// Closes a link, both ways.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Link`].
    pub fn close_link(&mut self, link: LinkId) -> Result<(), UnknownDoor> {
        self.known_link(link)?;
        self.links.insert(link.0);
        Ok(())
    }

    /// Opens a link.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Link`].
    pub fn open_link(&mut self, link: LinkId) -> Result<(), UnknownDoor> {
        self.known_link(link)?;
        self.links.remove(link.0);
        Ok(())
    }

    /// Opens everything. Complexity: linear in the size of the set.
    pub fn open_all(&mut self) {
        *self = Self::new(&self.mesh);
    }

    fn each_of_name(
        &mut self,
        name: &str,
        change: impl Fn(&mut Bits, u32),
    ) -> Result<(), UnknownDoor> {
        let mut known = false;
        for door in self.mesh.doors().iter().filter(|door| door.name == name) {
            known = true;
            let sides = door.edges.iter().map(|&edge| self.mesh.first_side(edge));
            sides.for_each(|edge| change(&mut self.edges, edge.0));
        }
        for (link, _) in (0..).zip(self.mesh.links()).filter(|(_, link)| link.name == name) {
            known = true;
            change(&mut self.links, link);
        }
        if known { Ok(()) } else { Err(UnknownDoor::Name { name: name.to_owned() }) }
    }

    /// The side of an edge by which the set knows it.
    fn known_side(&self, edge: EdgeId) -> Result<u32, UnknownDoor> {
        let known = edge.index() < self.mesh.edges().len();
        if known { Ok(self.mesh.first_side(edge).0) } else { Err(UnknownDoor::Edge { edge }) }
    }

    fn known_link(&self, link: LinkId) -> Result<(), UnknownDoor> {
        let known = self.mesh.link(link).is_some();
        if known { Ok(()) } else { Err(UnknownDoor::Link { link }) }
    }

    fn known_cell(&self, cell: CellId) -> Result<(), UnknownDoor> {
        if self.mesh.has_cell(cell) { Ok(()) } else { Err(UnknownDoor::Cell { cell }) }
    }
}

impl NavMesh {
    /// The doors that the mesh was built with; any other edge or cell can be closed too.
    #[must_use]
    pub fn doors(&self) -> &[DoorKind] {
        &self.doors
    }

    /// Of the two sides of an edge, the one with the lower id.
    fn first_side(&self, edge: EdgeId) -> EdgeId {
        self.edge(edge).twin().map_or(edge, |twin| twin.min(edge))
    }
}

/// A set of numbers, a bit each; grows as need be.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    pub(super) fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.count += usize::from(!self.contains(number));
        self.words[word] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: u32) {
        self.count -= usize::from(self.contains(number));
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.word(number as usize / 64) >> (number % 64) & 1 != 0
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True where both have the same numbers, whatever memory they have.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.count == other.count && self.differing(other).next().is_none()
    }

    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The numbers that are in one of two sets and not in the other, ascending.
    pub(super) fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u32> + 'a {
        let words = 0..self.words.len().max(other.words.len());
        words.flat_map(|index| {
            let mut rest = self.word(index) ^ other.word(index);
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_differ_in_what_only_one_of_them_has() {
        let mut sets = [Bits::default(), Bits::default()];
        [3, 64, 200].iter().for_each(|&number| sets[0].insert(number));
        [3, 65].iter().for_each(|&number| sets[1].insert(number));
        let [a, b] = &sets;
        assert_eq!(a.differing(b).collect::<Vec<_>>(), [64, 65, 200]);
        assert_eq!(b.differing(a).collect::<Vec<_>>(), [64, 65, 200]);
        sets[1].remove(999);
        sets[1].remove(3);
        sets[1].insert(65);
        sets[1].remove(65);
        assert!(sets[1].is_empty() && !sets[1].contains(3) && !sets[0].is_empty());
    }
}
