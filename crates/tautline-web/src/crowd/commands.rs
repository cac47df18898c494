//! Agents that come and go, their goals, moves from outside.

use std::sync::Arc;

use tautline::Place;
use tautline::agents::{AgentKey, AgentOptions, Crowd as Engine, CrowdError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::options::Given;
use super::{AnyMapObject, Class, ClassMap, Crowd, number, refused};
use crate::arguments::{places, row_of};
use crate::failure::{JsResult, out_of_range, wrong_type};
use crate::field::DistanceField;
use crate::keys::MOST_KEYS;
use crate::types::{AgentOptionsObject, object};

#[wasm_bindgen]
impl Crowd {
    /// Creates an empty crowd on a map that is built for the radius of its agents.
    #[wasm_bindgen(constructor)]
    pub fn new(map: &AnyMapObject) -> JsResult<Crowd> {
        Ok(Self::on(class_map(map)?))
    }

    /// Adds a class of agents of another size, on a map that is built for its radius. Returns the number of the class.
    ///
    /// The class of the map of the crowd has the number 0.
    #[wasm_bindgen(js_name = addClass)]
    pub fn add_class(&mut self, map: &AnyMapObject) -> JsResult<usize> {
        let map = class_map(map)?;
        let id = self.crowd.add_class(map.finder());
        self.classes.push(Class::new(id, map));
        Ok(self.classes.len() - 1)
    }

    /// Adds agents at points, and returns their numbers. Options that are numbers are one for all, or a list with one for each.
    ///
    /// Throws a RangeError if one is not possible, such as off the mesh; then none is added.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Points")] points: &JsValue,
        options: Option<AgentOptionsObject>,
    ) -> JsResult<Vec<f64>> {
        let places = places("points", points)?;
        let given = Given::read(&object(options), places.len(), self)?;
        if (self.crowd.len() + places.len()) as u64 > MOST_KEYS {
            return Err(out_of_range(format_args!("a crowd has at most {MOST_KEYS} agents")));
        }
        self.follow_maps()?;
        let keys = self.add_all(&places, &given).map_err(refused)?;
        Ok(keys.into_iter().map(number).collect())
    }

    /// Changes options of agents; those that are not given stay.
    ///
    /// Throws a RangeError for an unknown agent, and for an option that is not possible.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        options: AgentOptionsObject,
    ) -> JsResult<()> {
        let agents = self.agents_of(agents)?;
        let given = Given::read(&options.into(), agents.len(), self)?;
        if given.driven {
            return Err(wrong_type("driven is an option of a new agent"));
        }
        self.follow_maps()?;
        for (row, &key) in agents.iter().enumerate() {
            let old = self.crowd.options(key).unwrap_or_default();
            let options = given.over(self, old, row);
            self.crowd.set_options(key, options).map_err(refused)?;
        }
        Ok(())
    }

    /// Removes agents. Throws a RangeError for an unknown one, and removes none then.
    pub fn remove(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
    ) -> JsResult<()> {
        let mut agents = self.agents_of(agents)?;
        agents.sort_unstable();
        agents.dedup();
        self.command(agents, |crowd, key, _| crowd.remove(key))
    }

    /// Sends agents to goals: one for all, or one for each. The next step plans their paths.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
    ) -> JsResult<()> {
        self.command_to(agents, goals, |crowd, key, goal| crowd.go_to(key, goal))
    }

    /// Sends agents to the nearest goal of a distance field, which serves any number of them without a search of their own.
    ///
    /// After an edit of a live mesh make the field again, and call `replaceField`.
    #[wasm_bindgen(js_name = flowTo)]
    pub fn flow_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        field: &DistanceField,
    ) -> JsResult<()> {
        let (agents, own) = (self.agents_of(agents)?, field.shared());
        let known = self.fields.iter().find(|(old, _)| Arc::ptr_eq(old, own));
        let key = match known {
            Some((_, key)) => *key,
            None => self.add_field(own.clone()),
        };
        self.command(agents, |crowd, agent, _| crowd.flow_to(agent, key))
    }

    /// Replaces a distance field by another one, as after an edit of a live mesh. Its agents follow the new one from the next
    /// step on.
    ///
    /// Throws a RangeError if no agent was sent to the nearest goal of `old`.
    #[wasm_bindgen(js_name = replaceField)]
    pub fn replace_field(&mut self, old: &DistanceField, field: &DistanceField) -> JsResult<()> {
        self.follow_maps()?;
        let known = self.fields.iter().position(|(own, _)| Arc::ptr_eq(own, old.shared()));
        let row = known.ok_or_else(|| out_of_range("no agent was sent along the old field"))?;
        let (own, key) = &mut self.fields[row];
        *own = field.shared().clone();
        self.crowd.replace_field(*key, own.clone()).map_err(refused)
    }

    /// Stops agents.
    pub fn stop(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
    ) -> JsResult<()> {
        let agents = self.agents_of(agents)?;
        self.command(agents, |crowd, key, _| crowd.stop(key))
    }

    /// Moves agents at once, as over a link. They keep their goals.
    ///
    /// Throws a RangeError for a point off the mesh; agents before it have moved then.
    pub fn warp(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] points: &JsValue,
    ) -> JsResult<()> {
        self.command_to(agents, points, |crowd, key, place| crowd.warp(key, place))
    }

    /// Moves agents towards points to which something else has pushed them, such as a physics engine. They slide along walls.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] points: &JsValue,
    ) -> JsResult<()> {
        self.command_to(agents, points, |crowd, key, place| crowd.push(key, place.point))
    }

    /// Turns agents with a turning rate at once, so that they head in directions of any length.
    pub fn face(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] headings: &JsValue,
    ) -> JsResult<()> {
        self.command_to(agents, headings, |crowd, key, to| crowd.face(key, to.point))
    }

    /// Moves agents that the program leads, such as a player. Others expect them to go on with `velocities`.
    ///
    /// Throws a RangeError for a point off the mesh; agents before it have moved then.
    pub fn drive(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Agents")] agents: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] points: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] velocities: &JsValue,
    ) -> JsResult<()> {
        let agents = self.agents_of(agents)?;
        let (points, velocities) = (places("points", points)?, places("velocities", velocities)?);
        check_rows(&agents, &points)?;
        check_rows(&agents, &velocities)?;
        self.command(agents, |crowd, key, row| {
            crowd.drive(key, row_of(&points, row), row_of(&velocities, row).point)
        })
    }
}

