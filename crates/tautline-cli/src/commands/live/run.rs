//! Runs the lines of a script.

use std::time::Instant;

use serde_json::{Map, Value, json};
use tautline::build::EditError;
use tautline::live::{EditReport, StepKind};
use tautline::{LiveMesh, Path, PathQuery, Scratch};

use super::names::{Names, edit_of};
use super::script::{Add, Ask, Command, Line, LineError};
use crate::commands::path::{floors, points, status_name};

/// A script that runs on a map.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) map: LiveMesh,
    names: Names,
    /// The queries of the script so far.
    pub(super) queries: Vec<PathQuery>,
    /// The last path.
    pub(super) last_path: Option<Path>,
    answers: Vec<Value>,
    /// The time of each line, and its kind.
    pub(super) times: Vec<(&'static str, u64)>,
    scratch: Scratch,
}

/// The answer of a line: its status, and more members.
#[derive(Debug)]
struct Answer {
    status: String,
    members: Map<String, Value>,
}

impl Run {
    pub(super) fn new(map: LiveMesh, names: Names) -> Self {
        Self {
            map,
            names,
            queries: Vec::new(),
            last_path: None,
            answers: Vec::new(),
            times: Vec::new(),
            scratch: Scratch::new(),
        }
    }

    /// Returns the answers of all lines.
    pub(super) fn into_answers(self) -> Vec<Value> {
        self.answers
    }

    pub(super) fn answers(&self) -> &[Value] {
        &self.answers
    }

    /// Runs a line, and keeps its answer.
    pub(super) fn answer(&mut self, line: &Line) -> Result<(), LineError> {
        let begun = Instant::now();
        let answer = self.execute(&line.command);
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let Answer { status, members } = answer?;
        let mut object = Map::new();
        object.insert("line".to_owned(), json!(line.number));
        object.insert("command".to_owned(), json!(line.command.name()));
        object.insert("status".to_owned(), json!(status));
        object.insert("us".to_owned(), json!(nanoseconds as f64 / 1e3));
        object.extend(members);
        self.answers.push(Value::Object(object));
        self.times.push((line.command.name(), nanoseconds));
        Ok(())
    }

    fn execute(&mut self, command: &Command) -> Result<Answer, LineError> {
        match command {
            Command::Add(add) => self.add(add),
            Command::Remove(id) => {
                let key = self.names.key(id, &self.map)?;
                let done = self.map.remove(key);
                self.edited(done, id)
            }
            Command::Move(moved) => {
                let key = self.names.key(&moved.id, &self.map)?;
                let done = self.map.move_by(key, moved.by);
                self.edited(done, &moved.id)
            }
            Command::Close(name) => self.toggled(name, true),
            Command::Open(name) => self.toggled(name, false),
            Command::Undo(steps) => self.repeated(*steps, LiveMesh::undo),
            Command::Redo(steps) => self.repeated(*steps, LiveMesh::redo),
            Command::Path(ask) => Ok(self.path(ask)),
        }
    }

    fn add(&mut self, add: &Add) -> Result<Answer, LineError> {
        if let Some(id) = &add.id {
            self.names.check_new(id, &self.map)?;
        }
        let edit = edit_of(add)?;
        let done = self.map.apply(&[edit]).map(|_| ());
        let is_done = done.is_ok();
        let answer = self.edited(done, add.id.as_deref().unwrap_or("add"))?;
        if is_done && let (Some(id), Some(&key)) = (&add.id, self.map.report().keys.first()) {
            self.names.insert(id.clone(), key);
        }
        Ok(answer)
    }

    /// Returns the answer of an edit. An edit that would leave no walkable area is refused, and the script goes on.
    fn edited(&self, done: Result<(), EditError>, about: &str) -> Result<Answer, LineError> {
        match done {
            Ok(()) => Ok(answer_of(self.map.report())),
            Err(error @ EditError::Unbuildable { .. }) => Ok(Answer {
                status: "refused".to_owned(),
                members: Map::from_iter([("message".to_owned(), json!(error.to_string()))]),
            }),
            Err(error) => {
                // The index of the only edit tells nothing.
                let text = error.to_string();
                let message = text.strip_prefix("edit 0: ").unwrap_or(&text).to_owned();
                Err(LineError { message, about: Some(about.to_owned()) })
            }
        }
    }

    fn toggled(&mut self, name: &str, closes: bool) -> Result<Answer, LineError> {
        let map = &mut self.map;
        let done = if closes { map.close_door(name) } else { map.open_door(name) };
        let unknown = |error: tautline::mesh::UnknownDoor| LineError {
            message: error.to_string(),
            about: Some(name.to_owned()),
        };
        done.map(answer_of).map_err(unknown)
    }

    /// Undoes or redoes steps, as many as there are.
    fn repeated(
        &mut self,
        steps: u64,
        step: impl Fn(&mut LiveMesh) -> Result<bool, EditError>,
    ) -> Result<Answer, LineError> {
        let mut taken = 0_u64;
        while taken < steps {
            match step(&mut self.map) {
                Ok(true) => taken += 1,
                Ok(false) => break,
                Err(error) => return self.edited(Err(error), "undo"),
            }
        }
        let status = if taken == steps { "ok" } else { "nothing-left" };
        let members = Map::from_iter([("steps".to_owned(), json!(taken))]);
        Ok(Answer { status: status.to_owned(), members })
    }

    fn path(&mut self, ask: &Ask) -> Answer {
        let query = ask.query();
        self.queries.push(query);
        let mut path = Path::default();
        let finder = self.map.finder();
        let found = finder.find_path_into(&query, &mut self.scratch, &mut path);
        let status =
            found.as_ref().map_or_else(|error| error.kind(), |()| status_name(path.status()));
        let length = found.is_ok().then(|| path.length());
        let members = [("length", json!(length)), ("points", points(path.waypoints()))];
        let members = members.map(|(name, value)| (name.to_owned(), value));
        let mut members = Map::from_iter(members);
        let floors = floors(&path, Some(finder.mesh()));
        if !floors.is_empty() {
            members.insert("floors".to_owned(), json!(floors));
        }
        self.last_path = found.is_ok().then_some(path);
        Answer { status: status.to_owned(), members }
    }
}

/// Returns the name of a variant in kebab-case, without its fields.
fn kebab(variant: &str) -> String {
    let name = variant.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let letters = name.char_indices().flat_map(|(at, letter)| {
        let dash = (at > 0 && letter.is_uppercase()).then_some('-');
        dash.into_iter().chain(letter.to_lowercase())
    });
    letters.collect()
}

/// Returns the answer of an edit that took effect.
fn answer_of(report: &EditReport) -> Answer {
    let status = match report.kind {
        StepKind::Patched => "patched",
        StepKind::Rebuilt(_) => "rebuilt",
        StepKind::Restored => "restored",
        _ => "ok",
    };
    let mut members = Map::new();
    let mut put = |name: &str, value: Value| members.insert(name.to_owned(), value);
    put("new_cells", json!(report.added.len()));
    put("gone_cells", json!(report.removed.len()));
    if let StepKind::Rebuilt(reason) = report.kind {
        put("reason", json!(kebab(&format!("{reason:?}"))));
    }
    if !report.repairs.is_empty() {
        put("repairs", report.repairs.iter().map(|repair| json!(repair.to_string())).collect());
    }
    for (name, lanes) in
        [("closed_links", &report.closed_links), ("opened_links", &report.opened_links)]
    {
        if !lanes.is_empty() {
            put(name, lanes.iter().map(|lane| json!([lane.link.index(), lane.lane])).collect());
        }
    }
    Answer { status: status.to_owned(), members }
}
