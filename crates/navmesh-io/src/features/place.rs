//! Places in a GeoJSON text, the errors there, and notes about left-out parts.

use std::collections::BTreeMap;
use std::fmt;

use navmesh_core::{DVec2, Link, Short};

/// A place in a GeoJSON text. All numbers count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FeaturePlace {
    /// The feature of the collection; 0 for a single feature or a bare geometry.
    pub feature: usize,
    /// The feature's property `name`, else its `id`.
    pub name: Option<String>,
    /// The polygon of the feature, counted through all its geometries, if it has several.
    pub polygon: Option<usize>,
    /// The ring of the polygon; 0 is the exterior.
    pub ring: Option<usize>,
    /// The line of the feature, counted through all its geometries, if it has several.
    pub line: Option<usize>,
    /// The lane of a link, if it has several. It is not always a line of its own.
    pub lane: Option<usize>,
    /// The position of the ring, line or lane.
    pub vertex: Option<usize>,
}

impl fmt::Display for FeaturePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "feature {}", self.feature)?;
        if let Some(name) = &self.name {
            write!(f, " {name:?}")?;
        }
        let parts = [
            ("polygon", self.polygon),
            ("ring", self.ring),
            ("line", self.line),
            ("lane", self.lane),
            ("vertex", self.vertex),
        ];
        for (part, number) in parts {
            if let Some(number) = number {
                write!(f, ", {part} {number}")?;
            }
        }
        f.write_str(" (counted from 0)")
    }
}

/// The most lanes that `lanes` may ask for.
pub(super) const MAX_LANES: u32 = Link::MAX_LANES as u32;

/// A feature that cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct FeatureError {
    /// The place of the error.
    pub place: FeaturePlace,
    /// The error.
    pub fault: FeatureFault,
}

/// An error in a feature.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureFault {
    /// It is not a GeoJSON feature. Correct what the message names.
    #[error("not a GeoJSON feature: {message}")]
    Malformed {
        /// The message of the GeoJSON parser.
        message: String,
    },
    /// Its kind is unknown. Use one of the listed kinds; the default is `walkable`.
    #[error(
        "the kind {kind:?} is unknown: use \"walkable\", \"obstacle\", \"wall\", \"area\", \"door\", \"floor_connection\" or \"link\""
    )]
    UnknownKind {
        /// The kind, as the text gives it.
        kind: String,
    },
    /// Its kind is not a text. Write the kind in quotes.
    #[error("the property `kind` is {found}: it has to be a text")]
    KindNotText {
        /// The property, as JSON.
        found: String,
    },
    /// The name of an area, a door or a link is neither a text nor a number. Write it in quotes.
    #[error("the property `name` is {found}: it has to be a text")]
    NameNotText {
        /// The property, as JSON.
        found: String,
    },
    /// A cost is not a number. Write it without quotes.
    #[error("the property `cost` is {found}: it has to be a number")]
    CostNotNumber {
        /// The property, as JSON.
        found: String,
    },
    /// `one_way` is neither true nor false. Write one of them, without quotes.
    #[error("the property `one_way` is {found}: it has to be true or false")]
    OneWayNotBool {
        /// The property, as JSON.
        found: String,
    },
    /// The number of lanes is invalid, or the link is not a MultiLineString of two lines. Draw the first and the last lane,
    /// and give the number of all lanes.
    #[error(
        "the property `lanes` is {found}: it has to be a whole number from 2 to {most}, of a MultiLineString of two lines",
        most = MAX_LANES
    )]
    BadLanes {
        /// The property, as JSON.
        found: String,
    },
    /// A link does not have two points. Keep its first and last one; a link with several lanes is a MultiLineString.
    #[error("a link needs two points, this one has {found}")]
    LinkNotTwoPoints {
        /// The number of its points.
        found: usize,
    },
    /// The floor is not a whole number from 0 to 2³² − 1. Number the floors from 0, basements too.
    #[error(
        "the property `layer` is {found}: it has to be a floor's number, a whole number from 0 to 4294967295"
    )]
    BadLayer {
        /// The property, as JSON.
        found: String,
    },
    /// The two floors of a floor connection or a link are missing or invalid. Give `layers` as in `[0, 1]`.
    #[error(
        "the property `layers` is {}: it has to be the numbers of two floors, as in [0, 1]",
        found.as_deref().unwrap_or("missing")
    )]
    BadLayers {
        /// The property, as JSON; `None` if it is missing.
        found: Option<String>,
    },
    /// Its geometry is not a polygon. Draw it as one, or change its kind.
    #[error("the kind {kind:?} needs a Polygon or a MultiPolygon, not a {geometry}")]
    NeedsPolygon {
        /// The kind, given or by default.
        kind: &'static str,
        /// The geometry's type.
        geometry: &'static str,
    },
    /// Its geometry is not a line. Draw it as one, or change its kind.
    #[error("the kind {kind:?} needs a LineString or a MultiLineString, not a {geometry}")]
    NeedsLine {
        /// The kind.
        kind: &'static str,
        /// The geometry's type.
        geometry: &'static str,
    },
    /// A position has fewer than two numbers. Give it x and y.
    #[error("a position needs two numbers, this one has {found}")]
    ShortPosition {
        /// The number of its numbers.
        found: usize,
    },
    /// A coordinate is beyond ±2²⁰⁰. Correct it, or use a larger unit of length.
    #[error("the coordinate {} is beyond 2^200 in magnitude", Short(DVec2::new(*x, *y)))]
    BadCoordinate {
        /// The position's x.
        x: f64,
        /// The position's y.
        y: f64,
    },
}

