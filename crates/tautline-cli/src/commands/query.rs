//! `tautline query`: spatial queries and queries with many goals.

mod place;
mod line;
mod area;
pub(crate) mod widest;
mod many;
mod field;
mod tiles;

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::{Value, json};
use tautline::draw::Scene;
use tautline::mesh::EdgeId;
use tautline::{DVec2, MeshFinder, MeshQueries, NavMesh, PathError, Place};

use crate::arguments::query::{FloorArg, Question, QuestionArgs};
use crate::arguments::{Backend, RestrictionArgs};
use crate::at::At;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::Pictures;
use crate::query;
use crate::report::Report;

pub(crate) fn run(question: &Question) -> Result<Report, Failure> {
    let on = question.on();
    on.walk.check(on.backend)?;
    question.check_region().map_err(Failure::unusable_arguments)?;
    let pictures = Pictures::from_arguments(&on.pictures)?;
    let input = Input::read(&on.map)?;
    input.check_outputs(pictures.files())?;
    let mut question = question.clone();
    for point in question.points_mut() {
        *point = input.place((*point).into())?.point;
    }
    let answer = match on.backend {
        Backend::Grid => tiles::run(&question, &input, &pictures),
        Backend::Navmesh => answer(&question, &input, &pictures),
    };
    input.in_degrees(answer)
}

fn answer(question: &Question, input: &Input, pictures: &Pictures) -> Result<Report, Failure> {
    let map = &Map::build(question.on(), input, pictures)?;
    match question {
        Question::Nearest(arguments) => place::nearest(map, arguments),
        Question::Wall(arguments) => place::wall(map, arguments),
        Question::Random(arguments) => place::random(map, arguments),
        Question::Ray(arguments) => line::ray(map, arguments),
        Question::Move(arguments) => line::step(map, arguments),
        Question::Visible(arguments) => area::visible(map, arguments),
        Question::Cells(arguments) => area::cells(map, arguments),
        Question::Reach(arguments) => area::reach(map, arguments),
        Question::Widest(arguments) => widest::widest(map, arguments),
        Question::Distances(arguments) => many::distances(map, arguments),
        Question::Any(arguments) => many::any(map, arguments),
        Question::Field(arguments) => field::field(map, arguments),
    }
}

/// The map of a query, without closed doors and forbidden areas.
struct Map<'a> {
    input: &'a Input,
    mesh: Arc<NavMesh>,
    /// Created on first use, because most queries need only the mesh.
    finder: OnceCell<MeshFinder>,
    pictures: &'a Pictures,
}

impl<'a> Map<'a> {
    fn build(on: &QuestionArgs, input: &'a Input, pictures: &'a Pictures) -> Result<Self, Failure> {
        let mesh = input.build(&on.map.building.options())?.mesh;
        if on.restrictions.is_empty() {
            return Ok(Self { input, mesh, finder: OnceCell::new(), pictures });
        }
        let finder = restricted(MeshFinder::new(mesh), &on.restrictions)?;
        Ok(Self { input, mesh: finder.current_mesh(), finder: OnceCell::from(finder), pictures })
    }

    fn finder(&self) -> &MeshFinder {
        self.finder.get_or_init(|| MeshFinder::new(self.mesh.clone()))
    }

    /// Returns the queries of the mesh, after a check of the floor of `place`.
    fn queries_at(&self, place: Place) -> Result<MeshQueries<'_>, Failure> {
        self.check_floors([&place])?;
        Ok(MeshQueries::new(&self.mesh))
    }

    /// Returns the queries of the mesh, restricted to a floor.
    fn queries_on(&self, floor: FloorArg) -> Result<MeshQueries<'_>, Failure> {
        let queries = MeshQueries::new(&self.mesh);
        let Some(floor) = floor.floor else { return Ok(queries) };
        query::check_floor(self.mesh.layers(), floor)?;
        Ok(queries.on_layer(floor))
    }

    /// Returns an error if the map does not have the floor of a place.
    fn check_floors<'p>(&self, places: impl IntoIterator<Item = &'p Place>) -> Result<(), Failure> {
        let mut floors = places.into_iter().filter_map(|place| place.layer);
        floors.try_for_each(|floor| query::check_floor(self.mesh.layers(), floor))
    }

    fn failed(&self, error: &PathError) -> Failure {
        failed(error, &self.mesh)
    }

    /// Draws the requested pictures of the answer, and adds their names to the report.
    fn draw<'s>(
        &'s self,
        report: &mut Report,
        show: impl FnOnce(Scene<'s>) -> Scene<'s>,
    ) -> Result<(), Failure> {
        if !self.pictures.is_empty() {
            self.pictures.draw(&show(
                Scene::new().axis(self.input.axis()).scale_bar().area_legend().mesh(&self.mesh),
            ))?;
        }
        self.pictures.mention(report);
        Ok(())
    }
}

/// Closes doors, and applies the filter of forbidden areas and area costs.
fn restricted(
    mut finder: MeshFinder,
    restrictions: &RestrictionArgs,
) -> Result<MeshFinder, Failure> {
    match query::restrict(&mut finder, restrictions)? {
        Some(filter) => finder.filtered(filter).map_err(|error| failed(&error, finder.mesh())),
        None => Ok(finder),
    }
}

/// Returns an error if a coordinate is infinite or NaN.
fn check_finite(place: impl Into<Place>) -> Result<(), Failure> {
    let point = place.into().point;
    if point.is_finite() {
        return Ok(());
    }
    Err(Failure::unusable_arguments(format!("the point {} is not finite", At(point))))
}

fn failed(error: &PathError, mesh: &NavMesh) -> Failure {
    Failure::no_path(&error.explain(mesh), mesh.bounds())
}

fn points_of(places: &[Place]) -> Vec<DVec2> {
    places.iter().map(|place| place.point).collect()
}

/// Adds a point to the JSON object, and its floor if the map has several.
fn put_place(report: &mut Report, place: Place) {
    report.put("point", point(place.point));
    if let Some(layer) = place.layer {
        report.put("floor", layer);
    }
}

fn point(point: DVec2) -> Value {
    json!(point.to_array())
}

/// Returns a number as JSON; null for infinity, which JSON does not have.
fn number(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { Value::Null }
}

/// Returns the two ends of an edge as JSON.
fn wall(mesh: &NavMesh, edge: EdgeId) -> Value {
    json!(mesh.edge_ends(edge).map(|end| end.to_array()))
}
