//! Searches that stop and continue.
//!
//! 1. `incremental` – searches that their caller advances, and progress hooks.
//! 2. `paused` – a search that stopped at its budget.
//! 3. `resume` – continuing that search.

pub(crate) mod incremental;
pub(crate) mod paused;
mod resume;
