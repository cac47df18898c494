//! Plain objects of JavaScript as results.

use js_sys::{Array, Float64Array, Object, Reflect, Uint32Array};
use tautline::DVec2;
use wasm_bindgen::JsValue;

/// An object that is filled property by property.
#[derive(Debug)]
pub(crate) struct Record(Object);

impl Record {
    pub(crate) fn new() -> Self {
        Self(Object::new())
    }

    /// Adds a property.
    pub(crate) fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        set(&self.0, name, value);
        self
    }

    /// Adds a property if there is a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Into<JsValue>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a Float64Array.
    pub(crate) fn numbers(self, name: &str, numbers: &[f64]) -> Self {
        self.with(name, Float64Array::from(numbers))
    }

    /// Adds a Uint32Array.
    pub(crate) fn counts(self, name: &str, counts: &[u32]) -> Self {
        self.with(name, Uint32Array::from(counts))
    }

    /// Adds a Float64Array with x and y of each point.
    pub(crate) fn points(self, name: &str, points: impl IntoIterator<Item = DVec2>) -> Self {
        self.numbers(name, &flat(points))
    }
}

impl From<Record> for JsValue {
    fn from(record: Record) -> Self {
        record.0.into()
    }
}

/// Returns the coordinates of points, one behind the other.
pub(crate) fn flat(points: impl IntoIterator<Item = DVec2>) -> Vec<f64> {
    points.into_iter().flat_map(|point| point.to_array()).collect()
}

/// Returns a list.
pub(crate) fn list<T: Into<JsValue>>(items: impl IntoIterator<Item = T>) -> JsValue {
    items.into_iter().map(Into::into).collect::<Array>().into()
}

/// Returns a point as an array of two numbers.
pub(crate) fn pair(point: DVec2) -> JsValue {
    Array::of2(&point.x.into(), &point.y.into()).into()
}

/// Sets a property of an object that was made here.
pub(crate) fn set(object: &JsValue, name: &str, value: impl Into<JsValue>) {
    set_value(object, name, &value.into());
}

fn set_value(object: &JsValue, name: &str, value: &JsValue) {
    // A fresh object takes every property.
    Reflect::set(object, &name.into(), value).ok();
}
