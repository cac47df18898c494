//! Paths over ground of different costs, held between bounds that share no code with any search.

use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph, cost_of_walk};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{MeshOracle, World, world_count};
use tautline::{
    BuildOptions, Guarantee, MeshFinder, NavMesh, Path, PathQuery, Search, build_outlines,
};

/// The relative difference of sums of legs whose crossings are rounded.
const ROUNDING: f64 = 1e-9;

/// The number of points, and of pieces, on each portal.
const POINTS: usize = 6;

/// A mesh with its oracles and finders.
struct Judge<'a> {
    finder: MeshFinder,
    oracle: MeshOracle<'a>,
    steiner: SteinerGraph<'a>,
    pieces: PieceGraph<'a>,
}

impl<'a> Judge<'a> {
    fn new(mesh: &'a NavMesh) -> Self {
        Self {
            finder: MeshFinder::new(mesh.clone()),
            oracle: MeshOracle::new(mesh),
            steiner: SteinerGraph::new(mesh, POINTS),
            pieces: PieceGraph::new(mesh, POINTS),
        }
    }

    /// The sentences about everything that is wrong with the answer to a query.
    fn faults(&self, query: &PathQuery) -> Vec<String> {
        let Ok(path) = self.finder.find_path(query) else { return Vec::new() };
        let mut faults = self.faults_of_sums(&path);
        let [start, goal] = [path.waypoints()[0], path.waypoints()[path.waypoints().len() - 1]];
        if [start, goal].iter().any(|&end| self.oracle.is_pinch(end)) {
            return faults; // the oracle may start on either side
        }
        let mut expect = |holds: bool, fault: &str, bound: f64| {
            if !holds {
                let (cost, lower) = (path.cost(), path.lower_bound());
                faults.push(format!("{fault} {bound}: cost {cost}, bound {lower}"));
            }
        };
        let chain = self.steiner.flood(start).chain_to(goal).unwrap();
        let upper = chain.refined(self.finder.mesh()).cost(self.finder.mesh());
        expect(is_at_most(path.lower_bound(), upper), "the bound exceeds a path of", upper);
        let is_optimal = path.guarantee() == Guarantee::Optimal;
        expect(!is_optimal || is_at_most(path.cost(), upper), "optimal exceeds a path of", upper);
        let lower = self.pieces.lower_bound(start, goal).unwrap();
        expect(is_at_most(lower, path.cost()), "cheaper than any path, at least", lower);
        let corridor = self.finder.find_path(&query.search(Search::Corridor)).unwrap().cost();
        expect(
            is_at_most(path.cost(), corridor + slack(self.finder.mesh())),
            "dearer than the corridor,",
            corridor,
        );
        faults
    }

    /// Faults of a path by itself: its legs and its cost.
    fn faults_of_sums(&self, path: &Path) -> Vec<String> {
        let mesh = self.finder.mesh();
        let mut faults = Vec::new();
        if let Err(defect) = path.verify(mesh) {
            faults.push(format!("it does not verify: {defect}"));
        }
        let (cost, slack) = (path.cost(), slack(mesh));
        let Some(exact) = self.oracle.cost_along(path.waypoints()) else {
            faults.push("the oracle finds it illegal".to_owned());
            return faults;
        };
        let walked = cost_of_walk(mesh, path.waypoints()).unwrap();
        let is_same = |a: f64, b: f64| (a - b).abs() <= ROUNDING * b + slack;
        // A leg within rounding of a border has no certain cost, so any that is not too low is right.
        let is_right =
            is_same(cost, exact) || (!is_same(walked, exact) && is_at_most(walked, cost + slack));
        if !is_right {
            faults.push(format!("its cost {cost} is not {exact}, nor from {walked}"));
        }
        faults
    }
}

/// The cost of a rounded coordinate on the dearest ground.
fn slack(mesh: &NavMesh) -> f64 {
    let dearest = mesh.slots().map(|slot| mesh.cost(slot)).fold(0.0, f64::max);
    64.0 * f64::EPSILON * mesh.bounds().max_abs() * dearest
}

fn is_at_most(a: f64, b: f64) -> bool {
    a <= b * (1.0 + ROUNDING)
}

fn mesh_of(world: &World) -> NavMesh {
    build_outlines(&world.outlines, &BuildOptions::default()).unwrap().0
}

#[test]
fn every_answer_lies_between_the_bounds() {
    let mut checked = 0;
    for seed in 0..world_count(66) {
        let world = weighted_world(seed);
        let mesh = mesh_of(&world);
        let judge = Judge::new(&mesh);
        for query in world.queries(6) {
            let faults = judge.faults(&query);
            assert!(faults.is_empty(), "{}: {query:?}: {faults:#?}", world.name);
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}
