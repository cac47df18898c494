//! Collects outlines under stable keys.

mod ordered_slot_map;

use navmesh_core::{Area, Door, Link, NavMesh, Outline, Outlines, Wall};
use slotmap::new_key_type;

use crate::builder::ordered_slot_map::OrderedSlotMap;
use crate::error::{BuildError, Role};
use crate::options::BuildOptions;
use crate::outlines::build_outlines;
use crate::report::BuildReport;

new_key_type! {
    /// The handle of an outline that was added to a [`NavMeshBuilder`].
    pub struct OutlineKey;

    /// The handle of a wall that was added to a [`NavMeshBuilder`].
    pub struct WallKey;

    /// The handle of an area that was added to a [`NavMeshBuilder`].
    pub struct AreaKey;

    /// The handle of a door that was added to a [`NavMeshBuilder`].
    pub struct DoorKey;

    /// The handle of a link that was added to a [`NavMeshBuilder`].
    pub struct LinkKey;
}

/// Collects outlines, walls, areas, doors and links, and builds meshes of them, as often as wanted.
///
/// `Clone + Send`: clone it and build in the background while the original takes the next changes.
#[doc(alias("bake", "NavMeshSurface", "recast"))]
#[derive(Debug, Clone, Default)]
pub struct NavMeshBuilder {
    outlines: OrderedSlotMap<OutlineKey, (Role, Outline)>,
    walls: OrderedSlotMap<WallKey, Wall>,
    areas: OrderedSlotMap<AreaKey, Area>,
    doors: OrderedSlotMap<DoorKey, Door>,
    links: OrderedSlotMap<LinkKey, Link>,
    options: BuildOptions,
}

impl NavMeshBuilder {
    /// A builder without anything in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder with all of `outlines`, in their order.
    #[must_use]
    pub fn from_outlines(outlines: Outlines) -> Self {
        let mut builder = Self::new();
        for outline in outlines.walkable {
            builder.add_walkable(outline);
        }
        for outline in outlines.obstacles {
            builder.add_obstacle(outline);
        }
        for wall in outlines.walls {
            builder.add_wall(wall);
        }
        for area in outlines.areas {
            builder.add_area(area);
        }
        for door in outlines.doors {
            builder.add_door(door);
        }
        for link in outlines.links {
            builder.add_link(link);
        }
        builder
    }

    /// The same builder with other options.
    #[must_use]
    pub fn with_options(mut self, options: BuildOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds walkable ground.
    pub fn add_walkable(&mut self, outline: Outline) -> OutlineKey {
        self.outlines.add((Role::Walkable, outline))
    }

    /// Adds an obstacle: nobody walks there, whatever walkable outlines cover it.
    #[doc(alias("carve", "addObstacle", "NavMeshObstacle"))]
    pub fn add_obstacle(&mut self, outline: Outline) -> OutlineKey {
        self.outlines.add((Role::Obstacle, outline))
    }

    /// Adds a wall: nobody walks across it, and no ground is lost to it.
    pub fn add_wall(&mut self, wall: Wall) -> WallKey {
        self.walls.add(wall)
    }

    /// Adds an area: ground with a name and a cost of its own, on top of those added before.
    ///
    /// It gives no ground. Cells never straddle its border.
    #[doc(alias("setPolyArea", "NavMeshModifierVolume"))]
    pub fn add_area(&mut self, area: Area) -> AreaKey {
        self.areas.add(area)
    }

    /// Adds a door: open when the mesh is made, and a wall while it is closed. See
    /// [`ClosedDoors`](navmesh_core::ClosedDoors).
    pub fn add_door(&mut self, door: Door) -> DoorKey {
        self.doors.add(door)
    }

    /// Adds a link: a way between two places of the ground that is not walked. It takes part in no other stage.
    #[doc(alias("OffMeshConnection", "addOffMeshConnection"))]
    pub fn add_link(&mut self, link: Link) -> LinkKey {
        self.links.add(link)
    }

    /// Takes an outline out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of outlines.
    pub fn remove(&mut self, key: OutlineKey) -> Option<Outline> {
        self.outlines.remove(key).map(|(_, outline)| outline)
    }

    /// Takes a wall out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of walls.
    pub fn remove_wall(&mut self, key: WallKey) -> Option<Wall> {
        self.walls.remove(key)
    }

    /// Takes an area out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of areas.
    pub fn remove_area(&mut self, key: AreaKey) -> Option<Area> {
        self.areas.remove(key)
    }

    /// Takes a door out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of doors.
    pub fn remove_door(&mut self, key: DoorKey) -> Option<Door> {
        self.doors.remove(key)
    }

    /// Takes a link out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of links.
    pub fn remove_link(&mut self, key: LinkKey) -> Option<Link> {
        self.links.remove(key)
    }

    /// The keys of the links in the order in which meshes have them: the link of the mesh with the id `i` is that
    /// of key `i`, until links are added or removed.
    pub fn link_keys(&self) -> impl ExactSizeIterator<Item = LinkKey> + '_ {
        self.links.keys()
    }

    /// Everything added and not removed, in the order in which it was added.
    #[must_use]
    pub fn outlines(&self) -> Outlines {
        let of_role = |wanted: Role| {
            let all = self.outlines.iter().filter(|(role, _)| *role == wanted);
            all.map(|(_, outline)| outline.clone()).collect()
        };
        Outlines {
            walkable: of_role(Role::Walkable),
            obstacles: of_role(Role::Obstacle),
            walls: self.walls.iter().cloned().collect(),
            areas: self.areas.iter().cloned().collect(),
            doors: self.doors.iter().cloned().collect(),
            links: self.links.iter().cloned().collect(),
        }
    }

    /// Builds the mesh; the builder keeps its outlines.
    ///
    /// The same outlines in the same order give the same mesh, bit for bit.
    /// Complexity: O(n log n) in the number of points, plus the number of crossings, and of points on what crosses anything.
    ///
    /// # Errors
    ///
    /// Input that is no outline, or no walkable ground; each with its place. See [`BuildError`].
    pub fn build(&self) -> Result<(NavMesh, BuildReport), BuildError> {
        build_outlines(&self.outlines(), &self.options)
    }
}
