//! The program `tautline`: builds, inspects, queries and draws navigation meshes.
//!
//! `main` reads the arguments and gives the exit code; each command is a file under [`commands`]
//! and a function from its arguments to a [`Report`](report::Report) or a
//! [`Failure`](failure::Failure). Files are read in [`input`] and written in [`output`], standard
//! output and standard error in [`report`], and nowhere else.

mod arguments;
mod commands;
mod exit_status;
mod failure;
mod input;
mod output;
mod picture;
mod query;
mod random;
mod report;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    // Known before the arguments are, because what is wrong with them is told in JSON too.
    let format = report::Format::of(&words);
    match arguments::Cli::try_parse_from(arguments::without_json_for_help(&words)) {
        Ok(cli) => report::deliver(commands::run(&cli.command), format),
        Err(error) if !error.use_stderr() => report::deliver(Ok(report::help(&error)), format),
        Err(error) => report::deliver(
            Err(failure::Failure::arguments(&error, &arguments::command_of(&words))),
            format,
        ),
    }
}
