//! Edits of a live mesh: shapes that come, move and go; doors, undo.

use tautline::LiveMesh as Live;
use tautline::build::{EditError, LiveKey, LiveShape, OutlineEdit};
use tautline::mesh::UnknownDoor;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::shapes::{additions, read_replacement};
use super::{LiveMesh, State};
use crate::arguments::{numbers, place};
use crate::failure::{JsResult, out_of_range, unusable, wrong_type};
use crate::keys::{key_of_number, number_of_key};
use crate::options::{Options, whole};
use crate::shapes::Shapes;
use crate::types::EditsObject;

/// The edits of a batch, and the name of each in messages.
#[derive(Debug, Default)]
struct Batch {
    edits: Vec<OutlineEdit>,
    names: Vec<String>,
    /// True if ground may become cheaper, or forbidden for some.
    changes_costs: bool,
}

#[wasm_bindgen]
impl LiveMesh {
    /// Edits the mesh in one step: all of it happens, or nothing. Returns the keys of the new shapes, floor by floor and kind by
    /// kind: walkable, obstacles, walls, areas, doors, links, connections.
    ///
    /// - `add`: shapes or GeoJSON; shapes come on `floor`, 0 by default.
    /// - `remove`: a key, or a list of keys.
    /// - `move`: a list of `{ key, by }`, where `by` is a vector.
    /// - `replace`: a list of `{ key, shape }`. The shape is of the same kind, and keeps key, floor, name and cost.
    ///
    /// Many shapes in one edit take less time than one after another. Throws a RangeError for a key that no shape has, and an
    /// error that names the shape, the ring and the vertex.
    pub fn edit(&self, edits: EditsObject) -> JsResult<Vec<f64>> {
        let given = Options::new(&edits.into(), &["add", "remove", "move", "replace", "floor"])?;
        let floor = given.floor("floor")?.unwrap_or(0);
        let mut batch = Batch::default();
        if let Some(keys) = given.value("remove")? {
            for number in numbers("remove", &keys)? {
                batch.remove(self.shape_of(number)?.0);
            }
        }
        for item in given.list("move")? {
            let (number, item) = keyed(&item, "move", "by")?;
            let (key, shape) = self.shape_of(number)?;
            let by = place(&format!("move[{number}]"), &item)?.point;
            batch.replace(key, shape.moved_by(by), format!("move[{number}]"));
        }
        for item in given.list("replace")? {
            let (number, item) = keyed(&item, "replace", "shape")?;
            let (key, shape) = self.shape_of(number)?;
            let name = format!("replace[{number}]");
            batch.replace(key, read_replacement(&name, &item, &shape)?, name);
        }
        let kept = batch.edits.len();
        let added = given.value("add")?;
        let added = added.as_ref().map(|shapes| Shapes::read("add", shapes, floor)).transpose()?;
        if let Some(shapes) = &added {
            batch.add(shapes);
        }
        if batch.edits.is_empty() {
            return Ok(Vec::new());
        }
        let applied = self.state.borrow_mut().apply(&batch);
        let keys = applied.map_err(|error| {
            let message = batch.message(&error);
            unusable(match &added {
                Some(shapes) => shapes.named(message),
                None => message,
            })
        })?;
        Ok(keys[kept..].iter().map(|key| number_of_key(key.number())).collect())
    }

    /// Closes the doors and links of a name. Throws a RangeError if there are none.
    #[wasm_bindgen(js_name = closeDoor)]
    pub fn close_door(&self, name: &str) -> JsResult<()> {
        self.turn(name, true).map_err(out_of_range)
    }

    /// Opens the doors and links of a name. Throws a RangeError if there are none.
    #[wasm_bindgen(js_name = openDoor)]
    pub fn open_door(&self, name: &str) -> JsResult<()> {
        self.turn(name, false).map_err(out_of_range)
    }

