//! The systems of a tick: edits, commands, the step of the crowds, and what comes out of it.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::Time;
use bevy_transform::prelude::Transform;
use tautline::Place;
use tautline::agents::{AgentKey, AgentState, Crowd, Event};

use crate::agent::{
    DesiredVelocity, Destination, Driven, LinkUse, Movement, NavAgent, NavAgentState, NavField,
    NavFilter, NavHeading, NavPath,
};
use crate::events::{
    Arrived, AtLink, Detour, Displaced, MapFailed, MapRebuilt, NoPath, Refused, Settled,
    ShapeRefused,
};
use crate::gather::{Drawings, Places};
use crate::map::{NavFloor, NavMap, OnMaps};
use crate::order::{NavOrder, NextOrder};
use crate::plane::Plane;
use crate::shapes::NavIgnore;
use crate::world::{Asked, NavWorld, Seen};

/// Edits the maps by what entities have drawn.
pub(crate) fn edit(
    mut commands: Commands,
    drawings: Res<Drawings>,
    next: Res<NextOrder>,
    mut maps: Query<(Entity, &NavMap, &mut NavWorld)>,
) {
    for (map, options, mut world) in maps.iter_mut() {
        let world = world.bypass_change_detection();
        world.note_order(next.0);
        let outcome = world.edit(options, map, &drawings);
        for (id, reason) in outcome.refused {
            if let Some(entity) = drawings.entity(id) {
                commands.trigger(ShapeRefused { entity, reason });
            }
        }
        if let Some(reason) = outcome.rebuilt {
            commands.trigger(MapRebuilt { entity: map, reason });
        }
        if let Some(reason) = outcome.failed {
            commands.trigger(MapFailed { entity: map, reason });
        }
    }
}

/// The components of an agent that a tick reads.
type Parts<'a> = (
    &'a NavOrder,
    Entity,
    &'a NavAgent,
    (&'a DesiredVelocity, &'a NavHeading),
    Option<&'a Destination>,
    Option<&'a NavFilter>,
    Option<&'a NavFloor>,
    Option<&'a OnMaps>,
    Has<Driven>,
);

/// Tells the crowds what entities say of their agents.
pub(crate) fn command(
    mut commands: Commands,
    plane: Res<Plane>,
    places: Places,
    agents: Query<Parts<'_>, Without<NavIgnore>>,
    fields: Query<(&NavOrder, &NavField)>,
    mut maps: Query<(&NavOrder, Entity, &NavMap, &mut NavWorld)>,
) {
    let first = maps.iter().min_by_key(|map| map.0).map(|map| map.1);
    let known: BTreeSet<u64> = fields.iter().map(|field| field.0.0).collect();
    let mut sorted: Vec<_> = agents.iter().collect();
    sorted.sort_unstable_by_key(|parts| parts.0);
    for (_, map, options, mut world) in &mut maps {
        let world = world.bypass_change_detection();
        world.keep_goals(|order| known.contains(&order));
        for (order, field) in &fields {
            let goal = |goal: &Vec3| Place::new(plane.on_map(goal.as_dvec3()));
            world.set_goals(order.0, field.goals.iter().map(goal).collect());
        }
        let is_here =
            |maps: Option<&OnMaps>| maps.map_or(first, |maps| maps.0.first().copied()) == Some(map);
        let own = || sorted.iter().filter(|parts| is_here(parts.7));
        let seen: Vec<u64> = own().map(|parts| parts.0.0).collect();
        world.keep_agents(&seen);
        for &(order, entity, &agent, motion, destination, filter, floor, _, is_driven) in own() {
            let Some(at) = places.point(entity) else { continue };
            let on_floor = |place: Place| floor.map_or(place, |floor| place.on_layer(floor.0));
            let goal = |point: DVec3| Asked::Place(Place::new(plane.on_map(point)));
            let seen = Seen {
                entity,
                order: order.0,
                agent,
                filter: filter.map(|filter| &filter.0),
                place: on_floor(Place::new(plane.on_map(at))),
                at: at.as_vec3(),
                velocity: is_driven.then(|| plane.on_map(motion.0.0.as_dvec3())),
                heading: (motion.1.0, plane.on_map(motion.1.0.as_dvec3())),
                goal: destination.and_then(|destination| match *destination {
                    Destination::Point(point) => Some(goal(point.as_dvec3())),
                    Destination::Entity(target) => places.point(target).map(goal),
                    Destination::Field(field) => {
                        Some(fields.get(field).map_or(Asked::NoField, |(o, _)| Asked::Field(o.0)))
                    }
                }),
            };
            if let Some(reason) = world.take(options, &seen) {
                commands.trigger(Refused { entity, reason });
            }
        }
        let classes = own().map(|parts| (parts.2.radius, parts.5.map(|filter| &filter.0)));
        world.drop_unused(options, classes);
    }
}

