//! The failure of a command, with its exit code, JSON object and message.

use std::fmt;
use std::ops::Range;
use std::path::Path as File;

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use serde_json::{Value, json};
use tautline::error::{Explanation, Gap, QuerySide, Short};
use tautline::io::ReadError;
use tautline::path::PathDefect;
use tautline::surface::PickError;
use tautline::{Bounds, DVec2, Path, PathError, PathStatus};

use crate::at::At;
use crate::exit_status::ExitStatus;
use crate::report::Report;

/// The reason why a command has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The kind of failure, in kebab-case.
    status: &'static str,
    exit: ExitStatus,
    message: String,
    /// The members of the JSON object besides status and message.
    details: Vec<(&'static str, Value)>,
    excerpt: Option<Box<Excerpt>>,
    /// The answers before the failure.
    before: Option<Box<Report>>,
}

impl Failure {
    /// Arguments that contradict each other or the map.
    pub(crate) fn unusable_arguments(message: impl Into<String>) -> Self {
        Self::new("invalid-arguments", message.into())
    }

    /// Returns the message.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// A file with unusable contents.
    pub(crate) fn unusable_file(file: &File, message: impl fmt::Display) -> Self {
        Self::new("unusable-input", format!("{}: {message}", file.display())).about(file)
    }

    /// A file with an unusable line, counted from 1.
    pub(crate) fn unusable_line(file: &File, line: usize, message: impl fmt::Display) -> Self {
        let mut failure = Self::unusable_file(file, format_args!("line {line}: {message}"));
        failure.details.push(("line", json!(line)));
        failure
    }

    /// A file that does not parse; `text` is its content.
    pub(crate) fn unreadable(file: &File, text: &str, error: &ReadError) -> Self {
        let mut failure = Self::unusable_file(file, error);
        if let (Some(line), Some(column)) = (error.line(), error.column()) {
            failure.details.push(("line", json!(line)));
            failure.details.push(("column", json!(column)));
            failure.excerpt = Excerpt::around(file, text, line, column).map(Box::new);
        }
        failure
    }

    /// A file with an unusable place in its text.
    pub(crate) fn unusable_place(
        file: &File,
        text: &str,
        place: TextPlace,
        message: impl fmt::Display,
    ) -> Self {
        let TextPlace { line, column } = place;
        let message = format_args!("line {line}, column {column}: {message}");
        let mut failure = Self::unusable_file(file, message);
        failure.details.push(("line", json!(line)));
        failure.details.push(("column", json!(column)));
        failure.excerpt = Excerpt::around(file, text, line, column).map(Box::new);
        failure
    }

    /// A file that cannot be written.
    pub(crate) fn unwritable(file: &File, message: impl fmt::Display) -> Self {
        Self::new("unwritable-output", format!("{}: {message}", file.display())).about(file)
    }

    /// A point of space over no floor.
    pub(crate) fn no_floor(error: &PickError) -> Self {
        Self { exit: ExitStatus::No, ..Self::new("no-floor", error.to_string()) }
    }

    /// A query without a path, its explanation, and a hint if an endpoint is outside the bounds of the map.
    pub(crate) fn no_path(explanation: &Explanation, bounds: Bounds) -> Self {
        let mut failure = Self::new(explanation.error.kind(), explanation.to_string());
        if !matches!(
            explanation.error,
            PathError::InvalidQuery { .. } | PathError::Unsupported { .. }
        ) {
            failure.exit = ExitStatus::No;
        }
        failure.details = details_of(explanation);
        // The radius alone keeps a point near a wall off the mesh, and may keep it off its bounds.
        let far = point_off(&explanation.error).filter(|_| explanation.near_wall.is_none());
        match far.and_then(|point| outside_bounds(point, bounds)) {
            Some(hint) => {
                let bounds = [bounds.min, bounds.max].map(|corner| corner.to_array());
                failure.with_detail("bounds", json!(bounds.as_flattened()), &format!("; {hint}"))
            }
            None => failure,
        }
    }

