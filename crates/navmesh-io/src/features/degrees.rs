//! Coordinates in degrees: the sign by which they are recognized, and their projection.

use glam::DVec2;
use navmesh_core::{Bounds, Floors, Link, Outline, Outlines};

use super::Features;

/// The largest longitude and latitude, in degrees.
const MOST_DEGREES: DVec2 = DVec2::new(180.0, 90.0);

/// The largest side of a map in degrees, relative to the distance of its centre from (0, 0).
///
/// A town, a region or a middle-sized country is far from (0, 0) compared with its size. A planar map mostly begins near (0, 0).
const LARGEST_SIDE: f64 = 0.25;

impl Features {
    /// True if the coordinates look like longitudes and latitudes in degrees, which a search on the plane would
    /// misread.
    ///
    /// They do if all of these hold:
    ///
    /// - every x is from −180 to 180, and every y from −90 to 90;
    /// - the longer side of their bounds is at most a quarter of the distance from (0, 0) to the centre of the
    ///   bounds;
    /// - at least one coordinate is not a whole number.
    ///
    /// Complexity: linear in the points.
    #[must_use]
    pub fn looks_geographic(&self) -> bool {
        let bounds = self.bounds();
        let is_small = || {
            let distance = bounds.min.midpoint(bounds.max).length();
            bounds.size().max_element() <= LARGEST_SIDE * distance
        };
        let fits = bounds.min.cmpge(-MOST_DEGREES).all() && bounds.max.cmple(MOST_DEGREES).all();
        fits && is_small() && self.points().any(|point| point.fract() != DVec2::ZERO)
    }

    /// Returns the bounds of all points; [`Bounds::EMPTY`] without points.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.points())
    }

    /// Moves every point, for example by a map projection.
    ///
    /// A link whose cost is its length keeps this property.
    pub fn map_points(&mut self, mut moved: impl FnMut(DVec2) -> DVec2) {
        let costs_its_length = |link: &Link| link.cost == link.span();
        let by_length: Vec<bool> = self.links_mut().map(|link| costs_its_length(link)).collect();
        for point in self.points_mut() {
            *point = moved(*point);
        }
        for (link, by_length) in self.links_mut().zip(by_length) {
            if by_length {
                link.cost = link.span();
            }
        }
    }

    /// Iterates over the points of all rings, lines and links.
    fn points(&self) -> impl Iterator<Item = DVec2> {
        let Floors { floors, connections, links } = &self.building;
        let on_floors = floors.iter().flat_map(|floor| points_of(&floor.outlines));
        let connections = connections.iter().flat_map(|connection| &connection.points).copied();
        on_floors.chain(connections).chain(links.iter().flat_map(ends_of))
    }

    /// Iterates over the points of all rings, lines and links, in the same order.
    fn points_mut(&mut self) -> impl Iterator<Item = &mut DVec2> {
        let floors = self.building.floors.iter_mut();
        let on_floors = floors.flat_map(|floor| points_of_mut(&mut floor.outlines));
        let connections = self.building.connections.iter_mut();
        let links = self.building.links.iter_mut().flat_map(Link::points_mut);
        on_floors.chain(connections.flat_map(|connection| &mut connection.points)).chain(links)
    }

    fn links_mut(&mut self) -> impl Iterator<Item = &mut Link> {
        let floors = self.building.floors.iter_mut();
        floors.flat_map(|floor| &mut floor.outlines.links).chain(&mut self.building.links)
    }
}

fn points_of(outlines: &Outlines) -> impl Iterator<Item = DVec2> {
    let Outlines { walkable, obstacles, walls, areas, doors, links } = outlines;
    let areas = areas.iter().map(|area| &area.outline);
    let rings = walkable.iter().chain(obstacles).chain(areas).flat_map(Outline::rings);
    let lines = walls.iter().map(|wall| &wall.points);
    let lines = lines.chain(doors.iter().map(|door| &door.points)).map(Vec::as_slice);
    rings.chain(lines).flatten().copied().chain(links.iter().flat_map(ends_of))
}

