//! The floors of a live map.

use navmesh_build::{AreaKey, ConnectionKey, DoorKey, EditError, OutlineEdit, OutlineKey, WallKey};
use navmesh_core::{Area, Door, FloorConnection, Floors, Outline, Wall};

use super::LiveMesh;

/// A floor of a [`LiveMesh`], to which shapes are added. See [`LiveMesh::on_layer`].
#[derive(Debug)]
pub struct LiveFloor<'a> {
    map: &'a mut LiveMesh,
    layer: u32,
}

impl LiveFloor<'_> {
    /// Adds an obstacle; see [`LiveMesh::add_obstacle`].
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // floor 1, 10 by 8
    /// map.on_layer(1).add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    /// assert_eq!(map.mesh().area(), 79.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outline is not valid, or the floor would have no walkable area left; nothing changes then.
    pub fn add_obstacle(&mut self, outline: Outline) -> Result<OutlineKey, EditError> {
        self.map.add_one(OutlineEdit::AddObstacle(outline).on_layer(self.layer))
    }

    /// Adds walkable ground; see [`LiveMesh::add_walkable`].
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // floor 1, 10 by 8
    /// map.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [12.0, 8.0]))?;
    /// assert_eq!(map.mesh().area(), 96.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outline is not valid; nothing changes then.
    pub fn add_walkable(&mut self, outline: Outline) -> Result<OutlineKey, EditError> {
        self.map.add_one(OutlineEdit::AddWalkable(outline).on_layer(self.layer))
    }

    /// Adds a wall; see [`LiveMesh::add_wall`].
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // floor 1, 10 by 8
    /// map.on_layer(1).add_wall(Wall::new([[5.0, 0.0], [5.0, 8.0]]))?;
    /// assert_eq!(map.mesh().component_count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the wall is not valid; nothing changes then.
    pub fn add_wall(&mut self, wall: Wall) -> Result<WallKey, EditError> {
        self.map.add_one(OutlineEdit::AddWall(wall).on_layer(self.layer))
    }

    /// Adds an area; see [`LiveMesh::add_area`].
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{Area, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // floor 1, 10 by 8
    /// map.on_layer(1).add_area(Area::new(Outline::rect([3.0, 0.0], [7.0, 8.0]), "mud", 3.0))?;
    /// assert_eq!(map.mesh().area_sizes(), [32.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the area is not valid; nothing changes then.
    pub fn add_area(&mut self, area: Area) -> Result<AreaKey, EditError> {
        self.map.add_one(OutlineEdit::AddArea(area).on_layer(self.layer))
    }

    /// Adds a door; see [`LiveMesh::add_door`].
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{Door, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // floor 1, 10 by 8
    /// map.on_layer(1).add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"))?;
    /// assert!(map.close_door("gate").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the door is not valid; nothing changes then.
    pub fn add_door(&mut self, door: Door) -> Result<DoorKey, EditError> {
        self.map.add_one(OutlineEdit::AddDoor(door).on_layer(self.layer))
    }
}

impl LiveMesh {
    /// Returns a floor, to add shapes to it. Shapes that the map itself adds lie on floor 0.
    ///
    /// A key stays on its floor, so [`LiveMesh::move_by`] and [`LiveMesh::remove`] need none.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use tautline::{FloorConnection, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [20.0, 8.0]));
    /// # builder.add_connection(FloorConnection::new([0, 1], [[10.0, 2.0], [10.0, 6.0]]));
    /// let mut map = LiveMesh::new(builder)?; // two halls, 10 by 8, with a passage between them
    /// let query = PathQuery::new([1.0, 4.0], [19.0, 4.0]).start_layer(0).goal_layer(1);
    /// assert_eq!(map.finder().find_path(&query)?.length(), 18.0);
    /// let crate_key = map.on_layer(1).add_obstacle(Outline::rect([14.0, 1.0], [15.0, 7.0]))?;
    /// assert!(map.finder().find_path(&query)?.length() > 18.0);
    /// map.remove(crate_key)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("floor", "storey", "level"))]
    pub fn on_layer(&mut self, layer: u32) -> LiveFloor<'_> {
        LiveFloor { map: self, layer }
    }

    /// Adds a line along which two floors meet. This builds the whole mesh.
    ///
    /// Complexity: that of a whole build.
    ///
    /// ```
    /// # use tautline::{FloorConnection, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [20.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // two halls, 10 by 8
    /// map.add_connection(FloorConnection::new([0, 1], [[10.0, 2.0], [10.0, 6.0]]))?;
    /// assert_eq!(map.mesh().component_count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the line is not valid, or connects nothing; nothing changes then.
    pub fn add_connection(
        &mut self,
        connection: FloorConnection,
    ) -> Result<ConnectionKey, EditError> {
        self.add_one(OutlineEdit::AddConnection(connection))
    }

    /// Returns a copy of everything that stands, floor after floor. All links are among [`Floors::links`].
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn floors(&self) -> Floors {
        self.outlines.builder().floors()
    }
}
