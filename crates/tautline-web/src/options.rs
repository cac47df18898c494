//! Options objects of JavaScript.

use js_sys::{Array, Object, Reflect, Uint8Array};
use tautline::build::Merge;
use tautline::grid::Shortcut;
use tautline::io::Unknown;
use tautline::{BuildOptions, FieldQuery, GridOptions, Neighborhood, PathQuery, Place, Words};
use wasm_bindgen::{JsCast, JsValue};

use crate::arguments::choice;
use crate::failure::{JsResult, out_of_range, wrong_type};

/// An options object, or none.
#[derive(Debug)]
pub(crate) struct Options {
    object: Option<Object>,
}

impl Options {
    /// Reads an object; a property without a meaning is an error, so that no misspelt option is ignored.
    pub(crate) fn new(value: &JsValue, known: &[&str]) -> JsResult<Self> {
        if value.is_undefined() || value.is_null() {
            return Ok(Self { object: None });
        }
        let object = value.dyn_ref::<Object>().filter(|_| value.is_object());
        let Some(object) = object else {
            return Err(wrong_type("options: expected an object"));
        };
        for name in Object::keys(object).iter().filter_map(|name| name.as_string()) {
            if !known.contains(&name.as_str()) {
                let known = known.join(", ");
                return Err(wrong_type(format_args!("options: no {name:?}; there are {known}")));
            }
        }
        Ok(Self { object: Some(object.clone()) })
    }

    /// Returns the value of a property, if there is one.
    pub(crate) fn value(&self, name: &str) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.object else {
            return Ok(None);
        };
        let value = Reflect::get(object, &name.into())?;
        Ok(Some(value).filter(|value| !value.is_undefined()))
    }

    pub(crate) fn number(&self, name: &str) -> JsResult<Option<f64>> {
        let value = self.value(name)?;
        value.map(|value| value.as_f64().ok_or_else(|| expected(name, "a number"))).transpose()
    }

    /// Reads a whole number from 0.
    pub(crate) fn count(&self, name: &str) -> JsResult<Option<u64>> {
        self.number(name)?.map(|number| whole(name, number)).transpose()
    }

    /// Reads the number of a floor.
    pub(crate) fn floor(&self, name: &str) -> JsResult<Option<u32>> {
        let floor = self.count(name)?.map(u32::try_from).transpose();
        floor.map_err(|_| out_of_range(format_args!("{name}: a floor is below 2^32")))
    }

    /// Reads a list; none is an empty one.
    pub(crate) fn list(&self, name: &str) -> JsResult<Vec<JsValue>> {
        match self.value(name)? {
            None => Ok(Vec::new()),
            Some(list) => {
                let list = list.dyn_into::<Array>().map_err(|_| expected(name, "a list"))?;
                Ok(list.iter().collect())
            }
        }
    }

    /// Reads a list of texts; none is an empty one.
    pub(crate) fn texts(&self, name: &str) -> JsResult<Vec<String>> {
        let text = |value: JsValue| value.as_string().ok_or_else(|| expected(name, "texts"));
        self.list(name)?.into_iter().map(text).collect()
    }

    /// Reads an object from names to numbers; none is an empty one.
    pub(crate) fn entries(&self, name: &str) -> JsResult<Vec<(String, f64)>> {
        let Some(value) = self.value(name)? else {
            return Ok(Vec::new());
        };
        let object = value.dyn_into::<Object>();
        let object = object.map_err(|_| expected(name, "an object of names and numbers"))?;
        let names = Object::keys(&object).into_iter().filter_map(|name| name.as_string());
        let own = Self { object: Some(object) };
        let entry = |key: String| Ok((key.clone(), own.number(&key)?.unwrap_or(f64::NAN)));
        names.map(entry).collect()
    }

    pub(crate) fn is_set(&self, name: &str) -> JsResult<Option<bool>> {
        let value = self.value(name)?;
        value
            .map(|value| value.as_bool().ok_or_else(|| expected(name, "true or false")))
            .transpose()
    }

    pub(crate) fn text(&self, name: &str) -> JsResult<Option<String>> {
        let value = self.value(name)?;
        value.map(|value| value.as_string().ok_or_else(|| expected(name, "a text"))).transpose()
    }

    /// Reads one of some words.
    pub(crate) fn word<T: Words>(&self, name: &str) -> JsResult<Option<T>> {
        self.text(name)?.map(|word| choice(name, &word)).transpose()
    }
}

/// Checks a whole number from 0.
pub(crate) fn whole(name: &str, number: f64) -> JsResult<u64> {
    if number >= 0.0 && number.fract() == 0.0 {
        return Ok(number as u64);
    }
    Err(out_of_range(format_args!("{name}: expected a whole number, not {number}")))
}

