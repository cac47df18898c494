//! The class `Grid`.

mod paths;

use std::path::PathBuf;

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::draw::{Axis, Scene};
use tautline::{Grid as Tiles, GridFinder, GridOptions, Neighborhood, Words};

use crate::arguments::{At, choice, helper};
use crate::arrays::table;
use crate::files::{Content, ReadOptions, read, unusable};

/// A tile map, and the shortest paths along its tiles.
///
/// ``tiles`` is a 2-D array, one row of tiles after the other. 0, False and infinity are blocked; a positive number
/// is the cost of a tile, True and 1 the ordinary one. A point ``(x, y)`` lies in column ``x`` and row ``y``; paths
/// lead from tile centre to tile centre. Row 0 is on top.
///
/// - ``corners``: ``"never"`` cuts no corner, ``"one-free"`` passes beside one blocked tile, ``"always"`` between two.
/// - ``neighbors``: 8, or 4 for steps along rows and columns alone.
/// - ``cell_size``, ``origin``: the size of a tile in map units, and the corner of tile (0, 0).
///
/// For paths at any angle see ``Mesh.from_grid``. Raises ``ValueError`` that names the tile.
///
/// >>> import numpy as np, pytautline as tl
/// >>> grid = tl.Grid(np.array([[1, 1, 1], [0, 0, 1], [1, 1, 1]]))
/// >>> grid.path((0, 0), (0, 2)).length
/// 6.0
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Grid {
    finder: GridFinder,
    axis: Axis,
}

impl Grid {
    pub(crate) fn finder(&self) -> &GridFinder {
        &self.finder
    }

    pub(crate) fn axis(&self) -> Axis {
        self.axis
    }

    /// Returns the tiles of an array.
    pub(crate) fn tiles_of(array: &Bound<'_, PyAny>) -> PyResult<Tiles> {
        let costs = helper(array.py(), "tiles")?.call1((array,))?;
        tiles(&costs.extract()?)
    }

