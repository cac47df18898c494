//! Who takes part on tile maps: our searches, and the rivals.

use grid_pathfinding::PathingGrid;
use grid_util::{Point, ValueGrid};
use tautline::{
    DVec2, Grid, GridFinder, GridOptions, GridSearch, Path, PathQuery, PathStatus, Pathfinder,
    Scratch,
};

use crate::contender::{Contender, Finder, Ground, length_of};
use crate::tile_rules::{Never, graph_crate};

/// How far a length may be off and still count as the optimum: the files' lengths are rounded.
pub const ROUNDED: f64 = 1e-3;

/// Those who are quick enough to be asked everything; the first is the one that the others are
/// compared with.
#[must_use]
pub fn quick(grid: &Grid) -> Vec<Contender> {
    vec![
        ours("tautline, jump points", grid, by(GridSearch::JumpPoints)),
        ours("tautline, jump tables", grid, by(GridSearch::JumpTables)),
        Contender::prepare("grid_pathfinding (JPS, cuts corners)", ROUNDED, || {
            Ok(JumpingCrate::new(grid))
        }),
    ]
}

/// Those who are asked a sample.
#[must_use]
pub fn thorough(grid: &Grid) -> Vec<Contender> {
    vec![
        ours("tautline, jump points", grid, by(GridSearch::JumpPoints)),
        ours("tautline, A*", grid, by(GridSearch::AStar)),
        graph_crate::<Never>(grid),
    ]
}

fn by(engine: GridSearch) -> GridOptions {
    GridOptions::default().engine(engine)
}

/// One of our searches; what is computed on demand belongs to the preparation.
pub(crate) fn ours(name: &'static str, grid: &Grid, options: GridOptions) -> Contender {
    Contender::prepare(name, ROUNDED, || {
        let finder = GridFinder::new(grid.clone()).with_options(options);
        finder.prepare();
        Ok(Ours(finder))
    })
}

struct Ours(GridFinder);

struct AskingOurs<'a> {
    finder: &'a GridFinder,
    scratch: Scratch,
    path: Path,
    is_found: bool,
}

impl Ground for Ours {
    fn finder(&self) -> Box<dyn Finder + '_> {
        let (scratch, path) = (Scratch::new(), Path::default());
        Box::new(AskingOurs { finder: &self.0, scratch, path, is_found: false })
    }
}

impl Finder for AskingOurs<'_> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        let query = PathQuery::new(start, goal);
        let result = self.finder.find_path_into(&query, &mut self.scratch, &mut self.path);
        self.is_found = result.is_ok();
    }

    fn length(&mut self) -> Option<f64> {
        let is_complete = self.is_found && self.path.status() == PathStatus::Complete;
        // On tiles of cost 1 that is the length.
        is_complete.then(|| self.path.cost())
    }
}

/// The crate `grid_pathfinding`, with its components made as its makers do before they measure.
struct JumpingCrate(PathingGrid);

struct AskingJumpingCrate<'a> {
    grid: &'a PathingGrid,
    waypoints: Option<Vec<Point>>,
}

impl JumpingCrate {
    fn new(grid: &Grid) -> Self {
        let mut pathing = PathingGrid::new(grid.width() as usize, grid.height() as usize, true);
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                pathing.grid.set(x as i32, y as i32, grid.is_blocked(x, y));
            }
        }
        pathing.initialize();
        pathing.generate_components();
        Self(pathing)
    }
}

impl Ground for JumpingCrate {
    fn finder(&self) -> Box<dyn Finder + '_> {
        Box::new(AskingJumpingCrate { grid: &self.0, waypoints: None })
    }
}

impl Finder for AskingJumpingCrate<'_> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        let [start, goal] = [start, goal].map(|point| Point::new(point.x as i32, point.y as i32));
        self.waypoints = self.grid.get_waypoints_single_goal(start, goal, false);
    }

    fn length(&mut self) -> Option<f64> {
        let points = self.waypoints.as_ref()?.iter();
        Some(length_of(points.map(|point| DVec2::new(f64::from(point.x), f64::from(point.y)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes;

    #[test]
    fn all_who_cut_no_corner_find_the_same_length() {
        let grid = Grid::from_rows([".....", "..#..", "..#..", "....."]).unwrap();
        let queries = [[DVec2::new(0.5, 1.5), DVec2::new(4.5, 1.5)]];
        for contenders in [quick(&grid), thorough(&grid)] {
            let answers = passes::run(&queries, &contenders, 1);
            for (contender, answers) in contenders.iter().zip(&answers) {
                let length = answers[0].length.unwrap();
                let cuts = contender.name.contains("cuts corners");
                let expected = if cuts { 8f64.sqrt() + 2.0 } else { 2f64.sqrt() * 2.0 + 2.0 };
                assert!((length - expected).abs() < 1e-9, "{}: {length}", contender.name);
            }
        }
    }
}
