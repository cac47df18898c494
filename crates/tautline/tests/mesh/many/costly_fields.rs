//! Distance fields over weighted regions, held between bounds that share no code with any search.

use crate::points::places;
use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::{
    Area, BuildOptions, DVec2, DistanceField, Door, FieldQuery, Goals, Link, ManyQuery, MeshFinder,
    NavMesh, NavMeshBuilder, Outline, Path, PathError, PathQuery, PathToGoal, Place, Wall,
    build_outlines,
};

/// The relative difference of sums of legs whose crossings are rounded.
const ROUNDING: f64 = 1e-9;

/// The number of points, and of pieces, on each portal.
const POINTS: usize = 6;

fn is_at_most(a: f64, b: f64) -> bool {
    a <= b * (1.0 + ROUNDING)
}

/// A seeded mesh with a field to three goals, and points.
struct Scene {
    name: String,
    mesh: NavMesh,
    finder: MeshFinder,
    field: DistanceField,
    points: Vec<DVec2>,
}

fn scenes(ordinary: u64) -> impl Iterator<Item = Scene> {
    (0..world_count(ordinary)).filter_map(|seed| {
        let world = weighted_world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        let finder = MeshFinder::new(mesh.clone());
        let field = finder.distance_field(&FieldQuery::new(&world.points[..3])).ok()?;
        Some(Scene { name: world.name, mesh, finder, field, points: world.points })
    })
}

/// The least bounds of the oracle from a point to any goal, from below and from above.
fn oracle_bounds(scene: &Scene, from: DVec2) -> [f64; 2] {
    let (steiner, pieces) =
        (SteinerGraph::new(&scene.mesh, POINTS), PieceGraph::new(&scene.mesh, POINTS));
    let flood = steiner.flood(from);
    let mut bounds = [f64::INFINITY; 2];
    for goal in scene.field.goals() {
        let upper = flood.chain_to(goal).map(|chain| chain.refined(&scene.mesh).cost(&scene.mesh));
        let both = [pieces.lower_bound(from, goal), upper];
        bounds = [0, 1].map(|side: usize| bounds[side].min(both[side].unwrap_or(f64::INFINITY)));
    }
    bounds
}

#[test]
fn every_answer_of_a_field_lies_between_the_bounds() {
    let (mut checked, mut excess, mut gap) = (0, 0.0, 0.0);
    for scene in scenes(44) {
        let oracle = MeshOracle::new(&scene.mesh);
        for &from in &scene.points[3..15] {
            let name = format!("{}: from {from}", scene.name);
            let singles = scene
                .field
                .goals()
                .filter_map(|goal| scene.finder.find_path(&PathQuery::new(from, goal)).ok());
            let single = singles.map(|path| path.cost()).fold(f64::INFINITY, f64::min);
            let Ok(bounds) = scene.field.bounds_at(from) else {
                assert_eq!(single, f64::INFINITY, "{name}");
                assert_eq!(scene.field.distance_at(from), None, "{name}");
                continue;
            };
            let path = scene.field.path_from(from).unwrap();
            assert_eq!(path.verify(&scene.mesh), Ok(()), "{name}");
            assert_eq!(path.cost(), bounds.distance, "{name}");
            let is_same = is_at_most(path.lower_bound(), bounds.lower_bound)
                && is_at_most(bounds.lower_bound, path.lower_bound());
            assert!(is_same, "{name}: {bounds:?} {}", path.lower_bound());
            assert!(bounds.lower_bound <= bounds.distance, "{name}: {bounds:?}");
            assert!(is_at_most(bounds.lower_bound, single), "{name}: {bounds:?}, path {single}");
            let start = path.waypoints()[0];
            if !oracle.is_pinch(start) && scene.field.goals().all(|goal| !oracle.is_pinch(goal)) {
                let [lower, upper] = oracle_bounds(&scene, start);
                assert!(is_at_most(bounds.lower_bound, upper), "{name}: {bounds:?} {upper}");
                assert!(is_at_most(lower, bounds.distance), "{name}: {bounds:?} {lower}");
            }
            let heading = scene.field.heading_at(from).unwrap();
            let second = path.waypoints().get(1).copied().unwrap_or(start);
            assert_eq!((heading.from.point, heading.next.point), (start, second), "{name}");
            if bounds.distance > 0.0 && single > 0.0 {
                checked += 1;
                excess += (bounds.distance / single - 1.0).clamp(0.0, 1.0);
                gap += 1.0 - bounds.lower_bound / bounds.distance;
            }
        }
    }
    let [excess, gap] = [excess, gap].map(|sum| sum / f64::from(checked));
    println!("{checked} answers, mean excess {excess}, mean gap {gap}");
    assert!(checked > 300 && excess < 0.01 && gap < 0.15, "{checked} {excess} {gap}");
}

