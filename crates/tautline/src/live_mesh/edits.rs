//! Edits of the outlines: one at a time, and in batches.

use navmesh_build::{
    AreaKey, DoorKey, EditError, EditStep, LinkKey, LiveKey, LiveShape, OutlineEdit, OutlineKey,
    WallKey,
};
use navmesh_core::{Area, DVec2, Door, Link, Outline, Wall};

use super::changes::Change;
use super::{EditReport, LiveMesh};

impl LiveMesh {
    /// Adds an obstacle: it blocks whatever it covers.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    /// assert_eq!(map.mesh().area(), 79.0);
    /// assert_eq!(map.report().revision, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outline is not valid, or no walkable area would be left; nothing changes then.
    #[doc(alias("addObstacle", "carve"))]
    pub fn add_obstacle(&mut self, outline: Outline) -> Result<OutlineKey, EditError> {
        self.add_one(OutlineEdit::AddObstacle(outline))
    }

    /// Adds walkable ground.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_walkable(Outline::rect([10.0, 0.0], [12.0, 8.0]))?;
    /// assert_eq!((map.mesh().area(), map.mesh().component_count()), (96.0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outline is not valid; nothing changes then.
    pub fn add_walkable(&mut self, outline: Outline) -> Result<OutlineKey, EditError> {
        self.add_one(OutlineEdit::AddWalkable(outline))
    }

    /// Adds a wall: a line that no path crosses.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_wall(Wall::new([[5.0, 0.0], [5.0, 8.0]]))?;
    /// assert_eq!((map.mesh().area(), map.mesh().component_count()), (80.0, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the wall is not valid; nothing changes then.
    pub fn add_wall(&mut self, wall: Wall) -> Result<WallKey, EditError> {
        self.add_one(OutlineEdit::AddWall(wall))
    }

    /// Adds an area with a name and a cost. It overrides the areas added before it.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{Area, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_area(Area::new(Outline::rect([3.0, 0.0], [7.0, 8.0]), "mud", 3.0))?;
    /// let path = map.finder().find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// assert!((path.cost() - (4.0 + 12.0)).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the area is not valid; nothing changes then.
    pub fn add_area(&mut self, area: Area) -> Result<AreaKey, EditError> {
        self.add_one(OutlineEdit::AddArea(area))
    }

