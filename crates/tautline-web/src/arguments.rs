//! Points, numbers and words from JavaScript. `package/arguments.js` makes flat arrays of what the caller wrote.

use tautline::mesh::{DoorId, DoorName};
use tautline::{DVec2, Place, UnknownWord, Words};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, out_of_range, wrong_type};

#[wasm_bindgen(raw_module = "./arguments.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = place)]
    fn read_place(name: &str, value: &JsValue) -> JsResult<Vec<f64>>;

    #[wasm_bindgen(catch, js_name = places)]
    fn read_places(name: &str, value: &JsValue) -> JsResult<Vec<f64>>;

    /// Reads numbers: those of a list, or a single one.
    #[wasm_bindgen(catch)]
    pub(crate) fn numbers(name: &str, value: &JsValue) -> JsResult<Vec<f64>>;
}

/// Reads a point with a floor or without.
pub(crate) fn place(name: &str, value: &JsValue) -> JsResult<Place> {
    let mut found = rows(read_place(name, value)?);
    found.pop().ok_or_else(|| wrong_type(format_args!("{name}: expected a point")))
}

/// Reads a list of points with floors or without.
pub(crate) fn places(name: &str, value: &JsValue) -> JsResult<Vec<Place>> {
    Ok(rows(read_places(name, value)?))
}

/// Reads a list of points without their floors.
pub(crate) fn points(name: &str, value: &JsValue) -> JsResult<Vec<DVec2>> {
    Ok(places(name, value)?.into_iter().map(|place| place.point).collect())
}

/// Returns the places of rows of x, y and a floor, which `arguments.js` has checked; NaN is no floor. The number behind the rows
/// tells whether coordinates have 32 bits.
fn rows(numbers: Vec<f64>) -> Vec<Place> {
    let rows = numbers.chunks_exact(3);
    let is_f32 = rows.remainder() == [1.0];
    let place = |row: &[f64]| {
        let place = Place { is_f32, ..Place::new(DVec2::from_slice(row)) };
        if row[2].is_nan() { place } else { place.on_layer(row[2] as u32) }
    };
    rows.map(place).collect()
}

/// Reads two lists of points that belong together row by row; a list of one point serves all rows.
pub(crate) fn pairs(
    [name, other_name]: [&str; 2],
    [value, other]: [&JsValue; 2],
) -> JsResult<Vec<[Place; 2]>> {
    let (own, other) = (places(name, value)?, places(other_name, other)?);
    let rows = rows_of([own.len(), other.len()]).ok_or_else(|| {
        let counts = format!("there are {} {name} and {} {other_name}", own.len(), other.len());
        out_of_range(counts)
    })?;
    Ok((0..rows).map(|row| [row_of(&own, row), row_of(&other, row)]).collect())
}

/// Returns the number of rows of two lists; `None` if they do not belong together.
pub(crate) fn rows_of(counts: [usize; 2]) -> Option<usize> {
    match counts {
        [own, other] if own == other || other == 1 => Some(own),
        [1, other] => Some(other),
        _ => None,
    }
}

/// Returns the point of a row; a list of one point serves all rows.
pub(crate) fn row_of<T: Copy>(all: &[T], row: usize) -> T {
    all[if all.len() == 1 { 0 } else { row }]
}

/// A door as the caller names it.
#[derive(Debug)]
pub(crate) enum Door {
    Called(String),
    Numbered(u32),
}

impl Door {
    pub(crate) fn read(value: &JsValue) -> JsResult<Self> {
        if let Some(name) = value.as_string() {
            return Ok(Self::Called(name));
        }
        match value.as_f64() {
            Some(number) if number == f64::from(number as u32) => Ok(Self::Numbered(number as u32)),
            Some(number) => Err(out_of_range(format_args!("there is no door {number}"))),
            None => Err(wrong_type("door: expected its name or its number")),
        }
    }

    pub(crate) fn name(&self) -> DoorName<'_> {
        match self {
            Self::Called(name) => DoorName::from(name),
            Self::Numbered(number) => DoorId(*number).into(),
        }
    }
}

/// Returns the variant of a word.
pub(crate) fn choice<T: Words>(name: &str, word: &str) -> JsResult<T> {
    UnknownWord::parsed(word).map_err(|error| out_of_range(format_args!("{name}: {error}")))
}
