//! The kinds of features, and the properties that each has.

use geojson::JsonObject;
use serde_json::Value;

use super::FeatureFault;

/// The properties that only some kinds have.
pub(super) const PROPERTIES_OF_SOME: [&str; 5] = [COST, LAYER, LAYERS, ONE_WAY, LANES];
/// Properties of IMDF and OpenStreetMap that mean nothing here, each with the one that says the same.
pub(super) const OF_OTHERS: [(&str, &str); 9] = [
    ("level", LAYER),
    ("level_id", LAYER),
    ("ordinal", LAYER),
    ("category", KIND),
    ("feature_type", KIND),
    ("unit", KIND),
    ("indoor", KIND),
    ("opening", KIND),
    (DOOR, KIND),
];
/// The kind of a feature.
pub(super) const KIND: &str = "kind";
const DOOR: &str = "door";
/// The name of an area, a door or a link; it names any feature in errors.
pub(super) const NAME: &str = "name";
/// The cost of an area or a link.
pub(super) const COST: &str = "cost";
/// The number of the floor.
pub(super) const LAYER: &str = "layer";
/// True if a link leads one way only.
pub(super) const ONE_WAY: &str = "one_way";
/// The number of lanes of a link between two lines.
pub(super) const LANES: &str = "lanes";
/// The two floors that are joined, or that a link's ends are on.
pub(super) const LAYERS: &str = "layers";

/// The kind of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Walkable,
    Obstacle,
    Wall,
    Area,
    Door,
    FloorConnection,
    Link,
}

impl Kind {
    /// Returns the kind that a feature's properties give.
    pub(super) fn of(properties: &JsonObject) -> Result<Self, FeatureFault> {
        let kind = match properties.get(KIND) {
            None | Some(Value::Null) => return Ok(Self::Walkable),
            Some(Value::String(kind)) => kind,
            Some(other) => return Err(FeatureFault::KindNotText { found: other.to_string() }),
        };
        let known = Self::ALL.into_iter().find(|known| known.name() == kind);
        known.ok_or_else(|| FeatureFault::UnknownKind { kind: kind.clone() })
    }

    const ALL: [Self; 7] = [
        Self::Walkable,
        Self::Obstacle,
        Self::Wall,
        Self::Area,
        Self::Door,
        Self::FloorConnection,
        Self::Link,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Walkable => "walkable",
            Self::Obstacle => "obstacle",
            Self::Wall => "wall",
            Self::Area => "area",
            Self::Door => DOOR,
            Self::FloorConnection => "floor_connection",
            Self::Link => "link",
        }
    }

    /// True for kinds that are lines.
    pub(super) fn is_line(self) -> bool {
        matches!(self, Self::Wall | Self::Door | Self::FloorConnection | Self::Link)
    }

    /// True if a property has an effect on this kind.
    pub(super) fn uses(self, property: &str) -> bool {
        match property {
            NAME => matches!(self, Self::Area | Self::Door | Self::Link),
            COST => matches!(self, Self::Area | Self::Link),
            LAYER => self != Self::FloorConnection,
            LAYERS => matches!(self, Self::FloorConnection | Self::Link),
            ONE_WAY | LANES => self == Self::Link,
            _ => false,
        }
    }
}
