//! `tautline path`: one query, its answer, and pictures of it.

mod sketch;
mod trace;

use std::fmt::Write;
use std::time::Instant;

use serde_json::json;
use tautline::error::Short;
use tautline::path::{LinkUse, SearchStats};
use tautline::{
    DVec2, FilterId, Guarantee, NavMesh, Path, PathError, PathQuery, PathStatus, Scratch,
};

use crate::arguments::{Backend, BudgetArgs, FinderArgs, PathArgs};
use crate::failure::Failure;
use crate::input::Input;
use crate::query::Finder;
use crate::report::{Report, counted};
use sketch::Sketch;
use trace::Trace;

pub(crate) fn run(arguments: &PathArgs) -> Result<Report, Failure> {
    let sketches = Sketch::asked_for(arguments)?;
    let trace = Trace::asked_for(arguments)?;
    let input = Input::read(&arguments.file, &arguments.tiles)?;
    let pictures = sketches.pictures.files();
    input.check_outputs(pictures.chain(arguments.trace.as_deref()))?;
    let options = arguments.building.options();
    let mut finder = Finder::on(&input, &arguments.finder, &options)?;
    let filter = finder.restrict(&arguments.ground)?;
    let query = query(arguments, filter);
    finder.check_floors(&query)?;
    if trace.is_some() && finder.mesh().is_some_and(NavMesh::has_layers) {
        let message = "--trace draws maps of one floor; --svg and --png draw paths floor by floor";
        return Err(Failure::unusable_arguments(message));
    }
    check_verify(arguments.verify, &arguments.finder)?;
    let mut path = Path::default();
    let begun = Instant::now();
    let found = finder.pathfinder().find_path_into(&query, &mut Scratch::new(), &mut path);
    let microseconds = begun.elapsed().as_nanos() as f64 / 1e3;
    let question = Question { input: &input, finder: &finder, query: &query };
    if let Err(error) = found {
        return Err(no_path(&error, question, &sketches, trace.as_ref()).so_far(&path));
    }
    sketches.draw(question, &path)?;
    let mut report = report(&path, finder.mesh(), microseconds);
    report.put("backend", arguments.finder.backend.name());
    if arguments.verify {
        finder.verify(&path, &query).map_err(|defect| Failure::defect(&defect))?;
        report.put("verified", true);
        report.say("checked: it can be walked, and what it says of itself is true");
    }
    sketches.pictures.mention(&mut report);
    if let Some(trace) = trace {
        trace.draw(question)?;
        trace.mention(&mut report);
    }
    Ok(report)
}

/// Refuses to have paths checked that are none on a mesh.
pub(super) fn check_verify(is_asked: bool, finder: &FinderArgs) -> Result<(), Failure> {
    match (is_asked, finder.backend) {
        (true, Backend::Grid) => Err(Failure::unusable_arguments(
            "--verify checks paths on a mesh, not those of --backend grid",
        )),
        _ => Ok(()),
    }
}

/// A query, and what answers it.
#[derive(Debug, Clone, Copy)]
struct Question<'a> {
    input: &'a Input,
    finder: &'a Finder,
    query: &'a PathQuery,
}

fn query(arguments: &PathArgs, filter: Option<FilterId>) -> PathQuery {
    let mut query = PathQuery::new(arguments.from, arguments.to)
        .search(arguments.finder.search)
        .start_policy(arguments.start)
        .goal_policy(arguments.goal);
    (query.snap, query.filter) = (arguments.snap, filter);
    let BudgetArgs { max_expanded, max_cost } = arguments.budget;
    (query.max_expanded, query.max_cost) = (max_expanded, max_cost);
    query
}

/// The failure to report, after the pictures of it are drawn.
fn no_path(
    error: &PathError,
    question: Question<'_>,
    sketches: &Sketch,
    trace: Option<&Trace>,
) -> Failure {
    let failure = Failure::no_path(&question.finder.explain(error, question.query));
    if matches!(error, PathError::InvalidQuery { .. } | PathError::Unsupported { .. }) {
        return failure;
    }
    let drawn = sketches.draw_failure(error, question);
    let traced = trace.map_or(Ok(()), |trace| trace.draw(question));
    match (drawn, traced) {
        (Err(unwritable), _) | (_, Err(unwritable)) => unwritable,
        (Ok(()), Ok(())) => {
            let failure = sketches.pictures.mention_in(failure);
            match trace {
                Some(trace) => trace.mention_in(failure),
                None => failure,
            }
        }
    }
}