/// Steps the crowds, and triggers their events.
pub(crate) fn step(
    mut commands: Commands,
    time: Res<Time>,
    plane: Res<Plane>,
    places: Places,
    agents: Query<&NavAgent>,
    mut maps: Query<(&NavMap, &mut NavWorld)>,
) {
    for (options, mut world) in &mut maps {
        let world = world.bypass_change_detection();
        world.refresh();
        let Some(crowd) = world.crowd_mut() else { continue };
        // A step that is too short or too long for a crowd moves nobody.
        let Ok(report) = crowd.step(time.delta_secs_f64(), options.budget) else { continue };
        for event in report.events {
            let of = |agent| world.entity_of(agent);
            match event {
                Event::Arrived { agent } => {
                    trigger(&mut commands, of(agent), |entity| Arrived { entity })
                }
                Event::Settled { agent } => {
                    trigger(&mut commands, of(agent), |entity| Settled { entity })
                }
                Event::NoPath { agent, error } => {
                    trigger(&mut commands, of(agent), |entity| NoPath { entity, error });
                }
                Event::AtLink { agent, exit, link } => {
                    let Some(entity) = of(agent) else { continue };
                    let like = places.point(entity).unwrap_or_default();
                    let to = plane.in_game(exit, like).as_vec3();
                    commands.trigger(AtLink { entity, exit: to });
                    if agents.get(entity).is_ok_and(|agent| agent.links == LinkUse::Jump) {
                        world.jump(agent, &link, exit);
                    }
                }
                Event::Detour { agent } => {
                    trigger(&mut commands, of(agent), |entity| Detour { entity })
                }
                Event::Moved { agent, distance } => {
                    trigger(&mut commands, of(agent), |entity| Displaced { entity, distance });
                }
                _ => {}
            }
        }
    }
}

fn trigger<E>(commands: &mut Commands, entity: Option<Entity>, event: impl FnOnce(Entity) -> E)
where
    E: EntityEvent,
    for<'t> E::Trigger<'t>: Default,
{
    if let Some(entity) = entity {
        commands.trigger(event(entity));
    }
}

/// The components of an agent that a tick writes.
type Output<'a> = (Entity, &'a NavAgent, Motion<'a>, &'a mut NavPath, &'a mut NavAgentState);

/// The components that say how an agent moves.
type Motion<'a> = (&'a mut DesiredVelocity, &'a mut NavHeading);

/// Writes where agents are, and what they do.
pub(crate) fn output(
    plane: Res<Plane>,
    mut maps: Query<(Entity, &mut NavWorld)>,
    mut agents: Query<Output<'_>>,
    mut transforms: ParamSet<(Places, Query<&mut Transform>)>,
) {
    let mut moves = Vec::new();
    for (entity, agent, (mut velocity, mut heading), mut path, mut state) in &mut agents {
        let own =
            maps.iter_mut().find_map(|(map, world)| Some((map, world.key_of(entity)?, world)));
        let Some((map, key, mut world)) = own else {
            state.set_if_neq(NavAgentState::OffMap);
            continue;
        };
        let world = world.bypass_change_detection();
        let headed = world.crowd().and_then(|crowd| crowd.heading(key)).unwrap_or_default();
        let headed = plane.direction(headed);
        world.leave(key, None);
        world.leave_heading(key, headed);
        let Some(crowd) = world.crowd() else { continue };
        let (Some(place), Some(moved)) = (crowd.place(key), crowd.velocity(key)) else { continue };
        let now = match crowd.agent_state(key) {
            Some(AgentState::Driven) => NavAgentState::Driven,
            Some(AgentState::Walks) => NavAgentState::Walks,
            Some(AgentState::Arrived) => NavAgentState::Arrived,
            // Why it waits was told by the event; asking again costs a search.
            Some(AgentState::Waits) => match &*state {
                NavAgentState::Waits(error) => NavAgentState::Waits(*error),
                _ => crowd.why_waiting(key).map_or(NavAgentState::Stands, NavAgentState::Waits),
            },
            _ => NavAgentState::Stands,
        };
        let is_driven = now == NavAgentState::Driven;
        state.set_if_neq(now);
        write_path(crowd, key, &mut path);
        if is_driven {
            continue;
        }
        velocity.set_if_neq(DesiredVelocity(plane.direction(moved)));
        heading.set_if_neq(NavHeading(headed));
        if agent.movement == Movement::Transform {
            moves.push((entity, map, key, place.point));
        }
    }
    for (entity, map, key, point) in moves {
        let parent = transforms.p0().parent_frame(entity);
        if let Ok(mut transform) = transforms.p1().get_mut(entity) {
            let at = parent.transform_point3(transform.translation.as_dvec3());
            let to = plane.in_game(point, at);
            if to.as_vec3() != at.as_vec3() {
                transform.translation = parent.inverse().transform_point3(to).as_vec3();
            }
        }
        let at = transforms.p0().point(entity).map(|at| at.as_vec3());
        if let Ok((_, mut world)) = maps.get_mut(map) {
            world.bypass_change_detection().leave(key, at);
        }
    }
}

/// Writes the points ahead of an agent.
fn write_path(crowd: &Crowd, key: AgentKey, path: &mut Mut<'_, NavPath>) {
    let length = crowd.way_left(key).unwrap_or(0.0);
    if path.length != length {
        let path = &mut **path;
        path.length = length;
        path.points.clear();
        path.points.extend(crowd.waypoints_ahead(key).map(|point| point.as_vec2()));
    }
}
