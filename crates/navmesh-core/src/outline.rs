//! What people draw: walkable outlines, obstacles cut out of them, walls across them, areas on them.
//!
//! Raw data with public fields; nothing is checked here. The builder checks it, names what is wrong
//! by outline, ring and vertex, and repairs what it can.

mod link;
mod floors;
#[cfg(feature = "geo")]
mod geography;

use glam::DVec2;

pub use floors::{Floor, FloorConnection, Floors};
pub use link::{Link, LinkEnd, LinkSide, LinkWay};

/// A region of the plane: one exterior ring and any number of holes.
///
/// Rings may be open or closed (first point repeated), and may run either way round: a ring's role,
/// not its orientation, says whether it adds or removes.
#[doc(alias("polygon", "contour", "boundary"))]
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outline {
    /// The ring around the region.
    pub exterior: Vec<DVec2>,
    /// The rings around what is missing from it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub holes: Vec<Vec<DVec2>>,
}

impl Outline {
    /// An outline without holes.
    #[must_use]
    pub fn new<P: Into<DVec2>>(exterior: impl IntoIterator<Item = P>) -> Self {
        Self { exterior: ring(exterior), holes: Vec::new() }
    }

    /// The axis-parallel rectangle with two opposite corners, counter-clockwise.
    #[must_use]
    pub fn rect(corner: impl Into<DVec2>, opposite: impl Into<DVec2>) -> Self {
        let (a, b) = (corner.into(), opposite.into());
        let (min, max) = (a.min(b), a.max(b));
        Self::new([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)])
    }

    /// The same outline with one more hole.
    #[must_use]
    pub fn with_hole<P: Into<DVec2>>(mut self, hole: impl IntoIterator<Item = P>) -> Self {
        self.holes.push(ring(hole));
        self
    }

    /// Every ring: the exterior first, then the holes in order.
    pub fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        std::iter::once(self.exterior.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }
}

fn ring<P: Into<DVec2>>(points: impl IntoIterator<Item = P>) -> Vec<DVec2> {
    points.into_iter().map(Into::into).collect()
}

/// A wall without thickness: an open line of straight pieces that nobody walks across.
///
/// It takes no ground away. Paths may run along it and turn at its ends; close it by repeating its
/// first point.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wall {
    /// Its points, in order along it.
    pub points: Vec<DVec2>,
}

impl Wall {
    /// The wall along `points`.
    #[must_use]
    pub fn new<P: Into<DVec2>>(points: impl IntoIterator<Item = P>) -> Self {
        Self { points: ring(points) }
    }
}

/// A wall that opens: a line of straight pieces that is open when the mesh is made, and that queries may
/// find closed.
///
/// Open it changes nothing; closed it is a [`Wall`].
#[doc(alias("gate", "portal", "NavMeshObstacle"))]
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Door {
    /// Its points, in order along it.
    pub points: Vec<DVec2>,
    /// What users call it; doors of one name open and close together.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
}

impl Door {
    /// The door along `points`.
    #[must_use]
    pub fn new<P: Into<DVec2>>(
        points: impl IntoIterator<Item = P>,
        name: impl Into<String>,
    ) -> Self {
        Self { points: ring(points), name: name.into() }
    }
}

/// Ground with a name and a cost of its own: mud, a road, water that one wades through.
///
/// It gives no ground: it says what the ground that it covers is like. Where areas overlap the later
/// one counts.
#[doc(alias("NavMeshModifierVolume", "area mask", "terrain cost"))]
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Area {
    /// What it covers.
    pub outline: Outline,
    /// What users call it; may be empty. Areas of one name and one cost are one area of the mesh.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// What a unit of length costs there, from 2⁻⁶⁴ to 2⁶⁴; plain ground costs 1.
    #[cfg_attr(feature = "serde", serde(default = "plain_cost"))]
    pub cost: f64,
}

impl Area {
    /// The area that `outline` covers.
    #[must_use]
    pub fn new(outline: Outline, name: impl Into<String>, cost: f64) -> Self {
        Self { outline, name: name.into(), cost }
    }
}

/// What areas cost where nothing is said.
#[cfg(feature = "serde")]
fn plain_cost() -> f64 {
    1.0
}

/// Everything that is drawn on a map: walkable ground is what at least one walkable outline covers
/// and no obstacle does; walls part it, and areas say what it costs.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outlines {
    /// Where one may walk.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walkable: Vec<Outline>,
    /// Where one may not, whatever lies below.
    #[cfg_attr(feature = "serde", serde(default))]
    pub obstacles: Vec<Outline>,
    /// What one may not cross.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walls: Vec<Wall>,
    /// Which ground has a name and a cost, later ones on top.
    #[cfg_attr(feature = "serde", serde(default))]
    pub areas: Vec<Area>,
    /// What can be closed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub doors: Vec<Door>,
    /// What leads on without being walked.
    #[cfg_attr(feature = "serde", serde(default))]
    pub links: Vec<Link>,
}
