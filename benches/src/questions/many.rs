//! Many goals at once, against single queries: ours, and the rival's. Fields; batches.

use std::hint::black_box;

use tautline::{DVec2, FieldQuery, ManyQuery, MeshFinder, Path, PathQuery, Scratch};

use super::{Bar, Row, best_pass, places_of_largest_part};
use crate::contender::PreparedMap;
use crate::footprint::{batch_rates, queries_for_a_pass};
use crate::polyanya_crate::PolyanyaMap;
use crate::scenario::Scenario;

/// The number of places are asked about.
const PLACES: usize = 100;

/// To how many of the others a single query leads from each.
const GOALS: usize = 10;

pub(super) fn rows(finder: &MeshFinder, scenario: &Scenario) -> Result<Vec<Row>, String> {
    let places = places_of_largest_part(finder.mesh(), 5, PLACES);
    let single = time_of_a_query(finder, &places);
    let rival = time_of_the_rival(scenario, &places)?;
    let distances = a_start(&places, |start| {
        drop(black_box(finder.distances(&ManyQuery::new(start, &places))))
    });
    let paths =
        a_start(&places, |start| drop(black_box(finder.paths(&ManyQuery::new(start, &places)))));
    let nearest = a_start(&places, |start| {
        drop(black_box(finder.nearest(&ManyQuery::new(start, &places), 5)))
    });
    let matrix = best_pass(|| drop(black_box(finder.distance_matrix(&places, &places))));
    let [alone, together] = batch_rates(finder, &queries_for_a_pass(finder, scenario))?;
    let row = |question, value, unit, bar| Row { question, value, unit, bar };
    let hundred = PLACES as f64;
    let mut rows = vec![
        row("single query", single * 1e6, "µs", Bar::None),
        row("the rival's single query", rival * 1e6, "µs", Bar::None),
        row("distances to 100", distances * 1e6, "µs", Bar::None),
        row("distances to 100, in single queries", distances / single, "", Bar::AtMost(10.0)),
        row(
            "the rival's 100 queries, in distances to 100",
            hundred * rival / distances,
            "",
            Bar::AtLeast(100.0),
        ),
        row("paths to 100", paths * 1e6, "µs", Bar::None),
        row("nearest 5 of 100", nearest * 1e6, "µs", Bar::None),
        row("matrix of 100 by 100", matrix * 1e3, "ms", Bar::None),
        row("matrix, in distances to 100", matrix / distances, "", Bar::AtMost(100.0)),
        row("batch on two threads, gain over one", together / alone, "", Bar::AtLeast(1.8)),
    ];
    rows.extend(rows_of_a_field(finder, &places));
    Ok(rows)
}

fn rows_of_a_field(finder: &MeshFinder, places: &[DVec2]) -> Vec<Row> {
    let flood =
        best_pass(|| drop(black_box(finder.distance_field(&FieldQuery::new(&places[..1])))));
    let Ok(field) = finder.distance_field(&FieldQuery::new(&places[..1])) else {
        return Vec::new();
    };
    let asked = a_start(places, |place| {
        black_box(field.distance_at(place).unwrap_or(f64::INFINITY));
    });
    let row = |question, value, unit| Row { question, value, unit, bar: Bar::None };
    vec![
        row("field of the whole map", flood * 1e3, "ms"),
        row("field, in megabytes", field.bytes() as f64 / 1e6, "MB"),
        row("distance from any place, of a field", asked * 1e9, "ns"),
    ]
}

/// Seconds a start, each place in turn.
fn a_start(places: &[DVec2], mut ask: impl FnMut(DVec2)) -> f64 {
    best_pass(|| places.iter().for_each(|&place| ask(place))) / places.len() as f64
}

/// From each place to some others, spread over all.
fn pairs(places: &[DVec2]) -> Vec<[DVec2; 2]> {
    let goal =
        |start: usize, i: usize| places[(start + 1 + i * places.len() / GOALS) % places.len()];
    let starts = 0..places.len();
    starts.flat_map(|start| (0..GOALS).map(move |i| [places[start], goal(start, i)])).collect()
}

/// Seconds a query.
fn time_of_a_query(finder: &MeshFinder, places: &[DVec2]) -> f64 {
    let pairs = pairs(places);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let whole = best_pass(|| {
        for &[start, goal] in &pairs {
            let query = PathQuery::new(start, goal);
            let _ = black_box(finder.find_path_into(&query, &mut scratch, &mut path));
        }
    });
    whole / pairs.len() as f64
}

/// The same of the crate `polyanya`, on the mesh that the map gives.
fn time_of_the_rival(scenario: &Scenario, places: &[DVec2]) -> Result<f64, String> {
    let (map, pairs) = (PolyanyaMap::on_given(scenario)?, pairs(places));
    let mut finder = map.finder();
    let whole = best_pass(|| pairs.iter().for_each(|&[start, goal]| finder.find(start, goal)));
    Ok(whole / pairs.len() as f64)
}
