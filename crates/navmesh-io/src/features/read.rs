//! From text to features: the collection, and each feature with its properties.

use geojson::{Feature, Geometry, JsonObject};
use serde_json::{Value, json};

use super::kind::{Kind, NAME, OF_OTHERS, PROPERTIES_OF_SOME};
use super::properties::{FeatureProperties, text};
use super::shape::Collector;
use super::{Draft, FeatureError, FeatureFault, FeatureNote, FeaturePlace, Features, Omitted};
use crate::error::ReadError;

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

pub(super) fn read(text: &str) -> Result<Features, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|error| json_error(&error))?;
    let Value::Object(mut whole) = value else {
        return not_geojson("the text is not a JSON object");
    };
    let mut draft = Draft::default();
    match whole.get("type").and_then(Value::as_str) {
        Some("FeatureCollection") => {
            let Some(Value::Array(list)) = whole.remove("features") else {
                return not_geojson("a FeatureCollection needs an array `features`");
            };
            let standard = ["type", "bbox"];
            let foreign = |name: &&String| !standard.contains(&name.as_str());
            draft.features.note_foreign(None, whole.keys().filter(foreign));
            for (index, value) in list.into_iter().enumerate() {
                add_feature(&mut draft, index, value)?;
            }
        }
        Some("Feature") => add_feature(&mut draft, 0, Value::Object(whole))?,
        Some(name) if GEOMETRIES.contains(&name) => {
            let place = FeaturePlace::default();
            let mut whole = Value::Object(whole);
            prepare(&place, &mut whole)?;
            let geometry: Geometry = decoded(&place, serde_json::from_value(whole))?;
            Collector::new(&mut draft, place, FeatureProperties::default()).collect(geometry)?;
        }
        _ => return not_geojson("`type` is not FeatureCollection, Feature or a geometry's type"),
    }
    draft.note_others();
    if draft.features.building.floors.is_empty() {
        draft.floor(0);
    }
    Ok(draft.features)
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

/// Prepares a geometry for the decoder. Fails where the decoder's own error would be unclear.
fn prepare(place: &FeaturePlace, geometry: &mut Value) -> Result<(), ReadError> {
    if let Some(Value::Array(parts)) = geometry.get_mut("geometries") {
        return parts.iter_mut().try_for_each(|part| prepare(place, part));
    }
    check_numbers(place, geometry)?;
    give_exteriors(geometry);
    Ok(())
}

/// Gives polygons of a MultiPolygon without rings an empty exterior. The decoder infers the depth of all polygons
/// from the first one.
fn give_exteriors(geometry: &mut Value) {
    let is_multiple = geometry.get("type").is_some_and(|name| name == "MultiPolygon");
    let Some(Value::Array(polygons)) = geometry.get_mut("coordinates") else { return };
    let is_empty = |polygon: &&mut Value| polygon.as_array().is_some_and(Vec::is_empty);
    if is_multiple {
        for polygon in polygons.iter_mut().filter(is_empty) {
            *polygon = json!([[]]);
        }
    }
}

/// Fails if a coordinate of a geometry is not a number, and reports which one.
fn check_numbers(place: &FeaturePlace, geometry: &Value) -> Result<(), ReadError> {
    let mut at = Vec::new();
    let found = geometry.get("coordinates").and_then(|all| first_no_number(all, &mut at));
    // If the coordinates are no list at all, the decoder reports it.
    let Some(found) = found.filter(|_| !at.is_empty()) else { return Ok(()) };
    let found: String = found.to_string().chars().take(40).collect();
    let indices: String = at.iter().map(|index| format!("[{index}]")).collect();
    let message = format!("coordinates{indices} has to be a number and is {found}");
    Err(malformed(place, message))
}

/// Returns the first part of nested arrays that is neither array nor number. `at` becomes its indices.
fn first_no_number<'v>(part: &'v Value, at: &mut Vec<usize>) -> Option<&'v Value> {
    match part {
        Value::Number(_) => None,
        Value::Array(parts) => parts.iter().enumerate().find_map(|(index, part)| {
            at.push(index);
            let found = first_no_number(part, at);
            if found.is_none() {
                at.pop();
            }
            found
        }),
        other => Some(other),
    }
}

/// Returns the decoded value, or the error with its place.
fn decoded<T>(place: &FeaturePlace, result: serde_json::Result<T>) -> Result<T, ReadError> {
    result.map_err(|error| malformed(place, error.to_string()))
}

fn malformed(place: &FeaturePlace, message: String) -> ReadError {
    FeatureError { place: place.clone(), fault: FeatureFault::Malformed { message } }.into()
}

fn add_feature(draft: &mut Draft, index: usize, mut value: Value) -> Result<(), ReadError> {
    let place = FeaturePlace { feature: index, name: name_of(&value), ..FeaturePlace::default() };
    if let Some(geometry) = value.get_mut("geometry") {
        prepare(&place, geometry)?;
    }
    let feature: Feature = decoded(&place, serde_json::from_value(value))?;
    let properties = feature.properties.unwrap_or_default();
    let at_place = |fault| FeatureError { place: place.clone(), fault };
    let kind = Kind::of(&properties).map_err(at_place)?;
    let foreign = feature.foreign_members.unwrap_or_default();
    draft.features.note_foreign(Some(&place), foreign.keys());
    for name in PROPERTIES_OF_SOME {
        if !kind.uses(name) && properties.get(name).is_some_and(|value| !value.is_null()) {
            let omitted = Omitted::UnusedProperty { name };
            draft.features.notes.push(FeatureNote { place: Some(place.clone()), omitted });
        }
    }
    draft.count_others(&properties);
    let Some(geometry) = feature.geometry else {
        let omitted = Omitted::NullGeometry;
        draft.features.notes.push(FeatureNote { place: Some(place), omitted });
        return Ok(());
    };
    let properties = FeatureProperties::of(kind, &properties).map_err(at_place)?;
    Collector::new(draft, place, properties).collect(geometry)
}

impl Draft {
    /// Counts a feature with properties of other formats and without ours.
    fn count_others(&mut self, properties: &JsonObject) {
        let has = |name: &str| properties.get(name).is_some_and(|value| !value.is_null());
        let own = OF_OTHERS.iter().filter(|(other, ours)| has(other) && !has(ours));
        let own: Vec<_> = own.copied().collect();
        self.with_others += usize::from(!own.is_empty());
        self.others.extend(own);
    }

    /// Notes the properties of other formats, if there are any.
    fn note_others(&mut self) {
        let (names, features) = (std::mem::take(&mut self.others), self.with_others);
        if features > 0 {
            let omitted = Omitted::PropertiesOfOthers { names, features };
            self.features.notes.push(FeatureNote { place: None, omitted });
        }
    }
}

/// Returns the name of a feature that is not validated yet.
fn name_of(feature: &Value) -> Option<String> {
    let name = feature.get("properties").and_then(|properties| properties.get(NAME));
    name.and_then(text).or_else(|| feature.get("id").and_then(text))
}
