//! What a feature's properties say of all its polygons or lines.

use geojson::JsonObject;
use serde_json::Value;

use super::FeatureFault;
use super::read::{COST, Kind, LAYER, LAYERS};

/// What all polygons or lines of a feature have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Traits {
    pub(super) kind: Kind,
    /// What areas and doors are called.
    pub(super) name: String,
    /// What a unit of length costs on areas.
    pub(super) cost: f64,
    /// The floor that all of it is on.
    pub(super) layer: u32,
    /// The floors that it joins.
    pub(super) layers: [u32; 2],
}

impl Default for Traits {
    fn default() -> Self {
        Self { kind: Kind::Walkable, name: String::new(), cost: 1.0, layer: 0, layers: [0, 0] }
    }
}

impl Traits {
    /// The traits of a feature; whether a cost is usable and a floor is drawn is for the builder to judge.
    pub(super) fn of(
        kind: Kind,
        name: &str,
        properties: &JsonObject,
    ) -> Result<Self, FeatureFault> {
        let said = |name: &str| properties.get(name).filter(|value| !value.is_null());
        let mut traits = Self { kind, name: name.to_owned(), ..Self::default() };
        if let Some(cost) = said(COST).filter(|_| kind.uses(COST)) {
            let not_number = FeatureFault::CostNotNumber { found: cost.to_string() };
            traits.cost = cost.as_f64().ok_or(not_number)?;
        }
        if let Some(layer) = said(LAYER).filter(|_| kind.uses(LAYER)) {
            let not_layer = FeatureFault::BadLayer { found: layer.to_string() };
            traits.layer = number(layer).ok_or(not_layer)?;
        }
        if kind.uses(LAYERS) {
            let layers = said(LAYERS);
            let found = layers.map(Value::to_string);
            traits.layers = layers.and_then(pair).ok_or(FeatureFault::BadLayers { found })?;
        }
        Ok(traits)
    }
}

/// A floor's number.
fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| number.try_into().ok())
}

/// The numbers of two floors.
fn pair(value: &Value) -> Option<[u32; 2]> {
    match value.as_array()?.as_slice() {
        [one, other] => Some([number(one)?, number(other)?]),
        _ => None,
    }
}
