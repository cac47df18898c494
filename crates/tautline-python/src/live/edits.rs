//! Edits of a live mesh: shapes that come, move and go; doors, undo.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tautline::build::{EditError, LiveKey, LiveShape, OutlineEdit};
use tautline::{LinkWay, LiveMesh as Live};

use super::{LiveMesh, State};
use crate::arguments::{At, helper};
use crate::outlines::Shapes;

/// The edits of a batch, and the name of each in messages.
#[derive(Debug, Default)]
struct Batch {
    edits: Vec<OutlineEdit>,
    names: Vec<String>,
    /// True if ground may become cheaper, or forbidden for some.
    changes_costs: bool,
}

#[pymethods]
impl LiveMesh {
    /// Edit the mesh in one step: all of it happens, or nothing. Return the keys of the new shapes, in the order of the arguments.
    ///
    /// Shapes are those of ``build``, and come on ``floor``.
    ///
    /// - ``remove``: a key, or an iterable of keys.
    /// - ``move``: a dict from keys to vectors ``(dx, dy)``.
    /// - ``replace``: a dict from keys to shapes of the same kind, which keep key, floor, name and cost. An area may be given
    ///   with another cost and name, as ``(polygon, cost, name)``; a link is a dict.
    ///
    /// Keys that are replaced or moved stay. Many shapes in one edit take less time than one after another.
    ///
    /// Raises ``KeyError`` for a key that no shape has, ``ValueError`` that names the shape, the ring and the vertex, or
    /// ``TypeError`` for what is no shape.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> live = tl.LiveMesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> crate, barrel = live.edit(obstacles=[shapely.box(1, 1, 2, 2), shapely.box(5, 5, 6, 6)])
    /// >>> live.edit(remove=barrel, move={crate: (3, 0)}, walls=[[(0, 4), (3, 4)]]) == [crate, barrel]
    /// False
    /// >>> live.mesh.area
    /// 79.0
    #[pyo3(signature = (*, walkable=None, obstacles=None, walls=None, areas=None, doors=None, links=None, floor=0,
        remove=None, r#move=None, replace=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn edit(
        &self,
        py: Python<'_>,
        walkable: Option<&Bound<'_, PyAny>>,
        obstacles: Option<&Bound<'_, PyAny>>,
        walls: Option<&Bound<'_, PyAny>>,
        areas: Option<&Bound<'_, PyAny>>,
        doors: Option<&Bound<'_, PyAny>>,
        links: Option<&Bound<'_, PyAny>>,
        floor: u32,
        remove: Option<&Bound<'_, PyAny>>,
        r#move: Option<BTreeMap<u64, At>>,
        replace: Option<BTreeMap<u64, Bound<'_, PyAny>>>,
    ) -> PyResult<Vec<u64>> {
        let mut batch = Batch::default();
        let removed = remove.map_or_else(|| Ok(Vec::new()), keys)?;
        self.read_removals(py, removed, &mut batch)?;
        for (number, At(by)) in r#move.unwrap_or_default() {
            let (key, shape) = self.shape_of(py, number)?;
            batch.replace(key, shape.moved_by(by.point));
        }
        for (number, value) in replace.unwrap_or_default() {
            let (key, shape) = self.shape_of(py, number)?;
            batch.replace(key, replacement(&value, &shape, number)?);
        }
        let kept = batch.edits.len();
        let shapes = helper(py, "shapes")?;
        let shapes = shapes.call1((walkable, obstacles, walls, areas, doors, links))?;
        batch.add(&shapes.extract::<Shapes<'_>>()?, floor);
        if batch.edits.is_empty() {
            return Ok(Vec::new());
        }
        let keys =
            self.with(py, |state| state.apply(&batch)).map_err(|error| batch.error(error))?;
        Ok(keys[kept..].iter().map(|key| key.number()).collect())
    }

    /// Close the doors and links of a name. Raises ``KeyError`` if there are none.
    fn close_door(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.turn(py, name, true)
    }

    /// Open the doors and links of a name. Raises ``KeyError`` if there are none.
    fn open_door(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.turn(py, name, false)
    }

    /// Take the last edit of shapes back, and return whether there was one. Doors stay open or closed.
    fn undo(&self, py: Python<'_>) -> PyResult<bool> {
        self.step(py, Live::undo)
    }

    /// Make the edit again that was taken back last, and return whether there was one.
    fn redo(&self, py: Python<'_>) -> PyResult<bool> {
        self.step(py, Live::redo)
    }

    /// Work on the search index after edits, for about ``nodes`` nodes, and return whether it is complete.
    ///
    /// Queries are right without, and faster with it.
    #[pyo3(signature = (nodes=10_000))]
    fn refresh_index(&self, py: Python<'_>, nodes: u64) -> bool {
        self.with(py, |state| state.live.refresh_index(nodes))
    }
}

