//! The field in `bevy_tautline`.

use bevy_app::prelude::*;
use bevy_camera::primitives::Aabb;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_tautline::ObstaclesFrom;
use bevy_tautline::prelude::*;
use bevy_transform::prelude::*;

use crate::{BOXES, Contender, RADIUS, SIDE, app, ends, place};

pub(crate) struct Ours {
    app: App,
    boxes: Vec<Entity>,
}

impl Ours {
    /// With agents, which walk from side to side.
    pub(crate) fn new(agents: usize) -> Self {
        let mut app = app();
        app.add_plugins((TautlinePlugin::default(), ObstaclesFrom::<Aabb>::default()));
        let world = app.world_mut();
        let half = SIDE / 2.0;
        world.spawn((NavMap::for_radii(&[RADIUS]), NavGround::rect([-half, -half], [half, half])));
        let spawn = |number: usize| {
            let [at, half] = place(number);
            let shape = Aabb::from_min_max((-half).extend(-1.0), half.extend(1.0));
            world.spawn((shape, Transform::from_xyz(at.x, at.y, 0.0))).id()
        };
        let boxes = (0..BOXES).map(spawn).collect();
        for [from, to] in (0..agents).map(ends) {
            let agent = NavAgent { goes_near: true, ..NavAgent::radius(RADIUS) };
            let goal = Destination::to([to.x, to.y, 0.0]);
            app.world_mut().spawn((Transform::from_xyz(from.x, from.y, 0.0), agent, goal));
        }
        for _ in 0..64 {
            app.update();
        }
        Self { app, boxes }
    }
}

impl Contender for Ours {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn boxes(&self) -> &[Entity] {
        &self.boxes
    }

    fn settle(&mut self) {
        self.app.update();
    }

    fn length(&mut self, from: Vec2, to: Vec2) -> Option<f64> {
        self.app.world_mut().run_system_cached_with(ask, [from, to]).ok().flatten()
    }

    fn tick(&mut self) {
        self.app.update();
    }
}

fn ask(In([from, to]): In<[Vec2; 2]>, nav: Nav<'_, '_>) -> Option<f64> {
    nav.distance(from.extend(0.0), to.extend(0.0), RADIUS).ok()
}
