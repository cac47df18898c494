//! From outlines to a mesh; whatever is wrong or repaired is told as the file counts: by feature.

use std::sync::Arc;

use tautline::io::Features;
use tautline::{BuildError, BuildOptions, build_floors, build_outlines};

use super::Built;
use super::places::{of_link, on_floor, retold};
use super::repaired;

/// The mesh of the outlines, or what is wrong with them.
pub(super) fn build(features: &Features, options: &BuildOptions) -> Result<Built, String> {
    let result = match features.outlines() {
        Some(outlines) => build_outlines(outlines, options)
            .map(|(mesh, report)| (mesh, repaired::of_outlines(features, &report)))
            .map_err(|error| told(features, 0, &error)),
        None => build_floors(&features.building, options)
            .map(|(mesh, report)| (mesh, repaired::of_building(features, &report)))
            .map_err(|error| told_of_building(features, &error)),
    };
    let (mesh, repairs) = result?;
    let notes = features.notes.iter().map(ToString::to_string);
    Ok(Built { mesh: Arc::new(mesh), repairs: notes.chain(repairs).collect() })
}

/// What is wrong with a building.
fn told_of_building(features: &Features, error: &BuildError) -> String {
    let connection = match error {
        BuildError::OnLayer { layer, error } => {
            return format!("floor {layer}: {}", told(features, *layer, error));
        }
        BuildError::BadConnection { connection, .. }
        | BuildError::Fold { connection, .. }
        | BuildError::Fork { connection, .. }
        | BuildError::ConnectionInside { connection, .. } => *connection,
        BuildError::BadLinkCost { place, .. } | BuildError::LinkOffGround { place, .. } => {
            return retold(&error.to_string(), place, of_link(features, place.outline));
        }
        _ => return error.to_string(),
    };
    let message = error.to_string();
    match features.join_places.get(connection) {
        Some(place) => {
            message.replacen(&format!("floor connection {connection}"), &place.to_string(), 1)
        }
        None => message,
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
        | BuildError::LinkOffGround { place, .. } => {
            retold(&message, place, on_floor(features, layer, place))
        }
        _ => message,
    }
}
