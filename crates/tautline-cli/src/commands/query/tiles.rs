//! The questions that tiles answer: `ray`, `distances`, `any` and `field`.

use serde_json::{Value, json};
use tautline::draw::{Axis, Scene, Tint};
use tautline::error::Short;
use tautline::grid::Sight;
use tautline::{DVec2, FlowField, GridFinder, PathError, Place};

use super::many::{ends, goals_of, put_distances, report_any, shapes_of, shown, to_any};
use super::{At, point, points_of};
use crate::arguments::query::{AnyArgs, DistancesArgs, FieldArgs, LineArgs, MapArgs, Question};
use crate::commands::path::points;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::Pictures;
use crate::query::{check_floor, check_no_ground, grid_finder};
use crate::report::{Report, counted};

pub(super) fn run(question: &Question) -> Result<Report, Failure> {
    let heeding = |name, rules: &[&str]| question.map().walk.check_heeded(name, rules);
    let steps = ["--neighbors", "--corners"];
    match question {
        Question::Ray(asked) => heeding("ray", &steps[1..]).and_then(|()| ray(asked)),
        Question::Distances(asked) => heeding("distances", &steps).and_then(|()| distances(asked)),
        Question::Any(asked) => heeding("any", &steps).and_then(|()| any(asked)),
        Question::Field(asked) => heeding("field", &steps).and_then(|()| field(asked)),
        _ => Err(Failure::unusable_arguments(
            "with --backend grid only `ray`, `distances`, `any` and `field` are asked",
        )),
    }
}

/// The tiles of a question.
struct Tiles {
    finder: GridFinder,
    axis: Axis,
    pictures: Pictures,
}

impl Tiles {
    fn read(arguments: &MapArgs) -> Result<Self, Failure> {
        let pictures = Pictures::asked_for(&arguments.pictures)?;
        check_no_ground(&arguments.ground)?;
        let input = Input::read(&arguments.file, &arguments.tiles)?;
        input.check_outputs(pictures.files())?;
        let options = arguments.building.options();
        let finder = grid_finder(&input, &arguments.walk, &options)?;
        Ok(Self { finder, axis: input.axis(), pictures })
    }

    /// Refuses places on floors: tiles have one.
    fn check<'p>(&self, places: impl IntoIterator<Item = &'p Place>) -> Result<(), Failure> {
        let mut floors = places.into_iter().filter_map(|place| place.layer);
        floors.try_for_each(|floor| check_floor(&[0], floor))
    }

    /// The tile under a point; one outside of the map has none.
    fn at(&self, place: Place) -> Result<(u32, u32), Failure> {
        self.check([&place])?;
        let tile = self.finder.grid().tile_at(place.point);
        tile.ok_or_else(|| {
            Failure::unusable_arguments(format!("{} is on no tile of the map", At(place)))
        })
    }

    fn all_at(&self, places: &[Place]) -> Result<Vec<(u32, u32)>, Failure> {
        places.iter().map(|&place| self.at(place)).collect()
    }

    fn failed(&self, error: &PathError) -> Failure {
        Failure::no_path(&error.explain(&self.finder))
    }

    /// Draws the answer, if that is asked for, and says where.
    fn draw<'a>(
        &'a self,
        report: &mut Report,
        show: impl FnOnce(Scene<'a>) -> Scene<'a>,
    ) -> Result<(), Failure> {
        if self.pictures.are_wanted() {
            let scene = Scene::new().axis(self.axis).grid(self.finder.grid());
            self.pictures.draw(&show(scene))?;
        }
        self.pictures.mention(report);
        Ok(())
    }
}

/// Whether one point sees the other.
fn ray(arguments: &LineArgs) -> Result<Report, Failure> {
    let LineArgs { map, from: place, to } = arguments;
    let tiles = Tiles::read(map)?;
    tiles.check([place])?;
    let from = place.point;
    let sight = Sight::new(tiles.finder.grid(), tiles.finder.options().corners);
    let sees = sight.between_points(from, *to);
    let mut report = Report::new(if sees { "clear" } else { "blocked" });
    report.say(match sees {
        true => format!("clear: {} to {}", Short(from.distance(*to)), At(*to)),
        false => format!("blocked on the way to {}", At(*to)),
    });
    let way = [from, *to];
    tiles.draw(&mut report, |scene| {
        scene.way(if sees { &way } else { &[] }).start(from).goal(*to)
    })?;
    Ok(report)
}

/// From many to many: what the ways cost.
fn distances(arguments: &DistancesArgs) -> Result<Report, Failure> {
    if arguments.paths {
        let message = "--paths belongs to meshes; `path --backend grid` gives a path along tiles";
        return Err(Failure::unusable_arguments(message));
    }
    let (starts, goals) = ends(arguments)?;
    let tiles = Tiles::read(&arguments.map)?;
    let (from, to) = (tiles.all_at(&starts)?, tiles.all_at(&goals)?);
    let mut report = Report::new("ok");
    report.put("from", points(&points_of(&starts)));
    report.put("to", points(&points_of(&goals)));
    match arguments.nearest {
        Some(count) => state_nearest(&mut report, &tiles, (&from, &to), count)?,
        None => state_costs(&mut report, &tiles, (&from, &to))?,
    }
    let corners = points_of(&goals);
    tiles.draw(&mut report, |scene| scene.corners(&corners))?;
    Ok(report)
}

