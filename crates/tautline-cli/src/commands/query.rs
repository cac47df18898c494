//! `tautline query`: questions about places and about many goals, a file for each kind.

mod place;
mod line;
mod area;
mod many;
mod field;
mod tiles;

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use tautline::draw::{Axis, Scene};
use tautline::error::Short;
use tautline::mesh::EdgeId;
use tautline::{DVec2, MeshFinder, MeshQueries, NavMesh, PathError, Place};

use crate::arguments::query::{FloorArg, MapArgs, Question};
use crate::arguments::{Backend, GroundArgs};
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::Pictures;
use crate::query;
use crate::report::Report;

pub(crate) fn run(question: &Question) -> Result<Report, Failure> {
    let map = question.map();
    map.walk.check(map.backend)?;
    if map.backend == Backend::Grid {
        return tiles::run(question);
    }
    match question {
        Question::Nearest(arguments) => place::nearest(arguments),
        Question::Wall(arguments) => place::wall(arguments),
        Question::Random(arguments) => place::random(arguments),
        Question::Ray(arguments) => line::ray(arguments),
        Question::Move(arguments) => line::step(arguments),
        Question::Visible(arguments) => area::visible(arguments),
        Question::Cells(arguments) => area::cells(arguments),
        Question::Reach(arguments) => area::reach(arguments),
        Question::Distances(arguments) => many::distances(arguments),
        Question::Any(arguments) => many::any(arguments),
        Question::Field(arguments) => field::field(arguments),
    }
}

/// The map of a question, as what is closed and forbidden leaves it.
struct Map {
    ground: Arc<NavMesh>,
    /// Made for the first question that searches: most look at places alone.
    finder: OnceCell<MeshFinder>,
    axis: Axis,
    pictures: Pictures,
}

impl Map {
    fn read(arguments: &MapArgs) -> Result<Self, Failure> {
        let pictures = Pictures::asked_for(&arguments.pictures)?;
        let input = Input::read(&arguments.file, &arguments.tiles)?;
        input.check_outputs(pictures.files())?;
        let options = arguments.building.options();
        let (mesh, axis) = (input.build(&options)?.mesh, input.axis());
        if arguments.ground.is_for_everybody() {
            return Ok(Self { ground: mesh, finder: OnceCell::new(), axis, pictures });
        }
        let finder = restricted(MeshFinder::new(mesh), &arguments.ground)?;
        Ok(Self { ground: finder.current_mesh(), finder: OnceCell::from(finder), axis, pictures })
    }

    fn finder(&self) -> &MeshFinder {
        self.finder.get_or_init(|| MeshFinder::new(self.ground.clone()))
    }

    /// A surveyor for questions at a place.
    fn surveyor_at(&self, place: Place) -> Result<MeshQueries<'_>, Failure> {
        self.check([&place])?;
        Ok(MeshQueries::new(&self.ground))
    }

    /// A surveyor of the map, on the floor that is asked for.
    fn surveyor(&self, floor: FloorArg) -> Result<MeshQueries<'_>, Failure> {
        let survey = MeshQueries::new(&self.ground);
        let Some(floor) = floor.floor else { return Ok(survey) };
        query::check_floor(self.ground.layers(), floor)?;
        Ok(survey.on_layer(floor))
    }

    /// Refuses places on floors that the map does not have.
    fn check<'p>(&self, places: impl IntoIterator<Item = &'p Place>) -> Result<(), Failure> {
        let mut floors = places.into_iter().filter_map(|place| place.layer);
        floors.try_for_each(|floor| query::check_floor(self.ground.layers(), floor))
    }

    fn failed(&self, error: &PathError) -> Failure {
        failed(error, &self.ground)
    }

    /// Draws the answer, if that is asked for, and says where.
    fn draw<'a>(
        &'a self,
        report: &mut Report,
        show: impl FnOnce(Scene<'a>) -> Scene<'a>,
    ) -> Result<(), Failure> {
        if self.pictures.are_wanted() {
            self.pictures.draw(&show(Scene::new().axis(self.axis).mesh(&self.ground)))?;
        }
        self.pictures.mention(report);
        Ok(())
    }
}

/// A finder on what is neither closed nor forbidden.
fn restricted(mut finder: MeshFinder, ground: &GroundArgs) -> Result<MeshFinder, Failure> {
    match query::restrict(&mut finder, ground)? {
        Some(filter) => finder.filtered(filter).map_err(|error| failed(&error, finder.mesh())),
        None => Ok(finder),
    }
}

/// Refuses what no map has a place for.
fn check_place(place: impl Into<Place>) -> Result<(), Failure> {
    let place = place.into().point;
    match place.is_finite() {
        true => Ok(()),
        false => Err(Failure::unusable_arguments(format!("{} is no place on a map", At(place)))),
    }
}

fn failed(error: &PathError, ground: &NavMesh) -> Failure {
    Failure::no_path(&error.explain(ground))
}

/// A point or a place as people read it.
struct At<P>(P);

impl<P: Into<Place> + Copy> fmt::Display for At<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { point, layer } = self.0.into();
        write!(f, "{}, {}", Short(point.x), Short(point.y))?;
        layer.map_or(Ok(()), |layer| write!(f, " on floor {layer}"))
    }
}

fn points_of(places: &[Place]) -> Vec<DVec2> {
    places.iter().map(|place| place.point).collect()
}

fn point(point: DVec2) -> Value {
    json!(point.to_array())
}

/// A number as JSON has it: there is no infinity there.
fn number(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { Value::Null }
}

/// An edge of the mesh as its two ends.
fn wall(mesh: &NavMesh, edge: EdgeId) -> Value {
    json!(mesh.edge_ends(edge).map(|end| end.to_array()))
}
