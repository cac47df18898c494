//! Batches of queries, on one thread or, with the feature `parallel`, on all threads of a rayon pool.
//!
//! Each worker has one scratch and takes the next chunk of queries when it has finished one. Each
//! answer has a fixed slot, so the results do not depend on the scheduling.

use navmesh_core::{Answer, Path, PathError, PathQuery, Pathfinder, Scratch};

/// Answers all queries and returns the results in their order.
///
/// With the feature `parallel` it uses all threads of the current rayon pool; the results have the
/// same bits. For repeated calls use a [`Batch`], which reuses its memory.
///
/// Complexity: the sum of the queries, divided by the number of threads; one scratch a thread.
///
/// # Errors
///
/// Each result is the path or the error of
/// [`Pathfinder::find_path`](navmesh_core::Pathfinder::find_path) for its query.
///
/// ```
/// use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, find_paths};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let finder = MeshFinder::new(builder.build_mesh()?);
/// let goals = [[9.0, 4.0], [1.0, 7.0], [12.0, 4.0]];
/// let answers = find_paths(&finder, &goals.map(|goal| PathQuery::new([1.0, 4.0], goal)));
/// assert_eq!(answers[0].as_ref().map(|path| path.length()), Ok(8.0));
/// assert!(answers[2].is_err());
/// # Ok::<(), tautline::BuildError>(())
/// ```
#[doc(alias("batch", "bulk", "findPaths"))]
#[must_use]
pub fn find_paths(finder: &dyn Pathfinder, queries: &[PathQuery]) -> Vec<Result<Path, PathError>> {
    let mut batch = Batch::new();
    batch.find_paths(finder, queries);
    batch.answers.into_iter().map(Answer::into_path).collect()
}

/// Answers batches of queries with reused memory.
///
/// After the first batch, batches of at most the same size allocate nothing, except inside rayon.
///
/// ```
/// use tautline::{Batch, MeshFinder, NavMeshBuilder, Outline, PathQuery};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let finder = MeshFinder::new(builder.build_mesh()?);
/// let queries = [[9.0, 4.0], [12.0, 4.0]].map(|goal| PathQuery::new([1.0, 4.0], goal));
/// let mut batch = Batch::new();
/// batch.find_paths(&finder, &queries); // every frame
/// assert_eq!(batch.lengths().collect::<Vec<_>>(), [8.0, f64::INFINITY]);
/// assert_eq!(batch.answers()[1].result.unwrap_err().kind(), "goal-outside");
/// # Ok::<(), tautline::BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct Batch {
    answers: Vec<Answer>,
    /// The number of answers of the last run; the others are kept for their memory.
    count: usize,
    scratches: Vec<Scratch>,
}

/// The smallest number of queries for which another worker is started.
const QUERIES_PER_WORKER: usize = 8;

impl Batch {
    /// Creates an empty batch.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers all queries; [`Batch::answers`] returns the answers.
    ///
    /// Complexity: that of [`find_paths`], without allocations after the first run.
    ///
    /// ```
    /// # use tautline::{Batch, MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut batch = Batch::new();
    /// for frame in 0..3 {
    ///     let goal = [9.0, f64::from(frame)];
    ///     batch.find_paths(&finder, &[PathQuery::new([1.0, f64::from(frame)], goal)]);
    ///     assert_eq!(batch.lengths().collect::<Vec<_>>(), [8.0]);
    /// }
    /// # Ok::<(), tautline::BuildError>(())
    /// ```
    pub fn find_paths(&mut self, finder: &dyn Pathfinder, queries: &[PathQuery]) {
        self.count = queries.len();
        if self.answers.len() < self.count {
            let unanswered = Answer { result: Ok(()), path: Path::default() };
            self.answers.resize(self.count, unanswered);
        }
        let workers = worker_count().min(self.count.div_ceil(QUERIES_PER_WORKER)).max(1);
        if self.scratches.len() < workers {
            self.scratches.resize_with(workers, Scratch::new);
        }
        let answers = &mut self.answers[..self.count];
        answer_in_parallel(finder, queries, answers, &mut self.scratches[..workers]);
    }

    /// Returns the answers of the last run, in the order of its queries.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers[..self.count]
    }

    /// Returns the path lengths of the last run, in the order of its queries; infinite without a
    /// path.
    pub fn lengths(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.answers()
            .iter()
            .map(|answer| answer.result.map_or(f64::INFINITY, |()| answer.path.length()))
    }
}

fn answer_all(
    finder: &dyn Pathfinder,
    queries: &[PathQuery],
    answers: &mut [Answer],
    scratch: &mut Scratch,
) {
    for (query, answer) in queries.iter().zip(answers) {
        answer.result = finder.find_path_into(query, scratch, &mut answer.path);
    }
}

/// Returns the values of a function of the numbers below `count`, in their order. With the feature
/// `parallel` all threads compute them.
#[cfg(not(feature = "parallel"))]
pub(crate) fn computed<T: Send>(count: usize, value: impl Fn(usize) -> T + Sync) -> Vec<T> {
    (0..count).map(value).collect()
}

/// Returns the values of a function of the numbers below `count`, in their order.
#[cfg(feature = "parallel")]
pub(crate) fn computed<T: Send>(count: usize, value: impl Fn(usize) -> T + Sync) -> Vec<T> {
    use rayon::prelude::*;

    (0..count).into_par_iter().map(&value).collect()
}

#[cfg(not(feature = "parallel"))]
fn worker_count() -> usize {
    1
}

#[cfg(not(feature = "parallel"))]
fn answer_in_parallel(
    finder: &dyn Pathfinder,
    queries: &[PathQuery],
    answers: &mut [Answer],
    scratches: &mut [Scratch],
) {
    for scratch in scratches {
        answer_all(finder, queries, answers, scratch);
    }
}

#[cfg(feature = "parallel")]
fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "parallel")]
fn answer_in_parallel(
    finder: &dyn Pathfinder,
    queries: &[PathQuery],
    answers: &mut [Answer],
    scratches: &mut [Scratch],
) {
    use std::sync::{Mutex, PoisonError};

    if let [scratch] = scratches {
        return answer_all(finder, queries, answers, scratch);
    }
    // Small chunks let all workers finish together; large ones keep the lock free.
    let chunk = (queries.len() / (32 * scratches.len())).clamp(1, 64);
    let chunks = Mutex::new(queries.chunks(chunk).zip(answers.chunks_mut(chunk)));
    let take = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    rayon::scope(|scope| {
        for scratch in scratches {
            scope.spawn(|_| {
                while let Some((queries, answers)) = take() {
                    answer_all(finder, queries, answers, scratch);
                }
            });
        }
    });
}
