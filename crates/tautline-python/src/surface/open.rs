//! Surfaces of files and bytes.

use std::fs;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tautline::io::{read_surface, write_surface};
use tautline::terrain::{RecastReport, read_recast};

use super::{Report, Surface};
use crate::files::{unusable, write};
use crate::mesh::Mesh;

/// The reason to refuse a mesh without heights.
const FLAT: &str = "the mesh has no heights; Mesh opens it";

#[pymethods]
impl Surface {
    /// Open a ``.nav`` file with heights, or a mesh that Recast has baked: a tile set of RecastDemo (``.bin``), or a tile.
    ///
    /// Points of Recast's files are x and -z of the plan, at the height y.
    ///
    /// Raises ``OSError`` if the file cannot be read, or ``ValueError`` with the place of the fault in it.
    #[staticmethod]
    fn open(py: Python<'_>, file: PathBuf) -> PyResult<Self> {
        let bytes = py.detach(|| fs::read(&file))?;
        if ![&b"TESM"[..], b"VAND"].iter().any(|recast| bytes.starts_with(recast)) {
            return Self::read(py, &bytes)?.map_err(|message| unusable(&file, message));
        }
        let read = py.detach(|| read_recast(&bytes)).map_err(|error| unusable(&file, error))?;
        let RecastReport { tiles, polygons, disabled, links, lost_links, doubtful, .. } =
            read.report;
        let report = [
            ("tiles", tiles),
            ("polygons", polygons),
            ("disabled_polygons", disabled),
            ("off_mesh_connections", links),
            ("lost_connections", lost_links),
            ("doubtful_portals", doubtful),
        ];
        let report = report.map(|(name, count)| (name.to_owned(), count));
        Self::of(py, read.surface, report.into())
    }

    /// Write the mesh with its heights to a ``.nav`` file, which ``Mesh.open`` reads as well.
    ///
    /// The file is replaced when the new one is complete.
    ///
    /// Raises ``OSError`` if it cannot be written, or ``ValueError`` for another extension.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        if !file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("nav")) {
            return Err(unusable(&file, "the extension of a mesh file with heights is .nav"));
        }
        py.detach(|| write(&file, &write_surface(&self.surface)))
    }

    /// Return the mesh with its heights as the bytes of a ``.nav`` file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| write_surface(&self.surface)))
    }

    /// Make a surface of the bytes of a ``.nav`` file with heights.
    ///
    /// Raises ``ValueError`` if a byte is damaged or missing, or if there are no heights.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &Bound<'_, PyBytes>) -> PyResult<Self> {
        Self::read(py, bytes.as_bytes())?.map_err(PyValueError::new_err)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let restore = slf.get_type().getattr("_restore")?;
        let fields = (own.to_bytes(py), own.mesh.clone_ref(py), own.report.clone());
        Ok((restore, fields).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        bytes: &Bound<'_, PyBytes>,
        mesh: Py<Mesh>,
        report: Report,
    ) -> PyResult<Self> {
        let own = Self::from_bytes(py, bytes)?;
        Ok(Self { mesh, report, ..own })
    }
}

impl Surface {
    /// Reads the bytes of a file; the inner error is one of the bytes.
    fn read(py: Python<'_>, bytes: &[u8]) -> PyResult<Result<Self, String>> {
        match py.detach(|| read_surface(bytes)) {
            Ok((_, Some(surface))) => Self::of(py, surface, Report::new()).map(Ok),
            Ok((_, None)) => Ok(Err(FLAT.to_owned())),
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}