    /// The same for a query of one point, which no message should call a start.
    pub(crate) fn about_the_point(mut self) -> Self {
        self.message = self.message.replacen("the start", "the point", 1);
        self
    }

    /// The same for a search that stopped at a limit of cost.
    pub(crate) fn at_max_cost(mut self, limit: f64) -> Self {
        if let Some(bound) = self.message.find(": no path costs less") {
            let reason = format!("every path costs more than the limit {}", Short(limit));
            self.message.replace_range(..bound, &reason);
        }
        self
    }

    /// A path with a defect, found by the independent checker.
    pub(crate) fn defect(defect: &PathDefect) -> Self {
        let message = format!("the path has a defect: {defect}");
        Self { exit: ExitStatus::No, ..Self::new("defective-path", message) }
    }

    /// Adds the path of a stopped search, if there is one, and the floors of its waypoints. It may reach the goal.
    pub(crate) fn with_partial_path(self, path: &Path, floors: Vec<u32>) -> Self {
        let [.., last] = *path.waypoints() else { return self };
        let points: Value = path.waypoints().iter().map(|&waypoint| point(waypoint)).collect();
        let floor = floors.last().map(|floor| format!(" on floor {floor}")).unwrap_or_default();
        let message = match path.status() {
            PathStatus::Complete => format!("; the best path so far costs {}", Short(path.cost())),
            _ => format!("; the partial path ends at {}{floor}", At(last)),
        };
        let failure = self.with_detail("points", points, &message);
        let failure = failure.with_detail("cost", json!(path.cost()), "");
        if floors.is_empty() { failure } else { failure.with_detail("floors", json!(floors), "") }
    }

    /// A lower bound that a cheaper path refutes.
    pub(crate) fn refuted_bound(bound: f64, cost: f64) -> Self {
        let message = format!(
            "the path claims that none costs less than {}, but another search found one that costs {}",
            Short(bound),
            Short(cost)
        );
        Self { exit: ExitStatus::No, ..Self::new("defective-path", message) }
    }

    /// Adds a member to the JSON object and text to the message.
    pub(crate) fn with_detail(mut self, name: &'static str, value: Value, message: &str) -> Self {
        self.details.push((name, value));
        self.message.push_str(message);
        self
    }

    fn new(status: &'static str, message: String) -> Self {
        let details = Vec::new();
        let exit = ExitStatus::Unusable;
        Self { status, exit, message, details, excerpt: None, before: None }
    }

    /// The same after some answers, which are printed first.
    pub(crate) fn after(mut self, before: Report) -> Self {
        self.before = Some(Box::new(before));
        self
    }

    /// Returns the answers before the failure.
    pub(crate) fn before(&self) -> Option<&Report> {
        self.before.as_deref()
    }

    fn about(mut self, file: &File) -> Self {
        self.details.push(("file", json!(file.to_string_lossy())));
        self
    }

    pub(crate) fn exit(&self) -> ExitStatus {
        self.exit
    }

    /// Returns the failure as text, with the line of the input that it is about.
    pub(crate) fn render(&self, renderer: &Renderer) -> String {
        let title = Level::ERROR.with_name("tautline").primary_title(&self.message);
        let excerpt = self.excerpt.iter().map(|excerpt| excerpt.snippet());
        renderer.render(&[title.elements(excerpt)])
    }