impl LiveMesh {
    /// Returns the key and the shape of a number.
    fn shape_of(&self, py: Python<'_>, number: u64) -> PyResult<(LiveKey, LiveShape)> {
        let found = self.with(py, |state| {
            let key = state.live.builder().key_of_number(number)?;
            Some((key, state.live.shape(key)?))
        });
        found.ok_or_else(|| unknown(number))
    }

    fn read_removals(&self, py: Python<'_>, keys: Vec<u64>, batch: &mut Batch) -> PyResult<()> {
        for number in keys {
            let (key, _) = self.shape_of(py, number)?;
            batch.push(OutlineEdit::Remove(key), format!("remove[{number}]"));
            batch.changes_costs |= matches!(key, LiveKey::Area(_));
        }
        Ok(())
    }

    fn turn(&self, py: Python<'_>, name: &str, closes: bool) -> PyResult<()> {
        let turned = self.with(py, |state| {
            let before = state.live.is_door_closed(name);
            let turn = if closes { Live::close_door } else { Live::open_door };
            turn(&mut state.live, name).map(drop)?;
            if before != closes {
                state.note(true);
            }
            Ok(())
        });
        turned.map_err(|error: tautline::mesh::UnknownDoor| PyKeyError::new_err(error.to_string()))
    }

    fn step(
        &self,
        py: Python<'_>,
        step: impl FnOnce(&mut Live) -> Result<bool, EditError> + Send,
    ) -> PyResult<bool> {
        let stepped = self.with(py, |state| {
            let is_done = step(&mut state.live)?;
            if is_done {
                state.note(false);
            }
            Ok(is_done)
        });
        stepped.map_err(|error: EditError| PyValueError::new_err(error.to_string()))
    }
}

impl State {
    fn apply(&mut self, batch: &Batch) -> Result<Vec<LiveKey>, EditError> {
        let keys = self.live.apply(&batch.edits)?.keys.clone();
        self.note(!batch.changes_costs);
        Ok(keys)
    }
}

impl Batch {
    fn push(&mut self, edit: OutlineEdit, name: String) {
        self.edits.push(edit);
        self.names.push(name);
    }

    fn replace(&mut self, key: LiveKey, shape: LiveShape) {
        let name = format!("replace[{}]", key.number());
        self.changes_costs |= matches!(key, LiveKey::Area(_));
        self.push(OutlineEdit::Replace(key, shape), name);
    }

    /// Adds the shapes of a call.
    fn add(&mut self, shapes: &Shapes<'_>, floor: u32) {
        self.changes_costs |= shapes.has_areas();
        for (edit, name) in shapes.edits() {
            self.push(edit.on_layer(floor), name);
        }
    }

    /// Returns the exception of an edit that was refused, by the names of the shapes.
    fn error(&self, error: EditError) -> PyErr {
        let EditError::Invalid { edit, error } = &error else {
            return PyValueError::new_err(error.to_string());
        };
        let message = error.to_string();
        let named = error.place().zip(self.names.get(*edit)).map(|(place, name)| {
            message.replacen(&format!("{} {}", place.role, place.outline), name, 1)
        });
        PyValueError::new_err(named.unwrap_or(message))
    }
}

/// Returns the keys of an argument: one, or an iterable of some.
fn keys(argument: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    if let Ok(key) = argument.extract::<u64>() {
        return Ok(vec![key]);
    }
    argument.try_iter()?.map(|key| key?.extract()).collect()
}

fn unknown(number: u64) -> PyErr {
    PyKeyError::new_err(format!("no shape has the key {number}"))
}

/// Reads the shape that comes in place of another one, which lends it what is not given.
fn replacement(value: &Bound<'_, PyAny>, old: &LiveShape, number: u64) -> PyResult<LiveShape> {
    let (kind, cost, one_way) = match old {
        LiveShape::Outline(_) => ("walkable", 1.0, false),
        LiveShape::Wall(_) => ("walls", 1.0, false),
        LiveShape::Area(area) => ("areas", area.cost, false),
        LiveShape::Door(_) => ("doors", 1.0, false),
        LiveShape::Link(link) => ("links", link.cost, link.way == LinkWay::OneWay),
        LiveShape::Connection(_) => {
            return Err(PyTypeError::new_err("a floor connection is moved or removed"));
        }
    };
    let kept = (old.name().unwrap_or_default(), cost, one_way);
    let shapes = helper(value.py(), "replacement")?.call1((number, kind, value, kept))?;
    let shapes = shapes.extract::<Shapes<'_>>()?;
    let edits: Vec<_> = shapes.edits().collect();
    let [(edit, _)] = &edits[..] else {
        let message = format!("the key {number} has one shape, not {}", edits.len());
        return Err(PyValueError::new_err(message));
    };
    let (shape, _) = edit.added().ok_or_else(|| unknown(number))?;
    Ok(shape)
}
