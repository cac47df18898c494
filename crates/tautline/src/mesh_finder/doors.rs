//! Opening and closing doors.
//!
//! The closed doors are a small set beside the mesh ([`ClosedDoors`]), so that each clone of a
//! finder can have its own. Queries search a copy of the mesh in which these doors are walls; the
//! module `restricted` keeps the copies.

use std::sync::Arc;

use navmesh_core::{ClosedDoors, DoorId, DoorName, UnknownDoor};

use super::MeshFinder;

impl MeshFinder {
    /// The doors that are closed.
    #[must_use]
    pub fn doors(&self) -> &ClosedDoors {
        &self.doors
    }

    /// True if a door is closed, or all doors and links of a name are; see [`ClosedDoors::is_closed`].
    ///
    /// Complexity: that of [`ClosedDoors::close`].
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`] if the mesh has no such door.
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?); // two rooms with a gate between them
    /// assert!(finder.toggle_door("gate")?); // it is closed now
    /// assert!(finder.is_door_closed("gate")?);
    /// let closed = finder.closed_doors().map(|door| &*finder.mesh().doors()[door.index()].name);
    /// assert_eq!(closed.collect::<Vec<_>>(), ["gate"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_door_closed<'a>(&self, door: impl Into<DoorName<'a>>) -> Result<bool, UnknownDoor> {
        self.doors.is_closed(door)
    }

    /// Iterates over the closed doors; [`doors`](MeshFinder::doors) lists closed edges, cells and links too.
    pub fn closed_doors(&self) -> impl Iterator<Item = DoorId> + '_ {
        self.doors.closed_doors()
    }

    /// Opens a closed door and closes any other. Returns true if it is closed now.
    ///
    /// Complexity: that of [`close_door`](MeshFinder::close_door).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`] if the mesh has no such door.
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?); // two rooms with a gate between them
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// assert!(finder.toggle_door("gate")?);
    /// assert!(finder.find_path(&query).is_err());
    /// assert!(!finder.toggle_door("gate")?);
    /// assert!(finder.find_path(&query).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn toggle_door<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<bool, UnknownDoor> {
        Arc::make_mut(&mut self.doors).toggle(door)
    }

    /// Closes a door by its id, or all doors and links of a name. Clones of the finder keep their
    /// own doors.
    ///
    /// ```
    /// use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    /// assert_eq!(finder.find_path(&query)?.length(), 8.0);
    /// finder.close_door("gate")?;
    /// assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: that of [`ClosedDoors::close`]; the set, one bit an edge, is copied first if a
    /// clone shares it. The next query on each scratch patches the cells at the doors that changed
    /// since its last query, and recomputes the components in linear time. The first query with a
    /// closed door copies the mesh.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`] if the mesh has no such door.
    #[doc(alias("setPolyFlags", "NavMeshObstacle"))]
    pub fn close_door<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        Arc::make_mut(&mut self.doors).close(door)
    }

    /// Opens a door by its id, or all doors and links of a name.
    ///
    /// Complexity: that of [`close_door`](MeshFinder::close_door).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`] or [`UnknownDoor::Door`] if the mesh has no such door.
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?); // two rooms with a gate between them
    /// finder.close_door("gate")?;
    /// finder.open_door("gate")?;
    /// assert!(finder.find_path(&PathQuery::new([1.0, 6.0], [9.0, 6.0])).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_door<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        Arc::make_mut(&mut self.doors).open(door)
    }

    /// Replaces the set of closed doors.
    ///
    /// Clones share mesh and index, so a program can keep one clone for each agent, or for each
    /// combination of keys.
    ///
    /// Complexity: O(1); for the queries that follow see [`close_door`](MeshFinder::close_door).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] if the set was made for another mesh. A
    /// [filtered](MeshFinder::filtered) finder accepts sets of the unfiltered mesh too.
    ///
    /// ```
    /// # use tautline::{Door, ClosedDoors, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let finder = MeshFinder::new(builder.build_mesh()?); // two rooms with a gate between them
    /// let mut doors = ClosedDoors::new(finder.mesh());
    /// doors.close("gate")?;
    /// let without_key = finder.clone().with_doors(doors)?;
    /// let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    /// assert_eq!(without_key.find_path(&query).unwrap_err().kind(), "closed-off");
    /// assert_eq!(finder.find_path(&query)?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_doors(mut self, doors: impl Into<Arc<ClosedDoors>>) -> Result<Self, UnknownDoor> {
        let doors = doors.into();
        let own = [self.mesh(), self.doors.mesh()];
        if !own.iter().any(|mesh| Arc::ptr_eq(doors.mesh(), mesh)) {
            return Err(UnknownDoor::OtherMesh);
        }
        self.doors = doors;
        Ok(self)
    }
}
