//! The class `Grid`.

use tautline::grid::{Shortcut, Sight, tiles_touched};
use tautline::incremental::IncrementalPathfinder;
use tautline::{Grid as Tiles, GridFinder, GridOptions, Neighborhood, Path as FoundPath, Scratch};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::place;
use crate::failure::{JsResult, no_path, out_of_range};
use crate::options::Options;
use crate::path::Path;
use crate::query::{Call, find_path, find_paths};
use crate::search::Search;
use crate::trace::Trace;
use crate::types::{GridOptionsObject, QueryOptionsObject, object};

/// A map of square tiles, and the cheapest paths between their centres.
///
/// Tile (0, 0) covers the points from (0, 0) to (1, 1).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Grid {
    finder: GridFinder,
}

#[wasm_bindgen]
impl Grid {
    /// Creates a map of free tiles.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32) -> JsResult<Grid> {
        let tiles = Tiles::new(width, height).map_err(out_of_range)?;
        Ok(Self { finder: GridFinder::new(tiles) })
    }

    /// Sets the options of the searches; those that are not named get their defaults.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(&mut self, options: GridOptionsObject) -> JsResult<()> {
        self.finder = self.finder.clone().with_options(grid_options(&options.into())?);
        Ok(())
    }

    /// The number of columns.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.tiles().width()
    }

    /// The number of rows.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.tiles().height()
    }

    /// Returns the cost of each tile, 0 where it is blocked, row by row.
    pub fn costs(&self) -> Vec<f64> {
        let tiles = self.tiles();
        let all = (0..tiles.height()).flat_map(|y| (0..tiles.width()).map(move |x| (x, y)));
        let cost = |(x, y)| {
            if tiles.is_blocked(x, y) { 0.0 } else { tiles.cost(x, y).unwrap_or(0.0) }
        };
        all.map(cost).collect()
    }

    /// Blocks or frees a tile.
    #[wasm_bindgen(js_name = setBlocked)]
    pub fn set_blocked(&mut self, x: u32, y: u32, blocked: bool) -> JsResult<()> {
        self.check(x, y)?;
        self.finder.set_blocked(x, y, blocked);
        Ok(())
    }

    /// Sets the cost of a step onto a tile.
    #[wasm_bindgen(js_name = setCost)]
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> JsResult<()> {
        self.finder.set_cost(x, y, cost).map(|_| ()).map_err(out_of_range)
    }

    /// Finds the cheapest path between the tiles of two points. Throws `NoPath` if there is none.
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Path> {
        let call = Call { start, goal, options: object(options) };
        find_path(&self.finder, &call, || None)
    }

    /// Finds the paths between the points of two lists, row by row.
    #[wasm_bindgen(unchecked_return_type = "Paths")]
    pub fn paths(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<JsValue> {
        let call = Call { start: starts, goal: goals, options: object(options) };
        find_paths(&self.finder, &call, None)
    }

    /// Begins a search that is advanced in slices.
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Search> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let search = self.finder.begin_boxed(&query);
        let search = search.map_err(|error| no_path(error, &self.finder))?;
        Ok(Search::new(search, self.finder.clone(), None))
    }

    /// Finds a path and records each step of the search.
    pub fn trace(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Trace> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let (mut trace, mut path) = (Trace::of_tiles(), FoundPath::default());
        let found =
            self.finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut trace);
        Ok(trace.with_path(found.is_ok().then(|| Path::new(path, None))))
    }

    /// Returns whether the straight line between two points touches free tiles only.
    pub fn sees(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
    ) -> JsResult<bool> {
        let sight = Sight::new(self.tiles(), self.finder.options().corners);
        let (start, goal) = (place("start", start)?.point, place("goal", goal)?.point);
        Ok(sight.between_points(start, goal))
    }

    /// Returns the tiles that the straight line between two points touches: x and y of each.
    #[wasm_bindgen(js_name = tilesTouched)]
    pub fn tiles_touched(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
    ) -> JsResult<Vec<u32>> {
        let (start, goal) = (place("start", start)?.point, place("goal", goal)?.point);
        let touched = tiles_touched(self.tiles(), start, goal);
        Ok(touched.into_iter().flat_map(|(x, y)| [x, y]).collect())
    }
}

impl Grid {
    /// Returns the grid of tiles.
    #[cfg(feature = "files")]
    pub(crate) fn of(tiles: Tiles) -> Self {
        Self { finder: GridFinder::new(tiles) }
    }

    /// Returns the tiles.
    pub(crate) fn tiles(&self) -> &Tiles {
        self.finder.grid()
    }

    fn check(&self, x: u32, y: u32) -> JsResult<()> {
        let (width, height) = (self.width(), self.height());
        if x < width && y < height {
            return Ok(());
        }
        Err(out_of_range(format_args!("tile ({x}, {y}) is outside a map of {width} by {height}")))
    }
}

/// Reads the options of the searches.
fn grid_options(value: &JsValue) -> JsResult<GridOptions> {
    let known = [
        "engine",
        "heuristic",
        "corners",
        "neighbors",
        "smoothing",
        "replacement",
        "straightIfSeen",
    ];
    let options = Options::new(value, &known)?;
    let mut grid = GridOptions::default();
    grid.engine = options.word("engine")?.unwrap_or(grid.engine);
    grid.heuristic = options.word("heuristic")?.unwrap_or(grid.heuristic);
    grid.corners = options.word("corners")?.unwrap_or(grid.corners);
    grid.smoothing = options.word("smoothing")?.unwrap_or(grid.smoothing);
    grid.replacement = options.word("replacement")?.unwrap_or(grid.replacement);
    if options.is_set("straightIfSeen")? == Some(true) {
        grid.shortcut = Shortcut::InSight;
    }
    grid.neighborhood = match options.number("neighbors")? {
        None => grid.neighborhood,
        Some(4.0) => Neighborhood::Four,
        Some(8.0) => Neighborhood::Eight,
        Some(other) => {
            return Err(out_of_range(format_args!("neighbors: expected 4 or 8, not {other}")));
        }
    };
    Ok(grid)
}