    /// Adds a door. It is closed if the doors of its name are.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{Door, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"))?;
    /// map.close_door("gate")?;
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "closed-off");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the door is not valid; nothing changes then.
    pub fn add_door(&mut self, door: Door) -> Result<DoorKey, EditError> {
        self.add_one(OutlineEdit::AddDoor(door))
    }

    /// Adds a link (an off-mesh connection).
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{Link, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_link(Link::new([1.0, 1.0], [9.0, 7.0], "teleporter").cost(1.0))?;
    /// let path = map.finder().find_path(&PathQuery::new([1.0, 1.0], [9.0, 7.0]))?;
    /// assert_eq!((path.length(), path.cost()), (0.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the link is not valid, or an end is off the walkable area; nothing changes then.
    pub fn add_link(&mut self, link: Link) -> Result<LinkKey, EditError> {
        self.add_one(OutlineEdit::AddLink(link))
    }

    /// Moves an outline, or gives it another shape. Its key stays.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]))?;
    /// map.move_obstacle(key, Outline::rect([7.0, 1.0], [8.0, 2.0]))?;
    /// assert!(map.mesh().locate([1.5, 1.5]).is_some() && map.mesh().locate([7.5, 1.5]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// # Errors
    ///
    /// [`EditError`] if the key is unknown or the outline is not valid; nothing changes then.
    pub fn move_obstacle(&mut self, key: OutlineKey, to: Outline) -> Result<(), EditError> {
        self.replace(key, LiveShape::Outline(to))
    }

    /// Gives the shape of a key another form. The key stays, and its place in the order.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{build::LiveShape, LiveMesh, NavMeshBuilder, Outline, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let wall = map.add_wall(Wall::new([[5.0, 0.0], [5.0, 8.0]]))?;
    /// map.replace(wall, LiveShape::Wall(Wall::new([[5.0, 0.0], [5.0, 4.0]])))?;
    /// assert_eq!(map.mesh().component_count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the key is unknown, or the shape is not valid or of another kind; nothing changes then.
    pub fn replace(&mut self, key: impl Into<LiveKey>, shape: LiveShape) -> Result<(), EditError> {
        self.apply(&[OutlineEdit::Replace(key.into(), shape)]).map(|_| ())
    }

    /// Moves the shape of a key by a vector.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]))?;
    /// map.move_by(key, [6.0, 0.0])?;
    /// assert!(map.mesh().locate([1.5, 1.5]).is_some() && map.mesh().locate([7.5, 1.5]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the key is unknown, or the shape is not valid there; nothing changes then.
    pub fn move_by(
        &mut self,
        key: impl Into<LiveKey>,
        by: impl Into<DVec2>,
    ) -> Result<(), EditError> {
        let (key, by) = (key.into(), by.into());
        let shape = self.shape(key).ok_or(EditError::UnknownKey { edit: 0, key })?;
        self.replace(key, shape.moved_by(by))
    }

    /// Removes an outline, a wall, an area, a door or a link. Undo brings it back under its key.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]))?;
    /// map.remove(key)?;
    /// assert_eq!(map.mesh().area(), 80.0);
    /// assert!(map.remove(key).is_err()); // removed already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the key is unknown, or no walkable area would be left; nothing changes then.
    pub fn remove(&mut self, key: impl Into<LiveKey>) -> Result<(), EditError> {
        self.apply(&[OutlineEdit::Remove(key.into())]).map(|_| ())
    }

    /// Applies edits in order, as one step: all of them, or none.
    ///
    /// ```
    /// use tautline::build::OutlineEdit;
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let crates = (0..3).map(|i| Outline::rect([3.0 * f64::from(i), 2.0], [3.0 * f64::from(i) + 1.0, 3.0]));
    /// let batch: Vec<_> = crates.map(OutlineEdit::AddObstacle).collect();
    /// let report = map.apply(&batch)?;
    /// assert_eq!((report.keys.len(), map.mesh().area()), (3, 77.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: a local step depends on the cells around the edits, a rebuild on the map.
    ///
    /// # Errors
    ///
    /// [`EditError`] with the index of the edit; nothing changes then.
    pub fn apply(&mut self, edits: &[OutlineEdit]) -> Result<&EditReport, EditError> {
        let applied = self.outlines.apply(self.versions.front().mesh(), edits);
        // An invalid edit leaves no trace. Others may leave one in the order of the index, though they fail.
        if !matches!(applied, Err(EditError::Invalid { .. })) {
            self.note(|| Change::Edits(edits.to_vec()));
        }
        let EditStep { keys, change, inverse, doors, repairs, moves_others, .. } = applied?;
        let frees = moves_others || !edits.iter().all(only_blocks);
        let (report, way) = self.change(change, doors);
        self.history.push(inverse, way, &mut self.outlines);
        let walls = if frees { report.walls } else { report.walls.blocking() };
        self.publish(EditReport { keys, repairs, walls, ..report });
        Ok(&self.report)
    }

    /// Applies an edit that adds a shape, and returns its key.
    pub(super) fn add_one<K>(&mut self, edit: OutlineEdit) -> Result<K, EditError>
    where
        K: TryFrom<LiveKey> + Default,
    {
        let key = self.apply(&[edit])?.keys.first().copied();
        // The edit has one key, of the kind of its shape.
        Ok(key.and_then(|key| K::try_from(key).ok()).unwrap_or_default())
    }

    /// Makes a report the last one.
    pub(super) fn publish(&mut self, report: EditReport) {
        let number = self.report.number + 1;
        self.report = EditReport { revision: self.revision(), number, ..report };
    }
}

/// True if an edit frees no ground.
fn only_blocks(edit: &OutlineEdit) -> bool {
    let (edit, _) = edit.placed();
    matches!(edit, OutlineEdit::AddObstacle(_) | OutlineEdit::AddWall(_) | OutlineEdit::AddDoor(_))
}
