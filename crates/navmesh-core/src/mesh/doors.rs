//! Doors: edges, cells and links that can be closed.
//!
//! On a mesh for agents with a radius a door has a *margin*: the cells nearer to it than the radius.
//!
//! [`ClosedDoors`] is the set that a caller changes. [`NavMesh::set_doors`] applies it to a mesh, and
//! [`Filter`] closes whole areas.

mod bits;
mod names;
mod shared_parts;
mod state;
mod patch;
mod filter;
mod errors;

use std::sync::Arc;

use super::{CellId, DoorId, EdgeId, LinkId, NavMesh};
use crate::collections::NONE;
use bits::Bits;
pub use filter::{Filter, FilterError, FilterId};
pub(super) use names::NameIndex;
use names::Named;
pub(super) use patch::DoorPatch;
use shared_parts::Part;
pub(super) use shared_parts::SharedParts;

/// A door of a mesh: named edges between cells, and its margin, that close together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MeshDoor {
    /// The user's name for it; may be empty. Several doors may share a name.
    pub name: String,
    /// Its edges, each given by either of its two sides.
    pub edges: Vec<EdgeId>,
    /// The slots of the cells of its margin, which agents with a radius may enter only while it is open.
    /// Empty on meshes without a radius.
    pub margin: Vec<u32>,
}

impl MeshDoor {
    /// Returns the edges and cells of the door. `first_side` returns the stored side of an edge.
    fn parts(&self, first_side: impl Fn(EdgeId) -> EdgeId) -> Vec<Part> {
        let edges = self.edges.iter().map(|&edge| Part::Edge(first_side(edge).0));
        edges.chain(self.margin.iter().map(|&slot| Part::Cell(slot))).collect()
    }
}

/// A reference to a door, by name or by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoorName<'a> {
    /// All doors and links with this name.
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

/// The error for a door, edge, cell or link that the mesh does not have.
///
/// After a rebuild, look the door up by its name again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownDoor {
    /// No door and no link has this name. [`NavMesh::doors`] and [`NavMesh::links`] list the names.
    #[error("no door or link of the mesh is named {name:?}")]
    Name {
        /// The name.
        name: String,
    },
    /// The mesh has no such door. The id is of another mesh, or of one from before a rebuild.
    #[error("the mesh has no door {}", door.0)]
    Door {
        /// The door.
        door: DoorId,
    },
    /// The mesh has no such edge. The id is of another mesh, or of one from before a rebuild.
    #[error("the mesh has no edge {}", edge.0)]
    Edge {
        /// The edge.
        edge: EdgeId,
    },
    /// The mesh has no such cell. The id is of another mesh, or of one from before a rebuild.
    #[error("the mesh has no cell in slot {} of generation {}", cell.slot, cell.generation)]
    Cell {
        /// The cell.
        cell: CellId,
    },
    /// The mesh has no such link. The id is of another mesh, or of one from before a rebuild.
    #[error("the mesh has no link {}", link.0)]
    Link {
        /// The link.
        link: LinkId,
    },
    /// The doors belong to another mesh. Create the set from the mesh of this finder.
    #[error("the doors belong to another mesh")]
    OtherMesh,
}

/// The set of closed edges, cells and links of one mesh.
///
/// A closed edge is a wall without thickness. Paths do not cross it; points on it are walkable, on either
/// side. A closed cell is not walkable, and its neighbours' borders are walls. A closed link cannot be
/// used.
///
/// The set does not change its mesh. [`NavMesh::set_doors`] applies it, in time that depends on what has
/// changed. Closing or opening an edge, a cell or a link takes time logarithmic in what is closed, a door as
/// much for each of its edges. Finding a name is logarithmic in the number of doors and links.
///
/// ```
/// # use std::sync::Arc;
/// use navmesh_core::{ClosedDoors, EdgeId, NavMesh, RawMesh};
/// # let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
/// # let raw = RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]);
/// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
/// // Two squares side by side; edge 1 of the first is the portal into the second.
/// let mut doors = ClosedDoors::new(&mesh);
/// doors.close_edge(EdgeId(1))?;
/// let closed = mesh.with_doors(&doors)?;
/// assert!(closed.edge(EdgeId(1)).is_wall());
/// doors.open_all();
/// assert!(doors.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("setPolyFlags", "NavMeshObstacle", "blockade"))]
#[derive(Debug, Clone)]
pub struct ClosedDoors {
    mesh: Arc<NavMesh>,
    /// The doors that were closed as a whole.
    doors: Bits,
    edges: Bits,
    cells: Bits,
    links: Bits,
}

impl ClosedDoors {
    /// Creates a set for `mesh` with everything open.
    #[must_use]
    pub fn new(mesh: &Arc<NavMesh>) -> Self {
        let [doors, edges, cells, links] = [const { Bits::EMPTY }; 4];
        Self { mesh: Arc::clone(mesh), doors, edges, cells, links }
    }

