//! Writes outlines as GeoJSON, one feature a line.

use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Area, DVec2, Floor, Floors, Link, LinkWay, Outline, Outlines};
use serde_json::{Value, json};

use super::kind::Kind;
use crate::error::WriteError;

/// Writes a building as GeoJSON.
///
/// [`read_geojson`](crate::read_geojson) reads it back bit for bit, except for floors without features and for
/// rings and lines without points. Outlines without floors are a building of one floor, number 0.
///
/// # Errors
///
/// [`WriteError::Coordinate`] if a point is out of the coordinate domain; [`WriteError::AreaCost`] if a cost of an
/// area or a link is not finite, because JSON cannot express it.
///
/// ```
/// use navmesh_core::{Floors, FloorConnection, Outline, Outlines};
/// use navmesh_io::{read_geojson, write_geojson};
///
/// let hall = |x: f64| Outlines {
///     walkable: vec![Outline::rect([x, 0.0], [x + 10.0, 4.0])],
///     ..Outlines::default()
/// };
/// let house = Floors::default()
///     .with_floor(0, hall(0.0))
///     .with_floor(1, hall(10.0))
///     .with_connection(FloorConnection::new([0, 1], [[10.0, 1.0], [10.0, 3.0]]));
/// let text = write_geojson(&house)?;
/// assert_eq!(read_geojson(&text)?.building, house);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_geojson(building: &Floors) -> Result<String, WriteError> {
    let mut features = Vec::new();
    for floor in &building.floors {
        write_floor(floor, &mut features)?;
    }
    for connection in &building.connections {
        let properties = json!({"kind": Kind::FloorConnection.name(), "layers": connection.layers});
        features.push(feature(properties, line(&connection.points)?));
    }
    for link in &building.links {
        let layers = [link.from.layer, link.to.layer];
        features.push(link_feature(link, json!({"kind": Kind::Link.name(), "layers": layers}))?);
    }
    let lines: Vec<String> = features.iter().map(Value::to_string).collect();
    let lines = lines.join(",\n");
    Ok(format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{lines}\n]}}\n"))
}

/// Adds the outlines of a floor.
fn write_floor(floor: &Floor, features: &mut Vec<Value>) -> Result<(), WriteError> {
    let Outlines { walkable, obstacles, walls, areas, doors, links } = &floor.outlines;
    let of_kind = |kind: Kind| json!({"kind": kind.name(), "layer": floor.layer});
    for outline in walkable {
        features.push(feature(of_kind(Kind::Walkable), polygon(outline)?));
    }
    for outline in obstacles {
        features.push(feature(of_kind(Kind::Obstacle), polygon(outline)?));
    }
    for wall in walls {
        features.push(feature(of_kind(Kind::Wall), line(&wall.points)?));
    }
    for area in areas {
        let mut properties = of_kind(Kind::Area);
        properties["name"] = json!(area.name);
        properties["cost"] = json!(checked_cost(area)?);
        features.push(feature(properties, polygon(&area.outline)?));
    }
    for door in doors {
        let mut properties = of_kind(Kind::Door);
        properties["name"] = json!(door.name);
        features.push(feature(properties, line(&door.points)?));
    }
    for link in links {
        features.push(link_feature(link, of_kind(Kind::Link))?);
    }
    Ok(())
}

/// Returns a link as a feature; `properties` holds its floors.
fn link_feature(link: &Link, mut properties: Value) -> Result<Value, WriteError> {
    properties["name"] = json!(link.name);
    let unwritable = WriteError::AreaCost { cost: link.cost };
    let cost = Some(link.cost).filter(|cost| cost.is_finite()).ok_or(unwritable)?;
    properties["cost"] = json!(cost);
    properties["one_way"] = json!(link.way == LinkWay::OneWay);
    let lanes: Result<Vec<_>, _> = link.lanes().map(|lane| positions(&lane)).collect();
    let geometry = match &lanes?[..] {
        [only] => json!({"type": "LineString", "coordinates": only}),
        lanes => json!({"type": "MultiLineString", "coordinates": lanes}),
    };
    Ok(feature(properties, geometry))
}

fn checked_cost(area: &Area) -> Result<f64, WriteError> {
    let unwritable = WriteError::AreaCost { cost: area.cost };
    Some(area.cost).filter(|cost| cost.is_finite()).ok_or(unwritable)
}

fn feature(properties: Value, geometry: Value) -> Value {
    json!({"type": "Feature", "properties": properties, "geometry": geometry})
}

fn polygon(outline: &Outline) -> Result<Value, WriteError> {
    let rings: Result<Vec<_>, _> = outline.rings().map(positions).collect();
    Ok(json!({"type": "Polygon", "coordinates": rings?}))
}

fn line(points: &[DVec2]) -> Result<Value, WriteError> {
    Ok(json!({"type": "LineString", "coordinates": positions(points)?}))
}

fn positions(points: &[DVec2]) -> Result<Vec<[f64; 2]>, WriteError> {
    let position = |&point: &DVec2| match sanitized(point) {
        Some(_) => Ok(point.to_array()),
        None => Err(WriteError::Coordinate { x: point.x, y: point.y }),
    };
    points.iter().map(position).collect()
}
