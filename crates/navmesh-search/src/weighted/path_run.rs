//! The run of a query for one path, and of the cheaper searches after it.

use navmesh_core::{Path, PathError, PathQuery, Progress, Stage};

use super::alternatives::or_cheaper;
use super::task::Task;
use crate::map::{Memory, SearchMap};
use crate::run::{Answers, Moment, Run, SearchObserver};

/// A query between two slices: a search for a path that costs at most the [gap](PathQuery::gap) more than the cheapest one,
/// with a proof.
///
/// [`Path::lower_bound`] is the proved bound. It is [`Optimal`](navmesh_core::Guarantee::Optimal) if the proof leaves no gap
/// but rounding. The gap may stay larger than asked for if its proof needs more than 100,000 arcs at a time.
#[derive(Debug)]
pub struct PathRun {
    task: Task,
    query: PathQuery,
}

impl PathRun {
    pub(crate) fn new(
        map: &SearchMap,
        memory: &mut Memory,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        let task = Task::new(map.tables(), &mut memory.weighted, query)?;
        Ok(Self { task, query: *query })
    }
}

impl Run for PathRun {
    fn advance(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        _: Option<&mut dyn SearchObserver>,
    ) {
        self.task.advance(map.tables(), &mut memory.weighted, nodes);
    }

    fn stage(&self) -> Stage {
        self.task.stage()
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        self.task.progress(&memory.weighted)
    }
}

impl Answers<Path> for PathRun {
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        let Moment { map, memory, stop } = at;
        let found = self.task.answer(map.tables(), &memory.weighted, stop, path);
        if self.stage() == Stage::InProgress {
            return found;
        }
        or_cheaper(map, memory, found, &self.query, path)
    }
}
