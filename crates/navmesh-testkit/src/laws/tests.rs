mod links;
mod twins;

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{
    DVec2, GoalPolicy, NavMesh, Path, PathError, PathQuery, Scratch, Search, StartPolicy,
};
use navmesh_grid::{CornerRule, Grid, GridOptions, Neighborhood};

use super::*;
use crate::oracle::{MeshOracle, TileOracle};
use crate::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use crate::worlds::tiles::{lattice_grid, tile_queries, weighted_grid};
use twins::{MeshTwin, TileTwin, Twist, path_of};

fn checked(mesh: &NavMesh, twist: Twist, queries: &[PathQuery]) -> Result<LawReport, Law> {
    let oracle = MeshOracle::new(mesh);
    let twin = MeshTwin { oracle: &oracle, twist };
    LawSuite::new("a test mesh", &twin, &oracle).check(queries).map_err(|violation| violation.law)
}

#[test]
fn coordinates_too_small_for_the_predicates_are_taken_as_zero() {
    let mesh = tile_mesh(&Grid::new(2, 2).unwrap()).unwrap();
    let tiny = [[-5e-324, 1.0], [1.0, -1e-300]].map(|p| PathQuery::new(p, [2.0, 2.0]).snap(0.0));
    let report = checked(&mesh, |_, answer| answer, &tiny).unwrap();
    assert_eq!((report.complete, report.on_vertex), (2, 4));
}

/// The law that a twist breaks on the first jittered lattice where it breaks one.
fn broken_by(twist: Twist) -> Option<Law> {
    (0..20).find_map(|seed| {
        let mesh = jittered_lattice(seed);
        checked(&mesh, twist, &mesh_queries(&mesh, 20, seed)).err()
    })
}

#[test]
fn the_oracle_keeps_its_own_laws_on_meshes() {
    let mut report = LawReport::default();
    for seed in 0..40 {
        let mesh = jittered_lattice(seed);
        let oracle = MeshOracle::new(&mesh);
        let twin = MeshTwin { oracle: &oracle, twist: |_, answer| answer };
        // The twin ignores the cell of a place: at a pinch it takes either side.
        let suite = LawSuite::new(format!("jittered lattice {seed}"), &twin, &oracle);
        report += suite.exempt(Law::Stretch).assert_holds(&mesh_queries(&mesh, 16, seed));
    }
    assert_eq!(report.queries, 640);
    let answered = report.complete + report.outside + report.unreachable;
    assert_eq!(answered, report.queries);
    assert_eq!(report.optimal, report.complete);
    assert!(report.degenerate() * 2 > report.queries, "{report:?}");
    let rare = [
        report.on_pinch + report.on_thin_wall,
        report.outside,
        report.unreachable,
        report.zero_length,
    ];
    assert!(rare.into_iter().all(|count| count >= 10) && report.turns >= 100, "{report:?}");
}

#[test]
fn snaps_and_policies_are_judged_too() {
    let mut report = LawReport::default();
    for seed in 0..20 {
        let mesh = jittered_lattice(seed);
        let oracle = MeshOracle::new(&mesh);
        let twin = MeshTwin { oracle: &oracle, twist: |_, answer| answer };
        // The twin ignores the cell of a place: at a pinch it takes either side.
        let suite = LawSuite::new(format!("jittered lattice {seed}"), &twin, &oracle);
        let mut queries = mesh_queries(&mesh, 48, seed);
        for (i, query) in queries.iter_mut().enumerate() {
            let policies = [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable];
            query.goal_policy = policies[i % 3];
            let policies =
                [StartPolicy::Exact, StartPolicy::Nearest, StartPolicy::NearestReachable];
            query.start_policy = policies[i % 4 % 3];
            query.snap = [None, Some(0.0), Some(0.5), Some(f64::INFINITY)][i / 3 % 4];
        }
        report += suite.exempt(Law::Stretch).assert_holds(&queries);
    }
    assert!(report.partial >= 20 && report.outside >= 20, "{report:?}");
}

