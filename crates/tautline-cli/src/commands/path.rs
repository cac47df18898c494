//! `tautline path`: answers one query, with pictures.

mod arcs;
mod costs;
mod heights;
mod too_narrow;
mod pictures;
mod trace;

use std::fmt::Write;
use std::time::Instant;

use serde_json::json;
use tautline::error::{Short, TooNarrow};
use tautline::path::{LinkUse, SearchStats};
use tautline::{
    DVec2, FilterId, Guarantee, NavMesh, Path, PathError, PathQuery, PathStatus, Search,
};

use crate::arguments::{Backend, FinderArgs, PathArgs};
use crate::at::At;
use crate::failure::Failure;
use crate::input::Input;
use crate::query::Finder;
use crate::report::{Report, counted};
use pictures::PathPictures;
use trace::Trace;

pub(crate) fn run(arguments: &PathArgs) -> Result<Report, Failure> {
    let pictures = PathPictures::from_arguments(arguments)?;
    let trace = Trace::from_arguments(arguments)?;
    let input = Input::read(&arguments.map)?;
    input.check_outputs(pictures.files().chain(arguments.trace.as_deref()))?;
    let answer = answer(arguments, &input, &pictures, trace.as_ref());
    input.in_degrees(answer)
}

fn answer(
    arguments: &PathArgs,
    input: &Input,
    pictures: &PathPictures,
    trace: Option<&Trace>,
) -> Result<Report, Failure> {
    let options = arguments.map.building.options();
    let mut finder = Finder::new(input, &arguments.finder, &options)?;
    let filter = finder.restrict(&arguments.restrictions)?;
    let query = query(arguments, input, filter)?;
    finder.check_floors(&query)?;
    if trace.is_some() && finder.mesh().is_some_and(NavMesh::has_layers) {
        let message = "--trace supports maps with one floor; use --svg or --png";
        return Err(Failure::unusable_arguments(message));
    }
    check_verify(arguments.verify, &arguments.finder)?;
    check_gap(arguments)?;
    arcs::check(arguments)?;
    arguments.finder.walk.check_replacement(arguments.goal)?;
    let mut path = Path::default();
    let begun = Instant::now();
    let (geodesic, found) = heights::find(arguments.on_surface, input, &finder, &query, &mut path)?;
    let microseconds = begun.elapsed().as_nanos() as f64 / 1e3;
    let subject = Subject { input, finder: &finder, query: &query };
    if let Err(error) = found {
        let too_narrow = too_narrow::find(&error, subject, arguments);
        let failure = no_path(&error, subject, pictures, trace, too_narrow.as_ref());
        return Err(failure.with_partial_path(&path, floors(&path, finder.mesh())));
    }
    let mesh = finder.mesh_for_query(&query);
    let curve = arcs::curve(arguments, &path, mesh.as_deref());
    pictures.draw(subject, &path, curve.as_ref())?;
    let heights = heights::of(input, &path);
    let mut report = report(&path, mesh.as_deref(), &heights, microseconds);
    heights::describe(&mut report, input, &path);
    if let Some(geodesic) = &geodesic {
        heights::describe_geodesic(&mut report, geodesic);
    }
    if let Some(curve) = &curve {
        arcs::describe(&mut report, curve);
    }
    report.put("backend", arguments.finder.backend.name());
    if arguments.verify {
        finder.verify(&path, &query).map_err(|defect| Failure::defect(&defect))?;
        costs::verify_bound(&finder, &query, &path)?;
        report.put("verified", true);
        report.say("verified: the path is legal, and its reported values are correct");
    }
    pictures.mention(&mut report);
    if let Some(trace) = trace {
        trace.draw(subject)?.mention(&mut report);
    }
    Ok(report)
}

/// Returns an error if `--verify` is given for tiles.
pub(super) fn check_verify(verify: bool, finder: &FinderArgs) -> Result<(), Failure> {
    if verify && finder.backend == Backend::Grid {
        let message = "--verify applies to meshes, not to --backend grid";
        return Err(Failure::unusable_arguments(message));
    }
    Ok(())
}

/// Returns an error if `--gap` is given for a search that does not read it.
fn check_gap(arguments: &PathArgs) -> Result<(), Failure> {
    let FinderArgs { backend, search, .. } = arguments.finder;
    if arguments.budget.gap.is_some() && (backend == Backend::Grid || search != Search::Auto) {
        let message = "--gap applies to the default search on a mesh, not to --backend grid or another --search";
        return Err(Failure::unusable_arguments(message));
    }
    Ok(())
}

/// A query with its map and its finder.
#[derive(Debug, Clone, Copy)]
struct Subject<'a> {
    input: &'a Input,
    finder: &'a Finder,
    query: &'a PathQuery,
}

fn query(
    arguments: &PathArgs,
    input: &Input,
    filter: Option<FilterId>,
) -> Result<PathQuery, Failure> {
    let [start, goal] = [arguments.from, arguments.to].map(|end| heights::place(input, end));
    let mut query = PathQuery::new(start?, goal?)
        .search(arguments.finder.search)
        .start_policy(arguments.start)
        .goal_policy(arguments.goal);
    query.snap = arguments.snap;
    query.filter = filter;
    query.max_expanded = arguments.budget.max_expanded;
    query.max_cost = arguments.budget.max_cost;
    query.gap = arguments.budget.gap;
    Ok(query)
}

