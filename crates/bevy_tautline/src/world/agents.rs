//! The agents of a map.

use bevy_ecs::prelude::Entity;
use bevy_math::DVec2;
use tautline::agents::{AgentKey, AgentOptions, ClassId, Crowd, CrowdError};
use tautline::path::LinkUse;
use tautline::{Filter, Place};

use super::NavWorld;
use crate::agent::NavAgent;
use crate::map::NavMap;

/// An agent of the crowd.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) key: AgentKey,
    agent: NavAgent,
    filter: Option<Filter>,
    class: ClassId,
    is_driven: bool,
    goal: Option<Asked>,
}

/// The destination of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Asked {
    Place(Place),
    /// The field of an entity.
    Field(Entity),
}

/// The agent of an entity in a tick, as its components say.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) entity: Entity,
    pub(crate) agent: NavAgent,
    pub(crate) filter: Option<&'a Filter>,
    pub(crate) place: Place,
    /// True if the game has moved it since the last tick.
    pub(crate) has_moved: bool,
    /// The velocity of a driven agent.
    pub(crate) velocity: Option<DVec2>,
    pub(crate) goal: Option<Asked>,
}

impl NavWorld {
    /// Removes the agents that are not among those of a tick, which are sorted.
    pub(crate) fn keep_agents(&mut self, seen: &[Entity]) {
        let is_gone = |entity: &Entity| seen.binary_search(entity).is_err();
        let gone: Vec<Entity> = self.agents.keys().copied().filter(is_gone).collect();
        for entity in gone {
            self.remove_agent(entity);
        }
        self.refused.retain(|entity, _| !is_gone(entity));
    }

    fn remove_agent(&mut self, entity: Entity) {
        if let Some(slot) = self.agents.remove(&entity) {
            self.entities.remove(&slot.key);
            if let Some(crowd) = &mut self.crowd {
                let _is_there = crowd.remove(slot.key);
            }
        }
    }

    /// Takes over what an entity says of its agent. Returns the reason if that cannot be, once for each reason and state of
    /// the map.
    pub(crate) fn take(&mut self, options: &NavMap, seen: &Seen<'_>) -> Option<String> {
        let tried = self.refused.get(&seen.entity);
        let is_new = tried.is_none_or(|tried| tried.0 != self.changes) || seen.has_moved;
        let is_on_map = self.agents.contains_key(&seen.entity);
        if !is_new && !is_on_map {
            return None;
        }
        let before = self.refused.remove(&seen.entity);
        let reason = self.try_take(options, seen).err()?;
        let is_known = before.is_some_and(|before| before.1 == reason);
        self.refused.insert(seen.entity, (self.changes, reason.clone()));
        (!is_known).then_some(reason)
    }

    fn try_take(&mut self, options: &NavMap, seen: &Seen<'_>) -> Result<(), String> {
        let is_driven = seen.velocity.is_some();
        if self.agents.get(&seen.entity).is_some_and(|slot| slot.is_driven != is_driven) {
            self.remove_agent(seen.entity);
        }
        if !self.agents.contains_key(&seen.entity) {
            self.add_agent(options, seen)?;
        }
        self.change_options(options, seen)?;
        let text = |error: CrowdError| error.to_string();
        self.move_agent(seen).map_err(text)?;
        self.send(seen)
    }

    fn add_agent(&mut self, options: &NavMap, seen: &Seen<'_>) -> Result<(), String> {
        let radius = f64::from(seen.agent.radius);
        let faulty = self.add_size(options, options.mesh_radius(radius));
        self.faulty.extend(faulty);
        let class = self.class_for(options, radius, seen.filter)?;
        let Some(crowd) = &mut self.crowd else { return Ok(()) };
        let own = seen.agent.options().class(class);
        let is_driven = seen.velocity.is_some();
        let added =
            if is_driven { crowd.add_driven(seen.place, own) } else { crowd.add(seen.place, own) };
        let key = added.map_err(|error| error.to_string())?;
        let (agent, filter) = (seen.agent, seen.filter.cloned());
        self.entities.insert(key, seen.entity);
        self.agents.insert(seen.entity, Slot { key, agent, filter, class, is_driven, goal: None });
        Ok(())
    }

