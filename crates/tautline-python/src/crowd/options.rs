//! The keywords of agents.

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tautline::agents::AgentOptions;
use tautline::{GoalPolicy, Search};

use super::State;
use crate::arguments::choice;

/// A number for all agents of a call, or one for each.
#[derive(Debug)]
enum Each {
    One(f64),
    All(Vec<f64>),
}

impl Each {
    fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(number) = value.extract::<f64>() {
            return Ok(Self::One(number));
        }
        let bad = |_| PyTypeError::new_err(format!("{name} is a number, or one for each agent"));
        let numbers = value.try_iter().map_err(bad)?.map(|number| number?.extract::<f64>());
        Ok(Self::All(numbers.collect::<PyResult<_>>().map_err(bad)?))
    }

    fn of(&self, row: usize) -> f64 {
        match self {
            Self::One(number) => *number,
            Self::All(numbers) => numbers.get(row).copied().unwrap_or(f64::NAN),
        }
    }

    fn check(&self, name: &str, count: usize) -> PyResult<()> {
        match self {
            Self::All(numbers) if numbers.len() != count => {
                let message = format!("{name} has {} numbers for {count} agents", numbers.len());
                Err(PyValueError::new_err(message))
            }
            _ => Ok(()),
        }
    }
}

/// The options of a call that are given.
#[derive(Debug, Default)]
pub(super) struct Given {
    numbers: Vec<(&'static str, Each)>,
    class: Option<usize>,
    search: Option<Search>,
    goal_policy: Option<GoalPolicy>,
    slowed_by_costs: Option<bool>,
}

/// The options that are numbers, and may differ from agent to agent.
const NUMBERS: [&str; 8] = [
    "radius",
    "max_speed",
    "max_acceleration",
    "max_turning_rate",
    "arrival",
    "priority",
    "yields",
    "gap",
];

impl Given {
    /// Reads the keywords for some agents.
    pub(super) fn read(options: Option<&Bound<'_, PyDict>>, count: usize) -> PyResult<Self> {
        let mut given = Self::default();
        for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
            let name: String = name.extract()?;
            if let Some(known) = NUMBERS.into_iter().find(|known| *known == name) {
                if known == "priority" {
                    check_priority(&value)?;
                }
                let each = Each::read(known, &value)?;
                each.check(known, count)?;
                given.numbers.push((known, each));
                continue;
            }
            match name.as_str() {
                "agent_class" => given.class = Some(value.extract()?),
                "search" => given.search = Some(choice("search", &value.extract::<String>()?)?),
                "goal_policy" => {
                    given.goal_policy = Some(choice("goal_policy", &value.extract::<String>()?)?);
                }
                "slowed_by_costs" => given.slowed_by_costs = Some(value.extract()?),
                _ => {
                    let known = NUMBERS.join(", ");
                    let message = format!(
                        "{name} is no option of an agent; there are {known}, agent_class, search, goal_policy and slowed_by_costs"
                    );
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(given)
    }

    /// Checks that the crowd has the class.
    pub(super) fn check(&self, state: &State) -> PyResult<()> {
        match self.class {
            Some(class) if class >= state.classes.len() => {
                let count = state.classes.len();
                Err(PyKeyError::new_err(format!("no class {class}: the crowd has {count}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns the options of the agent in a row of the call.
    pub(super) fn over(
        &self,
        state: &State,
        mut options: AgentOptions,
        row: usize,
    ) -> AgentOptions {
        for (name, each) in &self.numbers {
            let number = each.of(row);
            match *name {
                "radius" => options.radius = number,
                "max_speed" => options.max_speed = number,
                "max_acceleration" => options.max_acceleration = Some(number),
                "max_turning_rate" => options.max_turning_rate = Some(number),
                "arrival" => options.arrival = number,
                "priority" => options.priority = number as u8,
                "yields" => options.yields = number,
                _ => options.gap = Some(number),
            }
        }
        if let Some(class) = self.class.and_then(|class| state.classes.get(class)) {
            options.class = class.id;
        }
        options.search = self.search.unwrap_or(options.search);
        options.goal_policy = self.goal_policy.unwrap_or(options.goal_policy);
        options.slowed_by_costs = self.slowed_by_costs.unwrap_or(options.slowed_by_costs);
        options
    }
}

/// Checks that ranks are whole numbers from 0 to 255.
fn check_priority(value: &Bound<'_, PyAny>) -> PyResult<()> {
    let bad = || PyValueError::new_err("priority is a whole number from 0 to 255");
    if value.extract::<u8>().is_ok() {
        return Ok(());
    }
    let mut all = value.try_iter().map_err(|_| bad())?;
    if all.all(|rank| rank.is_ok_and(|rank| rank.extract::<u8>().is_ok())) {
        Ok(())
    } else {
        Err(bad())
    }
}
