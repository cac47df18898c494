//! From a feature's geometry to outlines, walls, areas and doors.

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use navmesh_core::geom::sanitized;
use navmesh_core::{Area, Door, Outline, Wall};

use super::read::{Kind, PLAIN, failed, note_foreign};
use super::{FeatureFault, FeatureNote, FeaturePlace, Features, Omitted};
use crate::error::ReadError;

/// Collects the polygons or lines of one feature.
pub(super) struct Collector<'a> {
    features: &'a mut Features,
    place: FeaturePlace,
    kind: Kind,
    /// What its areas are called, and cost.
    area: (String, f64),
    /// How many polygons or lines were met so far, empty ones included.
    shapes: usize,
    /// How many positions had more than two numbers.
    altitudes: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(features: &'a mut Features, place: FeaturePlace, kind: Kind) -> Self {
        Self { features, place, kind, area: (String::new(), PLAIN), shapes: 0, altitudes: 0 }
    }

    /// The same collector for areas of this name and cost, or for doors of this name.
    pub(super) fn of_area(mut self, name: &str, cost: f64) -> Self {
        self.area = (name.to_owned(), cost);
        self
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
        note_foreign(self.features, Some(&self.place), foreign.keys());
        match (self.kind, geometry.value) {
            (_, GeometryValue::GeometryCollection { geometries }) => {
                for geometry in geometries {
                    self.geometry(geometry, false)?;
                }
            }
            (kind, GeometryValue::LineString { coordinates }) if kind.is_line() => {
                self.line(&coordinates, is_single)?;
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
        failed(self.place.clone(), fault)
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
        let Features { outlines, walkable_places, obstacle_places, area_places, .. } =
            &mut *self.features;
        let places = match self.kind {
            Kind::Walkable => {
                outlines.walkable.push(outline);
                walkable_places
            }
            Kind::Area => {
                let (name, cost) = &self.area;
                outlines.areas.push(Area::new(outline, name.as_str(), *cost));
                area_places
            }
            Kind::Obstacle | Kind::Wall | Kind::Door => {
                outlines.obstacles.push(outline);
                obstacle_places
            }
        };
        places.push(place);
    }

    fn line(&mut self, line: &[Position], is_single: bool) -> Result<(), ReadError> {
        let mut place = self.place.clone();
        place.line = (!is_single).then_some(self.shapes);
        self.shapes += 1;
        let points = self.points(line, &mut place)?;
        if points.is_empty() {
            self.note(place, Omitted::EmptyLine);
        } else if self.kind == Kind::Door {
            let name = self.area.0.clone();
            self.features.outlines.doors.push(Door { points, name });
            self.features.door_places.push(place);
        } else {
            self.features.outlines.walls.push(Wall { points });
            self.features.wall_places.push(place);
        }
        Ok(())
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
            return Err(failed(place.clone(), fault));
        }
        Ok(points)
    }

    fn note(&mut self, place: FeaturePlace, omitted: Omitted) {
        self.features.notes.push(FeatureNote { place: Some(place), omitted });
    }
}
