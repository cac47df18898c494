//! Measures of one figure: plain ground, and many goals.

use std::time::Instant;

use tautline::{DVec2, MeshFinder, NavMesh, Path, PathQuery, Scratch, Search};

use super::field::Field;
use super::quantile;
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

/// The median time of the distances to 100 goals; `None` where costly ground is not supported.
#[must_use]
pub fn many_goals(fields: &[Field]) -> Option<Row> {
    let mut times = Vec::new();
    for field in fields {
        let ends: Vec<DVec2> = field.queries.iter().flatten().copied().collect();
        let goals: Vec<DVec2> = ends.iter().cycle().take(GOALS).copied().collect();
        let start = *ends.first()?;
        let begun = Instant::now();
        field.finder.distances_from(start, &goals).ok()?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let question = "distances to 100 goals, median";
    Some(Row { question, value: quantile(times, 0.5), unit: "ms", bar: Bar::AtMost(10.0) })
}
