//! Limits of questions with many goals: counts of goals, and limits of fields.

use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{world, world_count};
use tautline::{DVec2, DistanceField, FieldQuery, ManyQuery, MeshFinder, PathError};

use super::mesh_of;

/// Calls `check` with finders on uniform and on weighted worlds, and points to ask for.
fn for_each_world(ordinary: u64, mut check: impl FnMut(&str, &MeshFinder, &[DVec2])) {
    for seed in 0..world_count(ordinary) {
        for world in [world(seed), weighted_world(seed)] {
            let finder = MeshFinder::new(mesh_of(&world.outlines));
            check(&world.name, &finder, &world.points[..20]);
        }
    }
}

#[test]
fn a_count_above_the_number_of_goals_changes_nothing() {
    let mut checked = 0;
    for_each_world(11, |name, finder, points| {
        for start in &points[..1] {
            let goals = &points[1..6];
            let near = |count| finder.nearest(&ManyQuery::new(*start, goals), count);
            let whole = near(goals.len());
            for count in [goals.len() + 1, usize::MAX] {
                assert_eq!(near(count), whole, "{name}: {count} from {start}");
            }
            let Ok(whole) = whole else { continue };
            assert_eq!(near(whole.len()).as_ref(), Ok(&whole), "{name}: all from {start}");
            checked += whole.len();
        }
    });
    assert!(checked > 30, "{checked}");
}

fn answers(field: &DistanceField, points: &[DVec2]) -> Vec<String> {
    let answer = |&point| format!("{:?}, {:?}", field.heading_at(point), field.bounds_at(point));
    points.iter().map(answer).collect()
}

#[test]
fn a_field_with_a_limit_beyond_all_points_is_the_whole_field() {
    let (mut within, mut beyond) = (0, 0);
    for_each_world(33, |name, finder, points| {
        let (goals, points) = points.split_at(2);
        let Ok(whole) = finder.distance_field(&FieldQuery::new(goals)) else { return };
        for limit in [f64::INFINITY, f64::MAX] {
            let field = finder.distance_field(&FieldQuery::new(goals).max_cost(limit)).unwrap();
            assert_eq!(answers(&field, points), answers(&whole, points), "{name}: {limit}");
        }
        for &at in points {
            let Some(far) = whole.distance_at(at) else { continue };
            let field = finder.distance_field(&FieldQuery::new(goals).max_cost(2.0 * far)).unwrap();
            assert_eq!(field.heading_at(at), whole.heading_at(at), "{name}: 2 · {far}");
            let field = finder.distance_field(&FieldQuery::new(goals).max_cost(far)).unwrap();
            if field.distance_at(at) == Some(far) {
                within += 1;
            } else {
                let Err(PathError::BudgetExhausted { lower_bound, .. }) = field.bounds_at(at)
                else {
                    panic!("{name}: another distance at {at}: {:?}", field.bounds_at(at))
                };
                assert!(lower_bound <= far * (1.0 + 1e-9), "{name}: {lower_bound} for {far}");
                beyond += 1;
            }
        }
    });
    println!("{within} {beyond}");
    assert!(within > 300, "{within} {beyond}");
}