#[test]
fn walkers_that_follow_a_field_arrive() {
    let mut arrived = 0;
    for scene in scenes(10) {
        let step = 0.01 * scene.mesh.bounds().size().max_element();
        for &from in &scene.points[3..7] {
            let Ok(path) = scene.field.path_from(from) else { continue };
            let most = 4 * (path.length() / step).ceil() as usize + 20;
            let mut walker = Place::new(from);
            let mut steps = 0;
            while scene.field.goals().all(|goal| goal != walker.point) {
                walker = scene.field.follow(walker, step).unwrap();
                steps += 1;
                assert!(steps <= most, "{}: from {from} to {walker:?}", scene.name);
            }
            arrived += 1;
        }
    }
    assert!(arrived > 25, "{arrived}");
}

fn answers(field: &DistanceField, points: &[DVec2]) -> Vec<String> {
    points.iter().map(|&point| format!("{:?}", field.heading_at(point))).collect()
}

#[test]
fn a_stopped_field_is_known_up_to_its_limit() {
    let mut rng = SplitMix64::new(7);
    let [mut known, mut beyond] = [0; 2];
    for scene in scenes(22) {
        let (goals, points) = (&scene.points[..3], &scene.points[3..13]);
        for spent in [0, 10, 100, 300] {
            let mut flood =
                scene.finder.begin_distance_field(&FieldQuery::new(&places(goals))).unwrap();
            let stage = flood.advance(spent);
            assert!(flood.progress().expanded <= spent);
            let reach = flood.progress().lower_bound;
            let field = flood.into_task().into_field();
            assert!(stage == Stage::Done || field.limit() <= reach);
            for &point in points {
                let whole = scene.field.bounds_at(point);
                match field.bounds_at(point) {
                    Ok(bounds) => {
                        let whole = whole.unwrap();
                        assert!(bounds.distance <= field.limit());
                        assert!(is_at_most(bounds.lower_bound, whole.distance));
                        known += 1;
                    }
                    Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                        let far = whole.map_or(f64::INFINITY, |whole| whole.distance);
                        assert!(is_at_most(lower_bound, far), "{}: {point}", scene.name);
                        beyond += 1;
                    }
                    Err(_) => assert!(whole.is_err(), "{}: {point}", scene.name),
                }
            }
        }
        let mut flood =
            scene.finder.begin_distance_field(&FieldQuery::new(&places(goals))).unwrap();
        while flood.advance(rng.below(90) as u64) == Stage::InProgress {}
        let sliced = flood.into_task().into_field();
        assert_eq!(answers(&sliced, points), answers(&scene.field, points), "{}", scene.name);
    }
    assert!(known > 20 && beyond > 200, "{known} {beyond}");
}

