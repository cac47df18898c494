//! Compares a live map with a fresh build of its outlines.

use tautline::error::Short;
use tautline::{MeshFinder, PathQuery};

use super::run::Run;
use super::script::Line;

/// The comparison after every so many lines.
#[derive(Debug)]
pub(super) struct Verifier {
    every: u64,
    seen: u64,
    pub(super) differences: Vec<String>,
}

/// The most queries of a comparison: the last ones of the script, and pairs of cells.
const QUERIES: usize = 16;

/// The largest relative difference of two lengths or areas, which are sums in another order.
const ROUNDING: f64 = 1e-9;

impl Verifier {
    pub(super) fn every(every: u64) -> Self {
        Self { every, seen: 0, differences: Vec::new() }
    }

    /// Returns the number of comparisons.
    pub(super) fn count(&self) -> u64 {
        self.seen / self.every
    }

    /// Compares after a line, if it is its turn.
    pub(super) fn look(&mut self, line: &Line, run: &Run) {
        self.seen += 1;
        if !self.seen.is_multiple_of(self.every) {
            return;
        }
        let found = match run.map.builder().build_mesh() {
            Ok(mesh) => differences(run, MeshFinder::new(mesh)),
            Err(error) => vec![format!("a fresh build fails: {error}")],
        };
        let number = line.number;
        self.differences.extend(found.into_iter().map(|text| format!("line {number}: {text}")));
    }
}

/// Lists the differences between a live map and a fresh build.
fn differences(run: &Run, mut fresh: MeshFinder) -> Vec<String> {
    for name in run.map.closed_doors() {
        // The doors of a closed name may be gone.
        let _unknown = fresh.close_door(name);
    }
    let live = run.map.finder();
    let mut found = Vec::new();
    let defects = live.mesh().defects();
    found.extend(defects.first().map(|defect| format!("the mesh is broken: {defect}")));
    let areas = [&live, &fresh].map(|finder| finder.mesh().area());
    if is_other(areas) {
        found.push(format!("area {} instead of {}", Short(areas[0]), Short(areas[1])));
    }
    let parts = [&live, &fresh].map(|finder| finder.mesh().component_count());
    if parts[0] != parts[1] {
        found.push(format!("{} components instead of {}", parts[0], parts[1]));
    }
    for query in queries(run, &fresh) {
        let answers = [&live, &fresh].map(|finder| finder.find_path(&query));
        let kinds =
            answers.each_ref().map(|found| found.as_ref().map_or_else(|e| e.kind(), |_| "path"));
        let lengths = answers.map(|found| found.map_or(0.0, |path| path.cost()));
        // Where costs differ, both answers are within the gap.
        let is_exact = fresh.mesh().is_uniform();
        if kinds[0] != kinds[1] || is_exact && is_other(lengths) {
            let [from, to] = [query.start, query.goal].map(Short);
            found.push(format!(
                "from {from} to {to}: {} of length {} instead of {} of length {}",
                kinds[0],
                Short(lengths[0]),
                kinds[1],
                Short(lengths[1])
            ));
        }
    }
    found
}

fn is_other([one, other]: [f64; 2]) -> bool {
    (one - other).abs() > ROUNDING * other.abs()
}

/// Returns the last queries of the script, and queries between cells that are far apart in the order of the mesh.
fn queries(run: &Run, fresh: &MeshFinder) -> Vec<PathQuery> {
    let asked = run.queries.iter().rev().take(QUERIES / 2).copied();
    let slots: Vec<u32> = fresh.mesh().slots().collect();
    let pick = |index: usize| fresh.mesh().centroid(slots[index % slots.len()]);
    let step = slots.len() / QUERIES + 1;
    let pairs = (0..QUERIES / 2)
        .map(|i| PathQuery::new(pick(i * step), pick(slots.len() - 1 - (i * step) % slots.len())));
    asked.chain(pairs).collect()
}