    /// Takes over changed values of an agent.
    fn change_options(&mut self, options: &NavMap, seen: &Seen<'_>) -> Result<(), String> {
        let Some(slot) = self.agents.get(&seen.entity) else { return Ok(()) };
        let has_class =
            slot.agent.radius == seen.agent.radius && slot.filter.as_ref() == seen.filter;
        if has_class && slot.agent == seen.agent {
            return Ok(());
        }
        let (key, mut class) = (slot.key, slot.class);
        if !has_class {
            let radius = f64::from(seen.agent.radius);
            let faulty = self.add_size(options, options.mesh_radius(radius));
            self.faulty.extend(faulty);
            class = self.class_for(options, radius, seen.filter)?;
        }
        let own: AgentOptions = seen.agent.options().class(class);
        let Some(crowd) = &mut self.crowd else { return Ok(()) };
        crowd.set_options(key, own).map_err(|error| error.to_string())?;
        if let Some(slot) = self.agents.get_mut(&seen.entity) {
            (slot.agent, slot.filter, slot.class) = (seen.agent, seen.filter.cloned(), class);
            // A field is one of a class.
            slot.goal = slot.goal.filter(|goal| has_class || !matches!(goal, Asked::Field(_)));
        }
        Ok(())
    }

    /// Moves an agent to where the game has moved it.
    fn move_agent(&mut self, seen: &Seen<'_>) -> Result<(), CrowdError> {
        let (Some(slot), Some(crowd)) = (self.agents.get(&seen.entity), &mut self.crowd) else {
            return Ok(());
        };
        if let Some(velocity) = seen.velocity {
            return crowd.drive(slot.key, seen.place, velocity);
        }
        if !seen.has_moved {
            return Ok(());
        }
        let is_pushed = |crowd: &Crowd| {
            let from = crowd.place(slot.key).map(|place| place.point);
            from.is_some_and(|from| from.distance(seen.place.point) <= f64::from(slot.agent.radius))
        };
        match is_pushed(crowd) {
            true => crowd.push(slot.key, seen.place.point),
            false => crowd.warp(slot.key, seen.place),
        }
    }

    /// Sends an agent where it wants to go.
    fn send(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        let Some(slot) = self.agents.get(&seen.entity) else { return Ok(()) };
        if slot.is_driven || slot.goal == seen.goal {
            return Ok(());
        }
        let (key, class) = (slot.key, slot.class);
        let field = match seen.goal {
            Some(Asked::Field(field)) => Some(self.field_for(field, class)),
            _ => None,
        };
        if let (Some(Err(_)), Some(crowd)) = (&field, &mut self.crowd) {
            crowd.stop(key).map_err(|error| error.to_string())?;
        }
        let field = field.transpose()?;
        let Some(crowd) = &mut self.crowd else { return Ok(()) };
        let sent = match (seen.goal, field) {
            (Some(Asked::Place(goal)), _) => crowd.go_to(key, goal),
            (Some(Asked::Field(_)), Some(field)) => crowd.flow_to(key, field),
            _ => crowd.stop(key),
        };
        sent.map_err(|error| error.to_string())?;
        if let Some(slot) = self.agents.get_mut(&seen.entity) {
            slot.goal = seen.goal;
        }
        Ok(())
    }

    /// Lets agents set out again that go to the goals of an entity, those that have arrived too.
    pub(super) fn send_again(&mut self, field: Entity) {
        let goes_there = |slot: &&mut Slot| slot.goal == Some(Asked::Field(field));
        self.agents.values_mut().filter(goes_there).for_each(|slot| slot.goal = None);
    }

    /// Moves an agent to the other end of the link at which it stands.
    pub(crate) fn jump(&mut self, key: AgentKey, link: &LinkUse, exit: DVec2) {
        let Some(crowd) = &mut self.crowd else { return };
        let cell = crowd.path(key).and_then(|path| path.cells().get(link.cell + 1).copied());
        let place = cell.map_or(Place::new(exit), |cell| Place::new(exit).in_cell(cell));
        // An exit that is gone leaves the agent where it is; the next step plans again.
        let _exit_is_gone = crowd.warp(key, place);
    }
}