/// Draws the pictures of a failed query, and returns the failure.
fn no_path(
    error: &PathError,
    subject: Subject<'_>,
    pictures: &PathPictures,
    trace: Option<&Trace>,
    too_narrow: Option<&TooNarrow>,
) -> Failure {
    let explanation = subject.finder.explain(error, subject.query);
    let failure = Failure::no_path(&explanation, subject.finder.bounds());
    let failure = match (error, subject.query.max_cost) {
        (PathError::BudgetExhausted { lower_bound, .. }, Some(limit)) if *lower_bound > limit => {
            failure.at_max_cost(limit)
        }
        _ => failure,
    };
    let failure = match too_narrow {
        Some(too_narrow) => too_narrow::explain(failure, too_narrow),
        None => failure,
    };
    if matches!(error, PathError::InvalidQuery { .. } | PathError::Unsupported { .. }) {
        return failure;
    }
    let drawn = pictures.draw_failure(error, subject, too_narrow);
    let traced = trace.map(|trace| trace.draw(subject)).transpose();
    match (drawn, traced) {
        (Err(unwritable), _) | (_, Err(unwritable)) => unwritable,
        (Ok(()), Ok(traced)) => {
            let failure = pictures.mention_in(failure);
            match traced {
                Some(traced) => traced.mention_in(failure),
                None => failure,
            }
        }
    }
}

fn report(path: &Path, mesh: Option<&NavMesh>, heights: &[f64], microseconds: f64) -> Report {
    let mut report = describe(path, mesh, heights);
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

/// Reports a path with its properties, and the heights of its waypoints if there are any.
pub(super) fn describe(path: &Path, mesh: Option<&NavMesh>, heights: &[f64]) -> Report {
    let status = status_name(path.status());
    let is_optimal = path.guarantee() == Guarantee::Optimal;
    let mut report = Report::new(status);
    report.put("length", path.length());
    report.put("cost", path.cost());
    report.put("lower_bound", path.lower_bound());
    report.put("guarantee", if is_optimal { "optimal" } else { "bounded" });
    report.put("gap", costs::gap(path));
    report.put("points", points(path.waypoints()));
    let floors = floors(path, mesh);
    if !floors.is_empty() {
        report.put("floors", floors.clone());
    }
    if !path.links().is_empty() {
        report.put("links", links(path, mesh));
    }
    report.put("start_offset", path.start_offset());
    report.put("goal_offset", path.goal_offset());
    report.put("cells", path.cells().len());
    report.put("expanded", path.stats().expanded);
    report.say(headline(path, mesh, status));
    for (leg, point) in path.waypoints().iter().enumerate() {
        let floor = floors.get(leg).map(|floor| format!(" on floor {floor}")).unwrap_or_default();
        let height = heights.get(leg).map(|height| format!(" at height {}", Short(*height)));
        let point = format!("  {}{floor}{}", At(*point), height.unwrap_or_default());
        match path.link_of_leg(leg) {
            Some(link) => report.say(format_args!("{point}, then {}", name_of(link, mesh))),
            None => report.say(point),
        }
    }
    if let Some(mesh) = mesh {
        costs::state_sections(&mut report, path, mesh);
    }
    report
}

/// Returns the links of a path as JSON.
fn links(path: &Path, mesh: Option<&NavMesh>) -> Vec<serde_json::Value> {
    let links = path.links().iter().map(|link| {
        json!({
            "link": link.link.index(),
            "lane": link.lane,
            "name": mesh.and_then(|mesh| mesh.link(link.link)).map(|link| &link.name),
            "leg": link.leg,
            "cost": link.cost,
        })
    });
    links.collect()
}

/// Names a link of a path in text.
fn name_of(used: &LinkUse, mesh: Option<&NavMesh>) -> String {
    let link = mesh.and_then(|mesh| mesh.link(used.link));
    let name = link.map(|link| link.name.as_str()).filter(|name| !name.is_empty());
    let name = name.map_or_else(|| used.link.index().to_string(), |name| format!("{name:?}"));
    if link.is_some_and(|link| link.lanes().len() > 1) {
        format!("link {name}, lane {}", used.lane)
    } else {
        format!("link {name}")
    }
}

/// Summarizes a path in one line.
fn headline(path: &Path, mesh: Option<&NavMesh>, status: &str) -> String {
    let [length, cost, bound] = [path.length(), path.cost(), path.lower_bound()].map(Short);
    let mut line = format!("{status}: length {length}");
    // Writing into a String cannot fail.
    if cost != length {
        let _ = write!(line, ", cost {cost}");
    }
    let _ = if path.guarantee() == Guarantee::Optimal {
        write!(line, ", optimal")
    } else {
        write!(line, ", lower bound {bound}, gap {}", costs::percent(costs::gap(path)))
    };
    // Waypoints on tiles are the centers of tiles, unless --ends says otherwise.
    let to = if mesh.is_none() { " to the center of a tile" } else { "" };
    for (end, offset) in [("start", path.start_offset()), ("goal", path.goal_offset())] {
        if offset > 0.0 {
            let _ = write!(line, "; {end} moved by {}{to}", Short(offset));
        }
    }
    line
}

/// Returns the status of a path in JSON.
pub(super) fn status_name(status: PathStatus) -> &'static str {
    match status {
        PathStatus::Complete => "complete",
        _ => "partial",
    }
}

/// Returns the floor of each waypoint; none on a map without floors.
pub(super) fn floors(path: &Path, mesh: Option<&NavMesh>) -> Vec<u32> {
    let Some(mesh) = mesh.filter(|mesh| mesh.has_layers()) else { return Vec::new() };
    path.places(mesh).iter().filter_map(|place| place.layer).collect()
}

/// Returns points as JSON.
pub(super) fn points(points: &[DVec2]) -> serde_json::Value {
    points.iter().map(|point| json!(point.to_array())).collect()
}
