//! The properties of a feature, for all its polygons or lines.

use geojson::JsonObject;
use serde_json::Value;

use super::FeatureFault;
use super::kind::{COST, Kind, LANES, LAYER, LAYERS, NAME, ONE_WAY};
use super::place::MAX_LANES;

/// The properties that all polygons or lines of a feature share.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FeatureProperties {
    pub(super) kind: Kind,
    /// The name of areas, doors and links.
    pub(super) name: String,
    /// The cost of an area or a link, if given.
    pub(super) cost: Option<f64>,
    /// True if links lead from their first point to their second only.
    pub(super) one_way: bool,
    /// The number of lanes of a link between two lines, if given.
    pub(super) lanes: Option<u32>,
    /// The floor.
    pub(super) layer: u32,
    /// The floors that are joined, or that a link's ends are on, if given.
    pub(super) layers: Option<[u32; 2]>,
}

impl Default for FeatureProperties {
    fn default() -> Self {
        let name = String::new();
        let (cost, lanes, layers) = (None, None, None);
        Self { kind: Kind::Walkable, name, cost, one_way: false, lanes, layer: 0, layers }
    }
}

impl FeatureProperties {
    /// Reads the properties of a feature. The builder checks later whether costs are valid and floors exist.
    pub(super) fn of(kind: Kind, properties: &JsonObject) -> Result<Self, FeatureFault> {
        let given = |name: &str| properties.get(name).filter(|value| !value.is_null());
        let mut read = Self { kind, ..Self::default() };
        if let Some(name) = given(NAME).filter(|_| kind.uses(NAME)) {
            let not_text = FeatureFault::NameNotText { found: name.to_string() };
            read.name = text(name).ok_or(not_text)?;
        }
        if let Some(cost) = given(COST).filter(|_| kind.uses(COST)) {
            let not_number = FeatureFault::CostNotNumber { found: cost.to_string() };
            read.cost = Some(cost.as_f64().ok_or(not_number)?);
        }
        if let Some(one_way) = given(ONE_WAY).filter(|_| kind.uses(ONE_WAY)) {
            let not_bool = FeatureFault::OneWayNotBool { found: one_way.to_string() };
            read.one_way = one_way.as_bool().ok_or(not_bool)?;
        }
        if let Some(lanes) = given(LANES).filter(|_| kind.uses(LANES)) {
            let bad = FeatureFault::BadLanes { found: lanes.to_string() };
            read.lanes = Some(number(lanes).filter(|n| (2..=MAX_LANES).contains(n)).ok_or(bad)?);
        }
        if let Some(layer) = given(LAYER).filter(|_| kind.uses(LAYER)) {
            let not_layer = FeatureFault::BadLayer { found: layer.to_string() };
            read.layer = number(layer).ok_or(not_layer)?;
        }
        if kind.uses(LAYERS) {
            let layers = given(LAYERS);
            let found = layers.map(Value::to_string);
            read.layers = layers.and_then(pair);
            if read.layers.is_none() && (found.is_some() || kind == Kind::FloorConnection) {
                return Err(FeatureFault::BadLayers { found });
            }
        }
        Ok(read)
    }
}

/// Returns a name or an id: a text, or a number as JSON writes it.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns a whole number. Many programs write it as `1.0`.
fn number(value: &Value) -> Option<u32> {
    let is_number = |n: &f64| n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(n);
    value.as_f64().filter(is_number).map(|number| number as u32)
}

/// Returns the numbers of two floors.
fn pair(value: &Value) -> Option<[u32; 2]> {
    match value.as_array()?.as_slice() {
        [one, other] => Some([number(one)?, number(other)?]),
        _ => None,
    }
}
