//! The picture of a distance field: pieces coloured by distance, and arrows along the paths.

use tautline::draw::{DistanceArrow, DistanceMap, DistancePiece};
use tautline::queries::Heading;
use tautline::{Bounds, DVec2, DistanceField, NavMesh, Place};

/// The number of squares along the longer side of the map.
const SQUARES: f64 = 96.0;
/// The number of arrows along it.
const ARROWS: f64 = 32.0;
/// The length of an arrow, relative to the distance of two.
const LENGTH: f64 = 0.7;

/// Samples a field within each cell of the mesh.
pub(super) fn distance_map(field: &DistanceField, mesh: &NavMesh) -> DistanceMap {
    let bounds = mesh.bounds();
    let longest = bounds.size().max_element();
    if longest <= 0.0 {
        return DistanceMap::default();
    }
    let samples: Vec<Sample> =
        mesh.slots().flat_map(|slot| samples_of(field, mesh, slot, longest / SQUARES)).collect();
    let farthest = samples.iter().map(|sample| sample.distance).fold(0.0, f64::max);
    let mut map = DistanceMap { farthest, goals: goals(field, mesh), ..DistanceMap::default() };
    map.arrows = arrows(field, mesh, longest / ARROWS);
    map.pieces = pieces(&samples, mesh, &map);
    map
}

/// A square that meets a cell, and the distance from its part within the cell.
struct Sample {
    slot: u32,
    square: Bounds,
    distance: f64,
}

/// Cuts a cell into squares, so that no piece crosses a wall, and measures each at its centre.
fn samples_of(field: &DistanceField, mesh: &NavMesh, slot: u32, step: f64) -> Vec<Sample> {
    let origin = mesh.bounds().min;
    let cell: Vec<DVec2> = mesh.corners(slot).collect();
    let mut samples = Vec::new();
    for square in squares(Bounds::of(cell.iter().copied()), origin, step) {
        let Some(center) = mean(&clipped(&cell, square)) else { continue };
        let place = Place::new(center).on_layer(mesh.layer(slot));
        if let Ok(Heading { distance, .. }) = field.heading_at(place) {
            samples.push(Sample { slot, square, distance });
        }
    }
    samples
}

/// Returns a piece for each run of squares of one colour in a row of a cell.
fn pieces(samples: &[Sample], mesh: &NavMesh, map: &DistanceMap) -> Vec<DistancePiece> {
    let is_run = |a: &Sample, b: &Sample| {
        let is_beside = [a.square.max.x, a.square.min.y] == [b.square.min.x, b.square.min.y];
        a.slot == b.slot && is_beside && map.color(a.distance) == map.color(b.distance)
    };
    let mut pieces = Vec::new();
    for run in samples.chunk_by(is_run) {
        if let ([first, ..], [.., last]) = (run, run) {
            let within = Bounds { min: first.square.min, max: last.square.max };
            pieces.push(piece(mesh, first, within));
        }
    }
    pieces
}

fn piece(mesh: &NavMesh, sample: &Sample, within: Bounds) -> DistancePiece {
    let cell: Vec<DVec2> = mesh.corners(sample.slot).collect();
    let layer = mesh.layer(sample.slot);
    DistancePiece { ring: clipped(&cell, within), layer, distance: sample.distance }
}

/// Returns the goals with their floors.
fn goals(field: &DistanceField, mesh: &NavMesh) -> Vec<Place> {
    let on_floors =
        |goal: DVec2| mesh.layers().iter().map(move |&layer| Place::new(goal).on_layer(layer));
    let is_goal =
        |place: &Place| field.heading_at(*place).is_ok_and(|heading| heading.distance == 0.0);
    field.goals().flat_map(on_floors).filter(is_goal).collect()
}

/// Returns an arrow for every square of the map on every floor, no longer than the way to the next waypoint.
fn arrows(field: &DistanceField, mesh: &NavMesh, step: f64) -> Vec<DistanceArrow> {
    let mut arrows = Vec::new();
    for square in squares(mesh.bounds(), mesh.bounds().min, step) {
        let center = square.min.midpoint(square.max);
        for &layer in mesh.layers() {
            let Ok(heading) = field.heading_at(Place::new(center).on_layer(layer)) else {
                continue;
            };
            let Some(direction) = heading.direction() else { continue };
            let from = heading.from.point;
            let length = (LENGTH * step).min(from.distance(heading.next.point));
            let ends = [from, from + direction * length];
            arrows.push(DistanceArrow { ends, layer });
        }
    }
    arrows
}

/// Returns the squares of a lattice that meet a box.
fn squares(within: Bounds, origin: DVec2, step: f64) -> impl Iterator<Item = Bounds> {
    let first = ((within.min - origin) / step).floor();
    let last = ((within.max - origin) / step).ceil();
    let [columns, rows] = (last - first).to_array().map(|count| count as u32);
    let numbers = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
    numbers.map(move |(column, row)| {
        let corner = first + DVec2::new(f64::from(column), f64::from(row));
        let [min, max] = [corner, corner + DVec2::ONE].map(|corner| origin + corner * step);
        Bounds { min, max }
    })
}

/// Returns the part of a convex polygon within a box (I. Sutherland and G. Hodgman, 1974).
fn clipped(ring: &[DVec2], within: Bounds) -> Vec<DVec2> {
    let Bounds { min, max } = within;
    let borders = [(DVec2::X, min.x), (DVec2::Y, min.y), (-DVec2::X, -max.x), (-DVec2::Y, -max.y)];
    let mut ring = ring.to_vec();
    for (inwards, limit) in borders {
        let depth = |point: DVec2| point.dot(inwards) - limit;
        let next = ring.iter().cycle().skip(1);
        let mut kept = Vec::with_capacity(ring.len() + 1);
        for (&a, &b) in ring.iter().zip(next) {
            if depth(a) >= 0.0 {
                kept.push(a);
            }
            if (depth(a) >= 0.0) != (depth(b) >= 0.0) {
                kept.push(a.lerp(b, depth(a) / (depth(a) - depth(b))));
            }
        }
        ring = kept;
    }
    ring
}

/// Returns the mean of the corners of a polygon; `None` without an area.
fn mean(ring: &[DVec2]) -> Option<DVec2> {
    (ring.len() > 2).then(|| ring.iter().sum::<DVec2>() / ring.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_a_triangle_cover_it_and_nothing_else() {
        let triangle = [[0.3, 0.1], [4.7, 1.2], [2.2, 3.9]].map(DVec2::from);
        let double_area = |ring: &[DVec2]| -> f64 {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum()
        };
        let parts = squares(Bounds::of(triangle), DVec2::ZERO, 0.5);
        let covered: f64 = parts.map(|square| double_area(&clipped(&triangle, square))).sum();
        assert!((covered - double_area(&triangle)).abs() < 1e-12);
    }
}
