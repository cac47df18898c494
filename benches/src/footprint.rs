//! The costs of a map beside its mesh, and of others that have a bar: the index's share of memory and build
//! time, a scratch's bytes, queries a second on two threads, the price of a no.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use tautline::{
    Batch, BuildOptions, DVec2, MeshFinder, NavMesh, Path, PathError, PathQuery, Scratch,
    build_outlines,
};

use crate::heap::live_bytes;
use crate::scenario::Scenario;
use crate::setting::Setting;

/// The measures of one map, on the mesh that we build from its outlines.
#[derive(Debug, Clone, PartialEq)]
pub struct Footprint {
    /// The map.
    pub map: String,
    /// The mesh's vertices.
    pub vertices: usize,
    /// The mesh's cells.
    pub cells: usize,
    /// Bytes that the search prepares beside the mesh.
    pub prepared: usize,
    /// Bytes that a scratch and a path hold after all queries of the map; 0 without the counting
    /// allocator.
    pub scratch: usize,
    /// The time that the build from outlines takes.
    pub build: Duration,
    /// The time that the search's index takes after that.
    pub index: Duration,
    /// Queries a second on one thread.
    pub alone: f64,
    /// Queries a second on two threads that share the mesh.
    pub together: f64,
    /// Queries a second of a [`Batch`] on a rayon pool of one thread, and of two.
    pub batch: [f64; 2],
    /// The mean time of an unreachable query, on a map with several components.
    pub unreachable: Option<Duration>,
}

/// The number of times everything is timed; the best counts.
const REPEATS: usize = 10;

impl Footprint {
    /// Measures a map.
    ///
    /// # Errors
    ///
    /// A sentence, where its outlines cannot be built.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let build = || build_outlines(&scenario.outlines, &BuildOptions::default());
        let (mesh, _) = build().map_err(|error| error.to_string())?;
        let build_time = best_of(|| drop(build()));
        let finder = MeshFinder::new(mesh.clone());
        let shared = finder.mesh().clone();
        let index_time = best_of(|| drop(MeshFinder::new(shared.clone())));
        let queries = queries_of(scenario);
        let many = repeated(&finder, &queries);
        let [alone, together] = best_rates(many.len(), |way| pass(&finder, &many, way + 1));
        Ok(Self {
            map: scenario.name.clone(),
            vertices: mesh.vertex_count(),
            cells: mesh.cell_count(),
            prepared: finder.prepared_bytes(),
            scratch: scratch_bytes(&finder, &queries),
            build: build_time,
            index: index_time,
            alone,
            together,
            batch: batch_rates(&finder, &many)?,
            unreachable: time_of_a_no(&finder),
        })
    }

    fn line(&self) -> String {
        let per = |bytes: usize, count: usize| bytes as f64 / count.max(1) as f64;
        let [index, mesh] = [self.index, self.build].map(|time| time.as_secs_f64());
        let no = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e6);
        format!(
            "| {} | {} | {} | {:.1} | {:.0} | {:.1} | {:.2} | {:.0} | {:.0} | {:.0} | {:.0} | {:.2} | {:.0} | {:.2} | {} |\n",
            self.map,
            self.vertices,
            self.cells,
            per(self.prepared, self.vertices),
            per(self.scratch, self.cells),
            mesh * 1e3,
            index * 1e3,
            index / mesh * 100.0,
            index / (mesh + index) * 100.0,
            self.alone,
            self.together,
            self.together / self.alone,
            self.batch[1],
            self.batch[1] / self.batch[0],
            self.unreachable.map_or("–".to_owned(), no),
        )
    }
}

fn best_of(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..REPEATS).map(time).min().unwrap_or_default()
}

/// The bytes of one scratch and one path after all queries.
fn scratch_bytes(finder: &MeshFinder, queries: &[PathQuery]) -> usize {
    let before = live_bytes();
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    ask(finder, queries.iter(), &mut scratch, &mut path);
    live_bytes() - before
}

fn ask<'a>(
    finder: &MeshFinder,
    queries: impl Iterator<Item = &'a PathQuery>,
    scratch: &mut Scratch,
    path: &mut Path,
) -> usize {
    queries.filter(|query| finder.find_path_into(query, scratch, path).is_ok()).count()
}

fn queries_of(scenario: &Scenario) -> Vec<PathQuery> {
    scenario.queries.iter().map(|&[start, goal]| PathQuery::new(start, goal)).collect()
}

/// The time that a pass over a map's queries should take at least, on one thread.
const PASS: Duration = Duration::from_millis(30);

/// As many queries, again and again the same, as keep one thread busy for a pass.
fn repeated(finder: &MeshFinder, queries: &[PathQuery]) -> Vec<PathQuery> {
    let once = pass(finder, queries, 1);
    let rounds = (PASS.as_secs_f64() / once.as_secs_f64()).ceil() as usize;
    queries.repeat(rounds.clamp(1, 1000))
}

/// Queries a second in two ways, which take turns so that both meet the same machine.
fn best_rates(count: usize, mut time: impl FnMut(usize) -> Duration) -> [f64; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..REPEATS {
        for (way, best) in best.iter_mut().enumerate() {
            *best = (*best).min(time(way));
        }
    }
    best.map(|time| count as f64 / time.as_secs_f64())
}

