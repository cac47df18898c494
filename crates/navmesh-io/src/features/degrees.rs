//! Coordinates in degrees: the sign by which they are recognized, and their projection.

use glam::DVec2;
use navmesh_core::{Bounds, Floors, Link, Outline, Outlines};

use super::Features;

/// The largest longitude and latitude, in degrees.
const MOST_DEGREES: DVec2 = DVec2::new(180.0, 90.0);

/// A whole turn, in degrees of longitude.
const TURN: f64 = 360.0;

/// The largest side of a map in degrees, relative to the distance of its centre from (0, 0).
///
/// A town, a region or a middle-sized country is far from (0, 0) compared with its size. A planar map mostly begins near (0, 0).
const LARGEST_SIDE: f64 = 0.25;

impl Features {
    /// True if the coordinates look like longitudes and latitudes in degrees, which a search on the plane would
    /// misread.
    ///
    /// They do if all of these hold, for the bounds [across the antimeridian](Self::unwrap_longitudes):
    ///
    /// - every x is from −180 to 180, or the map lies across one of these; every y is from −90 to 90;
    /// - the longer side of the bounds is at most a quarter of the distance from (0, 0) to the centre of the
    ///   bounds;
    /// - at least one coordinate is not a whole number.
    ///
    /// Complexity: O(n log n) in the points.
    #[must_use]
    pub fn looks_geographic(&self) -> bool {
        let given = self.bounds();
        let most = DVec2::new(TURN, MOST_DEGREES.y);
        if given.min.cmplt(-most).any() || given.max.cmpgt(most).any() {
            return false;
        }
        let middle = self.middle_longitude();
        let bounds = Bounds::of(self.points().map(|point| turned_towards(middle, point)));
        let is_across = |x: f64| bounds.min.x <= x && x <= bounds.max.x;
        let fits = given.min.x >= -MOST_DEGREES.x && given.max.x <= MOST_DEGREES.x
            || is_across(MOST_DEGREES.x)
            || is_across(-MOST_DEGREES.x);
        let distance = bounds.min.midpoint(bounds.max).length();
        let is_small = bounds.size().max_element() <= LARGEST_SIDE * distance;
        fits && is_small && self.points().any(|point| point.fract() != DVec2::ZERO)
    }

    /// Moves longitudes by whole turns, so that the map spans the fewest degrees.
    ///
    /// A map across the antimeridian becomes whole, whether its rings are cut there, jump from 180 to −180 or go on beyond
    /// 180. Other maps stay as they are, unless they span more than half the globe.
    ///
    /// Complexity: O(n log n) in the points.
    pub fn unwrap_longitudes(&mut self) {
        let middle = self.middle_longitude();
        self.map_points(|point| turned_towards(middle, point));
    }

    /// Returns the longitude in the middle of the map, above −180 and up to 180: opposite the middle of the widest gap.
    fn middle_longitude(&self) -> f64 {
        let mut all: Vec<f64> = self.points().map(|point| point.x.rem_euclid(TURN)).collect();
        all.sort_unstable_by(f64::total_cmp);
        let Some((&first, &last)) = all.first().zip(all.last()) else { return 0.0 };
        let mut widest = [last, first + TURN];
        for gap in all.windows(2) {
            if gap[1] - gap[0] > widest[1] - widest[0] {
                widest = [gap[0], gap[1]];
            }
        }
        let middle = (widest[0].midpoint(widest[1]) + MOST_DEGREES.x).rem_euclid(TURN);
        if middle > MOST_DEGREES.x { middle - TURN } else { middle }
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
        for point in self.chains_mut().flat_map(|(chain, _)| chain) {
            *point = moved(*point);
        }
        for point in self.links_mut().flat_map(Link::points_mut) {
            *point = moved(*point);
        }
        for (link, by_length) in self.links_mut().zip(by_length) {
            if by_length {
                link.cost = link.span();
            }
        }
    }