fn four() -> GridOptions {
    GridOptions::default().neighborhood(Neighborhood::Four)
}

#[test]
fn tiles_keep_the_laws_under_every_rule() {
    let mut report = LawReport::default();
    for seed in 0..24 {
        let grid = if seed % 4 == 3 { weighted_grid(seed) } else { lattice_grid(seed) };
        let rules = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];
        for options in
            rules.map(|rule| GridOptions::default().corners(rule)).into_iter().chain([four()])
        {
            let oracle = TileOracle::new(&grid, options);
            let (twin, suite_name) =
                (TileTwin(oracle), format!("lattice grid {seed}, {options:?}"));
            let suite = LawSuite::new(suite_name, &twin, &oracle);
            report += suite.assert_holds(&tile_queries(&grid, 8, seed));
        }
    }
    let met = [report.on_vertex, report.on_edge, report.unreachable, report.zero_length];
    assert!(met.into_iter().all(|count| count >= 10), "{report:?}");
}

#[test]
fn any_angle_is_never_longer_than_octile_nor_octile_than_manhattan() {
    let mut answered = 0;
    for seed in (1..40).step_by(2) {
        let grid = lattice_grid(seed);
        let mesh = tile_mesh(&grid).expect("one tile is free");
        let oracle = MeshOracle::new(&mesh);
        let mesh_twin = MeshTwin { oracle: &oracle, twist: |_, answer| answer };
        let eight = TileTwin(TileOracle::new(&grid, GridOptions::default()));
        let four = TileTwin(TileOracle::new(&grid, four()));
        let backends = Backends { any_angle: &mesh_twin, octile: &eight, manhattan: &four };
        let queries = tile_queries(&grid, 12, seed);
        answered += check_backends("a lattice", backends, &queries).unwrap();
        let swapped = Backends { any_angle: &four, octile: &eight, manhattan: &mesh_twin };
        if seed == 1 {
            let violation = check_backends("a lattice", swapped, &queries).unwrap_err();
            assert_eq!(violation.law, Law::Backends);
        }
    }
    assert!(answered >= 60, "{answered}");
}

#[test]
fn a_finder_that_walks_straight_is_caught() {
    let straight: Twist = |query, answer| {
        let path = answer?;
        Ok(path_of(&[query.start, query.goal], path.cells(), PathSummary::default()))
    };
    assert_eq!(broken_by(straight), Some(Law::Legality));
}

/// The same path, with another word on its cost and its bound: factors of its length.
fn claiming(path: &Path, cost: f64, bound: Option<f64>) -> Path {
    let (cost, lower_bound) = (Some(path.length() * cost), bound.map(|b| b * path.length()));
    path_of(path.waypoints(), path.cells(), PathSummary { cost, lower_bound, ..Default::default() })
}

#[test]
fn a_length_that_is_off_by_a_millionth_is_caught() {
    let mesh = tile_mesh(&Grid::from_rows(["...", ".#.", "..."]).unwrap()).unwrap();
    let query = [PathQuery::new([0.5, 0.5], [2.5, 2.5])];
    let law_broken = |twist| checked(&mesh, twist, &query).err();
    assert_eq!(law_broken(|_, answer| answer), None);
    assert_eq!(law_broken(|_, a| a.map(|p| claiming(&p, 1.0 + 1e-6, None))), Some(Law::Oracle));
    assert_eq!(law_broken(|_, a| a.map(|p| claiming(&p, 1.0 - 1e-6, None))), Some(Law::Oracle));
    let costly = law_broken(|_, a| a.map(|p| claiming(&p, 1.0 + 1e-6, Some(1.0))));
    assert_eq!(costly, Some(Law::Certificate), "its legs cost less");
    let high = law_broken(|_, a| a.map(|p| claiming(&p, 1.0 + 1e-5, Some(1.0 + 1e-6))));
    assert_eq!(high, Some(Law::Oracle), "the bound is above the optimum");
}

