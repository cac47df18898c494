//! Agents: their components, and what the game does to them.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::prelude::*;
use bevy_tautline::{LinkUse, Movement, NavField, NavFilter, NavOutline};
use bevy_transform::prelude::Transform;
use tautline::Filter;

use crate::game::{Game, app_with, hall, tick};

#[test]
fn values_of_an_agent_can_change_at_any_time() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(1.0);
    let slow = app.at(walker).x;
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().speed = 6.0;
    app.seconds(1.0);
    let fast = app.at(walker).x;
    assert!((slow + 12.0).abs() < 0.2 && (fast - slow - 6.0).abs() < 0.2, "{slow} {fast}");
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().radius = 0.7;
    app.ticks(1);
    assert_eq!(app.world_of_first().radii().collect::<Vec<_>>(), [f64::from(0.7_f32)]);
    app.world_mut().entity_mut(walker).remove::<Destination>();
    app.seconds(1.0);
    assert_eq!(app.state(walker), NavAgentState::Stands);
    let stands = app.at(walker);
    app.seconds(1.0);
    assert_eq!(app.at(walker), stands);
    app.world_mut().entity_mut(walker).remove::<NavAgent>();
    app.ticks(1);
    assert!(app.world_of_first().crowd().is_none());
}

#[test]
fn a_destination_may_be_an_entity_that_moves() {
    let mut app = hall();
    let player = app.world_mut().spawn(Transform::from_xyz(5.0, 5.0, 0.0)).id();
    let walker = app.walker([-15.0, 0.0], [0.0, 0.0]);
    app.world_mut().entity_mut(walker).insert(Destination::Entity(player));
    for step in 0..400_u16 {
        app.put(player, Vec3::new(5.0 + f32::from(step) * 0.02, 5.0 - f32::from(step) * 0.03, 0.0));
        app.ticks(1);
    }
    app.seconds(8.0);
    assert!(app.at(walker).distance(app.at(player)) < 0.6, "{}", app.at(walker));
    app.world_mut().despawn(player);
    app.seconds(1.0);
    assert_eq!(app.state(walker), NavAgentState::Stands);
}

#[test]
fn many_agents_share_a_field_and_follow_its_changes() {
    let mut app = hall();
    let goals = vec![Vec3::new(18.0, 8.0, 0.0), Vec3::new(18.0, -8.0, 0.0)];
    let exits = app.world_mut().spawn(NavField { goals }).id();
    let agents: Vec<Entity> = (0..10_u8)
        .map(|at| {
            let agent = app.walker([-15.0, f32::from(at) * 1.6 - 7.5], [0.0, 0.0]);
            app.world_mut().entity_mut(agent).insert(Destination::Field(exits));
            agent
        })
        .collect();
    app.seconds(2.0);
    app.world_mut().spawn(NavObstacle::rect([0.0, -10.0], [1.0, 6.0]));
    app.seconds(25.0);
    let close = |app: &bevy_app::App, agent: &Entity| app.at(*agent).x > 15.0;
    assert!(agents.iter().all(|agent| close(&app, agent)));
    let goals = vec![Vec3::new(-18.0, 0.0, 0.0)];
    app.world_mut().entity_mut(exits).insert(NavField { goals });
    app.seconds(30.0);
    assert!(agents.iter().all(|agent| app.at(*agent).x < -14.0));
}

#[test]
fn agents_of_a_field_that_is_gone_stop_and_its_place_is_used_again() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [0.0, 0.0]);
    let other = app.walker([-15.0, 3.0], [0.0, 0.0]);
    for round in 0..20_u8 {
        let goals = vec![Vec3::new(15.0, f32::from(round % 2) * 5.0, 0.0)];
        let field = app.world_mut().spawn(NavField { goals }).id();
        app.world_mut().entity_mut(walker).insert(Destination::Field(field));
        app.ticks(10);
        assert_eq!(app.state(walker), NavAgentState::Walks, "round {round}");
        app.world_mut().despawn(field);
        app.world_mut().entity_mut(other).insert(Destination::to([15.0, 3.0, 0.0]));
        app.ticks(2);
        assert_eq!(app.state(walker), NavAgentState::Stands, "round {round}");
    }
    assert_eq!(app.world_of_first().counts().fields, 1);
}

