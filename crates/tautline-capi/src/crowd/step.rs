//! The step of a crowd, its events, the places of its agents, and saved states.

use std::ffi::c_void;

use slotmap::Key;
use tautline::agents::{AgentKey, AgentState, CrowdError, CrowdState, Event};
use tautline::io::{read_state, write_state};

use crate::border::{Buffer, OutVersioned, Plain, Versioned, array};
use crate::crowd::{Agents, agent_key, tl_agent_options};
use crate::handles::{get, lock};
use crate::status::{Failure, guard, status_of, tl_status};
use crate::types::{tl_crowd, tl_place, tl_point};

/// Moves a crowd on by some seconds. `max_expanded` limits the nodes of its searches; 0 for no limit.
///
/// `tl_crowd_events` gives the events of the step.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_step(crowd: tl_crowd, seconds: f64, max_expanded: u64) -> tl_status {
    guard(|| {
        let own = get(crowd)?;
        let crowd = &mut *lock(&own)?;
        let budget = if max_expanded == 0 { u64::MAX } else { max_expanded };
        Ok(crowd.crowd.step_into(seconds, budget, &mut crowd.report)?)
    })
}

/// The kinds of events.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_event_kind {
    /// The agent has arrived and stands. Comes again if others push it far away, once it is back.
    Arrived = 1,
    /// The agent stands near its goal, because others are there. Comes again like `Arrived`.
    Settled = 2,
    /// There is no path to its goal; `reason` says why. It waits until an edit opens one.
    NoPath = 3,
    /// The agent stands at the entrance of a link, which leads to `point`. Warp it there.
    AtLink = 4,
    /// The agent walks around a jam.
    Detour = 5,
    /// The agent was moved by `distance`, because its place is not walkable any more.
    Moved = 6,
}

/// An event of a step.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_event {
    /// A `tl_event_kind`.
    pub kind: u32,
    /// A `tl_status`: the reason why there is no path.
    pub reason: u32,
    /// The agent.
    pub agent: u64,
    /// The pointer of the agent.
    pub user: *mut c_void,
    /// The exit of the link.
    pub point: tl_point,
    /// The distance.
    pub distance: f64,
    /// The index of the link.
    pub link: usize,
}

/// Writes the events of the last step, in the same order on every run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_events(
    crowd: tl_crowd,
    events: *mut tl_event,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let events = unsafe { Buffer::new(events, capacity, count) }?;
        let own = get(crowd)?;
        let crowd = lock(&own)?;
        let all: Vec<_> =
            crowd.report.events.iter().filter_map(|event| told(&crowd, event)).collect();
        events.give(&all)
    })
}

fn told(crowd: &Agents, event: &Event) -> Option<tl_event> {
    let plain = |kind: tl_event_kind, agent: AgentKey| tl_event {
        kind: kind as u32,
        reason: 0,
        agent: agent.data().as_ffi(),
        user: crowd.user(agent),
        point: tl_point::default(),
        distance: 0.0,
        link: 0,
    };
    Some(match event {
        Event::Arrived { agent } => plain(tl_event_kind::Arrived, *agent),
        Event::Settled { agent } => plain(tl_event_kind::Settled, *agent),
        Event::NoPath { agent, error } => {
            tl_event { reason: status_of(error) as u32, ..plain(tl_event_kind::NoPath, *agent) }
        }
        Event::AtLink { agent, link, exit } => tl_event {
            point: (*exit).into(),
            link: link.link.index(),
            ..plain(tl_event_kind::AtLink, *agent)
        },
        Event::Detour { agent } => plain(tl_event_kind::Detour, *agent),
        Event::Moved { agent, distance } => {
            tl_event { distance: *distance, ..plain(tl_event_kind::Moved, *agent) }
        }
        _ => return None,
    })
}

/// The cost of a step, and the time of the crowd.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_step_info {
    /// The size of this struct.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// The number of agents.
    pub agents: usize,
    /// The number of path searches.
    pub searches: u64,
    /// The number of nodes that they expanded.
    pub expanded: u64,
    /// The number of agents that wait for a search in a later step.
    pub waiting: u64,
    /// The time of the crowd, in seconds.
    pub time: f64,
}

// SAFETY: numbers.
unsafe impl Plain for tl_step_info {}

impl Versioned for tl_step_info {}

/// Writes what the last step did. Set `info->size` first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_info(crowd: tl_crowd, info: *mut tl_step_info) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let info = unsafe { OutVersioned::required(info, "info") }?;
        let own = get(crowd)?;
        let crowd = lock(&own)?;
        info.put(tl_step_info {
            size: size_of::<tl_step_info>() as u32,
            reserved: 0,
            agents: crowd.crowd.len(),
            searches: crowd.report.searches,
            expanded: crowd.report.expanded,
            waiting: crowd.report.waiting,
            time: crowd.crowd.time(),
        });
        Ok(())
    })
}

