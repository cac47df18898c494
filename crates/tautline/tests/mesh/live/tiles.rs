//! Live maps of tiles against fresh meshes of the present tiles.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::live::TileEditError;
use tautline::{BuildOptions, Door, Grid, LiveTiles, MeshFinder, PathQuery};

const SIDE: usize = 9;

fn random_grid(random: &mut SplitMix64) -> Grid {
    let mut grid = Grid::new(SIDE as u32, SIDE as u32).unwrap();
    let has_costs = random.chance(40);
    for y in 0..SIDE as u32 {
        for x in 0..SIDE as u32 {
            grid.set_blocked(x, y, random.chance(30));
            if has_costs && random.chance(25) {
                grid.set_cost(x, y, [0.5, 2.0][random.below(2)]).unwrap();
            }
        }
    }
    grid
}

fn assert_as_fresh(tiles: &LiveTiles, random: &mut SplitMix64, story: &str) {
    let fresh = MeshFinder::from_grid(tiles.grid(), &BuildOptions::default()).unwrap();
    let finder = tiles.map().finder();
    finder.mesh().assert_invariants();
    assert_eq!(finder.mesh().area(), fresh.mesh().area(), "{story}");
    assert_eq!(finder.mesh().component_count(), fresh.mesh().component_count(), "{story}");
    for _ in 0..4 {
        let mut at = || [0, 0].map(|_: i32| random.below(SIDE) as f64 + 0.5);
        let query = PathQuery::new(at(), at());
        let found = [&finder, &fresh].map(|finder| finder.find_path(&query));
        match &found {
            [Ok(own), Ok(other)] => {
                // Where tiles differ in cost, both are within the gap of the optimum.
                let near = if fresh.mesh().is_uniform() { 1e-12 } else { 0.011 };
                let cost = other.cost();
                assert!((own.cost() - cost).abs() <= near * cost, "{query:?}: {story}");
            }
            [own, other] => {
                let kinds =
                    [own, other].map(|found| found.as_ref().map_or_else(|e| e.kind(), |_| "path"));
                assert_eq!(kinds[0], kinds[1], "{query:?}: {story}");
            }
        }
    }
}

#[test]
fn after_each_edit_of_a_tile_the_map_answers_as_a_fresh_one() {
    for seed in 0..world_count(60) {
        let mut random = SplitMix64::new(seed);
        let grid = random_grid(&mut random);
        let Ok(mut tiles) = LiveTiles::new(grid, &BuildOptions::default()) else { continue };
        for step in 0..12 {
            let [x, y] = [0, 0].map(|_: i32| random.below(SIDE) as u32);
            let done = if random.chance(65) {
                let blocked = !tiles.grid().is_blocked(x, y);
                tiles.set_blocked(x, y, blocked).map(|_| ())
            } else {
                tiles.set_cost(x, y, [0.5, 1.0, 3.0][random.below(3)]).map(|_| ())
            };
            if done.is_ok() {
                assert_as_fresh(&tiles, &mut random, &format!("seed {seed} step {step} {x} {y}"));
            }
        }
    }
}

/// Undo and redo set tiles back, also between steps of the map that change no tile.
#[test]
fn undo_and_redo_of_tiles_answer_as_fresh_ones() {
    let costs = |grid: &Grid| -> Vec<Option<f64>> {
        (0..(SIDE * SIDE) as u32).map(|at| grid.cost(at % SIDE as u32, at / SIDE as u32)).collect()
    };
    let mut taken = 0;
    for seed in 0..world_count(40) {
        let mut random = SplitMix64::new(seed);
        let grid = random_grid(&mut random);
        let Ok(mut tiles) = LiveTiles::new(grid, &BuildOptions::default()) else { continue };
        // The tiles after each step that can be undone, and those to redo.
        let (mut past, mut future) = (vec![costs(tiles.grid())], Vec::new());
        for step in 0..30 {
            let story = format!("seed {seed} step {step}");
            let [x, y] = [0, 0].map(|_: i32| random.below(SIDE) as u32);
            let revision = tiles.map().revision();
            match random.below(6) {
                0 | 1 if tiles.undo().unwrap() => {
                    future.extend(past.pop());
                    taken += 1;
                }
                2 if tiles.redo().unwrap() => {
                    past.extend(future.pop());
                    taken += 1;
                }
                0..3 => assert_eq!(tiles.map().revision(), revision, "{story}"),
                3 => {
                    // A door changes no tile and no answer.
                    tiles.map_mut().add_door(Door::new([[0.0, 0.5], [9.0, 8.5]], "gate")).unwrap();
                    past.push(costs(tiles.grid()));
                    future.clear();
                }
                _ => {
                    let _refused = if random.chance(60) {
                        let blocked = !tiles.grid().is_blocked(x, y);
                        tiles.set_blocked(x, y, blocked).map(|_| ())
                    } else {
                        tiles.set_cost(x, y, [0.5, 1.0, 3.0][random.below(3)]).map(|_| ())
                    };
                    if tiles.map().revision() > revision {
                        past.push(costs(tiles.grid()));
                        future.clear();
                    }
                }
            }
            assert_eq!(Some(&costs(tiles.grid())), past.last(), "{story}");
            assert_as_fresh(&tiles, &mut random, &story);
        }
        while tiles.undo().unwrap() {
            past.pop();
            assert_eq!(Some(&costs(tiles.grid())), past.last(), "seed {seed}");
        }
        assert_eq!(past.len(), 1);
    }
    assert!(taken > 200, "{taken}");
}

#[test]
fn refused_edits_of_tiles_change_nothing() {
    let grid = Grid::from_rows(["#.#"]).unwrap();
    let mut tiles = LiveTiles::new(grid, &BuildOptions::default()).unwrap();
    assert!(matches!(tiles.set_blocked(1, 0, true), Err(TileEditError::Edit(_)))); // the last free tile
    assert!(matches!(tiles.set_blocked(3, 0, true), Err(TileEditError::Tile(_))));
    assert!(matches!(tiles.set_cost(1, 0, f64::NAN), Err(TileEditError::Tile(_))));
    assert_eq!((tiles.grid().free_count(), tiles.map().revision()), (1, 0));
    // Set and taken back: nothing is left of the edits.
    tiles.set_blocked(0, 0, false).unwrap();
    tiles.set_blocked(0, 0, true).unwrap();
    tiles.set_cost(1, 0, 2.0).unwrap();
    tiles.set_cost(1, 0, 1.0).unwrap();
    let outlines = tiles.map().outlines();
    assert_eq!(
        (outlines.walkable.len(), outlines.obstacles.len(), outlines.areas.len()),
        (1, 0, 0)
    );
}
