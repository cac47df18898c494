//! The input of the builder: walkable outlines, obstacles, walls, doors, areas, links and floors.
//!
//! These types are plain data with public fields and are not validated here. The builder validates them,
//! repairs what it can, and reports the rest by outline, ring and vertex.

mod link;
mod floors;
#[cfg(feature = "geo")]
mod geography;

use glam::DVec2;

use crate::geom::IntoPoint;

pub use floors::{Floor, FloorConnection, Floors};
pub use link::{Link, LinkEnd, LinkSide, LinkWay};

/// A region of the plane: one exterior ring and any number of holes.
///
/// A ring may repeat its first point at the end, and may run in either direction. Its role, not its
/// direction, decides if it adds or removes.
///
/// ```
/// use navmesh_core::Outline;
/// let yard = Outline::rect([0.0, 0.0], [9.0, 9.0]).with_hole([[3.0, 3.0], [6.0, 3.0], [6.0, 6.0]]);
/// assert_eq!(yard.rings().count(), 2);
/// ```
#[doc(alias("polygon", "contour", "boundary"))]
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outline {
    /// The ring around the region.
    pub exterior: Vec<DVec2>,
    /// The rings around the holes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub holes: Vec<Vec<DVec2>>,
}

impl Outline {
    /// Creates an outline without holes.
    #[must_use]
    pub fn new<P: IntoPoint>(exterior: impl IntoIterator<Item = P>) -> Self {
        Self { exterior: ring(exterior), holes: Vec::new() }
    }

    /// Creates the axis-parallel rectangle with two opposite corners, counter-clockwise.
    #[must_use]
    pub fn rect(corner: impl IntoPoint, opposite: impl IntoPoint) -> Self {
        let (a, b) = (corner.into_point(), opposite.into_point());
        // A number that is none stays one, so that the builder names it.
        let in_order = |a: f64, b: f64| if b < a { [b, a] } else { [a, b] };
        let [[left, right], [low, high]] = [in_order(a.x, b.x), in_order(a.y, b.y)];
        let (min, max) = (DVec2::new(left, low), DVec2::new(right, high));
        Self::new([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)])
    }

    /// Adds a hole.
    #[must_use]
    pub fn with_hole<P: IntoPoint>(mut self, hole: impl IntoIterator<Item = P>) -> Self {
        self.holes.push(ring(hole));
        self
    }

    /// Iterates over the rings: the exterior first, then the holes in order.
    pub fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        std::iter::once(self.exterior.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }
}

fn ring<P: IntoPoint>(points: impl IntoIterator<Item = P>) -> Vec<DVec2> {
    points.into_iter().map(IntoPoint::into_point).collect()
}

/// A wall without thickness: a polyline that paths cannot cross.
///
/// It does not change the walkable area. Paths may run along it and turn at its ends. A closed wall
/// repeats its first point at the end.
///
/// ```
/// use navmesh_core::{Outline, Outlines, Wall};
/// let fence = Wall::new([[4.0, 0.0], [4.0, 5.0], [6.0, 5.0]]);
/// let yard = Outlines {
///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
///     walls: vec![fence],
///     ..Outlines::default()
/// };
/// assert_eq!(yard.walls[0].points.len(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wall {
    /// The points of the polyline, in order.
    pub points: Vec<DVec2>,
}

impl Wall {
    /// Creates the wall along `points`.
    #[must_use]
    pub fn new<P: IntoPoint>(points: impl IntoIterator<Item = P>) -> Self {
        Self { points: ring(points) }
    }
}

/// A wall that opens and closes: a polyline that is open in a new mesh.
///
/// An open door has no effect; a closed one acts as a [`Wall`].
///
/// ```
/// use navmesh_core::{Door, Outline, Outlines};
/// let house = Outlines {
///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
///     obstacles: vec![Outline::rect([4.0, 0.0], [5.0, 3.0]), Outline::rect([4.0, 4.0], [5.0, 8.0])],
///     doors: vec![Door::new([[4.0, 3.0], [4.0, 4.0]], "gate")], // from wall to wall
///     ..Outlines::default()
/// };
/// assert_eq!(house.doors[0].name, "gate"); // opens and closes by this name
/// ```
#[doc(alias("gate", "portal", "NavMeshObstacle"))]
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Door {
    /// The points of the polyline, in order.
    pub points: Vec<DVec2>,
    /// The user's name for it. Doors with one name open and close together.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
}

impl Door {
    /// Creates the door along `points`.
    #[must_use]
    pub fn new<P: IntoPoint>(points: impl IntoIterator<Item = P>, name: impl Into<String>) -> Self {
        Self { points: ring(points), name: name.into() }
    }
}

/// A part of the walkable area with a name and a cost, such as mud, a road or shallow water.
///
/// It does not add to the walkable area. Where areas overlap, the later one counts.
///
/// ```
/// use navmesh_core::{Area, Outline, Outlines};
/// let park = Outlines {
///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
///     areas: vec![Area::new(Outline::rect([3.0, 0.0], [7.0, 8.0]), "mud", 3.0)],
///     ..Outlines::default()
/// };
/// assert_eq!(park.areas[0].cost, 3.0); // a step in mud costs as much as three beside it
/// ```
#[doc(alias("NavMeshModifierVolume", "area mask", "terrain cost"))]
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Area {
    /// The region that it covers.
    pub outline: Outline,
    /// The user's name for it; may be empty. Areas with the same name and cost are one area of the mesh.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// The cost of a unit of length in it, from 2⁻⁶⁴ to 2⁶⁴. The cost outside of areas is 1.
    #[cfg_attr(feature = "serde", serde(default = "default_cost"))]
    pub cost: f64,
}

impl Area {
    /// Creates the area that `outline` covers.
    #[must_use]
    pub fn new(outline: Outline, name: impl Into<String>, cost: f64) -> Self {
        Self { outline, name: name.into(), cost }
    }
}

/// Returns the cost of an area without a given cost.
#[cfg(feature = "serde")]
fn default_cost() -> f64 {
    1.0
}

/// The complete input of a map without floors.
///
/// The walkable area is the union of the walkable outlines without the obstacles. Walls divide it,
/// and areas set its costs.
///
/// ```
/// use navmesh_core::{Outline, Outlines};
/// let room = Outlines {
///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
///     obstacles: vec![Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]])],
///     ..Outlines::default()
/// };
/// assert!(room.walls.is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outlines {
    /// The walkable outlines.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walkable: Vec<Outline>,
    /// The obstacles, which override walkable outlines.
    #[cfg_attr(feature = "serde", serde(default))]
    pub obstacles: Vec<Outline>,
    /// The walls.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walls: Vec<Wall>,
    /// The areas; later ones override earlier ones.
    #[cfg_attr(feature = "serde", serde(default))]
    pub areas: Vec<Area>,
    /// The doors.
    #[cfg_attr(feature = "serde", serde(default))]
    pub doors: Vec<Door>,
    /// The links.
    #[cfg_attr(feature = "serde", serde(default))]
    pub links: Vec<Link>,
}
