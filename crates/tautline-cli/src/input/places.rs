//! Where in a file something stands that a builder names: features instead of outlines.

use tautline::build::{InputPlace, Role};
use tautline::io::{FeaturePlace, Features};

/// A message of the builder with its place told as the file counts.
pub(super) fn retold(message: &str, place: &InputPlace, feature: Option<&FeaturePlace>) -> String {
    match feature {
        Some(feature) => {
            message.replacen(&place.to_string(), &within(feature, place).to_string(), 1)
        }
        None => message.to_owned(),
    }
}

/// The place of a point of a feature.
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

/// The feature of something that is drawn on a floor.
pub(super) fn on_floor<'a>(
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
        Role::FloorConnection => return None, // it lies between floors
    };
    of_role.get(place.outline)
}

/// The feature of a link among all: those of the floors, by ascending number, then those of the building.
pub(super) fn of_link(features: &Features, number: usize) -> Option<&FeaturePlace> {
    let mut floors: Vec<_> = features.building.floors.iter().zip(&features.places).collect();
    floors.sort_by_key(|(floor, _)| floor.layer);
    let on_floors = floors.into_iter().flat_map(|(_, places)| &places.links);
    on_floors.chain(&features.link_places).nth(number)
}
