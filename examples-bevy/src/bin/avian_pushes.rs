//! Bodies of avian2d that walk: colliders are obstacles, physics moves the agents, and what pushes them aside does not stop them.
//!
//! `cargo run --release --ignore-rust-version --manifest-path examples-bevy/Cargo.toml --bin avian_pushes`

use std::time::Duration;

use avian2d::parry::shape::Shape;
use avian2d::prelude::*;
use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::AssetPlugin;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_mesh::MeshPlugin;
use bevy_tautline::prelude::*;
use bevy_tautline::{Movement, NavOutline, NavShape, ObstaclesFrom};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

/// The outlines of the collider of a body that does not move.
#[derive(Component)]
struct Outlines(Vec<NavOutline>);

impl NavShape for Outlines {
    fn outlines(&self) -> Vec<NavOutline> {
        self.0.clone()
    }
}

/// Marks the bar that sweeps.
#[derive(Component)]
struct Bar;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins((AssetPlugin::default(), MeshPlugin, scene))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    app.finish();
    app.cleanup();
    let mut farthest = 0.0f32;
    for second in 1..=60 {
        for _ in 0..64 {
            app.update();
            let world = app.world_mut();
            let mut walkers = world.query_filtered::<&Transform, With<NavAgent>>();
            farthest = walkers.iter(world).map(|at| at.translation.y).fold(farthest, f32::max);
        }
        let world = app.world_mut();
        let mut walkers = world.query::<(&Transform, &NavAgentState)>();
        let there = walkers.iter(world).filter(|(at, _)| at.translation.x > 15.0).count();
        println!("after {second} s: {there} of 6 are there; the highest was at y = {farthest:.1}");
        if there == 6 {
            assert!(farthest > 4.5, "nobody was pushed");
            return;
        }
    }
    panic!("somebody did not arrive");
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins((PhysicsPlugins::default(), TautlinePlugin::default()))
        .add_plugins(ObstaclesFrom::<Outlines>::default())
        .insert_resource(Gravity(Vec2::ZERO))
        .add_systems(Startup, set_up)
        .add_systems(Update, read_colliders)
        .add_systems(FixedUpdate, (walk, sweep).after(NavSystems::Output));
}

fn set_up(world: &mut World) {
    world.spawn((NavMap::default(), NavGround::rect([-20.0, -8.0], [20.0, 8.0])));
    // A ball, a body of two boxes, and triangles.
    world.spawn((RigidBody::Static, Collider::circle(2.0), Transform::from_xyz(-8.0, 0.0, 0.0)));
    let boxes = [
        (Vec2::ZERO, 0.0, Collider::rectangle(1.0, 6.0)),
        (Vec2::new(1.5, 0.0), 0.0, Collider::rectangle(3.0, 1.0)),
    ];
    let boxes = Collider::compound(boxes.to_vec());
    world.spawn((RigidBody::Static, boxes, Transform::from_xyz(6.0, -3.0, 0.0)));
    let corners = [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 1.0]].map(Vec2::from);
    let triangles = Collider::trimesh(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]);
    world.spawn((RigidBody::Static, triangles, Transform::from_xyz(10.0, 4.0, 0.0)));
    // A child of a moving parent would move with it; this one stands.
    let parent = world.spawn(Transform::from_xyz(0.0, -6.0, 0.0)).id();
    let child =
        (RigidBody::Static, Collider::rectangle(2.0, 2.0), Transform::from_xyz(1.0, 0.0, 0.0));
    world.spawn((child, ChildOf(parent)));
    // A bar that sweeps up and down, and takes agents along. The map does not know of it.
    world.spawn((
        (RigidBody::Kinematic, Bar),
        Collider::rectangle(6.0, 0.5),
        LinearVelocity(Vec2::new(0.0, 1.2)),
        Transform::from_xyz(0.0, -4.0, 0.0),
    ));
    for number in 0..6_u8 {
        let y = f32::from(number) * 1.5 - 3.75;
        let agent = NavAgent { movement: Movement::Velocity, ..NavAgent::radius(0.4) };
        world.spawn((
            (RigidBody::Dynamic, Collider::circle(0.4), LockedAxes::ROTATION_LOCKED),
            (agent, Destination::to([17.0, y, 0.0])),
            Transform::from_xyz(-17.0, y, 0.0),
        ));
    }
}

/// Gives bodies that do not move the outlines of their colliders.
fn read_colliders(
    mut commands: Commands,
    colliders: Query<(Entity, &Collider, &RigidBody), Changed<Collider>>,
) {
    for (entity, collider, body) in &colliders {
        if *body == RigidBody::Static {
            let mut outlines = Vec::new();
            push_outlines(&**collider.shape(), &|at| at, &mut outlines);
            commands.entity(entity).insert(Outlines(outlines));
        }
    }
}

/// Appends the polygons of a shape, each point moved by `place`.
fn push_outlines(shape: &dyn Shape, place: &dyn Fn(Vec2) -> Vec2, outlines: &mut Vec<NavOutline>) {
    if let Some(compound) = shape.as_compound() {
        for (at, part) in compound.shapes() {
            push_outlines(&**part, &|point| place(at.transform_point(point)), outlines);
        }
    } else if let Some(mesh) = shape.as_trimesh() {
        let triangles = mesh.triangles().map(|triangle| [triangle.a, triangle.b, triangle.c]);
        outlines.extend(triangles.map(|corners| NavOutline::new(corners.map(place))));
    } else if let Some(ball) = shape.as_ball() {
        let circle = NavOutline::circle(ball.radius);
        outlines.push(NavOutline::new(circle.exterior.into_iter().map(place)));
    } else if let Some(cuboid) = shape.as_cuboid() {
        let corners = cuboid.to_polyline().into_iter();
        outlines.push(NavOutline::new(corners.map(place)));
    } else if let Some(polygon) = shape.as_convex_polygon() {
        outlines.push(NavOutline::new(polygon.points().iter().copied().map(place)));
    } else {
        panic!("a shape of another kind");
    }
}

/// Bodies move as their agents wish.
fn walk(mut walkers: Query<(&DesiredVelocity, &mut LinearVelocity)>) {
    for (wish, mut velocity) in &mut walkers {
        velocity.0 = Vec3::truncate(wish.0);
    }
}

/// The bar turns round before it meets a wall.
fn sweep(mut bars: Query<(&Transform, &mut LinearVelocity), With<Bar>>) {
    for (at, mut velocity) in &mut bars {
        if at.translation.y.abs() > 4.0 {
            velocity.y = -1.2 * at.translation.y.signum();
        }
    }
}