fn report(path: &Path, mesh: Option<&NavMesh>, microseconds: f64) -> Report {
    let mut report = told(path, mesh);
    let SearchStats { expanded, pushed, tried, reopened } = path.stats();
    report.put("pushed", pushed);
    report.put("tried", tried);
    report.put("reopened", reopened);
    report.put("time_us", microseconds);
    report.say(format_args!(
        "{} expanded in {microseconds:.0} microseconds",
        counted(expanded, "node")
    ));
    report
}

/// What a path says of itself.
pub(super) fn told(path: &Path, mesh: Option<&NavMesh>) -> Report {
    let status = status_name(path.status());
    let is_optimal = path.guarantee() == Guarantee::Optimal;
    let mut report = Report::new(status);
    report.put("length", path.length());
    report.put("cost", path.cost());
    report.put("lower_bound", path.lower_bound());
    report.put("guarantee", if is_optimal { "optimal" } else { "bounded" });
    report.put("points", points(path.waypoints()));
    if !path.links().is_empty() {
        report.put("links", links(path, mesh));
    }
    report.put("start_offset", path.start_offset());
    report.put("goal_offset", path.goal_offset());
    report.put("cells", path.cells().len());
    report.put("expanded", path.stats().expanded);
    report.say(headline(path, status, is_optimal));
    for (leg, point) in path.waypoints().iter().enumerate() {
        let point = format!("  {}, {}", Short(point.x), Short(point.y));
        match path.link_of_leg(leg) {
            Some(link) => report.say(format_args!("{point}, and over {}", name_of(link, mesh))),
            None => report.say(point),
        }
    }
    report
}

/// The links that a path uses, as JSON has them.
fn links(path: &Path, mesh: Option<&NavMesh>) -> Vec<serde_json::Value> {
    let told = path.links().iter().map(|link| {
        json!({
            "link": link.link.index(),
            "lane": link.lane,
            "name": mesh.and_then(|mesh| mesh.link(link.link)).map(|link| &link.name),
            "leg": link.leg,
            "cost": link.cost,
        })
    });
    told.collect()
}

/// A link that a path uses, as people know it.
fn name_of(used: &LinkUse, mesh: Option<&NavMesh>) -> String {
    let link = mesh.and_then(|mesh| mesh.link(used.link));
    let name = link.map(|link| link.name.as_str()).filter(|name| !name.is_empty());
    let name = name.map_or_else(|| used.link.index().to_string(), |name| format!("{name:?}"));
    match link.is_some_and(|link| link.lanes().len() > 1) {
        true => format!("link {name}, lane {}", used.lane),
        false => format!("link {name}"),
    }
}

/// The path in one line.
fn headline(path: &Path, status: &str, is_optimal: bool) -> String {
    let [length, cost, bound] = [path.length(), path.cost(), path.lower_bound()].map(Short);
    let mut line = format!("{status}: length {length}");
    // Writing into a String cannot fail.
    let _ = match (cost == length, is_optimal) {
        (true, true) => write!(line, ", the shortest"),
        (true, false) => write!(line, ", none is shorter than {bound}"),
        (false, _) => write!(line, ", cost {cost}, none is cheaper than {bound}"),
    };
    let ends = [
        ("the start was moved by", path.start_offset()),
        ("it ends off the goal by", path.goal_offset()),
    ];
    for (what, offset) in ends {
        if offset > 0.0 {
            let _ = write!(line, "; {what} {}", Short(offset));
        }
    }
    line
}

/// A path's status as JSON has it.
pub(super) fn status_name(status: PathStatus) -> &'static str {
    match status {
        PathStatus::Complete => "complete",
        _ => "partial",
    }
}

/// Points as JSON has them.
pub(super) fn points(points: &[DVec2]) -> serde_json::Value {
    points.iter().map(|point| json!(point.to_array())).collect()
}
