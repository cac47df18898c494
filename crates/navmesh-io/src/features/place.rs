//! Where in a GeoJSON text something stands, what is wrong there, and what was repaired.

use std::fmt;

/// A place in a GeoJSON text, everything counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FeaturePlace {
    /// Which feature of the collection; 0 for a single feature or a bare geometry.
    pub feature: usize,
    /// The feature's property `name`, else its `id`.
    pub name: Option<String>,
    /// Which polygon of the feature, where it has several, through all its geometries.
    pub polygon: Option<usize>,
    /// Which ring of the polygon: 0 is the exterior.
    pub ring: Option<usize>,
    /// Which line of the feature, where it has several, through all its geometries.
    pub line: Option<usize>,
    /// Which lane of a link, where it has several; not always a line of its own.
    pub lane: Option<usize>,
    /// Which position of the ring, line or lane.
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

/// Into how many lanes a text may have a link laid: more would be a mistake, and are to be drawn one by one.
pub(super) const MOST_LANES: u32 = 4096;

/// A feature that cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct FeatureError {
    /// Where.
    pub place: FeaturePlace,
    /// What is wrong.
    pub fault: FeatureFault,
}

/// What makes a feature unusable.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureFault {
    /// It is no GeoJSON feature.
    #[error("not a GeoJSON feature: {message}")]
    Malformed {
        /// What the GeoJSON parser says.
        message: String,
    },
    /// Its kind is none that we know.
    #[error(
        "the kind {kind:?} is unknown: use \"walkable\", \"obstacle\", \"wall\", \"area\", \"door\", \"floor_connection\" or \"link\""
    )]
    UnknownKind {
        /// The kind, as the text gives it.
        kind: String,
    },
    /// Its kind is not a text.
    #[error("the property `kind` is {found}: it has to be a text")]
    KindNotText {
        /// The property, as JSON.
        found: String,
    },
    /// What an area, a door or a link is called is neither a text nor a number.
    #[error("the property `name` is {found}: it has to be a text")]
    NameNotText {
        /// The property, as JSON.
        found: String,
    },
    /// An area's cost is no number.
    #[error("the property `cost` is {found}: it has to be a number")]
    CostNotNumber {
        /// The property, as JSON.
        found: String,
    },
    /// Whether a link leads one way is neither true nor false.
    #[error("the property `one_way` is {found}: it has to be true or false")]
    OneWayNotBool {
        /// The property, as JSON.
        found: String,
    },
    /// In how many lanes a link is laid is no number, or it does not lie between two lines.
    #[error(
        "the property `lanes` is {found}: it has to be a whole number from 2 to {most}, of a MultiLineString of two lines",
        most = MOST_LANES
    )]
    BadLanes {
        /// The property, as JSON.
        found: String,
    },
    /// A link has more or fewer points than two.
    #[error("a link runs between two points, this one has {found}")]
    LinkNotTwoPoints {
        /// How many it has.
        found: usize,
    },
    /// The floor that it is on is no floor's number.
    #[error(
        "the property `layer` is {found}: it has to be a floor's number, whole and from 0 to 4294967295"
    )]
    BadLayer {
        /// The property, as JSON.
        found: String,
    },
    /// A join does not say which two floors it joins, or a link not which two its ends are on.
    #[error(
        "the property `layers` is {}: it has to be the numbers of the two floors, as in [0, 1]",
        found.as_deref().unwrap_or("missing")
    )]
    BadLayers {
        /// The property, as JSON; `None` where there is none.
        found: Option<String>,
    },
    /// Its geometry has no area.
    #[error("the kind {kind:?} needs a Polygon or a MultiPolygon, not a {geometry}")]
    NeedsPolygon {
        /// The kind, given or by default.
        kind: &'static str,
        /// The geometry's type.
        geometry: &'static str,
    },
    /// Its geometry is no line.
    #[error("the kind {kind:?} needs a LineString or a MultiLineString, not a {geometry}")]
    NeedsLine {
        /// The kind.
        kind: &'static str,
        /// The geometry's type.
        geometry: &'static str,
    },
    /// A position has fewer than two numbers.
    #[error("a position needs x and y, this one has {found} of them")]
    ShortPosition {
        /// How many numbers it has.
        found: usize,
    },
    /// A coordinate is beyond ±2²⁰⁰.
    #[error("the coordinate ({x:?}, {y:?}) is beyond 2^200 in magnitude")]
    BadCoordinate {
        /// The position's x.
        x: f64,
        /// The position's y.
        y: f64,
    },
}

/// Something that was left out, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureNote {
    /// Where; `None` for the text as a whole.
    pub place: Option<FeaturePlace>,
    /// What was left out.
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

/// What was left out of a GeoJSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Omitted {
    /// Numbers after x and y.
    Altitude {
        /// How many positions of the feature had some.
        positions: usize,
    },
    /// Members that GeoJSON does not know.
    ForeignMembers {
        /// Their names, in the order of the text.
        names: Vec<String>,
    },
    /// A property that has no meaning for this kind.
    UnusedProperty {
        /// Its name.
        name: &'static str,
    },
    /// A feature without a geometry.
    NullGeometry,
    /// A MultiPolygon, MultiLineString or GeometryCollection that holds nothing.
    EmptyGeometry,
    /// A polygon without an exterior; its holes went with it.
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
                write!(f, "members unknown to GeoJSON were ignored: {}", names.join(", "))
            }
            Self::UnusedProperty { name } => {
                write!(f, "the property `{name}` has no effect on this kind and was ignored")
            }
            Self::NullGeometry => f.write_str("the geometry is null, the feature was left out"),
            Self::EmptyGeometry => f.write_str("the geometry holds nothing and was left out"),
            Self::EmptyPolygon => f.write_str("the polygon has no exterior and was left out"),
            Self::EmptyLine => f.write_str("the line has no position and was left out"),
            Self::EmptyRing => f.write_str("the hole has no position and was left out"),
        }
    }
}
