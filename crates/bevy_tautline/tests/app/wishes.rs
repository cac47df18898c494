//! The fifteen wishes that users of other plugins write most often, a test each, named by the wish.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_tautline::prelude::*;
use bevy_tautline::{NavOutline, NavShape, ObstaclesFrom, OnMaps};
use bevy_transform::prelude::Transform;

use crate::game::{Game, app_with, hall, tick};

#[test]
fn a_mesh_from_obstacles_by_itself() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 16.0));
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(20.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
    assert!(app.at(walker).distance(Vec3::new(15.0, 0.0, 0.0)) < 0.5);
}

#[test]
fn a_mesh_that_follows_obstacles_when_they_move() {
    let mut app = hall();
    let wall = app.world_mut().spawn(NavObstacle::rectangle(2.0, 16.0)).id();
    let walker = app.walker([-15.0, 0.0], [-15.0, 0.0]);
    app.ticks(1);
    let around = app.length([-10.0, 0.0], [10.0, 0.0], 0.4).unwrap();
    app.put(wall, Vec3::new(0.0, 40.0, 0.0));
    app.ticks(1);
    let straight = app.length([-10.0, 0.0], [10.0, 0.0], 0.4).unwrap();
    assert!(around > 25.0 && straight == 20.0, "{around} {straight}");
    app.world_mut().get_mut::<Transform>(wall).unwrap().translation = Vec3::ZERO;
    app.ticks(1);
    assert_eq!(app.length([-10.0, 0.0], [10.0, 0.0], 0.4), Some(around));
    app.world_mut().despawn(wall);
    app.ticks(1);
    assert_eq!(app.length([-10.0, 0.0], [10.0, 0.0], 0.4), Some(20.0));
    app.world_mut().despawn(walker);
    app.ticks(1);
}

#[derive(Component)]
struct Compound(Vec<[[f32; 2]; 2]>);

impl NavShape for Compound {
    fn outlines(&self) -> Vec<NavOutline> {
        self.0.iter().map(|[low, high]| NavOutline::rect(*low, *high)).collect()
    }
}

#[test]
fn child_compound_and_trimesh_colliders() {
    let mut app = hall();
    app.add_plugins(ObstaclesFrom::<Compound>::default());
    // A cross of two boxes, on a child that is turned by its parent.
    let turned = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    let parent = app.world_mut().spawn(turned).id();
    let cross = Compound(vec![[[-9.0, -1.0], [9.0, 1.0]], [[-1.0, -3.0], [1.0, 3.0]]]);
    let child = app.world_mut().spawn((cross, Transform::default(), ChildOf(parent))).id();
    app.walker([-15.0, 0.0], [-15.0, 0.0]);
    app.ticks(2);
    let around = app.length([-10.0, 0.0], [10.0, 0.0], 0.4).unwrap();
    assert!(around > 25.0, "{around}");
    app.world_mut().entity_mut(child).insert(Compound(vec![[[-1.0, -1.0], [1.0, 1.0]]]));
    app.ticks(2);
    let less = app.length([-10.0, 0.0], [10.0, 0.0], 0.4).unwrap();
    assert!(less < 21.0, "{less}");
    app.world_mut().entity_mut(child).remove::<Compound>();
    app.ticks(2);
    assert_eq!(app.length([-10.0, 0.0], [10.0, 0.0], 0.4), Some(20.0));
}

#[test]
fn an_agent_radius() {
    let mut app = hall();
    // A gap of one unit.
    app.world_mut().spawn(NavObstacle::rect([-1.0, -10.0], [1.0, -0.5]));
    app.world_mut().spawn(NavObstacle::rect([-1.0, 0.5], [1.0, 10.0]));
    let thin = app.walker([-15.0, 0.0], [15.0, 0.0]);
    let wide = app.walker([-15.0, 3.0], [15.0, 3.0]);
    app.world_mut().get_mut::<NavAgent>(wide).unwrap().radius = 0.6;
    app.seconds(20.0);
    assert_eq!(app.told("Arrived"), [(thin, String::new())]);
    assert_eq!(app.told("NoPath"), [(wide, "unreachable".to_owned())]);
}

#[test]
fn several_radii_in_one_crowd() {
    let mut app = hall();
    let agents: Vec<Entity> = (0..6_u8)
        .map(|at| {
            let y = f32::from(at) * 3.0 - 7.5;
            let agent = app.walker([-15.0, y], [15.0, -y]);
            let radius = [0.3, 0.8, 1.2][usize::from(at % 3)];
            app.world_mut().get_mut::<NavAgent>(agent).unwrap().radius = radius;
            agent
        })
        .collect();
    app.ticks(1);
    assert_eq!(app.world_of_first().radii().count(), 3);
    app.seconds(25.0);
    assert_eq!(app.told("Arrived").len(), agents.len());
}

