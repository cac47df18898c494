//! The builder: outlines, walls, areas, doors and links under stable keys.

use std::collections::BTreeMap;

use navmesh_core::{Area, Door, Link, NavMesh, Outline, Outlines, Wall};

use crate::error::{BuildError, Role};
use crate::options::BuildOptions;
use crate::outlines::build_outlines;
use crate::report::BuildReport;

/// The key of an outline in a [`NavMeshBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutlineKey(u64);

/// The key of a wall in a [`NavMeshBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WallKey(u64);

/// The key of an area in a [`NavMeshBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AreaKey(u64);

/// The key of a door in a [`NavMeshBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DoorKey(u64);

/// The key of a link in a [`NavMeshBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkKey(u64);

/// Collects outlines, walls, areas, doors and links, and builds any number of meshes from them.
///
/// It is `Clone + Send`: build a clone in the background while the original takes the next changes.
#[doc(alias("bake", "NavMeshSurface", "recast"))]
#[derive(Debug, Clone, Default)]
pub struct NavMeshBuilder {
    outlines: Numbered<(Role, Outline)>,
    walls: Numbered<Wall>,
    areas: Numbered<Area>,
    doors: Numbered<Door>,
    links: Numbered<Link>,
    options: BuildOptions,
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

    /// Replaces the options.
    #[must_use]
    pub fn with_options(mut self, options: BuildOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds a walkable outline.
    pub fn add_walkable(&mut self, outline: Outline) -> OutlineKey {
        OutlineKey(self.outlines.add((Role::Walkable, outline)))
    }

    /// Adds an obstacle. It blocks whatever it covers, even where walkable outlines overlap it.
    #[doc(alias("carve", "addObstacle", "NavMeshObstacle"))]
    pub fn add_obstacle(&mut self, outline: Outline) -> OutlineKey {
        OutlineKey(self.outlines.add((Role::Obstacle, outline)))
    }

    /// Adds a wall: a line that no path crosses and that takes no area away.
    pub fn add_wall(&mut self, wall: Wall) -> WallKey {
        WallKey(self.walls.add(wall))
    }

    /// Adds an area: a region with a name and a cost. It overrides the areas added before it.
    ///
    /// An area makes nothing walkable. No cell crosses its border.
    #[doc(alias("setPolyArea", "NavMeshModifierVolume"))]
    pub fn add_area(&mut self, area: Area) -> AreaKey {
        AreaKey(self.areas.add(area))
    }

    /// Adds a door: a line that is open after the build and acts as a wall while it is closed. See
    /// [`ClosedDoors`](navmesh_core::ClosedDoors).
    pub fn add_door(&mut self, door: Door) -> DoorKey {
        DoorKey(self.doors.add(door))
    }

    /// Adds a link (an off-mesh connection): a jump, ladder or teleporter between two points.
    #[doc(alias("OffMeshConnection", "addOffMeshConnection"))]
    pub fn add_link(&mut self, link: Link) -> LinkKey {
        LinkKey(self.links.add(link))
    }

    /// Removes and returns an outline; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n).
    pub fn remove(&mut self, key: OutlineKey) -> Option<Outline> {
        self.outlines.values.remove(&key.0).map(|(_, outline)| outline)
    }

    /// Removes and returns a wall; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n).
    pub fn remove_wall(&mut self, key: WallKey) -> Option<Wall> {
        self.walls.values.remove(&key.0)
    }

    /// Removes and returns an area; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n).
    pub fn remove_area(&mut self, key: AreaKey) -> Option<Area> {
        self.areas.values.remove(&key.0)
    }

    /// Removes and returns a door; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n).
    pub fn remove_door(&mut self, key: DoorKey) -> Option<Door> {
        self.doors.values.remove(&key.0)
    }

    /// Removes and returns a link; returns `None` if this builder does not hold the key.
    ///
    /// Complexity: O(log n).
    pub fn remove_link(&mut self, key: LinkKey) -> Option<Link> {
        self.links.values.remove(&key.0)
    }

    /// Returns the keys of the links in the order of the mesh's link ids: key `i` belongs to the
    /// link with id `i`, until a link is added or removed.
    pub fn link_keys(&self) -> impl ExactSizeIterator<Item = LinkKey> + '_ {
        self.links.values.keys().copied().map(LinkKey)
    }

    /// Returns a copy of everything in the builder, in the order of addition.
    #[must_use]
    pub fn outlines(&self) -> Outlines {
        let of_role = |wanted: Role| {
            let all = self.outlines.values.values().filter(|(role, _)| *role == wanted);
            all.map(|(_, outline)| outline.clone()).collect()
        };
        Outlines {
            walkable: of_role(Role::Walkable),
            obstacles: of_role(Role::Obstacle),
            walls: self.walls.values.values().cloned().collect(),
            areas: self.areas.values.values().cloned().collect(),
            doors: self.doors.values.values().cloned().collect(),
            links: self.links.values.values().cloned().collect(),
        }
    }

    /// Builds the mesh. The builder keeps its contents.
    ///
    /// The same outlines in the same order give the same mesh, bit for bit. Complexity: O(n log n)
    /// in the number of points, plus the number of crossings and of points that lie on crossing
    /// segments.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: invalid input, or no walkable area. The error names the place in the input.
    pub fn build(&self) -> Result<(NavMesh, BuildReport), BuildError> {
        build_outlines(&self.outlines(), &self.options)
    }
}

/// Values under ascending numbers, none of which is used twice.
#[derive(Debug, Clone)]
struct Numbered<T> {
    values: BTreeMap<u64, T>,
    next: u64,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), next: 0 }
    }
}

impl<T> Numbered<T> {
    fn add(&mut self, value: T) -> u64 {
        let number = self.next;
        self.values.insert(number, value);
        self.next += 1;
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_key_is_not_used_again() {
        let mut builder = NavMeshBuilder::new();
        let wall = |x: f64| Wall::new([[x, 0.0], [x, 1.0]]);
        let [a, b] = [0.0, 1.0].map(|x| builder.add_wall(wall(x)));
        assert_eq!([builder.remove_wall(b), builder.remove_wall(b)], [Some(wall(1.0)), None]);
        let c = builder.add_wall(wall(2.0));
        assert!(a < b && b < c);
        assert_eq!(builder.outlines().walls, [wall(0.0), wall(2.0)]);
    }
}
