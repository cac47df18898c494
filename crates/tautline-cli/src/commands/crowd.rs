//! `tautline crowd`: agents that walk a map among each other, with a trace and pictures.

mod crossings;
mod measures;
mod population;
mod record;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tautline::agents::{AgentKey, Crowd, CrowdError, Event, FieldKey};
use tautline::{DVec2, MeshFinder, NavMesh, PathQuery};

use crate::arguments::CrowdArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::query::restrict;
use crate::report::Report;
use crossings::{Crossing, Crossings};
use measures::Measures;
use population::{Population, Walker};
use record::Record;

pub(crate) fn run(arguments: &CrowdArgs) -> Result<Report, Failure> {
    let pictures = [(&arguments.svg, "svg"), (&arguments.png, "png")];
    for (file, ending) in pictures {
        if let Some(file) = file {
            output::extension(file, &[ending])?;
        }
    }
    let input = Input::read(&arguments.map)?;
    let files = [&arguments.trace, &arguments.svg, &arguments.png];
    let files: Vec<&Path> = files.into_iter().flatten().map(AsRef::as_ref).collect();
    input.check_outputs(files.iter().copied())?;
    output::check_apart(&[&arguments.agents], &files)?;
    let population = Population::read(&arguments.agents, &input)?;
    let finder = finder(arguments, &input)?;
    let mut walk = Walk::new(arguments, &population, finder)?;
    walk.run(arguments)?;
    walk.write(arguments, &input)?;
    Ok(walk.report(arguments))
}

/// Returns a finder on the ground that is left after closed doors and forbidden areas.
fn finder(arguments: &CrowdArgs, input: &Input) -> Result<MeshFinder, Failure> {
    let built = input.build(&arguments.map.building.options())?;
    let mut finder = MeshFinder::new(built.mesh);
    let mut query = PathQuery::new([0.0, 0.0], [0.0, 0.0]);
    query.filter = restrict(&mut finder, &arguments.restrictions)?;
    let ground = finder.mesh_for_query(&query);
    ground.map(MeshFinder::new).map_err(|error| Failure::unusable_arguments(error.to_string()))
}

/// A crowd on its way.
struct Walk {
    crowd: Crowd,
    /// The agents of the file; `None` once they have left.
    agents: Vec<Option<AgentKey>>,
    /// The ids of the agents, or their places in the file.
    names: Vec<Value>,
    /// The field of the exits, for agents that leave there.
    exits: Vec<Option<FieldKey>>,
    crossings: Crossings,
    record: Record,
    measures: Measures,
}

impl Walk {
    fn new(
        arguments: &CrowdArgs,
        population: &Population,
        finder: MeshFinder,
    ) -> Result<Self, Failure> {
        let exits = population.exit_field(&finder);
        let exits = exits.map_err(|message| Failure::unusable_file(&arguments.agents, message))?;
        let mut crowd = Crowd::new(finder);
        let exits = exits.map(|field| crowd.add_field(Arc::new(field)));
        let (mut agents, mut exits_of) = (Vec::new(), Vec::new());
        for (index, agent) in population.agents.iter().enumerate() {
            let failed = |error: CrowdError| {
                let message = format!("agents[{index}]: {error}");
                Failure::unusable_file(&arguments.agents, message)
            };
            let key = crowd.add(agent.at, agent.options).map_err(failed)?;
            match (agent.goal, exits) {
                (Some(goal), _) => crowd.go_to(key, goal),
                (None, Some(field)) => crowd.flow_to(key, field),
                (None, None) => Ok(()),
            }
            .map_err(failed)?;
            agents.push(Some(key));
            exits_of.push(exits.filter(|_| agent.goal.is_none()));
        }
        let radii = population.agents.iter().map(|agent| agent.options.radius).collect();
        let speeds = population.agents.iter().map(|agent| agent.options.max_speed).collect();
        let mut record = Record::new(arguments, radii, speeds);
        record.push(&crowd, &agents, &[]);
        let names = population.agents.iter().enumerate();
        let name = |(index, agent): (usize, &Walker)| agent.id.clone().unwrap_or(json!(index));
        let names = names.map(name).collect();
        let crossings = Crossings::new(arguments.link_seconds);
        let (exits, measures) = (exits_of, Measures::default());
        Ok(Self { crowd, agents, names, exits, crossings, record, measures })
    }

