//! The successors of an interval: the intervals that its root sees, or sees around a corner, in the next cell.
//!
//! [`expand`] is the general case; [`degree_two`] and [`funnel`] are shortcuts through cells with one exit.

pub(super) mod expand;
pub(super) mod emit;
pub(super) mod degree_two;
pub(super) mod funnel;
pub(super) mod line_of_sight;
