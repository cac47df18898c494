//! Worlds from bytes, for fuzzers and for random tests that shrink: any bytes are a world.

use navmesh_core::{DVec2, Door, Link, LinkWay, Outline, Outlines, Wall};

use super::{VARIANTS, World, mapped, points_around};

/// The most points of a world: beyond it, bytes are not read.
pub(super) const MOST_POINTS: usize = 48;

/// The number of query points of a world.
const ASKED: usize = 16;

/// The world that bytes stand for.
///
/// The first byte chooses what is done to all coordinates, as for seeded worlds. Then come shapes: a
/// byte says what the shape is and how many points it has, and each point is two bytes: a place on a
/// lattice of 32 × 32 (so that corners coincide and sides overlap soon) and, in the upper three bits,
/// how far off it, in floats or in eighths. Besides outlines and walls there are doors, all of one name, and
/// links of up to three lanes, whose ends may be off the ground. A shape in the midst of which the bytes end
/// ends too.
#[must_use]
pub fn world_of_bytes(bytes: &[u8]) -> World {
    let mut bytes = bytes.iter().copied();
    let (variant, transform) = VARIANTS[usize::from(bytes.next().unwrap_or(0)) % VARIANTS.len()];
    let mut outlines = Outlines::default();
    let mut total = 0;
    while let Some(head) = bytes.next() {
        let points = points(head, &mut bytes);
        total += points.len();
        if total > MOST_POINTS {
            break;
        }
        add_shape(&mut outlines, head, points);
    }
    let outlines = mapped(outlines, transform);
    let seed = total as u64;
    let points = points_around(&outlines, ASKED, seed);
    World { name: format!("bytes, {variant}"), seed, outlines, points }
}

/// As many points as a head asks for, or as there are.
pub(super) fn points(head: u8, bytes: &mut impl Iterator<Item = u8>) -> Vec<DVec2> {
    let count = 2 + usize::from(head >> 3) % 6;
    (0..count).map_while(|_| point(bytes)).collect()
}

/// Adds the shape that a head says.
pub(super) fn add_shape(outlines: &mut Outlines, head: u8, points: Vec<DVec2>) {
    let outline = |points| Outline { exterior: points, holes: Vec::new() };
    let add_hole = |to: &mut [Outline], hole: Vec<DVec2>| {
        if let Some(outline) = to.last_mut() {
            outline.holes.push(hole);
        }
    };
    match head % 8 {
        0..3 => outlines.walkable.push(outline(points)),
        3 | 4 => outlines.obstacles.push(outline(points)),
        5 => match head >> 6 {
            0 | 1 => outlines.walls.push(Wall { points }),
            2 => outlines.doors.push(Door { points, name: DOOR.to_owned() }),
            _ => outlines.links.extend(link(&points)),
        },
        6 => add_hole(&mut outlines.walkable, points),
        _ => add_hole(&mut outlines.obstacles, points),
    }
}

/// The name of all doors.
const DOOR: &str = "door";

/// A link between the first two points; each two of the others are a lane beside, and how many there are says what
/// the link costs, and whether it leads back.
fn link(points: &[DVec2]) -> Option<Link> {
    let &[from, to, ref others @ ..] = points else { return None };
    let mut link = Link::new(from, to, "link");
    link.beside = others.chunks_exact(2).map(|lane| [lane[0], lane[1]]).collect();
    link.cost *= [1.0, 0.0, 0.25, 2.0, 1.0, 0.5][others.len() % 6];
    link.way = if others.len() > 3 { LinkWay::OneWay } else { LinkWay::TwoWay };
    Some(link)
}

fn point(bytes: &mut impl Iterator<Item = u8>) -> Option<DVec2> {
    let mut coordinate = || {
        let byte = bytes.next()?;
        let place = f64::from(byte & 31);
        Some(match byte >> 5 {
            0..4 => place,
            4 => place.next_up(),
            5 => place.next_down(),
            6 => place + 0.125,
            _ => place / 3.0,
        })
    };
    Some(DVec2::new(coordinate()?, coordinate()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_the_page_says() {
        let world = world_of_bytes(&[0, 8, 0, 0, 4, 0, 4, 0x84, 13, 1, 1, 0xc2, 0xe7, 1, 22, 5, 5]);
        let third = DVec2::new(4.0, 4f64.next_up());
        assert_eq!(world.outlines.walkable.len(), 1);
        assert_eq!(world.outlines.walkable[0].exterior, [DVec2::ZERO, DVec2::new(4.0, 0.0), third]);
        let wall = &world.outlines.walls[0].points;
        assert_eq!(wall[..], [DVec2::ONE, DVec2::new(2.125, 7.0 / 3.0), DVec2::new(1.0, 22.0)]);
        assert_eq!(world.points.len(), ASKED);
        let ways = world_of_bytes(&[0, 149, 1, 1, 2, 2, 205, 3, 3, 6, 7, 0, 0]).outlines;
        assert_eq!((ways.doors.len(), ways.doors[0].name.as_str()), (1, DOOR));
        assert_eq!((ways.links.len(), ways.links[0].cost, ways.links[0].span()), (1, 0.0, 5.0));
        let wide = world_of_bytes(&[0, 213, 3, 3, 4, 4, 5, 5, 6, 6]).outlines;
        assert_eq!(wide.links[0].beside, [[5.0, 6.0].map(DVec2::splat)]);
        assert_eq!(world_of_bytes(&[]).outlines, Outlines::default());
        assert!(world_of_bytes(&[1; 4000]).points.iter().all(|point| point.is_finite()));
    }
}
