//! The exact search in slices, watched and observed.

use navmesh_core::{
    Observer, Path, PathError, PathQuery, Progress, Scratch, Stage, SteppedSearch, Stop, Watch,
};

use super::AnyAngle;
use super::event::SeenInterval;
use super::search::Room;
use super::task::Task;

/// An exact search that its owner advances; made by [`AnyAngle::begin`].
#[derive(Debug)]
pub struct SteppedAnyAngle {
    finder: AnyAngle,
    room: Box<Room>,
    task: Task,
}

impl AnyAngle {
    /// Begins a search that expands no node yet; it shares the mesh, and has its own memory.
    ///
    /// # Errors
    ///
    /// Those of [`AnyAngle::find_path_into`] that need no search.
    pub fn begin(&self, query: &PathQuery) -> Result<SteppedAnyAngle, PathError> {
        let mut room = Box::<Room>::default();
        let task = Task::new(self, &mut room, query)?;
        Ok(SteppedAnyAngle { finder: self.clone(), room, task })
    }

    /// Answers a query as [`AnyAngle::find_path_into`] does, and shows the observer how.
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::find_path_into`].
    pub fn find_path_observed(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        observer: &mut impl Observer<SeenInterval>,
    ) -> Result<(), PathError> {
        path.clear();
        let room: &mut Room = scratch.room();
        let mut task = Task::new(self, room, query)?;
        task.advance(self, room, u64::MAX, observer);
        task.answer(self, room, Stop::Spent, path)
    }

    /// Answers a query as [`AnyAngle::find_path_into`] does, and asks on the way whether to go on.
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::find_path_into`]; `Cancelled` where the watch calls the search off.
    pub fn find_path_watched(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut watch: Watch<'_>,
    ) -> Result<(), PathError> {
        path.clear();
        let room: &mut Room = scratch.room();
        let mut task = Task::new(self, room, query)?;
        loop {
            task.advance(self, room, watch.nodes(), &mut ());
            if task.stage() == Stage::Done {
                return task.answer(self, room, Stop::Spent, path);
            }
            if watch.calls_off(&task.progress(self, room)) {
                return task.answer(self, room, Stop::CalledOff, path);
            }
        }
    }
}

impl SteppedAnyAngle {
    /// Expands up to so many nodes more, and shows the observer how.
    pub fn advance_observed(
        &mut self,
        nodes: u64,
        observer: &mut impl Observer<SeenInterval>,
    ) -> Stage {
        self.task.advance(&self.finder, &mut self.room, nodes, observer);
        self.task.stage()
    }
}

impl SteppedSearch for SteppedAnyAngle {
    fn advance(&mut self, nodes: u64) -> Stage {
        self.advance_observed(nodes, &mut ())
    }

    fn progress(&self) -> Progress {
        self.task.progress(&self.finder, &self.room)
    }

    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        self.task.answer(&self.finder, &self.room, Stop::Spent, path)
    }
}
