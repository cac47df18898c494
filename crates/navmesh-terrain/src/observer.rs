//! The callback that sees the stages of a bake.

use std::ops::ControlFlow;

use crate::error::BakeError;
use crate::stage::BakeStage;

/// The callback of a bake, and the stage that it saw last.
pub(crate) struct Observer<'a> {
    pub(crate) observe: &'a mut dyn FnMut(BakeStage, f64) -> ControlFlow<()>,
    pub(crate) stage: BakeStage,
}

impl Observer<'_> {
    /// Calls the callback with the stage, and the share of it that is done.
    pub(crate) fn call(&mut self, stage: BakeStage, share: f64) -> Result<(), BakeError> {
        self.stage = stage;
        match (self.observe)(stage, share) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BakeError::Stopped(stage)),
        }
    }
}
