//! The step of a crowd, and its events.

use pyo3::prelude::*;
use pyo3::types::PyList;
use tautline::agents::Event;

use super::{Crowd, number, told};
use crate::arrays::result;

/// The fields of the Python class `Event`.
type Fields = (
    &'static str,
    u64,
    Option<&'static str>,
    Option<String>,
    Option<(f64, f64)>,
    Option<u32>,
    Option<f64>,
);

#[pymethods]
impl Crowd {
    /// Move all agents on by some seconds, and return a ``Step`` with what happened.
    ///
    /// ``max_expanded`` limits the nodes of all searches; agents without a path wait for a later step.
    ///
    /// Raises ``ValueError`` if ``seconds`` is negative or no number.
    #[pyo3(signature = (seconds, *, max_expanded=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        seconds: f64,
        max_expanded: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let budget = max_expanded.unwrap_or(u64::MAX);
        let told = self.on_maps_of_now(py, |state| {
            state.crowd.step_into(seconds, budget, &mut state.report)?;
            let events: Vec<Fields> = state.report.events.iter().filter_map(fields).collect();
            Ok((events, state.report.searches, state.report.expanded, state.report.waiting))
        });
        let (events, searches, expanded, waiting) = told?;
        let list = PyList::empty(py);
        for event in events {
            list.append(result(py, "Event", event)?)?;
        }
        result(py, "Step", (list, searches, expanded, waiting))
    }
}

fn fields(event: &Event) -> Option<Fields> {
    let plain = |kind, agent| (kind, number(agent), None, None, None, None, None);
    Some(match event {
        Event::Arrived { agent } => plain("arrived", *agent),
        Event::Settled { agent } => plain("settled", *agent),
        Event::Detour { agent } => plain("detour", *agent),
        Event::NoPath { agent, error } => {
            let (reason, sentence) = told(error);
            ("no-path", number(*agent), Some(reason), Some(sentence), None, None, None)
        }
        Event::AtLink { agent, link, exit } => {
            let index = link.link.index() as u32;
            ("at-link", number(*agent), None, None, Some((exit.x, exit.y)), Some(index), None)
        }
        Event::Moved { agent, distance } => {
            ("moved", number(*agent), None, None, None, None, Some(*distance))
        }
        _ => return None,
    })
}
