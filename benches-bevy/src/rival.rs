//! The field in `vleue_navigator`, in its mode that updates on every change.

use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_asset::prelude::*;
use bevy_camera::primitives::Aabb;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use polyanya::Triangulation;
use vleue_navigator::prelude::*;

use crate::{AGENTS, BOXES, Contender, RADIUS, SIDE, app, ends, place};

#[derive(Component, Debug)]
struct Obstacle;

pub(crate) struct Rival {
    app: App,
    boxes: Vec<Entity>,
    mesh: Entity,
    meshes: usize,
    /// The mesh of the last frame.
    last: Option<Arc<polyanya::Mesh>>,
}

impl Rival {
    pub(crate) fn new() -> Self {
        let mut app = app();
        app.add_plugins((AssetPlugin::default(), VleueNavigatorPlugin))
            .add_plugins(NavmeshUpdaterPlugin::<Aabb, Obstacle>::default());
        app.finish();
        app.cleanup();
        let world = app.world_mut();
        let half = Vec2::splat(SIDE / 2.0);
        let corners = [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
        let settings = NavMeshSettings {
            fixed: Triangulation::from_outer_edges(&corners),
            agent_radius: RADIUS,
            agent_radius_on_outer_edge: true,
            ..NavMeshSettings::default()
        };
        let mesh = world.spawn((settings, NavMeshUpdateMode::Direct, Transform::IDENTITY)).id();
        let spawn = |number: usize| {
            let [at, half] = place(number);
            let shape = Aabb::from_min_max((-half).extend(-1.0), half.extend(1.0));
            world.spawn((Obstacle, shape, Transform::from_xyz(at.x, at.y, 0.0))).id()
        };
        let boxes = (0..BOXES).map(spawn).collect();
        let mut own = Self { app, boxes, mesh, meshes: 0, last: None };
        own.settle();
        own
    }

    /// Returns the number of meshes so far.
    pub(crate) fn meshes(&self) -> usize {
        self.meshes
    }

    /// Plays a frame. Returns true if it has brought a mesh.
    fn frame(&mut self) -> bool {
        self.app.update();
        let world = self.app.world();
        let handle = world.get::<ManagedNavMesh>(self.mesh);
        let mesh = handle.and_then(|handle| world.resource::<Assets<NavMesh>>().get(handle));
        let now = mesh.map(NavMesh::get);
        let is_same = match (&self.last, &now) {
            (Some(last), Some(now)) => Arc::ptr_eq(last, now),
            (last, now) => last.is_none() && now.is_none(),
        };
        self.last = now;
        !is_same
    }
}

impl Contender for Rival {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn boxes(&self) -> &[Entity] {
        &self.boxes
    }

    fn settle(&mut self) {
        while !self.frame() {
            std::thread::yield_now();
        }
    }

    fn length(&mut self, from: Vec2, to: Vec2) -> Option<f64> {
        let world = self.app.world();
        let handle = world.get::<ManagedNavMesh>(self.mesh)?;
        let mesh = world.resource::<Assets<NavMesh>>().get(handle)?;
        mesh.path(from, to).map(|path| f64::from(path.length))
    }

    /// The game asks for all paths on a new mesh; nobody walks.
    fn tick(&mut self) {
        if self.frame() {
            self.meshes += 1;
            for [from, to] in (0..AGENTS).map(ends) {
                std::hint::black_box(self.length(from, to));
            }
        }
    }
}