    /// Returns the mesh of the doors.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// True if nothing is closed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.cells.is_empty() && self.links.is_empty()
    }

    /// Closes a door with its margin, or all doors and links with a name.
    ///
    /// Complexity: linear in the edges, cells and links that are closed. A name adds a lookup,
    /// logarithmic in the number of doors and links.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`]; the set is then unchanged.
    pub fn close<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        for part in self.named(door.into())? {
            match part {
                Named::Link(link) => self.links.insert(link.0),
                Named::Door(door) => {
                    self.doors.insert(door.0);
                    for part in self.parts_of(door) {
                        let (all, number) = self.bits_of(part);
                        all.insert(number);
                    }
                }
            }
        }
        Ok(())
    }

    /// Opens a door with its margin, or all doors and links with a name.
    ///
    /// An edge or a cell of another closed door stays closed.
    ///
    /// Complexity: that of [`close`](ClosedDoors::close), plus a lookup for each edge and cell among
    /// those that several doors share.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`]; the set is then unchanged.
    pub fn open<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        let all = self.named(door.into())?;
        for part in &all {
            match part {
                Named::Link(link) => self.links.remove(link.0),
                Named::Door(door) => self.doors.remove(door.0),
            }
        }
        let doors = all.into_iter().filter_map(Named::door);
        for part in doors.flat_map(|door| self.parts_of(door)).collect::<Vec<_>>() {
            let is_kept = {
                let mut owners = self.mesh.shared_parts.doors_of(part);
                owners.any(|door| self.doors.contains(door.0))
            };
            if !is_kept {
                let (all, number) = self.bits_of(part);
                all.remove(number);
            }
        }
        Ok(())
    }

    /// Closes an edge, from both sides. A wall stays as it is.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Edge`] if the mesh has no such edge.
    pub fn close_edge(&mut self, edge: EdgeId) -> Result<(), UnknownDoor> {
        let edge = self.known_side(edge)?;
        self.edges.insert(edge);
        Ok(())
    }

    /// Opens an edge. It stays a wall while a cell beside it is closed.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Edge`] if the mesh has no such edge.
    pub fn open_edge(&mut self, edge: EdgeId) -> Result<(), UnknownDoor> {
        let edge = self.known_side(edge)?;
        self.edges.remove(edge);
        Ok(())
    }

    /// Closes a cell.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Cell`] if the mesh has no such cell.
    pub fn close_cell(&mut self, cell: CellId) -> Result<(), UnknownDoor> {
        self.known_cell(cell)?;
        self.cells.insert(cell.slot);
        Ok(())
    }

    /// Opens a cell.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Cell`] if the mesh has no such cell.
    pub fn open_cell(&mut self, cell: CellId) -> Result<(), UnknownDoor> {
        self.known_cell(cell)?;
        self.cells.remove(cell.slot);
        Ok(())
    }

    /// Closes a link, in both directions.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Link`] if the mesh has no such link.
    pub fn close_link(&mut self, link: LinkId) -> Result<(), UnknownDoor> {
        self.known_link(link)?;
        self.links.insert(link.0);
        Ok(())
    }

    /// Opens a link.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Link`] if the mesh has no such link.
    pub fn open_link(&mut self, link: LinkId) -> Result<(), UnknownDoor> {
        self.known_link(link)?;
        self.links.remove(link.0);
        Ok(())
    }

    /// Opens everything.
    ///
    /// Complexity: linear in the size of the set.
    pub fn open_all(&mut self) {
        *self = Self::new(&self.mesh);
    }

    /// Returns the door of an id, or the doors and links of a name.
    fn named(&self, door: DoorName<'_>) -> Result<Vec<Named>, UnknownDoor> {
        match door {
            DoorName::Id(door) if self.mesh.has_door(door) => Ok(vec![Named::Door(door)]),
            DoorName::Id(door) => Err(UnknownDoor::Door { door }),
            DoorName::Called(name) => {
                let named: Vec<Named> = self.mesh.named(name).collect();
                let is_known = !named.is_empty();
                is_known.then_some(named).ok_or_else(|| UnknownDoor::Name { name: name.to_owned() })
            }
        }
    }

    /// Returns the edges and cells of a door.
    fn parts_of(&self, door: DoorId) -> Vec<Part> {
        self.mesh.doors[door.index()].parts(|edge| self.mesh.first_side(edge))
    }

    /// Returns the set of an edge or a cell, and its number there.
    fn bits_of(&mut self, part: Part) -> (&mut Bits, u32) {
        match part {
            Part::Edge(edge) => (&mut self.edges, edge),
            Part::Cell(slot) => (&mut self.cells, slot),
        }
    }

    /// Returns the side of an edge that the set stores.
    fn known_side(&self, edge: EdgeId) -> Result<u32, UnknownDoor> {
        let known = self.mesh.edges().get(edge.index()).is_some_and(|edge| edge.cell != NONE);
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
    /// Returns every door, indexed by [`DoorId::index`]. Any other edge or cell can be closed too.
    ///
    /// A door that a patch has removed leaves an empty one at its number; see [`NavMesh::has_door`].
    #[must_use]
    pub fn doors(&self) -> &[MeshDoor] {
        &self.doors
    }

    /// True if the mesh has a door with this id; false once a patch has removed it.
    ///
    /// Complexity: logarithmic in the number of removed doors.
    #[must_use]
    pub fn has_door(&self, door: DoorId) -> bool {
        self.doors.has(door.0)
    }

    /// Returns the side of an edge with the lower id.
    pub(super) fn first_side(&self, edge: EdgeId) -> EdgeId {
        self.edge(edge).twin().map_or(edge, |twin| twin.min(edge))
    }
}
