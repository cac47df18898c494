//! Positions, velocities and states of all agents.

use tautline::DVec2;
use tautline::agents::{AgentKey, AgentState, Crowd as Engine};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Crowd, number};
use crate::failure::JsResult;
use crate::record::{Record, flat};

#[wasm_bindgen]
impl Crowd {
    /// The numbers of the agents. All other arrays have the same order.
    #[wasm_bindgen(getter)]
    pub fn agents(&self) -> Vec<f64> {
        self.crowd.keys().map(number).collect()
    }

    /// The number of agents.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.crowd.len()
    }

    /// The positions: x and y of each agent.
    #[wasm_bindgen(getter)]
    pub fn positions(&self) -> Vec<f64> {
        self.points(|crowd, key| crowd.place(key).unwrap_or_default().point)
    }

    /// The velocities: x and y of each agent, in map units a second.
    #[wasm_bindgen(getter)]
    pub fn velocities(&self) -> Vec<f64> {
        self.points(|crowd, key| crowd.velocity(key).unwrap_or_default())
    }

    /// The directions in which they head, of length 1: x and y of each, NaN for agents without a turning rate.
    #[wasm_bindgen(getter)]
    pub fn headings(&self) -> Vec<f64> {
        self.points(|crowd, key| crowd.heading(key).unwrap_or(DVec2::NAN))
    }

    /// The floors, all 0 on maps without floors.
    #[wasm_bindgen(getter)]
    pub fn floors(&self) -> Vec<u32> {
        let floor = |key| self.crowd.place(key).and_then(|place| place.layer).unwrap_or(0);
        self.crowd.keys().map(floor).collect()
    }

    /// The goals: x and y of each, NaN for agents that have none or follow a field.
    #[wasm_bindgen(getter)]
    pub fn goals(&self) -> Vec<f64> {
        self.points(|crowd, key| crowd.goal(key).map_or(DVec2::NAN, |goal| goal.point))
    }

    /// The states: 0 stands, 1 walks, 2 waits, 3 has arrived, 4 is driven.
    #[wasm_bindgen(getter)]
    pub fn states(&self) -> Vec<u8> {
        let state = |key| match self.crowd.agent_state(key) {
            Some(AgentState::Walks) => 1,
            Some(AgentState::Waits) => 2,
            Some(AgentState::Arrived) => 3,
            Some(AgentState::Driven) => 4,
            _ => 0,
        };
        self.crowd.keys().map(state).collect()
    }

    /// The lengths of the ways left, NaN where none is known.
    #[wasm_bindgen(getter, js_name = waysLeft)]
    pub fn ways_left(&self) -> Vec<f64> {
        self.crowd.keys().map(|key| self.crowd.way_left(key).unwrap_or(f64::NAN)).collect()
    }

    /// The seconds of all steps.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.crowd.time()
    }

    /// Returns the waypoints that an agent has ahead: x and y of each, none without a path.
    pub fn waypoints(&self, agent: f64) -> JsResult<Vec<f64>> {
        Ok(flat(self.crowd.waypoints_ahead(self.known(agent)?)))
    }

    /// Returns why an agent waits, or undefined if it does not.
    #[wasm_bindgen(js_name = whyWaiting, unchecked_return_type = "{ reason: string; explanation: string } | undefined")]
    pub fn why_waiting(&self, agent: f64) -> JsResult<JsValue> {
        let Some(error) = self.crowd.why_waiting(self.known(agent)?) else {
            return Ok(JsValue::UNDEFINED);
        };
        let record = Record::new().with("reason", error.kind());
        Ok(record.with("explanation", error.to_string()).into())
    }
}

impl Crowd {
    fn points(&self, of: impl Fn(&Engine, AgentKey) -> DVec2) -> Vec<f64> {
        flat(self.crowd.keys().map(|key| of(&self.crowd, key)))
    }
}