    /// Steps the crowd for the whole time.
    fn run(&mut self, arguments: &CrowdArgs) -> Result<(), Failure> {
        let steps = (arguments.seconds / arguments.step).ceil() as u64;
        for _ in 0..steps {
            self.crossings.end(&mut self.crowd);
            let start = Instant::now();
            let report = self.crowd.step(arguments.step, u64::MAX);
            let report = report.map_err(|e| Failure::unusable_arguments(e.to_string()))?;
            self.measures.add_step(start.elapsed(), &self.crowd, report.searches);
            for event in &report.events {
                self.note(event);
            }
            let entered = self.crossings.begin(&self.crowd, &report.events).to_vec();
            let entered: Vec<Value> = entered.iter().map(|crossing| self.told(crossing)).collect();
            self.record.push(&self.crowd, &self.agents, &entered);
        }
        self.measures.look_at_the_end(&self.crowd);
        Ok(())
    }

    /// Describes an agent that enters a link.
    fn told(&self, crossing: &Crossing) -> Value {
        let index = self.agents.iter().position(|key| *key == Some(crossing.agent));
        let point = crossing.exit.point;
        json!({
            "agent": index.map(|index| &self.names[index]),
            "to": [point.x, point.y],
            "until": crossing.until,
        })
    }

    /// Counts an event. An agent that has come to an exit leaves. One that has settled before it walks on, since those on
    /// the exit leave.
    fn note(&mut self, event: &Event) {
        if let Event::NoPath { agent, error } = event {
            let index = self.agents.iter().position(|key| key == &Some(*agent));
            let reason = error.explain(&**self.crowd.mesh()).to_string();
            self.measures.add_without_path(
                index.map(|index| self.names[index].clone()),
                error.kind(),
                reason,
            );
        }
        let (Event::Arrived { agent } | Event::Settled { agent }) = event else {
            return self.measures.count(event, self.crowd.time());
        };
        let index = self.agents.iter().position(|key| *key == Some(*agent));
        let exit = index.and_then(|index| Some((index, self.exits[index]?)));
        match (event, exit) {
            // The agent of an event is in the crowd, and so is the field.
            (Event::Settled { .. }, Some((_, exit))) => {
                let _ = self.crowd.flow_to(*agent, exit);
            }
            (_, exit) => {
                self.measures.count(event, self.crowd.time());
                if let Some((index, _)) = exit {
                    self.agents[index] = None;
                    let _ = self.crowd.remove(*agent);
                }
            }
        }
    }

    fn write(&self, arguments: &CrowdArgs, input: &Input) -> Result<(), Failure> {
        if let Some(file) = &arguments.trace {
            output::write(file, self.record.trace().as_bytes())?;
        }
        let mesh: &NavMesh = self.crowd.mesh();
        self.record.draw(arguments, mesh, input.axis())
    }

    fn report(&self, arguments: &CrowdArgs) -> Report {
        let mut report = Report::new("ok");
        report.state("agents", self.agents.len());
        self.measures.describe(&mut report, self.agents.len());
        let files = [&arguments.trace, &arguments.svg, &arguments.png];
        let names = files.into_iter().flatten().map(|file| file.to_string_lossy().into_owned());
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            report.state("files", names);
        }
        report
    }
}

/// Returns the positions and velocities of the agents; `None` for those that have left.
fn states(crowd: &Crowd, agents: &[Option<AgentKey>]) -> Vec<Option<[DVec2; 2]>> {
    let state = |key: AgentKey| Some([crowd.place(key)?.point, crowd.velocity(key)?]);
    agents.iter().map(|key| key.and_then(state)).collect()
}
