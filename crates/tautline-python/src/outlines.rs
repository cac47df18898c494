//! The input of a build, from the arrays that the Python part makes of shapes.

use numpy::PyReadonlyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::build::{
    InputPlace, MapSource, Merge, NearMiss, Note, OutlineEdit, Role, near_misses,
};
use tautline::{
    Area, BuildError, BuildOptions, DVec2, Door, FloorConnection, Floors, Link, NavMesh,
    NavMeshBuilder, Outline, Outlines, Wall, build_floors, build_outlines,
};

use crate::arguments::{At, choice, helper};

/// A polygon: its rings, the exterior first.
pub(crate) type Rings<'py> = Vec<PyReadonlyArray2<'py, f64>>;
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

/// The floors of a build, and what joins them.
#[derive(Debug, FromPyObject)]
pub(crate) struct Building<'py> {
    /// The number and the shapes of each floor. The links of all are among those of the first.
    floors: Vec<(u32, Shapes<'py>)>,
    /// The lines along which two floors are joined.
    connections: Vec<(PyReadonlyArray2<'py, f64>, u32, u32)>,
    connection_names: Vec<String>,
}

/// Builds the mesh of a building, and lists the repairs of the input.
pub(crate) fn build(
    py: Python<'_>,
    building: &Building<'_>,
    options: &BuildOptions,
) -> PyResult<(NavMesh, Vec<String>)> {
    let refused = |error: BuildError| PyValueError::new_err(building.message(&error));
    let (mesh, notes) = match building.only_floor() {
        Some(shapes) => {
            let outlines = shapes.outlines();
            let built = py.detach(|| build_outlines(&outlines, options));
            built.map(|(mesh, report)| (mesh, report.notes()))
        }
        None => {
            let floors = building.outlines();
            let built = py.detach(|| build_floors(&floors, options));
            built.map(|(mesh, report)| (mesh, report.notes()))
        }
    }
    .map_err(refused)?;
    let mut repairs = building.named_notes(notes);
    for (layer, shapes) in &building.floors {
        let outlines = shapes.outlines();
        match py.detach(|| near_misses(&outlines, options)) {
            Ok(misses) => repairs.extend(misses.iter().map(|miss| shapes.near_miss(miss))),
            Err(error) => {
                repairs.push(format!("floor {layer}: near misses were not looked for: {error}"));
            }
        }
    }
    Ok((mesh, repairs))
}

/// The arguments of a call that are the shapes of floor 0, in their order, and links.
pub(crate) type Ground<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; 6];

impl<'py> Building<'py> {
    /// Reads the arguments of a call.
    pub(crate) fn read(
        py: Python<'py>,
        ground: Ground<'_, 'py>,
        floors: Option<&Bound<'py, PyAny>>,
        connections: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        helper(py, "building")?.call1((ground.to_vec(), floors, connections))?.extract()
    }
}

impl Building<'_> {
    /// Returns the shapes of floor 0, if there is no other.
    fn only_floor(&self) -> Option<&Shapes<'_>> {
        match &self.floors[..] {
            [(0, shapes)] if self.connections.is_empty() => Some(shapes),
            _ => None,
        }
    }

    /// Returns the shapes for the meshes of many radii.
    pub(crate) fn source(&self) -> MapSource {
        match self.only_floor() {
            Some(shapes) => shapes.outlines().into(),
            None => self.outlines().into(),
        }
    }

    /// Returns a builder of the shapes, whose keys come in the order of the arguments.
    pub(crate) fn builder(&self) -> NavMeshBuilder {
        match self.only_floor() {
            Some(shapes) => NavMeshBuilder::from_outlines(shapes.outlines()),
            None => NavMeshBuilder::from_floors(self.outlines()),
        }
    }

    fn outlines(&self) -> Floors {
        let mut building = Floors::default();
        for (layer, shapes) in &self.floors {
            let mut outlines = shapes.outlines();
            building.links.append(&mut outlines.links);
            building = building.with_floor(*layer, outlines);
        }
        self.connections.iter().fold(building, |building, (line, from, to)| {
            building.with_connection(FloorConnection::new([*from, *to], points(line)))
        })
    }

    /// Describes an error by the names of the shapes.
    pub(crate) fn message(&self, error: &BuildError) -> String {
        let (layer, own) = match error {
            BuildError::OnLayer { layer, error } => (Some(*layer), &**error),
            error => (None, error),
        };
        self.named(&own.to_string(), layer, own.place())
    }

    /// Describes notes by the names of the shapes.
    pub(crate) fn named_notes(&self, notes: Vec<Note>) -> Vec<String> {
        notes.into_iter().map(|note| self.named(&note.text, note.layer, note.place)).collect()
    }

    fn named(&self, message: &str, layer: Option<u32>, place: Option<InputPlace>) -> String {
        let Some(place) = place else { return message.to_owned() };
        if place.role == Role::FloorConnection {
            let counted = format!("{} {}", place.role, place.outline);
            let name = self.connection_names.get(place.outline).unwrap_or(&counted);
            return message.replacen(&counted, name, 1);
        }
        let is_floor = |(own, _): &&(u32, Shapes<'_>)| layer.is_none_or(|layer| *own == layer);
        let shapes = self.floors.iter().find(is_floor);
        shapes.map_or_else(|| message.to_owned(), |(_, shapes)| shapes.named(message, &place))
    }
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

    fn outlines(&self) -> Outlines {
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

    fn near_miss(&self, miss: &NearMiss) -> String {
        self.named(&self.named(&miss.to_string(), &miss.place), &miss.other)
    }

    fn named(&self, message: &str, place: &InputPlace) -> String {
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

pub(crate) fn outline(rings: &Rings<'_>) -> Outline {
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
