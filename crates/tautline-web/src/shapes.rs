//! Shapes from JavaScript. `package/shapes.js` makes GeoJSON of what the caller wrote.

use std::fmt::Display;

use tautline::build::{build_features, near_misses_of_features};
use tautline::io::{Features, read_geojson};
use tautline::{BuildOptions, NavMesh};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, unusable};

#[wasm_bindgen(raw_module = "./shapes.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn geojson(name: &str, value: &JsValue, floor: u32) -> JsResult<String>;

    #[wasm_bindgen(catch, js_name = inWords)]
    fn in_words(value: &JsValue, message: &str) -> JsResult<String>;
}

/// The shapes of a call.
#[derive(Debug)]
pub(crate) struct Shapes<'a> {
    pub(crate) features: Features,
    value: &'a JsValue,
}

impl<'a> Shapes<'a> {
    /// Reads GeoJSON, or lists of shapes; those of no floor of their own lie on `floor`.
    pub(crate) fn read(name: &str, value: &'a JsValue, floor: u32) -> JsResult<Self> {
        let text = geojson(name, value, floor)?;
        let features = read_geojson(&text).map_err(|error| refused(value, error))?;
        Ok(Self { features, value })
    }

    /// Checks that the coordinates are lengths.
    pub(crate) fn checked(self, is_planar: bool) -> JsResult<Self> {
        check_planar(&self.features, is_planar)?;
        Ok(self)
    }

    /// Builds the mesh of the shapes. Returns it with notes, one sentence each.
    pub(crate) fn build(&self, options: &BuildOptions) -> JsResult<(NavMesh, Vec<String>)> {
        let built = build_features(&self.features, options);
        let (mesh, mut notes) = built.map_err(|error| self.refused(error))?;
        notes.extend(near_misses_of_features(&self.features, options));
        Ok((mesh, notes.into_iter().map(|note| self.named(note)).collect()))
    }

    /// Returns the error of shapes that cannot be used, by the names that the caller knows.
    pub(crate) fn refused(&self, error: impl Display) -> JsValue {
        refused(self.value, error)
    }

    /// Returns a sentence about shapes by the names that the caller knows.
    pub(crate) fn named(&self, sentence: String) -> String {
        in_words(self.value, &sentence).unwrap_or(sentence)
    }
}

/// Refuses coordinates that look like degrees.
pub(crate) fn check_planar(features: &Features, is_planar: bool) -> JsResult<()> {
    if features.looks_geographic() && !is_planar {
        return Err(unusable(
            "the coordinates look like longitude and latitude in degrees, and lengths in degrees mean nothing: \
             project them first, or pass planar: true",
        ));
    }
    Ok(())
}

fn refused(value: &JsValue, error: impl Display) -> JsValue {
    let sentence = error.to_string();
    unusable(in_words(value, &sentence).unwrap_or(sentence))
}
