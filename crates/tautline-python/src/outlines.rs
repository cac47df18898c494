//! The input of a build, from the arrays that the Python part makes of shapes.

use numpy::PyReadonlyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::build::{InputPlace, Merge, NearMiss, OutlineEdit, Role, near_misses};
use tautline::{
    Area, BuildError, BuildOptions, DVec2, Door, Link, NavMesh, Outline, Outlines, Wall,
    build_outlines,
};

use crate::arguments::{At, choice};

/// A polygon: its rings, the exterior first.
type Rings<'py> = Vec<PyReadonlyArray2<'py, f64>>;
/// The start, the goal, the cost, one way or not, and the name of a link.
type LinkFields = (At, At, Option<f64>, bool, String);

/// The shapes of a build, and the names by which errors call them.
#[derive(Debug, FromPyObject)]
pub(crate) struct Shapes<'py> {
    walkable: Vec<Rings<'py>>,
    obstacles: Vec<Rings<'py>>,
    walls: Vec<PyReadonlyArray2<'py, f64>>,
    areas: Vec<(Rings<'py>, f64, String)>,
    doors: Vec<(PyReadonlyArray2<'py, f64>, String)>,
    links: Vec<LinkFields>,
    /// For each role the name of each of its shapes, such as `walkable[2]`.
    names: Names,
}

#[derive(Debug, FromPyObject)]
struct Names {
    walkable: Vec<String>,
    obstacles: Vec<String>,
    walls: Vec<String>,
    areas: Vec<String>,
    doors: Vec<String>,
    links: Vec<String>,
}

/// The words and numbers of a build.
#[derive(Debug)]
pub(crate) struct Settings<'a> {
    pub(crate) radius: f64,
    pub(crate) fill: &'a str,
    pub(crate) merge: bool,
    pub(crate) arc_tolerance: f64,
    pub(crate) max_intersections: Option<usize>,
    pub(crate) weld: Option<f64>,
}

impl Settings<'_> {
    pub(crate) fn options(&self) -> PyResult<BuildOptions> {
        let fill = choice("fill", self.fill)?;
        let options = BuildOptions::default().agent_radius(self.radius).fill(fill);
        let options = options.arc_tolerance(self.arc_tolerance);
        let merge = if self.merge { Merge::default() } else { Merge::None };
        let mut options = options.merge(merge);
        options.max_intersections = self.max_intersections;
        options.weld = self.weld;
        Ok(options)
    }
}

/// Builds the mesh of shapes, and lists the repairs of the input.
pub(crate) fn build(
    py: Python<'_>,
    shapes: &Shapes<'_>,
    options: &BuildOptions,
) -> PyResult<(NavMesh, Vec<String>)> {
    let outlines = shapes.outlines();
    let (mesh, report) = py
        .detach(|| build_outlines(&outlines, options))
        .map_err(|error| PyValueError::new_err(shapes.message(&error)))?;
    let named =
        |miss: &NearMiss| shapes.named(&shapes.named(&miss.to_string(), &miss.place), &miss.other);
    let misses = match py.detach(|| near_misses(&outlines, options)) {
        Ok(misses) => misses.iter().map(named).collect(),
        Err(error) => vec![format!("near misses were not looked for: {error}")],
    };
    let notes = report.notes();
    let notes = notes.iter().map(|note| match &note.place {
        Some(place) => shapes.named(&note.text, place),
        None => note.text.clone(),
    });
    Ok((mesh, notes.chain(misses).collect()))
}

impl Shapes<'_> {
    /// Returns the edits that add the shapes, kind by kind, and the name of each.
    pub(crate) fn edits(&self) -> impl Iterator<Item = (OutlineEdit, String)> + '_ {
        let shapes = self.outlines();
        let walkable = shapes.walkable.into_iter().map(OutlineEdit::AddWalkable);
        let obstacles = shapes.obstacles.into_iter().map(OutlineEdit::AddObstacle);
        let walls = shapes.walls.into_iter().map(OutlineEdit::AddWall);
        let areas = shapes.areas.into_iter().map(OutlineEdit::AddArea);
        let doors = shapes.doors.into_iter().map(OutlineEdit::AddDoor);
        let links = shapes.links.into_iter().map(OutlineEdit::AddLink);
        let edits = walkable.chain(obstacles).chain(walls).chain(areas).chain(doors).chain(links);
        let Names { walkable, obstacles, walls, areas, doors, links } = &self.names;
        let mut names = [walkable, obstacles, walls, areas, doors, links].into_iter().flatten();
        edits.map(move |edit| (edit, names.next().cloned().unwrap_or_default()))
    }

    pub(crate) fn has_areas(&self) -> bool {
        !self.areas.is_empty()
    }

    pub(crate) fn outlines(&self) -> Outlines {
        Outlines {
            walkable: self.walkable.iter().map(outline).collect(),
            obstacles: self.obstacles.iter().map(outline).collect(),
            walls: self.walls.iter().map(|line| Wall::new(points(line))).collect(),
            areas: self
                .areas
                .iter()
                .map(|(rings, cost, name)| Area::new(outline(rings), name, *cost))
                .collect(),
            doors: self.doors.iter().map(|(line, name)| Door::new(points(line), name)).collect(),
            links: self.links.iter().map(link).collect(),
        }
    }

    /// Describes an error by the names of the shapes.
    pub(crate) fn message(&self, error: &BuildError) -> String {
        let message = error.to_string();
        match error.place() {
            Some(place) => self.named(&message, &place),
            None => message,
        }
    }

    pub(crate) fn named(&self, message: &str, place: &InputPlace) -> String {
        let names = match place.role {
            Role::Walkable => &self.names.walkable,
            Role::Obstacle => &self.names.obstacles,
            Role::Wall => &self.names.walls,
            Role::Area => &self.names.areas,
            Role::Door => &self.names.doors,
            Role::Link => &self.names.links,
            Role::FloorConnection => return message.to_owned(),
        };
        let Some(name) = names.get(place.outline) else { return message.to_owned() };
        let counted = format!("{} {}", place.role, place.outline);
        message.replacen(&counted, name, 1)
    }
}

fn outline(rings: &Rings<'_>) -> Outline {
    let mut rings = rings.iter().map(points);
    Outline { exterior: rings.next().unwrap_or_default(), holes: rings.collect() }
}

fn points(array: &PyReadonlyArray2<'_, f64>) -> Vec<DVec2> {
    array.as_array().outer_iter().map(|row| DVec2::new(row[0], row[1])).collect()
}

fn link(fields: &LinkFields) -> Link {
    let (At(from), At(to), cost, one_way, name) = fields;
    let floors = [from, to].map(|end| end.layer.unwrap_or(0));
    let link = Link::new(from.point, to.point, name).on_layers(floors);
    let link = match cost {
        Some(cost) => link.cost(*cost),
        None => link,
    };
    if *one_way { link.one_way() } else { link }
}
