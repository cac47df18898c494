//! The border of the walkable area: the rings around its triangles.

use navmesh_core::backend::geom::{Turn, lexicographic, turn};
use navmesh_core::{Clearance, DVec2};

use crate::half_edges::HalfEdges;

/// The rings around the walkable area, without straight corners. The area lies on their left.
///
/// A ring runs along both sides of a wall without thickness. If the area touches itself at a point,
/// each ring stays on its own side of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Border {
    pub(crate) corners: Vec<Corner>,
    /// The end of each ring in `corners`.
    pub(crate) ring_ends: Vec<u32>,
}

/// A point at which a ring turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Corner {
    pub(crate) point: DVec2,
    pub(crate) bend: Bend,
}

/// The direction in which a ring turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bend {
    /// To the left: the interior angle is less than 180°.
    Inwards,
    /// To the right or straight back: the interior angle is more than 180°.
    Outwards,
}

impl Border {
    /// Collects the border of all cells. Complexity: linear.
    pub(crate) fn of(ground: &HalfEdges, points: &[DVec2]) -> Self {
        let mut border = Self::default();
        for ring in rings_of(ground) {
            let points: Vec<DVec2> =
                ring.iter().map(|&wall| points[ground.origin(wall) as usize]).collect();
            border.corners.extend(corners_from_lowest(&points));
            border.ring_ends.push(border.corners.len() as u32);
        }
        border
    }

    /// Converts the border to the form that a mesh stores.
    pub(crate) fn into_clearance(self, radius: f64) -> Clearance {
        let corners = self.corners.into_iter().map(|corner| corner.point).collect();
        let ring_layers = vec![0; self.ring_ends.len()];
        Clearance { radius, corners, ring_ends: self.ring_ends, ring_layers, openings: Vec::new() }
    }

    pub(crate) fn rings(&self) -> impl Iterator<Item = &[Corner]> {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        starts.zip(&self.ring_ends).map(|(start, &end)| &self.corners[start as usize..end as usize])
    }
}

/// Returns the points at which a ring turns.
pub(crate) fn corners_of(ring: &[DVec2]) -> impl Iterator<Item = Corner> {
    let n = ring.len();
    (0..n).filter_map(move |i| {
        let [a, point, b] = [n - 1, 0, 1].map(|step| ring[(i + step) % n]);
        let bend = match turn(a, point, b) {
            Turn::Left => Bend::Inwards,
            Turn::Collinear if (a - point).dot(b - point) < 0.0 => return None,
            Turn::Right | Turn::Collinear => Bend::Outwards,
        };
        Some(Corner { point, bend })
    })
}

/// Returns the corners of a ring, starting with its lowest side.
pub(crate) fn corners_from_lowest(ring: &[DVec2]) -> Vec<Corner> {
    let mut corners: Vec<Corner> = corners_of(ring).collect();
    let side = |i: usize| [i, (i + 1) % corners.len()].map(|i| corners[i].point);
    let lowest = (0..corners.len()).min_by(|&i, &j| {
        let ([a, b], [c, d]) = (side(i), side(j));
        lexicographic(a, c).then(lexicographic(b, d))
    });
    corners.rotate_left(lowest.unwrap_or(0));
    corners
}

/// Returns the walls around the cells, ring after ring, as half-edges. Complexity: linear.
pub(crate) fn rings_of(ground: &HalfEdges) -> Vec<Vec<u32>> {
    let mut seen = vec![false; ground.halves.len()];
    let mut rings = Vec::new();
    for first in 0..ground.count() {
        let mut edge = first;
        let mut ring = Vec::new();
        while ground.is_alive(edge)
            && ground.twin(edge).is_none()
            && !std::mem::replace(&mut seen[edge as usize], true)
        {
            ring.push(edge);
            edge = next_wall(ground, edge);
        }
        if !ring.is_empty() {
            rings.push(ring);
        }
    }
    rings
}

/// Returns the wall after `wall` along the border: the other wall of the fan at its end.
fn next_wall(ground: &HalfEdges, wall: u32) -> u32 {
    let mut edge = ground.next(wall);
    while let Some(twin) = ground.twin(edge) {
        edge = ground.next(twin);
    }
    edge
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square has a point in the middle of a side, and a wall that ends at its lowest corner.
    #[test]
    fn corners_do_not_depend_on_the_first_point_of_the_ring() {
        let ring = [[0, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, 0], [2, 3]];
        let mut ring = ring.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
        let [a, _, b, c, d, _, tip] = ring;
        for _ in 0..ring.len() {
            ring.rotate_left(1);
            let corners = corners_from_lowest(&ring);
            let points: Vec<DVec2> = corners.iter().map(|corner| corner.point).collect();
            assert_eq!(points, [a, tip, a, b, c, d]);
            let outwards = corners.iter().map(|corner| corner.bend == Bend::Outwards);
            assert_eq!(outwards.collect::<Vec<_>>(), [false, true, false, false, false, false]);
        }
    }
}
