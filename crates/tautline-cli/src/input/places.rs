//! Translates the places of a builder, which counts outlines, to features of the file.

use tautline::build::{InputPlace, Role};
use tautline::io::{FeaturePlace, Features};

/// Replaces the place in a builder's message by the feature of the file.
pub(super) fn name_feature(
    message: &str,
    place: &InputPlace,
    feature: Option<&FeaturePlace>,
) -> String {
    match feature {
        Some(feature) => {
            message.replacen(&place.to_string(), &within(feature, place).to_string(), 1)
        }
        None => message.to_owned(),
    }
}

/// Returns the place of a vertex within its feature.
fn within(feature: &FeaturePlace, place: &InputPlace) -> FeaturePlace {
    let point = FeaturePlace { vertex: Some(place.vertex), ..feature.clone() };
    match place.role {
        Role::Link => FeaturePlace { lane: (place.ring > 0).then_some(place.ring), ..point },
        Role::Wall | Role::Door | Role::FloorConnection => point,
        Role::Walkable | Role::Obstacle | Role::Area => {
            FeaturePlace { ring: Some(place.ring), ..point }
        }
    }
}

/// Returns the feature of an input on a floor.
pub(super) fn feature_on_floor<'a>(
    features: &'a Features,
    layer: u32,
    place: &InputPlace,
) -> Option<&'a FeaturePlace> {
    let mut floors = features.building.floors.iter();
    let places = features.places.get(floors.position(|floor| floor.layer == layer)?)?;
    let of_role = match place.role {
        Role::Walkable => &places.walkable,
        Role::Obstacle => &places.obstacles,
        Role::Wall => &places.walls,
        Role::Area => &places.areas,
        Role::Door => &places.doors,
        Role::Link => &places.links,
        Role::FloorConnection => return None, // between floors
    };
    of_role.get(place.outline)
}

/// Returns the feature of a link. Links are numbered by floor, in ascending order, then those
/// between floors.
pub(super) fn feature_of_link(features: &Features, number: usize) -> Option<&FeaturePlace> {
    let mut floors: Vec<_> = features.building.floors.iter().zip(&features.places).collect();
    floors.sort_by_key(|(floor, _)| floor.layer);
    let on_floors = floors.into_iter().flat_map(|(_, places)| &places.links);
    on_floors.chain(&features.link_places).nth(number)
}
