//! The questions that a [`SearchMap`] answers.
//!
//! A question is a struct that begins a [run](crate::run): a search that goes on in slices, and from which the answer is
//! read. Where all cells cost 1 the exact search runs, elsewhere the weighted one; a path may ask for the corridor search.
//! For a new question write its struct with its `begin`, and [`Answers`] for the run that serves it.

use navmesh_core::Session;
use navmesh_core::{
    FieldQuery, Goals, ManyQuery, Path, PathError, PathQuery, PathToGoal, Place, Scratch,
};

use crate::distances::{BoundedDistance, NearGoal};
use crate::field::DistanceField;
use crate::map::{Memory, Method, SearchMap};
use crate::path_tree::PathTree;
use crate::run::{Answers, Asked, Either, Moment, Pace, corridor, exact, finish, weighted};

/// A question about the ways on a map.
pub trait Question {
    /// The answer.
    type Answer: Default;

    /// The search between two slices. It borrows nothing.
    type Run: Answers<Self::Answer>;

    /// Places the ends, and expands no node.
    ///
    /// # Errors
    ///
    /// Those of the answer that need no search.
    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<Self::Run, PathError>;

    /// Answers in one go.
    ///
    /// # Errors
    ///
    /// Those of the answer; `to` then holds the partial answer.
    #[inline(always)]
    fn ask(
        &self,
        map: &SearchMap,
        memory: &mut Memory,
        pace: Pace<'_>,
        to: &mut Self::Answer,
    ) -> Result<(), PathError> {
        finish(self.begin(map, memory)?, map, memory, pace, to)
    }
}

/// The search for a path.
pub type PathRun = Either<exact::PointRun, Either<weighted::PathRun, corridor::PathRun>>;
/// The search for a path to any of several goals.
pub type AnyRun = Either<exact::NearestRun, weighted::ToAnyRun>;
/// The search for the ways to many goals.
pub type ManyRun = Either<exact::ManyRun, weighted::ManyRun>;
/// The flood of a distance field.
pub type FieldRun = Either<exact::FieldRun, weighted::FieldRun>;

/// Asks for one path, by the [search](PathQuery::search) of the query.
#[derive(Debug, Clone, Copy)]
pub struct PathTo<'q>(pub &'q PathQuery);

impl Question for PathTo<'_> {
    type Answer = Path;
    type Run = PathRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<PathRun, PathError> {
        Ok(match map.method(self.0)? {
            Method::Exact => {
                Either::A(exact::PointRun::new(&map.exact, &mut memory.exact, self.0)?)
            }
            Method::Weighted => Either::B(Either::A(weighted::begin_path(map, memory, self.0)?)),
            Method::Corridor => Either::B(Either::B(corridor::PathRun::new(map, memory, self.0)?)),
        })
    }

    /// Chooses the engine once, so that a short query neither copies nor matches the enum.
    #[inline(always)]
    fn ask(
        &self,
        map: &SearchMap,
        memory: &mut Memory,
        pace: Pace<'_>,
        to: &mut Path,
    ) -> Result<(), PathError> {
        to.clear();
        match map.method(self.0)? {
            Method::Exact => finish(
                exact::PointRun::new(&map.exact, &mut memory.exact, self.0)?,
                map,
                memory,
                pace,
                to,
            ),
            _ => finish(self.begin(map, memory)?, map, memory, pace, to),
        }
    }
}

/// Begins the exact search where all cells cost 1, and the weighted one elsewhere.
fn by_costs<A, B>(
    map: &SearchMap,
    memory: &mut Memory,
    exact: impl FnOnce(&SearchMap, &mut Memory) -> Result<A, PathError>,
    weighted: impl FnOnce(&SearchMap, &mut Memory) -> Result<B, PathError>,
) -> Result<Either<A, B>, PathError> {
    if map.mesh().is_uniform() {
        exact(map, memory).map(Either::A)
    } else {
        weighted(map, memory).map(Either::B)
    }
}

