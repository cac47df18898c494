//! Obstacles from what is drawn: sprites, meshes and the boxes around them.

use bevy_app::App;
use bevy_asset::{AssetApp, AssetPlugin, Assets, RenderAssetUsages};
use bevy_camera::primitives::Aabb;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::{Vec2, Vec3};
use bevy_mesh::{Indices, Mesh, Mesh2d, PrimitiveTopology};
use bevy_sprite::{Anchor, Sprite};
use bevy_tautline::ObstaclesFrom;
use bevy_tautline::prelude::*;

use crate::game::{Game, app_with, tick};

/// Chooses what becomes an obstacle.
#[derive(Component)]
struct Solid;

fn gallery(plane: Plane) -> App {
    let mut app = app_with(TautlinePlugin::default().plane(plane), tick());
    app.add_plugins(AssetPlugin::default()).init_asset::<Image>().init_asset::<Mesh>();
    app.add_plugins((
        ObstaclesFrom::<Sprite, With<Solid>>::default(),
        ObstaclesFrom::<Mesh2d>::default(),
        ObstaclesFrom::<Aabb>::default(),
    ));
    let ground = NavGround::rect([-20.0, -10.0], [20.0, 10.0]);
    app.world_mut().spawn((NavMap::for_radii(&[0.0]), ground));
    app
}

/// Returns the area of the ground that obstacles cover.
fn covered(app: &mut App) -> f64 {
    app.ticks(2);
    800.0 - app.world_of_first().mesh(0.0).unwrap().area()
}

#[test]
fn sprites_as_large_as_they_are_drawn() {
    let mut app = gallery(Plane::Xy);
    app.world_mut().spawn(Sprite::sized(Vec2::splat(5.0))); // not solid
    assert_eq!(covered(&mut app), 0.0);
    let tree = app.world_mut().spawn((Sprite::sized(Vec2::new(2.0, 4.0)), Solid)).id();
    assert_eq!(covered(&mut app), 8.0);
    app.world_mut().get_mut::<Sprite>(tree).unwrap().custom_size = Some(Vec2::new(2.0, 8.0));
    assert_eq!(covered(&mut app), 16.0);
    // Half of it is beyond the border now.
    app.world_mut().entity_mut(tree).insert(Anchor::BOTTOM_CENTER);
    app.put(tree, Vec3::new(0.0, 6.0, 0.0));
    assert_eq!(covered(&mut app), 8.0);
    app.world_mut().entity_mut(tree).remove::<Solid>();
    assert_eq!(covered(&mut app), 0.0);
    assert!(app.world().get::<NavObstacle>(tree).is_none());
}

#[test]
fn a_sprite_takes_the_size_of_its_image_once_it_is_there() {
    let mut app = gallery(Plane::Xy);
    let images = app.world().resource::<Assets<Image>>();
    let image = images.reserve_handle();
    app.world_mut().spawn((Sprite::from_image(image.clone()), Solid));
    assert_eq!(covered(&mut app), 0.0);
    let size = |width, height| {
        let mut image = Image::default();
        image.texture_descriptor.size.width = width;
        image.texture_descriptor.size.height = height;
        image
    };
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.insert(&image, size(3, 4)).unwrap();
    assert_eq!(covered(&mut app), 12.0);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.insert(&image, size(6, 4)).unwrap();
    assert_eq!(covered(&mut app), 24.0);
}

/// A square with a side, of two triangles and one without an area.
fn square(side: f32) -> Mesh {
    let corners = [[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0], [0.0, side, 0.0]];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.to_vec())
        .with_inserted_indices(Indices::U16(vec![0, 1, 2, 0, 2, 3, 1, 1, 2]))
}

#[test]
fn the_triangles_of_meshes_that_change() {
    let mut app = gallery(Plane::Xy);
    let mesh = app.world_mut().resource_mut::<Assets<Mesh>>().add(square(2.0));
    let entity = app.world_mut().spawn(Mesh2d(mesh.clone())).id();
    assert_eq!(covered(&mut app), 4.0);
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(&mesh, square(3.0)).unwrap();
    assert_eq!(covered(&mut app), 9.0);
    assert!(app.told("ShapeRefused").is_empty());
    app.world_mut().despawn(entity);
    assert_eq!(covered(&mut app), 0.0);
}

#[test]
fn boxes_in_both_planes() {
    for (plane, area) in [(Plane::Xy, 8.0), (Plane::Xz, 12.0)] {
        let mut app = gallery(plane);
        app.world_mut().spawn(Aabb::from_min_max(Vec3::ZERO, Vec3::new(2.0, 4.0, 6.0)));
        assert_eq!(covered(&mut app), area);
    }
}
