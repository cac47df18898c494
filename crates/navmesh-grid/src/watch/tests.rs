use navmesh_testkit::{SplitMix64, world_count};

use super::*;
use crate::rules::choices::CornerRule;
use crate::rules::options::GridOptions;

const SIDE: u32 = 12;

fn random_finder(random: &mut SplitMix64) -> GridFinder {
    let mut grid = Grid::new(SIDE, SIDE).unwrap();
    let has_costs = random.chance(40);
    for y in 0..SIDE {
        for x in 0..SIDE {
            grid.set_blocked(x, y, random.chance(30));
            if has_costs && random.chance(30) {
                grid.set_cost(x, y, [0.5, 2.0, 4.0][random.below(3)]).unwrap();
            }
        }
    }
    let corners = *random.pick(&[CornerRule::Never, CornerRule::OneFree, CornerRule::Always]);
    let smoothing = *random.pick(&[Smoothing::None, Smoothing::None, Smoothing::OnePass]);
    let options = GridOptions::default().corners(corners).smoothing(smoothing);
    GridFinder::new(grid).with_options(options)
}

fn tile_center(random: &mut SplitMix64) -> [f64; 2] {
    [0, 0].map(|_: i32| random.below(SIDE as usize) as f64 + 0.5)
}

fn random_change(finder: &mut GridFinder, random: &mut SplitMix64) -> TileChange {
    let (x, y) = (random.below(SIDE as usize) as u32, random.below(SIDE as usize) as u32);
    if random.chance(60) {
        finder.set_blocked(x, y, random.chance(50))
    } else {
        finder.set_cost(x, y, [0.5, 1.0, 3.0][random.below(3)]).unwrap()
    }
}

fn add(watch: &mut GridWatch, finder: &GridFinder, query: &PathQuery) -> WatchKey {
    match finder.find_path(query) {
        Ok(path) => watch.add(query, path, finder),
        Err(_) => watch.add_missing(query),
    }
}

#[test]
fn breaks_are_exact_and_no_gain_is_missed() {
    let (mut broken_count, mut gained, mut possible) = (0, 0, 0);
    for seed in 0..world_count(300) {
        let mut random = SplitMix64::new(seed);
        let mut finder = random_finder(&mut random);
        let is_smoothed = finder.options().smoothing != Smoothing::None;
        let mut watch = GridWatch::new();
        let keys: Vec<WatchKey> = (0..12)
            .map(|_| {
                let [start, goal] = [tile_center(&mut random), tile_center(&mut random)];
                add(&mut watch, &finder, &PathQuery::new(start, goal))
            })
            .collect();
        for _ in 0..20 {
            let change = random_change(&mut finder, &mut random);
            let affected = watch.follow(&change, &finder);
            let sight = Sight::new(finder.grid(), finder.options().corners);
            for &key in &keys {
                let what = format!("seed {seed} {change:?}");
                let path = watch.path(key).unwrap().clone();
                let mut tiles = path.cells().iter().map(|cell| finder.grid().tile(cell.slot));
                let is_free =
                    path.legs().len() > 0 || tiles.all(|(x, y)| !finder.grid().is_blocked(x, y));
                let is_whole =
                    is_free && path.legs().all(|[from, to]| sight.between_points(from, to));
                let is_broken = affected.broken.iter().any(|broken| broken.key == key);
                assert_eq!(is_broken, !is_whole, "{what}");
                broken_count += usize::from(is_broken);
                let query = *watch.query(key).unwrap();
                let fresh = finder.find_path(&query);
                let gain = affected.gains.iter().find(|gain| gain.key == key);
                possible += usize::from(gain.is_some());
                let cost = watch.paths[key].cost;
                if let Ok(found) = &fresh
                    && !is_broken
                    && !is_smoothed
                    && found.cost() < cost - 1e-9
                {
                    gained += 1;
                    let most = gain.map_or(0.0, |gain| gain.most);
                    assert!(most >= (cost - found.cost()) * (1.0 - 1e-9), "{what} {most}");
                }
                match fresh {
                    Ok(path) => assert!(watch.replace(key, path, &finder)),
                    Err(_) => {
                        watch.replace(key, Path::default(), &finder);
                        watch.paths[key].cost = f64::INFINITY;
                    }
                }
            }
        }
    }
    assert!(
        broken_count > 50 && gained > 50 && possible < 40 * gained,
        "{broken_count} {gained} {possible}"
    );
}

#[test]
fn removed_and_replaced_paths_are_forgotten() {
    let mut finder = GridFinder::new(Grid::new(4, 4).unwrap());
    let mut watch = GridWatch::new();
    let query = PathQuery::new([0.5, 0.5], [3.5, 0.5]);
    let key = add(&mut watch, &finder, &query);
    assert!(watch.remove(key, &finder).is_some() && watch.remove(key, &finder).is_none());
    let change = finder.set_blocked(1, 0, true);
    assert_eq!(watch.follow(&change, &finder), TilePaths::default());
    assert!(!watch.replace(key, Path::default(), &finder));
}
