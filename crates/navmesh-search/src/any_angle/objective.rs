//! The objectives of a search: the cells that contain a goal, the lower bound of an interval, and
//! when the search is done.
//!
//! Read [`point`] first; the other objectives change one thing each.

pub(super) mod point;
pub(super) mod nearest_goal;
pub(super) mod one_to_many;
pub(super) mod distance_field;
pub(super) mod exploration;
