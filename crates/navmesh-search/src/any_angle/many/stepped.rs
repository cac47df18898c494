//! The flood to many goals, in slices.

use navmesh_core::{PathError, Place, Progress, Scratch, Stage, Watch};

use super::super::AnyAngle;
use super::super::pause::Pause;
use super::super::search::Room;
use super::{Many, PathTree};

/// A search for the paths from a start to many goals that its owner advances; made by
/// [`AnyAngle::begin_paths`].
///
/// However it is sliced, it comes to the same as in one go. A budget of n nodes is `advance(n)`, and then the
/// paths as far as they are proved.
#[derive(Debug)]
pub struct SteppedPaths {
    finder: AnyAngle,
    room: Box<Room>,
    many: Many,
    pause: Pause,
    start: Place,
    goals: Vec<Place>,
}

impl AnyAngle {
    /// Begins the search of [`paths_from`](AnyAngle::paths_from), to be sliced or called off; it shares the
    /// mesh, and has its own memory.
    ///
    /// # Errors
    ///
    /// As [`paths_from`](AnyAngle::paths_from).
    pub fn begin_paths(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<SteppedPaths, PathError> {
        let (start, mut room, mut many) = (start.into(), Box::<Room>::default(), Many::default());
        self.prepare(start, goals, goals.len(), &mut room, &mut many)?;
        let (finder, pause) = (self.clone(), Pause::default());
        Ok(SteppedPaths {
            finder,
            room,
            many,
            pause,
            start,
            goals: goals.iter().map(|&goal| goal.into()).collect(),
        })
    }
}

impl SteppedPaths {
    /// Expands up to so many nodes more.
    pub fn advance(&mut self, nodes: u64) -> Stage {
        if self.pause.stage() == Stage::UnderWay {
            self.finder.flood_on(&mut self.pause, nodes, &mut self.room, &mut self.many);
        }
        self.pause.stage()
    }

    /// Searches to the end, and asks on the way whether to go on.
    pub fn advance_watched(&mut self, mut watch: Watch<'_>) -> Stage {
        while self.advance(watch.nodes()) == Stage::UnderWay {
            if watch.calls_off(&self.progress()) {
                return Stage::UnderWay;
            }
        }
        Stage::Done
    }

    /// How far it has come: its lower bound is how far from the start all distances are known.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.pause.progress(self.many.rounding)
    }

    /// The paths, as far as they are known.
    ///
    /// Goals for which the start has to be moved onto other ground are queries of their own, and asked here
    /// once the search is done; so are all where links from island to island cost many times what the map is wide.
    #[must_use]
    pub fn tree(&self) -> PathTree {
        let mut tree = self.finder.grow(&self.pause, &self.room, &self.many);
        if self.pause.stage() == Stage::Done {
            tree.ask_apart(self.start, &self.goals, &mut Scratch::new());
        }
        tree
    }
}
