//! The rules of a search, and the steps and components that follow from them.
//!
//! 1. `choices`, `options` – [`GridOptions`](options::GridOptions) and the enums that it holds.
//! 2. `steps` – the formulas of the heuristics.
//! 3. `moves` – the legal steps from every tile.
//! 4. `components` – the tiles that legal steps connect.

pub(crate) mod choices;
pub(crate) mod options;
pub(crate) mod steps;
pub(crate) mod moves;
pub(crate) mod components;