/// Returns the queries a second of a warm batch on a pool of one thread and on one of two.
///
/// # Errors
///
/// A sentence, where no pool can be made.
pub fn batch_rates(finder: &MeshFinder, queries: &[PathQuery]) -> Result<[f64; 2], String> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    let told = |error: ThreadPoolBuildError| error.to_string();
    let pools = [pool(1).map_err(told)?, pool(2).map_err(told)?];
    let mut batches = [Batch::new(), Batch::new()];
    for (pool, batch) in pools.iter().zip(&mut batches) {
        pool.install(|| batch.find_paths(finder, queries));
    }
    Ok(best_rates(queries.len(), |way| {
        let (pool, batch) = (&pools[way], &mut batches[way]);
        let begun = Instant::now();
        pool.install(|| batch.find_paths(finder, queries));
        begun.elapsed()
    }))
}

/// The time that `threads` threads take for all queries, each with its own warm scratch, from the first
/// that starts to the last that ends. They deal the queries out like cards, since neighbours in a
/// scenario are of like length.
fn pass(finder: &MeshFinder, queries: &[PathQuery], threads: usize) -> Duration {
    let (barrier, epoch) = (Barrier::new(threads), Instant::now());
    let work = |first: usize| {
        let share = || queries.iter().skip(first).step_by(threads);
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        ask(finder, share(), &mut scratch, &mut path);
        barrier.wait();
        let begun = epoch.elapsed();
        ask(finder, share(), &mut scratch, &mut path);
        (begun, epoch.elapsed())
    };
    let work = &work;
    let spans: Vec<(Duration, Duration)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let begun = spans.iter().map(|(begun, _)| *begun).min().unwrap_or_default();
    spans.iter().map(|(_, ended)| *ended).max().unwrap_or_default() - begun
}

/// The mean time of a query between centres of cells that no way joins.
fn time_of_a_no(finder: &MeshFinder) -> Option<Duration> {
    let queries = unreachable_pairs(finder.mesh());
    if queries.is_empty() {
        return None;
    }
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let whole = best_of(|| {
        for query in &queries {
            let answer = finder.find_path_into(query, &mut scratch, &mut path);
            debug_assert!(matches!(answer, Err(PathError::Unreachable { .. })));
        }
    });
    Some(whole / queries.len() as u32)
}

/// The number of unreachable pairs that are asked.
const PAIRS: usize = 1000;

/// Centres of cells of the first component with centres of cells of others, spread over the mesh.
fn unreachable_pairs(mesh: &NavMesh) -> Vec<PathQuery> {
    let centers = |first: bool| -> Vec<DVec2> {
        let slots = mesh.slots().filter(|&slot| (mesh.component(slot) == 0) == first);
        slots.map(|slot| mesh.centroid(slot)).collect()
    };
    let (here, there) = (centers(true), centers(false));
    if there.is_empty() {
        return Vec::new();
    }
    // Steps by a prime, so that every cell of a small side comes up and a large one is spread over.
    let pair =
        |i: usize| PathQuery::new(here[i * 7919 % here.len()], there[i * 7919 % there.len()]);
    (0..PAIRS).map(pair).collect()
}

/// The head of the table.
pub const HEAD: &str = "| map | vertices | cells | prepared, B a vertex | scratch, B a cell | \
    mesh ms | index ms | index, % of mesh | index, % of both | queries/s, 1 thread | 2 threads | gain | batch on 2 | gain | a no, µs |\n\
    |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

/// The rows of the table.
#[must_use]
pub fn table(footprints: &[Footprint]) -> String {
    footprints.iter().map(Footprint::line).collect()
}

/// The whole page.
#[must_use]
pub fn page(footprints: &[Footprint], setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# Footprint: memory, index, threads, and a no\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         On the mesh that we build from each map's outlines, with the default search. *Prepared* is \
         what the search keeps beside the mesh (`AnyAngle::prepared_bytes`); *scratch* is what one \
         scratch and one path hold on the heap once they answered all queries of the map. *Mesh* is \
         outlines to mesh, *index* what `MeshFinder::new` adds. Queries a second are whole answers to \
         the map's scenario; two threads share one finder and bring a scratch each; *batch* is `Batch::find_paths` on \
         a rayon pool of two threads, its gain over a pool of one. *A no* is the mean \
         of {PAIRS} queries between centres of cells that no way joins; a map of one piece has none. \
         Times are the best of {REPEATS}.\n\n{HEAD}{}",
        table(footprints),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::samples::sample;

    #[test]
    fn pairs_that_no_way_joins_are_refused_and_one_piece_has_none() {
        let queries = [([0.5, 0.5], [0.5, 1.5])];
        let apart = Footprint::of(&sample(&["..#..", "..#.."], 0.0, &queries)).unwrap();
        assert!(apart.unreachable.is_some());
        let whole = Footprint::of(&sample(&[".....", "..#.."], 0.0, &queries)).unwrap();
        assert_eq!(whole.unreachable, None);
        assert!(whole.prepared > 0 && whole.alone > 0.0 && whole.together > 0.0);
    }
}
