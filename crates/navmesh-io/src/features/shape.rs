//! From a feature's geometry to outlines, walls, areas, doors, joins and links.

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use navmesh_core::geom::sanitized;
use navmesh_core::{Area, Door, FloorConnection, Link, Outline, Wall};

use super::kind::Kind;
use super::traits::Traits;
use super::{Draft, FeatureError, FeatureFault, FeatureNote, FeaturePlace, Omitted};
use crate::error::ReadError;

/// What areas cost whose features do not say.
const PLAIN: f64 = 1.0;

/// Collects the polygons or lines of one feature.
pub(super) struct Collector<'a> {
    draft: &'a mut Draft,
    place: FeaturePlace,
    traits: Traits,
    /// How many polygons or lines were met so far, empty ones included.
    shapes: usize,
    /// How many positions had more than two numbers.
    altitudes: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(draft: &'a mut Draft, place: FeaturePlace, traits: Traits) -> Self {
        Self { draft, place, traits, shapes: 0, altitudes: 0 }
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

    /// Descends into collections; the parser has bounded their depth.
    fn geometry(&mut self, geometry: Geometry, is_single: bool) -> Result<(), ReadError> {
        let before = self.shapes;
        let foreign = geometry.foreign_members.unwrap_or_default();
        self.draft.features.note_foreign(Some(&self.place), foreign.keys());
        match (self.traits.kind, geometry.value) {
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
                coordinates.iter().try_for_each(|line| self.line(line, false))?;
            }
            (kind, GeometryValue::Polygon { coordinates }) if !kind.is_line() => {
                self.polygon(&coordinates, is_single)?;
            }
            (kind, GeometryValue::MultiPolygon { coordinates }) if !kind.is_line() => {
                coordinates.iter().try_for_each(|polygon| self.polygon(polygon, false))?;
            }
            (kind, other) => return Err(self.misfit(kind, other.type_name())),
        }
        if self.shapes == before {
            self.note(self.place.clone(), Omitted::EmptyGeometry);
        }
        Ok(())
    }

    /// The error that this kind of feature has no such geometry.
    fn misfit(&self, kind: Kind, geometry: &'static str) -> ReadError {
        let (is_line, kind) = (kind.is_line(), kind.name());
        let fault = match is_line {
            true => FeatureFault::NeedsLine { kind, geometry },
            false => FeatureFault::NeedsPolygon { kind, geometry },
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
        let Traits { kind, name, cost, layer, .. } = &self.traits;
        let (outlines, places) = self.draft.floor(*layer);
        match kind {
            Kind::Walkable => {
                outlines.walkable.push(outline);
                places.walkable.push(place);
            }
            Kind::Area => {
                outlines.areas.push(Area::new(outline, name.as_str(), cost.unwrap_or(PLAIN)));
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
        } else if self.traits.kind == Kind::Link {
            self.no_lanes_but_of_two_lines()?;
            let [from, to] = two_ends(&points, &place)?;
            self.keep_link(Link::new(from, to, ""), place);
        } else {
            self.keep_line(points, place);
        }
        Ok(())
    }

    /// Adds a line to those of its kind.
    fn keep_line(&mut self, points: Vec<DVec2>, place: FeaturePlace) {
        let Traits { kind, name, layer, layers, .. } = &self.traits;
        if let (Kind::FloorConnection, &Some(layers)) = (kind, layers) {
            self.draft.features.building.connections.push(FloorConnection { layers, points });
            self.draft.features.join_places.push(place);
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

    /// Adds the link whose lanes are drawn, or laid between two that are.
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
        match (self.traits.lanes, beside) {
            (Some(count), &[[from, to]]) => link = link.wide(from, to, count),
            (Some(_), _) => self.no_lanes_but_of_two_lines()?,
            (None, _) => {
                link.beside = beside.to_vec();
                link.cost = link.span();
            }
        }
        self.keep_link(link, self.place.clone());
        Ok(())
    }

    /// Refuses a number of lanes, for which there are not two lines.
    fn no_lanes_but_of_two_lines(&self) -> Result<(), ReadError> {
        let Some(lanes) = self.traits.lanes else { return Ok(()) };
        let fault = FeatureFault::BadLanes { found: lanes.to_string() };
        Err(FeatureError { place: self.place.clone(), fault }.into())
    }

    /// Adds a link that is drawn, with the feature's traits: to its floor, or to the building where its ends are on
    /// floors that it names.
    fn keep_link(&mut self, mut link: Link, place: FeaturePlace) {
        let Traits { name, cost, one_way, layer, layers, .. } = &self.traits;
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

/// The two ends of a link's lane.
fn two_ends(points: &[DVec2], place: &FeaturePlace) -> Result<[DVec2; 2], ReadError> {
    let fault = FeatureFault::LinkNotTwoPoints { found: points.len() };
    points.try_into().map_err(|_| FeatureError { place: place.clone(), fault }.into())
}
