//! The exit codes of the program.

use std::process::ExitCode;

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// The command succeeded.
    Done,
    /// The command ran, with a negative answer.
    No,
    /// The input or the arguments are unusable.
    Unusable,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Done => Self::SUCCESS,
            ExitStatus::No => Self::from(1),
            ExitStatus::Unusable => Self::from(2),
        }
    }
}
