//! The shapes of a file: in a builder with their keys by name, and as a mesh.

mod named;

use std::collections::BTreeMap;

use navmesh_build::{
    BuildError, BuildOptions, LiveKey, NavMeshBuilder, NearMiss, build_floors, build_outlines,
    near_misses,
};
use navmesh_core::{Floor, NavMesh};
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

/// The reason why a build of the shapes of a file failed. Its message names the features of the file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct FeatureBuildError {
    /// The error, with places as the builder counts them.
    pub error: BuildError,
    message: String,
}

/// Builds the mesh of the shapes of a file. Returns it with notes, one sentence each: on the file, and on what the build
/// changed ([`BuildReport::notes`](navmesh_build::BuildReport::notes)). They name the features of the file.
///
/// Complexity: that of [`build_outlines`] or [`build_floors`].
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
///     {"type": "Feature", "properties": {"kind": "wall", "name": "fence"}, "geometry":
///         {"type": "LineString", "coordinates": [[20, 0], [20, 8]]}}]}"#;
/// let (mesh, notes) = build_features(&read_geojson(text)?, &BuildOptions::default())?;
/// assert_eq!(mesh.area(), 80.0);
/// let fence = r#"feature 1 "fence", vertex 0 (counted from 0): it has no effect on the walkable area"#;
/// assert_eq!(notes, [fence]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_features(
    features: &Features,
    options: &BuildOptions,
) -> Result<(NavMesh, Vec<String>), FeatureBuildError> {
    let built = match features.outlines() {
        Some(outlines) => {
            build_outlines(outlines, options).map(|(mesh, report)| (mesh, report.notes()))
        }
        None => {
            build_floors(&features.building, options).map(|(mesh, report)| (mesh, report.notes()))
        }
    };
    let (mesh, notes) = built
        .map_err(|error| FeatureBuildError { message: named::error(features, &error), error })?;
    let of_build =
        notes.into_iter().map(|note| named::begin(features, note.layer, note.place, note.text));
    Ok((mesh, features.notes.iter().map(ToString::to_string).chain(of_build).collect()))
}

/// Describes the [gaps between the shapes of a file that look unintended](near_misses): floor by floor, the narrowest first.
///
/// Where more pairs than the limit are near one another, a sentence tells so.
///
/// Complexity: that of [`near_misses`].
///
/// ```
/// use tautline::{BuildOptions, build::near_misses_of_features, io::read_geojson};
///
/// let text = r#"{"type": "FeatureCollection", "features": [
///     {"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry":
///         {"type": "LineString", "coordinates": [[5, 0.004], [5, 8]]}},
///     {"type": "Feature", "properties": {}, "geometry":
///         {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]}}]}"#;
/// let misses = near_misses_of_features(&read_geojson(text)?, &BuildOptions::default());
/// let gate = r#"feature 0 "gate", vertex 0 (counted from 0): misses feature 1 (counted from 0) by 0.004"#;
/// assert!(misses[0].starts_with(gate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn near_misses_of_features(features: &Features, options: &BuildOptions) -> Vec<String> {
    let of_floor = |floor: &Floor| {
        let layer = Some(floor.layer);
        let name = |miss: NearMiss| {
            let text = named::end(features, layer, Some(miss.other), miss.to_string());
            named::begin(features, layer, Some(miss.place), text)
        };
        match near_misses(&floor.outlines, options) {
            Ok(misses) => misses.into_iter().map(name).collect(),
            Err(error) => vec![format!("near misses were not looked for: {error}")],
        }
    };
    features.building.floors.iter().flat_map(of_floor).collect()
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
