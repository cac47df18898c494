//! The program `tautline`: builds, inspects, queries and draws navigation meshes.
//!
//! Each command is a file under [`commands`] with a function from its arguments to a
//! [`Report`](report::Report) or a [`Failure`](failure::Failure). Only [`input`] reads files, only
//! [`output`] writes them, and only [`delivery`] writes to standard output and standard error.

mod arguments;
mod at;
mod commands;
mod delivery;
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
    // Errors in the arguments are printed as JSON too, so the format is found before parsing.
    let format = report::Format::of(&words);
    match arguments::Cli::try_parse_from(arguments::without_json_for_help(&words)) {
        Ok(cli) => delivery::deliver(commands::run(&cli.command), format),
        Err(error) if !error.use_stderr() => delivery::deliver(Ok(delivery::help(&error)), format),
        Err(error) => {
            let refusal = arguments::refused(&error, &arguments::command_of(&words));
            delivery::deliver(Err(refusal), format)
        }
    }
}
