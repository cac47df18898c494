//! Random spawning, despawning, moving, closing and reparenting: nobody in a wall, and the map that a build from Bevy's own transforms gives.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_tautline::prelude::*;
use bevy_tautline::{NavField, NavIgnore, NavOutline};
use bevy_transform::prelude::{GlobalTransform, Transform};
use tautline::{BuildOptions, NavMeshBuilder, Outline, Wall};

use crate::game::{Game, app_with, tick};

/// Random numbers, by xorshift (G. Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    fn place(&mut self) -> Vec3 {
        Vec3::new(self.between(-20.0, 20.0), self.between(-20.0, 20.0), 0.0)
    }
}

/// The entities of a soak.
#[derive(Default)]
struct Entities {
    shapes: Vec<Entity>,
    agents: Vec<Entity>,
}

/// Entities with a shape.
type AnyShape =
    Or<(With<NavGround>, With<NavObstacle>, With<NavWall>, With<NavArea>, With<NavDoor>)>;

/// Returns one of a list.
fn any(random: &mut Random, list: &[Entity]) -> Option<Entity> {
    (!list.is_empty()).then(|| list[random.below(list.len())])
}

/// A random place, turned.
fn turned(random: &mut Random) -> Transform {
    let place = Transform::from_translation(random.place());
    place.with_rotation(Quat::from_rotation_z(random.between(0.0, 3.0)))
}

/// Makes a random change of the world.
fn change(world: &mut World, random: &mut Random, entities: &mut Entities) {
    match random.below(12) {
        kind @ 0..8 => change_shapes(world, random, &mut entities.shapes, kind),
        kind => change_agents(world, random, &mut entities.agents, kind == 8),
    }
}

fn spawn_shape(world: &mut World, random: &mut Random) -> Entity {
    let (place, size) = (turned(random), [random.between(0.5, 4.0), random.between(0.5, 4.0)]);
    let shape = match random.below(5) {
        0 => world.spawn((NavObstacle::circle(size[0]), place)),
        1 => world.spawn((NavWall::new([[-size[0], 0.0], [size[0], size[1]]]), place)),
        2 => world.spawn((NavDoor::new([[-size[0], 0.0], [size[0], 0.0]]), place)),
        3 => {
            let outline = NavOutline::rect([0.0, 0.0], size);
            world.spawn((NavArea::new(outline, "mud", f64::from(size[1])), place))
        }
        _ => world.spawn((NavObstacle::rectangle(size[0], size[1]), place)),
    };
    shape.id()
}

fn change_shapes(world: &mut World, random: &mut Random, shapes: &mut Vec<Entity>, kind: usize) {
    let Some(shape) = any(random, shapes).filter(|_| kind > 1) else {
        if shapes.len() < 60 {
            shapes.push(spawn_shape(world, random));
        }
        return;
    };
    match kind {
        2 => {
            world.despawn(shape); // its children too
            shapes.retain(|&shape| world.get_entity(shape).is_ok());
        }
        3 | 4 => {
            world.entity_mut(shape).insert(turned(random));
        }
        5 => {
            if let Some(mut door) = world.get_mut::<NavDoor>(shape) {
                door.open = !door.open;
            }
        }
        6 => {
            let parent = any(random, shapes).unwrap();
            let is_free = shape != parent && world.get::<ChildOf>(parent).is_none();
            let is_leaf = world.get::<Children>(shape).is_none_or(|children| children.is_empty());
            if is_free && is_leaf {
                world.entity_mut(shape).insert(ChildOf(parent));
            } else {
                world.entity_mut(shape).remove::<ChildOf>();
            }
        }
        _ => match world.get::<NavIgnore>(shape) {
            Some(_) => drop(world.entity_mut(shape).remove::<NavIgnore>()),
            None => drop(world.entity_mut(shape).insert(NavIgnore)),
        },
    }
}

fn change_agents(world: &mut World, random: &mut Random, agents: &mut Vec<Entity>, spawns: bool) {
    let Some(agent) = any(random, agents).filter(|_| !spawns) else {
        if agents.len() < 40 {
            let radius = [0.3, 0.6][random.below(2)];
            agents.push(world.spawn((NavAgent::radius(radius), turned(random))).id());
        }
        return;
    };
    match random.below(4) {
        0 if agents.len() > 10 => {
            agents.retain(|&other| other != agent);
            world.despawn(agent);
        }
        1 => {
            let radius = [0.2, 0.45, 0.6, 0.3, 0.5, 0.8][random.below(6)];
            if let Some(mut agent) = world.get_mut::<NavAgent>(agent) {
                agent.radius = radius;
            }
        }
        2 => {
            let goals = vec![random.place(), random.place()];
            let fields: Vec<Entity> =
                world.query_filtered::<Entity, With<NavField>>().iter(world).collect();
            if fields.len() == 3 {
                world.despawn(fields[random.below(3)]);
            }
            let field = world.spawn(NavField { goals }).id();
            world.entity_mut(agent).insert(Destination::Field(field));
        }
        _ => {
            world.entity_mut(agent).insert(Destination::Point(random.place()));
        }
    }
}

