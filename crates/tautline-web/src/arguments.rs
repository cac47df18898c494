//! Points and words from JavaScript.

use tautline::{DVec2, Place, UnknownWord, Words};

use crate::failure::{JsResult, out_of_range, wrong_type};

/// Reads `[x, y]` or `[x, y, floor]`.
pub(crate) fn place(name: &str, numbers: &[f64]) -> JsResult<Place> {
    match *numbers {
        [x, y] => Ok(Place::new([x, y])),
        [x, y, floor] if floor >= 0.0 && floor <= f64::from(u32::MAX) && floor.fract() == 0.0 => {
            Ok(Place::new([x, y]).on_layer(floor as u32))
        }
        [_, _, floor] => Err(out_of_range(format_args!("{name}: no floor has the number {floor}"))),
        _ => {
            let count = numbers.len();
            let expected = "expected [x, y] or [x, y, floor]";
            Err(wrong_type(format_args!("{name}: {expected}, not {count} numbers")))
        }
    }
}

/// Reads points that stand one behind the other.
pub(crate) fn points(name: &str, numbers: &[f64]) -> JsResult<Vec<DVec2>> {
    if numbers.len() % 2 == 1 {
        let count = numbers.len();
        return Err(wrong_type(format_args!(
            "{name}: expected x and y of each point, not {count} numbers"
        )));
    }
    Ok(numbers.chunks_exact(2).map(DVec2::from_slice).collect())
}

/// Returns the coordinates of points, one behind the other.
pub(crate) fn flat(points: impl IntoIterator<Item = DVec2>) -> Vec<f64> {
    points.into_iter().flat_map(|point| point.to_array()).collect()
}

/// Returns the variant of a word.
pub(crate) fn choice<T: Words>(name: &str, word: &str) -> JsResult<T> {
    UnknownWord::parsed(word).map_err(|error| out_of_range(format_args!("{name}: {error}")))
}
