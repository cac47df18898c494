//! The contenders on tile maps: our searches and the rivals.

use grid_pathfinding::PathingGrid;
use grid_util::{Point, ValueGrid};
use tautline::{DVec2, Grid, GridFinder, GridOptions, Path, PathQuery, PathStatus, Scratch};

use crate::contender::{Contender, Finder, PreparedMap, length_of};
use crate::tile_rules::ROUNDED;

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

impl PreparedMap for Ours {
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

/// The crate `grid_pathfinding`, which cuts corners.
pub(crate) fn jumping_crate(grid: &Grid) -> Contender {
    Contender::prepare("grid_pathfinding (JPS, cuts corners)", ROUNDED, || {
        Ok(JumpingCrate::new(grid))
    })
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

impl PreparedMap for JumpingCrate {
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
