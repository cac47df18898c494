//! Shapes that come, alone or in the place of others.

use tautline::build::{LiveShape, OutlineEdit};
use tautline::io::{Features, FloorPlaces, ReadError, read_geojson};
use tautline::{Floor, LinkWay};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, unusable, wrong_type};
use crate::record::Record;

#[wasm_bindgen(raw_module = "./shapes.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn replacement(name: &str, kind: &str, value: &JsValue, kept: &JsValue) -> JsResult<String>;
}

/// Returns the edits that add the shapes, floor by floor and kind by kind, and the feature of each.
pub(super) fn additions(features: &Features) -> Vec<(OutlineEdit, usize)> {
    let Features { building, places, connection_places, link_places, .. } = features;
    let mut all = Vec::new();
    for (floor, places) in building.floors.iter().zip(places) {
        add_floor(floor, places, &mut all);
    }
    let connections = building.connections.iter().cloned().map(OutlineEdit::AddConnection);
    let links = building.links.iter().cloned().map(OutlineEdit::AddLink);
    let places = connection_places.iter().chain(link_places);
    all.extend(connections.chain(links).zip(places.map(|place| place.feature)));
    all
}

/// Adds the edits of a floor, each with the number of its feature.
fn add_floor(floor: &Floor, places: &FloorPlaces, all: &mut Vec<(OutlineEdit, usize)>) {
    let shapes = &floor.outlines;
    let walkable = shapes.walkable.iter().cloned().map(OutlineEdit::AddWalkable);
    let obstacles = shapes.obstacles.iter().cloned().map(OutlineEdit::AddObstacle);
    let walls = shapes.walls.iter().cloned().map(OutlineEdit::AddWall);
    let areas = shapes.areas.iter().cloned().map(OutlineEdit::AddArea);
    let doors = shapes.doors.iter().cloned().map(OutlineEdit::AddDoor);
    let layers = [floor.layer; 2];
    let links =
        shapes.links.iter().map(|link| OutlineEdit::AddLink(link.clone().on_layers(layers)));
    let edits = walkable.chain(obstacles).chain(walls).chain(areas).chain(doors).chain(links);
    let FloorPlaces { walkable, obstacles, walls, areas, doors, links } = places;
    let places = [walkable, obstacles, walls, areas, doors, links].into_iter().flatten();
    let edits = edits.map(|edit| edit.on_layer(floor.layer));
    all.extend(edits.zip(places.map(|place| place.feature)));
}

/// Reads the shape that comes in place of another one, which lends it what is not given.
pub(super) fn read_replacement(
    name: &str,
    value: &JsValue,
    old: &LiveShape,
) -> JsResult<LiveShape> {
    let kept = Record::new().with_some("name", old.name());
    let (kind, kept) = match old {
        LiveShape::Outline(_) => ("walkable", kept),
        LiveShape::Wall(_) => ("walls", kept),
        LiveShape::Area(area) => ("areas", kept.with("cost", area.cost)),
        LiveShape::Door(_) => ("doors", kept),
        LiveShape::Link(link) => {
            let is_one_way = link.way == LinkWay::OneWay;
            ("links", kept.with("cost", link.cost).with("oneWay", is_one_way))
        }
        LiveShape::Connection(_) => ("connections", kept),
    };
    let text = replacement(name, kind, value, &kept.into())?;
    let of_feature = |error: ReadError| error.to_string().replacen("feature 0", name, 1);
    let features = read_geojson(&text).map_err(|error| unusable(of_feature(error)))?;
    let additions = additions(&features);
    match &additions.iter().filter_map(|(edit, _)| edit.added()).collect::<Vec<_>>()[..] {
        [(shape, _)] => Ok(shape.clone()),
        shapes => Err(wrong_type(format_args!("{name}: expected one shape, not {}", shapes.len()))),
    }
}
