//! Queries on tiles: `ray`, `distances`, `any` and `field`.

use serde_json::{Value, json};
use tautline::draw::{DistanceArrow, DistanceMap, DistancePiece, Scene};
use tautline::error::Short;
use tautline::grid::{Sight, tiles_under};
use tautline::{FlowField, GridFinder, PathError, Place};

use super::many::{
    dots_of, draw_any, draw_ends, ends, goals_of, put_distances, report_any, shapes_of, shown,
};
use super::{At, point, points_of};
use crate::arguments::query::{
    AnyArgs, DistancesArgs, FieldArgs, LineArgs, Question, QuestionArgs,
};
use crate::commands::path::points;
use crate::exit_status::ExitStatus;
use crate::failure::{Failure, outside_bounds};
use crate::input::Input;
use crate::picture::Pictures;
use crate::query::{check_floor, check_unrestricted, grid_finder};
use crate::report::{Report, counted};

pub(super) fn run(
    question: &Question,
    input: &Input,
    pictures: &Pictures,
) -> Result<Report, Failure> {
    let tiles = &Tiles::new(question.on(), input, pictures)?;
    let check = |query, used: &[&str]| question.on().walk.check_used(query, used);
    let steps = ["--neighbors", "--corners"];
    match question {
        Question::Ray(arguments) => {
            check("ray", &["--corners"])?;
            ray(tiles, arguments)
        }
        Question::Distances(arguments) => {
            check("distances", &steps)?;
            distances(tiles, arguments)
        }
        Question::Any(arguments) => {
            check("any", &steps)?;
            any(tiles, arguments)
        }
        Question::Field(arguments) => {
            check("field", &steps)?;
            field(tiles, arguments)
        }
        _ => Err(Failure::unusable_arguments(
            "--backend grid supports only the queries `ray`, `distances`, `any` and `field`",
        )),
    }
}

/// The tile map of a query.
struct Tiles<'a> {
    input: &'a Input,
    finder: GridFinder,
    pictures: &'a Pictures,
}

impl<'a> Tiles<'a> {
    fn new(on: &QuestionArgs, input: &'a Input, pictures: &'a Pictures) -> Result<Self, Failure> {
        check_unrestricted(&on.restrictions)?;
        let finder = grid_finder(input, &on.walk, &on.map.building.options())?;
        Ok(Self { input, finder, pictures })
    }

    /// Returns an error for a floor other than 0, the only one of tiles.
    fn check_floors<'p>(&self, places: impl IntoIterator<Item = &'p Place>) -> Result<(), Failure> {
        let mut floors = places.into_iter().filter_map(|place| place.layer);
        floors.try_for_each(|floor| check_floor(&[0], floor))
    }

    /// Returns the tile that contains a point, a free one if there is one.
    fn at(&self, place: Place) -> Result<Tile, Failure> {
        self.check_floors([&place])?;
        let grid = self.finder.grid();
        let Some(tile) = grid.tile_at(place.point) else {
            let hint = outside_bounds(place.point, grid.bounds());
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            let message = format!("the point {} is outside the map{hint}", At(place));
            return Err(Failure::unusable_arguments(message));
        };
        let is_free = |&(x, y): &Tile| !grid.is_blocked(x, y);
        // A point on a border is in the tiles on either side.
        let mut all = [tile].into_iter().chain(tiles_under(grid, place.point));
        Ok(all.find(is_free).unwrap_or(tile))
    }

    fn all_at(&self, places: &[Place]) -> Result<Vec<Tile>, Failure> {
        places.iter().map(|&place| self.at(place)).collect()
    }

    fn failed(&self, error: &PathError) -> Failure {
        Failure::no_path(&error.explain(&self.finder), self.finder.grid().bounds())
    }

    /// Draws the requested pictures of the answer, and adds their names to the report.
    fn draw<'s>(
        &'s self,
        report: &mut Report,
        show: impl FnOnce(Scene<'s>) -> Scene<'s>,
    ) -> Result<(), Failure> {
        if !self.pictures.is_empty() {
            let scene = Scene::new().axis(self.input.axis()).scale_bar().area_legend();
            self.pictures.draw(&show(scene.grid(self.finder.grid())))?;
        }
        self.pictures.mention(report);
        Ok(())
    }
}

