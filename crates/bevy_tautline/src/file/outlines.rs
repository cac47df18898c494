//! The shapes of GeoJSON files.

use bevy_math::{DVec2, Vec2};
use tautline::io::{FeaturePlace, Features, FloorPlaces};
use tautline::mesh::LinkEnd;
use tautline::{Floor, Link, LinkWay, Outline};

use super::{Part, Shape};
use crate::shapes::{
    NavArea, NavConnection, NavDoor, NavGround, NavLink, NavObstacle, NavOutline, NavWall,
};

/// Returns the shapes of a file.
pub(super) fn parts(features: &Features) -> Vec<Part> {
    let Features { building, places, connection_places, link_places, .. } = features;
    let mut parts = Vec::new();
    for (floor, places) in building.floors.iter().zip(places) {
        add_floor(&mut parts, floor, places);
    }
    for (link, place) in building.links.iter().zip(link_places) {
        add_link(&mut parts, link, &name(place));
    }
    for (connection, place) in building.connections.iter().zip(connection_places) {
        let points = points(&connection.points);
        let shape = Shape::Connection(NavConnection { floors: connection.layers, points });
        parts.push(Part { name: name(place), floor: 0, shape });
    }
    parts
}

fn add_floor(parts: &mut Vec<Part>, floor: &Floor, places: &FloorPlaces) {
    let Floor { layer, outlines } = floor;
    let mut add =
        |place: &FeaturePlace, shape| parts.push(Part { name: name(place), floor: *layer, shape });
    for (ground, place) in outlines.walkable.iter().zip(&places.walkable) {
        add(place, Shape::Ground(NavGround::from(outline(ground))));
    }
    for (obstacle, place) in outlines.obstacles.iter().zip(&places.obstacles) {
        add(place, Shape::Obstacle(NavObstacle::from(outline(obstacle))));
    }
    for (wall, place) in outlines.walls.iter().zip(&places.walls) {
        add(place, Shape::Wall(NavWall { points: points(&wall.points) }));
    }
    for (area, place) in outlines.areas.iter().zip(&places.areas) {
        let area = NavArea::new(outline(&area.outline), area.name.clone(), area.cost);
        add(place, Shape::Area(area));
    }
    for (door, place) in outlines.doors.iter().zip(&places.doors) {
        add(place, Shape::Door(NavDoor { points: points(&door.points), open: true }));
    }
    for (link, place) in outlines.links.iter().zip(&places.links) {
        add_link(parts, link, &name(place));
    }
}

/// Adds a link, and one for each pair of points beside it.
pub(super) fn add_link(parts: &mut Vec<Part>, link: &Link, name: &str) {
    let [LinkEnd { point: from, layer: below }, LinkEnd { point: to, layer: above }] =
        [link.from, link.to];
    for [from, to] in std::iter::once([from, to]).chain(link.beside.iter().copied()) {
        let shape = Shape::Link(NavLink {
            from: from.as_vec2(),
            to: to.as_vec2(),
            floors: Some([below, above]),
            cost: link.cost,
            one_way: link.way == LinkWay::OneWay,
        });
        parts.push(Part { name: name.to_owned(), floor: below, shape });
    }
}

fn name(place: &FeaturePlace) -> String {
    place.name.clone().unwrap_or_default()
}

fn points(points: &[DVec2]) -> Vec<Vec2> {
    points.iter().map(|point| point.as_vec2()).collect()
}

fn outline(outline: &Outline) -> NavOutline {
    let holes = outline.holes.iter().map(|hole| points(hole)).collect();
    NavOutline { exterior: points(&outline.exterior), holes }
}
