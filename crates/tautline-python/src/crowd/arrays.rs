//! Positions, velocities and states of all agents.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use tautline::DVec2;
use tautline::agents::{AgentKey, AgentState, Crowd as Engine};

use super::{Crowd, key, number, told, unknown};
use crate::arrays::points_array;

#[pymethods]
impl Crowd {
    /// The numbers of the agents: (n,) uint64. All other arrays have the same order.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.rows(py, |_, key| number(key)))
    }

    /// The positions: (n, 2) float64.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        points_array(py, self.rows(py, |crowd, key| crowd.place(key).unwrap_or_default().point))
    }

    /// The velocities: (n, 2) float64, in map units a second.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        points_array(py, self.rows(py, |crowd, key| crowd.velocity(key).unwrap_or_default()))
    }

    /// The directions in which they head, of length 1: (n, 2) float64, NaN for agents without a turning rate.
    #[getter]
    fn headings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        points_array(py, self.rows(py, |crowd, key| crowd.heading(key).unwrap_or(DVec2::NAN)))
    }

    /// The floors: (n,) uint32, all 0 on maps without floors.
    #[getter]
    fn floors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let floor = |crowd: &Engine, key| crowd.place(key).and_then(|place| place.layer);
        PyArray1::from_vec(py, self.rows(py, |crowd, key| floor(crowd, key).unwrap_or(0)))
    }

    /// The goals: (n, 2) float64, NaN for agents that have none or follow a field.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let goal = |crowd: &Engine, key| crowd.goal(key).map_or(DVec2::NAN, |goal| goal.point);
        points_array(py, self.rows(py, goal))
    }

    /// The states: (n,) uint8, numbers of ``AgentState``.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let state = |crowd: &Engine, key| match crowd.agent_state(key) {
            Some(AgentState::Walks) => 1,
            Some(AgentState::Waits) => 2,
            Some(AgentState::Arrived) => 3,
            Some(AgentState::Driven) => 4,
            _ => 0,
        };
        PyArray1::from_vec(py, self.rows(py, state))
    }

    /// The lengths of the ways left: (n,) float64, NaN where none is known.
    #[getter]
    fn ways_left<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let left = |crowd: &Engine, key| crowd.way_left(key).unwrap_or(f64::NAN);
        PyArray1::from_vec(py, self.rows(py, left))
    }

    /// Return the waypoints that an agent has ahead: an (n, 2) array, empty without a path.
    ///
    /// Raises ``KeyError`` for an unknown agent.
    fn waypoints<'py>(&self, py: Python<'py>, agent: u64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let agent = self.known(py, agent)?;
        let points: Vec<DVec2> =
            self.with(py, |state| state.crowd.waypoints_ahead(agent).collect());
        points_array(py, points)
    }

    /// Return why an agent waits, as ``(reason, sentence)``, or ``None`` if it does not.
    ///
    /// Raises ``KeyError`` for an unknown agent.
    fn why_waiting(&self, py: Python<'_>, agent: u64) -> PyResult<Option<(&'static str, String)>> {
        let agent = self.known(py, agent)?;
        Ok(self.with(py, |state| state.crowd.why_waiting(agent)).map(|error| told(&error)))
    }

    /// The seconds of all steps.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        self.with(py, |state| state.crowd.time())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |state| state.crowd.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |state| {
            format!("<Crowd of {} agents at {} s>", state.crowd.len(), state.crowd.time())
        })
    }
}

impl Crowd {
    /// Returns something of each agent.
    fn rows<T: Send>(&self, py: Python<'_>, of: impl Fn(&Engine, AgentKey) -> T + Sync) -> Vec<T> {
        self.with(py, |state| state.crowd.keys().map(|key| of(&state.crowd, key)).collect())
    }

    fn known(&self, py: Python<'_>, agent: u64) -> PyResult<AgentKey> {
        let key = key(agent)?;
        let is_known = self.with(py, |state| state.crowd.options(key).is_some());
        is_known.then_some(key).ok_or_else(|| unknown(agent))
    }
}
