//! The file of agents.

use std::path::Path;

use serde_json::Value;
use tautline::agents::AgentOptions;
use tautline::{DistanceField, FieldQuery, MeshFinder, Place};

use crate::failure::Failure;
use crate::input::{Input, read_bytes, text_of};

/// An agent of the file.
#[derive(Debug)]
pub(super) struct Walker {
    /// The id, as the file has it.
    pub(super) id: Option<Value>,
    pub(super) at: Place,
    pub(super) goal: Option<Place>,
    pub(super) options: AgentOptions,
}

/// The agents and exits of a file.
#[derive(Debug)]
pub(super) struct Population {
    pub(super) agents: Vec<Walker>,
    exits: Vec<Place>,
}

impl Population {
    /// Reads a file. Points are in map units, or in degrees if the map is.
    pub(super) fn read(file: &Path, input: &Input) -> Result<Self, Failure> {
        let text = text_of(file, read_bytes(file)?)?;
        let failed = |message: String| Failure::unusable_file(file, message);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let content: Value = serde_json::from_str(text).map_err(|e| failed(e.to_string()))?;
        let reader = Reader { input };
        let list = content.get("agents").and_then(Value::as_array);
        let list = list.ok_or_else(|| failed("expected an object with a list `agents`".into()))?;
        let unknown = content.as_object().into_iter().flatten().map(|(name, _)| name);
        let unknown = unknown.filter(|name| !["agents", "exits"].contains(&name.as_str())).min();
        if let Some(unknown) = unknown {
            return Err(failed(format!("{unknown}: unknown; expected one of agents, exits")));
        }
        let no_exits = Vec::new();
        let exits_of_file = match content.get("exits") {
            None => &no_exits,
            Some(Value::Array(exits)) => exits,
            Some(_) => return Err(failed("exits: expected a list of points".into())),
        };
        let mut agents = Vec::new();
        for (index, agent) in list.iter().enumerate() {
            let agent = reader.agent(agent).map_err(|message| {
                Failure::unusable_file(file, format_args!("agents[{index}].{message}"))
            })?;
            agents.push(agent);
        }
        let mut exits = Vec::new();
        for (index, exit) in exits_of_file.iter().enumerate() {
            let place = reader.place(exit);
            exits.push(place.map_err(|message| failed(format!("exits[{index}]: {message}")))?);
        }
        Ok(Self { agents, exits })
    }

    /// Returns the field of the ways to the nearest exit; `None` without exits.
    pub(super) fn exit_field(&self, finder: &MeshFinder) -> Result<Option<DistanceField>, String> {
        if self.exits.is_empty() {
            return Ok(None);
        }
        let mesh = finder.mesh();
        // The field ignores goals off the walkable area.
        let is_off =
            |exit: &Place| mesh.nearest(*exit).is_none_or(|at| at.distance > mesh.default_snap());
        if let Some(index) = self.exits.iter().position(is_off) {
            return Err(format!("exits[{index}]: the point is off the walkable area"));
        }
        finder
            .distance_field(&FieldQuery::new(&self.exits))
            .map(Some)
            .map_err(|error| format!("exits: {error}"))
    }
}

/// Reads the values of a file.
struct Reader<'a> {
    input: &'a Input,
}

/// The members of an agent.
const MEMBERS: [&str; 9] =
    ["id", "at", "goal", "radius", "speed", "acceleration", "turning_rate", "arrival", "priority"];

impl Reader<'_> {
    fn agent(&self, value: &Value) -> Result<Walker, String> {
        let members = value.as_object().ok_or("expected an object")?;
        if let Some(unknown) = members.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
            return Err(format!("{unknown}: unknown; expected one of {}", MEMBERS.join(", ")));
        }
        let named = |name: &'static str| move |message: String| format!("{name}: {message}");
        let at = self.place(&value["at"]).map_err(named("at"))?;
        let goal = members.get("goal").map(|goal| self.place(goal)).transpose();
        let number = |name: &str| match members.get(name) {
            None => Ok(None),
            Some(value) => value.as_f64().map(Some).ok_or(format!("{name}: expected a number")),
        };
        let radius = number("radius")?.unwrap_or(0.5);
        let mut options = AgentOptions::default().radius(radius);
        options = options.arrival(number("arrival")?.unwrap_or(radius));
        if let Some(speed) = number("speed")? {
            options = options.max_speed(speed);
        }
        if let Some(acceleration) = number("acceleration")? {
            options = options.max_acceleration(acceleration);
        }
        if let Some(rate) = number("turning_rate")? {
            options = options.max_turning_rate(rate);
        }
        if let Some(priority) = members.get("priority") {
            let rank = priority.as_u64().and_then(|rank| u8::try_from(rank).ok());
            options = options.priority(rank.ok_or("priority: expected a number from 0 to 255")?);
        }
        let id = members.get("id").cloned();
        Ok(Walker { id, at, goal: goal.map_err(named("goal"))?, options })
    }

    /// Reads a point `[x, y]`, or `[x, y, floor]`.
    fn place(&self, value: &Value) -> Result<Place, String> {
        let error = || "expected a point as in [1.5, -2], or with a floor as in [1.5, -2, 1]";
        let items = value.as_array().ok_or_else(error)?;
        let [x, y, floor @ ..] = &items[..] else { return Err(error().to_owned()) };
        let (x, y) = x.as_f64().zip(y.as_f64()).ok_or_else(error)?;
        let place = match floor {
            [] => Place::new([x, y]),
            [floor] => {
                let floor = floor.as_u64().and_then(|floor| u32::try_from(floor).ok());
                Place::new([x, y]).on_layer(floor.ok_or_else(error)?)
            }
            _ => return Err(error().to_owned()),
        };
        self.input.place(place).map_err(|failure| failure.message().to_owned())
    }
}
