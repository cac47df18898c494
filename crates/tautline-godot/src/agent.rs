//! Agents.

use godot::classes::Engine;
use godot::classes::notify::NodeNotification;
use godot::prelude::*;
use tautline::GoalPolicy;
use tautline::agents::AgentOptions;

use crate::nodes::{AGENTS, map_above, next_serial, point, vector};
use crate::world::{Goal, Motion, Seen};

/// The fault of an agent that is on no map.
const PLACELESS: &str = "the parent has no place, so the agent is on no map: use a Node2D";

/// An agent that walks to its `target_position` among the others of its map. Its place is that of its parent, a `Node2D`.
///
/// The map steps all agents in each physics tick. It is the nearest `TautlineMap2D` among the ancestors, or else the first one of
/// the tree. Lengths are in units of the canvas, whatever the scale of nodes.
#[derive(GodotClass)]
#[class(tool, init, base=Node)]
pub struct TautlineAgent2D {
    /// The radius, which paths and the avoidance of others keep.
    #[export]
    #[init(val = 10.0)]
    radius: f32,
    /// The greatest speed, in units per second.
    #[export]
    #[init(val = 100.0)]
    max_speed: f32,
    /// The greatest change of the velocity, in units per second²; 0 does not limit it.
    #[export]
    max_acceleration: f32,
    /// The greatest turn, in radians per second, of an agent that moves only in the direction of its `heading`; 0 does not limit it.
    #[export]
    max_turning_rate: f32,
    /// The distance from the target at which the agent has arrived.
    #[export]
    #[init(val = 10.0)]
    target_desired_distance: f32,
    /// The rank, from 0 to 255. An agent does not avoid those of a lower rank.
    #[export(range = (0.0, 255.0))]
    priority: u8,
    /// The readiness to make way for others while the agent stands, from 0 to 1.
    #[export(range = (0.0, 1.0))]
    #[init(val = 1.0)]
    yields: f32,
    /// On lets the agent go as near as it can to a target that it cannot reach. Off emits `no_path` for such a target.
    #[export]
    goes_near: bool,
    /// On moves the parent in each tick. Off leaves that to the game, by `velocity` or the signal `velocity_computed`.
    #[export]
    #[init(val = true)]
    moves_parent: bool,
    /// The target. Setting it sends the agent there, also if it is the same as before.
    #[var(set)]
    target_position: Vector2,
    /// The velocity of the last tick, in units per second.
    #[var(no_set)]
    velocity: Vector2,
    /// The direction in which the agent heads, of length 1; zero without a `max_turning_rate`. Setting it turns the agent at once.
    #[var]
    heading: Vector2,
    /// The heading of the last tick.
    headed: Vector2,
    /// The number of times that a target was set; 0 without one.
    commands: u64,
    has_target: bool,
    /// The place where the last tick left the agent, rounded to floats.
    left: Option<Vector2>,
    #[init(val = next_serial())]
    pub(crate) serial: u64,
    /// The nearest map above, if there is one.
    pub(crate) map: Option<InstanceId>,
    base: Base<Node>,
}

#[godot_api]
impl TautlineAgent2D {
    /// The agent has arrived at its target. Comes again if others push it far away, once it is back.
    #[signal]
    pub fn arrived();

    /// The agent stands near its target, because others are there.
    #[signal]
    pub fn settled();

    /// There is no path to the target, or the agent cannot be on the map. The agent waits, and goes on once that has changed.
    #[signal]
    pub fn no_path(reason: GString);

    /// The agent is at the entrance of a link, and will be at its exit in the next tick.
    #[signal]
    pub fn link_reached(exit: Vector2);

    /// The velocity of the tick, for a game that moves the parent: see `moves_parent`.
    #[signal]
    pub fn velocity_computed(velocity: Vector2);

    /// Sets the target, and sends the agent there.
    #[func]
    fn set_target_position(&mut self, target: Vector2) {
        self.target_position = target;
        self.has_target = true;
        self.commands += 1;
    }

    /// Lets the agent stand, without a target.
    #[func]
    fn stop(&mut self) {
        self.has_target = false;
    }

    /// True if the agent has a target.
    #[func]
    fn has_target(&self) -> bool {
        self.has_target
    }
}

impl TautlineAgent2D {
    /// Returns the parent, whose place is that of the agent.
    pub(crate) fn body(&self) -> Option<Gd<Node2D>> {
        self.base().get_parent()?.try_cast().ok()
    }

    /// Returns the agent as the map sees it in a tick. `None` without a parent that has a place.
    pub(crate) fn seen(&self) -> Option<Seen> {
        let at = self.body()?.get_global_position();
        let is_turned = self.heading != self.headed && self.heading != Vector2::ZERO;
        let goal = Goal { point: point(self.target_position), number: self.commands };
        Some(Seen {
            node: self.serial,
            options: self.options(),
            at: point(at),
            has_moved: self.left != Some(at),
            faces: is_turned.then(|| point(self.heading)),
            goal: self.has_target.then_some(goal),
        })
    }

    fn options(&self) -> AgentOptions {
        let mut options = AgentOptions::default()
            .radius(self.radius.into())
            .max_speed(self.max_speed.into())
            .arrival(self.target_desired_distance.into())
            .priority(self.priority)
            .yields(self.yields.into());
        if self.max_acceleration != 0.0 {
            options = options.max_acceleration(self.max_acceleration.into());
        }
        if self.max_turning_rate != 0.0 {
            options = options.max_turning_rate(self.max_turning_rate.into());
        }
        if self.goes_near {
            options = options.goal_policy(GoalPolicy::NearestReachable);
        }
        options
    }

    /// Takes over the motion of a tick. Returns the place to which the parent is to be moved, if so.
    pub(crate) fn take(&mut self, motion: Motion) -> Option<Vector2> {
        self.velocity = vector(motion.velocity);
        self.heading = vector(motion.heading);
        self.headed = self.heading;
        self.left = Some(vector(motion.place));
        self.left.filter(|_| self.moves_parent)
    }

    /// Notes where the parent is after it was moved, which its frame may have rounded.
    pub(crate) fn note_place(&mut self, at: Vector2) {
        self.left = Some(at);
    }
}

#[godot_api]
impl INode for TautlineAgent2D {
    fn on_notification(&mut self, what: NodeNotification) {
        if what == NodeNotification::ENTER_TREE {
            self.base_mut().add_to_group(AGENTS);
            self.map = map_above(&self.to_gd().upcast());
            self.left = None;
            if self.body().is_none() && !Engine::singleton().is_editor_hint() {
                godot_warn!("{}: {PLACELESS}", self.base().get_path());
            }
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        match self.body() {
            Some(_) => PackedStringArray::new(),
            None => PackedStringArray::from([GString::from(PLACELESS)]),
        }
    }
}
