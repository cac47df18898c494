//! Sets of meshes for several radii: their answers, their memory, their rounding, and changes of the map.

use std::sync::Arc;

use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};
use navmesh_testkit::worlds::with_options;
use navmesh_testkit::{LawReport, LawSuite, MeshOracle, SplitMix64, world, world_count};
use tautline::build::RadiusOptions;
use tautline::{
    BuildError, BuildOptions, DVec2, Grid, GridFinder, Guarantee, LiveMesh, MeshFinder,
    NavMeshBuilder, Outline, Outlines, RadiusSet, build_outlines,
};

type Answer = Result<Path, PathError>;

/// Returns the mesh for a radius, built anew.
fn built(outlines: &Outlines, radius: f64) -> Result<MeshFinder, BuildError> {
    let options = BuildOptions::default().agent_radius(radius);
    build_outlines(outlines, &options).map(|(mesh, _)| MeshFinder::new(mesh))
}

/// Returns the size of a world: the longer side of its walkable outlines.
fn size(outlines: &Outlines) -> f64 {
    let points: Vec<DVec2> = outlines.walkable.iter().flat_map(|o| o.exterior.clone()).collect();
    let low = points.iter().copied().reduce(DVec2::min).unwrap();
    (points.into_iter().reduce(DVec2::max).unwrap() - low).max_element()
}

/// A yard of 100 by 100 with crates of 4 by 4.
fn yard(crates: usize) -> Outlines {
    let mut random = SplitMix64::new(crates as u64);
    let mut place = || {
        let low = DVec2::new(random.unit(), random.unit()) * 96.0;
        Outline::rect(low, low + DVec2::splat(4.0))
    };
    Outlines {
        obstacles: (0..crates).map(|_| place()).collect(),
        walkable: vec![Outline::rect([0.0, 0.0], [100.0, 100.0])],
        ..Outlines::default()
    }
}

fn random_point(random: &mut SplitMix64) -> DVec2 {
    DVec2::new(random.unit(), random.unit()) * 100.0
}

#[test]
fn the_answers_are_those_of_a_mesh_built_for_the_radius() {
    let (mut paths, mut errors) = (0, 0);
    for seed in 0..world_count(100) {
        let world = world(seed);
        let set = RadiusSet::new(world.outlines.clone());
        for share in [0.0, 0.003, 0.02, 0.07, 0.6] {
            let radius = share * size(&world.outlines);
            let Ok(finder) = built(&world.outlines, radius) else {
                let found = set.find_path(&world.queries(1)[0].radius(radius));
                assert_eq!(found.unwrap_err().kind(), "start-outside", "{}", world.name);
                continue;
            };
            for query in with_options(&world.queries(12)) {
                let (mut ours, mut theirs) = (Path::default(), Path::default());
                let mut scratch = Scratch::new();
                let results: [Result<(), PathError>; 2] = [
                    set.find_path_into(&query.radius(radius), &mut scratch, &mut ours),
                    finder.find_path_into(&query, &mut scratch, &mut theirs),
                ];
                assert_eq!(results[0], results[1], "{}, {radius}, {query:?}", world.name);
                assert_eq!(ours, theirs, "{}, {radius}, {query:?}", world.name);
                *(if results[0].is_ok() { &mut paths } else { &mut errors }) += 1;
            }
        }
    }
    assert!(paths > 1000 && errors > 500, "{paths} paths, {errors} errors");
}

/// A set that is asked for one radius.
struct OfRadius(RadiusSet, f64);

impl Pathfinder for OfRadius {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.0.find_path_into(&query.radius(self.1), scratch, path)
    }
}

#[test]
fn every_law_holds_for_every_radius() {
    let mut total = LawReport::default();
    for seed in 0..world_count(60) {
        let world = world(seed);
        let set = RadiusSet::new(world.outlines.clone());
        for share in [0.0, 0.01, 0.05] {
            let radius = share * size(&world.outlines);
            let Ok(finder) = set.finder(radius) else { continue };
            let oracle = MeshOracle::new(finder.mesh());
            let asked = OfRadius(set.clone(), radius);
            total += LawSuite::new(&world.name, &asked, &oracle).assert_holds(&world.queries(8));
        }
    }
    assert!(total.complete > 0 && total.unreachable > 0 && total.outside > 0, "{total}");
}

/// The bar: never above the budget over 100,000 random queries of 50 radii.
#[test]
fn a_set_never_exceeds_its_budget() {
    let outlines = yard(12);
    let all = RadiusSet::new(outlines.clone());
    let radii: Vec<f64> = (0..50).map(|i| 0.05 * f64::from(i)).collect();
    radii.iter().for_each(|&radius| assert!(all.finder(radius).is_ok()));
    assert_eq!((all.radii(), all.build_count()), (radii.clone(), 50));
    let budget = all.memory() / 4;
    let set = RadiusSet::new(outlines).with_options(RadiusOptions::default().budget(budget));
    let (mut random, mut scratch, mut path) = (SplitMix64::new(1), Scratch::new(), Path::default());
    let (mut radius, mut found, mut largest) = (0.0, 0, 0);
    for i in 0..100_000 {
        // Agents of one size ask in a row; else nearly every query would build.
        if i % 32 == 0 {
            radius = *random.pick(&radii);
        }
        let query = PathQuery::new(random_point(&mut random), random_point(&mut random));
        found +=
            usize::from(set.find_path_into(&query.radius(radius), &mut scratch, &mut path).is_ok());
        let memory = set.memory();
        assert!(memory <= budget, "{memory} of {budget} bytes after query {i}");
        largest = largest.max(memory);
    }
    assert!(found > 50_000, "{found} paths");
    assert!(largest > budget / 2, "the budget is used: {largest} of {budget}");
    assert!(set.build_count() > 1000, "classes are dropped: {} builds", set.build_count());
}

