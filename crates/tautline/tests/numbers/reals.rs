//! Numbers that are not finite, very large or very small, in every function that takes a number, a point or a shape.
//!
//! 1. `shapes` – outlines, lines, links and options of builds.
//! 2. `live` – edits of live maps.
//! 3. `paths` – queries for one path, and points along a path.
//! 4. `goals` – questions to many goals, and fields.
//! 5. `places` – questions about places on a mesh.
//! 6. `surfaces` – heights, picks and paths on surfaces.
//! 7. `tiles` – tile maps.
//! 8. `agents` – crowds.
//! 9. `scenes` – pictures.

mod shapes;
mod live;
mod paths;
mod goals;
mod places;
mod surfaces;
mod tiles;
mod agents;
#[cfg(feature = "draw")]
mod scenes;

use std::fmt::{Debug, Display};

use tautline::error::Short;
use tautline::{MeshFinder, Outline};

use crate::within_memory;

/// Numbers that no length, cost or coordinate should be, and two that one may be.
const REALS: [f64; 7] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e20, -1e20, 1e-320];

/// An answer or an error as a text.
type Outcome = Result<String, String>;

fn outcome<T: Debug, E: Display>(result: Result<T, E>) -> Outcome {
    result.map(|answer| format!("{answer:?}")).map_err(|error| error.to_string())
}

/// The outcome of a function without errors.
fn answer(answer: impl Debug) -> Outcome {
    Ok(format!("{answer:?}"))
}

/// The outcome of a call whose error names the argument, and not its value.
fn named(outcome: Outcome, argument: &str) -> Outcome {
    outcome.or_else(|error| if error.contains(argument) { answer(None::<()>) } else { Err(error) })
}

/// Calls functions with each number, and fails if an outcome is wrong.
///
/// NaN is an error that shows it, or has no answer. An infinity or 10²⁰ is an error that shows it, or has an answer
/// without NaN. `names` lists the functions, for the comparison with `docs/api`.
#[track_caller]
fn each_real<A: IntoIterator<Item = Outcome>>(names: &str, mut call: impl FnMut(f64) -> A) {
    let mut faults = Vec::new();
    for number in REALS {
        let outcomes = within_memory(&format!("{names} of {number}"), || call(number));
        for (index, outcome) in outcomes.into_iter().enumerate() {
            let fault = fault_of(number, &outcome);
            faults.extend(
                fault.map(|fault| format!("call {index} with {number:e}: {fault}: {outcome:?}")),
            );
        }
    }
    assert!(faults.is_empty(), "{names}:\n{}", faults.join("\n"));
}

/// Returns the fault of an outcome.
fn fault_of(number: f64, outcome: &Outcome) -> Option<&'static str> {
    let has_no_answer = |text: &str| ["None", "false", "[]"].contains(&text);
    match outcome {
        Err(text) if number.abs() > 1e19 || number.is_nan() => {
            let shown = Short(number).to_string();
            (!text.contains(shown.trim_start_matches('-')))
                .then_some("the error does not show the number")
        }
        Err(_) => None,
        Ok(text) if number.is_nan() && !has_no_answer(text) => Some("NaN has an answer"),
        Ok(text) => text.contains("NaN").then_some("the answer contains NaN"),
    }
}

/// A ring with a number as a coordinate.
fn ring(number: f64) -> Outline {
    Outline::new([[2.0, 2.0], [number, 2.0], [4.0, 4.0]])
}

/// Finders on ground of one cost, and of two.
fn finders() -> [MeshFinder; 2] {
    crate::questions::finders()
}
