//! What a feature's properties say of all its polygons or lines.

use geojson::JsonObject;
use serde_json::Value;

use super::FeatureFault;
use super::kind::{COST, Kind, LANES, LAYER, LAYERS, NAME, ONE_WAY};
use super::place::MOST_LANES;

/// What all polygons or lines of a feature have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Traits {
    pub(super) kind: Kind,
    /// What areas, doors and links are called.
    pub(super) name: String,
    /// What a unit of length costs on areas, or using a link, where it is said.
    pub(super) cost: Option<f64>,
    /// Whether links lead one way only.
    pub(super) one_way: bool,
    /// In how many lanes a link is laid between two lines, where it is said.
    pub(super) lanes: Option<u32>,
    /// The floor that all of it is on.
    pub(super) layer: u32,
    /// The floors that it joins, or that a link's ends are on, where they are said.
    pub(super) layers: Option<[u32; 2]>,
}

impl Default for Traits {
    fn default() -> Self {
        let name = String::new();
        let (cost, lanes, layers) = (None, None, None);
        Self { kind: Kind::Walkable, name, cost, one_way: false, lanes, layer: 0, layers }
    }
}

impl Traits {
    /// The traits of a feature; whether a cost is usable and a floor is drawn is for the builder to judge.
    pub(super) fn of(kind: Kind, properties: &JsonObject) -> Result<Self, FeatureFault> {
        let said = |name: &str| properties.get(name).filter(|value| !value.is_null());
        let mut traits = Self { kind, ..Self::default() };
        if let Some(name) = said(NAME).filter(|_| kind.uses(NAME)) {
            let not_text = FeatureFault::NameNotText { found: name.to_string() };
            traits.name = text(name).ok_or(not_text)?;
        }
        if let Some(cost) = said(COST).filter(|_| kind.uses(COST)) {
            let not_number = FeatureFault::CostNotNumber { found: cost.to_string() };
            traits.cost = Some(cost.as_f64().ok_or(not_number)?);
        }
        if let Some(one_way) = said(ONE_WAY).filter(|_| kind.uses(ONE_WAY)) {
            let not_bool = FeatureFault::OneWayNotBool { found: one_way.to_string() };
            traits.one_way = one_way.as_bool().ok_or(not_bool)?;
        }
        if let Some(lanes) = said(LANES).filter(|_| kind.uses(LANES)) {
            let bad = FeatureFault::BadLanes { found: lanes.to_string() };
            traits.lanes = Some(number(lanes).filter(|n| (2..=MOST_LANES).contains(n)).ok_or(bad)?);
        }
        if let Some(layer) = said(LAYER).filter(|_| kind.uses(LAYER)) {
            let not_layer = FeatureFault::BadLayer { found: layer.to_string() };
            traits.layer = number(layer).ok_or(not_layer)?;
        }
        if kind.uses(LAYERS) {
            let layers = said(LAYERS);
            let found = layers.map(Value::to_string);
            traits.layers = layers.and_then(pair);
            if traits.layers.is_none() && (found.is_some() || kind == Kind::FloorConnection) {
                return Err(FeatureFault::BadLayers { found });
            }
        }
        Ok(traits)
    }
}

/// A name or an id: a text, or a number as JSON writes it.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A floor's number, or that of lanes; many programs write whole numbers as `1.0`.
fn number(value: &Value) -> Option<u32> {
    let is_number = |n: &f64| n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(n);
    value.as_f64().filter(is_number).map(|number| number as u32)
}

/// The numbers of two floors.
fn pair(value: &Value) -> Option<[u32; 2]> {
    match value.as_array()?.as_slice() {
        [one, other] => Some([number(one)?, number(other)?]),
        _ => None,
    }
}
