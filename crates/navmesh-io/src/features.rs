//! Outlines as GeoJSON.
//!
//! Format: H. Butler and others, "The GeoJSON Format", RFC 7946, 2016. We differ from it in:
//! 1) coordinates are planar map units, y up, unless [`Features::map_points`] projects them; 2) rings may be open, and run either
//!    way round; 3) infinite and too large numbers are refused.
//!
//! A text holds a FeatureCollection, one Feature or a bare geometry. Walkable outlines, obstacles and areas are
//! Polygons and MultiPolygons. Walls, doors, floor connections and links are LineStrings and MultiLineStrings.
//! Both may be in GeometryCollections, at any depth. Every polygon becomes an outline, and every line a wall, a
//! door, a floor connection or a link. The lines of one MultiLineString are the lanes of one link.
//!
//! | property | of | holds | default |
//! |---|---|---|---|
//! | `kind` | all | `walkable`, `obstacle`, `wall`, `area`, `door`, `floor_connection` or `link` | `walkable` |
//! | `name` | all | the name of an area, a door or a link; names any feature in errors and notes | the `id`, in errors |
//! | `layer` | all but floor connections | the number of the floor | 0 |
//! | `layers` | floor connections, links | the two floors that are joined, or that the link's ends are on | – |
//! | `cost` | areas | the cost per unit of length | 1 |
//! | `cost` | links | the cost of using it | the length of its longest lane |
//! | `one_way` | links | true if it leads from its first point to its second only | false |
//! | `lanes` | links of two lines | the number of lanes laid evenly between the two lines | 2 |
//!
//! A null property counts as missing. A name may be a number. Areas of the same name and cost are one area. Later
//! areas lie on top.

pub(crate) mod place;
mod kind;
mod properties;
mod shape;
mod read;
mod degrees;
mod write;

use std::collections::BTreeMap;

use navmesh_core::{Floor, Floors, Outlines};

use crate::error::ReadError;
pub use place::{FeatureError, FeatureFault, FeatureNote, FeaturePlace, Omitted};
pub use write::write_geojson;

/// The contents of a GeoJSON text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// The outlines of each floor, in the order in which the text first names the floors, and the floor connections
    /// and links between them. Without any, there is floor 0.
    pub building: Floors,
    /// The places of the outlines in the text, floor by floor.
    pub places: Vec<FloorPlaces>,
    /// The place of each floor connection in the text.
    pub connection_places: Vec<FeaturePlace>,
    /// The place of each link that names its floors.
    pub link_places: Vec<FeaturePlace>,
    /// The parts that were left out, in the order of the text.
    pub notes: Vec<FeatureNote>,
    /// True if sides were [divided](Features::divide_sides), so that vertices are no longer those of the text.
    pub is_divided: bool,
}

/// The places of a floor's outlines in a GeoJSON text, in the order of its [`Outlines`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FloorPlaces {
    /// The place of each walkable outline.
    pub walkable: Vec<FeaturePlace>,
    /// The place of each obstacle.
    pub obstacles: Vec<FeaturePlace>,
    /// The place of each wall.
    pub walls: Vec<FeaturePlace>,
    /// The place of each area.
    pub areas: Vec<FeaturePlace>,
    /// The place of each door.
    pub doors: Vec<FeaturePlace>,
    /// The place of each link.
    pub links: Vec<FeaturePlace>,
}

impl Features {
    /// Returns the outlines if all of them are on floor 0; `None` if there are other floors, floor connections, or
    /// links that name floors.
    #[must_use]
    pub fn outlines(&self) -> Option<&Outlines> {
        let Floors { floors, connections, links } = &self.building;
        match &floors[..] {
            [Floor { layer: 0, outlines }] if connections.is_empty() && links.is_empty() => {
                Some(outlines)
            }
            _ => None,
        }
    }

    /// Adds a note about members that GeoJSON does not define, if there are any.
    fn note_foreign<'a>(
        &mut self,
        place: Option<&FeaturePlace>,
        names: impl Iterator<Item = &'a String>,
    ) {
        let names: Vec<String> = names.cloned().collect();
        if !names.is_empty() {
            let omitted = Omitted::ForeignMembers { names };
            self.notes.push(FeatureNote { place: place.cloned(), omitted });
        }
    }
}

/// The features read so far.
#[derive(Debug, Default)]
struct Draft {
    features: Features,
    /// The index of each floor in the building.
    floors: BTreeMap<u32, usize>,
    /// The properties of other formats, each with the one to use.
    others: BTreeMap<&'static str, &'static str>,
    /// The number of features with any of them.
    with_others: usize,
}

impl Draft {
    /// Returns the outlines and places of a floor, which is added if it is new.
    fn floor(&mut self, layer: u32) -> (&mut Outlines, &mut FloorPlaces) {
        let Features { building: Floors { floors, .. }, places, .. } = &mut self.features;
        let index = *self.floors.entry(layer).or_insert_with(|| {
            floors.push(Floor { layer, ..Floor::default() });
            places.push(FloorPlaces::default());
            floors.len() - 1
        });
        (&mut floors[index].outlines, &mut places[index])
    }
}

/// Reads a GeoJSON text.
///
/// These parts are left out, with a [`FeatureNote`]: altitudes, members that GeoJSON does not define, null and
/// empty geometries, empty polygons, rings and lines, and properties that have no effect on the feature's kind.
/// The builder checks later whether rings and lines have enough points.
///
/// Complexity: linear in the text, times the logarithm of the number of floors. Arrays and objects may nest 127 deep.
///
/// # Errors
///
/// - [`ReadError::Json`] with line and column if the text is not JSON, or a number is out of the range of doubles.
/// - [`ReadError::NotGeoJson`] if the text as a whole is not GeoJSON.
/// - [`ReadError::Feature`] if a feature is not GeoJSON, if its kind is unknown or does not fit its geometry, if a
///   property is invalid, or if a position has fewer than two numbers or is out of the coordinate domain.
///
/// ```
/// let text = r#"{"type": "Feature", "properties": {"kind": "obstacle", "name": "pillar"},
///     "geometry": {"type": "Polygon", "coordinates": [[[0, 0, 9.5], [1, 0], [0, 1], [0, 0]]]}}"#;
/// let features = navmesh_io::read_geojson(text)?;
/// let outlines = features.outlines().ok_or("several floors")?;
/// assert_eq!(outlines.obstacles[0].exterior.len(), 4);
/// assert_eq!(
///     features.notes[0].to_string(),
///     "feature 0 \"pillar\" (counted from 0): the altitude of 1 position was dropped"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_geojson(text: &str) -> Result<Features, ReadError> {
    read::read(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cfg(test)]
mod tests;
