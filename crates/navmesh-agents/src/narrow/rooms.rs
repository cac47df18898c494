//! Rooms: regions in which two agents can pass each other, and the places where agents can wait there.

use navmesh_core::backend::geom::{lexicographic, nearest_on_segment};
use navmesh_core::{DVec2, NavMesh, Place};
use navmesh_search::MeshQueries;

use super::cuts::{Piece, Regions};

/// The least distance between agents that pass each other, in diameters.
pub(super) const APART: f64 = 1.05;

/// The area from which on a room has place for all, in squares as wide as agents that pass each other: a hall.
const HALL: f64 = 64.0;

/// The most steps from a point towards one where two agents can pass.
const MOST_STEPS: usize = 16;

/// The share of a radius that such a step leads too far, so that few of them are enough.
const BEYOND: f64 = 1.0 / 64.0;

/// True if a region has a point that is a radius away from all walls.
///
/// From the middle of each piece it steps away from the nearest wall, which finds such a point where walls do not bend
/// around it. If it finds none, the region counts as narrow, and agents wait longer than they need to.
///
/// Complexity: a few searches for the nearest wall for each piece.
pub(super) fn is_wide(
    regions: &Regions,
    pieces: &[Piece],
    radius: f64,
    queries: &mut MeshQueries<'_>,
) -> bool {
    pieces.iter().any(|piece| {
        let Some(mut place) = piece.middle(queries.mesh(), regions) else { return false };
        for _ in 0..MOST_STEPS {
            let wall = match queries.nearest_wall(place, radius) {
                Ok(Some(wall)) => wall.point,
                Ok(None) => return true,
                Err(_) => return false,
            };
            let away = (place.point - wall).normalize_or_zero() * (radius * (1.0 + BEYOND));
            let Ok(slide) = queries.move_along(place, wall + away) else { return false };
            place = slide.place();
            if regions.at(&place) != Some(piece.region) {
                return false;
            }
        }
        false
    })
}

/// Returns the places at the walls of a region where agents leave a lane between any two of its mouths; `None` for a
/// hall.
///
/// Complexity: the number of points a radius apart along the walls, times the lanes and the places.
pub(super) fn places(
    mesh: &NavMesh,
    regions: &Regions,
    pieces: &[Piece],
    mouths: &[DVec2],
    radius: f64,
) -> Option<Vec<DVec2>> {
    let clear = 2.0 * radius * APART;
    let points = || {
        pieces.iter().flat_map(|piece| piece.walls(mesh, regions)).flat_map(|[a, b]| {
            let count = (a.distance(b) / radius).ceil().max(1.0).min(f64::from(u16::MAX)) as usize;
            (0..=count).map(move |index| a.lerp(b, index as f64 / count as f64))
        })
    };
    let mut area = 0.0;
    for piece in pieces {
        area += piece.area_and_middle(mesh, regions).0;
        if area >= HALL * clear * clear {
            return None;
        }
    }
    let is_free =
        |taken: &[DVec2], point: DVec2| taken.iter().all(|at| at.distance(point) >= clear);
    let lanes = || {
        mouths
            .iter()
            .enumerate()
            .flat_map(|(index, &a)| mouths[index..].iter().map(move |&b| [a, b]))
    };
    let off_lanes = |point: DVec2| {
        let distances = lanes()
            .map(|[a, b]| if a == b { a } else { nearest_on_segment(a, b, point) }.distance(point));
        distances.fold(f64::INFINITY, f64::min)
    };
    let far = points().map(|point| (off_lanes(point), point)).filter(|at| at.0 >= clear);
    let mut far: Vec<(f64, DVec2)> = far.collect();
    far.sort_by(|a, b| b.0.total_cmp(&a.0).then(lexicographic(a.1, b.1)));
    let mut taken = Vec::new();
    for (_, point) in far {
        if is_free(&taken, point) {
            taken.push(point);
        }
    }
    Some(taken)
}

impl Piece {
    /// Returns the middle of the piece, as a place of its cell.
    fn middle(&self, mesh: &NavMesh, regions: &Regions) -> Option<Place> {
        let (area, middle) = self.area_and_middle(mesh, regions);
        (area > 0.0).then(|| mesh.place_in(self.slot, middle))
    }

    fn area_and_middle(&self, mesh: &NavMesh, regions: &Regions) -> (f64, DVec2) {
        let corners = self.corners(mesh, regions);
        let Some(&(first, _)) = corners.first() else { return (0.0, DVec2::ZERO) };
        let (mut area, mut middle) = (0.0, DVec2::ZERO);
        for pair in corners[1..].windows(2) {
            let sides = [pair[0].0 - first, pair[1].0 - first];
            let twice = sides[0].perp_dot(sides[1]);
            area += twice;
            middle += (sides[0] + sides[1]) * twice;
        }
        (area / 2.0, first + middle / (3.0 * area))
    }

    /// Returns the parts of walls at the border of the piece.
    fn walls(&self, mesh: &NavMesh, regions: &Regions) -> Vec<[DVec2; 2]> {
        let corners = self.corners(mesh, regions);
        let next = |index: usize| corners[(index + 1) % corners.len()].0;
        let walls = corners.iter().enumerate().filter(|(_, corner)| corner.1);
        walls.map(|(index, corner)| [corner.0, next(index)]).filter(|[a, b]| a != b).collect()
    }
}
