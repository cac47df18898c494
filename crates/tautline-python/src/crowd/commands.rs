//! Agents that come and go, their goals, moves from outside.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tautline::Place;
use tautline::agents::{AgentKey, AgentOptions, Crowd as Engine, CrowdError};

use super::options::Given;
use super::{Agents, ClassMap, Crowd, State, number};
use crate::arguments::Points;
use crate::field::DistanceField;

#[pymethods]
impl Crowd {
    /// Create an empty crowd on a ``Mesh`` or a ``LiveMesh``, which is built for the radius of its agents.
    #[new]
    fn new(py: Python<'_>, map: &Bound<'_, PyAny>) -> PyResult<Self> {
        let map = ClassMap::of(map)?;
        Ok(Self { state: py.detach(|| State::new(map)).into() })
    }

    /// Add a class of agents of another size, on a map that is built for its radius. Return the number of the class.
    ///
    /// The class of the map of ``Crowd`` has the number 0.
    fn add_class(&self, py: Python<'_>, map: &Bound<'_, PyAny>) -> PyResult<usize> {
        let map = ClassMap::of(map)?;
        Ok(self.with(py, |state| state.add_class(map)))
    }

    /// Add agents at points, and return their numbers: an array of uint64, or an int for a single point.
    ///
    /// Options are one for all, or, if they are numbers, an array with one for each.
    ///
    /// - ``radius``: against other agents, 0.5 by default. Walls are where the map ends.
    /// - ``max_speed``: 1.5 by default, in map units a second; ``max_acceleration``: no limit by default.
    /// - ``max_turning_rate``: in radians a second, for robots and vehicles, which move only in the direction in which they head; no
    ///   limit by default.
    /// - ``arrival``: the distance from the goal at which an agent has arrived, 0.5 by default.
    /// - ``priority``: from 0 to 255, 0 by default. An agent does not avoid those of a lower one.
    /// - ``yields``: from 0 to 1, 1 by default: the readiness of a standing agent to make way.
    /// - ``agent_class``: the number of ``add_class``.
    /// - ``search``, ``gap``, ``goal_policy``: those of ``Mesh.path``, for its paths.
    /// - ``slowed_by_costs``: whether costs above 1 slow it.
    ///
    /// With ``driven`` the program moves them, by ``drive``.
    ///
    /// Raises ``ValueError`` if one is not possible, such as off the mesh; then none is added.
    #[pyo3(signature = (points, *, driven=false, **options))]
    fn add<'py>(
        &self,
        py: Python<'py>,
        points: Points,
        driven: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Given::read(options, points.places.len())?;
        self.with(py, |state| given.check(state))?;
        let keys = self.on_maps_of_now(py, |state| state.add(&points.places, driven, &given))?;
        match (points.is_single, &keys[..]) {
            (true, [key]) => Ok(number(*key).into_pyobject(py)?.into_any()),
            _ => Ok(PyArray1::from_vec(py, keys.into_iter().map(number).collect()).into_any()),
        }
    }

    /// Change options of agents; those that are not given stay. ``add`` lists them.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for an option that is not possible.
    #[pyo3(signature = (agents, **options))]
    fn set_options(
        &self,
        py: Python<'_>,
        agents: Agents,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let given = Given::read(options, agents.0.len())?;
        self.with(py, |state| given.check(state))?;
        self.on_maps_of_now(py, |state| {
            for (row, &key) in agents.0.iter().enumerate() {
                let old = state.crowd.options(key).ok_or(CrowdError::UnknownAgent(key))?;
                let options = given.over(state, old, row);
                state.crowd.set_options(key, options)?;
            }
            Ok(())
        })
    }

    /// Remove agents. Raises ``KeyError`` for an unknown one, and removes none then.
    fn remove(&self, py: Python<'_>, agents: Agents) -> PyResult<()> {
        self.command(py, &agents, |crowd, key, _| crowd.remove(key))
    }

    /// Send agents to goals: one for all, or one for each. The next step plans their paths.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for a goal that is no point.
    fn go_to(&self, py: Python<'_>, agents: Agents, goals: Points) -> PyResult<()> {
        self.command_to(py, &agents, &goals, Engine::go_to)
    }

    /// Send agents to the nearest goal of a distance field, which serves any number of them without a search of their own.
    ///
    /// After an edit of a live mesh make the field again, and call this again.
    ///
    /// Raises ``KeyError`` for an unknown agent.
    fn flow_to(&self, py: Python<'_>, agents: Agents, field: Py<DistanceField>) -> PyResult<()> {
        let own = field.get().shared();
        let known = |state: &State| {
            state.fields.iter().find(|(old, _)| old.is(&field)).map(|(_, key)| *key)
        };
        let known = self.with(py, |state| known(state));
        let kept = field.clone_ref(py);
        let field = self.with(py, |state| {
            known.unwrap_or_else(|| {
                let key = state.crowd.add_field(own);
                state.fields.push((kept, key));
                key
            })
        });
        self.command(py, &agents, |crowd, key, _| crowd.flow_to(key, field))
    }

    /// Stop agents. Raises ``KeyError`` for an unknown one.
    fn stop(&self, py: Python<'_>, agents: Agents) -> PyResult<()> {
        self.command(py, &agents, |crowd, key, _| crowd.stop(key))
    }

    /// Move agents at once, as over a link. They keep their goals.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for a point off the mesh; agents before it have moved then.
    fn warp(&self, py: Python<'_>, agents: Agents, points: Points) -> PyResult<()> {
        self.command_to(py, &agents, &points, Engine::warp)
    }

    /// Move agents towards points to which something else has pushed them, such as a physics engine. They slide along walls.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for what is no point.
    fn push(&self, py: Python<'_>, agents: Agents, points: Points) -> PyResult<()> {
        self.command_to(py, &agents, &points, |crowd, key, place| crowd.push(key, place.point))
    }

    /// Turn agents with a turning rate at once, so that they head in directions of any length: (n, 2), or one for all.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for what is no direction.
    fn face(&self, py: Python<'_>, agents: Agents, headings: Points) -> PyResult<()> {
        self.command_to(py, &agents, &headings, |crowd, key, to| crowd.face(key, to.point))
    }

    /// Move agents that the program leads, such as a player. Others expect them to go on with ``velocities``.
    ///
    /// Raises ``KeyError`` for an unknown agent, ``ValueError`` for a point off the mesh.
    fn drive(
        &self,
        py: Python<'_>,
        agents: Agents,
        points: Points,
        velocities: Points,
    ) -> PyResult<()> {
        check_rows(&agents, &points)?;
        check_rows(&agents, &velocities)?;
        self.command(py, &agents, |crowd, key, row| {
            crowd.drive(key, row_of(&points, row), row_of(&velocities, row).point)
        })
    }
}

