//! Many queries at once: on one thread, or with the feature `parallel` on all of a rayon pool.
//!
//! Every worker brings one scratch and takes a share of queries whenever it is done with one; each
//! answer has its place beforehand. So which worker answers what depends on the machine's mood, and
//! the answers do not.

use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};

/// Answers all queries, in their order; each has its path, or the error that
/// [`Pathfinder::find_path`](navmesh_core::Pathfinder::find_path) gives for it.
///
/// With the feature `parallel` by all threads of the current rayon pool: the same bits as without.
/// Who asks again and again keeps a [`Batch`] instead, which reuses all memory.
///
/// Complexity: as each query alone, divided by the threads; one scratch a thread.
///
/// # Errors
///
/// Never as a whole: each query has its own, in its place.
///
/// ```
/// use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, find_paths};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let finder = MeshFinder::new(builder.build()?.0);
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
    batch.answers.into_iter().map(|Answer { result, path }| result.map(|()| path)).collect()
}

/// The memory for many queries at once, and their answers.
///
/// After the first run nothing is allocated for as many queries as there were before, but for what
/// rayon needs to call its threads.
///
/// ```
/// use tautline::{Batch, MeshFinder, NavMeshBuilder, Outline, PathQuery};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let finder = MeshFinder::new(builder.build()?.0);
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
    /// How many of the answers belong to the last run.
    count: usize,
    scratches: Vec<Scratch>,
}

/// The answer to one query of a [`Batch`].
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Whether there is a path, or why not.
    pub result: Result<(), PathError>,
    /// The path; after an error the best partial one, where there is one, else empty.
    pub path: Path,
}

/// For fewer queries than this it is not worth calling another worker.
const WORTH_A_WORKER: usize = 8;

impl Batch {
    /// No memory yet, and no answers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers all queries, as [`find_paths`] does; [`Batch::answers`] then holds the answers.
    ///
    /// Complexity: as [`find_paths`]; after the first run nothing is allocated.
    ///
    /// ```
    /// # use tautline::{Batch, MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build()?.0);
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
        let workers = workers().min(self.count.div_ceil(WORTH_A_WORKER)).max(1);
        if self.scratches.len() < workers {
            self.scratches.resize_with(workers, Scratch::new);
        }
        let answers = &mut self.answers[..self.count];
        work(finder, queries, answers, &mut self.scratches[..workers]);
    }

    /// The answers of the last run, in the order of its queries.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers[..self.count]
    }

    /// The lengths of the paths, in the order of the queries; infinite where there is none.
    pub fn lengths(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let length =
            |answer: &Answer| answer.result.map_or(f64::INFINITY, |()| answer.path.length());
        self.answers().iter().map(length)
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

#[cfg(not(feature = "parallel"))]
fn workers() -> usize {
    1
}

#[cfg(not(feature = "parallel"))]
fn work(
    finder: &dyn Pathfinder,
    queries: &[PathQuery],
    answers: &mut [Answer],
    scratches: &mut [Scratch],
) {
    scratches.iter_mut().for_each(|scratch| answer_all(finder, queries, answers, scratch));
}

#[cfg(feature = "parallel")]
fn workers() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "parallel")]
fn work(
    finder: &dyn Pathfinder,
    queries: &[PathQuery],
    answers: &mut [Answer],
    scratches: &mut [Scratch],
) {
    use std::sync::{Mutex, PoisonError};

    if let [scratch] = scratches {
        return answer_all(finder, queries, answers, scratch);
    }
    // So many shares that all workers end together, and such large ones that taking costs nothing.
    let share = (queries.len() / (32 * scratches.len())).clamp(1, 64);
    let shares = Mutex::new(queries.chunks(share).zip(answers.chunks_mut(share)));
    let take = || shares.lock().unwrap_or_else(PoisonError::into_inner).next();
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
