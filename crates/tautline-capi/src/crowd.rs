//! Crowds: their classes, maps, agents and commands.
//!
//! 1. `moves` – agents that the program moves.
//! 2. `step` – the step and what it reports, states of agents, saved crowds.
//! 3. `arrays` – positions and velocities of all agents.

pub mod moves;
pub mod step;
pub mod arrays;

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use slotmap::Key;
use tautline::agents::{AgentKey, AgentOptions, ClassId, Crowd, CrowdError, FieldKey, StepReport};
use tautline::live::WallChange;

use crate::border::{Out, Plain, Versioned, array, versioned};
use crate::finder::{Edit, Finder, goal_policy, optional, search};
use crate::handles::{get, handle, insert, key, lock, remove};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_crowd, tl_field, tl_finder, tl_place, tl_scratch};

/// A crowd, the edits that its maps have seen, and the pointers of its agents.
#[derive(Debug)]
pub(crate) struct Agents {
    pub(crate) crowd: Crowd,
    classes: Vec<ClassId>,
    seen: Vec<Option<Edit>>,
    /// The addresses that the caller gave.
    pub(crate) users: HashMap<AgentKey, usize>,
    pub(crate) report: StepReport,
}

handle!(tl_crowd, Mutex<Agents>);

impl From<CrowdError> for Failure {
    fn from(error: CrowdError) -> Self {
        let status = match &error {
            CrowdError::Place(place) => crate::status::status_of(place),
            CrowdError::UnknownAgent(_)
            | CrowdError::UnknownClass(_)
            | CrowdError::UnknownField(_) => tl_status::UnknownId,
            CrowdError::BadState { .. } => tl_status::BadFile,
            _ => tl_status::BadArgument,
        };
        Self::new(status, error)
    }
}

impl Agents {
    fn new(finder: &Finder) -> Self {
        Self {
            crowd: Crowd::new(finder.finder.clone()),
            classes: vec![ClassId::default()],
            seen: vec![finder.last.clone()],
            users: HashMap::new(),
            report: StepReport::default(),
        }
    }

    fn add_class(&mut self, finder: &Finder) -> u32 {
        self.classes.push(self.crowd.add_class(finder.finder.clone()));
        self.seen.push(finder.last.clone());
        self.classes.len() as u32 - 1
    }

    /// Replaces the maps; only agents near the changed walls plan again if each map is at most one edit ahead.
    fn set_maps(&mut self, finders: &[Arc<Finder>]) -> Checked<()> {
        let steps = self.seen.iter().zip(finders).map(|(seen, finder)| step(seen, &finder.last));
        let steps: Option<Vec<Arc<WallChange>>> = steps.collect();
        let own = finders.iter().map(|finder| finder.finder.clone());
        match steps.filter(|steps| steps.len() == finders.len()) {
            Some(steps) => self.crowd.edit_maps(own.zip(steps.iter().map(|step| &**step)))?,
            None => self.crowd.set_maps(own)?,
        }
        self.seen = finders.iter().map(|finder| finder.last.clone()).collect();
        Ok(())
    }

    pub(crate) fn user(&self, agent: AgentKey) -> *mut c_void {
        let address = self.users.get(&agent).copied().unwrap_or(0);
        std::ptr::with_exposed_provenance_mut(address)
    }
}

/// Returns the walls that changed between two snapshots of a map, if they are known.
fn step(before: &Option<Edit>, after: &Option<Edit>) -> Option<Arc<WallChange>> {
    let (before, after) = (before.as_ref()?, after.as_ref()?);
    if !Arc::ptr_eq(&before.map, &after.map) {
        return None;
    }
    match after.number.checked_sub(before.number)? {
        0 => Some(Arc::default()),
        1 => after.walls.clone(),
        _ => None,
    }
}

/// Returns the key of an agent's id.
pub(crate) fn agent_key(agent: u64) -> Checked<AgentKey> {
    let unknown =
        || Failure::new(tl_status::UnknownId, format_args!("no agent has the id {agent:#x}"));
    key(agent).ok_or_else(unknown)
}

fn field_key(field: u64) -> Checked<FieldKey> {
    let unknown =
        || Failure::new(tl_status::UnknownId, format_args!("no field has the id {field:#x}"));
    key(field).ok_or_else(unknown)
}