    /// Divides each side of rings and lines into as many equal pieces as `pieces` returns for its ends. Links stay.
    ///
    /// For maps whose long sides a projection bends. Complexity: linear in the pieces.
    pub fn divide_sides(&mut self, mut pieces: impl FnMut([DVec2; 2]) -> usize) {
        let mut is_divided = false;
        for (chain, is_ring) in self.chains_mut() {
            let whole = std::mem::take(chain);
            for (at, &from) in whole.iter().enumerate() {
                chain.push(from);
                let next = whole.get(at + 1).or(whole.first().filter(|_| is_ring));
                let Some(&to) = next else { continue };
                let count = pieces([from, to]);
                is_divided |= count > 1;
                chain.extend((1..count).map(|piece| from.lerp(to, piece as f64 / count as f64)));
            }
        }
        self.is_divided |= is_divided;
    }

    /// Iterates over all rings and lines, each with whether it is a ring.
    fn chains_mut(&mut self) -> impl Iterator<Item = (&mut Vec<DVec2>, bool)> {
        let lines = self.building.connections.iter_mut().map(|line| (&mut line.points, false));
        let floors = self.building.floors.iter_mut();
        floors.flat_map(|floor| chains_of_mut(&mut floor.outlines)).chain(lines)
    }

    /// Iterates over the points of all rings, lines and links.
    fn points(&self) -> impl Iterator<Item = DVec2> {
        let Floors { floors, connections, links } = &self.building;
        let on_floors = floors.iter().flat_map(|floor| points_of(&floor.outlines));
        let connections = connections.iter().flat_map(|connection| &connection.points).copied();
        on_floors.chain(connections).chain(links.iter().flat_map(ends_of))
    }

    fn links_mut(&mut self) -> impl Iterator<Item = &mut Link> {
        let floors = self.building.floors.iter_mut();
        floors.flat_map(|floor| &mut floor.outlines.links).chain(&mut self.building.links)
    }
}

/// Returns the same place at most half a turn from a longitude.
fn turned_towards(longitude: f64, place: DVec2) -> DVec2 {
    DVec2::new(place.x - TURN * ((place.x - longitude) / TURN).round(), place.y)
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

fn chains_of_mut(outlines: &mut Outlines) -> impl Iterator<Item = (&mut Vec<DVec2>, bool)> {
    let Outlines { walkable, obstacles, walls, areas, doors, .. } = outlines;
    let areas = areas.iter_mut().map(|area| &mut area.outline);
    let rings = walkable.iter_mut().chain(obstacles).chain(areas).flat_map(rings_of_mut);
    let lines = walls.iter_mut().map(|wall| &mut wall.points);
    let lines = lines.chain(doors.iter_mut().map(|door| &mut door.points));
    rings.map(|ring| (ring, true)).chain(lines.map(|line| (line, false)))
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

    /// Cut at the antimeridian, jumping over it, going on beyond it on either side.
    #[test]
    fn maps_across_the_antimeridian_look_geographic_and_become_whole() {
        let ring = |west: f64, east: f64| {
            format!("[[{west},10.1],[{east},10.1],[{east},10.3],[{west},10.3]]")
        };
        let cut = format!("[[{}],[{}]]", ring(179.9, 180.0), ring(-180.0, -179.9));
        let whole = |west: f64, east: f64| format!("[[{}]]", ring(west, east));
        for (coordinates, width) in [
            (cut, 0.2),
            (whole(179.9, -179.9), 0.2),
            (whole(179.9, 180.1), 0.2),
            (whole(-180.1, -179.9), 0.2),
            (whole(-0.25, 0.5), 0.75),
            (whole(-70.5, -60.25), 10.25),
        ] {
            let text = format!(r#"{{"type": "MultiPolygon", "coordinates": {coordinates}}}"#);
            let mut features = read_geojson(&text).unwrap();
            assert!(features.looks_geographic(), "{text}");
            let before = features.clone();
            features.unwrap_longitudes();
            assert!((features.bounds().size().x - width).abs() < 1e-12, "{text}");
            assert!(width < 0.5 || features == before, "{text}");
        }
        // A hall around (0, 0), and a map that goes on far beyond 180.
        assert!(!square(-100.5, -100.5, 201.0).looks_geographic());
        assert!(!square(190.5, 10.0, 20.0).looks_geographic());
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
