//! Maps from files.

use godot::classes::{FileAccess, IResource};
use godot::prelude::*;
use tautline::build::OutlineEdit;
use tautline::io::read_geojson;

use crate::world::{Kind, ShapeId, Shapes};

/// The shapes of a GeoJSON file: ground, obstacles, walls, areas with costs, doors and links.
///
/// Coordinates are those of the canvas, with doubles.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct TautlineMapData {
    /// The text of the file.
    #[export(multiline)]
    geojson: GString,
    base: Base<Resource>,
}

#[godot_api]
impl TautlineMapData {
    /// Reads a GeoJSON file of the project or the disk. False, with an error, if it cannot be read or has a fault.
    #[func]
    fn load_geojson(&mut self, path: GString) -> bool {
        let text = FileAccess::get_file_as_string(&path);
        if let Err(reason) = shapes_of(&text.to_string()) {
            godot_error!("{path}: {reason}");
            return false;
        }
        self.geojson = text;
        true
    }
}

impl TautlineMapData {
    /// Returns the text.
    pub(crate) fn text(&self) -> String {
        self.geojson.to_string()
    }
}

#[godot_api]
impl IResource for TautlineMapData {}

/// Reads the shapes of a text.
pub(crate) fn shapes_of(text: &str) -> Result<Shapes, String> {
    let features = read_geojson(text).map_err(|error| error.to_string())?;
    let building = features.building;
    if !building.connections.is_empty() {
        return Err("floor connections are left out: a map of Godot's canvas has one floor".into());
    }
    let mut edits: Vec<OutlineEdit> = Vec::new();
    for floor in building.floors {
        if floor.layer != 0 {
            return Err(format!("floor {}: a map of Godot's canvas has floor 0 only", floor.layer));
        }
        let shapes = floor.outlines;
        edits.extend(shapes.walkable.into_iter().map(OutlineEdit::AddWalkable));
        edits.extend(shapes.obstacles.into_iter().map(OutlineEdit::AddObstacle));
        edits.extend(shapes.walls.into_iter().map(OutlineEdit::AddWall));
        edits.extend(shapes.areas.into_iter().map(OutlineEdit::AddArea));
        edits.extend(shapes.doors.into_iter().map(OutlineEdit::AddDoor));
        edits.extend(shapes.links.into_iter().map(OutlineEdit::AddLink));
    }
    edits.extend(building.links.into_iter().map(OutlineEdit::AddLink));
    let id = |part| ShapeId { kind: Kind::File, node: 0, part };
    Ok(edits.into_iter().enumerate().map(|(part, edit)| (id(part), edit)).collect())
}
