//! A saved game has the same future, bit for bit: a live map with mud and a gate, live paths and a crowd, in one value.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::agents::{AgentOptions, Crowd, CrowdState};
use tautline::build::OutlineKey;
#[cfg(feature = "serde")]
use tautline::live::LiveStateError;
use tautline::live::{LiveMeshState, PathWatchState};
use tautline::{
    Area, BuildOptions, Door, LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery, Wall,
};

const SIZE: f64 = 60.0;

/// All that a game saves.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Saved {
    map: LiveMeshState,
    crowd: CrowdState,
    paths: PathWatchState,
    houses: Vec<OutlineKey>,
}

pub(super) struct Game {
    map: LiveMesh,
    crowd: Crowd,
    paths: LivePaths,
    houses: Vec<OutlineKey>,
}

fn house(rng: &mut SplitMix64) -> Outline {
    let low = [2.0 + rng.unit() * 54.0, 2.0 + rng.unit() * 54.0];
    Outline::rect(low, [low[0] + 1.0 + 3.0 * rng.unit(), low[1] + 1.0 + 3.0 * rng.unit()])
}

fn point(rng: &mut SplitMix64) -> [f64; 2] {
    [1.0 + rng.unit() * 58.0, 1.0 + rng.unit() * 58.0]
}

impl Game {
    pub(super) fn new(seed: u64, rng: &mut SplitMix64) -> Self {
        let options = BuildOptions::default().agent_radius(0.4);
        let mut builder = NavMeshBuilder::new().with_options(options);
        builder.add_walkable(Outline::rect([0.0, 0.0], [SIZE; 2]));
        for y in [[0.0, 25.0], [28.0, 60.0]] {
            builder.add_wall(Wall::new(y.map(|y| [30.0, y])));
        }
        builder.add_door(Door::new([[30.0, 25.0], [30.0, 28.0]], "gate"));
        if seed % 2 == 1 {
            builder.add_area(Area::new(Outline::rect([10.0, 10.0], [40.0, 40.0]), "mud", 3.0));
        }
        let houses = (0..50).map(|_| builder.add_obstacle(house(rng))).collect();
        let map = LiveMesh::recorded(builder).unwrap();
        let (mut crowd, paths) = (Crowd::new(map.finder()), LivePaths::of(&map));
        while crowd.len() < if seed % 2 == 1 { 6 } else { 25 } {
            if let Ok(key) = crowd.add(point(rng), AgentOptions::default().radius(0.4)) {
                let _ = crowd.go_to(key, point(rng));
            }
        }
        Self { map, crowd, paths, houses }
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            map: self.map.state().unwrap(),
            crowd: self.crowd.state(),
            paths: self.paths.state(&self.map).unwrap(),
            houses: self.houses.clone(),
        }
    }

    pub(super) fn load(saved: Saved) -> Result<Self, String> {
        let Saved { map, crowd, paths, houses } = saved;
        let mut map = LiveMesh::from_state(map).map_err(|error| error.to_string())?;
        let paths = LivePaths::from_state(paths, &mut map).map_err(|error| error.to_string())?;
        let mut loaded = Crowd::new(map.finder());
        loaded.restore(crowd).map_err(|error| error.to_string())?;
        Ok(Self { map, crowd: loaded, paths, houses })
    }

    /// Makes a step, and returns all that it says.
    pub(super) fn step(&mut self, rng: &mut SplitMix64) -> String {
        let revision = self.map.report().clone();
        match rng.below(12) {
            0 | 1 => self.houses.extend(self.map.add_obstacle(house(rng))),
            2 if !self.houses.is_empty() => {
                let key = self.houses.swap_remove(rng.below(self.houses.len()));
                let _ = self.map.remove(key);
            }
            3 => _ = self.map.move_obstacle(*rng.pick(&self.houses), house(rng)),
            4 if self.map.is_door_closed("gate") => _ = self.map.open_door("gate"),
            4 => _ = self.map.close_door("gate"),
            5 => _ = self.map.undo(),
            6 => _ = self.map.refresh_index(2000),
            7 => self.ask(rng),
            _ => {}
        }
        if *self.map.report() != revision {
            self.crowd.edit_map(self.map.finder(), self.map.report().walls()).unwrap();
        }
        let affected = self.map.affected(&mut self.paths).unwrap();
        let replanned = self.paths.replan(&self.map, affected.keys(), 5000);
        let steps = (0..3).map(|_| self.crowd.step(1.0 / 30.0, 2000).unwrap());
        let steps: Vec<_> = steps.collect();
        format!("{:?} {affected:?} {replanned:?} {steps:?}", self.map.report())
    }

    fn ask(&mut self, rng: &mut SplitMix64) {
        let query = PathQuery::new(point(rng), point(rng)).snap(f64::INFINITY);
        match self.map.finder().find_path(&query) {
            Ok(path) => _ = self.paths.add(&mut self.map, &query, path),
            Err(_) => _ = self.paths.add_missing(&query),
        }
    }

    /// The places and velocities of all agents, and all live paths with the counts of their searches.
    fn parts(&self) -> String {
        let agents = self.crowd.keys().map(|key| (self.crowd.place(key), self.crowd.velocity(key)));
        let watch = self.paths.paths();
        let paths =
            watch.keys().map(|key| (key, watch.query(key), watch.path(key), watch.cost(key)));
        format!("{:?} {:?}", agents.collect::<Vec<_>>(), paths.collect::<Vec<_>>())
    }
}

