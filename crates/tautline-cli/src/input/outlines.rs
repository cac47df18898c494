//! From outlines to a mesh; whatever is wrong or repaired is told as the file counts: by feature.

use std::sync::Arc;

use tautline::io::{FeaturePlace, Features};
use tautline::{
    BuildError, BuildOptions, BuildReport, InputPlace, NavMesh, Role, build_floors, build_outlines,
};

use super::{Built, roundings};

/// The mesh of the outlines, or what is wrong with them.
pub(super) fn build(features: &Features, options: &BuildOptions) -> Result<Built, String> {
    let result = match features.outlines() {
        Some(outlines) => build_outlines(outlines, options)
            .map(|(mesh, report)| (mesh, vec![(0, report)]))
            .map_err(|error| told(features, 0, &error)),
        None => build_floors(&features.building, options)
            .map(|(mesh, report)| (mesh, report.floors))
            .map_err(|error| told_of_building(features, &error)),
    };
    let (mesh, reports): (NavMesh, Vec<(u32, BuildReport)>) = result?;
    let notes = features.notes.iter().map(ToString::to_string);
    let repairs = reports.iter().flat_map(|(layer, report)| repairs(features, *layer, report));
    Ok(Built { mesh: Arc::new(mesh), repairs: notes.chain(repairs).collect() })
}

/// What was repaired on a floor, a line each.
fn repairs(features: &Features, layer: u32, report: &BuildReport) -> Vec<String> {
    let repairs = report.repairs.iter();
    let repairs = repairs.map(|r| in_features(features, layer, &r.place, &r.to_string()));
    let door = |door: usize| InputPlace { role: Role::Door, outline: door, ring: 0, vertex: 0 };
    let idle = report.idle_doors.iter().filter_map(|&idle| place_in(features, layer, &door(idle)));
    let idle = idle.map(|place| format!("{place}: the door closes no ground"));
    repairs.chain(roundings(report)).chain(idle).collect()
}

/// What is wrong with a building.
fn told_of_building(features: &Features, error: &BuildError) -> String {
    let join = match error {
        BuildError::OnLayer { layer, error } => {
            return format!("floor {layer}: {}", told(features, *layer, error));
        }
        BuildError::BadJoin { join, .. }
        | BuildError::Fold { join, .. }
        | BuildError::Fork { join, .. }
        | BuildError::JoinInside { join, .. } => *join,
        BuildError::BadLinkCost { place, .. } | BuildError::LinkOffGround { place, .. } => {
            return told_of_link(features, place, &error.to_string());
        }
        _ => return error.to_string(),
    };
    let message = error.to_string();
    match features.join_places.get(join) {
        Some(place) => message.replacen(&format!("join {join}"), &place.to_string(), 1),
        None => message,
    }
}

/// A message about a link of a building, which has those of its floors first, by ascending number.
fn told_of_link(features: &Features, place: &InputPlace, message: &str) -> String {
    let mut floors: Vec<_> = features.building.floors.iter().zip(&features.places).collect();
    floors.sort_by_key(|(floor, _)| floor.layer);
    let on_floors = floors.iter().flat_map(|(_, places)| &places.links);
    match on_floors.chain(&features.link_places).nth(place.outline) {
        Some(feature) => {
            let in_file = in_lane(feature, place);
            message.replacen(&place.to_string(), &in_file.to_string(), 1)
        }
        None => message.to_owned(),
    }
}

/// What is wrong on a floor.
fn told(features: &Features, layer: u32, error: &BuildError) -> String {
    let message = error.to_string();
    match error {
        BuildError::BadCoordinate { place, .. }
        | BuildError::TooFewPoints { place, .. }
        | BuildError::NoLine { place, .. }
        | BuildError::BadCost { place, .. }
        | BuildError::BadLinkCost { place, .. }
        | BuildError::LinkOffGround { place, .. } => in_features(features, layer, place, &message),
        _ => message,
    }
}

/// A message of the builder with its place told as the file counts.
fn in_features(features: &Features, layer: u32, place: &InputPlace, message: &str) -> String {
    let Some(feature) = place_in(features, layer, place) else { return message.to_owned() };
    let (ring, vertex) = (Some(place.ring), Some(place.vertex));
    let in_file = match place.role {
        Role::Link => in_lane(feature, place),
        Role::Wall | Role::Door => FeaturePlace { vertex, ..feature.clone() },
        _ => FeaturePlace { ring, vertex, ..feature.clone() },
    };
    message.replacen(&place.to_string(), &in_file.to_string(), 1)
}

/// An end of a link's lane.
fn in_lane(feature: &FeaturePlace, place: &InputPlace) -> FeaturePlace {
    let lane = (place.ring > 0).then_some(place.ring);
    FeaturePlace { lane, vertex: Some(place.vertex), ..feature.clone() }
}

/// Where in the file something stands that is drawn on a floor.
fn place_in<'a>(
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
    };
    of_role.get(place.outline)
}
