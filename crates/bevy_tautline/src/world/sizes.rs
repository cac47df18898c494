//! The live mesh for one radius, with the keys of its shapes.

use std::collections::BTreeMap;

use tautline::build::{EditError, LiveKey, OutlineEdit};
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
            let own = drawing.edits.iter().filter_map(|edit| edit.add_to(&mut builder)).collect();
            keys.insert(id, own);
        }
        let live =
            if options.recorded { LiveMesh::recorded(builder) } else { LiveMesh::new(builder) };
        let mut size = Self { radius, live: live?, keys };
        let is_closed = |(id, drawing): &(&ShapeId, &Drawing)| id.0 == DOORS && !drawing.is_open;
        for (id, _) in shapes.iter().filter(is_closed) {
            // A door off the mesh has nothing to close.
            let _nothing = size.live.close_door(&door_name(id.1));
        }
        Ok(size)
    }
}

/// Takes the shapes out that cannot be part of any mesh, and returns them with their reasons.
///
/// Complexity: one build for each ground, and one more for each shape at fault.
pub(super) fn take_faulty(options: &NavMap, shapes: &mut Shapes) -> Vec<(ShapeId, String)> {
    let mut faulty = Vec::new();
    let (mut valid, mut others): (Shapes, Shapes) =
        std::mem::take(shapes).into_iter().partition(|(id, _)| id.0 == GROUNDS);
    valid.retain(|&id, drawing| {
        let alone = Shapes::from([(id, drawing.clone())]);
        let fault = Size::new(options, 0.0, &alone).err();
        faulty.extend(fault.as_ref().map(|error| (id, error.to_string())));
        fault.is_none()
    });
    if let Ok(Size { mut live, .. }) = Size::new(options, 0.0, &valid) {
        loop {
            let edits =
                || others.iter().flat_map(|(id, at)| at.edits.iter().map(move |edit| (*id, edit)));
            let batch: Vec<OutlineEdit> = edits().map(|(_, edit)| edit.clone()).collect();
            let Err(EditError::Invalid { edit, error }) = live.apply(&batch).map(|_| ()) else {
                break;
            };
            let Some(id) = edits().nth(edit).map(|(id, _)| id) else { break };
            others.remove(&id);
            faulty.push((id, error.to_string()));
        }
    }
    *shapes = valid;
    shapes.append(&mut others);
    faulty
}