/// The options of an agent. Start from `tl_agent_options_default`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_agent_options {
    /// The size of this struct.
    pub size: u32,
    /// The class, as `tl_crowd_add_class` named it; 0 for the class of the finder of `tl_crowd_new`.
    pub class_id: u32,
    /// The radius against other agents, in map units. Walls are where the map ends: build it with the same radius.
    pub radius: f64,
    /// The greatest speed, in map units a second.
    pub max_speed: f64,
    /// The greatest change of velocity, in map units per second squared; negative for no limit.
    pub max_acceleration: f64,
    /// The greatest turn of an agent that moves only in the direction in which it heads, in radians per second; negative for no
    /// limit.
    pub max_turning_rate: f64,
    /// The distance from the goal at which the agent has arrived.
    pub arrival: f64,
    /// The readiness to make way for others while it stands, from 0 to 1.
    pub yields: f64,
    /// The gap that its searches may leave, as a share of the path; negative for the default.
    pub gap: f64,
    /// The rank, from 0 to 255. An agent does not avoid those of a lower rank.
    pub priority: u32,
    /// A `tl_search`.
    pub search: u32,
    /// A `tl_policy`, for goals off the mesh or out of reach.
    pub goal_policy: u32,
    /// Not 0 if costs above 1 slow the agent.
    pub slowed_by_costs: u32,
}

// SAFETY: numbers.
unsafe impl Plain for tl_agent_options {}

impl Default for tl_agent_options {
    fn default() -> Self {
        AgentOptions::default().into()
    }
}

impl Versioned for tl_agent_options {}

impl From<AgentOptions> for tl_agent_options {
    fn from(options: AgentOptions) -> Self {
        Self {
            size: size_of::<Self>() as u32,
            class_id: options.class.index() as u32,
            radius: options.radius,
            max_speed: options.max_speed,
            max_acceleration: options.max_acceleration.unwrap_or(-1.0),
            max_turning_rate: options.max_turning_rate.unwrap_or(-1.0),
            arrival: options.arrival,
            yields: options.yields,
            gap: options.gap.unwrap_or(-1.0),
            priority: options.priority.into(),
            search: options.search as u32,
            goal_policy: options.goal_policy as u32,
            slowed_by_costs: options.slowed_by_costs.into(),
        }
    }
}

impl tl_agent_options {
    fn read(&self, crowd: &Agents) -> Checked<AgentOptions> {
        let class = crowd.classes.get(self.class_id as usize).copied();
        let unknown =
            || Failure::new(tl_status::UnknownId, format_args!("no class {}", self.class_id));
        let priority = u8::try_from(self.priority).map_err(|_| {
            Failure::argument(format_args!("the priority {} is above 255", self.priority))
        })?;
        let mut options = AgentOptions::default()
            .class(class.ok_or_else(unknown)?)
            .radius(self.radius)
            .max_speed(self.max_speed)
            .arrival(self.arrival)
            .yields(self.yields)
            .priority(priority)
            .search(search(self.search)?)
            .goal_policy(goal_policy(self.goal_policy)?)
            .slowed_by_costs(self.slowed_by_costs != 0);
        options.max_acceleration = optional(self.max_acceleration);
        options.max_turning_rate = optional(self.max_turning_rate);
        options.gap = optional(self.gap);
        Ok(options)
    }
}

/// Returns the default options of an agent.
#[unsafe(no_mangle)]
pub extern "C" fn tl_agent_options_default() -> tl_agent_options {
    tl_agent_options::default()
}

/// Creates an empty crowd on the map of a finder. Free it with `tl_crowd_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_new(finder: tl_finder, crowd: *mut tl_crowd) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let crowd = unsafe { Out::new(crowd, "crowd") }?;
        crowd.put(insert(Mutex::new(Agents::new(&*get(finder)?))));
        Ok(())
    })
}

/// Frees a crowd. The pointers of its agents are the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_free(crowd: tl_crowd) -> tl_status {
    guard(|| remove(crowd))
}

/// Adds a class of agents of another size, with a finder on a map that was built for its radius.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_add_class(
    crowd: tl_crowd,
    finder: tl_finder,
    class_id: *mut u32,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let class_id = unsafe { Out::new(class_id, "class_id") }?;
        let finder = get(finder)?;
        class_id.put(lock(&*get(crowd)?)?.add_class(&finder));
        Ok(())
    })
}

/// Replaces the maps of all classes, in the order of the classes, by new finders. Call it after each edit of the map.
///
/// After one edit of a live map only agents plan again whose path it may block or shorten; else all do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_set_maps(
    crowd: tl_crowd,
    finders: *const tl_finder,
    count: usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let finders = unsafe { array(finders, count, "finders") }?;
        let finders = finders.into_iter().map(get).collect::<Checked<Vec<_>>>()?;
        lock(&*get(crowd)?)?.set_maps(&finders)
    })
}

