//! The parts that can be removed from a case.

use navmesh_core::{DVec2, Link, Outline, Outlines};

use super::{Change, Tried};
use crate::corpus::CorpusCase;

/// The greatest changes first.
pub(super) const CHANGES: [Change; 14] = [
    without_floor,
    |case, i| without([&mut case.building.connections], 0, i),
    |case, i| without([&mut case.asks], 0, i),
    |case, i| without(drawings(case).map(|drawn| &mut drawn.walkable), 0, i),
    |case, i| without(drawings(case).map(|drawn| &mut drawn.obstacles), 0, i),
    |case, i| without(drawings(case).map(|drawn| &mut drawn.walls), 0, i),
    |case, i| without(drawings(case).map(|drawn| &mut drawn.areas), 0, i),
    |case, i| without(drawings(case).map(|drawn| &mut drawn.doors), 0, i),
    |case, i| without(links(case), 0, i),
    |case, i| without(links(case).flatten().map(|link| &mut link.beside), 0, i),
    |case, i| without(outlines(case).map(|outline| &mut outline.holes), 0, i),
    without_corner,
    |case, i| without(rings(case), LEAST_OF_RING, i),
    |case, i| without(lines(case), LEAST_OF_LINE, i),
];

/// A ring or a line of fewer points is none.
const LEAST_OF_RING: usize = 3;
const LEAST_OF_LINE: usize = 2;

/// Leaves out the item of a number, of all items in lists that may become shorter.
fn without<'a, T: 'a>(
    lists: impl IntoIterator<Item = &'a mut Vec<T>>,
    least: usize,
    mut number: usize,
) -> Tried {
    for list in lists.into_iter().filter(|list| list.len() > least) {
        if number < list.len() {
            list.remove(number);
            return Tried::Smaller;
        }
        number -= list.len();
    }
    Tried::Ended
}

/// Leaves out a floor, and what leads there.
fn without_floor(case: &mut CorpusCase, number: usize) -> Tried {
    let building = &mut case.building;
    if number >= building.floors.len() {
        return Tried::Ended;
    }
    let layer = building.floors.remove(number).layer;
    building.connections.retain(|join| !join.layers.contains(&layer));
    building.links.retain(|link| ![link.from.layer, link.to.layer].contains(&layer));
    Tried::Smaller
}

/// Leaves out a point of several rings or lines from all of them: of these on both floors, and the join between them.
fn without_corner(case: &mut CorpusCase, number: usize) -> Tried {
    let key = |point: &DVec2| [point.x.to_bits(), point.y.to_bits()];
    let mut all: Vec<[u64; 2]> = Vec::new();
    let long_rings = rings(case).filter(|ring| ring.len() > LEAST_OF_RING);
    all.extend(long_rings.flat_map(|ring| ring.iter().map(key)));
    let long_lines = lines(case).filter(|line| line.len() > LEAST_OF_LINE);
    all.extend(long_lines.flat_map(|line| line.iter().map(key)));
    all.sort_unstable();
    let Some(corner) = all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).nth(number) else {
        return Tried::Ended;
    };
    let drop_from = |points: &mut Vec<DVec2>| points.retain(|point| key(point) != corner[0]);
    rings(case).filter(|ring| ring.len() > LEAST_OF_RING).for_each(drop_from);
    lines(case).filter(|line| line.len() > LEAST_OF_LINE).for_each(drop_from);
    Tried::Smaller
}

/// The outlines, of every floor of a building.
fn drawings(case: &mut CorpusCase) -> impl Iterator<Item = &mut Outlines> {
    let floors = case.building.floors.iter_mut().map(|floor| &mut floor.outlines);
    [&mut case.outlines].into_iter().chain(floors)
}

fn outlines(case: &mut CorpusCase) -> impl Iterator<Item = &mut Outline> {
    drawings(case).flat_map(|Outlines { walkable, obstacles, areas, .. }| {
        walkable.iter_mut().chain(obstacles).chain(areas.iter_mut().map(|area| &mut area.outline))
    })
}

/// The links of each floor, and of the building.
fn links(case: &mut CorpusCase) -> impl Iterator<Item = &mut Vec<Link>> {
    let CorpusCase { outlines, building, .. } = case;
    let floors = building.floors.iter_mut().map(|floor| &mut floor.outlines.links);
    [&mut outlines.links].into_iter().chain(floors).chain([&mut building.links])
}

/// Every ring.
fn rings(case: &mut CorpusCase) -> impl Iterator<Item = &mut Vec<DVec2>> {
    outlines(case).flat_map(|outline| {
        let Outline { exterior, holes } = outline;
        std::iter::once(exterior).chain(holes)
    })
}

/// Every wall, door and join.
fn lines(case: &mut CorpusCase) -> impl Iterator<Item = &mut Vec<DVec2>> {
    let CorpusCase { outlines, building, .. } = case;
    let floors = building.floors.iter_mut().map(|floor| &mut floor.outlines);
    let drawn =
        [outlines].into_iter().chain(floors).flat_map(|Outlines { walls, doors, .. }| {
            let walls = walls.iter_mut().map(|wall| &mut wall.points);
            walls.chain(doors.iter_mut().map(|door| &mut door.points))
        });
    drawn.chain(building.connections.iter_mut().map(|join| &mut join.points))
}
