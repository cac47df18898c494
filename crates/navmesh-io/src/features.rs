//! Outlines as GeoJSON, which every map tool can write.
//!
//! Format: H. Butler and others, "The GeoJSON Format", RFC 7946, 2016. We differ from it in:
//! 1) coordinates are planar map units, y up, never degrees; 2) rings may be open, and run either
//!    way round; 3) infinite and too large numbers are refused.
//!
//! A text holds a FeatureCollection, one Feature or a bare geometry. A feature's property `kind`
//! says what it is, `walkable` where it is missing or null; its `name` (else its `id`) names it in
//! errors and notes. Ground, obstacles and areas are Polygons and MultiPolygons, walls, doors, connections and links
//! LineStrings and MultiLineStrings, or GeometryCollections of these at any depth; every polygon becomes an
//! outline of its own, every line a wall, a door or a join, or a link between its two points; the lines of one MultiLineString are the lanes
//! of one link, and of two lines the property `lanes` says in how many lanes it is laid evenly between them. An area's property `cost` says what a unit of length
//! costs on it, 1 where it is missing or null. An area's or a door's `name` is what it is called (an `id` is not:
//! areas of one name and cost are one); a number counts as its text. Later areas lie on top. The property `layer` says which floor a feature is
//! on, 0 where it is missing or null, and `layers` which two floors a join connections, or a link leads between. A link's
//! `cost` says what using it costs, the distance of its points (of its longest lane) where it is missing or null; where its `one_way` is
//! true it leads from its first point to its second only.

pub(crate) mod place;
mod kind;
mod traits;
mod shape;
mod read;
mod write;

use std::collections::BTreeMap;

use navmesh_core::{Floor, Floors, Outlines};

use crate::error::ReadError;
pub use place::{FeatureError, FeatureFault, FeatureNote, FeaturePlace, Omitted};
pub use write::write_geojson;

/// What a GeoJSON text holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// What is drawn on each floor, in the order in which the text first speaks of them, and where floors are
    /// joined. A text that speaks of none has one, number 0.
    pub building: Floors,
    /// Where in the text what is drawn stands, floor by floor.
    pub places: Vec<FloorPlaces>,
    /// Where each join stands in the text.
    pub join_places: Vec<FeaturePlace>,
    /// Where each link of the building stands in the text: those between floors that they name.
    pub link_places: Vec<FeaturePlace>,
    /// What was left out or repaired, in the order of the text.
    pub notes: Vec<FeatureNote>,
}

/// Where in a GeoJSON text stands what is drawn on a floor, in the order of its
/// [`Outlines`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FloorPlaces {
    /// Where each walkable outline stands.
    pub walkable: Vec<FeaturePlace>,
    /// Where each obstacle stands.
    pub obstacles: Vec<FeaturePlace>,
    /// Where each wall stands.
    pub walls: Vec<FeaturePlace>,
    /// Where each area stands.
    pub areas: Vec<FeaturePlace>,
    /// Where each door stands.
    pub doors: Vec<FeaturePlace>,
    /// Where each link stands.
    pub links: Vec<FeaturePlace>,
}

impl Features {
    /// What is drawn, where all of it is on floor 0 and nothing is joined or linked to floors by their numbers;
    /// `None` for a building.
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

    /// Notes the names of members that GeoJSON does not know, if there are any.
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

/// Features while they are read.
#[derive(Debug, Default)]
struct Draft {
    features: Features,
    /// The place of each floor among those of the building.
    floors: BTreeMap<u32, usize>,
}

impl Draft {
    /// What is drawn on a floor and where, made room for where nothing was yet.
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
/// Left out with a [`FeatureNote`]: altitudes, members that GeoJSON does not know, null geometries, empty
/// geometries, polygons, rings and lines, and properties that have no effect on the feature's kind.
/// Whether rings and lines have enough points is for the builder to judge.
///
/// Complexity: linear in the text, times the logarithm of the number of floors. Arrays and objects may nest 127 deep.
///
/// # Errors
///
/// [`ReadError::Json`] with line and column where the text is no JSON (numbers beyond the range of
/// doubles included), [`ReadError::NotGeoJson`] where the whole is not GeoJSON, and
/// [`ReadError::Feature`] where one feature is not, or is of an unknown kind, or of a kind that its
/// geometry cannot have, or has a name, a cost
/// or a floor that is none, or a position of fewer than two numbers or out of the coordinate domain.
///
/// ```
/// let text = r#"{"type": "Feature", "properties": {"kind": "obstacle", "name": "pillar"},
///     "geometry": {"type": "Polygon", "coordinates": [[[0, 0, 9.5], [1, 0], [0, 1], [0, 0]]]}}"#;
/// let features = navmesh_io::read_geojson(text)?;
/// let outlines = features.outlines().ok_or("a building")?;
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
