//! Crowds that are saved and loaded between any two commands of a random script go on bit for bit.

use std::sync::Arc;

use navmesh_agents::{AgentKey, AgentOptions, ClassId, Crowd, CrowdState, Event, FieldKey};
use navmesh_testkit::rng::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::agents::SharedGoals;
use tautline::build::OutlineKey;
use tautline::{
    Area, BuildOptions, DVec2, Door, FieldQuery, Filter, FilterId, GoalPolicy, Link, LiveMesh,
    MeshFinder, NavMeshBuilder, Outline, Wall,
};

/// The number of commands that a loaded crowd shares with its original.
const SHARED: usize = 6;

/// A crowd of three classes on live maps, and its copies that were saved and loaded.
struct Script {
    rng: SplitMix64,
    /// For agents of both sizes.
    maps: [LiveMesh; 2],
    /// The filter of the small agents that keep off the lawn.
    off_lawn: FilterId,
    classes: [ClassId; 3],
    crowd: Crowd,
    twins: Vec<Twin>,
    agents: Vec<AgentKey>,
    fields: Vec<(FieldKey, Arc<dyn SharedGoals>)>,
    houses: Vec<OutlineKey>,
    events: Vec<Event>,
}

struct Twin {
    crowd: Crowd,
    left: usize,
}

/// The radii of the agents.
const RADII: [f64; 2] = [0.25, 0.5];

/// Returns two rooms with a gate and a gap between them, in which agents jam, a lawn, and an island behind a link.
fn rooms(radius: f64) -> LiveMesh {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 20.0]));
    builder.add_walkable(Outline::rect([32.0, 0.0], [40.0, 20.0]));
    builder.add_wall(Wall::new([[15.0, 0.0], [15.0, 8.0]]));
    builder.add_wall(Wall::new([[15.0, 10.0], [15.0, 15.0]]));
    builder.add_wall(Wall::new([[15.0, 16.2], [15.0, 20.0]]));
    builder.add_door(Door::new([[15.0, 8.0], [15.0, 10.0]], "gate"));
    builder.add_area(Area::new(Outline::rect([22.0, 2.0], [26.0, 9.0]), "lawn", 1.0));
    builder.add_link(Link::new([29.0, 10.0], [33.0, 10.0], "jump"));
    LiveMesh::new(builder).expect("the map is valid")
}

impl Script {
    fn new(seed: u64) -> Self {
        let mut maps = RADII.map(rooms);
        let off_lawn = maps[0].add_filter(&Filter::new().forbid("lawn")).expect("there is a lawn");
        let (crowd, classes) = with_classes(finders(&maps, off_lawn));
        let rng = SplitMix64::new(seed);
        let (twins, agents, fields) = (Vec::new(), Vec::new(), Vec::new());
        let (houses, events) = (Vec::new(), Vec::new());
        Self { rng, maps, off_lawn, classes, crowd, twins, agents, fields, houses, events }
    }

    fn point(&mut self) -> DVec2 {
        DVec2::new(40.0 * self.rng.unit(), 20.0 * self.rng.unit())
    }

    fn agent(&mut self) -> AgentKey {
        if self.agents.is_empty() { AgentKey::default() } else { *self.rng.pick(&self.agents) }
    }

    /// Runs a command on the crowd and on its copies, and compares the answers.
    fn each<T: PartialEq + std::fmt::Debug>(&mut self, mut run: impl FnMut(&mut Crowd) -> T) -> T {
        let answer = run(&mut self.crowd);
        for twin in &mut self.twins {
            assert_eq!(run(&mut twin.crowd), answer, "{} commands before the end", twin.left);
        }
        answer
    }

    fn command(&mut self) {
        match self.rng.below(24) {
            0..=4 => self.add(),
            5 => {
                let key = self.agent();
                let _ = self.each(|crowd| crowd.remove(key));
            }
            6..=8 => {
                let (key, goal) = (self.agent(), self.point());
                let _ = self.each(|crowd| crowd.go_to(key, goal));
            }
            9 => {
                let key = self.agent();
                let goal = DVec2::new(*self.rng.pick(&[f64::NAN, f64::INFINITY, 1e300, -3.0]), 1.0);
                let _ = self.each(|crowd| crowd.go_to(key, goal).is_ok());
            }
            10 => self.flow(),
            11 => {
                let (key, place) = (self.agent(), self.point());
                let _ = self.each(|crowd| crowd.warp(key, place));
            }
            12 => {
                let (key, place) = (self.agent(), self.point());
                let _ = self.each(|crowd| crowd.drive(key, place, [0.5, 0.25]));
            }
            13 if self.rng.below(3) == 0 => {
                let (key, heading) = (self.agent(), self.point() - DVec2::new(20.0, 10.0));
                let _ = self.each(|crowd| crowd.face(key, heading));
            }
            13 if self.rng.chance(50) => {
                let (key, options) = (self.agent(), self.options());
                let _ = self.each(|crowd| crowd.set_options(key, options));
            }
            13 => {
                let key = self.agent();
                let _ = self.each(|crowd| crowd.stop(key));
            }
            14..=16 => self.edit_map(),
            _ => self.step(),
        }
    }

    /// Returns options of one of the classes.
    fn options(&mut self) -> AgentOptions {
        let class = self.rng.below(3);
        let mut options =
            AgentOptions::default().radius(RADII[class / 2] * (1.0 - 0.5 * self.rng.unit()));
        if self.rng.below(4) == 0 {
            options = options.max_turning_rate(0.5 + 4.0 * self.rng.unit());
        }
        let policy = *self.rng.pick(&[GoalPolicy::Exact, GoalPolicy::NearestReachable]);
        options.class(self.classes[class]).goal_policy(policy)
    }