fn expected(name: &str, kind: &str) -> JsValue {
    wrong_type(format_args!("{name}: expected {kind}"))
}

/// The options of the reading of a map file.
#[derive(Debug)]
pub(crate) struct FileSettings {
    pub(crate) layer: Option<String>,
    pub(crate) unknown: Unknown,
    /// The other files that the map names, by these names.
    files: Options,
}

impl FileSettings {
    const KNOWN: [&str; 3] = ["layer", "unknown", "files"];

    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        Self::of(&Options::new(value, &Self::KNOWN)?)
    }

    fn of(options: &Options) -> JsResult<Self> {
        let unknown = options.word("unknown")?.unwrap_or_default();
        let object = match options.value("files")? {
            None => None,
            Some(files) if files.is_object() => Some(files.unchecked_into()),
            Some(_) => return Err(expected("files", "an object of names and bytes")),
        };
        Ok(Self { layer: options.text("layer")?, unknown, files: Options { object } })
    }

    /// Returns the bytes of another file that the map names, or the reason why there are none.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let value = self.files.value(name).ok().flatten();
        let missing = || format!("the option `files` has no Uint8Array {name:?}");
        let bytes = value.and_then(|value| value.dyn_into::<Uint8Array>().ok());
        bytes.map(|bytes| bytes.to_vec()).ok_or_else(missing)
    }
}

/// The options of a build, and those of the reading of its input.
#[derive(Debug)]
pub(crate) struct BuildSettings {
    pub(crate) build: BuildOptions,
    pub(crate) planar: bool,
    pub(crate) file: FileSettings,
}

impl BuildSettings {
    const KNOWN: [&str; 7] =
        ["radius", "fill", "merge", "arcTolerance", "maxIntersections", "weld", "planar"];

    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        Self::of(&Self::options(value, &FileSettings::KNOWN)?)
    }

    /// Reads the options of a build and some more.
    pub(crate) fn options(value: &JsValue, more: &[&str]) -> JsResult<Options> {
        Options::new(value, &[&Self::KNOWN, more].concat())
    }

    pub(crate) fn of(options: &Options) -> JsResult<Self> {
        let mut build = BuildOptions::default();
        build.agent_radius = options.number("radius")?.unwrap_or(0.0);
        build.fill = options.word("fill")?.unwrap_or_default();
        if options.is_set("merge")? == Some(false) {
            build.merge = Merge::None;
        }
        build.weld = options.number("weld")?;
        build.arc_tolerance = options.number("arcTolerance")?.unwrap_or(build.arc_tolerance);
        build.max_intersections = options.count("maxIntersections")?.map(|most| most as usize);
        let planar = options.is_set("planar")?.unwrap_or(false);
        Ok(Self { build, planar, file: FileSettings::of(options)? })
    }
}

/// The options of queries: a query whose ends do not matter.
#[derive(Debug)]
pub(crate) struct QuerySettings {
    query: PathQuery,
}

impl QuerySettings {
    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        let known =
            ["snap", "search", "startPolicy", "goalPolicy", "gap", "maxExpanded", "maxCost"];
        let options = Options::new(value, &known)?;
        let mut query = PathQuery::new([0.0, 0.0], [0.0, 0.0]);
        query.snap = options.number("snap")?;
        query.search = options.word("search")?.unwrap_or_default();
        query.start_policy = options.word("startPolicy")?.unwrap_or_default();
        query.goal_policy = options.word("goalPolicy")?.unwrap_or_default();
        query.gap = options.number("gap")?;
        query.max_expanded = options.count("maxExpanded")?;
        query.max_cost = options.number("maxCost")?;
        Ok(Self { query })
    }

    /// Returns the query between two places.
    pub(crate) fn between(&self, start: Place, goal: Place) -> PathQuery {
        let mut query = self.query;
        [query.start, query.goal] = [start.point, goal.point];
        [query.start_layer, query.goal_layer] = [start.layer, goal.layer];
        query
    }
}

/// Reads the options of a distance field.
pub(crate) fn field_query<'a>(
    value: &JsValue,
    goals: &'a [Place],
) -> JsResult<FieldQuery<'a, Place>> {
    let options = Options::new(value, &["limit", "snap", "maxExpanded"])?;
    let mut query = FieldQuery::new(goals);
    query.max_cost = options.number("limit")?;
    query.snap = options.number("snap")?;
    query.max_expanded = options.count("maxExpanded")?;
    Ok(query)
}

/// Reads the options of the searches on tiles.
#[cfg(feature = "tiles")]
pub(crate) fn grid_options(value: &JsValue) -> JsResult<GridOptions> {
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
