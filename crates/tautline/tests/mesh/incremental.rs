//! Searches with a budget, in slices, with a progress hook, and in batches.

mod budgets;
mod slices;
mod batches;
