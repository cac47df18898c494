//! The names of outlines, for the lines of a script.

use std::collections::BTreeMap;

use tautline::build::{LiveKey, OutlineEdit};
use tautline::io::{FeaturePlace, FloorPlaces, ReadError, read_geojson};
use tautline::{NavMeshBuilder, Outlines};

use super::script::{Add, LineError};

/// The keys of outlines by name; `None` for a name that several features of the map have.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, Option<LiveKey>>);

impl Names {
    /// Adds the outlines of a map to a builder, and notes the names of their features.
    pub(super) fn fill(
        &mut self,
        builder: &mut NavMeshBuilder,
        outlines: &Outlines,
        places: &FloorPlaces,
    ) {
        for (outline, place) in outlines.walkable.iter().zip(&places.walkable) {
            self.note(place, builder.add_walkable(outline.clone()).into());
        }
        for (outline, place) in outlines.obstacles.iter().zip(&places.obstacles) {
            self.note(place, builder.add_obstacle(outline.clone()).into());
        }
        for (wall, place) in outlines.walls.iter().zip(&places.walls) {
            self.note(place, builder.add_wall(wall.clone()).into());
        }
        for (area, place) in outlines.areas.iter().zip(&places.areas) {
            self.note(place, builder.add_area(area.clone()).into());
        }
        for (door, place) in outlines.doors.iter().zip(&places.doors) {
            self.note(place, builder.add_door(door.clone()).into());
        }
        for (link, place) in outlines.links.iter().zip(&places.links) {
            self.note(place, builder.add_link(link.clone()).into());
        }
    }

    fn note(&mut self, place: &FeaturePlace, key: LiveKey) {
        if let Some(name) = &place.name {
            let entry = self.0.entry(name.clone());
            entry.and_modify(|known| *known = None).or_insert(Some(key));
        }
    }

    /// Returns the key of a name.
    pub(super) fn key(&self, name: &str) -> Result<LiveKey, LineError> {
        let about = Some(name.to_owned());
        match self.0.get(name) {
            Some(Some(key)) => Ok(*key),
            Some(None) => {
                let message = format!("several features of the map are named {name:?}");
                Err(LineError { message, about })
            }
            None => {
                let known =
                    self.0.keys().map(|known| (strsim::damerau_levenshtein(name, known), known));
                let near = known.min().filter(|(distance, _)| *distance <= 2);
                let hint = near.map(|(_, near)| format!(": did you mean {near:?}?"));
                let hint = hint.unwrap_or_default();
                Err(LineError { message: format!("there is no outline {name:?}{hint}"), about })
            }
        }
    }

    /// Gives a new outline its name, which no other may have.
    pub(super) fn check_new(&self, name: &str) -> Result<(), LineError> {
        if !self.0.contains_key(name) {
            return Ok(());
        }
        let message = format!("there is an outline {name:?} already: choose another id");
        Err(LineError { message, about: Some(name.to_owned()) })
    }

    pub(super) fn insert(&mut self, name: String, key: LiveKey) {
        self.0.insert(name, Some(key));
    }
}

/// Returns the edit that adds the outline of a line.
pub(super) fn edit_of(add: &Add) -> Result<OutlineEdit, LineError> {
    let error = |message: String, about: &str| LineError { message, about: Some(about.to_owned()) };
    if add.ring.is_some() == add.line.is_some() {
        return Err(error("an outline needs either `ring` or `line`".to_owned(), "add"));
    }
    let features = read_geojson(&add.feature().to_string()).map_err(|found| match found {
        ReadError::Feature(feature) => {
            let about = add.kind.as_deref().unwrap_or("add");
            error(feature.fault.to_string(), about)
        }
        other => error(other.to_string(), "add"),
    })?;
    let outlines = features.outlines();
    let mut edits = outlines.into_iter().flat_map(|outlines| {
        let walkable = outlines.walkable.iter().cloned().map(OutlineEdit::AddWalkable);
        let obstacles = outlines.obstacles.iter().cloned().map(OutlineEdit::AddObstacle);
        let walls = outlines.walls.iter().cloned().map(OutlineEdit::AddWall);
        let areas = outlines.areas.iter().cloned().map(OutlineEdit::AddArea);
        let doors = outlines.doors.iter().cloned().map(OutlineEdit::AddDoor);
        let links = outlines.links.iter().cloned().map(OutlineEdit::AddLink);
        walkable.chain(obstacles).chain(walls).chain(areas).chain(doors).chain(links)
    });
    let kind = add.kind.as_deref().unwrap_or("walkable");
    edits.next().ok_or_else(|| error(format!("nothing is left of this {kind}"), "add"))
}
