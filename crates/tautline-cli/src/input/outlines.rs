//! Builds outlines into a mesh, with errors and repairs that name the features of the file.

use std::sync::Arc;

use tautline::build::Role;
use tautline::io::Features;
use tautline::{BuildError, BuildOptions, build_floors, build_outlines};

use super::Built;
use super::places::{feature_of_link, feature_on_floor, name_feature};
use super::repairs;

/// Builds the mesh of outlines, or returns the message of the error.
pub(super) fn build(features: &Features, options: &BuildOptions) -> Result<Built, String> {
    let result = match features.outlines() {
        Some(outlines) => build_outlines(outlines, options)
            .map(|(mesh, report)| (mesh, repairs::of_outlines(features, &report)))
            .map_err(|error| floor_message(features, 0, &error)),
        None => build_floors(&features.building, options)
            .map(|(mesh, report)| (mesh, repairs::of_building(features, &report)))
            .map_err(|error| building_message(features, &error)),
    };
    let (mesh, repairs) = result?;
    let notes = features.notes.iter().map(ToString::to_string);
    Ok(Built { mesh: Arc::new(mesh), repairs: notes.chain(repairs).collect() })
}

/// Describes an error of a map with several floors.
fn building_message(features: &Features, error: &BuildError) -> String {
    let connection = match error {
        BuildError::OnLayer { layer, error } => {
            return format!("floor {layer}: {}", floor_message(features, *layer, error));
        }
        BuildError::BadConnection { connection, .. }
        | BuildError::Fold { connection, .. }
        | BuildError::Fork { connection, .. }
        | BuildError::ConnectionInside { connection, .. } => *connection,
        BuildError::BadLinkCost { place, .. }
        | BuildError::TooManyLanes { place, .. }
        | BuildError::LinkOffMesh { place, .. } => {
            return name_feature(
                &error.to_string(),
                place,
                feature_of_link(features, place.outline),
            );
        }
        _ => return error.to_string(),
    };
    let message = error.to_string();
    match features.connection_places.get(connection) {
        Some(place) => {
            let number = format!("{} {connection}", Role::FloorConnection);
            message.replacen(&number, &place.to_string(), 1)
        }
        None => message,
    }
}

/// Describes an error on one floor.
fn floor_message(features: &Features, layer: u32, error: &BuildError) -> String {
    let message = error.to_string();
    match error {
        BuildError::BadCoordinate { place, .. }
        | BuildError::TooFar { place, .. }
        | BuildError::BadCost { place, .. }
        | BuildError::BadLinkCost { place, .. }
        | BuildError::TooManyLanes { place, .. }
        | BuildError::LinkOffMesh { place, .. } => {
            name_feature(&message, place, feature_on_floor(features, layer, place))
        }
        BuildError::TooManyIntersections { .. } => {
            message.replacen("limit max_intersections", "limit with --max-intersections", 1)
        }
        _ => message,
    }
}
