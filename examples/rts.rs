//! A game of real-time strategy without a screen: buildings come and go, a gate closes, soldiers, hovercraft and tanks cross
//! the map, the game is saved, loaded, and goes on bit for bit.
//!
//! `cargo run --release -p examples --example rts -- units.svg`; the picture plays the last seconds. Without a name it goes to
//! the temporary folder of the system.

#[path = "rts/game.rs"]
mod game;

use std::error::Error;
use std::path::PathBuf;

use game::{Game, Kind, RADII, RATE, Rules};
use tautline::DVec2;
use tautline::draw::{Axis, Film};

fn main() -> Result<(), Box<dyn Error>> {
    let mut rallying = Game::new(Rules { units: 100, mud: 1.0, rallies: true })?;
    for _ in 0..5 * RATE {
        rallying.play()?;
    }
    save_and_go_on(&mut rallying)?;

    let mut game = Game::new(Rules { units: 200, mud: 3.0, rallies: false })?;
    for second in 0..15 {
        for _ in 0..RATE {
            game.play()?;
        }
        assert!(game.least_clearance() > -1e-9, "second {second}: a unit is inside a building");
    }
    println!("after 15 seconds: {} buildings, {:?}", game.buildings.len(), game.counts);

    save_and_go_on(&mut game)?;

    // A film of half a minute, on the map as it is now.
    let mut frames = Vec::new();
    for step in 0..30 * RATE {
        game.walk()?;
        if step.is_multiple_of(RATE / 4) {
            let point = |&(key, _): &(_, Kind)| game.crowd.place(key).map(|place| place.point);
            frames.push(game.units.iter().map(|unit| point(unit).unwrap_or(DVec2::NAN)).collect());
        }
    }
    let radii: Vec<f64> =
        game.units.iter().map(|unit| RADII[usize::from(unit.1 == Kind::Tank)]).collect();
    let speeds: Vec<f64> = game.units.iter().map(|unit| [3.0, 5.0, 2.0][unit.1 as usize]).collect();
    let film = Film {
        mesh: game.crowd.mesh(),
        axis: Axis::YUp,
        interval: 0.25,
        radii: &radii,
        speeds: &speeds,
        frames: &frames,
    };
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_rts.svg"));
    std::fs::write(&file, film.to_svg())?;
    std::fs::write(file.with_extension("png"), film.to_png(1500)?)?;
    println!("half a minute later: {:?}; a film in {}", game.counts, file.display());
    Ok(())
}

/// Saves a game and loads it, and asserts that both go on alike.
fn save_and_go_on(game: &mut Game) -> Result<(), Box<dyn Error>> {
    let bytes = game.save()?;
    let mut loaded = Game::load(&bytes)?;
    let steps = 2 * RATE;
    for _ in 0..steps {
        game.play()?;
        loaded.play()?;
        assert_eq!((game.bits(), game.counts), (loaded.bits(), loaded.counts));
    }
    println!("saved in {} bytes, and loaded: {steps} steps with the same bits", bytes.len());
    Ok(())
}