/// The states of agents.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_agent_state {
    /// It has no goal and stands.
    Stands = 0,
    /// It walks to its goal.
    Walks = 1,
    /// No path leads to its goal; it waits for one.
    Waits = 2,
    /// It has arrived.
    Arrived = 3,
    /// The program moves it.
    Driven = 4,
}

/// The state of an agent.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_agent_info {
    /// The size of this struct.
    pub size: u32,
    /// A `tl_agent_state`.
    pub state: u32,
    /// Its place.
    pub place: tl_place,
    /// Its velocity, in map units a second.
    pub velocity: tl_point,
    /// The direction in which it heads, of length 1; (0, 0) for an agent without a turning rate.
    pub heading: tl_point,
    /// Its goal, if `has_goal` is not 0.
    pub goal: tl_place,
    /// Not 0 if it has a goal that is a place.
    pub has_goal: u32,
    /// A `tl_status`: the reason why it waits.
    pub reason: u32,
    /// The length of the way left; negative if it is not known.
    pub way_left: f64,
    /// The cost of the way left; negative if it is not known.
    pub cost_left: f64,
    /// The pointer of the agent.
    pub user: *mut c_void,
}

// SAFETY: numbers, plain structs and a pointer.
unsafe impl Plain for tl_agent_info {}

impl Default for tl_agent_info {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            state: 0,
            place: tl_place::default(),
            velocity: tl_point::default(),
            heading: tl_point::default(),
            goal: tl_place::default(),
            has_goal: 0,
            reason: 0,
            way_left: -1.0,
            cost_left: -1.0,
            user: std::ptr::null_mut(),
        }
    }
}

impl Versioned for tl_agent_info {}

/// Writes what is known about an agent. Set `info->size` first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_agent(
    crowd: tl_crowd,
    agent: u64,
    info: *mut tl_agent_info,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let info = unsafe { OutVersioned::required(info, "info") }?;
        let own = get(crowd)?;
        let agents = lock(&own)?;
        let (crowd, key) = (&agents.crowd, agent_key(agent)?);
        let state = match crowd.agent_state(key).ok_or(CrowdError::UnknownAgent(key))? {
            AgentState::Walks => tl_agent_state::Walks,
            AgentState::Waits => tl_agent_state::Waits,
            AgentState::Arrived => tl_agent_state::Arrived,
            AgentState::Driven => tl_agent_state::Driven,
            _ => tl_agent_state::Stands,
        };
        let goal = crowd.goal(key);
        info.put(tl_agent_info {
            state: state as u32,
            place: crowd.place(key).unwrap_or_default().into(),
            velocity: crowd.velocity(key).unwrap_or_default().into(),
            heading: crowd.heading(key).unwrap_or_default().into(),
            goal: goal.unwrap_or_default().into(),
            has_goal: goal.is_some().into(),
            reason: crowd.why_waiting(key).map_or(0, |error| status_of(&error) as u32),
            way_left: crowd.way_left(key).unwrap_or(-1.0),
            cost_left: crowd.cost_left(key).unwrap_or(-1.0),
            user: agents.user(key),
            ..tl_agent_info::default()
        });
        Ok(())
    })
}

/// Writes the waypoints ahead of an agent, up to its goal or the entrance of a link; none if it does not walk.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_waypoints(
    crowd: tl_crowd,
    agent: u64,
    points: *mut tl_point,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let points = unsafe { Buffer::new(points, capacity, count) }?;
        let key = agent_key(agent)?;
        let own = get(crowd)?;
        let crowd = &lock(&own)?.crowd;
        crowd.place(key).ok_or(CrowdError::UnknownAgent(key))?;
        let ahead: Vec<_> = crowd.waypoints_ahead(key).map(tl_point::from).collect();
        points.give(&ahead)
    })
}

/// Writes the options of an agent. Set `options->size` first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_options(
    crowd: tl_crowd,
    agent: u64,
    options: *mut tl_agent_options,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let to = unsafe { OutVersioned::required(options, "options") }?;
        let key = agent_key(agent)?;
        let options = lock(&*get(crowd)?)?.crowd.options(key);
        to.put(options.ok_or(CrowdError::UnknownAgent(key))?.into());
        Ok(())
    })
}

/// Writes the state of a crowd as bytes, without its maps, fields and pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_save(
    crowd: tl_crowd,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let bytes = unsafe { Buffer::new(bytes, capacity, count) }?;
        let state = lock(&*get(crowd)?)?.crowd.state();
        bytes.give(&write_state(&state).map_err(Failure::input)?)
    })
}

/// Replaces all agents by those that `tl_crowd_save` wrote. They have the same ids and the same future on the same maps.
///
/// Add the classes and fields first, in the same order. Agents whose ids had pointers before have them again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_restore(
    crowd: tl_crowd,
    bytes: *const u8,
    count: usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let bytes = unsafe { array(bytes, count, "bytes") }?;
        let state: CrowdState = read_state(&bytes).map_err(Failure::file)?;
        Ok(lock(&*get(crowd)?)?.crowd.restore(state)?)
    })
}
