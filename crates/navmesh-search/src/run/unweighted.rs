//! The runs of the weighted search in a build without it. None begins: a mesh whose cells differ in cost is refused.

use navmesh_core::{FieldQuery, Goals, ManyQuery, PathError, PathQuery, Place, Progress, Stage};

use super::{Answers, Moment, Run};
use crate::map::{Memory, SearchMap};

/// A run that never begins.
#[derive(Debug)]
pub enum NoRun {}

/// The run of a path.
pub(crate) type PathRun = NoRun;
/// The run of a path to any of several goals.
pub(crate) type ToAnyRun = NoRun;
/// The run of the ways to many goals.
pub(crate) type ManyRun = NoRun;
/// The run of a distance field.
pub(crate) type FieldRun = NoRun;

const REFUSED: PathError =
    PathError::Unsupported { what: "areas with costs in a build without the feature `weighted`" };

pub(crate) fn begin_path(
    _: &SearchMap,
    _: &mut Memory,
    _: &PathQuery,
) -> Result<PathRun, PathError> {
    Err(REFUSED)
}

pub(crate) fn begin_any(
    _: &SearchMap,
    _: &mut Memory,
    _: &ManyQuery<Goals<'_>>,
) -> Result<ToAnyRun, PathError> {
    Err(REFUSED)
}

pub(crate) fn begin_many(
    _: &SearchMap,
    _: &mut Memory,
    _: &ManyQuery<&[Place]>,
    _: Option<usize>,
) -> Result<ManyRun, PathError> {
    Err(REFUSED)
}

pub(crate) fn begin_field(_: &SearchMap, _: &FieldQuery<'_>) -> Result<FieldRun, PathError> {
    Err(REFUSED)
}

impl NoRun {
    pub(crate) fn goal(&self) -> Option<usize> {
        match *self {}
    }
}

impl Run for NoRun {
    fn advance(&mut self, _: &SearchMap, _: &mut Memory, _: u64) {
        match *self {}
    }

    fn stage(&self) -> Stage {
        match *self {}
    }

    fn progress(&self, _: &SearchMap, _: &Memory) -> Progress {
        match *self {}
    }
}

impl<A> Answers<A> for NoRun {
    fn read(&mut self, _: Moment<'_>, _: &mut A) -> Result<(), PathError> {
        match *self {}
    }
}
