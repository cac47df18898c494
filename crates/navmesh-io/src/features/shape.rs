//! From a feature's geometry to outlines, walls, areas, doors, floor connections and links.

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Area, Door, FloorConnection, Link, Outline, Wall};

use super::kind::Kind;
use super::properties::FeatureProperties;
use super::{Draft, FeatureError, FeatureFault, FeatureNote, FeaturePlace, Omitted};
use crate::error::ReadError;

/// The cost of areas whose features do not give one.
const DEFAULT_COST: f64 = 1.0;

/// Collects the polygons or lines of one feature.
pub(super) struct Collector<'a> {
    draft: &'a mut Draft,
    place: FeaturePlace,
    properties: FeatureProperties,
    /// The number of polygons or lines so far, empty ones included.
    shapes: usize,
    /// The number of positions with more than two numbers.
    altitudes: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        draft: &'a mut Draft,
        place: FeaturePlace,
        properties: FeatureProperties,
    ) -> Self {
        Self { draft, place, properties, shapes: 0, altitudes: 0 }
    }

    /// Adds every polygon or line of the geometry to the features.
    pub(super) fn collect(mut self, geometry: Geometry) -> Result<(), ReadError> {
        use GeometryValue::{LineString, Polygon};
        let is_single = matches!(geometry.value, Polygon { .. } | LineString { .. });
        self.geometry(geometry, is_single)?;
        if self.altitudes > 0 {
            self.note(self.place.clone(), Omitted::Altitude { positions: self.altitudes });
        }
        Ok(())
    }

    /// Adds a geometry, and those of a collection. The parser has bounded their depth.
    fn geometry(&mut self, geometry: Geometry, is_single: bool) -> Result<(), ReadError> {
        let before = self.shapes;
        let foreign = geometry.foreign_members.unwrap_or_default();
        self.draft.features.note_foreign(Some(&self.place), foreign.keys());
        match (self.properties.kind, geometry.value) {
            (_, GeometryValue::GeometryCollection { geometries }) => {
                for geometry in geometries {
                    self.geometry(geometry, false)?;
                }
            }
            (kind, GeometryValue::LineString { coordinates }) if kind.is_line() => {
                self.line(&coordinates, is_single)?;
            }
            (Kind::Link, GeometryValue::MultiLineString { coordinates }) => {
                self.wide_link(&coordinates)?;
            }
            (kind, GeometryValue::MultiLineString { coordinates }) if kind.is_line() => {
                for line in &coordinates {
                    self.line(line, false)?;
                }
            }
            (kind, GeometryValue::Polygon { coordinates }) if !kind.is_line() => {
                self.polygon(&coordinates, is_single)?;
            }
            (kind, GeometryValue::MultiPolygon { coordinates }) if !kind.is_line() => {
                for polygon in &coordinates {
                    self.polygon(polygon, false)?;
                }
            }
            (kind, other) => return Err(self.misfit(kind, other.type_name())),
        }
        if self.shapes == before {
            self.note(self.place.clone(), Omitted::EmptyGeometry);
        }
        Ok(())
    }

    /// Returns the error that a kind does not fit a geometry.
    fn misfit(&self, kind: Kind, geometry: &'static str) -> ReadError {
        let fault = if kind.is_line() {
            FeatureFault::NeedsLine { kind: kind.name(), geometry }
        } else {
            FeatureFault::NeedsPolygon { kind: kind.name(), geometry }
        };
        FeatureError { place: self.place.clone(), fault }.into()
    }

    fn polygon(&mut self, rings: &[Vec<Position>], is_single: bool) -> Result<(), ReadError> {
        let mut place = self.place.clone();
        place.polygon = (!is_single).then_some(self.shapes);
        self.shapes += 1;
        let mut outline = Outline::default();
        for (index, ring) in rings.iter().enumerate() {
            place.ring = Some(index);
            let points = self.points(ring, &mut place)?;
            if index == 0 {
                outline.exterior = points;
            } else if points.is_empty() {
                self.note(place.clone(), Omitted::EmptyRing);
            } else {
                outline.holes.push(points);
            }
        }
        place.ring = None;
        if outline.exterior.is_empty() {
            self.note(place, Omitted::EmptyPolygon);
            return Ok(());
        }
        self.keep(outline, place);
        Ok(())
    }

    /// Adds a polygon to those of its kind.
    fn keep(&mut self, outline: Outline, place: FeaturePlace) {
        let FeatureProperties { kind, name, cost, layer, .. } = &self.properties;
        let (outlines, places) = self.draft.floor(*layer);
        match kind {
            Kind::Walkable => {
                outlines.walkable.push(outline);
                places.walkable.push(place);
            }
            Kind::Area => {
                outlines.areas.push(Area::new(
                    outline,
                    name.as_str(),
                    cost.unwrap_or(DEFAULT_COST),
                ));
                places.areas.push(place);
            }
            Kind::Obstacle | Kind::Wall | Kind::Door | Kind::FloorConnection | Kind::Link => {
                outlines.obstacles.push(outline);
                places.obstacles.push(place);
            }
        }
    }

    fn line(&mut self, line: &[Position], is_single: bool) -> Result<(), ReadError> {
        let mut place = self.place.clone();
        place.line = (!is_single).then_some(self.shapes);
        self.shapes += 1;
        let points = self.points(line, &mut place)?;
        if points.is_empty() {
            self.note(place, Omitted::EmptyLine);
        } else if self.properties.kind == Kind::Link {
            self.refuse_lanes()?;
            let [from, to] = two_ends(&points, &place)?;
            self.keep_link(Link::new(from, to, ""), place);
        } else {
            self.keep_line(points, place);
        }
        Ok(())
    }

    /// Adds a line to those of its kind.
    fn keep_line(&mut self, points: Vec<DVec2>, place: FeaturePlace) {
        let FeatureProperties { kind, name, layer, layers, .. } = &self.properties;
        if let (Kind::FloorConnection, &Some(layers)) = (kind, layers) {
            self.draft.features.building.connections.push(FloorConnection { layers, points });
            self.draft.features.connection_places.push(place);
            return;
        }
        let (outlines, places) = self.draft.floor(*layer);
        if *kind == Kind::Door {
            outlines.doors.push(Door { points, name: name.clone() });
            places.doors.push(place);
        } else {
            outlines.walls.push(Wall { points });
            places.walls.push(place);
        }
    }

    /// Adds a link of several lanes: the given lines, or lanes laid between two lines.
    fn wide_link(&mut self, lines: &[Vec<Position>]) -> Result<(), ReadError> {
        let mut lanes = Vec::with_capacity(lines.len());
        for (line, positions) in lines.iter().enumerate() {
            let mut place = FeaturePlace { line: Some(line), ..self.place.clone() };
            let points = self.points(positions, &mut place)?;
            lanes.push(two_ends(&points, &place)?);
        }
        self.shapes += lines.len();
        let Some((&[from, to], beside)) = lanes.split_first() else { return Ok(()) };
        let mut link = Link::new(from, to, "");
        match (self.properties.lanes, beside) {
            (Some(count), &[[from, to]]) => link = link.wide(from, to, count),
            (Some(_), _) => self.refuse_lanes()?,
            (None, _) => {
                link.beside = beside.to_vec();
                link.cost = link.span();
            }
        }
        self.keep_link(link, self.place.clone());
        Ok(())
    }

    /// Fails if a number of lanes is given, since the link does not have two lines.
    fn refuse_lanes(&self) -> Result<(), ReadError> {
        let Some(lanes) = self.properties.lanes else { return Ok(()) };
        let fault = FeatureFault::BadLanes { found: lanes.to_string() };
        Err(FeatureError { place: self.place.clone(), fault }.into())
    }

    /// Adds a link with the feature's properties: to the building if it names its floors, else to its floor.
    fn keep_link(&mut self, mut link: Link, place: FeaturePlace) {
        let FeatureProperties { name, cost, one_way, layer, layers, .. } = &self.properties;
        link.name.clone_from(name);
        link.cost = cost.unwrap_or(link.cost);
        let link = if *one_way { link.one_way() } else { link };
        if let &Some(layers) = layers {
            self.draft.features.building.links.push(link.on_layers(layers));
            self.draft.features.link_places.push(place);
        } else {
            let (outlines, places) = self.draft.floor(*layer);
            outlines.links.push(link.on_layers([*layer; 2]));
            places.links.push(place);
        }
    }

    fn points(
        &mut self,
        positions: &[Position],
        place: &mut FeaturePlace,
    ) -> Result<Vec<DVec2>, ReadError> {
        let mut points = Vec::with_capacity(positions.len());
        for (index, position) in positions.iter().enumerate() {
            let fault = match *position.as_slice() {
                [x, y, ref more @ ..] => {
                    let point = DVec2::new(x, y);
                    if sanitized(point).is_some() {
                        self.altitudes += usize::from(!more.is_empty());
                        points.push(point);
                        continue;
                    }
                    FeatureFault::BadCoordinate { x, y }
                }
                ref short => FeatureFault::ShortPosition { found: short.len() },
            };
            place.vertex = Some(index);
            return Err(FeatureError { place: place.clone(), fault }.into());
        }
        Ok(points)
    }

    fn note(&mut self, place: FeaturePlace, omitted: Omitted) {
        self.draft.features.notes.push(FeatureNote { place: Some(place), omitted });
    }
}

/// Returns the two ends of a link's lane.
fn two_ends(points: &[DVec2], place: &FeaturePlace) -> Result<[DVec2; 2], ReadError> {
    let fault = FeatureFault::LinkNotTwoPoints { found: points.len() };
    points.try_into().map_err(|_| FeatureError { place: place.clone(), fault }.into())
}