impl Crowd {
    /// Runs a command on each agent; on none if one of them is unknown.
    fn command(
        &self,
        py: Python<'_>,
        agents: &Agents,
        command: impl Fn(&mut Engine, AgentKey, usize) -> Result<(), CrowdError> + Sync,
    ) -> PyResult<()> {
        self.on_maps_of_now(py, |state| {
            if let Some(&key) = agents.0.iter().find(|&&key| state.crowd.options(key).is_none()) {
                return Err(CrowdError::UnknownAgent(key));
            }
            let mut rows = agents.0.iter().enumerate();
            rows.try_for_each(|(row, &key)| command(&mut state.crowd, key, row))
        })
    }

    fn command_to(
        &self,
        py: Python<'_>,
        agents: &Agents,
        points: &Points,
        command: impl Fn(&mut Engine, AgentKey, Place) -> Result<(), CrowdError> + Sync,
    ) -> PyResult<()> {
        check_rows(agents, points)?;
        self.command(py, agents, |crowd, key, row| command(crowd, key, row_of(points, row)))
    }
}

impl State {
    /// Adds agents; none if one is not possible.
    fn add(
        &mut self,
        places: &[Place],
        driven: bool,
        given: &Given,
    ) -> Result<Vec<AgentKey>, CrowdError> {
        let mut keys = Vec::with_capacity(places.len());
        for (row, &place) in places.iter().enumerate() {
            let options = given.over(self, AgentOptions::default(), row);
            let add = if driven { Engine::add_driven } else { Engine::add };
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
}

fn row_of(points: &Points, row: usize) -> Place {
    points.places[if points.is_single { 0 } else { row }]
}

/// Checks that there is a point for each agent, or one for all.
fn check_rows(agents: &Agents, points: &Points) -> PyResult<()> {
    let (rows, others) = (agents.0.len(), points.places.len());
    if points.is_single || rows == others {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("there are {rows} agents and {others} points")))
}
