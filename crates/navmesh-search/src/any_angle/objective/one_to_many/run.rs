//! The run of a search for many goals, and the answers read from it.

use navmesh_core::{ManyQuery, Path, PathError, PathQuery, Place, Progress, Stage};

use super::outcome::{Answer, Outcome};
use super::{Many, NearGoal, Tree};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::map::{Memory, SearchMap};
use crate::path_tree::PathTree;
use crate::run::{Answers, Moment, Run, SearchObserver};
use crate::weighted::BoundedDistance;

/// The state of a search for many goals between two slices; the goals are in the memory.
#[derive(Debug)]
pub struct ManyRun {
    pause: Pause,
    /// The number of nearest goals that are wanted.
    count: usize,
    max_expanded: u64,
}

impl ManyRun {
    /// Places the start and the goals, of which all or the `count` nearest are wanted.
    pub(crate) fn new(
        map: &SearchMap,
        memory: &mut Memory,
        query: &ManyQuery<&[Place]>,
        count: Option<usize>,
    ) -> Result<Self, PathError> {
        let count = count.unwrap_or(query.goals().len());
        map.exact.prepare(query, count, &mut memory.exact, &mut memory.many)?;
        Ok(Self { pause: Pause::default(), count, max_expanded: memory.many.max_expanded })
    }

    /// Asks for each of the goals for which the start must move to another place, once the search is done. They share in the
    /// nodes that are left.
    fn ask_apart(&self, finder: &AnyAngle, many: &Many, workspace: &mut Workspace) -> Vec<Answer> {
        if self.pause.stage() != Stage::Done {
            return Vec::new();
        }
        let mut left = self.max_expanded.saturating_sub(self.pause.stats.expanded);
        let ask = |(number, query): &(usize, PathQuery)| {
            let mut path = Path::default();
            let found = finder.find_path_into(&query.max_expanded(left), workspace, &mut path);
            left = left.saturating_sub(path.stats().expanded);
            (*number, found.map(|()| path))
        };
        many.apart.iter().map(ask).collect()
    }
}

impl Run for ManyRun {
    fn advance(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        _: Option<&mut dyn SearchObserver>,
    ) {
        if self.stage() == Stage::InProgress {
            let Memory { exact, many, .. } = memory;
            map.exact.flood_on(&mut self.pause, nodes, exact, many);
        }
    }

    fn stage(&self) -> Stage {
        let is_spent = self.pause.has_begun() && self.pause.stats.expanded >= self.max_expanded;
        if is_spent { Stage::Done } else { self.pause.stage() }
    }

    /// Returns the progress; all distances up to its lower bound are known.
    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        self.pause.progress(memory.many.proved(&self.pause), None)
    }
}

impl Answers<Vec<BoundedDistance>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<BoundedDistance>) -> Result<(), PathError> {
        let Memory { many, apart, .. } = at.memory;
        let answers = &self.ask_apart(&at.map.exact, many, apart);
        to.clear();
        to.extend(Outcome { many, pause: &self.pause, answers }.bounds());
        Ok(())
    }
}

impl Answers<Vec<NearGoal>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<NearGoal>) -> Result<(), PathError> {
        let Memory { many, apart, .. } = at.memory;
        let answers = &self.ask_apart(&at.map.exact, many, apart);
        Outcome { many, pause: &self.pause, answers }.write_nearest(self.count, at.stop, to)
    }
}

impl Answers<PathTree> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut PathTree) -> Result<(), PathError> {
        let Memory { exact, many, apart, .. } = at.memory;
        let answers = self.ask_apart(&at.map.exact, many, apart);
        *to = PathTree::exact(Tree::grown(&at.map.exact, &self.pause, exact, many, answers));
        Ok(())
    }
}
