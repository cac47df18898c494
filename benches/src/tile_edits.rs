//! The cost of changing a tile and of the query after it.

use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::{DVec2, Grid, GridFinder, Path, PathQuery, Scratch};

/// The number of tiles are changed.
const EDITS: usize = 4000;

/// Changes single random tiles to and fro, asks for the way to a tile that cannot be reached, and
/// tells the times in a sentence.
#[must_use]
pub fn measure(grid: &Grid) -> String {
    let (mut grid, island) = with_island(grid);
    let start = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    let Some(start) = start.filter(|&(x, y)| !grid.is_blocked(x, y)).nth(grid.free_count() / 2)
    else {
        return "no tile is free".to_owned();
    };
    let [start, goal] = [start, island].map(|(x, y)| grid.center(x, y));
    grid.set_blocked(island.0, island.1, false);
    let mut finder = GridFinder::new(grid);
    let mut asking = Asking { scratch: Scratch::new(), path: Path::default(), ends: [start, goal] };
    // A search first, so that all that edits keep up to date is there.
    asking.ends = [start, start];
    asking.ask(&finder);
    asking.ends = [start, goal];
    let mut random = SplitMix64::new(7);
    let (mut edits, mut pairs, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..EDITS {
        let (x, y) = finder.grid().tile(random.below(finder.grid().tile_count()) as u32);
        let center = finder.grid().center(x, y);
        if center == start || (x.abs_diff(island.0) <= 1 && y.abs_diff(island.1) <= 1) {
            continue;
        }
        let is_blocked = finder.grid().is_blocked(x, y);
        let begun = Instant::now();
        finder.set_blocked(x, y, !is_blocked);
        edits.push(begun.elapsed().as_nanos());
        asking.ask(&finder);
        pairs.push(begun.elapsed().as_nanos());
        let begun = Instant::now();
        asking.ask(&finder);
        asked.push(begun.elapsed().as_nanos());
    }
    let lists = [edits, pairs, asked].map(|mut times| {
        times.sort_unstable();
        let at = |index: usize| times.get(index).map_or(0.0, |&time| time as f64 / 1e3);
        (at(times.len() / 2), at(times.len().saturating_sub(1)))
    });
    let [edit, pair, ask] = lists;
    format!(
        "one tile changed {:.2} µs in the median ({:.1} at most); a change and the next unreachable \
         query together {:.2} µs ({:.0} at most); an unreachable query with labels current {:.2} µs.\n",
        edit.0, edit.1, pair.0, pair.1, ask.0
    )
}

/// The map with a walled tile in its corner, and that tile.
fn with_island(grid: &Grid) -> (Grid, (u32, u32)) {
    let mut grid = grid.clone();
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        grid.set_blocked(x, y, true);
    }
    (grid, (0, 0))
}

struct Asking {
    scratch: Scratch,
    path: Path,
    ends: [DVec2; 2],
}

impl Asking {
    fn ask(&mut self, finder: &GridFinder) {
        let query = PathQuery::new(self.ends[0], self.ends[1]).snap(0.0);
        // The start may be cut off from everything; that is an answer as well.
        let _ = finder.find_path_into(&query, &mut self.scratch, &mut self.path);
    }
}
