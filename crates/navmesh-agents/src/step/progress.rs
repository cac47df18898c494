//! Progress: the speed that agents lose to others, and the time for which they are still.

use navmesh_core::DVec2;

use super::turning::share_of_speed;
use crate::rows::Rows;

/// The progress below which an agent counts as still, as a share of its greatest speed.
const STILL: f64 = 0.3;

/// The time over which the loss of speed is averaged, in seconds.
const MEMORY: f64 = 2.0;

/// Averages the share of the speed that an agent loses, and the time without much progress. `before` is its heading before the
/// step.
pub(super) fn measure(rows: &mut Rows, row: usize, before: DVec2, seconds: f64) {
    let (options, max_speed) = (&rows.options[row], rows.speeds[row]);
    let (intended, direction) =
        (rows.intended[row].length(), rows.intended[row].normalize_or_zero());
    // An agent that brakes is not held up by others.
    let mut speed = options.max_acceleration.map_or(max_speed, |_| max_speed.min(intended));
    if options.max_turning_rate.is_some() {
        speed *= share_of_speed(rows.headings[row], direction);
        // Nor is one that turns on the spot.
        if speed == 0.0 && rows.headings[row].dot(direction) > before.dot(direction) {
            return;
        }
    }
    let speed = speed.max(f64::MIN_POSITIVE);
    let progress = rows.velocities[row].dot(direction);
    let lost = (1.0 - progress / speed).clamp(0.0, 1.0);
    let weight = (seconds / MEMORY).min(1.0);
    rows.slowness[row] += (lost - rows.slowness[row]) * weight;
    let calm = rows.calm[row] + seconds;
    rows.calm[row] = if progress < STILL * speed { calm } else { 0.0 };
}
