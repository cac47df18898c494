//! The commands, one file each, in the order of their use.

mod build;
mod info;
mod check;
mod path;
mod query;
mod scen;
mod crowd;
mod draw;
mod live;

use crate::arguments::Command;
use crate::failure::Failure;
use crate::report::Report;

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Report, Failure> {
    match command {
        Command::Build(arguments) => build::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Path(arguments) => path::run(arguments),
        Command::Query { question } => query::run(question),
        Command::Scen(arguments) => scen::run(arguments),
        Command::Crowd(arguments) => crowd::run(arguments),
        Command::Draw(arguments) => draw::run(arguments),
        Command::Live(arguments) => live::run(arguments),
    }
}