#[test]
fn the_class_that_was_not_used_for_the_longest_time_is_dropped_first() {
    let outlines = yard(12);
    let size_of = |radius: f64| {
        let set = RadiusSet::new(outlines.clone());
        set.finder(radius).unwrap();
        set.memory()
    };
    let budget = size_of(0.5) + size_of(1.0) + size_of(1.5) - 1;
    let set = RadiusSet::new(outlines.clone());
    let set = set.with_options(RadiusOptions::default().budget(budget));
    for radius in [0.5, 1.0, 0.5, 1.5] {
        set.finder(radius).unwrap();
    }
    assert_eq!((set.radii(), set.build_count()), (vec![0.5, 1.5], 3));
    let tiny = set.with_options(RadiusOptions::default().budget(1));
    let query = PathQuery::new([50.0, 50.0], [50.0, 50.5]).radius(0.1);
    let first = tiny.find_path(&query);
    assert_eq!(tiny.find_path(&query), first, "a class above the budget answers too");
    assert_eq!((tiny.radii(), tiny.build_count()), (vec![], 2));
}

/// Compares a rounded answer with that for the radius itself. Returns the gap of a bounded path.
fn compare_rounded(answer: &Answer, exact: &Answer, context: &str) -> f64 {
    let (path, exact) = match (answer, exact) {
        (Ok(path), Ok(exact)) => (path, exact),
        // A rounded radius may move an end that the radius itself finds too far off.
        (Ok(path), Err(_)) if path.is_moved() => return 0.0,
        (Err(error), Err(exact)) => {
            // The mesh of the radius rounded down may know the ends that the radius does not.
            let proofs = [error, exact].map(PathError::proves_unreachable);
            assert!(proofs[0] || !proofs[1], "{error} for {exact}: {context}");
            return 0.0;
        }
        _ => panic!("{answer:?} for {exact:?}: {context}"),
    };
    if path.is_moved() || exact.is_moved() {
        return 0.0;
    }
    let rounding = 1e-12 * exact.length();
    assert!(path.length() >= exact.length() - rounding, "too short: {context}");
    assert!(path.lower_bound() <= exact.length() + rounding, "wrong bound: {context}");
    match path.guarantee() {
        Guarantee::Optimal => {
            assert!(path.length() <= exact.length() + rounding, "not optimal: {context}");
            0.0
        }
        Guarantee::Bounded { gap } => gap / path.length(),
        _ => 0.0,
    }
}

#[test]
fn a_rounded_radius_states_its_gap() {
    let (mut found, mut unreachable, mut gaps) = (0, 0, Vec::new());
    for seed in 0..world_count(450) {
        let world = world(seed);
        let size = size(&world.outlines);
        let options = RadiusOptions::default().step(0.01 * size);
        let set = RadiusSet::new(world.outlines.clone()).with_options(options);
        let mut random = SplitMix64::new(seed);
        for query in world.queries(12) {
            let radius = 0.06 * size * random.unit();
            let Ok(exact) = built(&world.outlines, radius) else { continue };
            let [answer, exact] = [set.find_path(&query.radius(radius)), exact.find_path(&query)];
            let context = format!("{}, radius {radius}, {query:?}", world.name);
            gaps.push(compare_rounded(&answer, &exact, &context));
            found += usize::from(answer.is_ok());
            unreachable += usize::from(answer.is_err_and(|error| error.proves_unreachable()));
        }
    }
    let bounded = gaps.iter().filter(|&&gap| gap > 0.0).count();
    assert!(found > 150 && unreachable > 30 && bounded > 15, "{found} {unreachable} {bounded}");
}

/// A gap between the rounded radii is passed by the radius itself.
#[test]
fn a_passage_between_two_classes_is_found() {
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
        obstacles: vec![Outline::rect([4.0, 1.5], [6.0, 8.0])],
        ..Outlines::default()
    };
    let set = RadiusSet::new(outlines).with_options(RadiusOptions::default().step(0.5));
    let query = PathQuery::new([2.0, 6.0], [8.0, 6.0]);
    for (radius, radii, is_open) in [
        (0.4, vec![0.0, 0.5], true),
        (0.5, vec![0.0, 0.5], true),
        (0.7, vec![0.0, 0.5, 0.7, 1.0], true), // 1.0 does not pass
        (0.8, vec![0.0, 0.5, 0.7, 0.8, 1.0], false),
        (1.2, vec![0.0, 0.5, 0.7, 0.8, 1.0, 1.5], false), // 1.0 fails: no class of its own
    ] {
        assert_eq!(set.find_path(&query.radius(radius)).is_ok(), is_open, "radius {radius}");
        assert_eq!(set.radii(), radii, "radius {radius}");
    }
}

