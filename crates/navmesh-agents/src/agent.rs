//! The options and keys of agents, and the errors of a crowd.

use navmesh_core::{GoalPolicy, PathError, PathQuery, Search, Short};

slotmap::new_key_type! {
    /// The key of an agent. It is never reused after the agent is removed.
    pub struct AgentKey;
}

slotmap::new_key_type! {
    /// The key of a distance field of a crowd.
    pub struct FieldKey;
}

/// A class of agents: those that share a finder and its mesh. The default is the class of [`Crowd::new`](crate::Crowd::new).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassId(pub(crate) u32);

impl ClassId {
    /// Returns the place of the class in the order in which the classes were added.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The options of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AgentOptions {
    /// The class; by default that of the crowd's first finder.
    pub class: ClassId,
    /// The radius against other agents, in map units; 0.5 by default. Walls are where the mesh of the class ends: build it
    /// with the same radius.
    pub radius: f64,
    /// The greatest speed, in map units per second; 1.5 by default.
    pub max_speed: f64,
    /// The greatest change of the intended velocity, in map units per second²; not limited by default. An agent
    /// that avoids others may brake harder.
    pub max_acceleration: Option<f64>,
    /// The greatest turn, in radians per second, of an agent that moves only in the direction in which it heads, as robots and
    /// vehicles do. The farther it has to turn, the slower it is; beyond 45° it turns on the spot. Not limited by default: the
    /// agent moves in any direction at once.
    pub max_turning_rate: Option<f64>,
    /// The distance from the goal, in map units, at which the agent has arrived; 0.5 by default.
    pub arrival: f64,
    /// The rank; 0 by default. An agent does not avoid those of a lower rank, and they avoid it alone.
    pub priority: u8,
    /// The readiness to make way for others while the agent stands, from 0 to 1; 1 by default. With 0 nobody moves
    /// it, and others avoid it alone.
    pub yields: f64,
    /// The search of its paths; [`Search::Auto`] by default.
    pub search: Search,
    /// The gap that its searches may leave, as a share of the path; see [`PathQuery::gap`]. The default is that of a query,
    /// and a two-hundredth for a goal farther than 200 radii where all cells cost 1.
    pub gap: Option<f64>,
    /// The policy for a goal off the mesh or out of reach; by default such a goal has no path.
    pub goal_policy: GoalPolicy,
    /// True if costs above 1 slow the agent: on cells of cost c it walks at its greatest speed divided by c. False by
    /// default.
    pub slowed_by_costs: bool,
}

impl Default for AgentOptions {
    fn default() -> Self {
        Self {
            class: ClassId::default(),
            radius: 0.5,
            max_speed: 1.5,
            max_acceleration: None,
            max_turning_rate: None,
            arrival: 0.5,
            priority: 0,
            yields: 1.0,
            search: Search::default(),
            gap: None,
            goal_policy: GoalPolicy::default(),
            slowed_by_costs: false,
        }
    }
}

impl AgentOptions {
    /// Sets the class.
    #[must_use]
    pub fn class(mut self, class: ClassId) -> Self {
        self.class = class;
        self
    }

    /// Sets the radius against other agents, in map units.
    #[must_use]
    pub fn radius(mut self, radius: f64) -> Self {
        self.radius = radius;
        self
    }

    /// Sets the greatest speed, in map units per second.
    #[must_use]
    pub fn max_speed(mut self, speed: f64) -> Self {
        self.max_speed = speed;
        self
    }

    /// Limits the change of the intended velocity, in map units per second².
    #[must_use]
    pub fn max_acceleration(mut self, acceleration: f64) -> Self {
        self.max_acceleration = Some(acceleration);
        self
    }

    /// Limits the turn, in radians per second; the agent moves in the direction of its [heading](crate::Crowd::heading) then.
    #[must_use]
    pub fn max_turning_rate(mut self, rate: f64) -> Self {
        self.max_turning_rate = Some(rate);
        self
    }

    /// Sets the distance from the goal at which the agent has arrived, in map units.
    #[must_use]
    pub fn arrival(mut self, distance: f64) -> Self {
        self.arrival = distance;
        self
    }

    /// Sets the rank. An agent does not avoid those of a lower rank.
    #[must_use]
    pub fn priority(mut self, rank: u8) -> Self {
        self.priority = rank;
        self
    }

    /// Sets the readiness to make way for others while the agent stands, from 0 (never) to 1.
    #[must_use]
    pub fn yields(mut self, readiness: f64) -> Self {
        self.yields = readiness;
        self
    }

