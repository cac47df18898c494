//! Agents that the program moves: at once, by a push or a turn, or led as the player is.

use crate::crowd::command;
use crate::status::tl_status;
use crate::types::{tl_crowd, tl_place, tl_point};

/// Moves an agent at once. It keeps its goal.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_warp(crowd: tl_crowd, agent: u64, place: tl_place) -> tl_status {
    command(crowd, agent, |crowd, agent| crowd.warp(agent, place))
}

/// Moves an agent towards a point to which something else has pushed it, such as a physics engine. It slides along walls,
/// and keeps its velocity and its goal.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_push(crowd: tl_crowd, agent: u64, point: tl_point) -> tl_status {
    command(crowd, agent, |crowd, agent| crowd.push(agent, point))
}

/// Turns an agent with a turning rate at once, so that it heads in a direction of any length.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_face(crowd: tl_crowd, agent: u64, heading: tl_point) -> tl_status {
    command(crowd, agent, |crowd, agent| crowd.face(agent, heading))
}

/// Moves an agent that the program leads, such as the player. Others expect it to go on with `velocity`.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_drive(
    crowd: tl_crowd,
    agent: u64,
    place: tl_place,
    velocity: tl_point,
) -> tl_status {
    command(crowd, agent, |crowd, agent| crowd.drive(agent, place, velocity))
}
