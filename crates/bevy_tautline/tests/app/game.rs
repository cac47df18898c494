//! An app without a window, whose frames take as long as the test says.

use std::time::Duration;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::prelude::*;
use bevy_tautline::{
    Detour, Displaced, MapFailed, MapRebuilt, NavWorld, Refused, ShapeRefused, TautlinePlugin,
};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::prelude::Transform;

/// The ticks of a second.
pub(crate) const RATE: u32 = 64;

/// The events so far, in order.
#[derive(Debug, Default, Resource)]
pub(crate) struct Told(pub(crate) Vec<(&'static str, Entity, String)>);

macro_rules! tell {
    ($app:ident: $($event:ident $detail:expr),* $(,)?) => {$(
        $app.add_observer(|event: On<$event>, mut told: ResMut<Told>| {
            let detail: fn(&$event) -> String = $detail;
            told.0.push((stringify!($event), event.entity, detail(&event)));
        });
    )*};
}

/// Returns an app with a plugin, one tick a frame.
pub(crate) fn app_with(plugin: TautlinePlugin, frame: Duration) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, plugin))
        .insert_resource(Time::<Fixed>::from_hz(f64::from(RATE)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .init_resource::<Told>();
    tell!(app:
        Arrived |_| String::new(),
        Settled |_| String::new(),
        Detour |_| String::new(),
        NoPath |event| event.error.kind().into(),
        AtLink |event| format!("{:?}", event.exit),
        Displaced |event| format!("{:.2}", event.distance),
        Refused |event| event.reason.clone(),
        ShapeRefused |event| event.reason.clone(),
        MapRebuilt |event| format!("{:?}", event.reason),
        MapFailed |event| event.reason.clone(),
    );
    app.update(); // the first frame takes no time
    app
}

/// Returns an app with a map of 40 by 20 around the origin.
pub(crate) fn hall() -> App {
    let mut app = app_with(TautlinePlugin::default(), tick());
    app.world_mut().spawn((NavMap::default(), NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
    app
}

/// The time of a tick.
pub(crate) fn tick() -> Duration {
    Duration::from_nanos(1_000_000_000 / u64::from(RATE))
}

/// The verbs of a test.
pub(crate) trait Game {
    fn ticks(&mut self, count: u32);
    fn seconds(&mut self, count: f32);
    fn at(&self, entity: Entity) -> Vec3;
    fn put(&mut self, entity: Entity, place: Vec3);
    fn told(&self, event: &str) -> Vec<(Entity, String)>;
    fn state(&self, entity: Entity) -> NavAgentState;
    fn world_of_first(&mut self) -> &NavWorld;
    fn walker(&mut self, from: [f32; 2], to: [f32; 2]) -> Entity;
    /// The length of a path on the first map, if there is one.
    fn length(&mut self, from: [f32; 2], to: [f32; 2], radius: f32) -> Option<f64>;
}

impl Game for App {
    fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.update();
        }
    }

    fn seconds(&mut self, count: f32) {
        self.ticks((count * RATE as f32) as u32);
    }

    fn at(&self, entity: Entity) -> Vec3 {
        self.world().get::<Transform>(entity).unwrap().translation
    }

    fn put(&mut self, entity: Entity, place: Vec3) {
        self.world_mut().get_mut::<Transform>(entity).unwrap().translation = place;
    }

    fn told(&self, event: &str) -> Vec<(Entity, String)> {
        let told = self.world().resource::<Told>().0.iter();
        told.filter(|told| told.0 == event).map(|told| (told.1, told.2.clone())).collect()
    }

    fn state(&self, entity: Entity) -> NavAgentState {
        self.world().get::<NavAgentState>(entity).unwrap().clone()
    }

    fn world_of_first(&mut self) -> &NavWorld {
        self.world_mut().query::<&NavWorld>().iter(self.world()).next().unwrap()
    }

    fn walker(&mut self, [x, y]: [f32; 2], to: [f32; 2]) -> Entity {
        let place = Transform::from_xyz(x, y, 0.0);
        let goal = Destination::to([to[0], to[1], 0.0]);
        self.world_mut().spawn((place, NavAgent::radius(0.4), goal)).id()
    }

    fn length(&mut self, from: [f32; 2], to: [f32; 2], radius: f32) -> Option<f64> {
        let finder = self.world_of_first().finder(radius)?;
        let [from, to] = [from, to].map(|[x, y]| [f64::from(x), f64::from(y)]);
        finder.find_path(&tautline::PathQuery::new(from, to)).ok().map(|path| path.length())
    }
}
