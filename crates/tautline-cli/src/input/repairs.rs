//! Describes repairs, one sentence each, by the features of the file.

use tautline::BuildReport;
use tautline::build::{FloorsReport, InputPlace, MovedLink, NarrowConnection, Repair, Role, Weld};
use tautline::error::Short;
use tautline::io::{FeaturePlace, Features};
use tautline::mesh::LinkSide;

use super::places::{feature_of_link, feature_on_floor, name_feature};

/// The largest number of welds that are described one by one.
const MOST_WELDS: usize = 20;

/// Describes the repairs of a map with one floor.
pub(super) fn of_outlines(features: &Features, report: &BuildReport) -> Vec<String> {
    let links = report.moved_links.iter().map(|moved| of_moved_link(features, moved));
    of_floor(features, 0, report).chain(links).collect()
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
    let welds = of_welds(&report.connection_welds, between);
    floors.chain(connections).chain(welds).chain(narrow).chain(links).collect()
}

/// Describes the repairs on one floor.
fn of_floor(features: &Features, layer: u32, report: &BuildReport) -> impl Iterator<Item = String> {
    let repair = move |repair: &Repair| {
        let feature = feature_on_floor(features, layer, &repair.place);
        name_feature(&repair.to_string(), &repair.place, feature)
    };
    let welds = of_welds(&report.welds, |place| feature_on_floor(features, layer, place));
    report.repairs.iter().map(repair).chain(welds).chain(roundings(report))
}

/// Describes the largest welds, one line each, and counts the others.
fn of_welds<'f>(
    welds: &[Weld],
    feature: impl Fn(&InputPlace) -> Option<&'f FeaturePlace>,
) -> Vec<String> {
    let (listed, others) = welds.split_at(welds.len().min(MOST_WELDS));
    let others = others.first().map(|largest| {
        let distance = Short(largest.distance);
        format!("{} more points and sides were welded, by at most {distance}", others.len())
    });
    let named = |weld: &Weld| name_feature(&weld.to_string(), &weld.place, feature(&weld.place));
    listed.iter().map(named).chain(others).collect()
}

/// Describes rounded crossings and slivers, one line each.
pub(super) fn roundings(report: &BuildReport) -> impl Iterator<Item = String> {
    let crossings = report.rounded_crossings.first().map(|&first| {
        let (count, first) = (report.rounded_crossings.len(), Short(first));
        format!("{count} crossings of outlines were rounded to representable coordinates, the first to {first}")
    });
    let slivers = report.slivers.first().map(|first| {
        let (count, [from, to]) = (report.slivers.len(), first.ends.map(Short));
        format!(
            "{count} slivers thinner than the rounding or the weld distance became lines, the first from {from} to {to}"
        )
    });
    crossings.into_iter().chain(slivers)
}

fn of_connection(features: &Features, repair: &Repair) -> String {
    let feature = features.connection_places.get(repair.place.outline);
    name_feature(&repair.to_string(), &repair.place, feature)
}

fn of_narrow_connection(features: &Features, narrow: &NarrowConnection) -> String {
    let place = named(
        features.connection_places.get(narrow.connection),
        Role::FloorConnection,
        narrow.connection,
    );
    let [from, to] = narrow.ends.map(Short);
    format!("{place}: closed from {from} to {to}, where the passage is as narrow as the agent")
}

fn of_moved_link(features: &Features, moved: &MovedLink) -> String {
    let place = named(feature_of_link(features, moved.link), Role::Link, moved.link);
    let end = match moved.side {
        LinkSide::From => "start",
        LinkSide::To => "end",
    };
    format!("{place}: its {end} was moved onto the mesh by {}", Short(moved.distance))
}

/// Returns the name of the feature, or else the builder's name.
fn named(feature: Option<&FeaturePlace>, role: Role, number: usize) -> String {
    feature.map_or_else(|| format!("{role} {number}"), ToString::to_string)
}