#[test]
fn a_detour_is_caught_where_the_optimum_is_promised() {
    // The turn moves from (2, 1) or (1, 2) away from the block.
    let bent = |path: &Path, lower_bound: Option<f64>| {
        let [a, b, c] = path.waypoints()[..] else { return path.clone() };
        let away = b + (b - DVec2::splat(1.5)) * 1e-3;
        path_of(&[a, away, c], path.cells(), PathSummary { lower_bound, ..Default::default() })
    };
    let mesh = tile_mesh(&Grid::from_rows(["...", ".#.", "..."]).unwrap()).unwrap();
    let query = [PathQuery::new([0.5, 0.5], [2.5, 2.5])];
    let oracle = MeshOracle::new(&mesh);
    let twin = MeshTwin { oracle: &oracle, twist: |_, answer| answer };
    let path = twin.find_path(&query[0]).unwrap();
    assert_eq!(path.waypoints().len(), 3);
    for (bound, verdict) in [(None, Err(Law::Oracle)), (Some(2.0), Ok(()))] {
        let finder = Fixed(bent(&path, bound));
        let suite = LawSuite::new("a block", &finder, &oracle);
        let suite = suite.exempt(Law::Reversal).exempt(Law::RoundTrip).exempt(Law::Errors);
        assert_eq!(suite.check(&query).map(|_| ()).map_err(|v| v.law), verdict);
    }
}

/// Gives one path, whatever is asked.
struct Fixed(Path);

impl Pathfinder for Fixed {
    fn find_path_into(
        &self,
        _: &PathQuery,
        _: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clone_from(&self.0);
        Ok(())
    }
}

#[test]
fn wrong_errors_are_caught() {
    let nothing: Twist = |query, _| {
        Err(PathError::Unreachable { start: query.start_place(), goal: query.goal_place() })
    };
    assert_eq!(broken_by(nothing), Some(Law::Errors));
    let outside: Twist =
        |query, answer| answer.or(Err(PathError::StartOutside { place: query.start_place() }));
    assert_eq!(broken_by(outside), Some(Law::Errors));
    let goal: Twist =
        |query, answer| answer.or(Err(PathError::GoalOutside { place: query.goal_place() }));
    assert_eq!(broken_by(goal), Some(Law::Errors));
    // Takes unusable numbers for places off the ground.
    let numb: Twist = |_, answer| match answer {
        Err(PathError::InvalidQuery { .. }) => {
            Err(PathError::StartOutside { place: DVec2::ZERO.into() })
        }
        other => other,
    };
    assert_eq!(broken_by(numb), Some(Law::Errors));
}

#[test]
fn a_finder_that_gives_up_without_a_budget_or_for_nothing_is_caught() {
    let mesh = tile_mesh(&Grid::from_rows(["...", ".#.", "..."]).unwrap()).unwrap();
    let query = PathQuery::new([0.5, 0.5], [2.5, 2.5]); // 3.16 long
    let law_broken = |twist: Twist, query: PathQuery| checked(&mesh, twist, &[query]).err();
    let give_up: Twist =
        |_, answer| answer.and(Err(PathError::BudgetExhausted { lower_bound: 3.1, expanded: 3 }));
    assert_eq!(law_broken(give_up, query), Some(Law::Errors));
    assert_eq!(law_broken(give_up, query.max_expanded(3)), None);
    assert_eq!(law_broken(give_up, query.max_cost(3.1)), None);
    assert_eq!(law_broken(give_up, query.max_cost(3.2)), Some(Law::Errors), "that is enough");
    let high: Twist =
        |_, answer| answer.and(Err(PathError::BudgetExhausted { lower_bound: 3.2, expanded: 3 }));
    assert_eq!(law_broken(high, query.max_expanded(3)), Some(Law::Errors), "it is shorter");
    let spendthrift: Twist = |_, answer| answer;
    assert_eq!(law_broken(spendthrift, query.max_cost(3.1)), Some(Law::Oracle));
    let cancelled: Twist =
        |_, answer| answer.and(Err(PathError::Cancelled { lower_bound: 0.0, expanded: 3 }));
    assert_eq!(law_broken(cancelled, query.max_expanded(3)), Some(Law::Errors));
}

