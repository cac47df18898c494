//! Why no mesh could be built, and where.

use navmesh_core::{DVec2, Short};

/// What an outline, a wall or an area is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Role {
    /// It adds walkable ground.
    Walkable,
    /// It takes ground away.
    Obstacle,
    /// It parts ground without taking any away.
    Wall,
    /// It says what ground is like.
    Area,
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Walkable => "walkable outline",
            Self::Obstacle => "obstacle",
            Self::Wall => "wall",
            Self::Area => "area",
        })
    }
}

/// A place in the input, everything counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// Of what kind it is.
    pub role: Role,
    /// Which one of its kind, in the order in which they were given.
    pub outline: usize,
    /// Which ring: 0 is the exterior, the holes follow; 0 for a wall.
    pub ring: usize,
    /// Which point of the ring or wall, as given.
    pub vertex: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { role, outline, ring, vertex } = self;
        match role {
            Role::Wall => write!(f, "{role} {outline}, vertex {vertex}"),
            _ => write!(f, "{role} {outline}, ring {ring}, vertex {vertex}"),
        }
    }
}

/// Why there is no mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A coordinate is not finite, or beyond ±2²⁰⁰.
    #[error("{place}: the coordinate ({x:?}, {y:?}) is not finite or beyond 2^200 in magnitude")]
    BadCoordinate {
        /// Where.
        place: Place,
        /// The point's x, as given.
        x: f64,
        /// The point's y, as given.
        y: f64,
    },
    /// A ring has fewer than three different points.
    #[error("{place}: the ring has only {points} different points, at least 3 make an area")]
    TooFewPoints {
        /// The ring's first vertex.
        place: Place,
        /// How many different points it has.
        points: usize,
    },
    /// A wall has fewer than two different points.
    #[error("{place}: the wall has only {points} different points, at least 2 make a line")]
    NoLine {
        /// The wall's first vertex.
        place: Place,
        /// How many different points it has.
        points: usize,
    },
    /// An area's cost is not a number from 2⁻⁶⁴ to 2⁶⁴.
    #[error("{place}: the area's cost {cost:?} is no number from 2^-64 to 2^64")]
    BadCost {
        /// The area's first vertex.
        place: Place,
        /// The cost.
        cost: f64,
    },
    /// No walkable ground is left: no outline, or obstacles cover everything.
    #[error("no walkable ground: {walkable} walkable outlines, {obstacles} obstacles")]
    NothingWalkable {
        /// How many walkable outlines there were.
        walkable: usize,
        /// How many obstacles there were.
        obstacles: usize,
    },
    /// The radius or its tolerance is unusable: not a number, negative, or so small or large that the
    /// coordinates cannot express it.
    #[error(
        "the agent radius {} with the tolerance {} is unusable: coordinates have to be fine enough to \
         express it, and the tolerance lies between 1e-6 and 1",
        Short(*radius),
        Short(*tolerance)
    )]
    BadRadius {
        /// The radius.
        radius: f64,
        /// The tolerance.
        tolerance: f64,
    },
    /// There is ground, and all of it is too near to walls.
    #[error("no walkable ground: all of it is too narrow for the agent radius {}", Short(*radius))]
    TooNarrow {
        /// The radius.
        radius: f64,
    },
    /// More points than 32-bit ids can name.
    #[error("the outlines have {points} points, more than {limit} cannot be built")]
    TooLarge {
        /// How many points there were.
        points: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Crossing segments could not be separated by rounding their crossings to floating point.
    #[error("segments still cross near {} after {rounds} rounds of splitting them", Short(DVec2::new(*x, *y)))]
    Unresolved {
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// How often they were split.
        rounds: usize,
    },
    /// A stage produced a mesh that does not validate: a bug of ours, please report it.
    #[error("internal: the mesh does not validate, please report it: {0}")]
    Internal(#[from] navmesh_core::MeshDefects),
}