#[cfg(feature = "serde")]
fn through_bytes(saved: &Saved) -> Saved {
    let bytes = navmesh_io::write_state(saved).unwrap();
    navmesh_io::read_state(&bytes).unwrap()
}

#[cfg(not(feature = "serde"))]
fn through_bytes(saved: &Saved) -> Saved {
    saved.clone()
}

#[test]
fn a_loaded_game_has_the_same_future_bit_for_bit() {
    let mut refreshes = 0;
    for seed in 0..world_count(16) {
        let mut rng = SplitMix64::new(seed ^ 0x9a_3e);
        let mut game = Game::new(seed, &mut rng);
        for _ in 0..rng.below(60) {
            game.step(&mut rng);
        }
        let mut other = Game::load(through_bytes(&game.save())).unwrap();
        for step in 0..60 {
            let mut same = rng.clone();
            assert_eq!(game.step(&mut rng), other.step(&mut same), "seed {seed}, step {step}");
            assert_eq!(game.parts(), other.parts(), "seed {seed}, step {step}");
            let is_done = game.map.refresh_index(0);
            assert_eq!(is_done, !game.map.is_index_stale(), "seed {seed}, step {step}");
            refreshes += usize::from(!is_done);
            other.map.refresh_index(0);
        }
    }
    assert!(refreshes > 0, "no index was stale");
}

/// A state that was changed by hand loads as another game, or is refused.
#[cfg(feature = "serde")]
#[test]
fn a_game_with_changed_bytes_goes_on_or_is_refused() {
    let (mut read, mut loaded) = (0, 0);
    for seed in 0..2 {
        let mut rng = SplitMix64::new(seed);
        let mut game = Game::new(seed, &mut rng);
        for _ in 0..20 {
            game.step(&mut rng);
        }
        let whole = serde_json::to_vec(&game.save()).unwrap();
        for _ in 0..world_count(400) {
            let mut bytes = whole.clone();
            let at = rng.below(bytes.len());
            bytes[at] = *rng.pick(b"0123456789-e.,:{}[]\"tfn");
            if rng.chance(20) {
                bytes.insert(at, b'9');
            }
            let Ok(saved) = serde_json::from_slice::<Saved>(&bytes) else { continue };
            read += 1;
            let Ok(mut game) = Game::load(saved) else { continue };
            loaded += 1;
            if !game.houses.is_empty() {
                game.step(&mut rng);
            }
        }
    }
    println!("{read} states read, {loaded} loaded");
    assert!(read > 100 && loaded > 0 && read > loaded);
}

/// The parts of a state that decide how it is loaded.
#[cfg(feature = "serde")]
#[test]
fn a_state_of_another_version_or_mesh_is_refused() {
    let mut rng = SplitMix64::new(0);
    let mut game = Game::new(0, &mut rng);
    for _ in 0..10 {
        game.step(&mut rng);
    }
    game.map.checkpoint().unwrap();
    let whole = serde_json::to_value(game.map.state()).unwrap();
    let loaded = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = whole.clone();
        change(&mut value);
        LiveMesh::from_state(serde_json::from_value(value).unwrap()).map(|_| ())
    };
    assert_eq!(loaded(&|_| {}), Ok(()));
    let version = loaded(&|state| state["version"] = 2.into());
    assert_eq!(version, Err(LiveStateError::Version { found: 2, known: 1 }));
    assert_eq!(loaded(&|state| state["hash"] = 1.into()), Err(LiveStateError::OtherMesh));
    for number in ["revision", "number"] {
        let base = |state: &mut serde_json::Value| {
            state["record"]["base"]["checkpoint"][number] = u64::MAX.into();
        };
        assert_eq!(loaded(&base), Err(LiveStateError::OtherMesh), "{number}");
    }
    let radius = |state: &mut serde_json::Value| {
        state["record"]["base"]["builder"]["options"]["agent_radius"] = (-1).into();
    };
    assert!(matches!(loaded(&radius), Err(LiveStateError::Build(_))));
}
