//! Queries with many goals, against single queries and against the oracle.

mod any_goal;
mod costly_fields;
mod costly_ground;
mod distances;
mod fields;
mod in_slices;
mod limits;
mod options;
mod places;
mod restricted;
