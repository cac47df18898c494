//! What a command has to say, and the only place that says it.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use miette::{GraphicalReportHandler, GraphicalTheme};
use serde_json::{Map, Value};

use crate::exit_status::ExitStatus;
use crate::failure::Failure;

/// For whom the answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Format {
    /// The format that command line words ask for, whatever else is wrong with them.
    pub(crate) fn of(words: &[OsString]) -> Self {
        let mut options = words.iter().take_while(|word| *word != "--");
        if options.any(|word| word == "--json") { Self::Json } else { Self::Text }
    }
}

/// The answer of a command: the same facts as a JSON object and as text.
#[derive(Debug)]
pub(crate) struct Report {
    /// The members of the JSON object.
    pub(crate) members: Map<String, Value>,
    /// What people read, each line ended.
    pub(crate) text: String,
    /// Whether the answer is yes or no.
    pub(crate) exit: ExitStatus,
}

impl Report {
    /// A report without text whose status is `status`.
    pub(crate) fn new(status: &str) -> Self {
        let mut report = Self { members: Map::new(), text: String::new(), exit: ExitStatus::Done };
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

    /// Adds the same fact to both.
    pub(crate) fn state(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        self.say(format_args!("{:<14} {}", name.replace('_', " "), shown(&value)));
        self.put(name, value);
    }
}

/// A number of things, in words.
pub(crate) fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A JSON value as people write it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Prints what a command answered and gives the exit code.
pub(crate) fn deliver(result: Result<Report, Failure>, format: Format) -> ExitCode {
    let (exit, printed) = match (&result, format) {
        (Ok(report), Format::Text) => (report.exit, print(&report.text)),
        (Ok(report), Format::Json) => {
            (report.exit, print(&format!("{}\n", Value::Object(report.members.clone()))))
        }
        (Err(failure), Format::Json) => {
            (failure.exit(), print(&format!("{}\n", failure.to_json())))
        }
        (Err(failure), Format::Text) => {
            complain(failure);
            (failure.exit(), Ok(()))
        }
    };
    match printed {
        Ok(()) => exit.into(),
        // Whoever read the output has read enough of it; the answer stays what it was.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit.into(),
        Err(error) => {
            complain(&Failure::unwritable("standard output".as_ref(), error));
            ExitStatus::Unusable.into()
        }
    }
}

/// The help or the version that was asked for.
pub(crate) fn help(asked: &clap::Error) -> Report {
    let is_version = asked.kind() == clap::error::ErrorKind::DisplayVersion;
    let mut report = Report::new(if is_version { "version" } else { "help" });
    let text = asked.render();
    report.put("message", text.to_string().trim_end());
    report.text = match is_colored(&io::stdout()) {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
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

/// Tells people what went wrong, on standard error.
fn complain(failure: &Failure) {
    let mut theme = if is_colored(&io::stderr()) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    theme.characters.error = "tautline:".to_owned();
    // Messages stay on their line, so that they can be searched for and copied.
    let handler = GraphicalReportHandler::new_themed(theme).with_wrap_lines(false);
    let mut text = String::new();
    let rendered = handler.render_report(&mut text, failure);
    let text = if rendered.is_ok() { text } else { format!("tautline: {failure}") };
    // Where standard error is closed, the exit code has to do.
    let _ = writeln!(io::stderr(), "{}", text.trim());
}
