//! Questions to many goals, and fields.

use tautline::{DVec2, FieldQuery, Goals, ManyQuery, MeshFinder, Place};

use super::{Outcome, answer, each_real, finders, outcome};

const START: [f64; 2] = [1.0, 1.0];
const GOALS: [[f64; 2]; 2] = [[19.0, 1.0], [1.0, 9.0]];

/// Asks every question to many goals, on ground of one cost and of two.
fn asked(query: &ManyQuery<&[Place]>) -> impl Iterator<Item = Outcome> + use<> {
    let to_any = query.for_goals(Goals::Points(query.goals()));
    let ask = |finder: &MeshFinder| {
        [
            outcome(finder.distances(query)),
            outcome(finder.distance_bounds(query)),
            outcome(finder.nearest(query, 2)),
            outcome(finder.begin_nearest(query, 2).map(|_| "begun")),
            outcome(finder.begin_paths(query).map(|_| "begun")),
            outcome(finder.paths(query).map(|_| "a tree")),
            outcome(finder.path_to_any(&to_any)),
        ]
    };
    finders().map(|finder| ask(&finder)).into_iter().flatten()
}

#[test]
fn many_goals_are_anywhere_or_refused() {
    each_real(
        "ManyQuery::new, MeshFinder::distances, MeshFinder::distance_bounds, MeshFinder::nearest, \
         MeshFinder::begin_nearest, MeshFinder::begin_paths, MeshFinder::paths",
        |x| asked(&ManyQuery::new([x, 1.0], &GOALS.map(Place::new))),
    );
    each_real("ManyQuery::new", |x| {
        asked(&ManyQuery::new(START, &[GOALS[0], [3.0, x]].map(Place::new)))
    });
    each_real("ManyQuery::to_any", |x| {
        let [plain, costly] = finders();
        let segment = [[[3.0, 3.0], [x, 3.0]].map(Place::new)];
        let ring = [[3.0, 3.0], [x, 3.0], [4.0, 4.0]].map(Place::new);
        let points = GOALS.map(Place::new);
        let ask = |finder: &MeshFinder, start: [f64; 2], goals| {
            outcome(finder.path_to_any(&ManyQuery::to_any(start, goals)))
        };
        [
            ask(&plain, START, Goals::Segments(&segment)),
            ask(&costly, START, Goals::Segments(&segment)),
            ask(&plain, START, Goals::Polygon(&ring)),
            ask(&costly, START, Goals::Polygon(&ring)),
            ask(&plain, [x, 1.0], Goals::Points(&points)),
            ask(&costly, [x, 1.0], Goals::Points(&points)),
        ]
    });
    each_real("MeshFinder::distance_matrix", |x| {
        let [plain, costly] = finders();
        let (good, bad) = (GOALS, [GOALS[0], [x, 1.0]]);
        [
            outcome(plain.distance_matrix(&good, &bad)),
            outcome(plain.distance_matrix(&bad, &good)),
            outcome(costly.distance_matrix(&good, &bad)),
            outcome(costly.distance_matrix(&bad, &bad)),
        ]
    });
}

#[test]
fn questions_to_many_goals_take_any_real_option() {
    let goals = GOALS.map(Place::new);
    let query = ManyQuery::new(START, &goals[..]);
    each_real("ManyQuery::gap", |x| asked(&query.gap(x)));
    each_real("ManyQuery::max_cost", |x| asked(&query.max_cost(x)));
    each_real("ManyQuery::snap", |x| asked(&query.snap(x)));
}

#[test]
fn fields_take_any_number() {
    let ask = |finder: &MeshFinder, query: &FieldQuery<'_, [f64; 2]>| {
        [
            outcome(finder.distance_field(query).map(|field| field.distance_at(START))),
            outcome(finder.begin_distance_field(query).map(|_| "begun")),
        ]
    };
    for finder in finders() {
        each_real("MeshFinder::distance_field, MeshFinder::begin_distance_field", |x| {
            ask(&finder, &FieldQuery::new(&[GOALS[0], [x, 1.0]]))
        });
        each_real("FieldQuery::max_cost", |x| ask(&finder, &FieldQuery::new(&GOALS).max_cost(x)));
        each_real("FieldQuery::snap", |x| ask(&finder, &FieldQuery::new(&GOALS).snap(x)));
        let field = finder.distance_field(&FieldQuery::new(&GOALS)).unwrap();
        each_real(
            "DistanceField::bounds_at, DistanceField::direction_at, DistanceField::distance_at, \
             DistanceField::follow, DistanceField::heading_at, DistanceField::path_from, \
             DistanceField::path_from_into",
            |x| {
                let bad = DVec2::new(x, 1.0);
                let mut path = field.path_from(START).unwrap();
                [
                    outcome(field.bounds_at(bad)),
                    answer(field.direction_at(bad)),
                    answer(field.distance_at(bad)),
                    outcome(field.follow(bad, 1.0)),
                    outcome(field.follow(START, x)),
                    outcome(field.heading_at(bad)),
                    outcome(field.path_from(bad)),
                    outcome(field.path_from_into(bad, &mut path)),
                ]
            },
        );
    }
}