    /// Returns the failure as a JSON object, with the members of the report before it.
    pub(crate) fn to_json(&self) -> Value {
        let mut object = self.before().map(|before| before.members.clone()).unwrap_or_default();
        object.insert("status".to_owned(), json!(self.status));
        object.insert("message".to_owned(), json!(self.message));
        for (name, value) in &self.details {
            object.insert((*name).to_owned(), value.clone());
        }
        Value::Object(object)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns the endpoint that is off the walkable area.
fn point_off(error: &PathError) -> Option<DVec2> {
    match *error {
        PathError::StartOutside { place } | PathError::GoalOutside { place } => Some(place.point),
        _ => None,
    }
}

/// Describes the bounds of a map that a point is outside of, and whether swapped coordinates are inside.
pub(crate) fn outside_bounds(point: DVec2, bounds: Bounds) -> Option<String> {
    let Bounds { min, max } = bounds;
    let is_inside = |point: DVec2| point.clamp(min, max) == point;
    if is_inside(point) || min.cmpgt(max).any() {
        return None;
    }
    let hint = format!("the map extends from {} to {}", Short(min), Short(max));
    let swapped = DVec2::new(point.y, point.x);
    Some(if is_inside(swapped) {
        format!("{hint}: if x and y are swapped, use {}", At(swapped))
    } else {
        hint
    })
}

/// Returns an explanation as members of a JSON object.
fn details_of(explanation: &Explanation) -> Vec<(&'static str, Value)> {
    let near_wall = explanation.near_wall;
    let number = |number: f64| json!(number);
    let spent = match explanation.error {
        PathError::BudgetExhausted { lower_bound, expanded } => Some((lower_bound, expanded)),
        _ => None,
    };
    let floors = floors_of(&explanation.error);
    let members = [
        ("lower_bound", spent.map(|(lower_bound, _)| number(lower_bound))),
        ("expanded", spent.map(|(_, expanded)| json!(expanded))),
        ("start_floor", floors[0].map(|layer| json!(layer))),
        ("goal_floor", floors[1].map(|layer| json!(layer))),
        ("side", explanation.side.map(|side| json!(side.to_string()))),
        ("nearest", explanation.nearest.map(|near| point(near.point))),
        (
            "nearest_floor",
            explanation.nearest.and_then(|near| near.layer).map(|layer| json!(layer)),
        ),
        ("other_floor", explanation.other_layer.map(|layer| json!(layer))),
        ("distance", explanation.distance.map(number)),
        ("gap", explanation.gap.map(number)),
        ("components", explanation.components.map(|parts| json!(parts))),
        ("narrowest", explanation.narrowest.map(narrowest)),
        ("wall_distance", near_wall.map(|near| number(near.distance))),
        ("agent_radius", near_wall.map(|near| number(near.agent_radius))),
    ];
    members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Returns the floors of the start and the goal, as far as an error names them.
fn floors_of(error: &PathError) -> [Option<u32>; 2] {
    use PathError::{ClosedOff, GoalOutside, OnClosedCell, StartOutside, Unreachable};
    match *error {
        StartOutside { place } | OnClosedCell { side: QuerySide::Start, place } => {
            [place.layer, None]
        }
        GoalOutside { place } | OnClosedCell { place, .. } => [None, place.layer],
        ClosedOff { start, goal } | Unreachable { start, goal } => [start.layer, goal.layer],
        _ => [None; 2],
    }
}

fn narrowest(gap: Gap) -> Value {
    json!({ "from": point(gap.from), "to": point(gap.to), "width": gap.width })
}

fn point(point: DVec2) -> Value {
    json!(point.to_array())
}

/// A place in a text, counted from 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextPlace {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A line with an error.
#[derive(Debug)]
struct Excerpt {
    file: String,
    text: String,
    /// The number of the line, from 1.
    line: usize,
    /// The position within `text`, in bytes.
    mark: Range<usize>,
}

impl Excerpt {
    /// Returns the excerpt at a line and a column, both counted from 1; `None` without such a line.
    fn around(file: &File, text: &str, line: usize, column: usize) -> Option<Self> {
        let text = text.lines().nth(line.checked_sub(1)?)?.to_owned();
        let (start, length) = text
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or((text.len(), 0), |(start, found)| (start, found.len_utf8()));
        Some(Self { file: file.display().to_string(), text, line, mark: start..start + length })
    }

    /// Returns the excerpt for the renderer, which shortens a long line around the mark.
    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let mark = AnnotationKind::Primary.span(self.mark.clone()).label("here");
        Snippet::source(&self.text).path(&self.file).line_start(self.line).annotation(mark)
    }
}
