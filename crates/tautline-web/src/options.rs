//! Options objects of JavaScript.

#[cfg(feature = "weighted")]
use js_sys::Array;
use js_sys::{Object, Reflect};
#[cfg(feature = "goals")]
use tautline::FieldQuery;
use tautline::build::Merge;
use tautline::{BuildOptions, PathQuery, Place, Words};
use wasm_bindgen::{JsCast, JsValue};

use crate::arguments::choice;
use crate::failure::{JsResult, out_of_range, wrong_type};

/// An options object, or none.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) object: Option<Object>,
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
    #[cfg(feature = "weighted")]
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
    #[cfg(feature = "weighted")]
    pub(crate) fn texts(&self, name: &str) -> JsResult<Vec<String>> {
        let text = |value: JsValue| value.as_string().ok_or_else(|| expected(name, "texts"));
        self.list(name)?.into_iter().map(text).collect()
    }

    /// Reads an object from names to numbers; none is an empty one.
    #[cfg(feature = "weighted")]
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

pub(crate) fn expected(name: &str, kind: &str) -> JsValue {
    wrong_type(format_args!("{name}: expected {kind}"))
}

/// The options of a build.
#[derive(Debug)]
pub(crate) struct BuildSettings {
    pub(crate) build: BuildOptions,
    pub(crate) planar: bool,
}

impl BuildSettings {
    const KNOWN: [&str; 7] =
        ["radius", "fill", "merge", "arcTolerance", "maxIntersections", "weld", "planar"];

    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        Self::of(&Self::options(value, &[])?)
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
        Ok(Self { build, planar })
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
#[cfg(feature = "goals")]
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
