//! What the program ends with.

use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// It ran.
    Done,
    /// It ran, and the answer is no.
    No,
    /// The input or the arguments are of no use.
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
