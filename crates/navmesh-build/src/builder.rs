//! The builder: outlines, walls, areas, doors, links and floors under stable keys.

mod shapes;
mod from_mesh;
mod floors;

use navmesh_core::{Area, Door, Link, NavMesh, Outline, Outlines, Wall};

pub use crate::builder::floors::FloorBuilder;
pub(crate) use crate::builder::shapes::Entry;
use crate::builder::shapes::Shapes;
pub use crate::builder::shapes::{
    AreaKey, ConnectionKey, DoorKey, LinkKey, LiveKey, LiveShape, OutlineKey, WallKey,
};
use crate::error::{BuildError, Role};
use crate::floors::build_floors;
use crate::options::BuildOptions;
use crate::outlines::build_outlines;
use crate::report::BuildReport;

/// Collects outlines, walls, areas, doors and links, and builds any number of meshes from them.
///
/// A building has several floors ([`NavMeshBuilder::on_layer`]) and lines along which they meet
/// ([`NavMeshBuilder::add_connection`]). Keys are unique over all floors.
///
/// It is `Clone + Send`: build a clone in the background while the original takes the next changes. The feature `serde`
/// saves it with its keys.
#[doc(alias("bake", "NavMeshSurface", "recast"))]
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NavMeshBuilder {
    pub(crate) shapes: Shapes,
    pub(crate) options: BuildOptions,
}

impl NavMeshBuilder {
    /// Creates an empty builder with default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a builder that holds all `outlines`, in their order.
    #[must_use]
    pub fn from_outlines(outlines: Outlines) -> Self {
        let mut builder = Self::new();
        for link in builder.add_shapes(0, outlines) {
            builder.add_link(link);
        }
        builder
    }

