//! The output of an answer or a failure to standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use annotate_snippets::Renderer;
use serde_json::Value;

use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::report::{Format, Report};

/// Prints the answer or the failure of a command, and returns the exit code.
pub(crate) fn deliver(result: Result<Report, Failure>, format: Format) -> ExitCode {
    let (exit, printed) = match (&result, format) {
        (Ok(report), Format::Text) => (report.exit, print(&report.text)),
        (Ok(report), Format::Json) => {
            let text = report.lines_as_text();
            (report.exit, print(&format!("{text}{}\n", Value::Object(report.members.clone()))))
        }
        (Err(failure), Format::Json) => {
            let text = failure.before().map(Report::lines_as_text).unwrap_or_default();
            (failure.exit(), print(&format!("{text}{}\n", failure.to_json())))
        }
        (Err(failure), Format::Text) => {
            let printed = print(failure.before().map_or("", |before| &before.text));
            print_failure(failure);
            (failure.exit(), printed)
        }
    };
    match printed {
        Ok(()) => exit.into(),
        // The reader closed the pipe; this does not change the answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit.into(),
        Err(error) => {
            print_failure(&Failure::unwritable("standard output".as_ref(), error));
            ExitStatus::Unusable.into()
        }
    }
}

/// Returns the help or the version text that clap prepared.
pub(crate) fn help(requested: &clap::Error) -> Report {
    let is_version = requested.kind() == clap::error::ErrorKind::DisplayVersion;
    let mut report = Report::new(if is_version { "version" } else { "help" });
    let text = requested.render();
    report.put("message", text.to_string().trim_end());
    report.text =
        if is_colored(&io::stdout()) { text.ansi().to_string() } else { text.to_string() };
    report
}

fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Prints a failure to standard error.
fn print_failure(failure: &Failure) {
    let renderer = if is_colored(&io::stderr()) { Renderer::styled() } else { Renderer::plain() };
    // If standard error is closed, the exit code is the only report.
    let _ = writeln!(io::stderr(), "{}", failure.render(&renderer));
}
