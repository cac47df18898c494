//! Spatial queries: nearest points, rays, moves along walls, distances of walls, random points, visibility, widths.

use tautline::MeshQueries;
use tautline::queries::WallHit;

use crate::border::{Buffer, Out, Plain};
use crate::handles::get;
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_finder, tl_place, tl_point};

/// Writes the nearest place of the mesh, and its distance to `*distance`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_nearest(
    finder: tl_finder,
    from: tl_place,
    nearest: *mut tl_place,
    distance: *mut f64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (nearest, distance) =
            unsafe { (Out::new(nearest, "nearest")?, Out::optional(distance, "distance")?) };
        checked(from)?;
        let finder = get(finder)?;
        let near = finder.mesh.nearest(from).ok_or_else(no_ground)?;
        nearest.put(finder.mesh.place_in(near.cell.slot, near.point).into());
        if let Some(distance) = distance {
            distance.put(near.distance);
        }
        Ok(())
    })
}

fn no_ground() -> Failure {
    Failure::new(tl_status::NotFound, "nothing is walkable there")
}

fn checked(place: tl_place) -> Checked<()> {
    let is_number = place.point.x.is_finite() && place.point.y.is_finite();
    let message = || Failure::argument(format_args!("{:?} is no point", place.point));
    if is_number { Ok(()) } else { Err(message()) }
}

/// The end of a ray or of a move.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_hit {
    /// The last place. A query from there goes on on its side of the wall.
    pub place: tl_place,
    /// The length of the ray, or of the way of the move.
    pub distance: f64,
    /// Not 0 if a wall ended it; else it reached its target.
    pub hit_wall: u32,
    /// 0.
    pub reserved: u32,
    /// The direction away from the wall, of length 1; (0, 0) without one.
    pub normal: tl_point,
}

impl tl_hit {
    fn new(place: tautline::Place, distance: f64, wall: Option<WallHit>) -> Self {
        Self {
            place: place.into(),
            distance,
            hit_wall: u32::from(wall.is_some()),
            reserved: 0,
            normal: wall.map_or(tl_point::default(), |wall| wall.normal.into()),
        }
    }
}

/// Casts a ray to a point, up to the first wall or closed door.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_ray(
    finder: tl_finder,
    from: tl_place,
    to: tl_point,
    hit: *mut tl_hit,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let hit = unsafe { Out::new(hit, "hit") }?;
        let ray = MeshQueries::new(&get(finder)?.mesh).cast_ray(from, [to.x, to.y])?;
        hit.put(tl_hit::new(ray.place(), ray.distance, ray.wall));
        Ok(())
    })
}

/// Moves a point towards another one, and slides along walls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_move_along(
    finder: tl_finder,
    from: tl_place,
    to: tl_point,
    hit: *mut tl_hit,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let hit = unsafe { Out::new(hit, "hit") }?;
        let moved = MeshQueries::new(&get(finder)?.mesh).move_along(from, [to.x, to.y])?;
        hit.put(tl_hit::new(moved.place(), moved.travelled, moved.wall));
        Ok(())
    })
}

/// Finds the nearest wall within a distance. The status is `TL_STATUS_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_wall(
    finder: tl_finder,
    from: tl_place,
    max_distance: f64,
    hit: *mut tl_hit,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let hit = unsafe { Out::new(hit, "hit") }?;
        let near = MeshQueries::new(&get(finder)?.mesh).nearest_wall(from, max_distance)?;
        let none = || Failure::new(tl_status::NotFound, "no wall is that near");
        let near = near.ok_or_else(none)?;
        hit.put(tl_hit::new(near.place(), near.distance, Some(near.wall)));
        Ok(())
    })
}

/// Returns the next random number, by SplitMix64 (Steele, Lea and Flood 2014).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Chooses a point of the walkable area, every part of it as likely as its area.
///
/// `*state` is any number at first, and changes with each call: the same numbers give the same points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_random_point(
    finder: tl_finder,
    state: *mut u64,
    place: *mut tl_place,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (mut random, state, place) = unsafe {
            let random = crate::border::value(state, "state")?;
            (random, Out::new(state, "state")?, Out::new(place, "place")?)
        };
        let finder = get(finder)?;
        let found = MeshQueries::new(&finder.mesh).random_point(&mut || next_random(&mut random));
        place.put(found.ok_or_else(no_ground)?.into());
        state.put(random);
        Ok(())
    })
}

/// Chooses a point of the walkable area within a circle, connected to its centre or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_random_point_around(
    finder: tl_finder,
    center: tl_place,
    radius: f64,
    state: *mut u64,
    place: *mut tl_place,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (mut random, state, place) = unsafe {
            let random = crate::border::value(state, "state")?;
            (random, Out::new(state, "state")?, Out::new(place, "place")?)
        };
        let finder = get(finder)?;
        let mut queries = MeshQueries::new(&finder.mesh);
        let mut next = || next_random(&mut random);
        place.put(queries.random_point_around(center, radius, &mut next)?.into());
        state.put(random);
        Ok(())
    })
}

/// Writes the ring of the region that is visible from a place, counter-clockwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_visible(
    finder: tl_finder,
    from: tl_place,
    ring: *mut tl_point,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let ring = unsafe { Buffer::new(ring, capacity, count) }?;
        let region = MeshQueries::new(&get(finder)?.mesh).visible_from(from)?;
        ring.give(&region.ring.into_iter().map(tl_point::from).collect::<Vec<_>>())
    })
}

/// The widest way between two places.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_widest {
    /// Its width on the mesh, which the radius of the map has narrowed on both sides.
    pub width: f64,
    /// One end of its narrowest place, or a start, goal or link near a wall.
    pub from: tl_point,
    /// The other end.
    pub to: tl_point,
}

// SAFETY: numbers and points.
unsafe impl Plain for tl_widest {}

/// Finds the way between two places with the widest narrowest place.
///
/// The status is `TL_STATUS_UNREACHABLE` if there is no way. The first call of a finder prepares the whole map.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_widest(
    finder: tl_finder,
    from: tl_place,
    to: tl_place,
    widest: *mut tl_widest,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let out = unsafe { Out::new(widest, "widest") }?;
        let widths = get(finder)?.finder.widths();
        let way = widths.widest(from, to)?;
        let none = || Failure::new(tl_status::Unreachable, "no way leads there");
        let way = way.ok_or_else(none)?;
        let [start, end] = way.ends(from.point.into(), to.point.into()).map(tl_point::from);
        out.put(tl_widest { width: way.width, from: start, to: end });
        Ok(())
    })
}