/// A note about a part that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureNote {
    /// The place; `None` for the text as a whole.
    pub place: Option<FeaturePlace>,
    /// The part that was left out.
    pub omitted: Omitted,
}

impl fmt::Display for FeatureNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.omitted),
            None => write!(f, "{}", self.omitted),
        }
    }
}

/// A part of a GeoJSON text that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Omitted {
    /// Numbers after x and y.
    Altitude {
        /// The number of positions with such numbers.
        positions: usize,
    },
    /// Members that GeoJSON does not define.
    ForeignMembers {
        /// Their names, in the order of the text.
        names: Vec<String>,
    },
    /// A property that has no effect on this kind.
    UnusedProperty {
        /// Its name.
        name: &'static str,
    },
    /// Properties of IMDF or OpenStreetMap, on features without the one that says the same here.
    PropertiesOfOthers {
        /// The properties, each with the one to use.
        names: BTreeMap<&'static str, &'static str>,
        /// The number of features with any.
        features: usize,
    },
    /// A feature without a geometry.
    NullGeometry,
    /// An empty MultiPolygon, MultiLineString or GeometryCollection.
    EmptyGeometry,
    /// A polygon without an exterior, with its holes.
    EmptyPolygon,
    /// A hole without a position.
    EmptyRing,
    /// A line without a position.
    EmptyLine,
}

impl fmt::Display for Omitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Altitude { positions } => {
                let plural = if *positions == 1 { "" } else { "s" };
                write!(f, "the altitude of {positions} position{plural} was dropped")
            }
            Self::ForeignMembers { names } => {
                write!(f, "members that GeoJSON does not define were ignored: {}", names.join(", "))
            }
            Self::UnusedProperty { name } => {
                write!(f, "the property `{name}` has no effect on this kind and was ignored")
            }
            Self::PropertiesOfOthers { names, features } => {
                let plural = if *features == 1 { "" } else { "s" };
                let names: Vec<String> =
                    names.iter().map(|(own, ours)| format!("`{own}` (use `{ours}`)")).collect();
                let names = names.join(", ");
                write!(
                    f,
                    "properties of {features} feature{plural} mean nothing here and were ignored: {names}"
                )
            }
            Self::NullGeometry => f.write_str("the geometry is null, and the feature was left out"),
            Self::EmptyGeometry => f.write_str("the geometry is empty and was left out"),
            Self::EmptyPolygon => f.write_str("the polygon has no exterior and was left out"),
            Self::EmptyLine => f.write_str("the line has no position and was left out"),
            Self::EmptyRing => f.write_str("the hole has no position and was left out"),
        }
    }
}