/// Adds an agent. `options` may be null. `user` comes back with its events. `*agent` becomes its id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_add(
    crowd: tl_crowd,
    place: tl_place,
    options: *const tl_agent_options,
    user: *mut c_void,
    agent: *mut u64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (options, agent) =
            unsafe { (versioned(options, "options")?, Out::new(agent, "agent")?) };
        let own = get(crowd)?;
        let mut crowd = lock(&own)?;
        let options = options.read(&crowd)?;
        let added = crowd.crowd.add(place, options)?;
        crowd.users.insert(added, user.expose_provenance());
        agent.put(added.data().as_ffi());
        Ok(())
    })
}

/// Removes an agent.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_remove(crowd: tl_crowd, agent: u64) -> tl_status {
    guard(|| {
        let own = get(crowd)?;
        let mut crowd = lock(&own)?;
        let agent = agent_key(agent)?;
        crowd.crowd.remove(agent)?;
        crowd.users.remove(&agent);
        Ok(())
    })
}

/// Replaces the options of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_set_options(
    crowd: tl_crowd,
    agent: u64,
    options: *const tl_agent_options,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let options = unsafe { versioned(options, "options") }?;
        let own = get(crowd)?;
        let mut crowd = lock(&own)?;
        let options = options.read(&crowd)?;
        Ok(crowd.crowd.set_options(agent_key(agent)?, options)?)
    })
}

/// Gives an agent another pointer, which comes back with its events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_set_user(
    crowd: tl_crowd,
    agent: u64,
    user: *mut c_void,
) -> tl_status {
    guard(|| {
        let own = get(crowd)?;
        let mut crowd = lock(&own)?;
        let agent = agent_key(agent)?;
        crowd.crowd.options(agent).ok_or(CrowdError::UnknownAgent(agent))?;
        crowd.users.insert(agent, user.expose_provenance());
        Ok(())
    })
}

/// Runs a command on one agent of a crowd.
pub(crate) fn command(
    crowd: tl_crowd,
    agent: u64,
    command: impl FnOnce(&mut Crowd, AgentKey) -> Result<(), CrowdError>,
) -> tl_status {
    guard(|| Ok(command(&mut lock(&*get(crowd)?)?.crowd, agent_key(agent)?)?))
}

/// Sends an agent to a goal. The next step plans its path.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_go_to(crowd: tl_crowd, agent: u64, goal: tl_place) -> tl_status {
    command(crowd, agent, |crowd, agent| crowd.go_to(agent, goal))
}

/// Stops an agent.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_stop(crowd: tl_crowd, agent: u64) -> tl_status {
    command(crowd, agent, Crowd::stop)
}

/// Sends an agent along the path that a scratch holds. Its start has to be in sight of the agent.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_follow(crowd: tl_crowd, agent: u64, scratch: tl_scratch) -> tl_status {
    guard(|| {
        let path = lock(&*get(scratch)?)?.path.clone();
        Ok(lock(&*get(crowd)?)?.crowd.follow(agent_key(agent)?, &path)?)
    })
}

/// Adds a distance field for the agents of a crowd. `*field_id` is its id in the crowd, for `tl_crowd_flow_to`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_crowd_add_field(
    crowd: tl_crowd,
    field: tl_field,
    field_id: *mut u64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let field_id = unsafe { Out::new(field_id, "field_id") }?;
        let field = get(field)?;
        field_id.put(lock(&*get(crowd)?)?.crowd.add_field(field).data().as_ffi());
        Ok(())
    })
}

/// Replaces a distance field of a crowd, as after an edit of the map.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_replace_field(
    crowd: tl_crowd,
    field_id: u64,
    field: tl_field,
) -> tl_status {
    guard(|| {
        let field = get(field)?;
        Ok(lock(&*get(crowd)?)?.crowd.replace_field(field_key(field_id)?, field)?)
    })
}

/// Sends an agent to the nearest goal of a distance field of the crowd.
#[unsafe(no_mangle)]
pub extern "C" fn tl_crowd_flow_to(crowd: tl_crowd, agent: u64, field_id: u64) -> tl_status {
    guard(|| {
        let field = field_key(field_id)?;
        Ok(lock(&*get(crowd)?)?.crowd.flow_to(agent_key(agent)?, field)?)
    })
}
