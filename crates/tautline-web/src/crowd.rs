//! The class `Crowd`: agents that walk among each other.
//!
//! 1. `options` – the options of agents.
//! 2. `commands` – agents that come and go, their goals, moves from outside.
//! 3. `steps` – the step and its events.
//! 4. `arrays` – positions, velocities and states of all agents.
//! 5. `saved` – the bytes of a crowd.

mod options;
mod commands;
mod steps;
mod arrays;
#[cfg(feature = "saved")]
mod saved;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use slotmap::{Key, KeyData};
use tautline::agents::{AgentKey, ClassId, Crowd as Engine, CrowdError, FieldKey, StepReport};
use tautline::live::WallChange;
use tautline::{DistanceField as Field, MeshFinder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::numbers;
use crate::failure::{JsResult, out_of_range};
use crate::keys::{key_of_number, number_of_key};
use crate::live::{LiveMesh, State};
use crate::mesh::Mesh;

/// Agents that walk to their goals among each other, on a `Mesh` or on a `LiveMesh`.
///
/// `step` moves all of them; the same calls give the same bits. A crowd on a live mesh takes its edits over by itself. Agents are
/// numbers; arrays have a row for each agent, in the order of `agents`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Crowd {
    crowd: Engine,
    classes: Vec<Class>,
    /// The fields that agents follow, in the order in which they came.
    fields: Vec<(Arc<Field>, FieldKey)>,
    report: StepReport,
}

/// A class of agents.
#[derive(Debug)]
struct Class {
    id: ClassId,
    map: ClassMap,
    /// The edits of its live mesh that the crowd knows.
    seen: u64,
}

#[wasm_bindgen]
extern "C" {
    /// A `Mesh` or a `LiveMesh`.
    #[wasm_bindgen(typescript_type = "Mesh | LiveMesh")]
    #[derive(Debug)]
    pub type AnyMapObject;

    /// Returns the map for a crowd.
    #[wasm_bindgen(method, structural, catch, js_name = __map)]
    fn class_map(this: &AnyMapObject) -> JsResult<ClassMap>;
}

/// The map of a class of agents; the package asks a `Mesh` or a `LiveMesh` for it.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug)]
pub struct ClassMap {
    finder: MeshFinder,
    live: Option<Rc<RefCell<State>>>,
}

#[wasm_bindgen]
impl Mesh {
    /// Returns the map for a crowd; the package calls it.
    #[wasm_bindgen(js_name = __map, skip_typescript)]
    pub fn class_map(&self) -> ClassMap {
        ClassMap { finder: self.finder().clone(), live: None }
    }
}

#[wasm_bindgen]
impl LiveMesh {
    /// Returns the map for a crowd; the package calls it.
    #[wasm_bindgen(js_name = __map, skip_typescript)]
    pub fn class_map(&self) -> ClassMap {
        let state = self.shared();
        let finder = state.borrow().live.finder();
        ClassMap { finder, live: Some(state) }
    }
}

impl Class {
    fn new(id: ClassId, map: ClassMap) -> Self {
        let seen = map.edits();
        Self { id, map, seen }
    }
}

impl ClassMap {
    /// Returns the number of edits of the map until now.
    fn edits(&self) -> u64 {
        self.live.as_ref().map_or(0, |state| state.borrow().edits)
    }

    /// Returns the finder of now.
    fn finder(&self) -> MeshFinder {
        let live = self.live.as_ref().map(|state| state.borrow().live.finder());
        live.unwrap_or_else(|| self.finder.clone())
    }

    /// Returns the walls of the edits after `seen`; `None` if they are not known.
    fn walls_after(&self, seen: u64) -> Option<WallChange> {
        let edits = self.edits();
        if edits == seen {
            return Some(WallChange::default());
        }
        let state = self.live.as_ref().filter(|_| edits == seen + 1)?;
        state.borrow().walls.clone()
    }
}

impl Crowd {
    fn on(map: ClassMap) -> Self {
        Self {
            crowd: Engine::new(map.finder()),
            classes: vec![Class::new(ClassId::default(), map)],
            fields: Vec::new(),
            report: StepReport::default(),
        }
    }

    /// Takes over the edits of the maps. Only agents near the changed walls plan again if each map is at most one edit ahead.
    fn follow_maps(&mut self) -> JsResult<()> {
        if self.classes.iter().all(|class| class.map.edits() == class.seen) {
            return Ok(());
        }
        let finders = self.classes.iter().map(|class| class.map.finder());
        let walls = self.classes.iter().map(|class| class.map.walls_after(class.seen));
        let followed = match walls.collect::<Option<Vec<_>>>() {
            Some(walls) => self.crowd.edit_maps(finders.zip(&walls)),
            None => self.crowd.set_maps(finders),
        };
        followed.map_err(refused)?;
        for class in &mut self.classes {
            class.seen = class.map.edits();
        }
        Ok(())
    }

    /// Reads the number of an agent that there is.
    fn known(&self, number: f64) -> JsResult<AgentKey> {
        let key = key_of_number(number).map(|key| AgentKey::from(KeyData::from_ffi(key)));
        key.filter(|&key| self.crowd.options(key).is_some())
            .ok_or_else(|| out_of_range(format_args!("no agent has the number {number}")))
    }

    /// Reads the numbers of agents that there are: a list, or one.
    fn agents_of(&self, value: &JsValue) -> JsResult<Vec<AgentKey>> {
        let numbers = numbers("agents", value)?;
        numbers.into_iter().map(|number| self.known(number)).collect()
    }
}

/// Returns the number of an agent.
fn number(key: AgentKey) -> f64 {
    number_of_key(key.data().as_ffi())
}

/// Returns the error of a command that was refused.
fn refused(error: CrowdError) -> JsValue {
    match error {
        CrowdError::UnknownAgent(key) => {
            out_of_range(format_args!("no agent has the number {}", number(key)))
        }
        error => out_of_range(error),
    }
}
