//! Measures of one figure: plain ground, many goals, fields, filters.

use std::time::Instant;

use tautline::queries::BoundedDistance;
use tautline::{
    DVec2, FieldQuery, Filter, FilterId, ManyQuery, MeshFinder, NavMesh, Path, PathQuery, Place,
    Scratch, Search,
};

use super::field::Field;
use super::{is_at_most, mean, quantile};
use crate::questions::{Bar, Row};

/// The number of passes over all queries; the least time counts.
const PASSES: usize = 50;

/// The number of goals of a query with many goals.
const GOALS: usize = 100;

/// The time of `Search::Auto` in percent of that of `Search::Optimal`, on the meshes of some fields where all cells cost 1.
#[must_use]
pub fn plain_ground(fields: &[Field]) -> Option<Row> {
    let mut times = [0.0; 2];
    for field in fields {
        let mut raw = field.mesh.to_raw();
        raw.costs.clear();
        raw.areas.clear();
        raw.cell_areas.clear();
        let finder = MeshFinder::new(NavMesh::from_raw(&raw).ok()?);
        for (time, search) in times.iter_mut().zip([Search::Auto, Search::Optimal]) {
            *time += pass(&finder, &field.queries, search);
        }
    }
    let question = "plain ground: time of `Auto`, in % of `Optimal`";
    Some(Row { question, value: 100.0 * times[0] / times[1], unit: "%", bar: Bar::AtMost(101.0) })
}

/// The least time of a pass over all queries, in seconds.
fn pass(finder: &MeshFinder, queries: &[[DVec2; 2]], search: Search) -> f64 {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut least = f64::INFINITY;
    for _ in 0..PASSES {
        let begun = Instant::now();
        for &[start, goal] in queries {
            let query = PathQuery::new(start, goal).search(search);
            // Queries without an answer count as well.
            let _ = finder.find_path_into(&query, &mut scratch, &mut path);
        }
        least = least.min(begun.elapsed().as_secs_f64());
    }
    least
}

/// The number of filters that a game registers.
const FILTERS: usize = 20;

/// The mean time in which a map with areas registers each of twenty filters, and the memory of each after one query.
#[must_use]
pub fn filters(field: &Field) -> Vec<Row> {
    let mut finder = field.finder.clone();
    let areas = field.mesh.areas();
    let filter = |number: usize| {
        let factor = 1.0 + number as f64 / 8.0;
        areas.iter().fold(Filter::new(), |all, area| all.cost(&area.name, area.cost * factor))
    };
    let begun = Instant::now();
    let registered: Vec<FilterId> =
        (0..FILTERS).filter_map(|number| finder.add_filter(&filter(number)).ok()).collect();
    let each = begun.elapsed().as_secs_f64() * 1e3 / registered.len().max(1) as f64;
    let asked = registered.iter().zip(field.queries.iter().cycle());
    let bytes = asked.map(|(&filter, &[start, goal])| {
        // A query without an answer fills the tables as well.
        let _ = finder.find_path(&PathQuery::new(start, goal).filter(filter));
        finder.filtered(filter).map_or(0, |finder| finder.prepared_bytes()) as f64
    });
    let row = |question, value, unit| Row { question, value, unit, bar: Bar::None };
    vec![
        row("time to register one of 20 filters, mean", each, "ms"),
        row("memory of a filter after one query, mean", mean(bytes) / 1e6, "MB"),
    ]
}

/// The mean time of a distance field to three goals, and of a heading that is asked of it.
#[must_use]
pub fn distance_fields(fields: &[Field]) -> Vec<Row> {
    let [mut built, mut asked] = [Vec::new(), Vec::new()];
    for field in fields {
        let ends: Vec<DVec2> = field.queries.iter().flatten().copied().collect();
        let Some(goals) = ends.get(..3) else { continue };
        let begun = Instant::now();
        let Ok(known) = field.finder.distance_field(&FieldQuery::new(goals)) else { continue };
        built.push(begun.elapsed().as_secs_f64() * 1e3);
        for &from in &ends {
            // The first question allocates memory that the next ones use.
            let _ = known.heading_at(from);
            let begun = Instant::now();
            let _ = std::hint::black_box(known.heading_at(from));
            asked.push(begun.elapsed().as_secs_f64() * 1e6);
        }
    }
    let row = |question, value, unit| Row { question, value, unit, bar: Bar::None };
    vec![
        row("distance field to three goals with its tables, mean", mean(built), "ms"),
        row("heading asked of a field, mean", mean(asked), "µs"),
    ]
}

/// The gap that is asked for the distances to many goals.
const GAP: f64 = 0.02;

/// The number of times that a query with many goals is asked; the least time counts.
const ROUNDS: usize = 3;

/// The median times of the distances to 100 goals, when first asked and then, and the share of goals whose gap is proved;
/// `None` where costly ground is not supported.
#[must_use]
pub fn many_goals(fields: &[Field]) -> Option<[Row; 3]> {
    let (mut firsts, mut times, mut proved) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        let [start, _] = *field.queries.first()?;
        let goals: Vec<Place> = goals_on(field).into_iter().map(Place::from).collect();
        let query = ManyQuery::new(start, &goals).gap(GAP);
        let asked = || {
            let begun = Instant::now();
            let bounds = field.finder.distance_bounds(&query).ok()?;
            Some((begun.elapsed().as_secs_f64() * 1e3, bounds))
        };
        let (first, bounds) = asked()?;
        firsts.push(first);
        times.push((1..ROUNDS).filter_map(|_| asked()).map(|again| again.0).fold(first, f64::min));
        let is_proved =
            |far: &BoundedDistance| is_at_most(far.distance * (1.0 - GAP), far.lower_bound);
        let reached = bounds.iter().filter(|far| far.distance.is_finite());
        proved.extend(reached.map(|far| f64::from(u8::from(is_proved(far)))));
    }
    let [first, time] = [firsts, times].map(|times| quantile(times, 0.5));
    let share = 100.0 * mean(proved);
    Some([
        Row { question: TIME, value: time, unit: "ms", bar: Bar::AtMost(10.0) },
        Row { question: FIRST, value: first, unit: "ms", bar: Bar::None },
        Row { question: PROVED, value: share, unit: "%", bar: Bar::AtLeast(100.0) },
    ])
}

/// Different points on a field: the ends of its queries, then middles of cells all over it.
fn goals_on(field: &Field) -> Vec<DVec2> {
    let slots: Vec<u32> = field.mesh.slots().collect();
    let step = (slots.len() / GOALS).max(1);
    let middles = slots.iter().step_by(step).map(|&slot| field.mesh.centroid(slot));
    let mut goals: Vec<DVec2> = Vec::new();
    for goal in field.queries.iter().flatten().copied().chain(middles) {
        if goals.len() < GOALS && !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    goals
}

const TIME: &str = "distances to 100 goals at a gap of 2 %, median";
const FIRST: &str = "the same, first question of these goals";
const PROVED: &str = "the same: goals with a proved gap of 2 %";
