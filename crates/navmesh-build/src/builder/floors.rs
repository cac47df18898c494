//! The floors of a builder, and their connections.

use std::collections::BTreeSet;

use navmesh_core::{Area, Door, Floor, FloorConnection, Floors, Link, Outline, Outlines, Wall};

use super::NavMeshBuilder;
use super::shapes::{AreaKey, ConnectionKey, DoorKey, OutlineKey, ShapeOf, WallKey};
use crate::error::Role;

/// A floor of a [`NavMeshBuilder`], to which shapes are added. See [`NavMeshBuilder::on_layer`].
#[derive(Debug)]
pub struct FloorBuilder<'a> {
    builder: &'a mut NavMeshBuilder,
    layer: u32,
}

impl FloorBuilder<'_> {
    /// Adds a walkable outline; see [`NavMeshBuilder::add_walkable`].
    pub fn add_walkable(&mut self, outline: Outline) -> OutlineKey {
        self.add(outline, Role::Walkable)
    }

    /// Adds an obstacle; see [`NavMeshBuilder::add_obstacle`].
    pub fn add_obstacle(&mut self, outline: Outline) -> OutlineKey {
        self.add(outline, Role::Obstacle)
    }

    /// Adds a wall; see [`NavMeshBuilder::add_wall`].
    pub fn add_wall(&mut self, wall: Wall) -> WallKey {
        self.add(wall, Role::Wall)
    }

    /// Adds an area; see [`NavMeshBuilder::add_area`].
    pub fn add_area(&mut self, area: Area) -> AreaKey {
        self.add(area, Role::Area)
    }

    /// Adds a door; see [`NavMeshBuilder::add_door`].
    pub fn add_door(&mut self, door: Door) -> DoorKey {
        self.add(door, Role::Door)
    }

    fn add<S: ShapeOf>(&mut self, shape: S, role: Role) -> S::Key {
        self.builder.shapes.add(shape, role, Some(self.layer))
    }
}

impl NavMeshBuilder {
    /// Creates a builder that holds all `floors`, ascending, each with its outlines in their order.
    ///
    /// Links of a floor's own outlines come first, on that floor. Floors of one number become one floor, and a floor
    /// without shapes does not exist.
    ///
    /// ```
    /// use navmesh_build::NavMeshBuilder;
    /// use navmesh_core::{FloorConnection, Floors, Outline, Outlines};
    ///
    /// let hall = |x: f64| Outlines {
    ///     walkable: vec![Outline::rect([x, 0.0], [x + 10.0, 4.0])],
    ///     ..Outlines::default()
    /// };
    /// let floors = Floors::default()
    ///     .with_floor(0, hall(0.0))
    ///     .with_floor(1, hall(10.0))
    ///     .with_connection(FloorConnection::new([0, 1], [[10.0, 1.0], [10.0, 3.0]]));
    /// let builder = NavMeshBuilder::from_floors(floors.clone());
    /// assert_eq!(builder.floors(), floors);
    /// assert_eq!(builder.build_mesh()?.component_count(), 1);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    #[must_use]
    pub fn from_floors(floors: Floors) -> Self {
        let mut builder = Self::new();
        let Floors { mut floors, connections, links } = floors;
        floors.sort_by_key(|floor| floor.layer);
        for Floor { layer, outlines } in floors {
            for link in builder.add_shapes(layer, outlines) {
                builder.add_link(link.on_layers([layer; 2]));
            }
        }
        for link in links {
            builder.add_link(link);
        }
        for connection in connections {
            builder.add_connection(connection);
        }
        builder
    }

    /// Adds all outlines but links in their order, on a floor. Returns the links.
    pub(super) fn add_shapes(&mut self, layer: u32, outlines: Outlines) -> Vec<Link> {
        let mut floor = self.on_layer(layer);
        for outline in outlines.walkable {
            floor.add_walkable(outline);
        }
        for outline in outlines.obstacles {
            floor.add_obstacle(outline);
        }
        for wall in outlines.walls {
            floor.add_wall(wall);
        }
        for area in outlines.areas {
            floor.add_area(area);
        }
        for door in outlines.doors {
            floor.add_door(door);
        }
        outlines.links
    }

    /// Returns a floor, to add shapes to it. Shapes that the builder itself adds lie on floor 0.
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{FloorConnection, Outline};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.on_layer(1).add_walkable(Outline::rect([10.0, 0.0], [20.0, 8.0]));
    /// let pillar = builder.on_layer(1).add_obstacle(Outline::rect([14.0, 2.0], [15.0, 3.0]));
    /// builder.add_connection(FloorConnection::new([0, 1], [[10.0, 3.0], [10.0, 5.0]]));
    /// assert_eq!(builder.build_mesh()?.layer_sizes(), [80.0, 79.0]);
    /// builder.remove(pillar);
    /// assert_eq!(builder.build_mesh()?.area(), 160.0);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    #[doc(alias("floor", "storey", "level"))]
    pub fn on_layer(&mut self, layer: u32) -> FloorBuilder<'_> {
        FloorBuilder { builder: self, layer }
    }

    /// Adds a line along which two floors meet: the foot or head of a ramp or stair. See
    /// [`NavMeshBuilder::on_layer`].
    pub fn add_connection(&mut self, connection: FloorConnection) -> ConnectionKey {
        self.shapes.add(connection, Role::FloorConnection, None)
    }

    /// Removes and returns a floor connection; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove_connection(&mut self, key: ConnectionKey) -> Option<FloorConnection> {
        self.shapes.remove(key)
    }

    /// Returns a copy of everything in the builder, floor after floor, in the order of addition. All links are among
    /// [`Floors::links`].
    #[must_use]
    pub fn floors(&self) -> Floors {
        let floor = |layer| Floor { layer, outlines: self.outlines_on(layer) };
        Floors {
            floors: self.layers().into_iter().map(floor).collect(),
            connections: self.shapes.of_kind().map(|(_, own)| own).cloned().collect(),
            links: self.links(),
        }
    }

    /// True if there is a floor other than 0, or a floor connection: then [`NavMeshBuilder::outlines`] is not all.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn has_floors(&self) -> bool {
        self.shapes.iter().any(|own| own.role == Role::FloorConnection)
            || self.layers().into_iter().any(|layer| layer != 0)
    }

    /// Returns the floors of all outlines, walls, areas and doors.
    ///
    /// Complexity: linear.
    pub(crate) fn layers(&self) -> BTreeSet<u32> {
        self.shapes.iter().filter_map(|own| own.layer).collect()
    }

    /// Returns a copy of all links.
    pub(crate) fn links(&self) -> Vec<Link> {
        self.shapes.of_kind().map(|(_, link)| link).cloned().collect()
    }

    /// Returns a copy of the outlines of a floor, without links.
    pub(crate) fn outlines_on(&self, layer: u32) -> Outlines {
        let shapes = &self.shapes;
        Outlines {
            walkable: shapes.on_layer(Role::Walkable, layer),
            obstacles: shapes.on_layer(Role::Obstacle, layer),
            walls: shapes.on_layer(Role::Wall, layer),
            areas: shapes.on_layer(Role::Area, layer),
            doors: shapes.on_layer(Role::Door, layer),
            links: Vec::new(),
        }
    }
}
