//! Errors of a build, with their place in the input.

mod place;

use navmesh_core::{DVec2, Short};

pub use place::{InputPlace, Role};

/// The fault of a floor connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionFault {
    /// One of its floors does not exist. Correct the number, or add the floor.
    #[error("there is no floor {layer}")]
    NoSuchLayer {
        /// The number of the missing floor.
        layer: u32,
    },
    /// Both of its floors are the same. Name two floors; areas of one floor need no connection.
    #[error("both of its floors are the same")]
    SameLayer,
    /// A coordinate is not finite, or beyond ±2²⁰⁰. Correct the point.
    #[error("vertex {vertex} has a coordinate that is not finite or beyond 2^200 in magnitude")]
    BadCoordinate {
        /// The index of the point.
        vertex: usize,
    },
    /// It has fewer than two different points. Give it a second point, or remove it.
    #[error("it has fewer than two different points")]
    NoLine,
    /// Nowhere along it do both floors have walkable area that ends there. A connection that obstacles close is no error.
    ///
    /// Move it onto the common border, or extend the floors to it. With an agent radius, check that the opening
    /// is wider than the agent.
    #[error("nowhere along it do both floors have walkable area that ends there")]
    ConnectsNothing,
}

/// The reason why a build failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A coordinate is not finite, or beyond ±2²⁰⁰. Correct the point at this place.
    #[error("{place}: the coordinate {} is not finite or beyond 2^200 in magnitude", Short(DVec2::new(*x, *y)))]
    BadCoordinate {
        /// The place of the point.
        place: InputPlace,
        /// The point's x, as given.
        x: f64,
        /// The point's y, as given.
        y: f64,
    },
    /// A coordinate is so large that distances would round the rest of the map away.
    ///
    /// Correct the point. If it is meant, build the far part as a map of its own.
    #[error(
        "{place}: {} is out of proportion to the rest of the map, whose coordinates may go up to {limit:.2e}. \
         Correct the point, or build the far part as a map of its own",
        Short(DVec2::new(*x, *y))
    )]
    TooFar {
        /// The place of the point.
        place: InputPlace,
        /// The point's x.
        x: f64,
        /// The point's y.
        y: f64,
        /// The largest magnitude of a coordinate on this map: 2⁴⁰ times the lower quartile of the reaches of its sides.
        limit: f64,
    },
    /// An area's cost is not a number from 2⁻⁶⁴ to 2⁶⁴. Use one in this range; an area that nobody may enter is an
    /// obstacle, or forbidden by a [`Filter`](navmesh_core::Filter).
    #[error("{place}: the area's cost {} is not a number from 2^-64 to 2^64", Short(*cost))]
    BadCost {
        /// The area's first vertex.
        place: InputPlace,
        /// The cost.
        cost: f64,
    },
    /// A link's cost is not a number from 0 to [`Link::max_cost`](navmesh_core::Link::max_cost). Use one in this range;
    /// a link that nobody may use is left out or closed.
    #[error(
        "{place}: the link's cost {} is not a number from 0 to {}, 2^20 times the diagonal of the mesh",
        Short(*cost), Short(*max)
    )]
    BadLinkCost {
        /// The link's first end.
        place: InputPlace,
        /// The cost.
        cost: f64,
        /// The largest cost on this mesh.
        max: f64,
    },
    /// With this link, the links have more than [`Link::MAX_LANES`](navmesh_core::Link::MAX_LANES) lanes beside their
    /// first ones. Give wide links fewer lanes.
    #[error(
        "{place}: with it the wide links have more than {limit} lanes beside their first ones. Give them fewer lanes"
    )]
    TooManyLanes {
        /// The first lane of the link with which the limit is exceeded.
        place: InputPlace,
        /// The limit.
        limit: usize,
    },
    /// An end of a link is farther from its floor's walkable area than it may be moved.
    ///
    /// Move the end by the distance. With an agent radius, the walkable area ends that far from each wall.
    #[error("{place}: {} is off the walkable area of floor {layer}{}", Short(DVec2::new(*x, *y)), away(*distance))]
    LinkOffMesh {
        /// The link's end.
        place: InputPlace,
        /// The number of the end's floor.
        layer: u32,
        /// The x-coordinate of the end.
        x: f64,
        /// The y-coordinate of the end.
        y: f64,
        /// The distance to that floor's walkable area, in map units; `None` if the floor has none.
        distance: Option<f64>,
    },
    /// The result has no walkable area: there is no walkable outline, or obstacles cover
    /// everything. Add walkable outlines; a map of obstacles alone needs one around them.
    #[error("the walkable area is empty (walkable outlines: {walkable}, obstacles: {obstacles})")]
    NothingWalkable {
        /// The number of walkable outlines.
        walkable: usize,
        /// The number of obstacles.
        obstacles: usize,
    },
    /// The radius is not a number, negative, or too small or too large for the coordinates.
    ///
    /// Use a radius in the given range, in map units; 0 is a point.
    #[error(
        "the agent radius {} is unusable: with these coordinates and the arc tolerance {} it must be 0, or from \
         {least:.2e} to {most:.2e}",
        Short(*radius),
        Short(*tolerance)
    )]
    BadRadius {
        /// The given radius, in map units.
        radius: f64,
        /// The given arc tolerance.
        tolerance: f64,
        /// The smallest valid radius above 0, to within a hundredth.
        least: f64,
        /// The largest valid radius, to within a hundredth.
        most: f64,
    },
    /// The arc tolerance is not a number from 10⁻⁴ to 1. The default is 0.05.
    #[error("the arc tolerance {} is unusable: it must lie between 1e-4 and 1", Short(*tolerance))]
    BadTolerance {
        /// The given arc tolerance.
        tolerance: f64,
    },
    /// The weld distance is not 0 and outside of the given range, in map units. Use one within; 0 welds nothing.
    #[error("the weld distance {} is unusable: it must be 0, or from {least:.2e} to {most:.2e}", Short(*distance))]
    BadWeld {
        /// The given distance, in map units.
        distance: f64,
        /// The smallest valid distance above 0: 2⁻⁴⁵ of the largest coordinate.
        least: f64,
        /// The largest valid distance: that of a coordinate, 2²⁰⁰.
        most: f64,
    },
    /// Every point of the walkable area is nearer to a wall than the radius. Use a smaller radius, and check
    /// that it is in map units.
    #[error("the walkable area is empty: all of it is too narrow for the agent radius {}", Short(*radius))]
    TooNarrow {
        /// The given radius, in map units.
        radius: f64,
    },
    /// The outlines have more points than 32-bit ids can number. Divide the map, or simplify its outlines.
    #[error("the outlines have {points} points, more than the limit of {limit}")]
    TooLarge {
        /// The number of points.
        points: usize,
        /// The largest valid number.
        limit: usize,
    },
    /// Segments intersect, overlap or all but touch more often than
    /// [`max_intersections`](crate::BuildOptions::max_intersections) allows.
    ///
    /// Remove repeated or overlapping lines near the given point, or raise the limit.
    #[error(
        "segments cross, overlap or all but touch more often than the limit of {limit} allows: for example near {}. \
         Remove repeated or overlapping lines, or raise the limit max_intersections",
        Short(DVec2::new(*x, *y))
    )]
    TooManyIntersections {
        /// The limit that was exceeded.
        limit: usize,
        /// The x-coordinate of one intersection.
        x: f64,
        /// The y-coordinate of one intersection.
        y: f64,
    },
    /// Rounding the intersections of segments produced new ones in every round.
    ///
    /// No known input does this. Simplify the outlines near the given point, and please report the input.
    #[error("segments still cross near {} after {rounds} rounds of splitting them", Short(DVec2::new(*x, *y)))]
    Unresolved {
        /// The x-coordinate of the last intersection.
        x: f64,
        /// The y-coordinate of the last intersection.
        y: f64,
        /// The number of rounds.
        rounds: usize,
    },
    /// One floor of several has an error. Correct it as the inner error says.
    #[error("floor {layer}: {error}")]
    OnLayer {
        /// The number of the floor.
        layer: u32,
        /// The error on that floor.
        error: Box<Self>,
    },
    /// Two floors have the same number. Put their outlines into one floor, or number them apart.
    #[error("there are two floors with the number {layer}")]
    RepeatedLayer {
        /// The number.
        layer: u32,
    },
    /// A floor connection is invalid. Its fault says why.
    #[error("floor connection {connection}: {fault}")]
    BadConnection {
        /// The index of the connection.
        connection: usize,
        /// Its fault.
        fault: ConnectionFault,
    },
    /// The walkable areas of both floors lie on the same side of a connection. Extend one of the floors to
    /// the other side, or split the ramp.
    #[error(
        "floor connection {connection}: near {} the walkable areas of both floors lie on the same side of it",
        Short(DVec2::new(*x, *y))
    )]
    Fold {
        /// The index of the connection.
        connection: usize,
        /// The x-coordinate of one such place.
        x: f64,
        /// The y-coordinate of one such place.
        y: f64,
    },
    /// Two connections attach different floors to the same edge. Move one of them, or end it earlier.
    #[error(
        "floor connection {connection}: near {} floor {layer} is connected to another floor already, by floor connection {other}",
        Short(DVec2::new(*x, *y))
    )]
    Fork {
        /// The index of the connection.
        connection: usize,
        /// The index of the earlier connection.
        other: usize,
        /// The number of the floor that both name.
        layer: u32,
        /// The x-coordinate of one such place.
        x: f64,
        /// The y-coordinate of one such place.
        y: f64,
    },
    /// A connection runs through the walkable area of a floor instead of along its border.
    ///
    /// End the floor at the connection: it may lie on one side of it only.
    #[error(
        "floor connection {connection}: near {} it runs through the walkable area of floor {layer} instead of along its border",
        Short(DVec2::new(*x, *y))
    )]
    ConnectionInside {
        /// The index of the connection.
        connection: usize,
        /// The number of the floor.
        layer: u32,
        /// The x-coordinate of one such place.
        x: f64,
        /// The y-coordinate of one such place.
        y: f64,
    },
    /// The result does not validate. This is a bug of this crate: please report it.
    #[error("internal: the mesh does not validate, please report it: {0}")]
    Internal(#[from] navmesh_core::MeshDefects),
}

