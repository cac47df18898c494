//! Conversions from and to the shapes of `geo-types` (feature `geo`).
//!
//! Coordinates count as planar map units, so longitudes and latitudes must be projected first. The
//! rings of a polygon may run in either direction.

use geo_types::{Coord, LineString, MultiPolygon, Polygon};
use glam::DVec2;

use super::{Outline, Outlines};
use crate::path::Path;

impl From<&Polygon> for Outline {
    fn from(polygon: &Polygon) -> Self {
        let ring = |ring: &LineString| ring.coords().map(point).collect();
        Self {
            exterior: ring(polygon.exterior()),
            holes: polygon.interiors().iter().map(ring).collect(),
        }
    }
}

/// Takes all polygons as walkable outlines.
impl From<&MultiPolygon> for Outlines {
    fn from(polygons: &MultiPolygon) -> Self {
        Self { walkable: polygons.iter().map(Outline::from).collect(), ..Self::default() }
    }
}

impl From<&Outline> for Polygon {
    fn from(outline: &Outline) -> Self {
        Self::new(line(&outline.exterior), outline.holes.iter().map(|hole| line(hole)).collect())
    }
}

/// Takes the waypoints. A path of one point becomes a line of one coordinate, which some programs reject.
impl From<&Path> for LineString {
    fn from(path: &Path) -> Self {
        line(path.waypoints())
    }
}

fn point(coord: &Coord) -> DVec2 {
    DVec2::new(coord.x, coord.y)
}

fn line(points: &[DVec2]) -> LineString {
    LineString::new(points.iter().map(|point| Coord { x: point.x, y: point.y }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::WritePath;

    /// A square with a square hole, its rings closed as geo-types keeps them.
    fn framed() -> Polygon {
        let ring = |low: f64, high: f64| {
            LineString::from(vec![(low, low), (high, low), (high, high), (low, high), (low, low)])
        };
        Polygon::new(ring(0.0, 4.0), vec![ring(1.0, 3.0)])
    }

    #[test]
    fn a_polygon_survives_the_round_trip_through_an_outline() {
        let outline = Outline::from(&framed());
        assert_eq!((outline.exterior.len(), outline.holes.len()), (5, 1));
        assert_eq!(outline.holes[0][2], DVec2::new(3.0, 3.0));
        assert_eq!(Polygon::from(&outline), framed());
    }

    #[test]
    fn polygons_become_walkable_outlines() {
        let outlines = Outlines::from(&MultiPolygon::new(vec![framed(), framed()]));
        assert_eq!((outlines.walkable.len(), outlines.obstacles.len()), (2, 0));
    }

    #[test]
    fn a_path_is_a_line_through_its_waypoints() {
        let mut path = Path::default();
        for point in [[0.0, 0.0], [2.0, 1.0], [2.0, 5.0]] {
            path.push_waypoint(point.into());
        }
        let line = LineString::from(vec![(0.0, 0.0), (2.0, 1.0), (2.0, 5.0)]);
        assert_eq!(LineString::from(&path), line);
    }
}
