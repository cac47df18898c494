//! The mesh of now, the keys of the shapes, the last edit.

use pyo3::prelude::*;
use tautline::draw::Scene;
use tautline::live::StepKind;

use super::{AXIS, LiveMesh};
use crate::arrays::result;
use crate::mesh::Mesh;

#[pymethods]
impl LiveMesh {
    /// The mesh of now, with its closed doors: a ``Mesh``, which later edits do not change. It takes no copy of the map.
    #[getter]
    pub(crate) fn mesh(&self, py: Python<'_>) -> PyResult<Py<Mesh>> {
        let known = self.with(py, |state| (state.edits, state.mesh.take(), state.live.finder()));
        let (edits, known, finder) = known;
        let repairs = self.repairs(py);
        let mesh = match known {
            Some(mesh) => mesh,
            None => Py::new(py, Mesh::of_finder(finder, AXIS, repairs))?,
        };
        let kept = mesh.clone_ref(py);
        self.with(py, |state| {
            if state.edits == edits {
                state.mesh = Some(kept);
            }
        });
        Ok(mesh)
    }

    /// The keys of all shapes, kind by kind in the order in which they came: outlines, walls, areas, doors, links, floor
    /// connections. Right after ``build`` they are in the order of its arguments.
    #[getter]
    fn keys(&self, py: Python<'_>) -> Vec<u64> {
        self.with(py, |state| state.live.builder().shapes().map(|(key, _)| key.number()).collect())
    }

    /// Return the keys of the areas, doors and links of a name.
    fn keys_named(&self, py: Python<'_>, name: &str) -> Vec<u64> {
        self.with(py, |state| {
            let keys = state.live.builder().keys_named(name);
            keys.into_iter().map(|key| key.number()).collect()
        })
    }

    /// The names of the closed doors and links, sorted.
    #[getter]
    fn closed_doors(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |state| {
            let mut names: Vec<_> = state.live.closed_doors().map(str::to_owned).collect();
            names.sort_unstable();
            names
        })
    }

    /// A number that grows with every edit that changes the mesh.
    #[getter]
    fn revision(&self, py: Python<'_>) -> u64 {
        self.with(py, |state| state.live.revision())
    }

    /// The repairs of the shapes of ``build``, as of ``Mesh.repairs``; those of an edit are in ``last_edit``.
    #[getter]
    fn repairs(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |state| state.repairs.clone())
    }

    /// The last edit, as ``Edit``; before the first one the build.
    #[getter]
    fn last_edit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.with(py, |state| {
            let report = state.live.report();
            let (kind, reason) = match report.kind {
                StepKind::Patched => ("patched", None),
                StepKind::Rebuilt(reason) => ("rebuilt", Some(format!("{reason:?}"))),
                StepKind::Restored => ("restored", None),
                StepKind::Doors => ("doors", None),
                _ => ("other", None),
            };
            let repairs: Vec<String> = report.repairs.iter().map(ToString::to_string).collect();
            let cells = (report.removed.len(), report.added.len());
            (kind, reason, cells.0, cells.1, repairs, report.only_blocks())
        });
        result(py, "Edit", fields)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        let finder = self.with(py, |state| state.live.finder());
        Scene::new().axis(AXIS).mesh(&finder.current_mesh()).to_svg()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |state| {
            let (cells, area) = (state.live.mesh().cell_count(), state.live.mesh().area());
            let shapes = state.live.builder().shapes().count();
            format!("<LiveMesh of {shapes} shapes, {cells} cells, area {area}>")
        })
    }
}
