//! The class `Crowd`: agents that walk among each other.
//!
//! 1. `options` – the keywords of agents.
//! 2. `commands` – agents that come and go, their goals, moves from outside.
//! 3. `steps` – the step and its events.
//! 4. `arrays` – positions, velocities and states of all agents.
//! 5. `saved` – the bytes of a crowd, and pickles.

mod options;
mod commands;
mod steps;
mod arrays;
mod saved;

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use slotmap::{Key, KeyData};
use tautline::agents::{AgentKey, ClassId, Crowd as Engine, CrowdError, FieldKey, StepReport};
use tautline::live::WallChange;
use tautline::{MeshFinder, PathError};

use crate::field::DistanceField;
use crate::live::{LiveMesh, Snapshot};
use crate::mesh::Mesh;

/// Agents that walk to their goals among each other, on a ``Mesh`` or on a ``LiveMesh``.
///
/// ``step`` moves all of them; the same calls give the same bits. A crowd on a live mesh takes its edits over by itself. Agents
/// are numbers of uint64; arrays have one row for each agent, in the order of ``agents``. Threads may share a crowd; calls
/// wait for one another, and leave the interpreter to others.
///
/// >>> import shapely, pytautline as tl
/// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 20, 8), radius=0.4)
/// >>> crowd = tl.Crowd(mesh)
/// >>> agents = crowd.add([(1, 3), (1, 5)], radius=0.4, max_speed=1.4)
/// >>> crowd.go_to(agents, [(18, 5), (18, 3)])
/// >>> for _ in range(150):
/// ...     for event in crowd.step(0.1).events:
/// ...         print(event.kind, event.agent == agents)
/// arrived [False  True]
/// arrived [ True False]
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Crowd {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    crowd: Engine,
    classes: Vec<Class>,
    /// The fields that agents follow, in the order in which they came.
    fields: Vec<(Py<DistanceField>, FieldKey)>,
    report: StepReport,
}

/// A class of agents.
#[derive(Debug)]
struct Class {
    id: ClassId,
    map: ClassMap,
    /// The edits of its live mesh that the crowd knows.
    seen: u64,
}

/// The map of a class.
#[derive(Debug)]
enum ClassMap {
    Fixed(Py<Mesh>),
    Live(Py<LiveMesh>),
}

impl ClassMap {
    fn of(map: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(mesh) = map.cast::<Mesh>() {
            return Ok(Self::Fixed(mesh.clone().unbind()));
        }
        match map.cast::<LiveMesh>() {
            Ok(live) => Ok(Self::Live(live.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err("the map of a crowd is a Mesh or a LiveMesh")),
        }
    }

    /// Returns the finder of now, and the edits behind it.
    fn finder(&self) -> (MeshFinder, u64) {
        match self {
            Self::Fixed(mesh) => (mesh.get().finder().clone(), 0),
            Self::Live(live) => live.get().now(),
        }
    }

    /// Returns the map after edits that the crowd does not know; `None` if there are none.
    fn after(&self, seen: u64) -> Option<Snapshot> {
        match self {
            Self::Fixed(_) => None,
            Self::Live(live) => live.get().after(seen),
        }
    }

    fn object(&self, py: Python<'_>) -> Py<PyAny> {
        match self {
            Self::Fixed(mesh) => mesh.clone_ref(py).into_any(),
            Self::Live(live) => live.clone_ref(py).into_any(),
        }
    }
}

impl Crowd {
    /// Calls `ask` with the state, without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| ask(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Calls `ask` with the state, after the edits of its maps.
    fn on_maps_of_now<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut State) -> Result<T, CrowdError> + Send,
    ) -> PyResult<T> {
        let asked = self.with(py, |state| {
            state.follow_maps()?;
            ask(state)
        });
        asked.map_err(exception)
    }
}

impl State {
    fn new(map: ClassMap) -> Self {
        let (finder, seen) = map.finder();
        let first = Class { id: ClassId::default(), map, seen };
        Self {
            crowd: Engine::new(finder),
            classes: vec![first],
            fields: Vec::new(),
            report: StepReport::default(),
        }
    }

    fn add_class(&mut self, map: ClassMap) -> usize {
        let (finder, seen) = map.finder();
        let id = self.crowd.add_class(finder);
        self.classes.push(Class { id, map, seen });
        self.classes.len() - 1
    }

    /// Takes over the edits of the maps. Only agents near the changed walls plan again if each map is at most one edit ahead.
    fn follow_maps(&mut self) -> Result<(), CrowdError> {
        let ahead: Vec<_> = self.classes.iter().map(|class| class.map.after(class.seen)).collect();
        if ahead.iter().all(Option::is_none) {
            return Ok(());
        }
        let unchanged = WallChange::default();
        let pairs = || self.classes.iter().zip(&ahead);
        let finders = pairs().map(|(class, ahead)| match ahead {
            Some(ahead) => ahead.finder.clone(),
            None => class.map.finder().0,
        });
        let walls = pairs().map(|(class, ahead)| match ahead {
            Some(ahead) if ahead.edits == class.seen + 1 => ahead.walls.as_deref(),
            Some(_) => None,
            None => Some(&unchanged),
        });
        match walls.collect::<Option<Vec<_>>>() {
            Some(walls) => self.crowd.edit_maps(finders.zip(walls))?,
            None => self.crowd.set_maps(finders)?,
        }
        for (class, ahead) in self.classes.iter_mut().zip(&ahead) {
            class.seen = ahead.as_ref().map_or(class.seen, |ahead| ahead.edits);
        }
        Ok(())
    }
}

/// Agents of an argument: one, or an array of some.
#[derive(Debug)]
struct Agents(Vec<AgentKey>);

impl<'py> FromPyObject<'_, 'py> for Agents {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyArray1<u64>>() {
            let keys = array.try_readonly()?;
            return Ok(Self(
                keys.as_array().iter().map(|&number| key(number)).collect::<PyResult<_>>()?,
            ));
        }
        if let Ok(number) = object.extract::<u64>() {
            return Ok(Self(vec![key(number)?]));
        }
        let keys = object.try_iter()?.map(|number| key(number?.extract::<u64>()?));
        Ok(Self(keys.collect::<PyResult<_>>()?))
    }
}

/// Returns the key of a number, if it can be one.
fn key(number: u64) -> PyResult<AgentKey> {
    let key = KeyData::from_ffi(number);
    if key.as_ffi() == number { Ok(key.into()) } else { Err(unknown(number)) }
}

fn unknown(number: u64) -> PyErr {
    PyKeyError::new_err(format!("no agent has the number {number}"))
}

fn number(key: AgentKey) -> u64 {
    key.data().as_ffi()
}

/// Returns the exception of a command that was refused.
fn exception(error: CrowdError) -> PyErr {
    let message = error.to_string();
    match error {
        CrowdError::UnknownAgent(agent) => unknown(number(agent)),
        CrowdError::UnknownClass(_) | CrowdError::UnknownField(_) => PyKeyError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// Returns the kind and the sentence of an error.
fn told(error: &PathError) -> (&'static str, String) {
    (error.kind(), error.to_string())
}
