//! A search for many goals in slices, and what is read from it.

use navmesh_core::{ManyQuery, Path, PathError, PathQuery, Place, Progress, Stage, Stop};

use super::outcome::{Answer, Outcome};
use super::{Many, Tree};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::distances::{BoundedDistance, NearGoal};

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
        finder: &AnyAngle,
        workspace: &mut Workspace,
        many: &mut Many,
        query: &ManyQuery<&[Place]>,
        count: Option<usize>,
    ) -> Result<Self, PathError> {
        let count = count.unwrap_or(query.goals().len());
        finder.prepare(query, count, workspace, many)?;
        Ok(Self { pause: Pause::default(), count, max_expanded: many.max_expanded })
    }

    /// Expands up to `nodes` more nodes.
    pub(crate) fn advance(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
        many: &mut Many,
        nodes: u64,
    ) {
        if self.stage() == Stage::InProgress {
            finder.flood_on(&mut self.pause, nodes, workspace, many);
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        let is_spent = self.pause.has_begun() && self.pause.stats.expanded >= self.max_expanded;
        if is_spent { Stage::Done } else { self.pause.stage() }
    }

    /// Returns the progress; all distances up to its lower bound are known.
    pub(crate) fn progress(&self, many: &Many) -> Progress {
        self.pause.progress(many.proved(&self.pause), None)
    }

    /// Writes the bounds on the distance of each goal; `apart` is for goals that need queries of their own.
    pub(crate) fn write_distances(
        &self,
        finder: &AnyAngle,
        many: &Many,
        apart: &mut Workspace,
        to: &mut Vec<BoundedDistance>,
    ) {
        let answers = &self.ask_apart(finder, many, apart);
        to.clear();
        to.extend(Outcome { many, pause: &self.pause, answers }.bounds());
    }

    /// Writes the nearest goals whose distances are known.
    pub(crate) fn write_nearest(
        &self,
        finder: &AnyAngle,
        many: &Many,
        apart: &mut Workspace,
        stop: Stop,
        to: &mut Vec<NearGoal>,
    ) -> Result<(), PathError> {
        let answers = &self.ask_apart(finder, many, apart);
        Outcome { many, pause: &self.pause, answers }.write_nearest(self.count, stop, to)
    }

    /// Returns the paths found so far.
    pub(crate) fn tree(
        &self,
        finder: &AnyAngle,
        workspace: &Workspace,
        many: &Many,
        apart: &mut Workspace,
    ) -> Tree {
        let answers = self.ask_apart(finder, many, apart);
        Tree::grown(finder, &self.pause, workspace, many, answers)
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
