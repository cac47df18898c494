//! Searches that stop and continue.
//!
//! 1. `incremental` – searches that their caller advances, and progress hooks.
//! 2. `resume` – a search that stopped at its budget, and its continuation.

pub(crate) mod incremental;
pub(crate) mod resume;
