//! Paths over weighted regions, held between bounds that share no code with any search.

mod bent_doors;
mod floors_and_links;
mod marched;
mod stopped;

use std::sync::Arc;

use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph, cost_of_walk};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{CorpusCase, MeshOracle, world_count};
use tautline::mesh::{CellId, EdgeId};
use tautline::{
    Area, BuildOptions, ClosedDoors, DVec2, Filter, Guarantee, MeshFinder, NavMesh, Outline,
    Outlines, Path, PathError, PathQuery, Search, build_outlines,
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
    /// On plain ground only; `None` if all ground is plain.
    plain: Option<MeshFinder>,
}

impl<'a> Judge<'a> {
    fn new(mesh: &'a NavMesh, points: usize) -> Self {
        Self {
            finder: MeshFinder::new(mesh.clone()),
            oracle: MeshOracle::new(mesh),
            steiner: SteinerGraph::new(mesh, points),
            pieces: PieceGraph::new(mesh, points),
            plain: avoiding_costly_regions(mesh),
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
            "costs more than the corridor,",
            corridor,
        );
        if let Some(plain) = &self.plain {
            let around = plain.find_path(&PathQuery::new(start, goal).snap(0.0));
            let around = around.ok().and_then(|around| around.cost_on(self.finder.mesh()));
            let around = around.unwrap_or(f64::INFINITY);
            expect(
                is_at_most(path.cost(), around + slack(self.finder.mesh())),
                "costs more than avoiding costly regions,",
                around,
            );
        }
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

/// The cost of a rounded coordinate on the costliest ground.
fn slack(mesh: &NavMesh) -> f64 {
    let costliest = mesh.slots().map(|slot| mesh.cost(slot)).fold(0.0, f64::max);
    64.0 * f64::EPSILON * mesh.bounds().max_abs() * costliest
}

fn is_at_most(a: f64, b: f64) -> bool {
    a <= b * (1.0 + ROUNDING)
}

/// A finder of exact paths that avoid all ground that costs more than 1.
fn avoiding_costly_regions(mesh: &NavMesh) -> Option<MeshFinder> {
    let rule = |filter: Filter, area: &tautline::mesh::MeshArea| match area.cost > 1.0 {
        true => filter.forbid(&area.name),
        false => filter.cost(&area.name, 1.0),
    };
    let filter = mesh.areas().iter().fold(Filter::new(), rule);
    let plain = Arc::new(mesh.clone()).filtered(&filter).unwrap();
    (!mesh.is_uniform()).then(|| MeshFinder::new(plain))
}

fn mesh_of(outlines: &Outlines) -> NavMesh {
    build_outlines(outlines, &BuildOptions::default()).unwrap().0
}

#[test]
fn every_answer_lies_between_the_bounds() {
    let mut checked = 0;
    for seed in 0..world_count(66) {
        let world = weighted_world(seed);
        let mesh = mesh_of(&world.outlines);
        let judge = Judge::new(&mesh, POINTS);
        for query in world.queries(6) {
            let faults = judge.faults(&query);
            assert!(faults.is_empty(), "{}: {query:?}: {faults:#?}", world.name);
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn a_query_and_its_reverse_do_not_contradict_each_other() {
    let (mut checked, mut optimal) = (0, 0);
    for seed in 0..world_count(132) {
        let world = weighted_world(seed);
        let mesh = mesh_of(&world.outlines);
        let finder = MeshFinder::new(mesh.clone());
        for query in world.queries(8) {
            let back = PathQuery::new(query.goal, query.start);
            let (Ok(there), Ok(back)) = (finder.find_path(&query), finder.find_path(&back)) else {
                continue;
            };
            let name = format!("{}: {query:?}", world.name);
            let (cost, other) = (there.cost(), back.cost());
            assert!(is_at_most(there.lower_bound(), other), "{name}: bound above {other}");
            assert!(is_at_most(back.lower_bound(), cost), "{name}: bound of the way back");
            let are_optimal = [&there, &back].iter().all(|p| p.guarantee() == Guarantee::Optimal);
            if are_optimal {
                let doubt = 1e-6 * cost + slack(&mesh);
                assert!((cost - other).abs() <= doubt, "{name}: {cost}, reversed {other}");
                optimal += 1;
            }
            checked += 1;
        }
    }
    assert!(checked > 600 && 3 * optimal > checked, "{optimal} of {checked}");
}

/// Closes every fifth portal.
fn some_portals_closed(mesh: &Arc<NavMesh>) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    let portals = (0..mesh.edges().len()).filter(|&edge| !mesh.edges()[edge].is_wall());
    portals.step_by(5).for_each(|edge| doors.close_edge(EdgeId(edge as u32)).unwrap());
    doors
}

/// An answer without the counts of its search. The bounds of the exact search are those of open doors, so it expands other
/// nodes.
type Answer = Result<(Vec<DVec2>, Vec<CellId>, [f64; 2]), PathError>;

fn answered(finder: &MeshFinder, query: &PathQuery) -> Answer {
    let path = finder.find_path(query)?;
    let bounds = [path.lower_bound(), path.cost()];
    Ok((path.waypoints().to_vec(), path.cells().to_vec(), bounds))
}

#[test]
fn answers_beside_closed_doors_lie_between_the_bounds() {
    let mut checked = 0;
    for seed in 0..world_count(66) {
        let world = weighted_world(seed);
        let mesh = Arc::new(mesh_of(&world.outlines));
        let doors = some_portals_closed(&mesh);
        let finder = MeshFinder::new(Arc::clone(&mesh)).with_doors(doors).unwrap();
        let closed = finder.current_mesh();
        let judge = Judge::new(&closed, POINTS);
        for query in world.queries(4) {
            let answer = answered(&finder, &query);
            assert_eq!(answer, answered(&judge.finder, &query), "{}: {query:?}", world.name);
            let faults = judge.faults(&query);
            assert!(faults.is_empty(), "{}: {query:?}: {faults:#?}", world.name);
            checked += usize::from(answer.is_ok());
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn answers_for_agents_with_a_radius_lie_between_the_bounds() {
    let (mut checked, mut narrowed) = (0, 0);
    for seed in 0..world_count(33) {
        let world = weighted_world(seed);
        let size = mesh_of(&world.outlines).bounds().max_abs();
        let options = BuildOptions::default().agent_radius(size / 100.0);
        let Ok((mesh, _)) = build_outlines(&world.outlines, &options) else { continue };
        let judge = Judge::new(&mesh, POINTS);
        for query in world.queries(4) {
            let faults = judge.faults(&query);
            assert!(faults.is_empty(), "{}: {query:?}: {faults:#?}", world.name);
            let Ok(path) = judge.finder.find_path(&query) else { continue };
            checked += 1;
            narrowed += usize::from(path.cost() > path.length());
        }
    }
    assert!(checked > 60 && narrowed > 20, "{checked} {narrowed}");
}

/// Reduced from seeded worlds of costs up to 2⁶⁴, in which the path left costly regions at a slant and cost millions of times
/// more than the shortest way out.
#[test]
fn a_path_leaves_a_very_costly_region_by_the_shortest_way() {
    let [a, b, c] = [[20.0, 20.0], [80.0, 35.0], [30.0, 80.0]].map(DVec2::from);
    for exponent in [10, 40, 64] {
        let walkable = vec![Outline::rect([0.0, 0.0], [100.0, 100.0])];
        let area = Area::new(Outline::new([a, b, c]), "lava", 2f64.powi(exponent));
        let outlines = Outlines { walkable, areas: vec![area], ..Outlines::default() };
        let mesh = mesh_of(&outlines);
        let (finder, steiner) = (MeshFinder::new(mesh.clone()), SteinerGraph::new(&mesh, 16));
        for height in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10] {
            let inside = a.lerp(b, 0.3) + (b - a).perp().normalize() * height;
            let goal = DVec2::new(90.0, 10.0);
            for (from, to) in [(inside, goal), (goal, inside)] {
                let path = finder.find_path(&PathQuery::new(from, to).snap(0.0)).unwrap();
                let chain = steiner.flood(from).chain_to(to).unwrap();
                let known = chain.refined(&mesh).cost(&mesh);
                let (cost, bound) = (path.cost(), path.lower_bound());
                assert!(cost <= 1.02 * known, "2^{exponent}, {height}: {cost}, not {known}");
                assert!(is_at_most(bound, known), "2^{exponent}, {height}: {bound}, not {known}");
            }
        }
    }
}

/// Reduced from seeded worlds in which a stated bound exceeded the cost of a path, or a path that of the corridor.
const CASES: [&str; 5] = [
    "title Nested areas of three costs around one corner
walkable 0,0 -100000,50000 -90000,0
patch 2 -73380.2636804204,16576.651423292627 0,0 -51012.20956464506,23969.668187775875
patch 3 -73380.2636804204,16576.651423292627 -70000,2000 -56604.223093588895,22121.41399665506
patch 5 -100000,40000 -100000,0 -80000,30000 0,40000
patch 2 -109000,40000 0,30000 0,50000
patch 2 -100000,40000 0,30000 -86000,32610
ask -93000,33000 -> -70000,15000",
    "title Strips across one another
walkable 0,0 100,0 100,100 0,100
patch 20 13,33 65,88 13,33.3
patch 20 86,88.7 10,29 86,89
patch 0.5 43,100 95,50 40,100
patch 0.2 0,0 45,52 20,30
patch 3 54,58 0,0 0,20
ask 50,75 -> 70,50",
    "title Nested areas with one corner in common
walkable 0,0 0,140 -80,0
patch 3 -18.555347916934508,62.726238951703955 -31.510368793846173,58.18231082377268 0,0
patch 2 -18.555347916934508,62.726238951703955 -27.19202850154228,59.696953533083104 0,0
patch 2 -20,108.24039272116734 -30,100 0,76 0,0
patch 5 -10,110 -20,100 -16,95
ask -12.7,110 -> -20,62",
    "title An obstacle between a road and mud
walkable 100000000,0 100000000,100000000 0,100000000
obstacle 60000000,66000000 58000000,63000000 59500000,60000000
patch 0.5 66000000,50000000 50000000,62000000 0,50000000
patch 3 55700000,73800000 63100000,66800000 70000000,70000000
ask 50000000,60000000 -> 60000000,72000000",
    "title A start within a rounding of a border
walkable 0,0 100000000,100000000 0,100000000
patch 3 41950000,48650000 33990000,57310000 0,0
patch 2 41950000,48650000 35980000,55140000 0,0
ask 35980000,55140000 -> 57770000,71610000",
];

#[test]
fn reduced_cases_lie_between_the_bounds() {
    for text in CASES {
        let case: CorpusCase = text.parse().unwrap();
        let mesh = mesh_of(&case.outlines);
        let judge = Judge::new(&mesh, 16);
        for ask in &case.asks {
            let faults = judge.faults(&ask.query);
            assert!(faults.is_empty(), "{}: {faults:#?}", case.title);
        }
    }
}
