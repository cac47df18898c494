//! Shapes from JavaScript for the build without GeoJSON. `package/shapes.js` makes rows of what the caller wrote.

use std::fmt::Display;

use js_sys::{Array, Float64Array};
use tautline::{
    BuildOptions, DVec2, Door, FloorConnection, Floors, Link, NavMesh, Outline, Outlines, Wall,
    build_floors, build_outlines,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::{JsResult, unusable, wrong_type};

#[wasm_bindgen(raw_module = "./shapes.js")]
extern "C" {
    /// Returns a row for each shape: its kind, two floors, its name, its cost, whether it is one-way, its rings.
    #[wasm_bindgen(catch)]
    fn rows(name: &str, value: &JsValue, floor: u32) -> JsResult<Array>;

    #[wasm_bindgen(catch, js_name = inWordsOfRoles)]
    fn in_words(value: &JsValue, message: &str) -> JsResult<String>;
}

/// The shapes of a call.
#[derive(Debug)]
pub(crate) struct Shapes<'a> {
    building: Floors,
    value: &'a JsValue,
}

impl<'a> Shapes<'a> {
    /// Reads lists of shapes; those of no floor of their own lie on `floor`.
    pub(crate) fn read(name: &str, value: &'a JsValue, floor: u32) -> JsResult<Self> {
        let mut building = Floors::default();
        for row in rows(name, value, floor)? {
            add(&mut building, &row.unchecked_into())?;
        }
        Ok(Self { building, value })
    }

    /// Returns the shapes; coordinates are lengths here.
    pub(crate) fn checked(self, _is_planar: bool) -> JsResult<Self> {
        Ok(self)
    }

    /// Builds the mesh of the shapes. Returns it with notes, one sentence each.
    pub(crate) fn build(&self, options: &BuildOptions) -> JsResult<(NavMesh, Vec<String>)> {
        let Floors { floors, connections, links } = &self.building;
        let built = match &floors[..] {
            [floor] if floor.layer == 0 && connections.is_empty() => {
                let outlines = Outlines { links: links.clone(), ..floor.outlines.clone() };
                build_outlines(&outlines, options).map(|(mesh, report)| (mesh, report.notes()))
            }
            _ => build_floors(&self.building, options).map(|(mesh, report)| (mesh, report.notes())),
        };
        let (mesh, notes) = built.map_err(|error| unusable(self.named(&error)))?;
        Ok((mesh, notes.into_iter().map(|note| self.named(&note.text)).collect()))
    }

    /// Returns a sentence about shapes by the names that the caller knows.
    fn named(&self, sentence: &dyn Display) -> String {
        let sentence = sentence.to_string();
        in_words(self.value, &sentence).unwrap_or(sentence)
    }
}

/// Adds the shape of a row.
fn add(building: &mut Floors, row: &Array) -> JsResult<()> {
    let floor = |column| row.get(column).as_f64().unwrap_or(0.0) as u32;
    let (floors, name) = ([floor(1), floor(2)], row.get(3).as_string().unwrap_or_default());
    let mut rings = (6..row.length()).map(|column| points(&row.get(column)));
    let first = rings.next().unwrap_or_default();
    let kind = row.get(0).as_string().unwrap_or_default();
    match &*kind {
        "link" => building.links.push(link(&first, &name, row).on_layers(floors)),
        "floor_connection" => building.connections.push(FloorConnection::new(floors, first)),
        "area" => return Err(wrong_type("areas need the whole package, not its core")),
        _ => {
            let shapes = floor_of(building, floors[0]);
            match &*kind {
                "wall" => shapes.walls.push(Wall::new(first)),
                "door" => shapes.doors.push(Door::new(first, &name)),
                _ => {
                    let outline = Outline { exterior: first, holes: rings.collect() };
                    let is_walkable = kind == "walkable";
                    let role =
                        if is_walkable { &mut shapes.walkable } else { &mut shapes.obstacles };
                    role.push(outline);
                }
            }
        }
    }
    Ok(())
}

/// Returns the shapes of a floor, which comes if it is not there.
fn floor_of(building: &mut Floors, layer: u32) -> &mut Outlines {
    let known = building.floors.iter().position(|floor| floor.layer == layer);
    let index = known.unwrap_or_else(|| {
        let floor = tautline::Floor { layer, outlines: Outlines::default() };
        building.floors.push(floor);
        building.floors.len() - 1
    });
    &mut building.floors[index].outlines
}

fn link(ends: &[DVec2], name: &str, row: &Array) -> Link {
    let end = |index: usize| ends.get(index).copied().unwrap_or_default();
    let mut link = Link::new(end(0), end(1), name);
    if let Some(cost) = row.get(4).as_f64() {
        link = link.cost(cost);
    }
    if row.get(5).is_truthy() { link.one_way() } else { link }
}

fn points(ring: &JsValue) -> Vec<DVec2> {
    let numbers = Float64Array::from(ring.clone()).to_vec();
    numbers.chunks_exact(2).map(DVec2::from_slice).collect()
}
