//! Describes repairs, one sentence each, by the features of the file.

use tautline::build::{
    FloorsReport, InputPlace, MovedLink, NarrowConnection, Note, Repair, Role,
    near_misses as near_misses_of, notes_of_welds,
};
use tautline::error::Short;
use tautline::io::{FeaturePlace, Features};
use tautline::mesh::LinkSide;
use tautline::{BuildOptions, BuildReport, Floor};

use super::places::{feature_of_link, feature_on_floor, name_feature};

/// Describes the repairs of a map with one floor.
pub(super) fn of_outlines(features: &Features, report: &BuildReport) -> Vec<String> {
    let links = report.moved_links.iter().map(|moved| of_moved_link(features, moved));
    of_floor(features, 0, report).into_iter().chain(links).collect()
}

/// Describes the repairs of a map with several floors: on each floor, then between them.
pub(super) fn of_building(features: &Features, report: &FloorsReport) -> Vec<String> {
    let floors = report.floors.iter();
    let floors = floors.flat_map(|(layer, report)| of_floor(features, *layer, report));
    let connections =
        report.connection_repairs.iter().map(|repair| of_connection(features, repair));
    let narrow =
        report.narrow_connections.iter().map(|narrow| of_narrow_connection(features, narrow));
    let links = report.moved_links.iter().map(|moved| of_moved_link(features, moved));
    let between = |place: &InputPlace| match place.role {
        Role::Link => feature_of_link(features, place.outline),
        _ => features.connection_places.get(place.outline),
    };
    let welds = named(notes_of_welds(&report.connection_welds), between);
    floors.chain(connections).chain(welds).chain(narrow).chain(links).collect()
}

/// Describes the repairs on one floor.
fn of_floor(features: &Features, layer: u32, report: &BuildReport) -> Vec<String> {
    named(report.notes(), |place| feature_on_floor(features, layer, place))
}

/// Names the features of notes.
fn named<'f>(
    notes: Vec<Note>,
    feature: impl Fn(&InputPlace) -> Option<&'f FeaturePlace>,
) -> Vec<String> {
    let name = |Note { place, text, .. }: Note| match place {
        Some(place) => name_feature(&text, &place, feature(&place)),
        None => text,
    };
    notes.into_iter().map(name).collect()
}

/// Describes the gaps between shapes that look unintended, the narrowest first.
pub(super) fn near_misses(features: &Features, options: &BuildOptions) -> Vec<String> {
    let of_floor = |floor: &Floor| {
        let layer = floor.layer;
        let name = |text: &str, place: &InputPlace| {
            name_feature(text, place, feature_on_floor(features, layer, place))
        };
        let misses = match near_misses_of(&floor.outlines, options) {
            Ok(misses) => misses,
            Err(error) => return vec![format!("near misses were not looked for: {error}")],
        };
        let described = misses.iter().map(|miss| {
            let text = name(&name(&miss.to_string(), &miss.place), &miss.other);
            text.replacen("a weld distance of", "--weld", 1)
        });
        described.collect()
    };
    features.building.floors.iter().flat_map(of_floor).collect()
}

fn of_connection(features: &Features, repair: &Repair) -> String {
    let feature = features.connection_places.get(repair.place.outline);
    name_feature(&repair.to_string(), &repair.place, feature)
}

fn of_narrow_connection(features: &Features, narrow: &NarrowConnection) -> String {
    let place = feature_or_role(
        features.connection_places.get(narrow.connection),
        Role::FloorConnection,
        narrow.connection,
    );
    let [from, to] = narrow.ends.map(Short);
    format!("{place}: closed from {from} to {to}, where the passage is as narrow as the agent")
}

fn of_moved_link(features: &Features, moved: &MovedLink) -> String {
    let place = feature_or_role(feature_of_link(features, moved.link), Role::Link, moved.link);
    let end = match moved.side {
        LinkSide::From => "start",
        LinkSide::To => "end",
    };
    format!("{place}: its {end} was moved onto the mesh by {}", Short(moved.distance))
}

/// Returns the name of the feature, or else the builder's name.
fn feature_or_role(feature: Option<&FeaturePlace>, role: Role, number: usize) -> String {
    feature.map_or_else(|| format!("{role} {number}"), ToString::to_string)
}
