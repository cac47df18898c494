//! Questions to a map without an agent, here and on other threads.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::prelude::*;
use bevy_tautline::{NavAnswer, NavError, NavRequest};
use tautline::PathError;

use crate::game::{Game, app_with, hall, tick};

/// A hall with a wall that has a gap of two units, for points and for agents of radius 0.5.
fn two_rooms(plane: Plane) -> bevy_app::App {
    let mut app = app_with(TautlinePlugin::default().plane(plane), tick());
    let map = NavMap::for_radii(&[0.0, 0.5]);
    app.world_mut().spawn((map, NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
    app.world_mut().spawn(NavWall::new([[0.0, -10.0], [0.0, -1.0]]));
    app.world_mut().spawn(NavWall::new([[0.0, 1.0], [0.0, 10.0]]));
    app.ticks(1);
    app
}

#[test]
fn all_questions_have_answers() {
    let mut app = two_rooms(Plane::Xy);
    let ask = |nav: Nav| {
        let (west, east) = (Vec3::new(-10.0, 0.0, 3.0), Vec3::new(10.0, 0.0, 3.0));
        let south = Vec3::new(-10.0, -8.0, 0.0);
        assert_eq!(nav.distance(west, east, 0.0), Ok(20.0));
        let near = nav.nearest(west, &[east, south, Vec3::splat(99.0)], 5, 0.0).unwrap();
        assert_eq!(
            near.iter().map(|near| (near.goal, near.distance)).collect::<Vec<_>>(),
            [(1, 8.0), (0, 20.0)]
        );
        assert_eq!(nav.ray(west, east, 0.0).unwrap().normal, None);
        let hit = nav.ray(west + Vec3::Y * 4.0, east + Vec3::Y * 4.0, 0.0).unwrap();
        assert_eq!((hit.point, hit.normal), (Vec3::new(0.0, 4.0, 3.0), Some(-Vec3::X)));
        let wide = nav.ray(west + Vec3::Y * 4.0, east + Vec3::Y * 4.0, 0.5).unwrap();
        assert_eq!(wide.point, Vec3::new(-0.5, 4.0, 3.0));
        let slid = nav.move_along([-1.0, 4.0, 0.0], [1.0, 5.0, 0.0], 0.0).unwrap();
        assert_eq!(slid, Vec3::new(0.0, 5.0, 0.0));
        let widest = nav.widest(west, east, 0.0).unwrap().unwrap();
        assert_eq!(widest.width, 2.0);
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state
        };
        for _ in 0..100 {
            let point = nav.random_point(0.5, &mut random).unwrap().unwrap();
            assert!(
                point.x.abs() <= 19.5
                    && point.y.abs() <= 9.5
                    && nav.distance(point, east, 0.5).is_ok()
            );
        }
        assert_eq!(
            nav.ray(Vec3::splat(99.0), east, 0.0).unwrap_err().to_string(),
            "the start (99, 99) is off the walkable area"
        );
    };
    app.world_mut().run_system_cached(ask).unwrap();
}

#[test]
fn answers_are_in_the_plane_of_the_game() {
    let mut app = two_rooms(Plane::Xz);
    let ask = |nav: Nav| {
        let hit = nav.ray([-10.0, 2.0, -4.0], [10.0, 2.0, -4.0], 0.0).unwrap();
        assert_eq!((hit.point, hit.normal), (Vec3::new(0.0, 2.0, -4.0), Some(-Vec3::X)));
        let slid = nav.move_along([-1.0, 2.0, -4.0], [1.0, 2.0, -5.0], 0.0).unwrap();
        assert_eq!(slid, Vec3::new(0.0, 2.0, -5.0));
    };
    app.world_mut().run_system_cached(ask).unwrap();
}

/// Plays until an entity has its answer.
fn answer(app: &mut bevy_app::App, entity: Entity) -> Result<f64, NavError> {
    for _ in 0..10_000 {
        app.ticks(1);
        if let Some(NavAnswer(answer)) = app.world().get::<NavAnswer>(entity) {
            assert!(app.world().get::<NavRequest>(entity).is_none());
            return answer.as_ref().map(|path| path.length()).map_err(Clone::clone);
        }
        std::thread::yield_now();
    }
    panic!("no answer");
}

#[test]
fn requests_turn_into_answers() {
    let mut app = two_rooms(Plane::Xy);
    let request = NavRequest::new([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], 0.0);
    let entity = app.world_mut().spawn(request).id();
    assert_eq!(answer(&mut app, entity), Ok(20.0));
    let far = NavRequest { to: Vec3::splat(99.0), ..request };
    app.world_mut().entity_mut(entity).insert(far);
    assert!(matches!(answer(&mut app, entity), Err(NavError::Path(PathError::GoalOutside { .. }))));
    app.world_mut().entity_mut(entity).insert(NavRequest { radius: 7.0, ..request });
    assert_eq!(answer(&mut app, entity), Err(NavError::NoMesh(7.0)));
    app.world_mut().entity_mut(entity).insert(NavRequest { map: Some(entity), ..request });
    assert_eq!(answer(&mut app, entity), Err(NavError::NoMap));
}

#[test]
fn a_request_is_answered_on_the_map_of_its_tick_and_can_be_taken_back() {
    let mut app = hall();
    app.walker([-15.0, 0.0], [-15.0, 0.0]);
    app.ticks(1);
    let request = NavRequest::new([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], 0.4);
    let wall = app.world_mut().spawn(NavObstacle::rectangle(2.0, 16.0)).id();
    let entity = app.world_mut().spawn(request).id();
    app.ticks(1);
    app.world_mut().despawn(wall);
    assert!(answer(&mut app, entity).unwrap() > 25.0);
    app.world_mut().entity_mut(entity).remove::<NavAnswer>().insert(request);
    app.ticks(1);
    app.world_mut().entity_mut(entity).remove::<(NavRequest, NavAnswer)>();
    app.ticks(2);
    assert!(app.world().get::<NavAnswer>(entity).is_none());
    let gone = app.world_mut().spawn(request).id();
    app.ticks(1);
    app.world_mut().despawn(gone);
    app.ticks(2);
}