#[test]
fn the_game_drives_the_player_and_others_avoid_it() {
    let mut app = hall();
    let player = app.world_mut().spawn((NavAgent::radius(1.0), Driven)).id();
    let walker = app.walker([-10.0, 0.0], [10.0, 0.0]);
    let mut nearest = f32::INFINITY;
    for _ in 0..700 {
        app.ticks(1);
        nearest = nearest.min(app.at(walker).distance(app.at(player)));
    }
    assert_eq!(app.at(player), Vec3::ZERO);
    assert_eq!(app.state(player), NavAgentState::Driven);
    assert!(nearest > 1.35, "{nearest}");
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
    // The player becomes an agent like others.
    app.world_mut().entity_mut(player).remove::<Driven>().insert(Destination::to([5.0, 5.0, 0.0]));
    app.seconds(5.0);
    assert!(app.at(player).distance(Vec3::new(5.0, 5.0, 0.0)) < 1.1);
}

#[test]
fn a_robot_turns_before_it_walks_and_the_game_can_turn_it() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    let heading = |app: &App| app.world().get::<NavHeading>(walker).unwrap().0;
    app.ticks(2);
    assert_eq!(heading(&app), Vec3::ZERO);
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().turning_rate = Some(1.0);
    app.world_mut().get_mut::<NavHeading>(walker).unwrap().0 = Vec3::NEG_X;
    let start = app.at(walker);
    app.seconds(1.0);
    let turned = heading(&app).dot(Vec3::NEG_X);
    assert!((turned - 1.0_f32.cos()).abs() < 0.05, "{turned}");
    assert_eq!(app.at(walker), start);
    app.seconds(14.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn an_agent_follows_where_physics_pushes_it() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().movement = Movement::Velocity;
    for _ in 0..900 {
        app.ticks(1);
        let velocity = app.world().get::<DesiredVelocity>(walker).unwrap().0;
        // A wind blows the body aside.
        let wind = Vec3::new(0.0, 0.5, 0.0);
        let step = (velocity + wind) / crate::game::RATE as f32;
        app.world_mut().get_mut::<Transform>(walker).unwrap().translation += step;
    }
    assert_eq!(app.told("Arrived").len(), 1);
    let place = app.world_of_first().crowd().map(|crowd| crowd.len());
    assert_eq!(place, Some(1));
}

#[test]
fn a_teleported_agent_goes_on_to_its_destination() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(1.0);
    app.put(walker, Vec3::new(10.0, 8.0, 0.0));
    app.seconds(4.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
    app.put(walker, Vec3::new(100.0, 0.0, 0.0)); // off the map
    app.ticks(2);
    assert_eq!(app.told("Refused").len(), 1);
}

