//! Points as places.

use tautline::Place;

/// Returns points as places.
pub(crate) fn places(points: &[impl Into<Place> + Copy]) -> Vec<Place> {
    points.iter().map(|&point| point.into()).collect()
}