/// Asks for the path to any of several goals.
#[derive(Debug, Clone, Copy)]
pub struct PathToAny<'q, 'g>(pub &'q ManyQuery<Goals<'g>>);

impl Question for PathToAny<'_, '_> {
    type Answer = PathToGoal;
    type Run = AnyRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<AnyRun, PathError> {
        let exact = |map: &SearchMap, memory: &mut Memory| {
            exact::NearestRun::new(&map.exact, &mut memory.exact, self.0)
        };
        by_costs(map, memory, exact, |map, memory| weighted::begin_any(map, memory, self.0))
    }
}

impl AnyRun {
    /// Returns [the goal](PathToGoal::goal) at which the answer ends.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        match self {
            Self::A(run) => run.goal(),
            Self::B(run) => run.goal(),
        }
    }
}

impl Answers<PathToGoal> for AnyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut PathToGoal) -> Result<(), PathError> {
        to.goal = self.goal();
        to.path.clear();
        self.read(at, &mut to.path)
    }
}

/// Begins the search for the `count` nearest of many goals.
fn begin_many(
    query: &ManyQuery<&[Place]>,
    count: Option<usize>,
    map: &SearchMap,
    memory: &mut Memory,
) -> Result<ManyRun, PathError> {
    if !query.goals().is_empty() {
        Goals::Points(query.goals()).checked()?;
    }
    let exact = |map: &SearchMap, memory: &mut Memory| {
        let Memory { exact, many, .. } = memory;
        exact::ManyRun::new(&map.exact, exact, many, query, count)
    };
    by_costs(map, memory, exact, |map, memory| weighted::begin_many(map, memory, query, count))
}

/// Asks for the distances to many goals.
#[derive(Debug, Clone, Copy)]
pub struct Distances<'q, 'g>(pub &'q ManyQuery<&'g [Place]>);

impl Question for Distances<'_, '_> {
    type Answer = Vec<BoundedDistance>;
    type Run = ManyRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<ManyRun, PathError> {
        begin_many(self.0, None, map, memory)
    }
}

/// Asks for the nearest of many goals, at most the given number of them.
#[derive(Debug, Clone, Copy)]
pub struct Nearest<'q, 'g>(pub &'q ManyQuery<&'g [Place]>, pub usize);

impl Question for Nearest<'_, '_> {
    type Answer = Vec<NearGoal>;
    type Run = ManyRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<ManyRun, PathError> {
        begin_many(self.0, Some(self.1), map, memory)
    }
}

/// Asks for the paths to many goals.
#[derive(Debug, Clone, Copy)]
pub struct PathsTo<'q, 'g>(pub &'q ManyQuery<&'g [Place]>);

impl Question for PathsTo<'_, '_> {
    type Answer = PathTree;
    type Run = ManyRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<ManyRun, PathError> {
        begin_many(self.0, None, map, memory)
    }
}

/// Asks for the ways from every point to the nearest of some goals.
#[derive(Debug, Clone, Copy)]
pub struct Field<'q, 'g>(pub &'q FieldQuery<'g>);

impl Question for Field<'_, '_> {
    type Answer = DistanceField;
    type Run = FieldRun;

    fn begin(&self, map: &SearchMap, memory: &mut Memory) -> Result<FieldRun, PathError> {
        let exact = |map: &SearchMap, memory: &mut Memory| {
            exact::FieldRun::new(&map.exact, &mut memory.exact, self.0)
        };
        by_costs(map, memory, exact, |map, _| weighted::begin_field(map, self.0))
    }
}

impl SearchMap {
    /// Answers a question in one go. A path to one goal, and distances where all cells cost 1 and no goal moves the start,
    /// allocate nothing once the scratch and the answer have grown.
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

impl Asked<AnyRun> {
    /// Returns [the goal](PathToGoal::goal) at which the answer ends.
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
