//! Edited finders against new ones.

use super::*;
use crate::GridSearch;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

fn random_rules(random: &mut SplitMix64) -> GridOptions {
    let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];
    let neighborhoods = [Neighborhood::Four, Neighborhood::Eight, Neighborhood::Eight];
    let diagonals = [std::f64::consts::SQRT_2, 1.5, 1.0];
    GridOptions::default()
        .diagonal(diagonals[random.below(3)])
        .corners(corners[random.below(3)])
        .neighborhood(neighborhoods[random.below(3)])
        .engine([GridSearch::Auto, GridSearch::AStar, GridSearch::JumpTables][random.below(3)])
}

fn edit(finder: &mut GridFinder, random: &mut SplitMix64) {
    let (x, y) = finder.grid.tile(random.below(finder.grid.tile_count()) as u32);
    let _change = match random.below(8) {
        0 => finder.set_cost(x, y, [0.5, 1.0, 4.0][random.below(3)]).unwrap(),
        1 => finder.set_cost(x, y, 1.0).unwrap(),
        _ => finder.set_blocked(x, y, random.chance(40)),
    };
}

/// Asserts that two answers are equal up to the choice among optimal paths: the finders may know
/// different dead ends.
fn assert_equivalent(path: &Path, other: &Path) {
    assert!((path.cost() - other.cost()).abs() <= 1e-9 * path.cost(), "{path:?} {other:?}");
    assert_eq!((path.status(), path.guarantee()), (other.status(), other.guarantee()));
    let ends = |path: &Path| [path.cells().first().copied(), path.cells().last().copied()];
    assert_eq!(ends(path), ends(other));
}

#[test]
fn an_edited_finder_answers_like_a_new_one() {
    let mut random = SplitMix64::new(21);
    let mut scratch = Scratch::new();
    for round in 0..150 {
        let mut rules = random_rules(&mut random);
        let grid = random_grid(&mut random, if round % 5 == 0 { 80 } else { 12 });
        let mut edited = GridFinder::new(grid).with_options(rules);
        for _ in 0..20 {
            if random.chance(15) {
                rules = random_rules(&mut random);
                edited = edited.with_options(rules);
            }
            for _ in 0..random.below(3) {
                edit(&mut edited, &mut random);
            }
            let fresh = GridFinder::new(edited.grid().clone()).with_options(rules);
            let slots = [0, 1].map(|_| random.below(edited.grid.tile_count()) as u32);
            let [start, goal] = slots.map(|slot| edited.center(slot));
            let policy = [GoalPolicy::Exact, GoalPolicy::NearestReachable][random.below(2)];
            let query = PathQuery::new(start, goal).snap(0.0).goal_policy(policy);
            let mut path = Path::default();
            let answer = edited.find_path_into(&query, &mut scratch, &mut path).map(|()| path);
            match (answer, fresh.find_path(&query)) {
                (Ok(path), Ok(other)) => assert_equivalent(&path, &other),
                (answer, other) => assert_eq!(answer, other, "{rules:?}"),
            }
        }
    }
}

#[test]
fn a_clone_keeps_its_map_when_the_original_is_edited() {
    let mut finder = finder(&["...", ".#.", "..."]);
    let kept = finder.clone();
    finder.set_blocked(1, 1, false);
    finder.set_cost(0, 0, 2.0).unwrap();
    assert!(kept.grid().is_blocked(1, 1) && !finder.grid().is_blocked(1, 1));
    assert_eq!((kept.grid().cost(0, 0), finder.grid().cost(0, 0)), (Some(1.0), Some(2.0)));
    assert!(!kept.connected((1, 1), (0, 0)) && finder.connected((1, 1), (0, 0)));
}

#[test]
fn an_invalid_edit_changes_nothing() {
    let mut finder = finder(&["..", ".#"]);
    let before = finder.grid().clone();
    finder.set_blocked(7, 0, true);
    assert!(finder.set_cost(0, 0, f64::NAN).is_err() && finder.set_cost(2, 0, 2.0).is_err());
    assert_eq!(*finder.grid(), before);
}