#[test]
fn several_meshes() {
    let mut app = hall();
    let other = app.world_mut().spawn(NavMap::default()).id();
    let ground = (NavGround::rect([-20.0, -10.0], [20.0, 10.0]), OnMaps(vec![other]));
    app.world_mut().spawn(ground);
    // A wall on the second map only.
    app.world_mut().spawn((NavObstacle::rectangle(2.0, 30.0), OnMaps(vec![other])));
    let here = app.walker([-15.0, 0.0], [15.0, 0.0]);
    let there = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.world_mut().entity_mut(there).insert(OnMaps(vec![other]));
    app.seconds(15.0);
    assert_eq!(app.told("Arrived"), [(here, String::new())]);
    assert_eq!(app.told("NoPath"), [(there, "unreachable".to_owned())]);
}

#[test]
fn off_mesh_links() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 20.0));
    app.world_mut().spawn(NavLink::new([-3.0, 0.0], [3.0, 0.0]));
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(15.0);
    assert_eq!(app.told("AtLink").len(), 1);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn no_wrong_and_no_stuck_paths() {
    let mut app = hall();
    // The destination is behind a wall without a gap.
    app.world_mut().spawn(NavWall::new([[5.0, -10.0], [5.0, 10.0]]));
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(2.0);
    assert!(matches!(app.state(walker), NavAgentState::Waits(_)), "{:?}", app.state(walker));
    assert!(app.told("Arrived").is_empty());
}

#[test]
fn agents_stay_on_the_mesh() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::circle(3.0));
    let agents: Vec<Entity> = (0..20_u8)
        .map(|at| {
            let y = f32::from(at % 10) * 1.8 - 8.0;
            let x = if at < 10 { -15.0 } else { 15.0 };
            app.walker([x, y], [-x, -y])
        })
        .collect();
    for _ in 0..600 {
        app.ticks(1);
        for &agent in &agents {
            let at = app.at(agent);
            assert!(at.truncate().length() >= 3.4 - 1e-4 && at.x.abs() <= 19.6 + 1e-4, "{at}");
        }
    }
}

#[test]
fn agents_reroute_after_edits() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(2.0);
    let before = app.world().get::<NavPath>(walker).unwrap().length;
    app.world_mut().spawn((NavObstacle::rectangle(2.0, 16.0), Transform::from_xyz(4.0, 0.0, 0.0)));
    app.ticks(2);
    let after = app.world().get::<NavPath>(walker).unwrap().length;
    assert!(after > before + 5.0, "{before} {after}");
    app.seconds(20.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn a_reason_for_no_path() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [50.0, 0.0]);
    app.ticks(2);
    assert_eq!(app.told("NoPath"), [(walker, "goal-outside".to_owned())]);
    let door = app.world_mut().spawn(NavDoor::new([[0.0, -10.0], [0.0, 10.0]]).closed()).id();
    app.world_mut().entity_mut(walker).insert(Destination::to([15.0, 0.0, 0.0]));
    app.ticks(2);
    assert_eq!(app.told("NoPath")[1], (walker, "closed-off".to_owned()));
    app.world_mut().get_mut::<NavDoor>(door).unwrap().open = true;
    app.seconds(15.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn paths_and_lengths_without_an_agent() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    let ground = NavGround::rect([-20.0, -10.0], [20.0, 10.0]);
    app.world_mut().spawn((NavMap::for_radii(&[0.4]), ground));
    app.ticks(1);
    let ask = |nav: Nav| {
        let known = nav.path([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], 0.3).map(|path| path.length());
        let unknown = nav.path([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], 0.5).map(|path| path.length());
        (known, unknown)
    };
    let answers = app.world_mut().run_system_cached(ask).unwrap();
    assert_eq!(answers, (Ok(20.0), Err(bevy_tautline::NavError::NoMesh(0.5))));
}

#[test]
fn smooth_movement() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 14.0));
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.world_mut().get_mut::<NavAgent>(walker).unwrap().acceleration = Some(6.0);
    let (mut last, mut before) = (app.at(walker), Vec3::ZERO);
    for _ in 0..1_000 {
        app.ticks(1);
        let velocity = (app.at(walker) - last) * crate::game::RATE as f32;
        // Nobody else is there, so no step changes the velocity by more than the limit.
        let change = (velocity - before).length();
        assert!(
            change <= 6.0 / crate::game::RATE as f32 * 1.1 + 1e-2,
            "{change} at {last}: {before} {velocity}"
        );
        (last, before) = (app.at(walker), velocity);
    }
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn builder_and_walker_in_one() {
    // One plugin, one map, one agent: no asset, no mesh of one's own, no system.
    let mut app = hall();
    let walker = app.walker([0.0, 0.0], [5.0, 5.0]);
    app.seconds(5.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn two_dimensions() {
    let mut app = hall();
    let walker = app.walker([0.0, 0.0], [5.0, 5.0]);
    app.put(walker, Vec3::new(0.0, 0.0, 7.0)); // z is for drawing order
    app.seconds(5.0);
    assert_eq!((app.at(walker).z, app.told("Arrived").len()), (7.0, 1));
    let mesh: Arc<tautline::NavMesh> = app.world_of_first().mesh(0.4).unwrap();
    assert_eq!(mesh.agent_radius(), f64::from(0.4_f32));
}