/// Answers `ray`.
fn ray(tiles: &Tiles, arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { from: place, to, .. } = arguments;
    tiles.check_floors([place])?;
    let from = place.point;
    let sight = Sight::new(tiles.finder.grid(), tiles.finder.options().corners);
    let sees = sight.between_points(from, *to);
    let mut report = Report::new(if sees { "clear" } else { "blocked" });
    report.say(if sees {
        format!("clear to {}, distance {}", At(*to), Short(from.distance(*to)))
    } else {
        format!("blocked on the way to {}", At(*to))
    });
    let way = [from, *to];
    tiles.draw(&mut report, |scene| {
        scene.polyline(if sees { &way } else { &[] }).start(from).goal(*to)
    })?;
    Ok(report)
}

const NO_PATHS: &str =
    "--paths applies to meshes; use `path --backend grid` for a path along tiles";

/// Answers `distances`.
fn distances(tiles: &Tiles, arguments: &DistancesArgs) -> Result<Report, Failure> {
    if arguments.paths {
        return Err(Failure::unusable_arguments(NO_PATHS));
    }
    let (starts, goals) = ends(arguments, tiles.input)?;
    let from = tiles.all_at(&starts)?;
    let to = tiles.all_at(&goals)?;
    let mut report = Report::new("ok");
    report.put("from", points(&points_of(&starts)));
    report.put("to", points(&points_of(&goals)));
    match arguments.nearest {
        Some(count) => state_nearest(&mut report, tiles, &from, &to, count)?,
        None => state_costs(&mut report, tiles, &from, &to)?,
    }
    let dots = dots_of(&starts, &goals);
    tiles.draw(&mut report, |scene| draw_ends(scene, &starts, &dots))?;
    Ok(report)
}

/// Column and row of a tile.
type Tile = (u32, u32);

fn state_costs(
    report: &mut Report,
    tiles: &Tiles,
    from: &[Tile],
    to: &[Tile],
) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for &start in from {
        let costs = tiles.finder.costs_to(start, to).map_err(|error| tiles.failed(&error))?;
        let row: Vec<f64> = costs.into_iter().map(|cost| cost.unwrap_or(f64::INFINITY)).collect();
        let columns: Vec<String> = row.iter().map(|&cost| shown(cost)).collect();
        report.say(columns.join("  "));
        rows.push(row);
    }
    put_distances(report, &rows);
    Ok(())
}

fn state_nearest(
    report: &mut Report,
    tiles: &Tiles,
    from: &[Tile],
    to: &[Tile],
    count: u64,
) -> Result<(), Failure> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let center = |(x, y): Tile| At(tiles.finder.grid().center(x, y));
    let mut rows = Vec::new();
    for &start in from {
        let near = tiles.finder.nearest(start, to, count);
        let near = near.map_err(|error| tiles.failed(&error))?;
        report.say(format_args!("from {}", center(start)));
        for found in &near {
            report.say(format_args!("  {}: {}", center(to[found.index]), Short(found.cost)));
        }
        let members =
            near.iter().map(|found| json!({ "goal": found.index, "distance": found.cost }));
        rows.push(members.collect::<Value>());
    }
    if rows.iter().all(|row| row.as_array().is_none_or(Vec::is_empty)) {
        report.exit = ExitStatus::No;
    }
    report.put("nearest", rows);
    Ok(())
}

/// Answers `any`.
fn any(tiles: &Tiles, arguments: &AnyArgs) -> Result<Report, Failure> {
    let goals = goals_of(&arguments.goals);
    tiles.check_floors(&goals.places().flatten().chain([arguments.from]).collect::<Vec<_>>())?;
    let found = tiles.finder.path_to_any(arguments.from, &goals);
    let found = found.map_err(|error| tiles.failed(&error))?;
    let mut report = report_any(&found, None, &goals);
    let shapes = shapes_of(&goals);
    tiles.draw(&mut report, |scene| draw_any(scene, &found.path, &shapes))?;
    Ok(report)
}

