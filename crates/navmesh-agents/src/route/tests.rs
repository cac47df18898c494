use std::sync::Arc;

use navmesh_core::{PathQuery, Scratch};
use navmesh_testkit::rng::SplitMix64;
use navmesh_testkit::worlds::world;
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline, build_outlines};

use super::*;

/// A route on a seeded world that is pushed about.
struct Pushed {
    finder: MeshFinder,
    place: Place,
    goal: Place,
    route: Route,
    /// The gap that searches may leave, as a share.
    gap: f64,
    rng: SplitMix64,
}

/// The gap of every second seed; the others search without one.
const GAP: f64 = 0.005;

impl Pushed {
    fn on_world(seed: u64) -> Option<Self> {
        let world = world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).ok()?;
        let mut rng = SplitMix64::new(seed);
        let ends = [0, 1].map(|_| *rng.pick(&world.points));
        Self::between(ends, MeshFinder::new(mesh), seed, rng)
    }

    /// A house between start and goal, with two ways around it that are about as long as each other.
    fn at_fork(seed: u64) -> Option<Self> {
        let mut rng = SplitMix64::new(seed);
        let mut draw = |from: f64, to: f64| from + rng.unit() * (to - from);
        let (west, east, half) = (draw(10.0, 18.0), draw(22.0, 30.0), draw(4.0, 14.0));
        let ends = [[draw(1.0, 8.0), 20.0], [draw(32.0, 39.0), 20.0]].map(DVec2::from);
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 40.0]));
        builder.add_obstacle(Outline::rect([west, 20.0 - half], [east, 20.0 + half]));
        Self::between(ends, MeshFinder::new(builder.build_mesh().ok()?), seed, rng)
    }

    fn between(
        [start, goal]: [DVec2; 2],
        finder: MeshFinder,
        seed: u64,
        rng: SplitMix64,
    ) -> Option<Self> {
        let mut queries = MeshQueries::new(finder.mesh());
        let place = queries.move_along(start, start).ok()?.place();
        let gap = if seed % 2 == 1 { GAP } else { 0.0 };
        let path = finder.find_path(&PathQuery::new(place, goal).gap(gap)).ok()?;
        let mut route = Route { path, ..Route::default() };
        route.begin();
        Some(Self { finder, place, goal: goal.into(), route, gap, rng })
    }

    /// Returns the length of the shortest path from where the agent is.
    fn optimum(&self) -> Option<f64> {
        let query = PathQuery::new(self.place, self.goal);
        self.finder.find_path(&query).ok().map(|path| path.length())
    }

    fn push(&mut self, by: f64) {
        let mesh = Arc::clone(self.finder.mesh());
        let mut queries = MeshQueries::new(&mesh);
        let aim = self.route.target().unwrap_or(self.place.point) - self.place.point;
        let aside = DVec2::new(self.rng.unit() - 0.5, self.rng.unit() - 0.5) * by;
        let to = self.place.point + aim.clamp_length_max(by * 0.5) + aside;
        let moved = queries.move_along(self.place, to).expect("the place is on the mesh");
        self.place = moved.place();
        self.route.bound -= moved.travelled;
        self.route.advance(
            self.place,
            &mut View { queries: &mut queries, jams: &[], look: Look::Both, may_slide: true },
        );
    }

    fn moves_goal(&mut self, by: f64) -> bool {
        let mesh = Arc::clone(self.finder.mesh());
        let mut queries = MeshQueries::new(&mesh);
        let aside = DVec2::new(self.rng.unit() - 0.5, self.rng.unit() - 0.5) * by;
        let moved = queries.move_along(self.goal, self.goal.point + aside);
        let Ok(goal) = moved.map(|moved| Place::new(moved.point)) else { return false };
        let is_kept = self.route.move_end(self.place, goal, &mut queries);
        self.goal = goal;
        is_kept
    }

    /// Checks the route against a search, if the agent keeps it. Returns the true gap.
    fn check(&mut self) -> Option<f64> {
        if self.route.is_stale() {
            return None;
        }
        let mesh = Arc::clone(self.finder.mesh());
        let queries = &mut MeshQueries::new(&mesh);
        let mut view = View { queries, jams: &[], look: Look::Both, may_slide: true };
        let to_next = self.route.way_to_next(self.place, &mut view)?;
        let rest = to_next + self.route.rest_after_next;
        let proved = self.route.gap(self.place.point, to_next);
        let gap = rest - self.optimum()?;
        let rounding = 1e-9 * (1.0 + rest);
        assert!(gap <= proved + rounding, "gap {gap}, proved {proved}");
        assert!(gap <= GREATEST_GAP * rest + rounding, "gap {gap} of {rest}");
        Some(gap)
    }
}

#[test]
fn a_route_that_is_kept_has_at_most_the_proved_gap() {
    let (mut kept, mut positive, mut asked, mut slack) = (0, 0, 0, 0);
    let worlds = (0..400).filter_map(Pushed::on_world).map(|pushed| (pushed, 10));
    let forks = (0..40).filter_map(Pushed::at_fork).map(|pushed| (pushed, 100));
    for (mut pushed, least) in worlds.chain(forks) {
        let size = pushed.finder.mesh().bounds().size().max_element();
        for step in 0..30 {
            pushed.push(size / f64::from(least + 90 * (step % 4)));
            match pushed.check() {
                Some(gap) => {
                    kept += 1;
                    positive += usize::from(gap > 1e-9 * size);
                    slack += usize::from(pushed.route.slack.is_some_and(|slack| slack > 0.0));
                }
                None => {
                    asked += 1;
                    let query = PathQuery::new(pushed.place, pushed.goal).gap(pushed.gap);
                    let path = &mut pushed.route.path;
                    let found = pushed.finder.find_path_into(&query, &mut Scratch::new(), path);
                    if found.is_err() {
                        break;
                    }
                    pushed.route.begin();
                }
            }
        }
    }
    assert!(kept > 1000 && positive > 50 && asked > 50, "{kept} {positive} {asked}");
    assert!(slack > 500, "{slack}");
}

#[test]
fn a_goal_that_moves_keeps_the_route_within_the_gap() {
    let mut kept = 0;
    for seed in 0..400 {
        let Some(mut pushed) = Pushed::on_world(seed) else { continue };
        let size = pushed.finder.mesh().bounds().size().max_element();
        for _ in 0..20 {
            if !pushed.moves_goal(size / 200.0) {
                break;
            }
            pushed.push(size / 100.0);
            kept += usize::from(pushed.check().is_some());
        }
    }
    assert!(kept > 500, "{kept}");
}