#[test]
fn the_game_plays_a_jump_and_moves_the_agent() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 20.0));
    app.world_mut().spawn(NavLink::new([-3.0, 0.0], [3.0, 0.0]));
    let walker = app.walker([-8.0, 0.0], [8.0, 0.0]);
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().links = LinkUse::Wait;
    app.seconds(5.0);
    let told = app.told("AtLink");
    assert_eq!((told.len(), told[0].0), (1, walker));
    assert!(app.at(walker).x < -2.0);
    app.put(walker, Vec3::new(3.0, 0.0, 0.0));
    app.seconds(4.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn a_filter_keeps_an_agent_out_of_areas() {
    let mut app = hall();
    let water = NavArea::new(NavOutline::rect([-2.0, -10.0], [2.0, 8.0]), "water", 1.0);
    app.world_mut().spawn(water);
    let swimmer = app.walker([-10.0, 0.0], [10.0, 0.0]);
    let walker = app.walker([-10.0, -2.0], [10.0, -2.0]);
    app.world_mut().entity_mut(walker).insert(NavFilter(Filter::new().forbid("water")));
    let mut highest = [0.0_f32; 2];
    for _ in 0..900 {
        app.ticks(1);
        for (highest, agent) in highest.iter_mut().zip([swimmer, walker]) {
            *highest = highest.max(app.at(agent).y);
        }
    }
    assert!(highest[0] < 1.0 && highest[1] >= 8.0, "{highest:?}");
    assert_eq!(app.told("Arrived").len(), 2);
}

#[test]
fn a_filter_of_an_unknown_area_is_refused_until_there_is_one() {
    let mut app = hall();
    let walker = app.walker([-10.0, 0.0], [10.0, 0.0]);
    app.world_mut().entity_mut(walker).insert(NavFilter(Filter::new().forbid("lava")));
    app.ticks(5);
    let refused = app.told("Refused");
    assert_eq!(
        (refused.len(), refused[0].0, app.state(walker)),
        (1, walker, NavAgentState::OffMap)
    );
    let lava = NavArea::new(NavOutline::rect([-2.0, -10.0], [2.0, 8.0]), "lava", 1.0);
    app.world_mut().spawn(lava);
    app.seconds(15.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn an_agent_off_the_map_is_refused_once_and_taken_when_it_is_moved() {
    let mut app = hall();
    let walker = app.walker([50.0, 0.0], [10.0, 0.0]);
    app.ticks(20);
    assert_eq!(app.told("Refused").len(), 1);
    app.put(walker, Vec3::new(5.0, 0.0, 0.0));
    app.seconds(4.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn an_agent_under_a_parent_walks_in_the_space_of_the_game() {
    let mut app = hall();
    let parent =
        app.world_mut().spawn(Transform::from_xyz(3.0, 4.0, 0.0).with_scale(Vec3::splat(2.0))).id();
    let walker = app.walker([-5.0, 0.0], [10.0, 0.0]);
    app.world_mut().entity_mut(walker).insert(ChildOf(parent));
    app.seconds(10.0);
    assert_eq!(app.told("Arrived").len(), 1);
    let end = app.at(walker) * 2.0 + Vec3::new(3.0, 4.0, 0.0);
    assert!(end.distance(Vec3::new(10.0, 0.0, 0.0)) < 0.5, "{end}");
}

#[test]
fn bad_values_are_refused() {
    let mut app = hall();
    for radius in [f32::NAN, -1.0, f32::INFINITY] {
        app.world_mut().spawn(NavAgent::radius(radius));
    }
    let goal = app.walker([0.0, 0.0], [f32::NAN, 0.0]);
    app.ticks(3);
    assert!(
        app.told("Refused").len() >= 3 && app.told("Refused").iter().any(|told| told.0 == goal)
    );
    let fine = app.walker([-5.0, 3.0], [5.0, 3.0]);
    app.seconds(6.0);
    assert_eq!(app.told("Arrived"), [(fine, String::new())]);
}

#[test]
fn a_ground_in_the_plane_of_a_level_has_its_agents_upright() {
    let mut app = app_with(TautlinePlugin::default().plane(bevy_tautline::Plane::Xz), tick());
    app.world_mut().spawn((NavMap::default(), NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
    // Local y of a shape is −z.
    let wall = NavObstacle::rect([-1.0, -10.0], [1.0, 4.0]);
    app.world_mut().spawn(wall);
    let place = Transform::from_xyz(-10.0, 1.5, 0.0);
    let goal = Destination::to([10.0, 0.0, 0.0]);
    let walker = app.world_mut().spawn((place, NavAgent::radius(0.4), goal)).id();
    let mut farthest = 0.0_f32;
    for _ in 0..900 {
        app.ticks(1);
        farthest = farthest.min(app.at(walker).z);
        assert_eq!(app.at(walker).y, 1.5);
    }
    assert!(farthest < -4.3, "{farthest}");
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}
