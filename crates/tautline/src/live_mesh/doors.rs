//! Doors of a live map, by name.
//!
//! The closed names are kept, not the ids, so that doors stay closed over edits and rebuilds, and a new door of a
//! closed name is closed.

use std::collections::BTreeSet;
use std::sync::Arc;

use navmesh_core::{ClosedDoors, EdgeId, NavMesh, UnknownDoor, WallsBefore};

use super::changes::Change;
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
    /// Complexity: that of [`NavMesh::set_doors`], and of the edits since the last door; linear in the map for the first
    /// door, and after many edits.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] if no door and no link has this name.
    pub fn close_door(&mut self, name: &str) -> Result<&EditReport, UnknownDoor> {
        self.change_doors(name, Change::CloseDoor, |closed| closed.insert(name.to_owned()))
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
        self.change_doors(name, Change::OpenDoor, |closed| closed.remove(name))
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
    /// Complexity: that of the edits since the last call, if a door is closed; linear for the first call and after
    /// many edits, for a copy; else O(1).
    pub(super) fn current_mesh(&mut self) -> Arc<NavMesh> {
        let doors = self.closed_set();
        if doors.is_empty() {
            return Arc::clone(self.mesh());
        }
        let mut current = self.up_to_date();
        let is_closed = Arc::make_mut(&mut current).set_doors(&doors).is_ok();
        debug_assert!(is_closed, "the copy has the cells of the present mesh");
        self.current = Some(Arc::clone(&current));
        current
    }

    /// Takes the copy of the present mesh for closed doors: the last one, with the patches since then, or a new one.
    fn up_to_date(&mut self) -> Arc<NavMesh> {
        let front = self.versions.front();
        let mesh = front.mesh();
        if let Some(mut current) = self.current.take() {
            if current.opened().is_some_and(|open| Arc::ptr_eq(open, mesh)) {
                return current;
            }
            let own = Arc::make_mut(&mut current);
            let patches = front.patches_since(own.revision());
            let follows = own.leave_open_mesh()
                && patches
                    .is_some_and(|all| all.iter().all(|patch| own.apply_patch(patch).is_ok()))
                && own.refer_to_open_mesh(mesh);
            if follows {
                return current;
            }
        }
        let mut copy = NavMesh::clone(mesh);
        let is_copy = copy.refer_to_open_mesh(mesh);
        debug_assert!(is_copy, "the present mesh has no closed doors");
        Arc::new(copy)
    }

    /// Opens all doors of the copy for closed doors, so that it does not hold the present mesh.
    pub(super) fn leave_present_mesh(&mut self) {
        self.current = self.current.take().and_then(|mut current| {
            let has_left = Arc::get_mut(&mut current)?.leave_open_mesh();
            has_left.then_some(current)
        });
    }

    fn change_doors(
        &mut self,
        name: &str,
        change: fn(String) -> Change,
        work: impl FnOnce(&mut BTreeSet<String>) -> bool,
    ) -> Result<&EditReport, UnknownDoor> {
        if !self.closed.contains(name) {
            ClosedDoors::new(self.mesh()).close(name)?;
        }
        self.note(|| change(name.to_owned()));
        let slots = slots_at(self.mesh(), name);
        let before = WallsBefore::doors(&self.current_mesh(), slots);
        work(&mut self.closed);
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
