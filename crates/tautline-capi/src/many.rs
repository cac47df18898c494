//! Many goals: distances, the nearest ones, and distance fields.

use tautline::{FieldQuery, ManyQuery, Place};

use crate::border::{Buffer, Out, array};
use crate::finder::optional;
use crate::handles::{get, handle, insert, lock, remove};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_field, tl_finder, tl_place, tl_point, tl_scratch};

handle!(tl_field, tautline::DistanceField);

fn places(goals: &[tl_place]) -> Checked<Vec<Place>> {
    if goals.is_empty() {
        return Err(Failure::argument("no goals"));
    }
    Ok(goals.iter().copied().map(Place::from).collect())
}

/// Writes the distance to each goal, by one search: `distances` has room for `count`. Infinity means out of reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_distances(
    finder: tl_finder,
    from: tl_place,
    goals: *const tl_place,
    count: usize,
    distances: *mut f64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (goals, to) = unsafe {
            let to = Buffer::new(distances, count, std::ptr::null_mut())?;
            (places(&array(goals, count, "goals")?)?, to)
        };
        let found = get(finder)?.finder.distances(&ManyQuery::new(from, goals.as_slice()))?;
        to.give(&found)
    })
}

/// A goal that is near.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_near_goal {
    /// Its index among the goals.
    pub goal: usize,
    /// The length of the shortest path to it; the cost where cells have costs.
    pub distance: f64,
}

/// Writes the nearest goals that can be reached, at most `capacity`, the nearest first, and their number to `*found`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_nearest_goals(
    finder: tl_finder,
    from: tl_place,
    goals: *const tl_place,
    count: usize,
    nearest: *mut tl_near_goal,
    capacity: usize,
    found: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (goals, to) = unsafe {
            (places(&array(goals, count, "goals")?)?, Buffer::new(nearest, capacity, found)?)
        };
        let query = ManyQuery::new(from, goals.as_slice());
        let wanted = capacity.min(goals.len());
        let found = get(finder)?.finder.nearest(&query, wanted)?;
        let near =
            found.iter().map(|near| tl_near_goal { goal: near.goal, distance: near.distance });
        to.give(&near.collect::<Vec<_>>())
    })
}

/// Computes the distances from everywhere to the nearest goal. `max_cost` limits them; negative for no limit.
///
/// Free the field with `tl_field_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_field(
    finder: tl_finder,
    goals: *const tl_place,
    count: usize,
    max_cost: f64,
    field: *mut tl_field,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (goals, field) =
            unsafe { (places(&array(goals, count, "goals")?)?, Out::new(field, "field")?) };
        let mut query = FieldQuery::new(goals.as_slice());
        query.max_cost = optional(max_cost);
        field.put(insert(get(finder)?.finder.distance_field(&query)?));
        Ok(())
    })
}

/// Frees a distance field. Crowds that use it keep it.
#[unsafe(no_mangle)]
pub extern "C" fn tl_field_free(field: tl_field) -> tl_status {
    guard(|| remove(field))
}

/// Writes the distance to the nearest goal at each place, or infinity. `distances` has room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_field_distances(
    field: tl_field,
    places: *const tl_place,
    count: usize,
    distances: *mut f64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (places, to) = unsafe {
            let to = Buffer::new(distances, count, std::ptr::null_mut())?;
            (array(places, count, "places")?, to)
        };
        let field = get(field)?;
        let found = places.iter().map(|&place| field.distance_at(place).unwrap_or(f64::INFINITY));
        to.give(&found.collect::<Vec<_>>())
    })
}

/// Writes the direction to walk in at each place, of length 1; (0, 0) at a goal and where no path is known.
/// `directions` has room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_field_directions(
    field: tl_field,
    places: *const tl_place,
    count: usize,
    directions: *mut tl_point,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (places, to) = unsafe {
            let to = Buffer::new(directions, count, std::ptr::null_mut())?;
            (array(places, count, "places")?, to)
        };
        let field = get(field)?;
        let found =
            places.iter().map(|&place| field.direction_at(place).unwrap_or_default().into());
        to.give(&found.collect::<Vec<_>>())
    })
}

/// Puts the path from a place to the nearest goal into a scratch; `tl_scratch_points` gives its waypoints.
#[unsafe(no_mangle)]
pub extern "C" fn tl_field_path(field: tl_field, scratch: tl_scratch, from: tl_place) -> tl_status {
    guard(|| {
        let (field, own) = (get(field)?, get(scratch)?);
        let mut scratch = lock(&own)?;
        let found = field.path_from_into(from, &mut scratch.path);
        scratch.note(found)
    })
}