impl Crowd {
    /// Adds a field that agents follow.
    pub(super) fn add_field(
        &mut self,
        field: Arc<tautline::DistanceField>,
    ) -> tautline::agents::FieldKey {
        let key = self.crowd.add_field(field.clone());
        self.fields.push((field, key));
        key
    }

    /// Adds agents; none if one is not possible.
    fn add_all(&mut self, places: &[Place], given: &Given) -> Result<Vec<AgentKey>, CrowdError> {
        let mut keys = Vec::with_capacity(places.len());
        for (row, &place) in places.iter().enumerate() {
            let options = given.over(self, AgentOptions::default(), row);
            let add = if given.driven { Engine::add_driven } else { Engine::add };
            match add(&mut self.crowd, place, options) {
                Ok(key) => keys.push(key),
                Err(error) => {
                    for key in keys {
                        self.crowd.remove(key)?;
                    }
                    return Err(error);
                }
            }
        }
        Ok(keys)
    }

    /// Runs a command on each agent, after the edits of the maps.
    fn command(
        &mut self,
        agents: Vec<AgentKey>,
        command: impl Fn(&mut Engine, AgentKey, usize) -> Result<(), CrowdError>,
    ) -> JsResult<()> {
        self.follow_maps()?;
        let mut rows = agents.into_iter().enumerate();
        rows.try_for_each(|(row, key)| command(&mut self.crowd, key, row)).map_err(refused)
    }

    fn command_to(
        &mut self,
        agents: &JsValue,
        points: &JsValue,
        command: impl Fn(&mut Engine, AgentKey, Place) -> Result<(), CrowdError>,
    ) -> JsResult<()> {
        let (agents, points) = (self.agents_of(agents)?, places("points", points)?);
        check_rows(&agents, &points)?;
        self.command(agents, |crowd, key, row| command(crowd, key, row_of(&points, row)))
    }
}

/// Returns the map of a class of agents.
pub(super) fn class_map(map: &AnyMapObject) -> JsResult<ClassMap> {
    map.class_map().map_err(|error| {
        let is_error = js_sys::Reflect::has(map, &"__map".into()).unwrap_or(false);
        if is_error { error } else { wrong_type("map: expected a Mesh or a LiveMesh") }
    })
}

/// Checks that there is a point for each agent, or one for all.
fn check_rows(agents: &[AgentKey], points: &[Place]) -> JsResult<()> {
    let (rows, others) = (agents.len(), points.len());
    if rows == others || others == 1 {
        return Ok(());
    }
    Err(out_of_range(format_args!("there are {rows} agents and {others} points")))
}
