//! The shapes of a file: in a builder with their keys by name, and as a mesh.

use std::collections::BTreeMap;

use navmesh_build::{
    BuildError, BuildOptions, BuildReport, LiveKey, NavMeshBuilder, build_floors, build_outlines,
    near_misses,
};
use navmesh_core::{Floor, NavMesh, Outlines};
use navmesh_io::{FeaturePlace, Features, FloorPlaces};

/// Adds the shapes of a GeoJSON text to a builder. Returns their keys by the names of their features; a feature of several
/// parts has a key for each.
///
/// The keys are valid in a [`LiveMesh`](crate::LiveMesh) of the builder. See [`FeaturePlace::name`].
///
/// Complexity: O(n log n) in the number of shapes.
///
/// ```
/// use tautline::build::add_features;
/// use tautline::{LiveMesh, NavMeshBuilder, io::read_geojson};
///
/// let text = r#"{"type": "FeatureCollection", "features": [
///     {"type": "Feature", "properties": {}, "geometry":
///         {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]}},
///     {"type": "Feature", "id": "crate", "properties": {"kind": "obstacle"}, "geometry":
///         {"type": "Polygon", "coordinates": [[[4, 2], [6, 2], [6, 5], [4, 5], [4, 2]]]}}]}"#;
/// let mut builder = NavMeshBuilder::new();
/// let keys = add_features(&mut builder, &read_geojson(text)?);
/// let mut map = LiveMesh::new(builder)?;
/// map.remove(keys["crate"][0])?;
/// assert_eq!(map.mesh().area(), 80.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add_features(
    builder: &mut NavMeshBuilder,
    features: &Features,
) -> BTreeMap<String, Vec<LiveKey>> {
    let Features { building, places, connection_places, link_places, .. } = features;
    let mut keys = NamedKeys::default();
    for (floor, places) in building.floors.iter().zip(places) {
        keys.add_floor(builder, floor, places);
    }
    for (link, place) in building.links.iter().zip(link_places) {
        keys.note(place, builder.add_link(link.clone()));
    }
    for (connection, place) in building.connections.iter().zip(connection_places) {
        keys.note(place, builder.add_connection(connection.clone()));
    }
    keys.0
}

/// Builds the mesh of the shapes of a file. Returns it with notes, one sentence each: on the file, on what the build changed
/// ([`BuildReport::notes`]), and on [gaps that look unintended](near_misses).
///
/// Shapes have the numbers that they have on their floor.
///
/// # Errors
///
/// Those of [`build_outlines`] and [`build_floors`].
///
/// ```
/// use tautline::{BuildOptions, build::build_features, io::read_geojson};
///
/// let text = r#"{"type": "FeatureCollection", "features": [
///     {"type": "Feature", "properties": {}, "geometry":
///         {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]}},
///     {"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry":
///         {"type": "LineString", "coordinates": [[5, 0.004], [5, 8]]}}]}"#;
/// let (mesh, notes) = build_features(&read_geojson(text)?, &BuildOptions::default())?;
/// assert_eq!(mesh.area(), 80.0);
/// assert!(notes[0].starts_with("door 0, vertex 0: misses walkable 0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_features(
    features: &Features,
    options: &BuildOptions,
) -> Result<(NavMesh, Vec<String>), BuildError> {
    let mut notes: Vec<String> = features.notes.iter().map(ToString::to_string).collect();
    let mesh = if let Some(outlines) = features.outlines() {
        let (mesh, report) = build_outlines(outlines, options)?;
        notes.extend(floor_notes(&report, outlines, options));
        mesh
    } else {
        let (mesh, report) = build_floors(&features.building, options)?;
        for ((layer, report), floor) in report.floors.iter().zip(&features.building.floors) {
            let own = floor_notes(report, &floor.outlines, options);
            notes.extend(own.map(|note| format!("floor {layer}: {note}")));
        }
        mesh
    };
    Ok((mesh, notes))
}

/// Returns the notes on a floor. Gaps are not looked for where more pairs than the limit are near one another.
fn floor_notes(
    report: &BuildReport,
    outlines: &Outlines,
    options: &BuildOptions,
) -> impl Iterator<Item = String> + use<> {
    let misses = near_misses(outlines, options).unwrap_or_default();
    let notes = report.notes().into_iter().map(|note| note.text);
    notes.chain(misses.into_iter().map(|miss| miss.to_string()))
}

#[derive(Default)]
struct NamedKeys(BTreeMap<String, Vec<LiveKey>>);

impl NamedKeys {
    fn add_floor(&mut self, builder: &mut NavMeshBuilder, floor: &Floor, places: &FloorPlaces) {
        let Floor { layer, outlines } = floor;
        let mut floor = builder.on_layer(*layer);
        for (outline, place) in outlines.walkable.iter().zip(&places.walkable) {
            self.note(place, floor.add_walkable(outline.clone()));
        }
        for (outline, place) in outlines.obstacles.iter().zip(&places.obstacles) {
            self.note(place, floor.add_obstacle(outline.clone()));
        }
        for (wall, place) in outlines.walls.iter().zip(&places.walls) {
            self.note(place, floor.add_wall(wall.clone()));
        }
        for (area, place) in outlines.areas.iter().zip(&places.areas) {
            self.note(place, floor.add_area(area.clone()));
        }
        for (door, place) in outlines.doors.iter().zip(&places.doors) {
            self.note(place, floor.add_door(door.clone()));
        }
        for (link, place) in outlines.links.iter().zip(&places.links) {
            self.note(place, builder.add_link(link.clone().on_layers([*layer; 2])));
        }
    }

    fn note(&mut self, place: &FeaturePlace, key: impl Into<LiveKey>) {
        if let Some(name) = &place.name {
            self.0.entry(name.clone()).or_default().push(key.into());
        }
    }
}
