//! The names of outlines, for the lines of a script.

use std::collections::BTreeMap;

use tautline::build::{LiveKey, OutlineEdit, add_features};
use tautline::io::{Features, ReadError, read_geojson};
use tautline::{Floor, Floors, LiveMesh, NavMeshBuilder};

use super::script::{Add, LineError, nearest};

/// The keys of outlines by name: of the features of the map, and of outlines that came later. A name may go to another
/// outline once none of its outlines stands.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, Vec<LiveKey>>);

impl Names {
    /// Adds the outlines of a map to a builder, and notes the names of their features.
    pub(super) fn of(builder: &mut NavMeshBuilder, features: &Features) -> Self {
        Self(add_features(builder, features))
    }

    /// Returns the key of a name, whose outline stands.
    pub(super) fn key(&self, name: &str, map: &LiveMesh) -> Result<LiveKey, LineError> {
        let message = match self.standing(name, map)[..] {
            [key] => return Ok(key),
            [_, ..] => format!("several features of the map are named {name:?}"),
            [] if self.0.contains_key(name) => {
                format!("the outline {name:?} does not stand: it was removed or undone")
            }
            [] => {
                let known: Vec<&str> = self.0.keys().map(String::as_str).collect();
                let near = nearest(name, &known);
                let hint = near.map(|near| format!(": did you mean {near:?}?")).unwrap_or_default();
                format!("there is no outline {name:?}{hint}")
            }
        };
        Err(LineError { message, about: Some(name.to_owned()) })
    }

    /// Returns the keys of a name whose outlines stand.
    fn standing(&self, name: &str, map: &LiveMesh) -> Vec<LiveKey> {
        let keys = self.0.get(name).into_iter().flatten().copied();
        keys.filter(|&key| map.shape(key).is_some()).collect()
    }

    /// Checks that no outline that stands has the name of a new one.
    pub(super) fn check_new(&self, name: &str, map: &LiveMesh) -> Result<(), LineError> {
        if self.standing(name, map).is_empty() {
            return Ok(());
        }
        let message = format!("there is an outline {name:?} already: choose another id");
        Err(LineError { message, about: Some(name.to_owned()) })
    }

    pub(super) fn insert(&mut self, name: String, key: LiveKey) {
        self.0.entry(name).or_default().push(key);
    }
}

/// Returns the edit that adds the outline of a line.
pub(super) fn edit_of(add: &Add) -> Result<OutlineEdit, LineError> {
    let error = |message: String, about: &str| LineError { message, about: Some(about.to_owned()) };
    if add.ring.is_some() == add.line.is_some() {
        return Err(error("an outline needs either `ring` or `line`".to_owned(), "add"));
    }
    if add.line.is_some() && !add.holes.is_empty() {
        return Err(error("a `line` has no `holes`".to_owned(), "holes"));
    }
    let features = read_geojson(&add.feature().to_string()).map_err(|found| match found {
        ReadError::Feature(feature) => {
            let about = add.kind.as_deref().unwrap_or("add");
            error(feature.fault.to_string(), about)
        }
        other => error(other.to_string(), "add"),
    })?;
    let Floors { floors, connections, links } = features.building;
    let on_floor = |Floor { layer, outlines }: Floor| {
        let walkable = outlines.walkable.into_iter().map(OutlineEdit::AddWalkable);
        let obstacles = outlines.obstacles.into_iter().map(OutlineEdit::AddObstacle);
        let walls = outlines.walls.into_iter().map(OutlineEdit::AddWall);
        let areas = outlines.areas.into_iter().map(OutlineEdit::AddArea);
        let doors = outlines.doors.into_iter().map(OutlineEdit::AddDoor);
        let links = outlines.links.into_iter().map(move |link| link.on_layers([layer; 2]));
        let shapes = walkable.chain(obstacles).chain(walls).chain(areas).chain(doors);
        let shapes = shapes.map(move |edit| edit.on_layer(layer));
        shapes.chain(links.map(OutlineEdit::AddLink))
    };
    let between = links.into_iter().map(OutlineEdit::AddLink);
    let between = between.chain(connections.into_iter().map(OutlineEdit::AddConnection));
    let mut edits = floors.into_iter().flat_map(on_floor).chain(between);
    let kind = add.kind.as_deref().unwrap_or("walkable");
    let edit =
        edits.next().ok_or_else(|| error(format!("nothing is left of this {kind}"), "add"))?;
    if edits.next().is_some() {
        return Err(error(format!("a {kind} has one line, and no `holes`"), "holes"));
    }
    Ok(edit)
}
