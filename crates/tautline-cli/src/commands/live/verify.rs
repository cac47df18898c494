//! Compares a live map with a fresh build of its outlines.

use tautline::error::Short;
use tautline::{DVec2, MeshFinder, PathQuery, Place};

use super::run::Run;
use super::script::Line;

/// The comparison after every n lines.
#[derive(Debug)]
pub(super) struct Verifier {
    every: u64,
    seen: u64,
    compared: u64,
    /// The number of the last line.
    last: usize,
    pub(super) differences: Vec<String>,
}

/// The most queries of a comparison: the last ones of the script, and pairs of cells.
const QUERIES: usize = 16;

/// The largest relative difference of two lengths or areas, which are sums in another order.
const ROUNDING: f64 = 1e-9;

impl Verifier {
    pub(super) fn every(every: u64) -> Self {
        Self { every, seen: 0, compared: 0, last: 0, differences: Vec::new() }
    }

    /// Returns the number of comparisons.
    pub(super) fn count(&self) -> u64 {
        self.compared
    }

    /// Compares after a line, if it is its turn.
    pub(super) fn look(&mut self, line: &Line, run: &Run) {
        self.seen += 1;
        self.last = line.number;
        if self.seen.is_multiple_of(self.every) {
            self.compare(run);
        }
    }

    /// Compares after the last line, if that was not done.
    pub(super) fn look_at_the_end(&mut self, run: &Run) {
        if !self.seen.is_multiple_of(self.every) {
            self.compare(run);
        }
    }

    fn compare(&mut self, run: &Run) {
        self.compared += 1;
        let found = match run.map.builder().build_mesh() {
            Ok(mesh) => differences(run, MeshFinder::new(mesh)),
            Err(error) => vec![format!("a fresh build fails: {error}")],
        };
        let number = self.last;
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
    let floors = [&live, &fresh].map(|finder| finder.mesh().layers().to_vec());
    if floors[0] != floors[1] {
        found.push(format!("floors {:?} instead of {:?}", floors[0], floors[1]));
    }
    let parts = [&live, &fresh].map(|finder| finder.mesh().component_count());
    if parts[0] != parts[1] {
        found.push(format!("{} components instead of {}", parts[0], parts[1]));
    }
    for query in queries(run, &fresh) {
        let answers = [&live, &fresh].map(|finder| finder.find_path(&query));
        let kinds =
            answers.each_ref().map(|found| found.as_ref().map_or_else(|e| e.kind(), |_| "path"));
        let costs =
            answers.map(|found| found.map_or([0.0; 2], |path| [path.lower_bound(), path.cost()]));
        if kinds[0] != kinds[1] || are_apart(costs) {
            let at = |point: DVec2, layer: Option<u32>| {
                let floor = layer.map(|layer| format!("@{layer}")).unwrap_or_default();
                format!("{},{}{floor}", point.x, point.y)
            };
            let [from, to] = [at(query.start, query.start_layer), at(query.goal, query.goal_layer)];
            let [own, other] = costs.map(|[_, cost]| Short(cost));
            found.push(format!(
                "from {from} to {to}: {} of cost {own} instead of {} of cost {other}",
                kinds[0], kinds[1],
            ));
        }
    }
    found
}

fn is_other([one, other]: [f64; 2]) -> bool {
    (one - other).abs() > ROUNDING * other.abs()
}

/// True if no cost is within the bounds of two answers, each from its lower bound to its cost.
fn are_apart([[low, cost], [other_low, other_cost]]: [[f64; 2]; 2]) -> bool {
    let rounding = ROUNDING * cost.max(other_cost);
    low - rounding > other_cost || other_low - rounding > cost
}

/// Returns the last queries of the script, and queries between cells that are far apart in the order of the mesh.
fn queries(run: &Run, fresh: &MeshFinder) -> Vec<PathQuery> {
    let asked = run.queries.iter().rev().take(QUERIES / 2).copied();
    let slots: Vec<u32> = fresh.mesh().slots().collect();
    let pick = |index: usize| {
        let (mesh, slot) = (fresh.mesh(), slots[index % slots.len()]);
        let place = Place::new(mesh.centroid(slot));
        if mesh.has_layers() { place.on_layer(mesh.layer(slot)) } else { place }
    };
    let step = slots.len() / QUERIES + 1;
    let pairs = (0..QUERIES / 2)
        .map(|i| PathQuery::new(pick(i * step), pick(slots.len() - 1 - (i * step) % slots.len())));
    // Two places may be equally near to an end off the mesh, so that answers with a snap may differ. Where costs
    // differ, bounds are enough: a full proof takes long.
    let gap = if fresh.mesh().is_uniform() { 0.0 } else { 1.0 };
    asked.chain(pairs).map(|query| query.snap(0.0).gap(gap)).collect()
}
