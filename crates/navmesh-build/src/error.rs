//! Why no mesh could be built, and where.

use navmesh_core::{DVec2, Short};

/// What an outline, a wall, an area, a door, a link or a join is for.
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
    /// It can be closed, and parts ground then.
    Door,
    /// It leads on without being walked.
    Link,
    /// It is a line along which two floors meet.
    FloorConnection,
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Walkable => "walkable outline",
            Self::Obstacle => "obstacle",
            Self::Wall => "wall",
            Self::Area => "area",
            Self::Door => "door",
            Self::Link => "link",
            Self::FloorConnection => "floor connection",
        })
    }
}

/// A place in the input, everything counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InputPlace {
    /// Of what kind it is.
    pub role: Role,
    /// Which one of its kind, in the order in which they were given.
    pub outline: usize,
    /// Which ring: 0 is the exterior, the holes follow; 0 for a wall, a door or a join. Of a link which lane.
    pub ring: usize,
    /// Which point of the ring, wall, door or connection, as given; 0 and 1 are the ends of a link's lane.
    pub vertex: usize,
}

impl std::fmt::Display for InputPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { role, outline, ring, vertex } = self;
        match role {
            Role::Link if *ring > 0 => write!(f, "{role} {outline}, lane {ring}, vertex {vertex}"),
            Role::Wall | Role::Door | Role::Link | Role::FloorConnection => {
                write!(f, "{role} {outline}, vertex {vertex}")
            }
            _ => write!(f, "{role} {outline}, ring {ring}, vertex {vertex}"),
        }
    }
}

/// What keeps a line from joining two floors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionFault {
    /// A floor that it names does not exist.
    #[error("there is no floor {layer}")]
    NoSuchLayer {
        /// The number that it names.
        layer: u32,
    },
    /// Both of its floors are the same.
    #[error("it joins a floor to itself")]
    SameLayer,
    /// A coordinate is not finite, or beyond ±2²⁰⁰.
    #[error("vertex {vertex} has a coordinate that is not finite or beyond 2^200 in magnitude")]
    BadCoordinate {
        /// Which of its points.
        vertex: usize,
    },
    /// It has fewer than two different points.
    #[error("it has fewer than two different points")]
    NoLine,
    /// Nowhere along it have both floors ground that ends there.
    #[error("nowhere along it have both floors ground that ends there")]
    ConnectsNothing,
}

