//! The answer of a command, and its output to standard output and standard error.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use annotate_snippets::Renderer;
use serde_json::{Map, Value};
use tautline::error::Short;

use crate::exit_status::ExitStatus;
use crate::failure::Failure;

/// The format of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Plain text.
    Text,
    /// One JSON object.
    Json,
}

impl Format {
    /// Finds the format in the words of a command line, even if they do not parse.
    pub(crate) fn of(words: &[OsString]) -> Self {
        let mut options = words.iter().take_while(|word| *word != "--");
        if options.any(|word| word == "--json") { Self::Json } else { Self::Text }
    }
}

/// The answer of a command, as a JSON object and as text.
#[derive(Debug)]
pub(crate) struct Report {
    /// The members of the JSON object.
    pub(crate) members: Map<String, Value>,
    /// Objects to print before that of the members, one a line; only with `--json`.
    pub(crate) lines: Vec<Value>,
    /// The text; each line ends with a line break.
    pub(crate) text: String,
    /// The exit code.
    pub(crate) exit: ExitStatus,
}

impl Report {
    /// Creates a report with a status and no text.
    pub(crate) fn new(status: &str) -> Self {
        let mut report = Self {
            members: Map::new(),
            lines: Vec::new(),
            text: String::new(),
            exit: ExitStatus::Done,
        };
        report.put("status", status);
        report
    }

    /// Adds a member to the JSON object.
    pub(crate) fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.members.insert(name.to_owned(), value.into());
    }

    /// Adds a line to the text.
    pub(crate) fn say(&mut self, line: impl fmt::Display) {
        self.text.push_str(&line.to_string());
        self.text.push('\n');
    }

    /// Returns the objects that come before the last one, one a line.
    fn lines_as_text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Adds a member to the JSON object and a line to the text.
    pub(crate) fn state(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        self.say(format_args!("{:<14} {}", name.replace('_', " "), shown(&value)));
        self.put(name, value);
    }
}

/// Formats a count with its noun: `1 cell`, `2 cells`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Formats a JSON value as text.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        Value::Number(number) if number.is_f64() => {
            number.as_f64().map_or_else(|| number.to_string(), |number| Short(number).to_string())
        }
        other => other.to_string(),
    }
}

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
