//! The components in Bevy's registry of types, where an inspector finds them.

use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_tautline::prelude::*;

use crate::game::{Game, hall};

/// All components of the plugin but `NavWorld`, whose parts are the engine's.
const COMPONENTS: [&str; 21] = [
    "DesiredVelocity",
    "Destination",
    "Driven",
    "NavAgent",
    "NavAgentState",
    "NavAnswer",
    "NavArea",
    "NavConnection",
    "NavDoor",
    "NavField",
    "NavFilter",
    "NavFloor",
    "NavGround",
    "NavHeading",
    "NavIgnore",
    "NavLink",
    "NavMap",
    "NavObstacle",
    "NavOrder",
    "NavPath",
    "NavRequest",
];

#[test]
fn all_components_are_in_the_registry() {
    let app = hall();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let is_component = |name: &str| {
        let registration = registry.get_with_short_type_path(name);
        registration.is_some_and(|found| found.data::<ReflectComponent>().is_some())
    };
    let missing: Vec<&str> = COMPONENTS
        .into_iter()
        .chain(["NavWall", "OnMaps"])
        .filter(|name| !is_component(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let own = |registration: &&bevy_reflect::TypeRegistration| {
        let path = registration.type_info().type_path_table();
        path.crate_name() == Some("bevy_tautline")
            && registration.data::<ReflectComponent>().is_some()
    };
    // Whoever adds a component adds it to the list, too.
    assert_eq!(registry.iter().filter(own).count(), COMPONENTS.len() + 2);
}

#[test]
fn an_inspector_changes_an_agent() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let component = registry.read();
    let component = component
        .get_with_short_type_path("NavAgent")
        .and_then(|registration| registration.data::<ReflectComponent>())
        .unwrap();
    let mut entity = app.world_mut().entity_mut(walker);
    let mut agent = component.reflect_mut(&mut entity).unwrap();
    let bevy_reflect::ReflectMut::Struct(agent) = agent.reflect_mut() else { panic!("a struct") };
    agent.field_mut("speed").unwrap().try_apply(&6.0_f32).unwrap();
    app.seconds(1.0);
    assert_eq!(app.world().get::<NavAgent>(walker).map(|agent| agent.speed), Some(6.0));
    assert!((app.at(walker).x + 9.0).abs() < 0.3, "{}", app.at(walker));
}
