//! The shapes of meshes: their cells as ground, with all that is on it.

use std::collections::BTreeMap;

use bevy_math::{DVec2, Vec2};
use tautline::NavMesh;
use tautline::mesh::EdgeId;

use super::outlines::add_link;
use super::{NavFileError, Part, Shape};
use crate::shapes::{NavArea, NavConnection, NavDoor, NavGround, NavOutline, NavWall};

/// The cells of a floor with the same cost and name.
type Kinds = BTreeMap<(u32, u64, String), Vec<NavOutline>>;

/// Returns the shapes of a mesh for points.
pub(super) fn parts(mesh: &NavMesh) -> Result<Vec<Part>, NavFileError> {
    if mesh.agent_radius() > 0.0 {
        return Err(NavFileError::Radius(mesh.agent_radius()));
    }
    let mut parts = Vec::new();
    let (mut grounds, mut kinds) = (BTreeMap::<u32, Vec<NavOutline>>::new(), Kinds::new());
    for slot in mesh.slots() {
        let outline = NavOutline::new(mesh.corners(slot).map(|corner| corner.as_vec2()));
        let (floor, cost) = (mesh.layer(slot), mesh.cost(slot));
        let area = mesh.area_of(slot).map(|area| mesh.areas()[area.index()].name.clone());
        if cost != 1.0 || area.is_some() {
            let kind = (floor, cost.to_bits(), area.unwrap_or_default());
            kinds.entry(kind).or_default().push(outline.clone());
        }
        grounds.entry(floor).or_default().push(outline);
    }
    for (floor, outlines) in grounds {
        let shape = Shape::Ground(NavGround { outlines });
        parts.push(Part { name: String::new(), floor, shape });
    }
    for ((floor, cost, name), outlines) in kinds {
        let shape = Shape::Area(NavArea { outlines, name, cost: f64::from_bits(cost) });
        parts.push(Part { name: String::new(), floor, shape });
    }
    add_sides(&mut parts, mesh);
    for door in mesh.doors() {
        for &edge in &door.edges {
            let (floor, points) = (mesh.layer(mesh.edge(edge).cell_slot()), side(mesh, edge));
            let shape = Shape::Door(NavDoor { points, open: true });
            parts.push(Part { name: door.name.clone(), floor, shape });
        }
    }
    for link in mesh.links() {
        add_link(&mut parts, link, &link.name);
    }
    Ok(parts)
}

fn side(mesh: &NavMesh, edge: EdgeId) -> Vec<Vec2> {
    mesh.edge_ends(edge).map(|end| end.as_vec2()).to_vec()
}

/// Adds the walls, also those between cells that touch, and the sides where floors meet.
fn add_sides(parts: &mut Vec<Part>, mesh: &NavMesh) {
    let mut walls: BTreeMap<u32, Vec<[DVec2; 2]>> = BTreeMap::new();
    for slot in mesh.slots() {
        let floor = mesh.layer(slot);
        for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            let other = mesh.edge(edge).neighbor_slot().map(|slot| mesh.layer(slot));
            match other {
                None => walls.entry(floor).or_default().push(mesh.edge_ends(edge)),
                // Each of the two cells sees the side; the lower floor adds it.
                Some(other) if floor < other => {
                    let floors = [floor, other];
                    let points = side(mesh, edge);
                    let shape = Shape::Connection(NavConnection { floors, points });
                    parts.push(Part { name: String::new(), floor, shape });
                }
                Some(_) => {}
            }
        }
    }
    for (floor, sides) in walls {
        for points in chains(&sides) {
            let shape = Shape::Wall(NavWall { points });
            parts.push(Part { name: String::new(), floor, shape });
        }
    }
}

/// Joins sides end to end, so that there are few walls.
fn chains(sides: &[[DVec2; 2]]) -> Vec<Vec<Vec2>> {
    let key = |point: DVec2| point.to_array().map(|value| (value + 0.0).to_bits());
    let mut from: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for (number, side) in sides.iter().enumerate() {
        from.entry(key(side[0])).or_default().push(number);
    }
    let mut is_used = vec![false; sides.len()];
    let mut chains = Vec::new();
    for first in 0..sides.len() {
        let (mut next, mut chain) = (Some(first).filter(|&first| !is_used[first]), Vec::new());
        while let Some(number) = next {
            is_used[number] = true;
            if chain.is_empty() {
                chain.push(sides[number][0].as_vec2());
            }
            chain.push(sides[number][1].as_vec2());
            let starts = from.get(&key(sides[number][1])).map_or(&[][..], Vec::as_slice);
            next = starts.iter().copied().find(|&side| !is_used[side]);
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}
