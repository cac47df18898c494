//! The agents of a map.

use bevy_ecs::prelude::Entity;
use bevy_math::{DVec2, Vec3};
use tautline::agents::{AgentKey, AgentOptions, ClassId, Crowd, CrowdError};
use tautline::path::LinkUse;
use tautline::{Filter, Place};

use super::NavWorld;
use crate::agent::NavAgent;
use crate::map::NavMap;

/// An agent of the crowd.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Slot {
    pub(super) key: AgentKey,
    /// Its entity, as it was seen last.
    #[cfg_attr(feature = "serde", serde(skip, default = "placeholder"))]
    pub(super) entity: Entity,
    /// The place where the last tick has left it, so that moves by the game are seen; `None` if the game moves it.
    pub(super) left: Option<Vec3>,
    /// The heading that the last tick has written, so that turns by the game are seen.
    pub(super) headed: Vec3,
    agent: NavAgent,
    filter: Option<Filter>,
    pub(super) class: ClassId,
    is_driven: bool,
    goal: Option<Asked>,
}

#[cfg(feature = "serde")]
fn placeholder() -> Entity {
    Entity::PLACEHOLDER
}

/// The destination of an agent.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Asked {
    Place(Place),
    /// The field of an entity, by its place in the order.
    Field(u64),
    /// The field of an entity that has none.
    NoField,
}

/// The agent of an entity in a tick, as its components say.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) entity: Entity,
    pub(crate) order: u64,
    pub(crate) agent: NavAgent,
    pub(crate) filter: Option<&'a Filter>,
    pub(crate) place: Place,
    /// Its place in the game.
    pub(crate) at: Vec3,
    /// The velocity of a driven agent.
    pub(crate) velocity: Option<DVec2>,
    /// The heading in the game, and that on the map.
    pub(crate) heading: (Vec3, DVec2),
    pub(crate) goal: Option<Asked>,
}

impl NavWorld {
    /// Removes the agents that are not among those of a tick, which are sorted.
    pub(crate) fn keep_agents(&mut self, seen: &[u64]) {
        let is_gone = |order: &u64| seen.binary_search(order).is_err();
        let gone: Vec<u64> = self.agents.keys().copied().filter(is_gone).collect();
        for order in gone {
            self.remove_agent(order);
        }
        self.refused.retain(|order, _| !is_gone(order));
    }

    fn remove_agent(&mut self, order: u64) {
        if let Some(slot) = self.agents.remove(&order) {
            self.orders.remove(&slot.key);
            self.keys.remove(&slot.entity);
            if let Some(crowd) = &mut self.crowd {
                let _is_there = crowd.remove(slot.key);
            }
        }
    }

    /// Takes over what an entity says of its agent. Returns the reason if that cannot be, once for each reason and state of
    /// the map.
    pub(crate) fn take(&mut self, options: &NavMap, seen: &Seen<'_>) -> Option<String> {
        let before = self.refused.remove(&seen.order);
        let reason = self.try_take(options, seen).err()?;
        let is_known = before.is_some_and(|before| before == reason);
        self.refused.insert(seen.order, reason.clone());
        (!is_known).then_some(reason)
    }

    fn try_take(&mut self, options: &NavMap, seen: &Seen<'_>) -> Result<(), String> {
        let is_driven = seen.velocity.is_some();
        if self.agents.get(&seen.order).is_some_and(|slot| slot.is_driven != is_driven) {
            self.remove_agent(seen.order);
        }
        if !self.agents.contains_key(&seen.order) {
            self.add_agent(options, seen)?;
        }
        if let Some(slot) = self.agents.get_mut(&seen.order) {
            // The first tick of a loaded map learns the entities.
            slot.entity = seen.entity;
            self.keys.insert(seen.entity, slot.key);
        }
        self.change_options(options, seen)?;
        let text = |error: CrowdError| error.to_string();
        self.move_agent(seen).map_err(text)?;
        self.turn_agent(seen).map_err(text)?;
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
        let (entity, agent, filter) = (seen.entity, seen.agent, seen.filter.cloned());
        self.orders.insert(key, seen.order);
        let (left, headed, goal) = (None, Vec3::ZERO, None);
        let slot = Slot { key, entity, left, headed, agent, filter, class, is_driven, goal };
        self.agents.insert(seen.order, slot);
        Ok(())
    }

    /// Takes over changed values of an agent.
    fn change_options(&mut self, options: &NavMap, seen: &Seen<'_>) -> Result<(), String> {
        let Some(slot) = self.agents.get(&seen.order) else { return Ok(()) };
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
        if let Some(slot) = self.agents.get_mut(&seen.order) {
            (slot.agent, slot.filter, slot.class) = (seen.agent, seen.filter.cloned(), class);
            // A field is one of a class.
            slot.goal = slot.goal.filter(|goal| has_class || !matches!(goal, Asked::Field(_)));
        }
        Ok(())
    }

    /// Moves an agent to where the game has moved it.
    fn move_agent(&mut self, seen: &Seen<'_>) -> Result<(), CrowdError> {
        let (Some(slot), Some(crowd)) = (self.agents.get(&seen.order), &mut self.crowd) else {
            return Ok(());
        };
        if let Some(velocity) = seen.velocity {
            return crowd.drive(slot.key, seen.place, velocity);
        }
        if slot.left == Some(seen.at) {
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

    /// Turns an agent to where the game has turned it.
    fn turn_agent(&mut self, seen: &Seen<'_>) -> Result<(), CrowdError> {
        let (Some(slot), Some(crowd)) = (self.agents.get(&seen.order), &mut self.crowd) else {
            return Ok(());
        };
        let (in_game, on_map) = seen.heading;
        if in_game == Vec3::ZERO || in_game == slot.headed {
            return Ok(());
        }
        crowd.face(slot.key, on_map)
    }

    /// Sends an agent where it wants to go.
    fn send(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        let Some(slot) = self.agents.get(&seen.order) else { return Ok(()) };
        if slot.is_driven || slot.goal == seen.goal {
            return Ok(());
        }
        let (key, class) = (slot.key, slot.class);
        let field = match seen.goal {
            Some(Asked::Field(field)) => Some(self.field_for(field, class)),
            Some(Asked::NoField) => Some(Err("the destination is no field".to_owned())),
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
        if let Some(slot) = self.agents.get_mut(&seen.order) {
            slot.goal = seen.goal;
        }
        Ok(())
    }

    /// Lets agents set out again that go to the goals of an entity, those that have arrived too.
    pub(super) fn send_again(&mut self, field: u64) {
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