#[test]
fn a_sliced_path_to_any_goal_over_costly_ground_is_the_unsliced_one() {
    let (mut rng, mut slices, mut partial) = (SplitMix64::new(3), 0, 0);
    for scene in scenes(22) {
        let p: Vec<Place> = scene.points.iter().map(|&point| point.into()).collect();
        let segments = [[p[1], p[2]], [p[3], p[4]]];
        for goals in [Goals::Points(&p[1..4]), Goals::Segments(&segments), Goals::Polygon(&p[2..5])]
        {
            let Ok(PathToGoal { path: whole, goal }) =
                scene.finder.path_to_any(&ManyQuery::to_any(p[0], goals))
            else {
                continue;
            };
            let mut search =
                scene.finder.begin_path_to_any(&ManyQuery::to_any(p[0], goals)).unwrap();
            let (mut path, most) = (Path::default(), *rng.pick(&[6, 20, 200]));
            while search.advance(1 + rng.below(most) as u64) == Stage::InProgress {
                slices += 1;
                let bound = search.progress().lower_bound;
                assert!(is_at_most(bound, whole.cost()), "{}: {goals:?}", scene.name);
                let error = search.answer_into(&mut path).unwrap_err();
                assert!(matches!(error, PathError::BudgetExhausted { .. }), "{error}");
                partial += usize::from(!path.waypoints().is_empty());
            }
            assert_eq!(search.finish().as_ref(), Ok(&whole), "{}: {goals:?}", scene.name);
            assert_eq!(search.goal(), goal, "{}: {goals:?}", scene.name);
        }
    }
    assert!(slices > 10_000 && partial > 5000, "{slices} {partial}");
}

/// A room of 10 by 8 with mud to the left, a wall with a gate, and an island to the right.
fn yard() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([14.0, 0.0], [20.0, 8.0]));
    builder.add_area(Area::new(Outline::rect([1.0, 1.0], [3.0, 8.0]), "mud", 5.0));
    builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    builder.add_link(Link::new([10.0, 4.0], [14.0, 4.0], "jump").cost(2.0).one_way());
    MeshFinder::new(builder.build_mesh().unwrap())
}

#[test]
fn a_field_follows_one_way_links_and_stops_at_closed_doors() {
    let mut finder = yard();
    let field = finder.distance_field(&FieldQuery::new(&[[18.0, 4.0]])).unwrap();
    assert_eq!(field.distance_at([6.0, 4.0]), Some(4.0 + 2.0 + 4.0));
    let heading = field.heading_at([6.0, 4.0]).unwrap();
    assert_eq!((heading.next.point, heading.link.is_some()), ([10.0, 4.0].into(), true));
    let at_entry = field.heading_at([10.0, 4.0]).unwrap();
    assert_eq!((at_entry.direction(), at_entry.link.is_some()), (None, true));
    let back = finder.distance_field(&FieldQuery::new(&[[6.0, 4.0]])).unwrap();
    assert_eq!(back.heading_at([18.0, 4.0]).unwrap_err().kind(), "unreachable");
    assert!(back.distance_at([0.5, 6.0]).is_some());
    finder.close_door("gate").unwrap();
    let closed = finder.distance_field(&FieldQuery::new(&[[6.0, 4.0]])).unwrap();
    assert_eq!(closed.heading_at([0.5, 6.0]).unwrap_err().kind(), "closed-off");
    assert_eq!(closed.distance_at([9.0, 4.0]), Some(3.0));
}

#[test]
fn fields_refuse_the_same_questions_on_any_ground() {
    let finder = yard();
    let none: [DVec2; 0] = [];
    assert_eq!(finder.distance_field(&FieldQuery::new(&none)).unwrap_err().kind(), "invalid-query");
    assert_eq!(
        finder.distance_field(&FieldQuery::new(&[DVec2::NAN])).unwrap_err().kind(),
        "invalid-query"
    );
    assert_eq!(
        finder.distance_field(&FieldQuery::new(&[[90.0, 0.0]])).unwrap_err().kind(),
        "goal-outside"
    );
    let goal = [[6.0, 4.0]];
    assert_eq!(
        finder.distance_field(&FieldQuery::new(&goal).max_cost(-1.0)).unwrap_err().kind(),
        "invalid-query"
    );
    let near = finder.distance_field(&FieldQuery::new(&goal).max_cost(3.0)).unwrap();
    assert_eq!((near.distance_at([9.0, 4.0]), near.distance_at([9.5, 4.0])), (Some(3.0), None));
    assert_eq!(near.heading_at([9.5, 4.0]).unwrap_err().kind(), "budget-exhausted");
    assert_eq!(near.heading_at([50.0, 4.0]).unwrap_err().kind(), "start-outside");
    assert_eq!(near.heading_at([f64::NAN, 4.0]).unwrap_err().kind(), "invalid-query");
}
