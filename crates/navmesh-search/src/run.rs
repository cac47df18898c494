//! How a search is driven: in one go, with a hook, observed, or in slices.

use std::fmt;

use navmesh_core::incremental::{ObservedTask, PathTask, SearchTask, Session};
use navmesh_core::{Observer, Path, PathError, Progress, ProgressHook, Scratch, Stage, Stop};

use crate::any_angle::{NearGoal, SeenInterval};
use crate::corridor::SeenCell;
use crate::field::DistanceField;
use crate::map::{Memory, SearchMap};
use crate::path_tree::PathTree;
use crate::question::{AnyRun, FieldRun, ManyRun, Question};
use crate::weighted::BoundedDistance;

/// An observer of the exact search and of the corridor search. The weighted search shows no events.
pub trait SearchObserver: Observer<SeenInterval> + Observer<SeenCell> {}

impl<O: Observer<SeenInterval> + Observer<SeenCell>> SearchObserver for O {}

/// A search between two slices. Its large buffers are in the [`Memory`].
pub trait Run: fmt::Debug + Send + 'static {
    /// Expands up to `nodes` more nodes, and shows each event to the observer; does nothing once the search is done.
    fn advance(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        observer: Option<&mut dyn SearchObserver>,
    );

    /// Returns whether the search is done.
    fn stage(&self) -> Stage;

    /// Returns the progress of the search.
    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress;
}

/// A run from which an answer can be read at any time.
pub trait Answers<A>: Run {
    /// Writes the answer as it stands. A path is written into an empty one.
    ///
    /// # Errors
    ///
    /// Those of the answer; `to` then holds the partial answer.
    fn read(&mut self, at: Moment<'_>, to: &mut A) -> Result<(), PathError>;
}

/// The moment at which an answer is read.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The map that is searched.
    pub(crate) map: &'a SearchMap,
    /// The memory of the search.
    pub(crate) memory: &'a mut Memory,
    /// The reason why an unfinished search stopped.
    pub(crate) stop: Stop,
}

/// One of two runs: the only place with an arm for each engine.
#[derive(Debug)]
pub enum Either<A, B> {
    /// The first one.
    A(A),
    /// The second one.
    B(B),
}

macro_rules! either {
    ($run:ident in $own:expr => $call:expr) => {
        match $own {
            Either::A($run) => $call,
            Either::B($run) => $call,
        }
    };
}

impl<A: Run, B: Run> Run for Either<A, B> {
    fn advance(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        observer: Option<&mut dyn SearchObserver>,
    ) {
        either!(run in self => run.advance(map, memory, nodes, observer));
    }

    fn stage(&self) -> Stage {
        either!(run in self => run.stage())
    }

    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress {
        either!(run in self => run.progress(map, memory))
    }
}

/// A question may answer for an `Either` itself, so each of the other answers is named.
macro_rules! either_answers {
    ($($answer:ty),*) => {$(
        impl<A: Answers<$answer>, B: Answers<$answer>> Answers<$answer> for Either<A, B> {
            fn read(&mut self, at: Moment<'_>, to: &mut $answer) -> Result<(), PathError> {
                either!(run in self => run.read(at, to))
            }
        }
    )*};
}
either_answers!(Path, Vec<BoundedDistance>, Vec<NearGoal>, PathTree, DistanceField);

/// How a question that is asked in one go is watched.
pub enum Pace<'a> {
    /// Not at all.
    Whole,
    /// By a hook that may cancel the search.
    Hooked(ProgressHook<'a>),
    /// By an observer of each event.
    Observed(&'a mut dyn SearchObserver),
}

impl fmt::Debug for Pace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Whole => "Whole",
            Self::Hooked(_) => "Hooked",
            Self::Observed(_) => "Observed",
        })
    }
}

/// Runs a search until it is done or cancelled, and reads its answer.
#[inline(always)]
pub(crate) fn finish<A, R: Answers<A>>(
    mut run: R,
    map: &SearchMap,
    memory: &mut Memory,
    pace: Pace<'_>,
    to: &mut A,
) -> Result<(), PathError> {
    let mut stop = Stop::Spent;
    match pace {
        Pace::Whole => run.advance(map, memory, u64::MAX, None),
        Pace::Observed(observer) => run.advance(map, memory, u64::MAX, Some(observer)),
        Pace::Hooked(mut hook) => loop {
            run.advance(map, memory, hook.nodes(), None);
            if run.stage() == Stage::Done {
                break;
            }
            if hook.cancels(&run.progress(map, memory)) {
                stop = Stop::Cancelled;
                break;
            }
        },
    }
    run.read(Moment { map, memory, stop }, to)
}

