//! Options objects of JavaScript.

use js_sys::{Object, Reflect};
use tautline::build::{FillRule, Merge};
use tautline::grid::{GridHeuristic, Replacement, Shortcut, Smoothing};
use tautline::{
    BuildOptions, CornerRule, GoalPolicy, GridOptions, GridSearch, Neighborhood, PathQuery, Place,
    Search, StartPolicy,
};
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

    fn get(&self, name: &str) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.object else {
            return Ok(None);
        };
        let value = Reflect::get(object, &name.into())?;
        Ok(Some(value).filter(|value| !value.is_undefined()))
    }

    pub(crate) fn number(&self, name: &str) -> JsResult<Option<f64>> {
        let value = self.get(name)?;
        value.map(|value| value.as_f64().ok_or_else(|| expected(name, "a number"))).transpose()
    }

    fn count(&self, name: &str) -> JsResult<Option<u64>> {
        let Some(number) = self.number(name)? else {
            return Ok(None);
        };
        if number >= 0.0 && number.fract() == 0.0 {
            return Ok(Some(number as u64));
        }
        Err(out_of_range(format_args!("{name}: expected a whole number, not {number}")))
    }

    pub(crate) fn is_set(&self, name: &str) -> JsResult<Option<bool>> {
        let value = self.get(name)?;
        value
            .map(|value| value.as_bool().ok_or_else(|| expected(name, "true or false")))
            .transpose()
    }

    pub(crate) fn text(&self, name: &str) -> JsResult<Option<String>> {
        let value = self.get(name)?;
        value.map(|value| value.as_string().ok_or_else(|| expected(name, "a text"))).transpose()
    }

    fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> JsResult<Option<T>> {
        self.text(name)?.map(|word| choice(name, &word, words)).transpose()
    }
}

fn expected(name: &str, kind: &str) -> JsValue {
    wrong_type(format_args!("{name}: expected {kind}"))
}

const FILL_RULES: [(&str, FillRule); 2] =
    [("non-zero", FillRule::NonZero), ("even-odd", FillRule::EvenOdd)];

/// The options of a build, and those of the reading of its input.
#[derive(Debug)]
pub(crate) struct BuildSettings {
    pub(crate) build: BuildOptions,
    pub(crate) planar: bool,
    pub(crate) layer: Option<String>,
}

impl BuildSettings {
    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        let options = Options::new(value, &["radius", "fill", "merge", "planar", "layer"])?;
        let mut build = BuildOptions::default();
        build.agent_radius = options.number("radius")?.unwrap_or(0.0);
        build.fill = options.word("fill", &FILL_RULES)?.unwrap_or_default();
        if options.is_set("merge")? == Some(false) {
            build.merge = Merge::None;
        }
        let planar = options.is_set("planar")?.unwrap_or(false);
        Ok(Self { build, planar, layer: options.text("layer")? })
    }
}

const SEARCHES: [(&str, Search); 3] =
    [("auto", Search::Auto), ("optimal", Search::Optimal), ("corridor", Search::Corridor)];

const START_POLICIES: [(&str, StartPolicy); 3] = [
    ("exact", StartPolicy::Exact),
    ("nearest", StartPolicy::Nearest),
    ("nearest-reachable", StartPolicy::NearestReachable),
];

const GOAL_POLICIES: [(&str, GoalPolicy); 3] = [
    ("exact", GoalPolicy::Exact),
    ("nearest", GoalPolicy::Nearest),
    ("nearest-reachable", GoalPolicy::NearestReachable),
];

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
        query.search = options.word("search", &SEARCHES)?.unwrap_or_default();
        query.start_policy = options.word("startPolicy", &START_POLICIES)?.unwrap_or_default();
        query.goal_policy = options.word("goalPolicy", &GOAL_POLICIES)?.unwrap_or_default();
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

const ENGINES: [(&str, GridSearch); 4] = [
    ("auto", GridSearch::Auto),
    ("a-star", GridSearch::AStar),
    ("jump-points", GridSearch::JumpPoints),
    ("jump-tables", GridSearch::JumpTables),
];

const HEURISTICS: [(&str, GridHeuristic); 4] = [
    ("octile", GridHeuristic::Octile),
    ("manhattan", GridHeuristic::Manhattan),
    ("euclidean", GridHeuristic::Euclidean),
    ("zero", GridHeuristic::Zero),
];

const CORNERS: [(&str, CornerRule); 3] = [
    ("never", CornerRule::Never),
    ("one-free", CornerRule::OneFree),
    ("always", CornerRule::Always),
];

const SMOOTHINGS: [(&str, Smoothing); 3] = [
    ("none", Smoothing::None),
    ("one-pass", Smoothing::OnePass),
    ("fixed-point", Smoothing::FixedPoint),
];

const REPLACEMENTS: [(&str, Replacement); 3] = [
    ("nearest", Replacement::Nearest),
    ("ring", Replacement::Ring),
    ("huge-cost", Replacement::HugeCost),
];

/// Reads the options of the searches on tiles.
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
    grid.engine = options.word("engine", &ENGINES)?.unwrap_or(grid.engine);
    grid.heuristic = options.word("heuristic", &HEURISTICS)?.unwrap_or(grid.heuristic);
    grid.corners = options.word("corners", &CORNERS)?.unwrap_or(grid.corners);
    grid.smoothing = options.word("smoothing", &SMOOTHINGS)?.unwrap_or(grid.smoothing);
    grid.replacement = options.word("replacement", &REPLACEMENTS)?.unwrap_or(grid.replacement);
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
