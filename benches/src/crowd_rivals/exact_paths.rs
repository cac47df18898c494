//! The steering of contenders that only avoid: exact paths, asked again if the next waypoint is hidden.

use std::sync::Arc;

use tautline::{DVec2, MeshFinder, MeshQueries, NavMesh, Path, PathQuery, Scratch};

use super::scene::{SPEED, STEP, Scene};

/// A path and the waypoint to which an agent walks.
#[derive(Debug, Clone, Default)]
struct Route {
    path: Path,
    next: usize,
}

/// The paths of all agents.
#[derive(Debug)]
pub struct ExactPaths {
    finder: MeshFinder,
    goals: Vec<DVec2>,
    routes: Vec<Route>,
    scratch: Scratch,
}

impl ExactPaths {
    /// Prepares the paths of a scene.
    #[must_use]
    pub fn new(scene: &Scene, mesh: &Arc<NavMesh>) -> Self {
        Self {
            finder: MeshFinder::new(Arc::clone(mesh)),
            goals: scene.walkers.iter().map(|walker| walker.goal).collect(),
            routes: vec![Route::default(); scene.walkers.len()],
            scratch: Scratch::new(),
        }
    }

    /// Writes the preferred velocity of each agent. Returns the number of searches.
    pub fn steer(&mut self, points: &[DVec2], wanted: &mut Vec<DVec2>) -> u64 {
        let mesh = Arc::clone(self.finder.mesh());
        let mut queries = MeshQueries::new(&mesh);
        let mut searches = 0;
        wanted.clear();
        for (index, &point) in points.iter().enumerate() {
            let is_on = mesh.locate(point).is_some();
            let nearest = || mesh.nearest(point).map_or(point, |near| near.point);
            let from = if is_on { point } else { nearest() };
            searches += self.advance(index, from, &mut queries);
            let route = &self.routes[index];
            let target = route.path.waypoints().get(route.next).copied().unwrap_or(point);
            let way = target - point;
            let is_last = route.next + 1 >= route.path.waypoints().len();
            let is_near = is_last && way.length() < SPEED * STEP;
            wanted.push(if is_near { way / STEP } else { way.normalize_or_zero() * SPEED });
        }
        searches
    }

    /// Drops waypoints that are passed, and asks again if the next one is hidden.
    fn advance(&mut self, index: usize, from: DVec2, queries: &mut MeshQueries<'_>) -> u64 {
        let route = &mut self.routes[index];
        let mut sees = |point: &DVec2| queries.sees(from, *point).unwrap_or(false);
        let waypoints = route.path.waypoints();
        while waypoints.get(route.next + 1).is_some_and(&mut sees) {
            route.next += 1;
        }
        if waypoints.get(route.next).is_some_and(sees) {
            return 0;
        }
        let query = PathQuery::new(from, self.goals[index]);
        // A path that is not found leaves the agent where it is, which the measures show.
        let _ = self.finder.find_path_into(&query, &mut self.scratch, &mut route.path);
        route.next = 1.min(route.path.waypoints().len().saturating_sub(1));
        1
    }
}
