//! How a search is driven: in one go, with a hook, observed, or in slices.

pub(crate) mod corridor;
pub(crate) mod exact;
#[cfg_attr(not(feature = "weighted"), path = "run/unweighted.rs")]
pub(crate) mod weighted;
mod alternatives;

use std::fmt;

use navmesh_core::backend::{ObservedTask, PathTask, SearchTask};
use navmesh_core::{Observer, Path, PathError, Progress, ProgressHook, Stage, Stop};

use crate::any_angle::SeenInterval;
use crate::corridor::SeenCell;
use crate::distances::{BoundedDistance, NearGoal};
use crate::field::DistanceField;
use crate::map::{Memory, SearchMap};
use crate::path_tree::PathTree;
pub use alternatives::NodeBudget;

/// An observer of the exact search and of the corridor search. The weighted search shows no events.
pub trait SearchObserver {
    /// Returns the observer of the exact search.
    fn intervals(&mut self) -> &mut dyn Observer<SeenInterval>;

    /// Returns the observer of the corridor search.
    fn cells(&mut self) -> &mut dyn Observer<SeenCell>;
}

impl<O: Observer<SeenInterval> + Observer<SeenCell>> SearchObserver for O {
    fn intervals(&mut self) -> &mut dyn Observer<SeenInterval> {
        self
    }

    fn cells(&mut self) -> &mut dyn Observer<SeenCell> {
        self
    }
}

/// A search between two slices. Its large buffers are in the [`Memory`].
pub trait Run: fmt::Debug + Send + 'static {
    /// Expands up to `nodes` more nodes; does nothing once the search is done.
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64);

    /// Expands up to `nodes` more nodes, and shows each event to the observer. Most searches show none.
    fn advance_observed(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        _observer: &mut dyn SearchObserver,
    ) {
        self.advance(map, memory, nodes);
    }

    /// Returns whether the search is done.
    fn stage(&self) -> Stage;

    /// Returns the progress of the search.
    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress;
}

/// A run from which an answer can be read at any time. A field is taken out of its run, and read once.
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

/// One of two runs. It hands on to whichever it is, so that nothing else needs an arm for each engine to go on.
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
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        either!(run in self => run.advance(map, memory, nodes));
    }

    fn advance_observed(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        observer: &mut dyn SearchObserver,
    ) {
        either!(run in self => run.advance_observed(map, memory, nodes, observer));
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
        Pace::Whole => run.advance(map, memory, u64::MAX),
        Pace::Observed(observer) => run.advance_observed(map, memory, u64::MAX, observer),
        Pace::Hooked(mut hook) => loop {
            run.advance(map, memory, hook.nodes());
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

/// A question that is being answered: the task of every session on a mesh.
pub struct Asked<R> {
    pub(crate) map: SearchMap,
    pub(crate) memory: Box<Memory>,
    pub(crate) run: R,
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

    pub(crate) fn read<A>(&mut self, to: &mut A) -> Result<(), PathError>
    where
        R: Answers<A>,
    {
        let Self { map, memory, run } = self;
        run.read(Moment { map, memory, stop: Stop::Spent }, to)
    }
}

impl<R: Run> SearchTask for Asked<R> {
    fn advance(&mut self, nodes: u64) {
        self.run.advance(&self.map, &mut self.memory, nodes);
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
        self.run.advance_observed(&self.map, &mut self.memory, nodes, observer);
    }
}

impl<R: Answers<Path>> PathTask for Asked<R> {
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError> {
        self.read(path)
    }
}
