//! Searches with a budget: lower bounds, partial paths, and budgets that suffice.

use crate::rounding::ROUNDING;
use crate::sites::{Site, sites};
use navmesh_testkit::MeshOracle;
use tautline::{
    MeshFinder, NavMeshBuilder, Outline, Path, PathError, PathQuery, PathStatus, Scratch, Search,
};

/// A finder with its oracle, and counters of the cases that were met.
struct Asker<'a> {
    site: &'a Site,
    oracle: &'a MeshOracle<'a>,
    finder: &'a MeshFinder,
    scratch: Scratch,
    partial: usize,
    found_late: usize,
    too_costly: usize,
}

impl Asker<'_> {
    fn ask(&mut self, query: &PathQuery) -> (Result<(), PathError>, Path) {
        let mut path = Path::default();
        let result = self.finder.find_path_into(query, &mut self.scratch, &mut path);
        (result, path)
    }

    /// Asserts that a stopped search has a valid lower bound and a legal partial path.
    fn assert_stopped(&mut self, query: &PathQuery, whole: &Path) -> f64 {
        let (result, path) = self.ask(query);
        let name = &self.site.name;
        let Err(PathError::BudgetExhausted { lower_bound, expanded }) = result else {
            panic!("{name}: {query:?} gave {result:?}");
        };
        let [start, goal] = ends(whole);
        let shortest = self.oracle.shortest(start, goal).unwrap().0;
        assert!(lower_bound <= shortest * (1.0 + ROUNDING), "{name}: {query:?} {lower_bound}");
        assert!(lower_bound >= start.distance(goal) * (1.0 - 1e-9), "{name}: {query:?}");
        assert!(expanded <= query.max_expanded.unwrap_or(u64::MAX));
        if path == Path::default() {
            assert_eq!(query.search, Search::Corridor);
            return lower_bound;
        }
        assert_eq!(path.waypoints()[0], start);
        assert_eq!(path.verify(self.finder.mesh()), Ok(()), "{name}: {query:?} left {path:?}");
        assert!(self.oracle.is_legal_path(path.waypoints()), "{name}: {query:?} left {path:?}");
        let end = ends(&path)[1];
        assert!(end.distance(goal) <= start.distance(goal), "{name}: {query:?}");
        match path.status() {
            PathStatus::Partial => {
                self.partial += 1;
                assert_eq!(path.goal_offset(), end.distance(query.goal));
            }
            _ => {
                self.found_late += 1;
                assert_eq!(end, goal);
                assert!(path.lower_bound() <= shortest * (1.0 + ROUNDING));
            }
        }
        lower_bound
    }

    fn check(&mut self, query: PathQuery) {
        let Ok(whole) = self.finder.find_path(&query) else { return };
        let answered = (Ok(()), whole.clone());
        let expanded = whole.stats().expanded;
        for enough in [expanded, expanded + 1, u64::MAX] {
            let allowed = query.max_expanded(enough).max_cost(whole.cost());
            assert_eq!(self.ask(&allowed), answered, "{}: {allowed:?}", self.site.name);
        }
        let mut spent: Vec<u64> = (0..expanded.min(12)).collect();
        spent.extend(expanded.checked_sub(1));
        for budget in spent {
            self.assert_stopped(&query.max_expanded(budget), &whole);
        }
        for share in [0.0, 0.5, 0.9, 0.999].iter().filter(|_| whole.cost() > 0.0) {
            let max_cost = whole.cost() * share;
            let proved = self.assert_stopped(&query.max_cost(max_cost), &whole);
            assert!(query.search == Search::Corridor || proved > max_cost);
            self.too_costly += 1;
        }
    }
}

fn ends(path: &Path) -> [tautline::DVec2; 2] {
    let points = path.waypoints();
    [points[0], points[points.len() - 1]]
}

#[test]
fn a_sufficient_budget_changes_nothing_and_a_spent_one_gives_a_lower_bound() {
    let (mut partial, mut found_late, mut too_costly) = (0, 0, 0);
    for site in sites(150) {
        let oracle = MeshOracle::new(&site.mesh);
        let finder = MeshFinder::new(site.mesh.clone());
        let scratch = Scratch::new();
        let (site, oracle, finder) = (&site, &oracle, &finder);
        let mut asker =
            Asker { site, oracle, finder, scratch, partial: 0, found_late: 0, too_costly: 0 };
        for ends in site.points.windows(2).step_by(3).take(8) {
            for search in [Search::Optimal, Search::Corridor] {
                asker.check(PathQuery::new(ends[0], ends[1]).search(search));
            }
        }
        partial += asker.partial;
        found_late += asker.found_late;
        too_costly += asker.too_costly;
    }
    assert!(
        partial > 100 && found_late > 0 && too_costly > 100,
        "{partial} {found_late} {too_costly}"
    );
    println!("{partial} partial, {found_late} found but not proved, {too_costly} too costly");
}

/// A winding corridor with pillars: its path first approaches the goal, and then leads far away.
fn snake() -> (MeshFinder, PathQuery) {
    let mut builder = NavMeshBuilder::new();
    for lane in 0..5 {
        let y = f64::from(2 * lane);
        builder.add_walkable(Outline::rect([0.0, y], [10.0, y + 1.0]));
        builder.add_obstacle(Outline::rect([4.0, y + 0.25], [6.0, y + 0.75]));
        let x = if lane % 2 == 0 { 9.0 } else { 0.0 };
        if lane < 4 {
            builder.add_walkable(Outline::rect([x, y + 1.0], [x + 1.0, y + 2.0]));
        }
    }
    (MeshFinder::new(builder.build().unwrap().0), PathQuery::new([0.5, 0.5], [0.5, 8.5]))
}

#[test]
fn a_larger_budget_never_gives_a_partial_path_that_ends_farther_away() {
    let (finder, query) = snake();
    let expanded = finder.find_path(&query).unwrap().stats().expanded;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut least = query.start.distance(query.goal);
    let mut nearer = 0;
    for budget in 0..expanded {
        let query = query.max_expanded(budget);
        finder.find_path_into(&query, &mut scratch, &mut path).unwrap_err();
        let left = ends(&path)[1].distance(query.goal);
        assert!(left <= least, "{budget}: {left} after {least}");
        nearer += usize::from(left < least);
        least = left;
    }
    assert!(expanded >= 8 && nearer > 2, "{expanded} {nearer}");
}

/// A room around a block, and a query past it.
fn room() -> (MeshFinder, PathQuery) {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [12.0, 8.0]));
    builder.add_obstacle(Outline::rect([4.0, 1.0], [8.0, 8.0]));
    let query = PathQuery::new([1.0, 6.0], [11.0, 6.0]).search(Search::Corridor);
    (MeshFinder::new(builder.build().unwrap().0), query)
}

#[test]
fn no_corridor_is_searched_if_the_straight_line_exceeds_the_cost_limit() {
    let (finder, query) = room();
    let stopped = finder.find_path(&query.max_cost(9.5)).unwrap_err();
    assert_eq!(stopped, PathError::BudgetExhausted { lower_bound: 10.0, expanded: 0 });
    let stopped = finder.find_path(&query.max_cost(10.5)).unwrap_err();
    assert!(matches!(stopped, PathError::BudgetExhausted { expanded: 1.., .. }));
}