#[test]
fn threads_that_need_one_class_build_it_once() {
    let set = Arc::new(RadiusSet::new(yard(40)));
    let asked: Arc<dyn Pathfinder> = Arc::clone(&set) as _;
    let query = PathQuery::new([50.0, 50.0], [51.0, 50.0]).radius(0.5);
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| asked.find_path(&query))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!((set.build_count(), set.is_built(0.5)), (1, true));
}

#[test]
fn edits_of_a_live_map_reach_every_class() {
    let mut map = LiveMesh::new(NavMeshBuilder::from_outlines(yard(5))).unwrap();
    let set = RadiusSet::new(map.outlines());
    assert!(set.follow(&map), "the set does not know yet which map the outlines are from");
    let mut random = SplitMix64::new(4);
    let mut keys = Vec::new();
    for turn in 0..12 {
        let before = set.finder(0.5).unwrap();
        if turn % 3 == 2 {
            map.remove(keys.swap_remove(0)).unwrap();
        } else {
            let low = random_point(&mut random) * 0.9;
            keys.push(map.add_obstacle(Outline::rect(low, low + DVec2::splat(3.0))).unwrap());
        }
        assert_eq!([set.follow(&map), set.follow(&map)], [true, false]);
        assert_eq!((set.radii(), set.memory()), (vec![], 0));
        let fresh = RadiusSet::new(map.outlines());
        for radius in [0.0, 0.5, 1.5] {
            let query = PathQuery::new(random_point(&mut random), random_point(&mut random));
            let query = query.radius(radius);
            assert_eq!(set.find_path(&query), fresh.find_path(&query), "{query:?}");
        }
        assert!(!Arc::ptr_eq(before.mesh(), set.finder(0.5).unwrap().mesh()));
    }
}

#[test]
fn errors_name_what_is_wrong_with_the_radius() {
    let set = RadiusSet::new(yard(5));
    let query = PathQuery::new([50.0, 50.0], [51.0, 50.0]);
    let kind =
        |set: &RadiusSet, radius: f64| set.find_path(&query.radius(radius)).unwrap_err().kind();
    for radius in [-1.0, f64::NAN, f64::INFINITY, 1e-30] {
        assert_eq!(kind(&set, radius), "invalid-query", "{radius}");
    }
    assert_eq!(kind(&set, 60.0), "start-outside");
    assert!(matches!(set.finder(60.0), Err(BuildError::TooNarrow { .. })));
    assert_eq!(set.find_path(&query), set.find_path(&query.radius(-0.0)), "without a radius");
    set.replace(Outlines::default());
    assert_eq!(kind(&set, 0.5), "unsupported");
    assert!(matches!(set.finder(0.5), Err(BuildError::NothingWalkable { .. })));
}

/// Others answer only for the radius of their map.
#[test]
fn a_single_map_refuses_other_radii() {
    let mesh = built(&yard(5), 0.5).unwrap();
    let grid = GridFinder::new(Grid::from_rows(["....", "...."]).unwrap());
    let query = PathQuery::new([1.5, 0.5], [2.5, 1.5]);
    let kind = |finder: &dyn Pathfinder, radius: f64| {
        finder.find_path(&query.radius(radius)).map_or_else(|error| error.kind(), |_| "found")
    };
    let of = |finder: &dyn Pathfinder| [0.0, 0.5, 0.6, -1.0].map(|radius| kind(finder, radius));
    assert_eq!(of(&mesh), ["unsupported", "found", "unsupported", "invalid-query"]);
    assert_eq!(of(&grid), ["found", "unsupported", "unsupported", "invalid-query"]);
}

/// Two rooms and a gap of 2 between them.
fn two_rooms() -> Outlines {
    Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [20.0, 8.0])],
        obstacles: vec![Outline::rect([9.0, 2.0], [11.0, 8.0])],
        ..Outlines::default()
    }
}

#[test]
fn an_explanation_names_the_place_that_is_too_narrow() {
    let set = RadiusSet::new(two_rooms());
    let query = PathQuery::new([4.0, 4.0], [16.0, 4.0]);
    let explain = |radius: f64| {
        let query = query.radius(radius);
        set.explain(&set.find_path(&query).unwrap_err(), &query)
    };
    let place = explain(1.1).too_narrow.unwrap();
    assert_eq!((place.width, place.radius), (2.0, 1.1));
    assert!((place.missing() - 0.2).abs() < 1e-12);
    assert_eq!(place.middle().y, 1.0);
    assert_eq!(explain(1.0).too_narrow.map(|place| place.missing()), Some(0.0), "closed at 2r");
    assert_eq!(explain(60.0).error.kind(), "start-outside");
    assert!(set.memory() <= set.options().budget);
}
