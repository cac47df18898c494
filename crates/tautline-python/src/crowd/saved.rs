//! Crowds as pickles.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tautline::io::{read_state, write_state};

use super::{ClassMap, Crowd, State};
use crate::field::DistanceField;

#[pymethods]
impl Crowd {
    /// Pickles hold the maps, the fields and all agents; what is loaded has the same future, bit for bit.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let saved = own.on_maps_of_now(py, |state| Ok(write_state(&state.crowd.state())))?;
        let saved = saved.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (maps, fields) = {
            let state = own.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let maps: Vec<_> = state.classes.iter().map(|class| class.map.object(py)).collect();
            let fields: Vec<_> =
                state.fields.iter().map(|(field, _)| field.clone_ref(py)).collect();
            (maps, fields)
        };
        let parts = (maps, fields, PyBytes::new(py, &saved));
        Ok((slf.get_type().getattr("_restore")?, parts).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        maps: Vec<Bound<'_, PyAny>>,
        fields: Vec<Py<DistanceField>>,
        saved: &Bound<'_, PyBytes>,
    ) -> PyResult<Self> {
        let maps = maps.iter().map(ClassMap::of).collect::<PyResult<Vec<_>>>()?;
        let mut maps = maps.into_iter();
        let first = maps.next().ok_or_else(|| PyValueError::new_err("a crowd has a map"))?;
        let shared: Vec<_> = fields.iter().map(|field| field.get().shared()).collect();
        let bytes = saved.as_bytes();
        let state = py.detach(|| -> Result<State, String> {
            let agents = read_state(bytes).map_err(|error| error.to_string())?;
            let mut state = State::new(first);
            for map in maps {
                state.add_class(map);
            }
            for (field, own) in fields.into_iter().zip(shared) {
                let key = state.crowd.add_field(own);
                state.fields.push((field, key));
            }
            state.crowd.restore(agents).map_err(|error| error.to_string())?;
            Ok(state)
        });
        Ok(Self { state: state.map_err(PyValueError::new_err)?.into() })
    }
}
