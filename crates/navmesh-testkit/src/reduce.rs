//! A test-case reducer: the smallest world and query that still fail, as a file for the museum.
//!
//! Source: the idea of D. R. MacIver, A. F. Donaldson, "Test-Case Reduction via Test-Case
//! Generation", 2020, and of A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
//! Input", 2002: try to leave out, then to simplify, whatever may be; keep what still fails.
//! We differ from it in: 1) things are left out one by one, since worlds are small; 2) a number is
//! simpler when it is shorter to write.

mod print;

use navmesh_core::{DVec2, Link, Outline, Outlines, PathQuery};

pub use print::Rust;

/// A world and a query on it.
///
/// Prints as an [`Exhibit`](crate::Exhibit): give it a story, and put it into the museum.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The world.
    pub outlines: Outlines,
    /// The query.
    pub query: PathQuery,
}

/// The smallest case found, from `case` downwards, for which `fails` still says true.
///
/// Drops outlines, holes and vertices, then rounds coordinates to fewer digits, one change at a
/// time; so no single such change of the result still fails. Comes back unchanged where `case`
/// itself does not fail.
///
/// Complexity: at most quadratic in the number of coordinates, counted in calls of `fails`.
#[must_use]
pub fn reduce(case: &Case, mut fails: impl FnMut(&Outlines, &PathQuery) -> bool) -> Case {
    let mut best = case.clone();
    if !fails(&best.outlines, &best.query) {
        return best;
    }
    loop {
        let smaller = smaller_cases(&best).find(|c| fails(&c.outlines, &c.query));
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// Every case one change smaller, the greatest changes first.
fn smaller_cases(case: &Case) -> impl Iterator<Item = Case> + '_ {
    without_outlines(case)
        .chain(without_holes(case))
        .chain(without_vertices(case))
        .chain(without_wall_points(case))
        .chain(rounded_everywhere(case))
        .chain(rounded_once(case))
}

fn without_outlines(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let Outlines { walkable, obstacles, walls, areas, doors, links } = &case.outlines;
    let without = move |remove: fn(&mut Outlines, usize), count: usize| {
        (0..count).map(move |i| {
            let mut smaller = case.clone();
            remove(&mut smaller.outlines, i);
            smaller
        })
    };
    without(|all, i| drop(all.walkable.remove(i)), walkable.len())
        .chain(without(|all, i| drop(all.obstacles.remove(i)), obstacles.len()))
        .chain(without(|all, i| drop(all.walls.remove(i)), walls.len()))
        .chain(without(|all, i| drop(all.areas.remove(i)), areas.len()))
        .chain(without(|all, i| drop(all.doors.remove(i)), doors.len()))
        .chain(without(|all, i| drop(all.links.remove(i)), links.len()))
}

fn without_holes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let count = outlines_of(case).map(|outline| outline.holes.len());
    let places = count.enumerate().flat_map(|(i, holes)| (0..holes).map(move |hole| (i, hole)));
    places.map(|(i, hole)| {
        let mut smaller = case.clone();
        if let Some(outline) = outlines_mut(&mut smaller).nth(i) {
            outline.holes.remove(hole);
        }
        smaller
    })
}

fn without_vertices(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let lengths: Vec<usize> = outlines_of(case).flat_map(Outline::rings).map(<[_]>::len).collect();
    let droppable = |(_, length): &(usize, usize)| *length > 3;
    let rings = lengths.into_iter().enumerate().filter(droppable);
    let places = rings.flat_map(|(ring, length)| (0..length).map(move |vertex| (ring, vertex)));
    places.map(|(ring, vertex)| {
        let mut smaller = case.clone();
        if let Some(ring) = rings_mut(&mut smaller).nth(ring) {
            ring.remove(vertex);
        }
        smaller
    })
}

fn without_wall_points(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let long = case.outlines.walls.iter().enumerate().filter(|(_, wall)| wall.points.len() > 2);
    let places = long.flat_map(|(i, wall)| (0..wall.points.len()).map(move |point| (i, point)));
    places.map(|(i, point)| {
        let mut smaller = case.clone();
        smaller.outlines.walls[i].points.remove(point);
        smaller
    })
}

/// How many digits a number is rounded to.
const DIGITS: std::ops::Range<usize> = 1..6;

fn rounded_everywhere(case: &Case) -> impl Iterator<Item = Case> + '_ {
    DIGITS.filter_map(move |digits| {
        let mut smaller = case.clone();
        numbers_mut(&mut smaller).for_each(|number| *number = rounded(*number, digits));
        (written(&smaller) < written(case)).then_some(smaller)
    })
}

fn rounded_once(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let count = numbers_mut(&mut case.clone()).count();
    let places = (0..count).flat_map(|i| (0..DIGITS.end).map(move |digits| (i, digits)));
    places.filter_map(|(i, digits)| {
        let mut smaller = case.clone();
        let number = numbers_mut(&mut smaller).nth(i)?;
        *number = rounded(*number, digits);
        (written(&smaller) < written(case)).then_some(smaller)
    })
}

/// A number with fewer significant digits; with none it is 0.
fn rounded(number: f64, digits: usize) -> f64 {
    match digits.checked_sub(1) {
        Some(after_point) => format!("{number:.after_point$e}").parse().unwrap_or(number),
        None => 0.0,
    }
}

/// How long the case is in writing, and how many of its numbers are not 0: what rounding makes
/// smaller.
fn written(case: &Case) -> (usize, usize) {
    let mut copy = case.clone();
    (case.to_string().len(), numbers_mut(&mut copy).filter(|number| **number != 0.0).count())
}

fn outlines_of(case: &Case) -> impl Iterator<Item = &Outline> {
    let Outlines { walkable, obstacles, areas, .. } = &case.outlines;
    walkable.iter().chain(obstacles).chain(areas.iter().map(|area| &area.outline))
}

fn outlines_mut(case: &mut Case) -> impl Iterator<Item = &mut Outline> {
    let Outlines { walkable, obstacles, areas, .. } = &mut case.outlines;
    walkable.iter_mut().chain(obstacles).chain(areas.iter_mut().map(|area| &mut area.outline))
}

fn rings_mut(case: &mut Case) -> impl Iterator<Item = &mut Vec<DVec2>> {
    outlines_mut(case).flat_map(|outline| {
        let Outline { exterior, holes } = outline;
        std::iter::once(exterior).chain(holes)
    })
}

fn numbers_mut(case: &mut Case) -> impl Iterator<Item = &mut f64> {
    let Case { outlines, query } = case;
    let Outlines { walkable, obstacles, walls, areas, doors, links } = outlines;
    let areas = areas.iter_mut().map(|area| &mut area.outline);
    let all = walkable.iter_mut().chain(obstacles).chain(areas);
    let rings = all.flat_map(|o| std::iter::once(&mut o.exterior).chain(&mut o.holes));
    let walls = walls.iter_mut().map(|wall| &mut wall.points);
    let doors = doors.iter_mut().map(|door| &mut door.points);
    let links = links.iter_mut().flat_map(Link::points_mut);
    let ends = links.chain([&mut query.start, &mut query.goal]);
    let points = rings.chain(walls).chain(doors).flatten().chain(ends);
    points.flat_map(|point| [&mut point.x, &mut point.y])
}

#[cfg(test)]
mod tests;