/// Two rooms of one cell each, the left one twice as costly.
#[test]
fn a_bound_that_no_path_has_is_caught_where_costs_differ_too() {
    let mut raw = tile_mesh(&Grid::new(2, 1).unwrap()).unwrap().to_raw();
    raw.costs = vec![2.0, 1.0];
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let query = [PathQuery::new([0.5, 0.5], [1.5, 0.5])];
    let law_broken = |twist| checked(&mesh, twist, &query).err();
    let fair: Twist = |_, a| a.map(|p| claiming(&p, 1.5, Some(1.0)));
    assert_eq!(law_broken(fair), None);
    let high: Twist = |_, a| a.map(|p| claiming(&p, 9.0, Some(2.5)));
    assert_eq!(law_broken(high), Some(Law::Oracle));
}

#[test]
fn a_start_that_is_moved_too_far_or_against_its_policy_is_caught() {
    let mesh = tile_mesh(&Grid::from_rows(["..", ".."]).unwrap()).unwrap();
    let moved: Twist = |query, _| {
        let points = [DVec2::new(2.0, 1.0), query.goal];
        let summary =
            PathSummary { start_offset: points[0].distance(query.start), ..Default::default() };
        let cells = [1, 0].map(|slot| navmesh_core::CellId { slot, generation: 0 });
        Ok(path_of(&points, &cells, summary))
    };
    let oracle = MeshOracle::new(&mesh);
    let law_broken = |start: [f64; 2], policy| {
        let twin = MeshTwin { oracle: &oracle, twist: moved };
        let suite = LawSuite::new("four tiles", &twin, &oracle);
        let exempt = [Law::Reversal, Law::RoundTrip, Law::Errors, Law::Certificate];
        let suite = exempt.into_iter().fold(suite, LawSuite::exempt);
        let query = PathQuery::new(start, [0.5, 0.5]).start_policy(policy);
        suite.check(&[query]).err().map(|violation| violation.law)
    };
    use navmesh_core::StartPolicy::{Exact, Nearest, NearestReachable};
    for policy in [Nearest, NearestReachable] {
        assert_eq!(law_broken([3.0, 1.0], policy), None);
        assert_eq!(law_broken([3.0, 1.5], policy), Some(Law::Legality), "(2, 1.5) is nearer");
        assert_eq!(law_broken([1.5, 1.5], policy), Some(Law::Legality), "it stands on ground");
    }
    assert_eq!(law_broken([3.0, 1.0], Exact), Some(Law::Legality));
}

#[test]
fn cells_ends_and_shape_are_checked() {
    let no_cells: Twist = |_, answer| {
        let path = answer?;
        Ok(path_of(path.waypoints(), &path.cells()[..1], PathSummary::default()))
    };
    assert_eq!(broken_by(no_cells), Some(Law::Legality));
    let cut_short: Twist = |_, answer| {
        let path = answer?;
        let points = &path.waypoints()[..path.waypoints().len().div_ceil(2)];
        Ok(path_of(points, path.cells(), PathSummary::default()))
    };
    assert_eq!(broken_by(cut_short), Some(Law::Legality));
    let empty: Twist = |_, answer| answer.map(|_| Path::default());
    assert_eq!(broken_by(empty), Some(Law::Legality));
}

/// Fails, and leaves an answer to something else in the path.
struct Untidy;

impl Pathfinder for Untidy {
    fn find_path_into(
        &self,
        query: &PathQuery,
        _: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        *path = path_of(&[DVec2::ZERO, DVec2::splat(9.0)], &[], PathSummary::default());
        Err(PathError::StartOutside { place: query.start_place() })
    }
}

#[test]
fn what_a_failure_leaves_in_the_path_is_checked() {
    let mesh = tile_mesh(&Grid::new(2, 2).unwrap()).unwrap();
    let oracle = MeshOracle::new(&mesh);
    let outside = [PathQuery::new([5.0, 5.0], [1.0, 1.0])];
    let verdict = LawSuite::new("an open floor", &Untidy, &oracle).check(&outside);
    assert_eq!(verdict.unwrap_err().law, Law::Legality);
}