/// Answers `field`.
fn field(tiles: &Tiles, arguments: &FieldArgs) -> Result<Report, Failure> {
    if arguments.limit.is_finite() {
        let message = "--limit applies to meshes; a flow field on tiles covers the map";
        return Err(Failure::unusable_arguments(message));
    }
    if arguments.paths {
        return Err(Failure::unusable_arguments(NO_PATHS));
    }
    let goals = tiles.all_at(&arguments.to)?;
    let is_blocked = |&(x, y): &Tile| tiles.finder.grid().is_blocked(x, y);
    if let (Some(&place), true) = (arguments.to.first(), goals.iter().all(is_blocked)) {
        return Err(tiles.failed(&PathError::GoalOutside { place }));
    }
    let field = tiles.finder.flow_field(&goals).map_err(|error| tiles.failed(&error))?;
    let mut report = Report::new("ok");
    summarize(&mut report, tiles, &field, goals.len());
    let mut answers = Vec::new();
    for &at in &arguments.at {
        answers.push(step_at(tiles, &field, at, &mut report)?);
    }
    if !answers.is_empty() && answers.iter().all(|answer| answer["distance"].is_null()) {
        report.exit = ExitStatus::No;
    }
    report.put("answers", answers);
    if !tiles.pictures.is_empty() {
        let map = DistanceMap { goals: arguments.to.clone(), ..distance_map(tiles, &field) };
        tiles.draw(&mut report, |scene| scene.distances(&map))?;
    }
    Ok(report)
}

/// Reports the number of tiles that the field covers, and the farthest of them.
fn summarize(report: &mut Report, tiles: &Tiles, field: &FlowField, goals: usize) {
    let grid = tiles.finder.grid();
    let all = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    let reached: Vec<(f64, Tile)> =
        all.filter_map(|(x, y)| Some((field.cost(x, y)?, (x, y)))).collect();
    report.put("reached_cells", reached.len());
    report.say(format_args!(
        "{} of {} with a path to {}",
        reached.len(),
        counted(grid.free_count() as u64, "free tile"),
        counted(goals as u64, "goal")
    ));
    if let Some(&(cost, (x, y))) = reached.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        let center = grid.center(x, y);
        report.put("farthest", json!({ "at": point(center), "distance": cost }));
        report.say(format_args!("farthest tile: {}, distance {}", At(center), Short(cost)));
    }
}

/// Reports the cost and the next step at a point.
fn step_at(
    tiles: &Tiles,
    field: &FlowField,
    at: Place,
    report: &mut Report,
) -> Result<Value, Failure> {
    let (x, y) = tiles.at(at)?;
    let Some(cost) = field.cost(x, y) else {
        report.say(format_args!("{}: unreachable", At(at)));
        return Ok(json!({ "at": point(at.point), "distance": null, "status": "unreachable" }));
    };
    let (x, y) = field.next(x, y).unwrap_or((x, y));
    let next = tiles.finder.grid().center(x, y);
    report.say(format_args!("{}: distance {}, next waypoint {}", At(at), Short(cost), At(next)));
    Ok(json!({ "at": point(at.point), "distance": cost, "next": point(next) }))
}

/// Colours each tile by its cost, and points an arrow to the next tile.
fn distance_map(tiles: &Tiles, field: &FlowField) -> DistanceMap {
    let grid = tiles.finder.grid();
    let mut map = DistanceMap::default();
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        let Some(distance) = field.cost(x, y) else { continue };
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        let ring = corners.map(|(x, y)| grid.corner(x, y)).to_vec();
        map.pieces.push(DistancePiece { ring, layer: 0, distance });
        map.farthest = map.farthest.max(distance);
        if let Some(direction) = field.direction(x, y) {
            let (center, half) = (grid.center(x, y), direction * grid.cell_size() * 0.33);
            map.arrows.push(DistanceArrow { ends: [center - half, center + half], layer: 0 });
        }
    }
    map
}