    /// Replaces the options.
    #[must_use]
    pub fn with_options(mut self, options: BuildOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds a walkable outline.
    pub fn add_walkable(&mut self, outline: Outline) -> OutlineKey {
        self.on_layer(0).add_walkable(outline)
    }

    /// Adds an obstacle. It blocks whatever it covers, even where walkable outlines overlap it.
    #[doc(alias("carve", "addObstacle", "NavMeshObstacle"))]
    pub fn add_obstacle(&mut self, outline: Outline) -> OutlineKey {
        self.on_layer(0).add_obstacle(outline)
    }

    /// Adds a wall: a line that no path crosses and that takes no area away.
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{Outline, Wall};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 8.0]]));
    /// let mesh = builder.build_mesh()?;
    /// assert_eq!((mesh.area(), mesh.component_count()), (80.0, 2)); // two rooms
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_wall(&mut self, wall: Wall) -> WallKey {
        self.on_layer(0).add_wall(wall)
    }

    /// Adds an area: a region with a name and a cost. It overrides the areas added before it.
    ///
    /// An area makes nothing walkable. No cell crosses its border.
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{Area, Outline};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_area(Area::new(Outline::rect([3.0, 0.0], [7.0, 8.0]), "mud", 3.0));
    /// let mesh = builder.build_mesh()?;
    /// assert_eq!((mesh.areas()[0].name.as_str(), mesh.area_sizes()[0]), ("mud", 32.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("setPolyArea", "NavMeshModifierVolume"))]
    pub fn add_area(&mut self, area: Area) -> AreaKey {
        self.on_layer(0).add_area(area)
    }

    /// Adds a door: a line that is open after the build and acts as a wall while it is closed. See
    /// [`ClosedDoors`](navmesh_core::ClosedDoors).
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{ClosedDoors, Door, Outline};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_door(Door::new([[5.0, 0.0], [5.0, 8.0]], "gate"));
    /// let mesh = Arc::new(builder.build_mesh()?);
    /// let mut doors = ClosedDoors::new(&mesh);
    /// doors.close("gate")?;
    /// let closed = mesh.with_doors(&doors)?;
    /// assert_eq!([mesh.component_count(), closed.component_count()], [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_door(&mut self, door: Door) -> DoorKey {
        self.on_layer(0).add_door(door)
    }

    /// Adds a link (an off-mesh connection): a jump, ladder or teleporter between two points.
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{Link, Outline};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_walkable(Outline::rect([12.0, 0.0], [20.0, 8.0]));
    /// builder.add_link(Link::new([10.0, 4.0], [12.0, 4.0], "jump"));
    /// assert_eq!(builder.build_mesh()?.links()[0].cost, 2.0); // the straight distance is the default
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("OffMeshConnection", "addOffMeshConnection"))]
    pub fn add_link(&mut self, link: Link) -> LinkKey {
        self.shapes.add(link, Role::Link, None)
    }

    /// Removes and returns an outline; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove(&mut self, key: OutlineKey) -> Option<Outline> {
        self.shapes.remove(key)
    }

    /// Removes and returns a wall; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove_wall(&mut self, key: WallKey) -> Option<Wall> {
        self.shapes.remove(key)
    }

    /// Removes and returns an area; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove_area(&mut self, key: AreaKey) -> Option<Area> {
        self.shapes.remove(key)
    }

    /// Removes and returns a door; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove_door(&mut self, key: DoorKey) -> Option<Door> {
        self.shapes.remove(key)
    }

    /// Removes and returns a link; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n) in the number of shapes.
    pub fn remove_link(&mut self, key: LinkKey) -> Option<Link> {
        self.shapes.remove(key)
    }

    /// Returns the keys of the links in the order of the mesh's link ids: key `i` belongs to the
    /// link with id `i`, until a link is added or removed.
    pub fn link_keys(&self) -> impl ExactSizeIterator<Item = LinkKey> + '_ {
        self.shapes.of_kind::<Link>().map(|(key, _)| key).collect::<Vec<_>>().into_iter()
    }

    /// Iterates over all shapes with their keys: outlines, walls, areas, doors, links and floor connections, each kind in
    /// the order of addition. So a builder that was [created from outlines](NavMeshBuilder::from_outlines) tells their keys.
    ///
    /// ```
    /// # use navmesh_build::{LiveKey, NavMeshBuilder};
    /// # use navmesh_core::{Door, Outline, Outlines};
    /// let outlines = Outlines {
    ///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
    ///     doors: vec![Door::new([[5.0, 0.0], [5.0, 8.0]], "gate")],
    ///     ..Outlines::default()
    /// };
    /// let builder = NavMeshBuilder::from_outlines(outlines);
    /// let keys: Vec<LiveKey> = builder.shapes().map(|(key, _)| key).collect();
    /// assert!(matches!(keys[..], [LiveKey::Outline(_), LiveKey::Door(_)]));
    /// assert_eq!(builder.keys_named("gate"), keys[1..]);
    /// ```
    pub fn shapes(&self) -> impl Iterator<Item = (LiveKey, &LiveShape)> {
        self.shapes.iter().map(|entry| (entry.key, &entry.shape))
    }

    /// Returns the keys of the areas, doors and links of a name, in the order of [`NavMeshBuilder::shapes`].
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn keys_named(&self, name: &str) -> Vec<LiveKey> {
        let own = self.shapes().filter(|(_, shape)| shape.name() == Some(name));
        own.map(|(key, _)| key).collect()
    }

    /// Returns the key of a [number](LiveKey::number); `None` if no shape has it, as after a removal.
    ///
    /// ```
    /// # use navmesh_build::{LiveKey, NavMeshBuilder};
    /// # use navmesh_core::Wall;
    /// let mut builder = NavMeshBuilder::new();
    /// let wall = builder.add_wall(Wall::new([[1.0, 0.0], [1.0, 4.0]]));
    /// let number = LiveKey::Wall(wall).number();
    /// assert_eq!(builder.key_of_number(number), Some(LiveKey::Wall(wall)));
    /// builder.remove_wall(wall);
    /// assert_eq!(builder.key_of_number(number), None);
    /// ```
    #[must_use]
    pub fn key_of_number(&self, number: u64) -> Option<LiveKey> {
        self.shapes.numbered(number)
    }

    /// Returns a copy of the outlines of floor 0 and of all links, in the order of addition.
    ///
    /// Of a builder with one floor this is everything; [`NavMeshBuilder::floors`] returns all floors.
    #[must_use]
    pub fn outlines(&self) -> Outlines {
        Outlines { links: self.links(), ..self.outlines_on(0) }
    }

    /// Builds the mesh. The builder keeps its contents.
    ///
    /// The same outlines in the same order give the same mesh, bit for bit. Complexity: O(n log n)
    /// in the number of points, plus the number of crossings and of points that lie on crossing
    /// segments.
    ///
    /// Several floors are built as [`build_floors`] does. The report then unites those of the floors: counts are sums,
    /// and each index of an outline or door is that on its floor. Call [`build_floors`] with
    /// [`NavMeshBuilder::floors`] for a report of each floor.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: invalid input, or no walkable area. The error names the place in the input.
    pub fn build(&self) -> Result<(NavMesh, BuildReport), BuildError> {
        if !self.has_floors() {
            return build_outlines(&self.outlines(), &self.options);
        }
        let (mesh, report) = build_floors(&self.floors(), &self.options)?;
        Ok((mesh, report.united()))
    }

    /// Builds the mesh without its report; otherwise as [`build`](NavMeshBuilder::build).
    ///
    /// # Errors
    ///
    /// Those of [`build`](NavMeshBuilder::build).
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::Outline;
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// assert_eq!(builder.build_mesh()?.cell_count(), 1);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    pub fn build_mesh(&self) -> Result<NavMesh, BuildError> {
        Ok(self.build()?.0)
    }
}
