//! The live mesh for one radius, with the keys of its shapes.

use std::collections::BTreeMap;

use tautline::build::{LiveKey, LiveShape, OutlineEdit};
use tautline::{BuildError, LiveMesh, NavMeshBuilder};

use crate::gather::{DOORS, Drawing, GROUNDS, ShapeId, door_name};
use crate::map::NavMap;

/// All shapes of a map.
pub(super) type Shapes = BTreeMap<ShapeId, Drawing>;

/// The live mesh for one radius.
#[derive(Debug)]
pub(super) struct Size {
    pub(super) radius: f64,
    pub(super) live: LiveMesh,
    pub(super) keys: BTreeMap<ShapeId, Vec<LiveKey>>,
}

impl Size {
    /// Builds a mesh of shapes.
    pub(super) fn new(options: &NavMap, radius: f64, shapes: &Shapes) -> Result<Self, BuildError> {
        let mut builder = NavMeshBuilder::new().with_options(options.build_options(radius));
        let mut keys = BTreeMap::new();
        for (&id, drawing) in shapes {
            let own = drawing.edits.iter().filter_map(|edit| add(&mut builder, edit)).collect();
            keys.insert(id, own);
        }
        let mut size = Self { radius, live: LiveMesh::new(builder)?, keys };
        let is_closed = |(id, drawing): &(&ShapeId, &Drawing)| id.0 == DOORS && !drawing.is_open;
        for (id, _) in shapes.iter().filter(is_closed) {
            // A door off the mesh has nothing to close.
            let _nothing = size.live.close_door(&door_name(id.1));
        }
        Ok(size)
    }

    /// Builds a mesh of those shapes that can be part of one, and takes the others out, with their reasons.
    pub(super) fn of_valid(
        options: &NavMap,
        radius: f64,
        shapes: &mut Shapes,
    ) -> (Result<Self, BuildError>, Vec<(ShapeId, String)>) {
        let mut refused = Vec::new();
        let mut valid = Shapes::new();
        for (id, drawing) in std::mem::take(shapes) {
            valid.insert(id, drawing);
            let is_ground = id.0 == GROUNDS;
            let built = if is_ground {
                let alone = valid.iter().filter(|at| *at.0 == id);
                let alone = alone.map(|(id, drawing)| (*id, drawing.clone())).collect();
                Self::new(options, 0.0, &alone)
            } else {
                Self::new(options, radius, &valid)
            };
            if let Err(error) = built {
                valid.remove(&id);
                refused.push((id, error.to_string()));
            }
        }
        *shapes = valid;
        (Self::new(options, radius, shapes), refused)
    }
}

/// Adds a shape to a builder. `None` for an edit that adds none.
fn add(builder: &mut NavMeshBuilder, edit: &OutlineEdit) -> Option<LiveKey> {
    let (edit, layer) = edit.placed();
    Some(match edit {
        OutlineEdit::AddLink(link) => builder.add_link(link.clone()).into(),
        OutlineEdit::AddConnection(connection) => builder.add_connection(connection.clone()).into(),
        OutlineEdit::AddWalkable(outline) => {
            builder.on_layer(layer).add_walkable(outline.clone()).into()
        }
        OutlineEdit::AddObstacle(outline) => {
            builder.on_layer(layer).add_obstacle(outline.clone()).into()
        }
        OutlineEdit::AddWall(wall) => builder.on_layer(layer).add_wall(wall.clone()).into(),
        OutlineEdit::AddArea(area) => builder.on_layer(layer).add_area(area.clone()).into(),
        OutlineEdit::AddDoor(door) => builder.on_layer(layer).add_door(door.clone()).into(),
        _ => return None,
    })
}

/// Returns the shape that an edit adds.
pub(super) fn shape(edit: &OutlineEdit) -> Option<LiveShape> {
    Some(match edit.placed().0 {
        OutlineEdit::AddWalkable(outline) | OutlineEdit::AddObstacle(outline) => {
            outline.clone().into()
        }
        OutlineEdit::AddWall(wall) => wall.clone().into(),
        OutlineEdit::AddArea(area) => area.clone().into(),
        OutlineEdit::AddDoor(door) => door.clone().into(),
        OutlineEdit::AddLink(link) => link.clone().into(),
        OutlineEdit::AddConnection(connection) => connection.clone().into(),
        _ => return None,
    })
}