/// Why there is no mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A coordinate is not finite, or beyond ±2²⁰⁰.
    #[error("{place}: the coordinate ({x:?}, {y:?}) is not finite or beyond 2^200 in magnitude")]
    BadCoordinate {
        /// Where.
        place: InputPlace,
        /// The point's x, as given.
        x: f64,
        /// The point's y, as given.
        y: f64,
    },
    /// A ring has fewer than three different points.
    #[error("{place}: too few different points for a ring: {points}, where it takes at least 3")]
    TooFewPoints {
        /// The ring's first vertex.
        place: InputPlace,
        /// How many different points it has.
        points: usize,
    },
    /// A wall or a door has fewer than two different points.
    #[error("{place}: too few different points for a line: {points}, where it takes at least 2")]
    NoLine {
        /// Its first vertex.
        place: InputPlace,
        /// How many different points it has.
        points: usize,
    },
    /// An area's cost is not a number from 2⁻⁶⁴ to 2⁶⁴.
    #[error("{place}: the area's cost {cost:?} is no number from 2^-64 to 2^64")]
    BadCost {
        /// The area's first vertex.
        place: InputPlace,
        /// The cost.
        cost: f64,
    },
    /// A link's cost is not a number from 0 to 2²⁰⁰.
    #[error("{place}: the link's cost {cost:?} is no number from 0 to 2^200")]
    BadLinkCost {
        /// The link's first end.
        place: InputPlace,
        /// The cost.
        cost: f64,
    },
    /// An end of a link is off the ground of its floor, farther than it may be moved.
    #[error("{place}: {} is off the ground of floor {layer}{}", Short(DVec2::new(*x, *y)), away(*distance))]
    LinkOffGround {
        /// The link's end.
        place: InputPlace,
        /// The number of its floor.
        layer: u32,
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// How far that ground is, in map units; `None` where the floor has none.
        distance: Option<f64>,
    },
    /// No walkable ground is left: no outline, or obstacles cover everything.
    #[error("no walkable ground is left (walkable outlines: {walkable}, obstacles: {obstacles})")]
    NothingWalkable {
        /// How many walkable outlines there were.
        walkable: usize,
        /// How many obstacles there were.
        obstacles: usize,
    },
    /// The radius is unusable: not a number, negative, or so small or large that the coordinates cannot express it.
    #[error(
        "the agent radius {} is unusable: with these coordinates and the arc tolerance {} it is 0, or from {least:.2e} \
         to {most:.2e}",
        Short(*radius),
        Short(*tolerance)
    )]
    BadRadius {
        /// The radius.
        radius: f64,
        /// The tolerance.
        tolerance: f64,
        /// The smallest radius that will do, but for a hundredth of it.
        least: f64,
        /// The largest one.
        most: f64,
    },
    /// The tolerance of arcs is not from 10⁻⁶ to 1.
    #[error("the arc tolerance {} is unusable: it lies between 1e-6 and 1", Short(*tolerance))]
    BadTolerance {
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
    /// More crossings, or more pieces of segments that lie on one another, than can be held in memory.
    #[error(
        "segments cross or lie on one another more than {limit} times, more than can be built: near {} for one",
        Short(DVec2::new(*x, *y))
    )]
    TooManyIntersections {
        /// How many there may be.
        limit: usize,
        /// Where one of them is.
        x: f64,
        /// Where one of them is.
        y: f64,
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
    /// Something is wrong on one floor of several.
    #[error("floor {layer}: {error}")]
    OnLayer {
        /// The floor's number.
        layer: u32,
        /// What is wrong on it.
        error: Box<Self>,
    },
    /// Two floors have one number.
    #[error("there are two floors with the number {layer}")]
    RepeatedLayer {
        /// The number.
        layer: u32,
    },
    /// A join is none.
    #[error("floor connection {connection}: {fault}")]
    BadConnection {
        /// Which one.
        connection: usize,
        /// What is wrong with it.
        fault: ConnectionFault,
    },
    /// Along a join the ground of both floors lies on the same side: to go on, one would have to turn back.
    #[error(
        "floor connection {connection}: near {} the ground of both floors lies on the same side of it, so that it would fold",
        Short(DVec2::new(*x, *y))
    )]
    Fold {
        /// Which join.
        connection: usize,
        /// Where.
        x: f64,
        /// Where.
        y: f64,
    },
    /// A join joins an edge that another one joins already, with another floor: the ground would fork.
    #[error(
        "floor connection {connection}: near {} floor {layer} is joined with another floor already, by join {other}",
        Short(DVec2::new(*x, *y))
    )]
    Fork {
        /// Which join.
        connection: usize,
        /// The join before it.
        other: usize,
        /// The number of the floor that both join.
        layer: u32,
        /// Where.
        x: f64,
        /// Where.
        y: f64,
    },
    /// A join runs through the ground of a floor, where it is to run along its border.
    #[error(
        "floor connection {connection}: near {} it runs through the ground of floor {layer}, where it has to run along its border",
        Short(DVec2::new(*x, *y))
    )]
    ConnectionInside {
        /// Which join.
        connection: usize,
        /// The floor's number.
        layer: u32,
        /// Where.
        x: f64,
        /// Where.
        y: f64,
    },
    /// A stage produced a mesh that does not validate: a bug of ours, please report it.
    #[error("internal: the mesh does not validate, please report it: {0}")]
    Internal(#[from] navmesh_core::MeshDefects),
}

impl BuildError {
    /// The error that this is wrong on a floor.
    pub(crate) fn on_layer(self, layer: u32) -> Self {
        Self::OnLayer { layer, error: Box::new(self) }
    }

    /// True where segments meet too often, on a floor or on the only one.
    pub(crate) fn is_too_many_intersections(&self) -> bool {
        match self {
            Self::OnLayer { error, .. } => error.is_too_many_intersections(),
            error => matches!(error, Self::TooManyIntersections { .. }),
        }
    }

    /// The error that segments meet more often than this, at this place too.
    pub(crate) fn too_many_intersections(limit: usize, DVec2 { x, y }: DVec2) -> Self {
        Self::TooManyIntersections { limit, x, y }
    }
}

/// How far off ground is, for a message.
fn away(distance: Option<f64>) -> String {
    distance.map_or_else(
        || String::from(", which has none"),
        |distance| format!(", which is {} away", Short(distance)),
    )
}
