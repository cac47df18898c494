//! Positions and velocities of all agents, in arrays of doubles or of floats.

use slotmap::Key;
use tautline::DVec2;

use crate::border::{Buffer, Out};
use crate::handles::{get, lock};
use crate::status::{Failure, guard, tl_status};
use crate::types::{tl_crowd, tl_point, tl_point_f};

/// Writes the ids, positions and velocities of all agents, in one order. Each array has room for `capacity` or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_agents(
    crowd: tl_crowd,
    agents: *mut u64,
    positions: *mut tl_point,
    velocities: *mut tl_point,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    // SAFETY: passed on.
    unsafe { write(crowd, agents, positions, velocities, capacity, count) }
}

/// Writes what `tl_crowd_agents` does, with positions and velocities rounded to floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_agents_f(
    crowd: tl_crowd,
    agents: *mut u64,
    positions: *mut tl_point_f,
    velocities: *mut tl_point_f,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    // SAFETY: passed on.
    unsafe { write(crowd, agents, positions, velocities, capacity, count) }
}

/// Writes the arrays that are not null.
///
/// # Safety
///
/// The contract of the crate.
unsafe fn write<P: Copy + From<DVec2>>(
    crowd: tl_crowd,
    agents: *mut u64,
    positions: *mut P,
    velocities: *mut P,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        let room = |is_null: bool| if is_null { 0 } else { capacity };
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (agents, positions, velocities, count) = unsafe {
            let none = std::ptr::null_mut();
            let agents = Buffer::new(agents, room(agents.is_null()), none)?;
            let positions = Buffer::new(positions, room(positions.is_null()), none)?;
            let velocities = Buffer::new(velocities, room(velocities.is_null()), none)?;
            (agents, positions, velocities, Out::optional(count, "count")?)
        };
        let own = get(crowd)?;
        let crowd = &lock(&own)?.crowd;
        if let Some(count) = count {
            count.put(crowd.len());
        }
        if capacity < crowd.len() {
            let message =
                format!("the arrays have {capacity} elements; {} are needed", crowd.len());
            return Err(Failure::new(tl_status::BufferTooSmall, message));
        }
        for (row, key) in crowd.keys().enumerate() {
            agents.put(row, key.data().as_ffi());
            positions.put(row, crowd.place(key).unwrap_or_default().point.into());
            velocities.put(row, crowd.velocity(key).unwrap_or_default().into());
        }
        Ok(())
    })
}
