//! The state of doors: questions to a set of closed doors.

use super::names::Named;
use super::{ClosedDoors, DoorName, UnknownDoor};
use crate::mesh::{CellId, DoorId, EdgeId, LinkId};

impl ClosedDoors {
    /// True if a door is closed, or all doors and links with a name are.
    ///
    /// Edges that are closed alone close no door.
    ///
    /// Complexity: that of [`close`](ClosedDoors::close).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ClosedDoors, DoorId, EdgeId, MeshDoor, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
    /// #     raw.positions.push(point.into());
    /// # }
    /// # raw.push_cell(&[0, 1, 4, 5]);
    /// # raw.push_cell(&[1, 2, 3, 4]);
    /// # raw.join_matching_edges();
    /// # raw.doors.push(MeshDoor { name: "gate".into(), edges: vec![EdgeId(1)], margin: vec![] });
    /// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
    /// let mut doors = ClosedDoors::new(&mesh); // two rooms with a gate between them
    /// assert!(doors.toggle("gate")?);
    /// assert!(doors.is_closed("gate")?);
    /// assert_eq!(doors.closed_doors().collect::<Vec<_>>(), [DoorId(0)]);
    /// assert!(!doors.toggle("gate")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_closed<'a>(&self, door: impl Into<DoorName<'a>>) -> Result<bool, UnknownDoor> {
        match door.into() {
            DoorName::Id(door) => {
                let is_known = self.mesh.has_door(door);
                is_known.then(|| self.doors.contains(door.0)).ok_or(UnknownDoor::Door { door })
            }
            DoorName::Called(name) => {
                let mut named = self.mesh.named(name).peekable();
                let unknown = || UnknownDoor::Name { name: name.to_owned() };
                named.peek().ok_or_else(unknown)?;
                Ok(named.all(|part| match part {
                    Named::Door(door) => self.doors.contains(door.0),
                    Named::Link(link) => self.links.contains(link.0),
                }))
            }
        }
    }

    /// Opens a closed door and closes any other. Returns true if it is closed now.
    ///
    /// Doors and links with one name, some closed and some open, are all closed.
    ///
    /// Complexity: that of [`close`](ClosedDoors::close).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`]; the set is then unchanged.
    pub fn toggle<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<bool, UnknownDoor> {
        let door = door.into();
        if self.is_closed(door)? { self.open(door) } else { self.close(door) }?;
        self.is_closed(door)
    }

    /// Iterates over the closed doors, by ascending id.
    pub fn closed_doors(&self) -> impl Iterator<Item = DoorId> + '_ {
        self.doors.iter().map(DoorId)
    }

    /// Iterates over the closed edges, of doors or alone, by ascending id. Each has the lower id of its
    /// two sides.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ClosedDoors, EdgeId, NavMesh, RawMesh};
    /// # let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// # let raw = RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]);
    /// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
    /// let mut doors = ClosedDoors::new(&mesh); // two squares, joined by edge 1 of the first
    /// doors.close_edge(EdgeId(1))?;
    /// assert_eq!(doors.closed_edges().collect::<Vec<_>>(), [EdgeId(1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closed_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.edges.iter().map(EdgeId)
    }

    /// Iterates over the closed cells, of doors' margins or alone, by ascending slot.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ClosedDoors, NavMesh, RawMesh};
    /// # let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// # let raw = RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]);
    /// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
    /// let mut doors = ClosedDoors::new(&mesh); // two squares, joined by edge 1 of the first
    /// doors.close_cell(mesh.cell_id(1))?;
    /// assert_eq!(doors.closed_cells().collect::<Vec<_>>(), [mesh.cell_id(1)]);
    /// assert!(mesh.with_doors(&doors)?.locate([1.5, 0.5]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closed_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells.iter().map(|slot| self.mesh.cell_id(slot))
    }

    /// Iterates over the closed links, by ascending id.
    pub fn closed_links(&self) -> impl Iterator<Item = LinkId> + '_ {
        self.links.iter().map(LinkId)
    }
}