/// Checks that a map holds what there is, and nothing from before.
fn check_counts(app: &mut App, agents: &[Entity]) {
    let world = app.world_mut();
    let shapes =
        world.query_filtered::<Entity, (AnyShape, Without<NavIgnore>)>().iter(world).count();
    // The map lists 0.3 and 0.6; wider agents have a mesh of their own.
    let is_wide = |&agent: &Entity| world.get::<NavAgent>(agent).is_some_and(|a| a.radius > 0.6);
    let meshes = 2 + usize::from(agents.iter().any(is_wide));
    let counts = app.world_of_first().counts();
    assert_eq!((counts.shapes, counts.meshes), (shapes, meshes));
    assert!(counts.agents <= agents.len() && counts.classes <= 3, "{counts:?}");
    // Three fields for each class, and a place for the one that comes when one goes.
    assert!(counts.fields <= 4 * 3, "{counts:?}");
}

/// Returns the area of the ground for a radius, built from what Bevy says of all entities.
fn area_of_entities(app: &mut App, radius: f32) -> f64 {
    let options = BuildOptions::default().agent_radius(f64::from(radius)).weld(1.0 / 1024.0);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([-20.0, -20.0], [20.0, 20.0]));
    let world = app.world_mut();
    let on_map = |frame: &GlobalTransform, points: &[Vec2]| -> Vec<[f32; 2]> {
        points
            .iter()
            .map(|at| frame.transform_point(at.extend(0.0)).truncate().to_array())
            .collect()
    };
    let mut obstacles =
        world.query_filtered::<(&NavObstacle, &GlobalTransform), Without<NavIgnore>>();
    for (obstacle, frame) in obstacles.iter(world) {
        for outline in &obstacle.outlines {
            builder.add_obstacle(Outline::new(on_map(frame, &outline.exterior)));
        }
    }
    let mut walls = world.query_filtered::<(&NavWall, &GlobalTransform), Without<NavIgnore>>();
    for (wall, frame) in walls.iter(world) {
        builder.add_wall(Wall::new(on_map(frame, &wall.points)));
    }
    builder.build_mesh().unwrap().area()
}

/// Plays ticks with a change in most of them.
fn soak(seed: u64, ticks: u32) -> (usize, usize) {
    let mut app = app_with(TautlinePlugin::default(), tick());
    let options = NavMap::for_radii(&[0.3, 0.6]);
    app.world_mut().spawn((options, NavGround::rect([-20.0, -20.0], [20.0, 20.0])));
    let (mut random, mut entities) = (Random(seed), Entities::default());
    let (mut walked, mut compared) = (0, 0);
    for tick in 0..ticks {
        change(app.world_mut(), &mut random, &mut entities);
        app.ticks(1);
        let world =
            app.world_mut().query::<&bevy_tautline::NavWorld>().single(app.world()).unwrap();
        assert_eq!(world.fault(), None, "seed {seed}, tick {tick}");
        for &agent in &entities.agents {
            let Some(key) = world.key_of(agent) else { continue };
            let crowd = world.crowd().unwrap();
            let (place, mesh) = (crowd.place(key).unwrap(), crowd.agent_mesh(key).unwrap());
            let cell = place.cell.unwrap();
            assert!(mesh.has_cell(cell), "seed {seed}, tick {tick}: an agent is off the mesh");
            walked += usize::from(crowd.velocity(key).unwrap().length() > 0.1);
        }
        check_counts(&mut app, &entities.agents);
        if tick % 50 == 49 {
            for radius in [0.3, 0.6] {
                let live = app.world_of_first().finder(radius).unwrap().mesh().area();
                let fresh = area_of_entities(&mut app, radius);
                // Bevy's frames are rounded to f32, and 60 shapes have some 600 units of border.
                assert!((live - fresh).abs() < 0.05, "seed {seed}, tick {tick}: {live} {fresh}");
                compared += 1;
            }
        }
    }
    assert!(app.told("ShapeRefused").is_empty() && app.told("MapFailed").is_empty());
    (walked, compared)
}

/// `TAUTLINE_TICKS=100000` plays as many ticks.
#[test]
fn nobody_is_in_a_wall_and_a_build_from_the_entities_agrees() {
    let ticks = std::env::var("TAUTLINE_TICKS").map_or(4_000, |ticks| ticks.parse().unwrap());
    let (mut walked, mut compared) = (0, 0);
    for seed in 1..5 {
        let (steps, meshes) = soak(seed, ticks / 4);
        (walked, compared) = (walked + steps, compared + meshes);
    }
    assert!(walked > 5_000 && compared >= 100, "{walked} {compared}");
}
