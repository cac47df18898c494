//! The agents of a map.

use tautline::DVec2;
use tautline::agents::{AgentKey, AgentOptions, CrowdError, Event};

use super::World;

/// The goal of an agent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) point: DVec2,
    /// The number of the command, so that the same goal can be set again.
    pub(crate) number: u64,
}

/// The agent of a node in a tick.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The serial number of the node.
    pub(crate) node: u64,
    pub(crate) options: AgentOptions,
    pub(crate) at: DVec2,
    /// True if the game has moved it since the last tick.
    pub(crate) has_moved: bool,
    /// The direction to which the game has turned it since the last tick.
    pub(crate) faces: Option<DVec2>,
    pub(crate) goal: Option<Goal>,
}

/// The motion of an agent after a tick.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Motion {
    pub(crate) place: DVec2,
    pub(crate) velocity: DVec2,
    /// The direction in which it heads; zero without one.
    pub(crate) heading: DVec2,
}

/// An agent of the crowd.
#[derive(Debug)]
pub(super) struct Slot {
    key: AgentKey,
    options: AgentOptions,
    /// The number of the goal.
    goal: Option<u64>,
}

impl World {
    /// Removes the agents whose nodes are not listed. The list is sorted.
    pub(crate) fn keep_agents(&mut self, nodes: &[u64]) {
        let is_gone = |node: &u64| nodes.binary_search(node).is_err();
        let gone: Vec<u64> = self.agents.keys().copied().filter(is_gone).collect();
        for node in gone {
            let slot = self.agents.remove(&node);
            if let (Some(slot), Some(crowd)) = (slot, &mut self.crowd) {
                let _is_known = crowd.remove(slot.key);
            }
        }
        self.refused_agents.retain(|node, _| !is_gone(node));
    }

    /// Takes over what a node says of its agent. Returns the reason if that cannot be, once for each reason.
    pub(crate) fn take(&mut self, seen: &Seen) -> Option<String> {
        let Err(reason) = self.try_take(seen) else {
            self.refused_agents.remove(&seen.node);
            return None;
        };
        let before = self.refused_agents.insert(seen.node, reason.clone());
        (before.as_ref() != Some(&reason)).then_some(reason)
    }

    fn try_take(&mut self, seen: &Seen) -> Result<(), String> {
        let text = |error: CrowdError| error.to_string();
        let size = self.size_for(seen.options.radius)?;
        let options = seen.options.class(self.sizes[size].class);
        let Some(crowd) = &mut self.crowd else { return Ok(()) };
        let is_new = !self.agents.contains_key(&seen.node);
        if is_new {
            let key = crowd.add(seen.at, options).map_err(text)?;
            self.agents.insert(seen.node, Slot { key, options, goal: None });
        }
        let Some(slot) = self.agents.get_mut(&seen.node) else { return Ok(()) };
        if slot.options != options {
            crowd.set_options(slot.key, options).map_err(text)?;
            slot.options = options;
        }
        if seen.has_moved && !is_new {
            let from = crowd.place(slot.key).map(|place| place.point);
            let is_pushed = from.is_some_and(|from| from.distance(seen.at) <= options.radius);
            let moved = if is_pushed {
                crowd.push(slot.key, seen.at)
            } else {
                crowd.warp(slot.key, seen.at)
            };
            moved.map_err(text)?;
        }
        if let Some(heading) = seen.faces {
            crowd.face(slot.key, heading).map_err(text)?;
        }
        let number = seen.goal.map(|goal| goal.number);
        if slot.goal != number {
            let sent = match seen.goal {
                Some(goal) => crowd.go_to(slot.key, goal.point),
                None => crowd.stop(slot.key),
            };
            sent.map_err(text)?;
            slot.goal = number;
        }
        Ok(())
    }

    /// Steps the crowd. Returns what has happened, by the serial numbers of nodes.
    pub(crate) fn step(&mut self, seconds: f64, budget: u64) -> Result<Vec<(u64, Event)>, String> {
        let Some(crowd) = &mut self.crowd else { return Ok(Vec::new()) };
        let report = crowd.step(seconds, budget).map_err(|error| error.to_string())?;
        let node_of = |key: AgentKey| {
            self.agents.iter().find(|(_, slot)| slot.key == key).map(|(&node, _)| node)
        };
        let named = report.events.into_iter().filter_map(|event| {
            let key = match &event {
                Event::Arrived { agent }
                | Event::Settled { agent }
                | Event::NoPath { agent, .. }
                | Event::AtLink { agent, .. } => *agent,
                _ => return None,
            };
            Some((node_of(key)?, event))
        });
        Ok(named.collect())
    }

    /// Moves the agent of a node to another place, such as the exit of a link.
    pub(crate) fn warp(&mut self, node: u64, to: DVec2) {
        if let (Some(slot), Some(crowd)) = (self.agents.get(&node), &mut self.crowd) {
            // A place that is gone leaves the agent where it is; the next step plans again.
            let _is_on_mesh = crowd.warp(slot.key, to);
        }
    }

    /// Returns the motion of the agent of a node.
    pub(crate) fn motion(&self, node: u64) -> Option<Motion> {
        let (slot, crowd) = (self.agents.get(&node)?, self.crowd.as_ref()?);
        let place = crowd.place(slot.key)?.point;
        let heading = crowd.heading(slot.key).unwrap_or_default();
        Some(Motion { place, velocity: crowd.velocity(slot.key)?, heading })
    }

    /// Returns the waypoints that the agent of a node has ahead.
    pub(crate) fn waypoints(&self, node: u64) -> Vec<DVec2> {
        match (self.agents.get(&node), &self.crowd) {
            (Some(slot), Some(crowd)) => crowd.waypoints_ahead(slot.key).collect(),
            _ => Vec::new(),
        }
    }
}
