//! Errors of JavaScript.

use js_sys::{Error, RangeError, TypeError};
use tautline::PathError;
use tautline::error::{Explanation, Gap, Terrain};
use wasm_bindgen::JsValue;

use crate::record::{Record, pair, set};

/// The result of a call from JavaScript.
pub(crate) type JsResult<T> = Result<T, JsValue>;

/// Returns the error of input that is not usable.
pub(crate) fn unusable(message: impl std::fmt::Display) -> JsValue {
    Error::new(&message.to_string()).into()
}

/// Returns the error of an argument of another type.
pub(crate) fn wrong_type(message: impl std::fmt::Display) -> JsValue {
    TypeError::new(&message.to_string()).into()
}

/// Returns the error of an argument that is out of its range.
pub(crate) fn out_of_range(message: impl std::fmt::Display) -> JsValue {
    RangeError::new(&message.to_string()).into()
}

/// Returns the error of a failed query: `RangeError` for bad arguments, else `NoPath`.
pub(crate) fn no_path(error: PathError, map: &impl Terrain) -> JsValue {
    if let PathError::InvalidQuery { .. } | PathError::Unsupported { .. } = error {
        return out_of_range(error);
    }
    let explanation = error.explain(map);
    let raised = Error::new(&error.to_string());
    raised.set_name("NoPath");
    set(&raised, "reason", error.kind());
    if let PathError::BudgetExhausted { lower_bound, .. } = error {
        set(&raised, "lowerBound", lower_bound);
    }
    describe(&raised, &explanation);
    raised.into()
}

fn describe(raised: &Error, explanation: &Explanation) {
    set(raised, "explanation", explanation.to_string());
    if let Some(near) = &explanation.nearest {
        set(raised, "nearest", pair(near.point));
    }
    if let Some(Gap { from, to, width, .. }) = explanation.narrowest {
        let gap = Record::new().with("from", pair(from)).with("to", pair(to)).with("width", width);
        set(raised, "narrowest", gap);
    }
}
