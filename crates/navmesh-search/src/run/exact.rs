//! The runs of the exact search: each asks the engine with the map's index and the workspace of the memory.

use navmesh_core::{Path, PathError, Progress, Stage};

use super::{Answers, Moment, Run, SearchObserver};
use crate::distances::{BoundedDistance, NearGoal};
use crate::field::DistanceField;
use crate::map::{Memory, SearchMap};
use crate::path_tree::PathTree;

pub(crate) use crate::any_angle::{FieldRun, ManyRun, NearestRun, PointRun};

impl Run for PointRun {
    #[inline(always)]
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        Self::advance(self, &map.exact, &mut memory.exact, nodes, None);
    }

    fn advance_observed(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        observer: &mut dyn SearchObserver,
    ) {
        Self::advance(self, &map.exact, &mut memory.exact, nodes, Some(observer.intervals()));
    }

    #[inline(always)]
    fn stage(&self) -> Stage {
        Self::stage(self)
    }

    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress {
        Self::progress(self, &map.exact, &memory.exact)
    }
}

impl Answers<Path> for PointRun {
    #[inline(always)]
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        self.answer(&at.map.exact, &at.memory.exact, at.stop, path)
    }
}

impl Run for NearestRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        Self::advance(self, &map.exact, &mut memory.exact, nodes);
    }

    fn stage(&self) -> Stage {
        Self::stage(self)
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        Self::progress(self, &memory.exact)
    }
}

impl Answers<Path> for NearestRun {
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        self.answer(&at.map.exact, &at.memory.exact, at.stop, path)
    }
}

impl Run for ManyRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        Self::advance(self, &map.exact, &mut memory.exact, &mut memory.many, nodes);
    }

    fn stage(&self) -> Stage {
        Self::stage(self)
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        Self::progress(self, &memory.many)
    }
}

impl Answers<Vec<BoundedDistance>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<BoundedDistance>) -> Result<(), PathError> {
        let Memory { many, apart, .. } = at.memory;
        self.write_distances(&at.map.exact, many, apart, to);
        Ok(())
    }
}

impl Answers<Vec<NearGoal>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<NearGoal>) -> Result<(), PathError> {
        let Memory { many, apart, .. } = at.memory;
        self.write_nearest(&at.map.exact, many, apart, at.stop, to)
    }
}

impl Answers<PathTree> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut PathTree) -> Result<(), PathError> {
        let Memory { exact, many, apart, .. } = at.memory;
        *to = PathTree::exact(self.tree(&at.map.exact, exact, many, apart));
        Ok(())
    }
}

impl Run for FieldRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        Self::advance(self, &map.exact, &mut memory.exact, nodes);
    }

    fn stage(&self) -> Stage {
        Self::stage(self)
    }

    fn progress(&self, _: &SearchMap, _: &Memory) -> Progress {
        Self::progress(self)
    }
}

impl Answers<DistanceField> for FieldRun {
    fn read(&mut self, at: Moment<'_>, to: &mut DistanceField) -> Result<(), PathError> {
        *to = self.take_field(&at.map.exact, &mut at.memory.exact);
        Ok(())
    }
}
