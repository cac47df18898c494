//! A saved game: houses come and go, a gate closes, workers walk; the game is saved, loaded, and goes on bit for bit.
//!
//! `cargo run -p examples --example save_and_load`

use std::error::Error;

use serde::{Deserialize, Serialize};
use tautline::agents::{AgentKey, AgentOptions, Crowd, CrowdState};
use tautline::build::OutlineKey;
use tautline::io::{read_state, write_state};
use tautline::live::LiveMeshState;
use tautline::{BuildOptions, DVec2, Door, LiveMesh, NavMeshBuilder, Outline, Wall};

/// The running game.
struct Game {
    map: LiveMesh,
    workers: Crowd,
    houses: Vec<OutlineKey>,
    gold: u32,
}

/// The saved game: the states of the engine beside what the game has of its own.
#[derive(Serialize, Deserialize)]
struct Saved {
    map: LiveMeshState,
    workers: CrowdState,
    houses: Vec<OutlineKey>,
    gold: u32,
}

impl Game {
    fn new() -> Result<Self, Box<dyn Error>> {
        let options = BuildOptions::default().agent_radius(0.4);
        let mut builder = NavMeshBuilder::new().with_options(options);
        builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 20.0]));
        builder.add_wall(Wall::new([[20.0, 0.0], [20.0, 8.0]]));
        builder.add_door(Door::new([[20.0, 8.0], [20.0, 11.0]], "gate"));
        builder.add_wall(Wall::new([[20.0, 11.0], [20.0, 17.0]]));
        // A recorded map can be saved.
        let map = LiveMesh::recorded(builder)?;
        let mut workers = Crowd::new(map.finder());
        for row in 0..8 {
            let y = 2.0 + 2.0 * f64::from(row);
            let worker = workers.add([3.0, y], AgentOptions::default().radius(0.4))?;
            workers.go_to(worker, [37.0, 18.0 - y])?;
        }
        Ok(Self { map, workers, houses: Vec::new(), gold: 100 })
    }

    fn save(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let map = self.map.state().ok_or("the map is not recorded")?;
        let (workers, houses) = (self.workers.state(), self.houses.clone());
        Ok(write_state(&Saved { map, workers, houses, gold: self.gold })?)
    }

    fn load(bytes: &[u8]) -> Result<Self, Box<dyn Error>> {
        let saved: Saved = read_state(bytes)?;
        let map = LiveMesh::from_state(saved.map)?;
        let mut workers = Crowd::new(map.finder());
        workers.restore(saved.workers)?;
        Ok(Self { map, workers, houses: saved.houses, gold: saved.gold })
    }

    /// Plays a second of the game.
    fn play(&mut self, second: u32) -> Result<(), Box<dyn Error>> {
        match second {
            1 | 3 | 5 => {
                let x = 8.0 + 3.0 * f64::from(second);
                let house = Outline::rect([x, 6.0], [x + 2.0, 9.0]);
                self.houses.push(self.map.add_obstacle(house)?);
                self.gold -= 10;
            }
            4 => _ = self.map.close_door("gate")?,
            7 => self.map.remove(self.houses.remove(0))?,
            9 => _ = self.map.open_door("gate")?,
            _ => {}
        }
        if matches!(second, 1 | 3 | 4 | 5 | 7 | 9) {
            self.workers.edit_map(self.map.finder(), self.map.report().walls())?;
        }
        for _ in 0..30 {
            self.workers.step(1.0 / 30.0, 10_000)?;
        }
        Ok(())
    }

    /// The places of all workers, with every bit.
    fn places(&self) -> Vec<(AgentKey, [u64; 2])> {
        let bits = |point: DVec2| point.to_array().map(f64::to_bits);
        let place = |key| Some((key, bits(self.workers.place(key)?.point)));
        self.workers.keys().filter_map(place).collect()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new()?;
    for second in 0..6 {
        game.play(second)?;
    }
    let bytes = game.save()?;
    let mut loaded = Game::load(&bytes)?;
    println!("saved after 6 seconds, with a closed gate: {} bytes", bytes.len());

    // The keys of houses are those from before, and both games go on alike.
    for second in 6..15 {
        game.play(second)?;
        loaded.play(second)?;
        assert_eq!(game.places(), loaded.places());
        assert!(game.map.mesh().cell_ids().eq(loaded.map.mesh().cell_ids()));
    }
    assert_eq!((game.gold, &game.houses), (loaded.gold, &loaded.houses));
    println!("9 seconds later: {} workers at the same places, bit for bit", game.workers.len());

    // Damaged bytes are an error.
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    println!("one bit changed: {}", Game::load(&damaged).err().ok_or("damage is noticed")?);
    assert!(Game::load(&bytes[..bytes.len() - 1]).is_err());

    // A checkpoint shortens the record by a build of the mesh. The crowd hears of it as of an edit.
    let changes = game.map.recorded_changes();
    game.map.checkpoint()?;
    game.workers.edit_map(game.map.finder(), game.map.report().walls())?;
    println!("recorded changes: {changes:?}, after a checkpoint {:?}", game.map.recorded_changes());
    Ok(())
}
