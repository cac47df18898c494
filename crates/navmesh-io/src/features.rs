//! Outlines as GeoJSON, which every map tool can write.
//!
//! Format: H. Butler and others, "The GeoJSON Format", RFC 7946, 2016. We differ from it in:
//! 1) coordinates are planar map units, y up, never degrees; 2) rings may be open, and run either
//!    way round; 3) infinite and too large numbers are refused.
//!
//! A text holds a FeatureCollection, one Feature or a bare geometry. A feature's property `kind`
//! says what it is, `walkable` where it is missing or null; its `name` (else its `id`) names it in
//! errors and notes. Ground, obstacles and areas are Polygons and MultiPolygons, walls and doors LineStrings
//! and MultiLineStrings, or GeometryCollections of these at any depth; every polygon becomes an outline
//! of its own, every line a wall or a door. An area's property `cost` says what a unit of length costs on
//! it, 1 where it is missing or null. An area's or a door's `name` is what it is called (an `id` is not:
//! areas of one name and cost are one). Later areas lie on top.

mod place;
mod read;
mod shape;

use navmesh_core::Outlines;

use crate::error::ReadError;
pub use place::{FeatureError, FeatureFault, FeatureNote, FeaturePlace, Omitted};

/// What a GeoJSON text holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// The outlines, in the order of the text.
    pub outlines: Outlines,
    /// Where each walkable outline stands in the text.
    pub walkable_places: Vec<FeaturePlace>,
    /// Where each obstacle stands in the text.
    pub obstacle_places: Vec<FeaturePlace>,
    /// Where each wall stands in the text.
    pub wall_places: Vec<FeaturePlace>,
    /// Where each area stands in the text.
    pub area_places: Vec<FeaturePlace>,
    /// Where each door stands in the text.
    pub door_places: Vec<FeaturePlace>,
    /// What was left out or repaired, in the order of the text.
    pub notes: Vec<FeatureNote>,
}

/// Reads a GeoJSON text.
///
/// Left out with a [`FeatureNote`]: altitudes, members that GeoJSON does not know, null geometries, empty
/// geometries, polygons, rings and lines, and properties that have no effect on the feature's kind.
/// Whether rings and lines have enough points is for the builder to judge.
///
/// Complexity: linear in the text. Arrays and objects may nest 127 deep.
///
/// # Errors
///
/// [`ReadError::Json`] with line and column where the text is no JSON (numbers beyond the range of
/// doubles included), [`ReadError::NotGeoJson`] where the whole is not GeoJSON, and
/// [`ReadError::Feature`] where one feature is not, or is of an unknown kind, or of a kind that its
/// geometry cannot have, or has a cost that is no number, or a position of fewer than two numbers or out of the coordinate domain.
///
/// ```
/// let text = r#"{"type": "Feature", "properties": {"kind": "obstacle", "name": "pillar"},
///     "geometry": {"type": "Polygon", "coordinates": [[[0, 0, 9.5], [1, 0], [0, 1], [0, 0]]]}}"#;
/// let features = navmesh_io::read_geojson(text)?;
/// assert_eq!(features.outlines.obstacles[0].exterior.len(), 4);
/// assert_eq!(
///     features.notes[0].to_string(),
///     "feature 0 \"pillar\" (counted from 0): the altitude of 1 position was dropped"
/// );
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_geojson(text: &str) -> Result<Features, ReadError> {
    read::read(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cfg(test)]
mod tests;