impl SearchMap {
    /// Answers a question in one go. Later calls with the same scratch and answer do not allocate, but for answers of many
    /// goals where costs differ, and for fields and trees.
    ///
    /// # Errors
    ///
    /// Those of the question; `to` then holds the partial answer.
    #[inline]
    pub fn ask<Q: Question>(
        &self,
        question: &Q,
        scratch: &mut Scratch,
        pace: Pace<'_>,
        to: &mut Q::Answer,
    ) -> Result<(), PathError> {
        question.ask(self, scratch.workspace(), pace, to)
    }

    /// Begins the search for an answer without expanding a node; the caller advances it in slices. The session shares the
    /// mesh and its indexes, and has a memory of its own.
    ///
    /// # Errors
    ///
    /// Those of the question that need no search.
    pub fn begin<Q: Question>(&self, question: &Q) -> Result<Session<Asked<Q::Run>>, PathError> {
        let mut memory = Box::<Memory>::default();
        let run = question.begin(self, &mut memory)?;
        Ok(Session::new(Asked { map: self.clone(), memory, run }))
    }
}

/// A question that is being answered: the task of every session on a mesh.
pub struct Asked<R> {
    map: SearchMap,
    memory: Box<Memory>,
    run: R,
}

impl<R: fmt::Debug> fmt::Debug for Asked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("run", &self.run).finish_non_exhaustive()
    }
}

impl<R> Asked<R> {
    /// Returns the number of changes of the map before the mesh that is searched; see
    /// [`NavMesh::revision`](navmesh_core::NavMesh::revision).
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.map.mesh().revision()
    }

    fn read<A>(&mut self, to: &mut A) -> Result<(), PathError>
    where
        R: Answers<A>,
    {
        let Self { map, memory, run } = self;
        run.read(Moment { map, memory, stop: Stop::Spent }, to)
    }
}

impl Asked<AnyRun> {
    /// Returns the number of the point, segment or side at which the answer ends, or 0 if the polygon contains the start;
    /// `None` until a path is found.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        self.run.goal()
    }
}

impl Asked<ManyRun> {
    /// Writes the nearest goals whose distances are known so far into `nearest`, nearest first.
    ///
    /// Complexity: O(n log n) in the number of goals.
    ///
    /// # Errors
    ///
    /// [`PathError::BudgetExhausted`] while the search is in progress, or if it spent its nodes.
    pub fn nearest(&mut self, nearest: &mut Vec<NearGoal>) -> Result<(), PathError> {
        self.read(nearest)
    }

    /// Returns the paths found so far.
    ///
    /// Goals for which the start must move to another place need queries of their own. They run here, once the search is
    /// done. Where costs differ, two cheaper searches run here too, which may find cheaper paths.
    ///
    /// Complexity: linear in the goals and their paths.
    #[must_use]
    pub fn tree(&mut self) -> PathTree {
        let mut tree = PathTree::default();
        // Each path of a tree has an error of its own.
        let _: Result<(), PathError> = self.read(&mut tree);
        tree
    }
}

impl Asked<FieldRun> {
    /// Returns the field; its limit is the distance that the flood has reached.
    ///
    /// Complexity: linear in the nodes expanded and in the cells of the mesh.
    #[must_use]
    pub fn into_field(mut self) -> DistanceField {
        let mut field = DistanceField::default();
        // A stopped flood is a field.
        let _: Result<(), PathError> = self.read(&mut field);
        field
    }
}

impl<R: Run> SearchTask for Asked<R> {
    fn advance(&mut self, nodes: u64) {
        self.run.advance(&self.map, &mut self.memory, nodes, None);
    }

    fn stage(&self) -> Stage {
        self.run.stage()
    }

    fn progress(&self) -> Progress {
        self.run.progress(&self.map, &self.memory)
    }
}

impl<R: Run, O: SearchObserver> ObservedTask<O> for Asked<R> {
    fn advance_observed(&mut self, nodes: u64, observer: &mut O) {
        self.run.advance(&self.map, &mut self.memory, nodes, Some(observer));
    }
}

impl<R: Answers<Path>> PathTask for Asked<R> {
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError> {
        self.read(path)
    }
}
