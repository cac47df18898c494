//! What was repaired, a sentence each, as the file counts.

use tautline::BuildReport;
use tautline::build::{FloorsReport, InputPlace, MovedLink, NarrowConnection, Repair, Role};
use tautline::error::Short;
use tautline::io::{FeaturePlace, Features};
use tautline::mesh::LinkSide;

use super::places::{of_link, on_floor, retold};

/// What was repaired on the one floor of a file.
pub(super) fn of_outlines(features: &Features, report: &BuildReport) -> Vec<String> {
    let links = report.moved_links.iter().map(|moved| of_moved_link(features, moved));
    of_floor(features, 0, report).chain(links).collect()
}

/// What was repaired of a building: floor after floor, then between them.
pub(super) fn of_building(features: &Features, report: &FloorsReport) -> Vec<String> {
    let floors = report.floors.iter();
    let floors = floors.flat_map(|(layer, report)| of_floor(features, *layer, report));
    let joins = report.connection_repairs.iter().map(|repair| of_join(features, repair));
    let narrow = report.narrow_connections.iter().map(|narrow| of_narrow_join(features, narrow));
    let links = report.moved_links.iter().map(|moved| of_moved_link(features, moved));
    floors.chain(joins).chain(narrow).chain(links).collect()
}

/// What was repaired on a floor.
fn of_floor(features: &Features, layer: u32, report: &BuildReport) -> impl Iterator<Item = String> {
    let repair = move |repair: &Repair| {
        let feature = on_floor(features, layer, &repair.place);
        retold(&repair.to_string(), &repair.place, feature)
    };
    let door = |door: usize| InputPlace { role: Role::Door, outline: door, ring: 0, vertex: 0 };
    let idle =
        report.idle_doors.iter().filter_map(move |&idle| on_floor(features, layer, &door(idle)));
    let idle = idle.map(|place| format!("{place}: the door closes no ground"));
    report.repairs.iter().map(repair).chain(roundings(report)).chain(idle)
}

/// Lines about the crossings that had to be rounded and about slivers, if there are any.
pub(super) fn roundings(report: &BuildReport) -> impl Iterator<Item = String> {
    let crossings = report.rounded_crossings.first().map(|&first| {
        let (count, first) = (report.rounded_crossings.len(), Short(first));
        format!("{count} crossings of outlines were rounded to coordinates, the first to {first}")
    });
    let slivers = report.slivers.first().map(|first| {
        let (count, [from, to]) = (report.slivers.len(), first.ends.map(Short));
        format!("{count} slivers thinner than that are lines now, the first from {from} to {to}")
    });
    crossings.into_iter().chain(slivers)
}

fn of_join(features: &Features, repair: &Repair) -> String {
    let feature = features.join_places.get(repair.place.outline);
    retold(&repair.to_string(), &repair.place, feature)
}

fn of_narrow_join(features: &Features, narrow: &NarrowConnection) -> String {
    let place = named(
        features.join_places.get(narrow.connection),
        Role::FloorConnection,
        narrow.connection,
    );
    let [from, to] = narrow.ends.map(Short);
    format!("{place}: closed from {from} to {to}, where agents of that radius would only just pass")
}

fn of_moved_link(features: &Features, moved: &MovedLink) -> String {
    let place = named(of_link(features, moved.link), Role::Link, moved.link);
    let end = match moved.side {
        LinkSide::From => "start",
        LinkSide::To => "end",
    };
    format!("{place}: its {end} was moved by {} onto the ground", Short(moved.distance))
}

/// The name of a feature, else that of the builder.
fn named(feature: Option<&FeaturePlace>, role: Role, number: usize) -> String {
    feature.map_or_else(|| format!("{role} {number}"), ToString::to_string)
}
