//! Shortens the numbers of a case.

use navmesh_core::{Area, DVec2, Link, Outline, Outlines};

use super::{Change, Tried};
use crate::corpus::CorpusCase;

/// The greatest changes first.
pub(super) const CHANGES: [Change; 3] = [all_rounded, same_rounded, one_rounded];

/// The number of digits a number is rounded to.
const DIGITS: usize = 6;

/// Every number with this number of digits.
fn all_rounded(case: &mut CorpusCase, digits: usize) -> Tried {
    if digits >= DIGITS {
        return Tried::Ended;
    }
    changed(case, |numbers| {
        for number in numbers {
            *number = rounded(*number, digits);
        }
    })
}

/// One number with this number of digits, wherever it stands.
fn same_rounded(case: &mut CorpusCase, number: usize) -> Tried {
    let mut all: Vec<u64> = numbers(case).into_iter().map(|number| number.to_bits()).collect();
    all.sort_unstable();
    let mut several = all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
    let Some(same) = several.nth(number / DIGITS) else { return Tried::Ended };
    let value = same[0];
    changed(case, |numbers| {
        for place in numbers.into_iter().filter(|place| place.to_bits() == value) {
            *place = rounded(*place, number % DIGITS);
        }
    })
}

/// One number at one place with this number of digits.
fn one_rounded(case: &mut CorpusCase, number: usize) -> Tried {
    if number / DIGITS >= numbers(case).len() {
        return Tried::Ended;
    }
    changed(case, |mut numbers| {
        let place = &mut *numbers[number / DIGITS];
        *place = rounded(*place, number % DIGITS);
    })
}

/// Whether the case is shorter to write after a change of its numbers.
fn changed(case: &mut CorpusCase, change: impl FnOnce(Vec<&mut f64>)) -> Tried {
    let before = written(case);
    change(numbers(case));
    if written(case) < before { Tried::Smaller } else { Tried::Not }
}

/// The length of the case as text, and the number of its nonzero numbers.
fn written(case: &mut CorpusCase) -> (usize, usize) {
    let length = case.to_string().len();
    (length, numbers(case).into_iter().filter(|number| **number != 0.0).count())
}

/// A number with fewer significant digits; with none it is 0.
fn rounded(number: f64, digits: usize) -> f64 {
    match digits.checked_sub(1) {
        Some(after_point) => format!("{number:.after_point$e}").parse().unwrap_or(number),
        None => 0.0,
    }
}

/// Every number that is drawn or asked for.
fn numbers(case: &mut CorpusCase) -> Vec<&mut f64> {
    let CorpusCase { outlines, building, radius, asks, .. } = case;
    let mut numbers = vec![radius];
    drawn_numbers(outlines, &mut numbers);
    building.floors.iter_mut().for_each(|floor| drawn_numbers(&mut floor.outlines, &mut numbers));
    numbers.extend(building.connections.iter_mut().flat_map(|join| coordinates(&mut join.points)));
    building.links.iter_mut().for_each(|link| link_numbers(link, &mut numbers));
    let ends = asks.iter_mut().flat_map(|ask| [&mut ask.query.start, &mut ask.query.goal]);
    numbers.extend(coordinates(ends));
    numbers
}

fn drawn_numbers<'a>(drawn: &'a mut Outlines, numbers: &mut Vec<&'a mut f64>) {
    let Outlines { walkable, obstacles, walls, areas, doors, links } = drawn;
    let mut costs = Vec::new();
    let mut add = |Outline { exterior, holes }: &'a mut Outline| {
        numbers.extend(coordinates(exterior.iter_mut().chain(holes.iter_mut().flatten())));
    };
    walkable.iter_mut().chain(obstacles).for_each(&mut add);
    areas.iter_mut().for_each(|Area { outline, cost, .. }| {
        add(outline);
        costs.push(cost);
    });
    numbers.append(&mut costs);
    numbers.extend(walls.iter_mut().flat_map(|wall| coordinates(&mut wall.points)));
    numbers.extend(doors.iter_mut().flat_map(|door| coordinates(&mut door.points)));
    links.iter_mut().for_each(|link| link_numbers(link, numbers));
}

fn link_numbers<'a>(link: &'a mut Link, numbers: &mut Vec<&'a mut f64>) {
    let Link { from, to, beside, cost, .. } = link;
    let ends = [&mut from.point, &mut to.point].into_iter();
    numbers.extend(coordinates(ends.chain(beside.iter_mut().flatten())));
    numbers.push(cost);
}

fn coordinates<'a>(
    points: impl IntoIterator<Item = &'a mut DVec2>,
) -> impl Iterator<Item = &'a mut f64> {
    points.into_iter().flat_map(|point| [&mut point.x, &mut point.y])
}
