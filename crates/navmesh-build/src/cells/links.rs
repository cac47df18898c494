//! Places the ends of links on the walkable area.

use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Link, LinkEnd, LinkSide, NavMesh, Place};

use crate::error::{BuildError, InputPlace, Role};
use crate::options::OffMeshLinks;
use crate::report::MovedLink;

/// The largest distance of a link's end from the walkable area, in agent radii beyond the default
/// snap. An inset moves a right-angled corner by √2 radii.
const CORNER: f64 = 2.0;

/// Checks that links have no more lanes than a mesh takes.
pub(crate) fn check_lanes(links: &[Link]) -> Result<(), BuildError> {
    let Some(outline) = Link::first_beyond_max_lanes(links) else { return Ok(()) };
    let place = InputPlace { role: Role::Link, outline, ring: 0, vertex: 0 };
    Err(BuildError::TooManyLanes { place, limit: Link::MAX_LANES })
}

/// Moves the ends of links onto the walkable areas of their floors, and lists the moved ends.
///
/// An end off the walkable area goes to its nearest point, within the mesh's default snap plus
/// twice the agents' radius: ladders stand at walls, from which an inset retreats. An end farther away is refused,
/// or stays off the mesh.
pub(crate) fn place_links(
    links: &[Link],
    mesh: &NavMesh,
    off_mesh: OffMeshLinks,
) -> Result<(Vec<Link>, Vec<MovedLink>), BuildError> {
    let (mut placed, mut moved) = (Vec::with_capacity(links.len()), Vec::new());
    for (number, link) in links.iter().enumerate() {
        let (link, farthest) = placed_link(number, link, mesh, off_mesh)?;
        placed.push(link);
        for (side, distance) in [LinkSide::From, LinkSide::To].into_iter().zip(farthest) {
            if distance > 0.0 {
                moved.push(MovedLink { link: number, side, distance });
            }
        }
    }
    Ok((placed, moved))
}

/// Returns a link with its ends on the mesh, and the largest distance by which its ends moved on each side.
pub(crate) fn placed_link(
    number: usize,
    link: &Link,
    mesh: &NavMesh,
    off_mesh: OffMeshLinks,
) -> Result<(Link, [f64; 2]), BuildError> {
    let mut link = link.clone();
    let layers = [link.from.layer, link.to.layer];
    let mut farthest = [0.0_f64; 2];
    for (index, point) in link.points_mut().enumerate() {
        let (ring, vertex) = (index / 2, index % 2);
        let place = InputPlace { role: Role::Link, outline: number, ring, vertex };
        let asked = LinkEnd { point: *point, layer: layers[vertex] };
        let stood = match standing(asked, mesh, place) {
            Err(BuildError::LinkOffMesh { .. }) if off_mesh == OffMeshLinks::Close => continue,
            stood => stood?.point,
        };
        let by = stood - asked.point;
        // The length of a tiny vector underflows to 0. Its largest component shows that the point
        // moved.
        farthest[vertex] = farthest[vertex].max(by.length()).max(by.abs().max_element());
        *point = stood;
    }
    let max = Link::max_cost(mesh.bounds());
    if !(0.0..=max).contains(&link.cost) {
        let place = InputPlace { role: Role::Link, outline: number, ring: 0, vertex: 0 };
        return Err(BuildError::BadLinkCost { place, cost: link.cost, max });
    }
    Ok((link, farthest))
}

/// Returns the largest distance by which an end of a link moves.
pub(crate) fn farthest_move(mesh: &NavMesh) -> f64 {
    mesh.default_snap() + CORNER * mesh.agent_radius()
}

/// Places one end of a link on the walkable area of its floor.
fn standing(end: LinkEnd, mesh: &NavMesh, place: InputPlace) -> Result<LinkEnd, BuildError> {
    let LinkEnd { point: asked, layer } = end;
    let Some(point) = sanitized(asked) else {
        return Err(BuildError::BadCoordinate { place, x: asked.x, y: asked.y });
    };
    let at = Place::new(point).on_layer(layer);
    let mut here = Vec::new();
    mesh.locate_into(at, &mut here);
    if !here.is_empty() {
        return Ok(LinkEnd { point, layer });
    }
    let nearest = mesh.nearest(at);
    let reach = farthest_move(mesh);
    match nearest {
        Some(nearest) if nearest.distance <= reach => Ok(LinkEnd { point: nearest.point, layer }),
        nearest => {
            let distance = nearest.map(|nearest| nearest.distance);
            Err(BuildError::LinkOffMesh { place, layer, x: asked.x, y: asked.y, distance })
        }
    }
}