    fn add(&mut self) {
        let options = self.options().priority(self.rng.below(2) as u8).yields(self.rng.unit());
        // Two points, between which the throngs walk.
        let (from, goal) = match self.rng.below(3) {
            0 => (self.point(), self.point()),
            1 => (DVec2::new(13.0, 15.5), DVec2::new(20.0, 15.0)),
            _ => (DVec2::new(17.0, 15.5), DVec2::new(8.0, 16.0)),
        };
        if let Ok(key) = self.each(|crowd| crowd.add(from, options)) {
            self.agents.push(key);
            let _ = self.each(|crowd| crowd.go_to(key, goal));
        }
    }

    fn flow(&mut self) {
        let goals = [self.point(), self.point()];
        let agent = self.agent();
        let Ok(field) = self.maps[0].finder().distance_field(&FieldQuery::new(&goals)) else {
            return;
        };
        let field: Arc<dyn SharedGoals> = Arc::new(field);
        let key = self.each(|crowd| crowd.add_field(Arc::clone(&field)));
        self.fields.push((key, field));
        let _ = self.each(|crowd| crowd.flow_to(agent, key));
    }

    /// Builds or removes a house, opens or closes the gate, or undoes the last of these.
    fn edit_map(&mut self) {
        let corner = self.point();
        match self.rng.below(5) {
            0 | 1 => {
                let house = Outline::rect(corner, corner + DVec2::new(3.0, 2.0));
                let house = self.edit(|map| map.add_obstacle(house.clone()));
                self.houses.extend(house);
            }
            2 if !self.houses.is_empty() => {
                let house = *self.rng.pick(&self.houses);
                let _unknown = self.edit(|map| map.remove(house));
            }
            3 => {
                let is_closed = self.edit(|map| map.close_door("gate").is_ok());
                assert!(is_closed, "the map has a gate");
            }
            4 => {
                let is_open = self.edit(|map| map.open_door("gate").is_ok());
                assert!(is_open, "the map has a gate");
            }
            _ => drop(self.edit(LiveMesh::undo)),
        }
        let finders = finders(&self.maps, self.off_lawn);
        let walls = [0, 0, 1].map(|map: usize| self.maps[map].report().walls().clone());
        let is_whole = self.rng.below(4) == 0;
        self.each(|crowd| {
            let finders = finders.clone();
            let edits = finders.clone().into_iter().zip(&walls);
            if is_whole { crowd.set_maps(finders) } else { crowd.edit_maps(edits) }
                .expect("nobody is too wide");
        });
    }

    /// Makes the same edit on both maps.
    fn edit<T: PartialEq + std::fmt::Debug>(&mut self, edit: impl FnMut(&mut LiveMesh) -> T) -> T {
        let [one, other] = self.maps.each_mut().map(edit);
        assert_eq!(one, other);
        one
    }

    fn step(&mut self) {
        let seconds = *self.rng.pick(&[1.0 / 16.0, 0.1, 0.5, 1.0, 1e9]);
        let budget = *self.rng.pick(&[0, 3, 200, u64::MAX]);
        let report = self.each(|crowd| crowd.step(seconds, budget));
        self.events.extend(report.into_iter().flat_map(|report| report.events));
    }

    /// Adds a copy that is saved and loaded, and drops those that have gone on for long enough.
    fn save(&mut self) {
        self.twins.retain_mut(|twin| {
            twin.left -= 1;
            twin.left > 0
        });
        let (mut crowd, _) = with_classes(finders(&self.maps, self.off_lawn));
        for (_, field) in &self.fields {
            crowd.add_field(Arc::clone(field));
        }
        crowd.restore(as_text(self.crowd.state())).expect("the state is of this map");
        self.twins.push(Twin { crowd, left: SHARED });
        let state = format!("{:?}", self.crowd.state());
        for twin in &self.twins {
            assert_eq!(format!("{:?}", twin.crowd.state()), state, "{} before the end", twin.left);
        }
    }
}

/// Returns the finders of the classes.
fn finders(maps: &[LiveMesh; 2], off_lawn: FilterId) -> [MeshFinder; 3] {
    let small = maps[0].finder();
    let off_lawn = small.filtered(off_lawn).expect("the filter is registered");
    [small, off_lawn, maps[1].finder()]
}

fn with_classes([first, second, third]: [MeshFinder; 3]) -> (Crowd, [ClassId; 3]) {
    let mut crowd = Crowd::new(first);
    let classes = [ClassId::default(), crowd.add_class(second), crowd.add_class(third)];
    (crowd, classes)
}

/// Writes a state as text and reads it, if states can be written.
#[cfg(feature = "serde")]
fn as_text(state: CrowdState) -> CrowdState {
    let text = serde_json::to_string(&state).expect("a state is serializable");
    serde_json::from_str(&text).expect("a state that was written can be read")
}

#[cfg(not(feature = "serde"))]
fn as_text(state: CrowdState) -> CrowdState {
    state
}

#[test]
fn a_crowd_saved_between_any_two_commands_goes_on_bit_for_bit() {
    let mut events = Vec::new();
    for seed in 0..world_count(12) {
        let mut script = Script::new(seed);
        for _ in 0..90 {
            script.save();
            script.command();
        }
        events.extend(script.events);
    }
    let has = |is_kind: fn(&Event) -> bool| events.iter().any(is_kind);
    assert!(has(|event| matches!(event, Event::Moved { .. })));
    assert!(has(|event| matches!(event, Event::NoPath { .. })));
    assert!(has(|event| matches!(event, Event::AtLink { .. })));
    assert!(has(|event| matches!(event, Event::Arrived { .. })));
}