    /// Takes the last edit of shapes back, and returns whether there was one. Doors stay open or closed.
    pub fn undo(&self) -> JsResult<bool> {
        self.step(Live::undo)
    }

    /// Makes the edit again that was taken back last, and returns whether there was one.
    pub fn redo(&self) -> JsResult<bool> {
        self.step(Live::redo)
    }

    /// Works on the search index after edits, for about `nodes` nodes, and returns whether it is complete.
    ///
    /// Queries are right without, and faster with it.
    #[wasm_bindgen(js_name = refreshIndex)]
    pub fn refresh_index(&self, nodes: f64) -> JsResult<bool> {
        Ok(self.state.borrow_mut().live.refresh_index(whole("nodes", nodes)?))
    }
}

impl LiveMesh {
    /// Returns the key and the shape of a number.
    fn shape_of(&self, number: f64) -> JsResult<(LiveKey, LiveShape)> {
        let live = &self.state.borrow().live;
        let key = key_of_number(number).and_then(|key| live.builder().key_of_number(key));
        let found = key.and_then(|key| Some((key, live.shape(key)?)));
        found.ok_or_else(|| out_of_range(format_args!("no shape has the key {number}")))
    }

    fn turn(&self, name: &str, closes: bool) -> Result<(), UnknownDoor> {
        let mut state = self.state.borrow_mut();
        let before = state.live.is_door_closed(name);
        let turn = if closes { Live::close_door } else { Live::open_door };
        turn(&mut state.live, name).map(drop)?;
        if before != closes {
            state.note(true);
        }
        Ok(())
    }

    fn step(&self, step: impl FnOnce(&mut Live) -> Result<bool, EditError>) -> JsResult<bool> {
        let mut state = self.state.borrow_mut();
        let is_done = step(&mut state.live).map_err(unusable)?;
        if is_done {
            state.note(false);
        }
        Ok(is_done)
    }
}

impl State {
    fn apply(&mut self, batch: &Batch) -> Result<Vec<LiveKey>, EditError> {
        let keys = self.live.apply(&batch.edits)?.keys.clone();
        self.note(!batch.changes_costs);
        Ok(keys)
    }
}

impl Batch {
    fn remove(&mut self, key: LiveKey) {
        self.push(OutlineEdit::Remove(key), format!("remove[{}]", number_of_key(key.number())));
        self.changes_costs |= matches!(key, LiveKey::Area(_));
    }

    fn replace(&mut self, key: LiveKey, shape: LiveShape, name: String) {
        self.changes_costs |= matches!(key, LiveKey::Area(_));
        self.push(OutlineEdit::Replace(key, shape), name);
    }

    fn add(&mut self, shapes: &Shapes<'_>) {
        for (edit, feature) in additions(&shapes.features) {
            self.changes_costs |= matches!(edit.placed().0, OutlineEdit::AddArea(_));
            self.push(edit, format!("feature {feature}"));
        }
    }

    fn push(&mut self, edit: OutlineEdit, name: String) {
        self.edits.push(edit);
        self.names.push(name);
    }

    /// Describes an edit that was refused by the names of the shapes.
    fn message(&self, error: &EditError) -> String {
        let EditError::Invalid { edit, error } = error else { return error.to_string() };
        let message = error.to_string();
        let named = error.place().zip(self.names.get(*edit)).map(|(place, name)| {
            message.replacen(&format!("{} {}", place.role, place.outline), name, 1)
        });
        named.unwrap_or(message)
    }
}

/// Reads the key of an item of a list, and what belongs to it.
fn keyed(item: &JsValue, list: &str, name: &str) -> JsResult<(f64, JsValue)> {
    let given = Options::new(item, &["key", name])?;
    match (given.number("key")?, given.value(name)?) {
        (Some(key), Some(value)) => Ok((key, value)),
        _ => Err(wrong_type(format_args!("{list}: expected {{ key, {name} }} in the list"))),
    }
}
