//! Other engines on the same fields.

use std::fmt::Write;
use std::time::Instant;

use navmesh_testkit::oracle::weighted::{SteinerGraph, cost_beside};
use tautline::PathQuery;

use super::field::Field;
use super::tiles::TileField;
use super::{mean, quantile};
use crate::contender::PreparedMap;
use crate::detour::DetourMap;
use crate::polyanya_crate::PolyanyaMap;

/// The tiles along the longer side of a field.
const TILES: usize = 256;

/// The distance by which a waypoint in `f32` may lie beside the mesh, as a part of its largest coordinate.
const BESIDE: f64 = 1e-6;

/// The answers of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct RivalScore {
    /// The name of the engine.
    pub name: &'static str,
    /// The excess of each path over the refined path of the oracle, as a part of it.
    pub excesses: Vec<f64>,
    /// The time of each answer in milliseconds.
    pub times: Vec<f64>,
    /// The number of queries without an answer.
    pub failed: usize,
}

impl RivalScore {
    fn new(name: &'static str) -> Self {
        Self { name, excesses: Vec::new(), times: Vec::new(), failed: 0 }
    }

    /// Times an answer.
    fn timed<T>(&mut self, ask: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let answer = ask();
        self.times.push(begun.elapsed().as_secs_f64() * 1e3);
        answer
    }

    /// Compares the cost of an answer, if there is one, with a known cost.
    fn judge(&mut self, known: f64, cost: Option<f64>) {
        match cost {
            Some(cost) => self.excesses.push((cost / known - 1.0).max(0.0)),
            None => self.failed += 1,
        }
    }

    fn line(&self, kind: &str) -> String {
        let excess = |share| 100.0 * quantile(self.excesses.iter().copied(), share);
        let mut text = format!("| {kind} | {} |", self.name);
        let average = 100.0 * mean(self.excesses.iter().copied());
        for value in [average, excess(0.5), excess(0.99), excess(1.0)] {
            let _ = write!(text, " {value:.2} |");
        }
        let times = |share| quantile(self.times.iter().copied(), share);
        text + &format!(" {:.4} | {:.4} | {} |\n", times(0.5), times(0.99), self.failed)
    }
}

/// The head of the table.
pub const HEAD: &str = "| | engine | mean excess, % | p50 | p99 | max | median time, ms | p99 | failed |\n\
                        |---|---|---|---|---|---|---|---|---|\n";

/// The rows of fields of one kind.
///
/// # Errors
///
/// A sentence, if a rival refuses a field.
pub fn rows(kind: &str, fields: &[Field], points: usize) -> Result<String, String> {
    let mut scores = NAMES.map(RivalScore::new);
    for field in fields {
        ask_all(field, points, &mut scores)?;
    }
    let asked = scores.iter().filter(|score| !score.times.is_empty());
    Ok(asked.map(|score| score.line(kind)).collect())
}

/// The engines.
const NAMES: [&str; 4] = [
    "tautline",
    "Detour (navmesh-rs)",
    "layers of one cost (polyanya)",
    "A* on 256 tiles (pathfinding)",
];

/// The crate's layers, if their costs are compiled in.
#[cfg(feature = "layers")]
fn layers_of(field: &Field) -> Result<Option<PolyanyaMap>, String> {
    PolyanyaMap::on_layers(&field.mesh).map(Some)
}

#[cfg(not(feature = "layers"))]
fn layers_of(_: &Field) -> Result<Option<PolyanyaMap>, String> {
    Ok(None)
}

fn ask_all(field: &Field, points: usize, scores: &mut [RivalScore; 4]) -> Result<(), String> {
    let [ours, detour, layered, tiles] = scores;
    let layers = layers_of(field)?;
    let map = DetourMap::on_mesh(&field.mesh)?;
    let mut finder = map.finder();
    let grid = TileField::new(&field.mesh, TILES);
    let steiner = SteinerGraph::new(&field.mesh, points);
    let beside = BESIDE * field.mesh.bounds().max_abs();
    for group in field.queries.chunk_by(|a, b| a[0] == b[0]) {
        let flood = steiner.flood(group[0][0]);
        for &[start, goal] in group {
            let Some(chain) = flood.chain_to(goal).filter(|_| start != goal) else { continue };
            let known = chain.refined(&field.mesh).cost(&field.mesh);
            let query = PathQuery::new(start, goal);
            let path = ours.timed(|| field.finder.find_path(&query));
            ours.judge(known, path.ok().map(|path| path.cost()));
            detour.timed(|| finder.find(start, goal));
            let waypoints = finder.waypoints();
            detour.judge(known, waypoints.and_then(|all| cost_beside(&field.mesh, &all, beside)));
            if let Some(layers) = &layers {
                let waypoints = layered.timed(|| layers.waypoints(start, goal));
                let cost = waypoints.and_then(|all| cost_beside(&field.mesh, &all, beside));
                layered.judge(known, cost);
            }
            let cost = tiles.timed(|| grid.cost([start, goal]));
            tiles.judge(known, cost);
        }
    }
    Ok(())
}