    fn with_options(tiles: Tiles, axis: Axis, corners: &str, neighbors: u8) -> PyResult<Self> {
        let corners = choice("corners", corners)?;
        let neighborhood = match neighbors {
            8 => Neighborhood::Eight,
            4 => Neighborhood::Four,
            _ => {
                let message = format!("neighbors is 8 or 4, not {neighbors}");
                return Err(PyValueError::new_err(message));
            }
        };
        let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
        Ok(Self { finder: GridFinder::new(tiles).with_options(options), axis })
    }
}

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (tiles, *, corners="never", neighbors=8, cell_size=1.0, origin=At::origin()))]
    fn new(
        tiles: &Bound<'_, PyAny>,
        corners: &str,
        neighbors: u8,
        cell_size: f64,
        origin: At,
    ) -> PyResult<Self> {
        let tiles = placed(Self::tiles_of(tiles)?, cell_size, origin)?;
        Self::with_options(tiles, Axis::YDown, corners, neighbors)
    }

    /// Open a tile map: MovingAI ``.map``, rows of tiles, PNG, PGM, Tiled's ``.tmx`` or ROS ``.yaml``.
    ///
    /// ``layer`` names the layer of a Tiled map, ``unknown`` ("blocked" or "free") the meaning of unknown pixels of a
    /// ROS map.
    ///
    /// Raises ``OSError`` if the file cannot be read, or ``ValueError`` with the place of the fault in it.
    #[staticmethod]
    #[pyo3(signature = (file, *, corners="never", neighbors=8, layer=None, unknown="blocked"))]
    fn open(
        py: Python<'_>,
        file: PathBuf,
        corners: &str,
        neighbors: u8,
        layer: Option<&str>,
        unknown: &str,
    ) -> PyResult<Self> {
        let reading = ReadOptions { layer, unknown, planar: true };
        let (tiles, axis) = match py.detach(|| read(&file, &reading))? {
            Content::Tiles(tiles) => (tiles, Axis::YDown),
            Content::RobotTiles(tiles, _) => (tiles, Axis::YUp),
            _ => return Err(unusable(&file, "the file holds outlines or a mesh: use Mesh.open")),
        };
        Self::with_options(tiles, axis, corners, neighbors)
    }

    /// The numbers of rows and columns.
    #[getter]
    fn shape(&self) -> (u32, u32) {
        let grid = self.finder.grid();
        (grid.height(), grid.width())
    }

    /// The cost of each tile, 0 where it is blocked: a (rows, columns) array of float64.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let grid = self.finder.grid();
        let rows = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
        let cost =
            |(x, y)| if grid.is_blocked(x, y) { 0.0 } else { grid.cost(x, y).unwrap_or(0.0) };
        table(py, rows.map(cost).collect(), grid.width() as usize)
    }

    /// The size of a tile in map units.
    #[getter]
    fn cell_size(&self) -> f64 {
        self.finder.grid().cell_size()
    }

    /// The corner of tile (0, 0) as ``(x, y)``.
    #[getter]
    fn origin(&self) -> (f64, f64) {
        self.finder.grid().origin().into()
    }

    /// The rule for corners.
    #[getter]
    fn corners(&self) -> &'static str {
        let own = self.finder.options().corners;
        own.word()
    }

    /// The number of neighbours of a tile, 8 or 4.
    #[getter]
    fn neighbors(&self) -> u8 {
        if self.finder.options().neighborhood == Neighborhood::Four { 4 } else { 8 }
    }

    fn _repr_svg_(&self) -> String {
        Scene::new().axis(self.axis).grid(self.finder.grid()).to_svg()
    }

    fn __repr__(&self) -> String {
        let grid = self.finder.grid();
        let (rows, columns, free) = (grid.height(), grid.width(), grid.free_count());
        format!("<Grid of {rows} rows and {columns} columns, {free} tiles free>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let y_down = own.axis == Axis::YDown;
        let options = (own.corners(), own.neighbors());
        let fields = (own.tiles(py)?, options.0, options.1, own.cell_size(), own.origin(), y_down);
        Ok((slf.get_type().getattr("_restore")?, fields).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        costs: PyReadonlyArray2<'_, f64>,
        corners: &str,
        neighbors: u8,
        cell_size: f64,
        origin: At,
        y_down: bool,
    ) -> PyResult<Self> {
        let tiles = placed(tiles(&costs)?, cell_size, origin)?;
        let axis = if y_down { Axis::YDown } else { Axis::YUp };
        Self::with_options(tiles, axis, corners, neighbors)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Returns the tiles of an array of costs; those of 0 and of infinity are blocked.
fn tiles(costs: &PyReadonlyArray2<'_, f64>) -> PyResult<Tiles> {
    let costs = costs.as_array();
    let refused = |error: tautline::grid::GridError| PyValueError::new_err(error.to_string());
    let too_large = |_| PyValueError::new_err("the grid has more rows or columns than 2^32");
    let size: [u32; 2] = [
        u32::try_from(costs.ncols()).map_err(too_large)?,
        u32::try_from(costs.nrows()).map_err(too_large)?,
    ];
    let mut tiles = Tiles::new(size[0], size[1]).map_err(refused)?;
    for (y, row) in (0..).zip(costs.outer_iter()) {
        for (x, &cost) in (0..).zip(row) {
            if cost == 0.0 || cost == f64::INFINITY {
                tiles.set_blocked(x, y, true);
            } else if cost != 1.0 {
                tiles.set_cost(x, y, cost).map_err(refused)?;
            }
        }
    }
    Ok(tiles)
}

/// Puts the tiles at their place, and refuses places that give them no distinct coordinates.
fn placed(tiles: Tiles, cell_size: f64, origin: At) -> PyResult<Tiles> {
    let tiles = tiles.with_cell_size(cell_size).with_origin(origin.0.point);
    if tiles.is_placed() {
        return Ok(tiles);
    }
    let message = format!("the cell size {cell_size} gives the tiles no distinct coordinates");
    Err(PyValueError::new_err(message))
}
