//! Buildings from bytes, for fuzzers: any bytes are floors above one another, joined along lines.

use navmesh_core::{Area, DVec2, FloorConnection, Floors, Outline, Outlines};

use super::bytes::{MOST_POINTS, add_shape, points};
use super::{VARIANTS, mapped};

/// A building, and agents to build it for.
#[derive(Debug, Clone, PartialEq)]
pub struct Building {
    /// The transformation of the coordinates.
    pub name: &'static str,
    /// Two to four floors, numbered from 0; areas, doors and links are those of their floor.
    pub floors: Floors,
    /// The agent radius, in units of a 32 × 32 lattice.
    pub radius: f64,
}

/// The radii that a building may be built for, in units of the lattice: from less than the floors' details to more
/// than most of their rooms.
const RADII: [f64; 8] = [0.01, 0.125, 0.3, 0.5, 0.75, 1.0, 1.5, 3.0];

/// The building that bytes stand for.
///
/// The first byte chooses the transformation of all coordinates, the second the number of floors and the radius. Shapes
/// follow as in [`world_of_bytes`](super::world_of_bytes), each after a byte with its floor. Half of these bytes make it a
/// connection of this floor with another. Both floors end at most connections: an obstacle stands on each beyond the line, as
/// far as it is long. Half of the other bytes say that what would be an obstacle is an area of the
/// floor, and so is what would be an outline of one head; their other bits choose its name and its cost.
#[must_use]
pub fn building_of_bytes(bytes: &[u8]) -> Building {
    let mut bytes = bytes.iter().copied();
    let (name, transform) = VARIANTS[usize::from(bytes.next().unwrap_or(0)) % VARIANTS.len()];
    let size = bytes.next().unwrap_or(0);
    let count = 2 + usize::from(size) % 3;
    let mut floors = vec![Outlines::default(); count];
    let mut connections = Vec::new();
    let mut total = 0;
    while let (Some(place), Some(head)) = (bytes.next(), bytes.next()) {
        let points = points(head, &mut bytes);
        total += points.len();
        if total > MOST_POINTS {
            break;
        }
        let floor = usize::from(place) % count;
        if place < 64 {
            add_shape(&mut floors[floor], head, points);
            continue;
        }
        if place < 128 {
            add_painted(&mut floors[floor], [place, head], points);
            continue;
        }
        let other = (floor + 1 + usize::from(head) % (count - 1)) % count;
        if head % 8 > 0 {
            end_at(&mut floors[floor], &points, -1.0);
            end_at(&mut floors[other], &points, 1.0);
        }
        connections.push(FloorConnection::new(
            [floor as u32, other as u32],
            points.into_iter().map(transform),
        ));
    }
    let radius = RADII[usize::from(size >> 2) % RADII.len()];
    let radius = transform(DVec2::X * radius).distance(transform(DVec2::ZERO));
    let mut building = Floors { connections, ..Floors::default() };
    for (outlines, layer) in floors.into_iter().zip(0..) {
        building = building.with_floor(layer, mapped(outlines, transform));
    }
    Building { name, floors: building, radius }
}

/// The names and costs of areas: some of one name cost differently, or the same on several floors.
const AREAS: [(&str, f64); 4] = [("mud", 3.0), ("road", 0.5), ("mud", 1.0), ("", 2.0)];

/// Adds the shape that a head says; an obstacle, and an outline of one head, as an area, and an obstacle's hole as one of the last
/// area.
fn add_painted(outlines: &mut Outlines, [place, head]: [u8; 2], points: Vec<DVec2>) {
    let (name, cost) = AREAS[usize::from(place >> 4) % AREAS.len()];
    match (head % 8, outlines.areas.last_mut()) {
        (1 | 3 | 4, _) => outlines.areas.push(Area::new(Outline::new(points), name, cost)),
        (7, Some(last)) => last.outline.holes.push(points),
        (7, None) => {}
        _ => add_shape(outlines, head, points),
    }
}

/// Ends the ground at a line: on its left for 1, on its right for −1.
fn end_at(outlines: &mut Outlines, line: &[DVec2], side: f64) {
    let &[first, .., last] = line else { return };
    let aside = (last - first).perp() * side;
    let beyond = [last + aside, first + aside];
    outlines.obstacles.push(Outline::new(line.iter().copied().chain(beyond)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_the_page_says() {
        let room = [0, 16, 0, 0, 8, 0, 8, 8, 0, 8];
        let other = [1, 16, 8, 0, 16, 0, 16, 8, 8, 8];
        let join = [129, 1, 8, 0, 8, 8];
        let mud = [66, 9, 0, 0, 3, 0, 0, 3];
        let hole = [66, 15, 1, 1, 2, 1, 1, 2];
        let parts = room.into_iter().chain(other).chain(join).chain(mud).chain(hole);
        let bytes: Vec<u8> = [0, 4].into_iter().chain(parts).collect();
        let building = building_of_bytes(&bytes);
        let [ground, upper, third] = &building.floors.floors[..] else { panic!("{building:?}") };
        assert_eq!((building.radius, third.outlines.walkable.len()), (0.125, 0));
        assert_eq!([ground, upper].map(|floor| floor.outlines.walkable.len()), [1, 1]);
        let [mud] = &ground.outlines.areas[..] else { panic!("{ground:?}") };
        assert_eq!((mud.name.as_str(), mud.cost, mud.outline.holes.len()), ("mud", 3.0, 1));
        let line = [[8.0, 0.0], [8.0, 8.0]].map(DVec2::from);
        assert_eq!(building.floors.connections, [FloorConnection::new([0, 2], line)]);
        assert_eq!(
            ground.outlines.obstacles[0].exterior[2..],
            [[16.0, 8.0], [16.0, 0.0]].map(DVec2::from)
        );
        assert_eq!(
            third.outlines.obstacles[0].exterior[2..],
            [[0.0, 8.0], [0.0, 0.0]].map(DVec2::from)
        );
    }
}
