//! The record of a run: the trace and the pictures.

use std::fmt::Write;

use serde_json::{Value, json};
use tautline::agents::{AgentKey, Crowd};
use tautline::draw::{Axis, Film};
use tautline::{DVec2, NavMesh};

use super::states;
use crate::arguments::CrowdArgs;
use crate::failure::Failure;
use crate::output;

/// The pixels along the longer side of a PNG.
const LONGER_SIDE: f64 = 1600.0;

/// The contents of the files of a run.
pub(super) struct Record {
    interval: f64,
    radii: Vec<f64>,
    speeds: Vec<f64>,
    keeps_trace: bool,
    keeps_frames: bool,
    trace: String,
    frames: Vec<Vec<DVec2>>,
}

impl Record {
    pub(super) fn new(arguments: &CrowdArgs, radii: Vec<f64>, speeds: Vec<f64>) -> Self {
        Self {
            interval: arguments.step,
            radii,
            speeds,
            keeps_trace: arguments.trace.is_some(),
            keeps_frames: arguments.svg.is_some() || arguments.png.is_some(),
            trace: String::new(),
            frames: Vec::new(),
        }
    }

    /// Records the present state, and who enters a link. Agents that have left are `null` in the trace.
    pub(super) fn push(&mut self, crowd: &Crowd, agents: &[Option<AgentKey>], links: &[Value]) {
        let states = states(crowd, agents);
        if self.keeps_trace {
            let agent = |state: &Option<[DVec2; 2]>| match state {
                Some([at, velocity]) => json!([at.x, at.y, velocity.x, velocity.y]),
                None => Value::Null,
            };
            let agents: Vec<Value> = states.iter().map(agent).collect();
            // Writing into a String cannot fail.
            let mut line = json!({ "t": crowd.time(), "agents": agents });
            if !links.is_empty() {
                line["links"] = links.into();
            }
            let _ = writeln!(self.trace, "{line}");
        }
        if self.keeps_frames {
            let point = |state: &Option<[DVec2; 2]>| state.map_or(DVec2::NAN, |[at, _]| at);
            self.frames.push(states.iter().map(point).collect());
        }
    }

    pub(super) fn trace(&self) -> &str {
        &self.trace
    }

    /// Draws the pictures that were asked for.
    pub(super) fn draw(
        &self,
        arguments: &CrowdArgs,
        mesh: &NavMesh,
        axis: Axis,
    ) -> Result<(), Failure> {
        let film = Film {
            mesh,
            axis,
            interval: self.interval,
            radii: &self.radii,
            speeds: &self.speeds,
            frames: &self.frames,
        };
        if let Some(file) = &arguments.svg {
            output::write(file, film.to_svg().as_bytes())?;
        }
        if let Some(file) = &arguments.png {
            let width = (LONGER_SIDE * film.aspect().min(1.0)).round().max(1.0) as u32;
            let png = film.to_png(width).map_err(|error| Failure::unwritable(file, error))?;
            output::write(file, &png)?;
        }
        Ok(())
    }
}
