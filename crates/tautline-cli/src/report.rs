//! The answer of a command.

use std::ffi::OsString;
use std::fmt;

use serde_json::{Map, Value};
use tautline::error::Short;

use crate::exit_status::ExitStatus;

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
    pub(crate) fn lines_as_text(&self) -> String {
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