    /// Sets the search of its paths.
    #[must_use]
    pub fn search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Sets the gap that its searches may leave, as a share of the path.
    #[must_use]
    pub fn gap(mut self, gap: f64) -> Self {
        self.gap = Some(gap);
        self
    }

    /// Sets the policy for a goal off the mesh or out of reach.
    #[must_use]
    pub fn goal_policy(mut self, policy: GoalPolicy) -> Self {
        self.goal_policy = policy;
        self
    }

    /// Lets costs above 1 slow the agent.
    #[must_use]
    pub fn slowed_by_costs(mut self, is_slowed: bool) -> Self {
        self.slowed_by_costs = is_slowed;
        self
    }

    /// Returns a query of the agent.
    pub(crate) fn query(&self, query: PathQuery) -> PathQuery {
        let query = query.search(self.search).goal_policy(self.goal_policy);
        self.gap.map_or(query, |gap| query.gap(gap))
    }

    /// True if agents with these options search the same paths.
    pub(crate) fn has_paths_of(&self, other: &Self) -> bool {
        let terms = |options: &Self| (options.class, options.search, options.goal_policy);
        terms(self) == terms(other) && self.gap == other.gap
    }

    /// Returns the first option out of its range.
    pub(crate) fn check(&self) -> Result<(), CrowdError> {
        let [acceleration, turning_rate] =
            [self.max_acceleration, self.max_turning_rate].map(|limit| limit.unwrap_or(1.0));
        let checks = [
            ("radius", self.radius, [SMALLEST, GREATEST]),
            ("max_speed", self.max_speed, [0.0, GREATEST]),
            ("max_acceleration", acceleration, [SMALLEST, GREATEST]),
            ("max_turning_rate", turning_rate, [SMALLEST, GREATEST]),
            ("arrival", self.arrival, [SMALLEST, GREATEST]),
            ("yields", self.yields, [0.0, 1.0]),
            ("gap", self.gap.unwrap_or(0.0), [0.0, GREATEST]),
        ];
        for (option, value, range) in checks {
            if !(range[0]..=range[1]).contains(&value) {
                return Err(CrowdError::BadOption { option, value, range });
            }
        }
        Ok(())
    }
}

/// The least length, speed or acceleration other than 0, so that its square is not 0.
pub(crate) const SMALLEST: f64 = 1.0 / (1u64 << 40) as f64;

/// The greatest length, speed or acceleration, so that no product overflows.
pub(crate) const GREATEST: f64 = (1u64 << 40) as f64;

/// A command that a crowd refuses. The crowd is then unchanged.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// The key names no agent of the crowd.
    #[error("the crowd has no agent {0:?}")]
    UnknownAgent(AgentKey),
    /// The key names no distance field of the crowd.
    #[error("the crowd has no field {0:?}")]
    UnknownField(FieldKey),
    /// An option is NaN or out of its range.
    #[error("{option} is {}, and must be from {} to {}", Short(*value), Short(range[0]), Short(range[1]))]
    BadOption {
        /// The name of the option.
        option: &'static str,
        /// Its value.
        value: f64,
        /// The least and the greatest value.
        range: [f64; 2],
    },
    /// The id names no class of the crowd.
    #[error("the crowd has no class {0:?}")]
    UnknownClass(ClassId),
    /// A change of the map has not one finder for each class.
    #[error("the change has {given} finders, and the crowd {expected} classes")]
    ClassCount {
        /// The number of finders.
        given: usize,
        /// The number of classes.
        expected: usize,
    },
    /// An agent is wider than the mesh of its class permits.
    #[error(
        "the agent's radius is {}, and the mesh of its class was built for {}",
        Short(*radius), Short(*of_mesh)
    )]
    TooWide {
        /// The radius of the agent, in map units.
        radius: f64,
        /// The radius for which the mesh was built.
        of_mesh: f64,
    },
    /// The program drives the agent, which takes no goals.
    #[error("the program drives the agent {0:?}, so it takes no goal")]
    Driven(AgentKey),
    /// A saved state contradicts itself or the map.
    #[error("the saved state is not one of this map: {what} do not fit")]
    BadState {
        /// The part that does not fit.
        what: &'static str,
    },
    /// A path to follow does not begin in sight of the agent, is empty, or has a waypoint that is not a valid number.
    #[error("the path is empty or has invalid waypoints, or the agent does not see its start")]
    PathElsewhere,
    /// A place is off the mesh by more than the default snap, or not a valid number.
    #[error(transparent)]
    Place(#[from] PathError),
}