impl BuildError {
    /// Wraps this error as an error of one floor.
    pub(crate) fn on_layer(self, layer: u32) -> Self {
        Self::OnLayer { layer, error: Box::new(self) }
    }

    /// Returns the place that the message begins with, as a whole or without its vertex. That of an error on one floor is in
    /// the inner error.
    #[must_use]
    pub fn place(&self) -> Option<InputPlace> {
        match self {
            Self::BadConnection { connection, .. }
            | Self::Fold { connection, .. }
            | Self::Fork { connection, .. }
            | Self::ConnectionInside { connection, .. } => {
                Some(InputPlace::first(Role::FloorConnection, *connection))
            }
            _ => self.clone().place_mut().copied(),
        }
    }

    /// Renames the outline of this error, if it names a place.
    pub(crate) fn at_outline(mut self, outline: usize) -> Self {
        if let Some(place) = self.place_mut() {
            place.outline = outline;
        }
        self
    }

    fn place_mut(&mut self) -> Option<&mut InputPlace> {
        match self {
            Self::BadCoordinate { place, .. }
            | Self::TooFar { place, .. }
            | Self::BadCost { place, .. }
            | Self::BadLinkCost { place, .. }
            | Self::TooManyLanes { place, .. }
            | Self::LinkOffMesh { place, .. } => Some(place),
            _ => None,
        }
    }

    /// True for `TooManyIntersections`, on one floor or on the only one.
    pub(crate) fn is_too_many_intersections(&self) -> bool {
        match self {
            Self::OnLayer { error, .. } => error.is_too_many_intersections(),
            error => matches!(error, Self::TooManyIntersections { .. }),
        }
    }
}

/// Formats the distance to a floor's walkable area.
fn away(distance: Option<f64>) -> String {
    distance.map_or_else(
        || String::from(", which is empty"),
        |distance| format!(", which is {} away", Short(distance)),
    )
}
