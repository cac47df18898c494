//! A contender: a prepared map and a finder on it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use tautline::DVec2;

/// A map in a contender's own form.
pub trait PreparedMap {
    /// A finder on this map, with the working memory that its makers mean it to keep.
    fn finder(&self) -> Box<dyn Finder + '_>;
}

/// Answers queries, one after the other.
pub trait Finder {
    /// Finds a path: what is timed. Locating both ends and writing down the waypoints belong to it.
    fn find(&mut self, start: DVec2, goal: DVec2);

    /// The length of the path that was found last, summed up over its waypoints in f64; `None`
    /// where there was none, or where it ends anywhere but at the goal.
    fn length(&mut self) -> Option<f64>;
}

/// One who takes part on a map.
#[expect(missing_debug_implementations, reason = "the rivals' maps have none")]
pub struct Contender {
    /// The name of the contender.
    pub name: &'static str,
    /// The relative tolerance within which its lengths count as optimal.
    pub tolerance: f64,
    /// Its map, or why it cannot take part on this map.
    pub map: Result<Box<dyn PreparedMap>, String>,
    /// The preparation time, in milliseconds.
    pub prepare_ms: f64,
}

impl Contender {
    /// Prepares a contender's map and takes the time; a panic is a reason not to take part.
    pub fn prepare<G: PreparedMap + 'static>(
        name: &'static str,
        tolerance: f64,
        prepare: impl FnOnce() -> Result<G, String>,
    ) -> Self {
        let begun = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(prepare));
        let prepare_ms = begun.elapsed().as_secs_f64() * 1e3;
        let map = match result {
            Ok(Ok(map)) => Ok(Box::new(map) as Box<dyn PreparedMap>),
            Ok(Err(reason)) => Err(reason),
            Err(_) => Err("it panicked while it built its mesh".to_owned()),
        };
        Self { name, tolerance, map, prepare_ms }
    }
}

/// The length of a way from point to point.
pub(crate) fn length_of(points: impl IntoIterator<Item = DVec2>) -> f64 {
    let mut points = points.into_iter();
    let Some(mut last) = points.next() else { return 0.0 };
    let mut length = 0.0;
    for point in points {
        length += last.distance(point);
        last = point;
    }
    length
}
