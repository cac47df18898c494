//! `tautline info`: describes a map.

use serde_json::json;
use tautline::error::Short;
use tautline::mesh::{EdgeId, MeshArea, MeshDoor};
use tautline::{LinkWay, NavMesh, Widths};

use crate::arguments::InfoArgs;
use crate::commands::query::widest;
use crate::failure::Failure;
use crate::input::{Built, Input};
use crate::report::{Report, counted};

pub(crate) fn run(InfoArgs { map: arguments, passages }: &InfoArgs) -> Result<Report, Failure> {
    let input = Input::read(arguments)?;
    let built = input.build(&arguments.building.options())?;
    let mut report = Report::new("ok");
    report.state("file", arguments.file.to_string_lossy());
    report.state("content", input.content_name());
    if let Some(grid) = input.grid() {
        report.state("width", grid.width());
        report.state("height", grid.height());
        report.state("free_tiles", grid.free_count());
    }
    describe(&mut report, &built);
    describe_near_misses(&mut report, &input.near_misses(&arguments.building.options()));
    if *passages {
        describe_passages(&mut report, &built);
    }
    Ok(report)
}

/// The largest number of near misses that are listed.
const NEAR_MISSES: usize = 10;

/// Lists the narrowest gaps between outlines that look unintended.
pub(crate) fn describe_near_misses(report: &mut Report, misses: &[String]) {
    if !misses.is_empty() {
        report.say(format_args!("{:<14} {}", "near_misses", misses.len()));
    }
    for miss in misses.iter().take(NEAR_MISSES) {
        report.say(format_args!("  {miss}"));
    }
    if let Some(others) = misses.len().checked_sub(NEAR_MISSES + 1) {
        report.say(format_args!("  and {} wider ones", others + 1));
    }
    report.put("near_misses", misses);
}

/// The number of passages that are listed.
const PASSAGES: usize = 5;

/// Lists the narrowest passages of the mesh.
fn describe_passages(report: &mut Report, built: &Built) {
    let passages: Vec<_> = Widths::of(&built.mesh).passages().take(PASSAGES).collect();
    if !passages.is_empty() {
        report.say(format_args!("{:<14} {}", "narrowest", passages.len()));
    }
    for choke in &passages {
        report.say(format_args!("  {}", widest::described(choke)));
    }
    let members = passages.iter().map(widest::passage);
    report.put("narrowest_passages", members.collect::<Vec<_>>());
}

/// Describes the floors with their cells and areas, and their connections; nothing for a mesh with
/// one floor.
pub(crate) fn describe_floors(report: &mut Report, mesh: &NavMesh) {
    if !mesh.has_layers() {
        return;
    }
    let cells = |layer: u32| mesh.slots().filter(|&slot| mesh.layer(slot) == layer).count();
    let floors: Vec<(u32, usize, f64)> = mesh
        .layers()
        .iter()
        .zip(mesh.layer_sizes())
        .map(|(&floor, area)| (floor, cells(floor), area))
        .collect();
    report.say(format_args!("{:<14} {}", "floors", floors.len()));
    for (floor, cells, area) in &floors {
        report.say(format_args!(
            "  {floor}: {}, area {}",
            counted(*cells as u64, "cell"),
            Short(*area)
        ));
    }
    let connections = mesh.layer_connections();
    for ([from, to], length) in &connections {
        report.say(format_args!("  {from} and {to}: connected along {}", Short(*length)));
    }
    let floor = |(floor, cells, area)| json!({"floor": floor, "cells": cells, "area": area});
    report.put("floors", floors.into_iter().map(floor).collect::<Vec<_>>());
    let connection = |(floors, length)| json!({"floors": floors, "length": length});
    report.put("connections", connections.into_iter().map(connection).collect::<Vec<_>>());
}

/// Describes the areas of the mesh with their costs and sizes.
fn describe_areas(report: &mut Report, mesh: &NavMesh) {
    let areas = mesh.areas().iter().zip(mesh.area_sizes());
    report.put(
        "areas",
        areas
            .clone()
            .map(|(kind, area)| json!({"name": kind.name, "cost": kind.cost, "area": area}))
            .collect::<Vec<_>>(),
    );
    if !mesh.areas().is_empty() {
        report.say(format_args!("{:<14} {}", "areas", mesh.areas().len()));
    }
    for (MeshArea { name, cost }, area) in areas {
        report.say(format_args!("  {name:?}: cost {}, area {}", Short(*cost), Short(area)));
    }
}

/// Describes the doors of the mesh with their lengths.
fn describe_doors(report: &mut Report, mesh: &NavMesh) {
    let length = |&edge: &EdgeId| {
        let [a, b] = mesh.edge_ends(edge);
        a.distance(b)
    };
    let length = |door: &MeshDoor| door.edges.iter().map(length).fold(0.0, |sum, one| sum + one);
    let doors = mesh.doors().iter().map(|door| (&door.name, length(door)));
    let members = doors.clone().map(|(name, length)| json!({"name": name, "length": length}));
    report.put("doors", members.collect::<Vec<_>>());
    if !mesh.doors().is_empty() {
        report.say(format_args!("{:<14} {}", "doors", mesh.doors().len()));
    }
    for (name, length) in doors {
        report.say(format_args!("  {name:?}: length {}", Short(length)));
    }
}

/// Describes the links of the mesh with their ends and costs.
fn describe_links(report: &mut Report, mesh: &NavMesh) {
    let links = mesh.links().iter().map(|link| {
        json!({
            "name": link.name,
            "from": link.from.point.to_array(),
            "to": link.to.point.to_array(),
            "lanes": link.lanes().len(),
            "floors": [link.from.layer, link.to.layer],
            "cost": link.cost,
            "one_way": link.way == LinkWay::OneWay,
        })
    });
    report.put("links", links.collect::<Vec<_>>());
    if mesh.has_links() {
        report.say(format_args!("{:<14} {}", "links", mesh.links().len()));
    }
    for link in mesh.links() {
        let (from, to) = (Short(link.from.point), Short(link.to.point));
        let direction = if link.way == LinkWay::OneWay { "one-way" } else { "two-way" };
        let lanes = match link.lanes().len() {
            1 => String::new(),
            lanes => format!(", {lanes} lanes"),
        };
        let (name, cost) = (&link.name, Short(link.cost));
        report.say(format_args!("  {name:?}: {from} to {to}{lanes}, {direction}, cost {cost}"));
    }
}

/// Describes a mesh and the repairs of its input.
pub(crate) fn describe(report: &mut Report, built: &Built) {
    let mesh = &built.mesh;
    let bounds = mesh.bounds();
    // Users count a position once; the engine has one vertex for each fan of cells around it.
    report.state("vertices", mesh.position_count());
    report.state("cells", mesh.cell_count());
    report.state("triangles", mesh.triangle_count());
    report.state("components", mesh.component_count());
    report.state("area", mesh.area());
    describe_floors(report, mesh);
    describe_areas(report, mesh);
    describe_doors(report, mesh);
    describe_links(report, mesh);
    report.state("agent_radius", mesh.agent_radius());
    report.state("bounds", json!([bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]));
    report.say(format_args!("{:<14} {}", "repairs", built.repairs.len()));
    describe_repairs(report, &built.repairs);
}

/// Lists the repairs of the input of a mesh.
pub(crate) fn describe_repairs(report: &mut Report, repairs: &[String]) {
    for repair in repairs {
        report.say(format_args!("  {repair}"));
    }
    report.put("repairs", repairs);
}
