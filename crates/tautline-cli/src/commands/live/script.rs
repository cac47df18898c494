//! The lines of a script, and their errors.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use tautline::{PathQuery, Place};

use crate::failure::{Failure, TextPlace};

/// A script: its lines that are not blank.
#[derive(Debug)]
pub(super) struct Script<'a> {
    file: PathBuf,
    text: &'a str,
    pub(super) lines: Vec<Line>,
}

/// A line of a script.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) command: Command,
}

/// The command of a line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Command {
    Add(Box<Add>),
    Remove(String),
    Move(Move),
    Close(String),
    Open(String),
    Undo(u64),
    Redo(u64),
    Path(Ask),
}

/// An outline to add.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Add {
    /// The name for later lines.
    pub(super) id: Option<String>,
    /// The kind, as in GeoJSON; `walkable` by default.
    pub(super) kind: Option<String>,
    pub(super) ring: Option<Vec<[f64; 2]>>,
    #[serde(default)]
    pub(super) holes: Vec<Vec<[f64; 2]>>,
    pub(super) line: Option<Vec<[f64; 2]>>,
    pub(super) name: Option<Value>,
    pub(super) cost: Option<Value>,
    pub(super) one_way: Option<Value>,
    /// The floor.
    pub(super) layer: Option<Value>,
    /// The two floors of a floor connection or a link.
    pub(super) layers: Option<Value>,
}

/// An outline to move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    pub(super) id: String,
    pub(super) by: [f64; 2],
}

/// A path to find.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    from: Spot,
    to: Spot,
}

/// A point, perhaps with its floor.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a point as in [1.5, -2], or with a floor as in [1.5, -2, 1]"
)]
enum Spot {
    Point([f64; 2]),
    OnFloor(f64, f64, u32),
}

/// An error in a line, and the text in quotes that it is about.
#[derive(Debug)]
pub(super) struct LineError {
    pub(super) message: String,
    pub(super) about: Option<String>,
}

impl Command {
    /// Returns the name of the command.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Add(_) => "add",
            Self::Remove(_) => "remove",
            Self::Move(_) => "move",
            Self::Close(_) => "close",
            Self::Open(_) => "open",
            Self::Undo(_) => "undo",
            Self::Redo(_) => "redo",
            Self::Path(_) => "path",
        }
    }
}

impl Add {
    /// Returns the outline as a GeoJSON feature.
    pub(super) fn feature(&self) -> Value {
        let rings: Vec<&Vec<[f64; 2]>> = self.ring.iter().chain(&self.holes).collect();
        let geometry = match &self.line {
            Some(line) => serde_json::json!({ "type": "LineString", "coordinates": line }),
            None => serde_json::json!({ "type": "Polygon", "coordinates": rings }),
        };
        let mut properties = Map::new();
        let kind = self.kind.as_deref().map(Value::from);
        let members = [
            ("kind", kind),
            ("name", self.name.clone()),
            ("cost", self.cost.clone()),
            ("one_way", self.one_way.clone()),
            ("layer", self.layer.clone()),
            ("layers", self.layers.clone()),
        ];
        for (name, value) in members {
            properties.extend(value.map(|value| (name.to_owned(), value)));
        }
        serde_json::json!({ "type": "Feature", "properties": properties, "geometry": geometry })
    }
}

impl Ask {
    pub(super) fn query(&self) -> PathQuery {
        PathQuery::new(self.from.place(), self.to.place())
    }
}

impl Spot {
    fn place(self) -> Place {
        match self {
            Self::Point(point) => Place::new(point),
            Self::OnFloor(x, y, floor) => Place::new([x, y]).on_layer(floor),
        }
    }
}

impl<'a> Script<'a> {
    /// Parses all lines.
    pub(super) fn parse(file: &Path, text: &'a str) -> Result<Self, Failure> {
        let mut script = Self { file: file.to_owned(), text, lines: Vec::new() };
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str(line) {
                Ok(command) => script.lines.push(Line { number: index + 1, command }),
                Err(error) => return Err(script.syntax_error(index + 1, line, &error)),
            }
        }
        Ok(script)
    }

    /// Returns the failure for an error in a line.
    pub(super) fn failure(&self, line: &Line, error: &LineError) -> Failure {
        let text = self.text.lines().nth(line.number - 1).unwrap_or_default();
        let quoted = error.about.as_ref().map(|about| Value::from(about.as_str()).to_string());
        let column = quoted.and_then(|quoted| column_of(text, &quoted)).unwrap_or(1);
        self.failure_at(TextPlace { line: line.number, column }, &error.message)
    }

    /// Returns the failure for a line that is not a command.
    fn syntax_error(&self, number: usize, line: &str, error: &serde_json::Error) -> Failure {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let unknown =
            ["unknown field", "unknown variant"].iter().any(|kind| message.starts_with(kind));
        let (wrong, known) = match *words {
            [wrong, ref known @ ..] if unknown => (Some(wrong), known),
            _ => (None, &[][..]),
        };
        let near = wrong.and_then(|wrong| nearest(wrong, known));
        let hint = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        let quoted = wrong.map(|wrong| format!("\"{wrong}\""));
        let byte = error.column().saturating_sub(1).min(line.len());
        let there = 1 + line.char_indices().take_while(|(at, _)| *at < byte).count();
        let column = quoted.and_then(|quoted| column_of(line, &quoted)).unwrap_or(there);
        let message = message
            .replace("unknown variant", "unknown command")
            .replace("unknown field", "unknown key");
        self.failure_at(TextPlace { line: number, column }, &format!("{message}{hint}"))
    }

    fn failure_at(&self, place: TextPlace, message: &str) -> Failure {
        Failure::unusable_place(&self.file, self.text, place, message)
    }
}

/// Returns the column of a text in a line, from 1.
fn column_of(line: &str, text: &str) -> Option<usize> {
    line.find(text).map(|byte| 1 + line[..byte].chars().count())
}

/// Returns the known word that differs least from another, if by at most a third of its letters.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let distance = |known: &str| strsim::damerau_levenshtein(word, known);
    let near = known.iter().copied().min_by_key(|known| distance(known))?;
    (3 * distance(near) <= near.len().max(3)).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_suggested_if_it_is_near() {
        assert_eq!(nearest("ad", &["remove", "add"]), Some("add"));
        assert_eq!(nearest("knid", &["id", "kind"]), Some("kind"));
        assert_eq!(nearest("teleport", &["remove", "add"]), None);
        assert_eq!(nearest("zz", &["a"]), None);
    }
}