/// Tiles to begin at, and tiles to go to.
type Ends<'a> = (&'a [(u32, u32)], &'a [(u32, u32)]);

fn state_costs(report: &mut Report, tiles: &Tiles, (from, to): Ends<'_>) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for &start in from {
        let costs = tiles.finder.costs_to(start, to).map_err(|error| tiles.failed(&error))?;
        let row: Vec<f64> = costs.into_iter().map(|cost| cost.unwrap_or(f64::INFINITY)).collect();
        let told: Vec<String> = row.iter().map(|&cost| shown(cost)).collect();
        report.say(told.join("  "));
        rows.push(row);
    }
    put_distances(report, &rows);
    Ok(())
}

fn state_nearest(
    report: &mut Report,
    tiles: &Tiles,
    (from, to): Ends<'_>,
    count: u64,
) -> Result<(), Failure> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let center = |(x, y): (u32, u32)| At(tiles.finder.grid().center(x, y));
    let mut rows = Vec::new();
    for &start in from {
        let near = tiles.finder.nearest_of(start, to, count);
        let near = near.map_err(|error| tiles.failed(&error))?;
        report.say(format_args!("from {}", center(start)));
        for found in &near {
            report.say(format_args!("  {}: {}", center(to[found.index]), Short(found.cost)));
        }
        let told = near.iter().map(|found| json!({ "goal": found.index, "distance": found.cost }));
        rows.push(told.collect::<Value>());
    }
    if rows.iter().all(|row| row.as_array().is_none_or(Vec::is_empty)) {
        report.exit = ExitStatus::No;
    }
    report.put("nearest", rows);
    Ok(())
}

/// To whichever goal is nearest.
fn any(arguments: &AnyArgs) -> Result<Report, Failure> {
    let tiles = Tiles::read(&arguments.map)?;
    let goals = goals_of(&arguments.goals);
    tiles.check(&goals.places().flatten().chain([arguments.from]).collect::<Vec<_>>())?;
    let found = tiles.finder.find_path_to_any(arguments.from, &goals);
    let (path, goal) = found.map_err(|error| tiles.failed(&error))?;
    let mut report = report_any(&path, None, (goal, &goals));
    let shapes = shapes_of(&goals);
    tiles.draw(&mut report, |scene| to_any(scene, &path, &shapes))?;
    Ok(report)
}

/// Where each tile steps next.
fn field(arguments: &FieldArgs) -> Result<Report, Failure> {
    if arguments.limit.is_finite() {
        let message = "--limit belongs to meshes; a field of tiles covers the map";
        return Err(Failure::unusable_arguments(message));
    }
    let tiles = Tiles::read(&arguments.map)?;
    let goals = tiles.all_at(&arguments.to)?;
    let field = tiles.finder.flow_field(&goals).map_err(|error| tiles.failed(&error))?;
    let mut report = Report::new("ok");
    report.say(format_args!("a field over tiles, to {}", counted(goals.len() as u64, "goal")));
    let mut answers = Vec::new();
    for &at in &arguments.at {
        answers.push(ask(&tiles, &field, at, &mut report)?);
    }
    if !answers.is_empty() && answers.iter().all(|answer| answer["distance"].is_null()) {
        report.exit = ExitStatus::No;
    }
    report.put("answers", answers);
    let arrows = arrows(&tiles, &field);
    let corners = points_of(&arguments.to);
    tiles.draw(&mut report, |scene| scene.shapes(&arrows, Tint::Touched).corners(&corners))?;
    Ok(report)
}

/// What the field says at a point, for both readers.
fn ask(tiles: &Tiles, field: &FlowField, at: Place, report: &mut Report) -> Result<Value, Failure> {
    let (x, y) = tiles.at(at)?;
    let Some(cost) = field.cost(x, y) else {
        report.say(format_args!("{}: no way", At(at)));
        return Ok(json!({ "at": point(at.point), "distance": null, "status": "unreachable" }));
    };
    let (x, y) = field.next(x, y).unwrap_or((x, y));
    let next = tiles.finder.grid().center(x, y);
    report.say(format_args!("{}: {} to walk, first to {}", At(at), Short(cost), At(next)));
    Ok(json!({ "at": point(at.point), "distance": cost, "next": point(next) }))
}

/// For each tile a stroke towards the next.
fn arrows(tiles: &Tiles, field: &FlowField) -> Vec<Vec<DVec2>> {
    if !tiles.pictures.are_wanted() {
        return Vec::new();
    }
    let grid = tiles.finder.grid();
    let strokes = (0..grid.tile_count() as u32).filter_map(|slot| {
        let (x, y) = grid.tile(slot);
        let direction = field.direction(x, y)?;
        let center = grid.center(x, y);
        Some(vec![center, center + direction * grid.cell_size() * 0.4])
    });
    strokes.collect()
}
