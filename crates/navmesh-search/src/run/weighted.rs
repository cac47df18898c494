//! The runs of the weighted search. The cheaper searches beside it run when a path is read.

mod path;

use std::sync::Arc;

use navmesh_core::{
    FieldQuery, Goals, ManyQuery, Path, PathError, PathQuery, Place, Progress, Stage,
};

use super::alternatives::improve_by_alternatives;
use super::corridor::check_max_cost;
use super::{Answers, Moment, Run};
use crate::distances::{BoundedDistance, NearGoal};
use crate::field::DistanceField;
use crate::map::{Memory, SearchMap};
use crate::path_tree::{FoundPath, PathTree};
use crate::weighted::{ManyTask, ToAny, Wanted, begin_many as begin_task};

pub(crate) use crate::weighted::FieldRun;
pub(crate) use path::{PathRun, begin_path};

/// A search for many goals between two slices.
///
/// Each distance is the cost of a path, at most the gap of the query above its lower bound. The gap of a goal may stay larger
/// if its proof needs more than 100,000 arcs at a time, and if the proofs for all goals together need more than 2²⁰ nodes.
#[derive(Debug)]
pub struct ManyRun(ManyTask);

/// A search for the cheapest path to any of several goals between two slices.
///
/// The path costs at most the gap of the query more than its [lower bound](Path::lower_bound), which holds for all goals; the
/// gap may stay larger where a query to one goal may leave more.
#[derive(Debug)]
pub struct ToAnyRun {
    search: ToAny,
    asked: PathQuery,
}

/// Places the start and the goals, of which all or the `count` nearest are wanted.
pub(crate) fn begin_many(
    map: &SearchMap,
    memory: &mut Memory,
    query: &ManyQuery<&[Place]>,
    count: Option<usize>,
) -> Result<ManyRun, PathError> {
    let aim = count.map_or(Wanted::All, Wanted::Nearest);
    begin_task(map.tables(), &mut memory.weighted, query, aim).map(ManyRun)
}

impl ManyRun {
    /// Returns the path to a goal. Once the search is done it costs no more than those of the cheaper searches, which no
    /// limit on the nodes counts.
    fn path_to(&self, number: usize, map: &SearchMap, memory: &mut Memory) -> FoundPath {
        let (mut path, query) = (Path::default(), self.0.query(number));
        let mut found = self.0.path_to(number, &mut path);
        let is_stopped = matches!(found, Err(PathError::BudgetExhausted { .. }));
        if self.stage() == Stage::Done && !is_stopped {
            let mut unlimited = *query;
            (unlimited.max_expanded, unlimited.max_cost) = (None, None);
            found = improve_by_alternatives(map, memory, found, &unlimited, &mut path);
        }
        if found.is_ok() {
            found = check_max_cost(query.max_cost, &path);
        }
        (found, path)
    }
}

impl Run for ManyRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        self.0.advance(map.tables(), &mut memory.weighted, nodes);
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        self.0.progress(&memory.weighted)
    }
}

impl Answers<Vec<BoundedDistance>> for ManyRun {
    fn read(&mut self, _: Moment<'_>, to: &mut Vec<BoundedDistance>) -> Result<(), PathError> {
        to.clear();
        to.extend(self.0.bounds());
        Ok(())
    }
}

impl Answers<Vec<NearGoal>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<NearGoal>) -> Result<(), PathError> {
        self.0.write_nearest(&at.memory.weighted, at.stop, to)
    }
}

impl Answers<PathTree> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut PathTree) -> Result<(), PathError> {
        let path_to = |number| self.path_to(number, at.map, at.memory);
        *to = PathTree::weighted((0..self.0.bounds().len()).map(path_to).collect());
        Ok(())
    }
}

/// Places the start and the goals, and expands no node.
pub(crate) fn begin_any(
    map: &SearchMap,
    memory: &mut Memory,
    query: &ManyQuery<Goals<'_>>,
) -> Result<ToAnyRun, PathError> {
    let search = ToAny::new(map.tables(), &mut memory.weighted, query)?;
    Ok(ToAnyRun { search, asked: query.to_start() })
}

impl ToAnyRun {
    /// Returns the number of the goal at which the answer ends; `None` inside the polygon, and until a path is found.
    pub(crate) fn goal(&self) -> Option<usize> {
        self.search.goal()
    }
}

impl Run for ToAnyRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        self.search.advance(map.tables(), &mut memory.weighted, nodes);
    }

    fn stage(&self) -> Stage {
        self.search.stage()
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        self.search.progress(&memory.weighted)
    }
}

impl Answers<Path> for ToAnyRun {
    /// Keeps the cheapest path to the end found, of all searches.
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        let Moment { map, memory, stop } = at;
        self.search.answer(map.tables(), &memory.weighted, stop, path)?;
        let start = self.asked.start_place();
        let end = path.places(map.mesh()).last().copied().unwrap_or(start);
        let mut query = PathQuery::new(start, end);
        (query.snap, query.start_policy) = (self.asked.snap, self.asked.start_policy);
        improve_by_alternatives(map, memory, Ok(()), &query, path)?;
        check_max_cost(self.asked.max_cost, path)
    }
}

/// Places the goals of a field.
pub(crate) fn begin_field(map: &SearchMap, query: &FieldQuery<'_>) -> Result<FieldRun, PathError> {
    FieldRun::new(Arc::clone(map.tables()), query)
}

impl Run for FieldRun {
    fn advance(&mut self, _: &SearchMap, _: &mut Memory, nodes: u64) {
        Self::advance(self, nodes);
    }

    fn stage(&self) -> Stage {
        Self::stage(self)
    }

    fn progress(&self, _: &SearchMap, _: &Memory) -> Progress {
        Self::progress(self)
    }
}

impl Answers<DistanceField> for FieldRun {
    fn read(&mut self, _: Moment<'_>, to: &mut DistanceField) -> Result<(), PathError> {
        *to = self.take_field();
        Ok(())
    }
}
