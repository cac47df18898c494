//! The tick of a map: edits, commands, the step of the crowd, and what comes out of it.

use godot::prelude::*;
use tautline::agents::Event;

use super::TautlineMap2D;
use crate::agent::TautlineAgent2D;
use crate::data::shapes_of;
use crate::gather::{Drawn, agents_of};
use crate::nodes::{InTree, polygons_of, vector};
use crate::world::{Fault, Motion, Options};

/// An agent, and what has happened to it.
type Happened = (Gd<TautlineAgent2D>, Event);

impl TautlineMap2D {
    /// Makes the map one of the shapes as their nodes have them now.
    pub(super) fn take_shapes(&mut self) {
        let node = self.to_gd().upcast();
        let Some(own) = InTree::of(&node) else { return };
        let radii = self.radii.as_slice().iter().map(|&radius| radius.into()).collect();
        let has_new_options = self.world.set_options(Options { radii, weld: self.weld });
        let has_file = self.read_file() || has_new_options;
        let before = self.world.changes();
        let outlines: Vec<PackedVector2Array> = self.outlines.iter_shared().collect();
        let ground = polygons_of(&node, outlines.iter());
        let mut drawn = Drawn::of(&own, ground);
        let mut shapes = std::mem::take(&mut drawn.shapes);
        if has_file {
            shapes.extend(self.file.1.clone());
        }
        let faults = self.world.draw(shapes, has_file);
        drawn.closed.extend(self.closed.iter().cloned());
        self.world.set_doors(&drawn.closed);
        self.world.refresh();
        for fault in faults {
            self.report(&drawn, fault);
        }
        if self.world.changes() != before {
            self.signals().changed().emit();
        }
    }

    /// Opens and closes doors as the map and its nodes say, and returns true if there is one of a name.
    pub(super) fn set_doors(&mut self, name: GString) -> bool {
        self.take_shapes();
        let name = name.to_string();
        self.world.door_names().any(|known| known == name)
    }

    /// Reads the file, if it is another one than before. Returns true if so.
    fn read_file(&mut self) -> bool {
        let text = self.data.as_ref().map(|data| data.bind().text()).unwrap_or_default();
        if self.file.0 == text {
            return false;
        }
        let shapes = if text.is_empty() { Ok(Default::default()) } else { shapes_of(&text) };
        self.file = (text, Default::default());
        match shapes {
            Ok(shapes) => self.file.1 = shapes,
            Err(reason) => self.report(&Drawn::default(), Fault { id: None, reason }),
        }
        true
    }

    /// Reports a shape that is left out, or that there is no map.
    fn report(&mut self, drawn: &Drawn, fault: Fault) {
        let Fault { id, reason } = fault;
        let node = id.and_then(|id| drawn.node_of(id));
        let place = match &node {
            Some(node) => node.get_path(),
            None => self.base().get_path(),
        };
        godot_error!("{place}: {reason}");
        let reason = GString::from(&reason);
        match id {
            Some(_) => self.signals().shape_refused().emit(node.as_ref(), &reason),
            None => self.signals().failed().emit(&reason),
        }
    }

    /// Steps the agents by a physics tick.
    pub(super) fn step_agents(&mut self) {
        let Some(own) = InTree::of(&self.to_gd().upcast()) else { return };
        let agents = agents_of(&own);
        let refused = self.take_agents(&agents);
        let seconds = self.base().get_physics_process_delta_time();
        let budget = u64::try_from(self.search_budget).unwrap_or(0);
        let happened = self.world.step(seconds, budget).unwrap_or_else(|reason| {
            let path = self.base().get_path();
            godot_error!("{path}: {reason}");
            Vec::new()
        });
        let moves: Vec<_> = agents.iter().map(|(node, _)| self.world.motion(*node)).collect();
        let of = |(node, event): (u64, Event)| -> Option<Happened> {
            let at = agents.binary_search_by_key(&node, |agent| agent.0).ok()?;
            Some((agents[at].1.clone(), event))
        };
        for (node, event) in &happened {
            if let Event::AtLink { exit, .. } = event {
                self.world.warp(*node, *exit);
            }
        }
        let happened: Vec<Happened> = happened.into_iter().filter_map(of).collect();
        // What follows may run scripts, which may call this map.
        let _unbound = self.base_mut();
        for ((_, agent), motion) in agents.iter().zip(moves) {
            if let Some(motion) = motion.filter(|_| agent.is_instance_valid()) {
                move_agent(&mut agent.clone(), motion);
            }
        }
        for (agent, reason) in refused.into_iter().filter(|(agent, _)| agent.is_instance_valid()) {
            godot_warn!("{}: {reason}", agent.get_path());
            agent.signals().no_path().emit(&GString::from(&reason));
        }
        for (agent, event) in happened.into_iter().filter(|(agent, _)| agent.is_instance_valid()) {
            emit(&agent, event);
        }
    }

    /// Takes over what nodes say of their agents. Returns those that cannot be as they say, and why.
    fn take_agents(
        &mut self,
        agents: &[(u64, Gd<TautlineAgent2D>)],
    ) -> Vec<(Gd<TautlineAgent2D>, String)> {
        let mut refused = Vec::new();
        let (mut seen, mut nodes) = (Vec::new(), Vec::new());
        for (node, agent) in agents {
            if let Some(now) = agent.bind().seen() {
                seen.push((agent, now));
                nodes.push(*node);
            }
        }
        self.world.keep_agents(&nodes);
        for (agent, now) in seen {
            refused.extend(self.world.take(&now).map(|reason| (agent.clone(), reason)));
        }
        refused
    }
}

/// Gives an agent its motion.
fn move_agent(agent: &mut Gd<TautlineAgent2D>, motion: Motion) {
    let to = agent.bind_mut().take(motion);
    let body = agent.bind().body();
    if let (Some(to), Some(mut body)) = (to, body) {
        body.set_global_position(to);
        if agent.is_instance_valid() && body.is_instance_valid() {
            agent.bind_mut().note_place(body.get_global_position());
        }
    } else {
        agent.signals().velocity_computed().emit(vector(motion.velocity));
    }
}

/// Emits the signal of an event.
fn emit(agent: &Gd<TautlineAgent2D>, event: Event) {
    let mut signals = agent.signals();
    match event {
        Event::Arrived { .. } => signals.arrived().emit(),
        Event::Settled { .. } => signals.settled().emit(),
        Event::NoPath { error, .. } => {
            signals.no_path().emit(&GString::from(&error.to_string()));
        }
        Event::AtLink { exit, .. } => signals.link_reached().emit(vector(exit)),
        _ => {}
    }
}
