//! From a feature's geometry to outlines.

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use navmesh_core::Outline;
use navmesh_core::geom::sanitized;

use super::read::{Kind, failed};
use super::{FeatureFault, FeatureNote, FeaturePlace, Features, Omitted};
use crate::error::ReadError;

/// Collects the polygons of one feature.
pub(super) struct Collector<'a> {
    features: &'a mut Features,
    place: FeaturePlace,
    kind: Kind,
    /// How many polygons were met so far, empty ones included.
    polygons: usize,
    /// How many positions had more than two numbers.
    altitudes: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(features: &'a mut Features, place: FeaturePlace, kind: Kind) -> Self {
        Self { features, place, kind, polygons: 0, altitudes: 0 }
    }

    /// Adds every polygon of the geometry to the features.
    pub(super) fn collect(mut self, geometry: Geometry) -> Result<(), ReadError> {
        let is_single = matches!(geometry.value, GeometryValue::Polygon { .. });
        self.geometry(geometry, is_single)?;
        if self.altitudes > 0 {
            self.note(self.place.clone(), Omitted::Altitude { positions: self.altitudes });
        }
        Ok(())
    }

    /// Descends into collections; the parser has bounded their depth.
    fn geometry(&mut self, geometry: Geometry, is_single: bool) -> Result<(), ReadError> {
        let empty = self.polygons;
        match geometry.value {
            GeometryValue::Polygon { coordinates } => self.polygon(&coordinates, is_single)?,
            GeometryValue::MultiPolygon { coordinates } => {
                for polygon in &coordinates {
                    self.polygon(polygon, false)?;
                }
            }
            GeometryValue::GeometryCollection { geometries } => {
                for geometry in geometries {
                    self.geometry(geometry, false)?;
                }
            }
            other => {
                let geometry = other.type_name();
                let fault = FeatureFault::NeedsPolygon { kind: self.kind.name(), geometry };
                return Err(failed(self.place.clone(), fault));
            }
        }
        if self.polygons == empty {
            self.note(self.place.clone(), Omitted::EmptyGeometry);
        }
        Ok(())
    }

    fn polygon(&mut self, rings: &[Vec<Position>], is_single: bool) -> Result<(), ReadError> {
        let mut place = self.place.clone();
        place.polygon = (!is_single).then_some(self.polygons);
        self.polygons += 1;
        let mut outline = Outline::default();
        for (index, ring) in rings.iter().enumerate() {
            place.ring = Some(index);
            let points = self.ring(ring, &mut place)?;
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
        let (outlines, places) = match self.kind {
            Kind::Walkable => {
                (&mut self.features.outlines.walkable, &mut self.features.walkable_places)
            }
            Kind::Obstacle => {
                (&mut self.features.outlines.obstacles, &mut self.features.obstacle_places)
            }
        };
        outlines.push(outline);
        places.push(place);
        Ok(())
    }

    fn ring(
        &mut self,
        ring: &[Position],
        place: &mut FeaturePlace,
    ) -> Result<Vec<DVec2>, ReadError> {
        let mut points = Vec::with_capacity(ring.len());
        for (index, position) in ring.iter().enumerate() {
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
