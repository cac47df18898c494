//! The links of a path, and its corners as arcs.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tautline::path::CurvePiece;

use super::Path;
use crate::arrays::result;
use crate::map::Map;

/// The fields of the Python class `Piece`.
type Fields = (&'static str, (f64, f64), (f64, f64), Option<(f64, f64)>, Option<f64>, Option<f64>);

#[pymethods]
impl Path {
    /// The links that the path takes, in order: a list of ``LinkUse``.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let Map::Mesh(mesh) = &self.map else { return Ok(list) };
        let mesh = mesh.get().current();
        for used in self.path.links() {
            let name = mesh.link(used.link).map_or_else(String::new, |link| link.name.clone());
            let fields = (used.link.index(), name, used.leg, used.cost);
            list.append(result(py, "LinkUse", fields)?)?;
        }
        Ok(list)
    }

    /// The pieces of the path by area and cost, in order: a list of ``AreaShare``. A link ends a piece and belongs to none.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mud = (shapely.box(4, 0, 6, 8), 3.0, "mud")
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), areas=[mud])
    /// >>> [(share.area, share.length, share.cost) for share in mesh.path((1, 4), (9, 4)).by_area]
    /// [(None, 3.0, 3.0), ('mud', 2.0, 6.0), (None, 3.0, 3.0)]
    #[getter]
    fn by_area<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let Map::Mesh(mesh) = &self.map else { return Ok(list) };
        let mesh = mesh.get().current();
        for share in self.path.by_area(&mesh).unwrap_or_default() {
            let name = share.area.map(|area| mesh.areas()[area.0 as usize].name.to_string());
            list.append(result(py, "AreaShare", (name, share.length, share.cost))?)?;
        }
        Ok(list)
    }

    /// Return the path with arcs around the corners, as an agent of the radius of the mesh walks it, as ``Curve``.
    ///
    /// It is no longer than the path, and keeps the radius from every wall. On a mesh for points, and where costs differ, all
    /// pieces are straight. The first call prepares the whole map.
    ///
    /// Raises ``ValueError`` for a path on a grid.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 0, 6, 6), radius=0.5)
    /// >>> path = mesh.path((1, 1), (9, 1))
    /// >>> curve = path.arcs()
    /// >>> [piece.kind for piece in curve.pieces], curve.length < path.length
    /// (['segment', 'arc', 'segment', 'arc', 'segment'], True)
    fn arcs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Map::Mesh(mesh) = &self.map else {
            return Err(PyValueError::new_err("arcs are those of a path on a mesh"));
        };
        let curve = py.detach(|| self.path.arcs(mesh.get().corners()));
        let pieces = PyList::empty(py);
        for piece in &curve.pieces {
            pieces.append(result(py, "Piece", fields(piece))?)?;
        }
        result(py, "Curve", (curve.length, pieces))
    }
}

fn fields(piece: &CurvePiece) -> Fields {
    let [from, to] = piece.ends().map(Into::into);
    match piece {
        CurvePiece::Arc { center, radius, angle, .. } => {
            ("arc", from, to, Some((*center).into()), Some(*radius), Some(*angle))
        }
        CurvePiece::Link { .. } => ("link", from, to, None, None, None),
        _ => ("segment", from, to, None, None, None),
    }
}