/// Answers differently every second time.
struct Moody<'a>(MeshTwin<'a>, std::sync::atomic::AtomicU32);

impl Pathfinder for Moody<'_> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.0.find_path_into(query, scratch, path)?;
        let times = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let expanded = u64::from(times % 2);
        let stats = navmesh_core::SearchStats { expanded, ..Default::default() };
        path.finish(PathSummary { stats, ..PathSummary::default() });
        Ok(())
    }
}

#[test]
fn answers_that_depend_on_history_are_caught() {
    let mesh = jittered_lattice(0);
    let oracle = MeshOracle::new(&mesh);
    let moody = Moody(MeshTwin { oracle: &oracle, twist: |_, answer| answer }, Default::default());
    let suite = LawSuite::new("a lattice", &moody, &oracle);
    let queries = mesh_queries(&mesh, 20, 0);
    assert_eq!(suite.check(&queries).unwrap_err().law, Law::Determinism);
    assert!(suite.exempt(Law::Determinism).check(&queries).is_ok());
}

#[test]
fn ways_back_stretches_and_round_trips_that_fail_are_caught() {
    fn refuse(
        query: &PathQuery,
        answer: Result<Path, PathError>,
        when: bool,
    ) -> Result<Path, PathError> {
        let refusal =
            PathError::Unreachable { start: query.start_place(), goal: query.goal_place() };
        if when { Err(refusal) } else { answer }
    }
    let mesh = tile_mesh(&Grid::from_rows(["...", ".#.", "..."]).unwrap()).unwrap();
    let law_broken =
        |twist: Twist| checked(&mesh, twist, &[PathQuery::new([0.1, 0.5], [2.5, 2.7])]).err();
    let backwards = law_broken(|q, a| refuse(q, a, q.start.x > q.goal.x && q.snap.is_some()));
    assert_eq!(backwards, Some(Law::Reversal));
    let from_corners = law_broken(|q, a| refuse(q, a, q.start.fract() == DVec2::ZERO));
    assert_eq!(from_corners, Some(Law::Stretch));
    // The start (0.1, 0.5) is no f32; rounded, it is.
    let rounded = law_broken(|q, a| refuse(q, a, q.start.x == f64::from(0.1f32)));
    assert_eq!(rounded, Some(Law::RoundTrip));
}

#[test]
fn a_violation_says_what_to_ask_again() {
    let mesh = jittered_lattice(1);
    let oracle = MeshOracle::new(&mesh);
    let twin = MeshTwin { oracle: &oracle, twist: |_, answer| answer.map(|_| Path::default()) };
    let query = PathQuery::new([0.25, 0.25], [1.0, 2.5]).search(Search::Optimal);
    let violation = LawViolation {
        law: Law::Legality,
        map: "lattice 1".into(),
        query,
        what: "no points".into(),
    };
    let text = violation.to_string();
    assert!(text.starts_with("Legality broken on lattice 1: no points"), "{text}");
    assert!(text.ends_with("PathQuery::new([0.25, 0.25], [1.0, 2.5]).search(Search::Optimal)"));
    let spoilt = query.start_policy(StartPolicy::Nearest).max_expanded(7).max_cost(1.5);
    let above = crate::reduce::Rust(&spoilt.start_layer(1).goal_layer(2)).to_string();
    assert!(above.contains(".start_layer(1).goal_layer(2).search("), "{above}");
    let printed = crate::reduce::Rust(&spoilt).to_string();
    let options = ".start_policy(StartPolicy::Nearest).max_expanded(7).max_cost(1.5)";
    assert!(printed.ends_with(options), "{printed}");
    let found = LawSuite::new("lattice 1", &twin, &oracle).check(&mesh_queries(&mesh, 9, 1));
    assert_eq!(found.unwrap_err().map, "lattice 1");
}
