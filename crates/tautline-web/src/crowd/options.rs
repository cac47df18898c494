//! The options of agents.

use tautline::agents::AgentOptions;
use tautline::{GoalPolicy, Search};
use wasm_bindgen::JsValue;

use super::Crowd;
use crate::arguments::{numbers, row_of};
use crate::failure::{JsResult, out_of_range};
use crate::options::Options;

/// The options that are numbers, and may differ from agent to agent.
const NUMBERS: [&str; 8] = [
    "radius",
    "maxSpeed",
    "maxAcceleration",
    "maxTurningRate",
    "arrival",
    "priority",
    "yields",
    "gap",
];
const OTHERS: [&str; 5] = ["agentClass", "search", "goalPolicy", "slowedByCosts", "driven"];

/// The options of a call that are given.
#[derive(Debug)]
pub(super) struct Given {
    /// One for all agents, or one for each.
    numbers: Vec<(&'static str, Vec<f64>)>,
    class: Option<usize>,
    search: Option<Search>,
    goal_policy: Option<GoalPolicy>,
    slowed_by_costs: Option<bool>,
    pub(super) driven: bool,
}

impl Given {
    /// Reads the options for some agents.
    pub(super) fn read(value: &JsValue, count: usize, crowd: &Crowd) -> JsResult<Self> {
        let options = Options::new(value, &[&NUMBERS[..], &OTHERS].concat())?;
        let mut all = Vec::new();
        for name in NUMBERS {
            let Some(value) = options.value(name)? else { continue };
            let each = numbers(name, &value)?;
            if each.len() != 1 && each.len() != count {
                let counts = format!("{name} has {} numbers for {count} agents", each.len());
                return Err(out_of_range(counts));
            }
            let is_rank = |rank: &f64| rank.fract() == 0.0 && (0.0..=255.0).contains(rank);
            if name == "priority" && !each.iter().all(is_rank) {
                return Err(out_of_range("priority is a whole number from 0 to 255"));
            }
            all.push((name, each));
        }
        let class = options.count("agentClass")?.map(|class| class as usize);
        if let Some(class) = class.filter(|class| *class >= crowd.classes.len()) {
            let count = crowd.classes.len();
            return Err(out_of_range(format_args!("no class {class}: the crowd has {count}")));
        }
        Ok(Self {
            numbers: all,
            class,
            search: options.word("search")?,
            goal_policy: options.word("goalPolicy")?,
            slowed_by_costs: options.is_set("slowedByCosts")?,
            driven: options.is_set("driven")?.unwrap_or(false),
        })
    }

    /// Returns the options of the agent in a row of the call.
    pub(super) fn over(
        &self,
        crowd: &Crowd,
        mut options: AgentOptions,
        row: usize,
    ) -> AgentOptions {
        for (name, each) in &self.numbers {
            let number = row_of(each, row);
            match *name {
                "radius" => options.radius = number,
                "maxSpeed" => options.max_speed = number,
                "maxAcceleration" => options.max_acceleration = Some(number),
                "maxTurningRate" => options.max_turning_rate = Some(number),
                "arrival" => options.arrival = number,
                "priority" => options.priority = number as u8,
                "yields" => options.yields = number,
                _ => options.gap = Some(number),
            }
        }
        if let Some(class) = self.class.and_then(|class| crowd.classes.get(class)) {
            options.class = class.id;
        }
        options.search = self.search.unwrap_or(options.search);
        options.goal_policy = self.goal_policy.unwrap_or(options.goal_policy);
        options.slowed_by_costs = self.slowed_by_costs.unwrap_or(options.slowed_by_costs);
        options
    }
}
