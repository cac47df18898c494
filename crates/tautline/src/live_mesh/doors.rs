//! Doors of a live map, by name.
//!
//! The closed names are kept, not the ids, so that doors stay closed over edits and rebuilds, and a new door of a
//! closed name is closed.

use std::collections::BTreeSet;
use std::sync::Arc;

use navmesh_core::{ClosedDoors, EdgeId, NavMesh, UnknownDoor, WallsBefore};

use super::{EditReport, LiveMesh, StepKind};

impl LiveMesh {
    /// Closes all doors and links of a name, for all finders from now on.
    ///
    /// A finder can close and open others for itself; see [`MeshFinder::close_door`](crate::MeshFinder::close_door).
    /// A name stays closed when its doors are removed and others are added.
    ///
    /// ```
    /// # use tautline::{Door, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"));
    /// let mut map = LiveMesh::new(builder)?; // two rooms with a gate between them
    /// map.close_door("gate")?;
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "closed-off");
    /// map.open_door("gate")?;
    /// assert!(map.finder().find_path(&query).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: that of [`NavMesh::set_doors`]; linear in the map for the first door after an edit.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] if no door and no link has this name.
    pub fn close_door(&mut self, name: &str) -> Result<&EditReport, UnknownDoor> {
        self.change_doors(name, |closed| closed.insert(name.to_owned()))
    }

    /// Opens all doors and links of a name.
    ///
    /// Complexity: that of [`LiveMesh::close_door`].
    ///
    /// ```
    /// # use tautline::{Door, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"))?;
    /// map.close_door("gate")?;
    /// assert!(!map.open_door("gate")?.only_blocks()); // paths may become shorter
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] if no door and no link has this name, and the name is not closed.
    pub fn open_door(&mut self, name: &str) -> Result<&EditReport, UnknownDoor> {
        self.change_doors(name, |closed| closed.remove(name))
    }

    /// True if the doors and links of a name are closed.
    ///
    /// Complexity: logarithmic in the number of closed names.
    ///
    /// ```
    /// # use tautline::{Door, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"))?;
    /// map.close_door("gate")?;
    /// assert!(map.is_door_closed("gate") && map.closed_doors().eq(["gate"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_door_closed(&self, name: &str) -> bool {
        self.closed.contains(name)
    }

    /// Iterates over the names that are closed, in the order of the alphabet.
    pub fn closed_doors(&self) -> impl Iterator<Item = &str> {
        self.closed.iter().map(String::as_str)
    }

    /// Returns the set of closed doors of the present mesh.
    pub(super) fn closed_set(&self) -> ClosedDoors {
        let mut doors = ClosedDoors::new(self.mesh());
        for name in &self.closed {
            // The doors of a name may all be gone at present.
            let _unknown = doors.close(name);
        }
        doors
    }

    /// Returns the present mesh with the closed doors as walls.
    ///
    /// Complexity: linear for the first call after an edit if a door is closed, for a copy; else O(1).
    pub(super) fn current_mesh(&mut self) -> Arc<NavMesh> {
        let doors = self.closed_set();
        if self.current.is_none() && !doors.is_empty() {
            self.current = self.mesh().with_doors(&doors).ok().map(Arc::new);
        }
        Arc::clone(self.current.as_ref().unwrap_or(self.mesh()))
    }

    fn change_doors(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut BTreeSet<String>) -> bool,
    ) -> Result<&EditReport, UnknownDoor> {
        if !self.closed.contains(name) {
            ClosedDoors::new(self.mesh()).close(name)?;
        }
        let slots = slots_at(self.mesh(), name);
        let before = WallsBefore::doors(&self.current_mesh(), slots);
        work(&mut self.closed);
        let doors = self.closed_set();
        if let Some(current) = &mut self.current {
            let is_own = Arc::make_mut(current).set_doors(&doors).is_ok();
            debug_assert!(is_own, "the copy has the cells of the present mesh");
        }
        let walls = before.after_doors(&self.current_mesh());
        let number = self.report.number + 1;
        self.report = EditReport {
            kind: StepKind::Doors,
            closed_links: walls.closed_lanes().to_vec(),
            opened_links: walls.opened_lanes().to_vec(),
            revision: self.revision(),
            number,
            walls,
            ..EditReport::default()
        };
        Ok(&self.report)
    }
}

/// Returns the slots of the cells at the doors of a name: those beside its edges, and those in and around its margin.
fn slots_at(mesh: &NavMesh, name: &str) -> Vec<u32> {
    let mut slots = Vec::new();
    for door in mesh.doors_named(name) {
        let door = &mesh.doors()[door.index()];
        let of_margin = door.margin.iter().flat_map(|&slot| mesh.edge_range(slot));
        let of_margin = of_margin.map(|index| EdgeId(index as u32));
        for edge in door.edges.iter().copied().chain(of_margin) {
            let edge = mesh.edge(edge);
            slots.push(edge.cell_slot());
            slots.extend(edge.neighbor_slot());
        }
    }
    slots
}