fn ends_of(link: &Link) -> impl Iterator<Item = DVec2> {
    link.lanes().flatten()
}

fn points_of_mut(outlines: &mut Outlines) -> impl Iterator<Item = &mut DVec2> {
    let Outlines { walkable, obstacles, walls, areas, doors, links } = outlines;
    let areas = areas.iter_mut().map(|area| &mut area.outline);
    let rings = walkable.iter_mut().chain(obstacles).chain(areas).flat_map(rings_of_mut).flatten();
    let lines = walls.iter_mut().map(|wall| &mut wall.points);
    let lines = lines.chain(doors.iter_mut().map(|door| &mut door.points)).flatten();
    rings.chain(lines).chain(links.iter_mut().flat_map(Link::points_mut))
}

fn rings_of_mut(outline: &mut Outline) -> impl Iterator<Item = &mut Vec<DVec2>> {
    std::iter::once(&mut outline.exterior).chain(&mut outline.holes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_geojson;

    fn square(x: f64, y: f64, side: f64) -> Features {
        let [right, top] = [x + side, y + side];
        let ring = format!("[[{x},{y}],[{right},{y}],[{right},{top}],[{x},{top}]]");
        read_geojson(&format!(r#"{{"type": "Polygon", "coordinates": [{ring}]}}"#)).unwrap()
    }

    #[test]
    fn towns_and_countries_look_geographic_and_rooms_do_not() {
        for [x, y, side] in [
            [13.404, 52.52, 0.002],
            [13.4, 52.5, 0.01],
            [-0.1, 51.45, 0.2],
            [-43.3, -23.1, 0.5],
            [36.75, -1.35, 0.2],
            [8.9, 47.3, 4.5],
            [178.0, -18.2, 0.25],
        ] {
            assert!(square(x, y, side).looks_geographic(), "{x}, {y}, {side}");
        }
        for [x, y, side] in [
            [0.0, 0.0, 10.0],
            [0.4, 0.4, 39.2],
            [-5.5, -3.25, 8.0],
            [20.5, 20.5, 10.0],
            [60.0, 60.0, 8.0],
            [0.123_456, 0.654_321, 1.0],
            [392_034.2, 5_820_034.6, 100.5],
            [13.404, 91.0, 0.002],
        ] {
            assert!(!square(x, y, side).looks_geographic(), "{x}, {y}, {side}");
        }
        assert!(!Features::default().looks_geographic());
    }

    #[test]
    fn all_points_are_moved_and_links_keep_costing_their_length() {
        let line = "[[1, 1], [1, 2]]";
        let part = |properties: &str, geometry: &str| {
            format!(
                r#"{{"type": "Feature", "properties": {{{properties}}}, "geometry": {geometry}}}"#
            )
        };
        let ring = r#"{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [0, 4]], [[1, 1], [1, 2], [2, 1]]]}"#;
        let along = format!(r#"{{"type": "LineString", "coordinates": {line}}}"#);
        let parts = [
            part("", ring),
            part(r#""kind": "obstacle""#, ring),
            part(r#""kind": "area""#, ring),
            part(r#""kind": "wall", "layer": 3"#, &along),
            part(r#""kind": "door""#, &along),
            part(r#""kind": "floor_connection", "layers": [0, 3]"#, &along),
            part(r#""kind": "link", "layers": [0, 3]"#, &along),
            part(r#""kind": "link", "cost": 7"#, &along),
        ];
        let text = format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, parts.join(","));
        let before = read_geojson(&text).unwrap();
        let mut after = before.clone();
        after.map_points(|point| point * 2.0 + DVec2::X);
        assert_eq!(before.points().count(), 3 * 6 + 5 * 2);
        let expected = before.points().map(|point| point * 2.0 + DVec2::X);
        assert!(after.points().eq(expected));
        let costs: Vec<f64> = after.links_mut().map(|link| link.cost).collect();
        assert_eq!(costs, [7.0, 2.0], "the links of floors come first");
    }
}
