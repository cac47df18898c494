//! Which doors are closed: a set of edges, cells and links, a bit each.

use std::sync::Arc;

use super::bits::Bits;
use super::names::Named;
use super::{CellId, EdgeId, LinkId, NavMesh};

/// A door of a mesh: edges between cells that close together, by a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeshDoor {
    /// What users call it; may be empty, and several doors may share one.
    pub name: String,
    /// Its edges, each named by one of its two sides.
    pub edges: Vec<EdgeId>,
}

/// A door of a mesh: a place in [`NavMesh::doors`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DoorId(pub u32);

impl DoorId {
    /// The door's place in the mesh's list.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a door is named: by what its mesh calls it, or by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoorName<'a> {
    /// Every door and every link of this name.
    Called(&'a str),
    /// One door.
    Id(DoorId),
}

impl<'a, S: AsRef<str> + ?Sized> From<&'a S> for DoorName<'a> {
    fn from(name: &'a S) -> Self {
        Self::Called(name.as_ref())
    }
}

impl From<DoorId> for DoorName<'_> {
    fn from(door: DoorId) -> Self {
        Self::Id(door)
    }
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
    /// The mesh has no such door.
    #[error("the mesh has no door {}", door.0)]
    Door {
        /// The door.
        door: DoorId,
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
/// A closed cell is no ground at all; its neighbours' borders are walls. A closed link leads nowhere. Closing and opening touch no mesh:
/// searches catch up with what has changed since they last looked ([`NavMesh::set_doors`]). An edge, a cell or a link
/// takes constant time, a door as much for each of its edges; to find those of a name is logarithmic in the number of
/// doors and links.
///
/// ```
/// # use std::sync::Arc;
/// use navmesh_core::{ClosedDoors, EdgeId, NavMesh, RawMesh};
/// # let mut raw = RawMesh::default();
/// # for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
/// #     raw.positions.push(point.into());
/// # }
/// # raw.push_cell(&[0, 1, 4, 5]);
/// # raw.push_cell(&[1, 2, 3, 4]);
/// # raw.join_matching_edges();
/// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
/// // Two squares side by side; edge 1 of the first is the way into the second.
/// let mut doors = ClosedDoors::new(&mesh);
/// doors.close_edge(EdgeId(1))?;
/// let ground = mesh.with_doors(&doors)?;
/// assert!(ground.edge(EdgeId(1)).is_wall());
/// doors.open_all();
/// assert!(doors.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("setPolyFlags", "NavMeshObstacle", "blockade"))]
#[derive(Debug, Clone)]
pub struct ClosedDoors {
    mesh: Arc<NavMesh>,
    pub(super) edges: Bits,
    pub(super) cells: Bits,
    pub(super) links: Bits,
}

impl ClosedDoors {
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

    /// Closes a door, or every door and every link of a name.
    ///
    /// Complexity: constant an edge and a link that is closed; of a name, logarithmic in their number besides.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`], [`UnknownDoor::Door`]; then nothing has changed.
    pub fn close<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        self.change(door.into(), Bits::insert)
    }

    /// Opens a door, or every door and every link of a name. Complexity: as [`close`](ClosedDoors::close).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`], [`UnknownDoor::Door`]; then nothing has changed.
    pub fn open<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        self.change(door.into(), Bits::remove)
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

    fn change(
        &mut self,
        door: DoorName<'_>,
        change: fn(&mut Bits, u32),
    ) -> Result<(), UnknownDoor> {
        let Self { mesh, edges, links, .. } = self;
        let mut each_edge = |kind: &MeshDoor| {
            kind.edges.iter().for_each(|&edge| change(edges, mesh.first_side(edge).0));
        };
        match door {
            DoorName::Id(door) => {
                each_edge(mesh.doors.get(door.index()).ok_or(UnknownDoor::Door { door })?);
            }
            DoorName::Called(name) => {
                let unknown = || UnknownDoor::Name { name: name.to_owned() };
                let mut named = mesh.named(name).peekable();
                named.peek().ok_or_else(unknown)?;
                named.for_each(|part| match part {
                    Named::Door(door) => each_edge(&mesh.doors[door.index()]),
                    Named::Link(link) => change(links, link.0),
                });
            }
        }
        Ok(())
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
    pub fn doors(&self) -> &[MeshDoor] {
        &self.doors
    }

    /// Of the two sides of an edge, the one with the lower id.
    fn first_side(&self, edge: EdgeId) -> EdgeId {
        self.edge(edge).twin().map_or(edge, |twin| twin.min(edge))
    }
}
