//! From text to features: what the whole is, and of which kind each feature.

use geojson::{Feature, Geometry, JsonObject};
use serde_json::Value;

use super::shape::Collector;
use super::traits::Traits;
use super::{FeatureError, FeatureFault, FeatureNote, FeaturePlace, Features, Omitted};
use crate::error::ReadError;

/// What a feature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Walkable,
    Obstacle,
    Wall,
    Area,
    Door,
    Join,
    Link,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Walkable => "walkable",
            Self::Obstacle => "obstacle",
            Self::Wall => "wall",
            Self::Area => "area",
            Self::Door => "door",
            Self::Join => "join",
            Self::Link => "link",
        }
    }

    /// True for what is drawn as lines.
    pub(super) fn is_line(self) -> bool {
        matches!(self, Self::Wall | Self::Door | Self::Join | Self::Link)
    }

    /// True where a property says something of this kind.
    pub(super) fn uses(self, property: &str) -> bool {
        match property {
            COST => matches!(self, Self::Area | Self::Link),
            LAYER => self != Self::Join,
            LAYERS => matches!(self, Self::Join | Self::Link),
            ONE_WAY => self == Self::Link,
            _ => false,
        }
    }
}

/// The types of a bare geometry.
const GEOMETRIES: [&str; 7] = [
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
];
/// The properties that not every kind uses.
const PROPERTIES_OF_SOME: [&str; 4] = [COST, LAYER, LAYERS, ONE_WAY];
/// The property that says what an area or a link costs.
pub(super) const COST: &str = "cost";
/// The property that says on which floor something is.
pub(super) const LAYER: &str = "layer";
/// The property that says that a link leads one way only.
pub(super) const ONE_WAY: &str = "one_way";
/// The property that says which two floors are joined, or a link's ends are on.
pub(super) const LAYERS: &str = "layers";

pub(super) fn read(text: &str) -> Result<Features, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|error| json_error(&error))?;
    let Value::Object(mut whole) = value else {
        return not_geojson("the text is not a JSON object");
    };
    let mut features = Features::default();
    match whole.get("type").and_then(Value::as_str) {
        Some("FeatureCollection") => {
            let Some(Value::Array(list)) = whole.remove("features") else {
                return not_geojson("a FeatureCollection needs an array `features`");
            };
            let standard = ["type", "bbox"];
            let foreign = |name: &&String| !standard.contains(&name.as_str());
            note_foreign(&mut features, None, whole.keys().filter(foreign));
            for (index, value) in list.into_iter().enumerate() {
                add_feature(&mut features, index, value)?;
            }
        }
        Some("Feature") => add_feature(&mut features, 0, Value::Object(whole))?,
        Some(name) if GEOMETRIES.contains(&name) => {
            let place = FeaturePlace::default();
            let geometry: Geometry = decoded(&place, serde_json::from_value(Value::Object(whole)))?;
            Collector::new(&mut features, place, Traits::default()).collect(geometry)?;
        }
        _ => return not_geojson("`type` is not FeatureCollection, Feature or a geometry's type"),
    }
    if features.building.floors.is_empty() {
        features.floor(0);
    }
    Ok(features)
}

fn not_geojson<T>(message: &str) -> Result<T, ReadError> {
    Err(ReadError::NotGeoJson { message: message.to_owned() })
}

fn json_error(error: &serde_json::Error) -> ReadError {
    let whole = error.to_string();
    let message = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(message, _)| message);
    let (line, column) = (error.line().max(1), error.column().max(1));
    ReadError::Json { line, column, message: message.to_owned() }
}

/// What GeoJSON makes of a value, or the error with its place.
fn decoded<T>(place: &FeaturePlace, result: serde_json::Result<T>) -> Result<T, ReadError> {
    result.map_err(|error| {
        failed(place.clone(), FeatureFault::Malformed { message: error.to_string() })
    })
}

/// The error that something is wrong at a place.
pub(super) fn failed(place: FeaturePlace, fault: FeatureFault) -> ReadError {
    ReadError::Feature(Box::new(FeatureError { place, fault }))
}

fn add_feature(features: &mut Features, index: usize, value: Value) -> Result<(), ReadError> {
    let place = FeaturePlace { feature: index, name: name_of(&value), ..FeaturePlace::default() };
    let feature: Feature = decoded(&place, serde_json::from_value(value))?;
    let properties = feature.properties.unwrap_or_default();
    let kind = kind_of(&place, &properties)?;
    let foreign = feature.foreign_members.unwrap_or_default();
    note_foreign(features, Some(&place), foreign.keys());
    for name in PROPERTIES_OF_SOME {
        if !kind.uses(name) && properties.get(name).is_some_and(|value| !value.is_null()) {
            let omitted = Omitted::UnusedProperty { name };
            features.notes.push(FeatureNote { place: Some(place.clone()), omitted });
        }
    }
    let Some(geometry) = feature.geometry else {
        features.notes.push(FeatureNote { place: Some(place), omitted: Omitted::NullGeometry });
        return Ok(());
    };
    let name = properties.get("name").and_then(Value::as_str).unwrap_or_default();
    let traits = Traits::of(kind, name, &properties);
    let traits = traits.map_err(|fault| failed(place.clone(), fault))?;
    Collector::new(features, place, traits).collect(geometry)
}

/// How a feature is called, read before anything is known to be right about it.
fn name_of(feature: &Value) -> Option<String> {
    let name = feature.get("properties").and_then(|properties| properties.get("name"));
    match (name, feature.get("id")) {
        (Some(Value::String(name)), _) | (_, Some(Value::String(name))) => Some(name.clone()),
        (_, Some(Value::Number(id))) => Some(id.to_string()),
        _ => None,
    }
}

fn kind_of(place: &FeaturePlace, properties: &JsonObject) -> Result<Kind, ReadError> {
    let fault = match properties.get("kind") {
        None | Some(Value::Null) => return Ok(Kind::Walkable),
        Some(Value::String(kind)) => match kind.as_str() {
            "walkable" => return Ok(Kind::Walkable),
            "obstacle" => return Ok(Kind::Obstacle),
            "wall" => return Ok(Kind::Wall),
            "area" => return Ok(Kind::Area),
            "door" => return Ok(Kind::Door),
            "join" => return Ok(Kind::Join),
            "link" => return Ok(Kind::Link),
            _ => FeatureFault::UnknownKind { kind: kind.clone() },
        },
        Some(other) => FeatureFault::KindNotText { found: other.to_string() },
    };
    Err(failed(place.clone(), fault))
}

/// Notes the names of members that GeoJSON does not know, if there are any.
pub(super) fn note_foreign<'a>(
    features: &mut Features,
    place: Option<&FeaturePlace>,
    names: impl Iterator<Item = &'a String>,
) {
    let names: Vec<String> = names.cloned().collect();
    if !names.is_empty() {
        let omitted = Omitted::ForeignMembers { names };
        features.notes.push(FeatureNote { place: place.cloned(), omitted });
    }
}
