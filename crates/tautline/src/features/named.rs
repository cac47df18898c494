//! Names features in the sentences of a builder, which counts the shapes of each role.

use navmesh_build::{BuildError, InputPlace, Role};
use navmesh_io::{FeaturePlace, Features};

/// Describes an error.
pub(super) fn error(features: &Features, error: &BuildError) -> String {
    let (place, text) = (error.place(), error.to_string());
    match error {
        BuildError::OnLayer { layer, error } => {
            let text = begin(features, Some(*layer), error.place(), error.to_string());
            format!("floor {layer}: {text}")
        }
        BuildError::Fork { other, .. } => {
            let other = place.map(|place| InputPlace { outline: *other, ..place });
            begin(features, None, place, end(features, None, other, text))
        }
        _ => begin(features, None, place, text),
    }
}

/// Names the feature of the place with which a sentence begins.
pub(super) fn begin(
    features: &Features,
    layer: Option<u32>,
    place: Option<InputPlace>,
    text: String,
) -> String {
    let named = place.and_then(|place| {
        let feature = feature_at(features, layer, &place)?;
        if let Some(rest) = text.strip_prefix(&place.to_string()) {
            return Some(format!("{}{rest}", within(features, feature, &place)));
        }
        Some(format!("{feature}{}", text.strip_prefix(&shape(&place))?))
    });
    named.unwrap_or(text)
}

/// Names the feature of the shape that a sentence mentions last.
pub(super) fn end(
    features: &Features,
    layer: Option<u32>,
    place: Option<InputPlace>,
    text: String,
) -> String {
    let named = place.and_then(|place| {
        let (before, after) = text.rsplit_once(&shape(&place))?;
        Some(format!("{before}{}{after}", feature_at(features, layer, &place)?))
    });
    named.unwrap_or(text)
}

/// Returns the builder's words for a shape.
fn shape(place: &InputPlace) -> String {
    format!("{} {}", place.role, place.outline)
}

/// Returns the place of a vertex within its feature; without the vertex if the file has others.
fn within(features: &Features, feature: &FeaturePlace, place: &InputPlace) -> FeaturePlace {
    let vertex = (!features.is_divided).then_some(place.vertex);
    let point = FeaturePlace { vertex, ..feature.clone() };
    match place.role {
        Role::Link => FeaturePlace { lane: (place.ring > 0).then_some(place.ring), ..point },
        Role::Wall | Role::Door | Role::FloorConnection => point,
        Role::Walkable | Role::Obstacle | Role::Area => {
            FeaturePlace { ring: Some(place.ring), ..point }
        }
    }
}

/// Returns the feature of a shape. Without a floor it is on the only one, or between floors.
fn feature_at<'f>(
    features: &'f Features,
    layer: Option<u32>,
    place: &InputPlace,
) -> Option<&'f FeaturePlace> {
    let index = match layer {
        Some(layer) => features.building.floors.iter().position(|floor| floor.layer == layer)?,
        None => 0,
    };
    let places = features.places.get(index)?;
    let of_role = match place.role {
        Role::Walkable => &places.walkable,
        Role::Obstacle => &places.obstacles,
        Role::Wall => &places.walls,
        Role::Area => &places.areas,
        Role::Door => &places.doors,
        Role::Link if layer.is_none() => return links(features).nth(place.outline),
        Role::Link => &places.links,
        Role::FloorConnection => &features.connection_places,
    };
    of_role.get(place.outline)
}

/// Returns the features of all links as the builder numbers them: by floor, in ascending order, then those between floors.
fn links(features: &Features) -> impl Iterator<Item = &FeaturePlace> {
    let mut floors: Vec<_> = features.building.floors.iter().zip(&features.places).collect();
    floors.sort_by_key(|(floor, _)| floor.layer);
    let on_floors = floors.into_iter().flat_map(|(_, places)| &places.links);
    on_floors.chain(&features.link_places)
}
