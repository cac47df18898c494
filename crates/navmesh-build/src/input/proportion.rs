//! The limit of far coordinates. Beyond it, distances would round the rest of the map away.

use navmesh_core::backend::geom::MIN_COORDINATE;
use navmesh_core::{DVec2, Outlines};

use crate::error::{BuildError, InputPlace, Role};

/// The largest coordinate in proportion to the lower quartile of the reaches of all sides: 2⁴⁰.
///
/// A distance errs by less than 2⁻⁴⁶ of the largest coordinate, so by less than 2⁻⁶ of that quartile.
pub(crate) const MAX_PROPORTION: f64 = (1u64 << 40) as f64;

/// Returns the error of the largest coordinate if it is out of proportion, with the index of its floor.
///
/// The *reach* of a side is the largest magnitude of a coordinate of its ends. The lower quartile over
/// the sides of all floors counts, so that no single tiny side near the origin decides. All
/// coordinates are finite.
///
/// Complexity: O(n).
pub(crate) fn far_coordinate(floors: &[&Outlines]) -> Option<(usize, BuildError)> {
    let mut reaches = Vec::new();
    let mut farthest: Option<(f64, usize, InputPlace, DVec2)> = None;
    for (floor, outlines) in floors.iter().enumerate() {
        for (first, points) in chains(outlines) {
            reaches.extend(sides(first.role, points).map(|[a, b]| extent(a).max(extent(b))));
            for (vertex, &point) in points.iter().enumerate() {
                if farthest.is_none_or(|(largest, ..)| extent(point) > largest) {
                    let place = InputPlace { vertex, ..first };
                    farthest = Some((extent(point), floor, place, point));
                }
            }
        }
    }
    reaches.retain(|&reach| reach >= MIN_COORDINATE); // smaller coordinates become 0
    let (largest, floor, place, DVec2 { x, y }) = farthest.filter(|_| !reaches.is_empty())?;
    let quarter = reaches.len() / 4;
    let limit = MAX_PROPORTION * *reaches.select_nth_unstable_by(quarter, f64::total_cmp).1;
    (largest > limit).then_some((floor, BuildError::TooFar { place, x, y, limit }))
}

/// Iterates over the rings and lines, each with the place of its first vertex.
fn chains(outlines: &Outlines) -> impl Iterator<Item = (InputPlace, &[DVec2])> {
    let Outlines { walkable, obstacles, walls, areas, doors, .. } = outlines;
    let rings = [
        (Role::Walkable, walkable.iter().collect::<Vec<_>>()),
        (Role::Obstacle, obstacles.iter().collect()),
        (Role::Area, areas.iter().map(|area| &area.outline).collect()),
    ];
    let rings = rings.into_iter().flat_map(|(role, outlines)| {
        outlines.into_iter().enumerate().flat_map(move |(outline, shape)| {
            let place = move |ring| InputPlace { role, outline, ring, vertex: 0 };
            shape.rings().enumerate().map(move |(ring, points)| (place(ring), points))
        })
    });
    let line = |role, (outline, points)| (InputPlace { role, outline, ring: 0, vertex: 0 }, points);
    let walls = walls.iter().map(|wall| wall.points.as_slice()).enumerate();
    let doors = doors.iter().map(|door| door.points.as_slice()).enumerate();
    rings
        .chain(walls.map(move |wall| line(Role::Wall, wall)))
        .chain(doors.map(move |door| line(Role::Door, door)))
}

/// Iterates over the sides of a ring or line, except those between equal points.
fn sides(role: Role, points: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    let is_line = matches!(role, Role::Wall | Role::Door);
    let ends = points.iter().copied().cycle().skip(1);
    let pairs =
        points.iter().copied().zip(ends).take(points.len().saturating_sub(usize::from(is_line)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| [a, b])
}

fn extent(point: DVec2) -> f64 {
    point.abs().max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_core::{Outline, Wall};

    fn of(shapes: &[&[[f64; 2]]]) -> Outlines {
        let walkable = shapes.iter().map(|&ring| Outline::new(ring.iter().copied())).collect();
        Outlines { walkable, ..Outlines::default() }
    }

    fn error(outlines: &Outlines) -> Option<String> {
        far_coordinate(&[outlines]).map(|(_, error)| error.to_string())
    }

    #[test]
    fn one_far_vertex_is_named() {
        let found = error(&of(&[&[[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [1e60, 8.0]]])).unwrap();
        assert!(found.starts_with("walkable outline 0, ring 0, vertex 3: (1e60, 8) "), "{found}");
        assert_eq!(error(&of(&[&[[0.0, 0.0], [1.0, 0.0], [0.0, MAX_PROPORTION]]])), None);
        let beyond = [[0.0, 0.0], [1.0, 0.0], [0.0, -MAX_PROPORTION.next_up()]];
        assert!(error(&of(&[&beyond])).is_some());
    }

    #[test]
    fn maps_of_any_size_and_anywhere_are_in_proportion() {
        for scale in [1e-40, 1.0, 1e59] {
            let square = [[0.0, 0.0], [scale, 0.0], [scale, scale], [0.0, scale]];
            let far = square.map(|[x, y]| [x + 1e15 * scale, y]);
            assert_eq!(error(&of(&[&square, &square])), None);
            assert_eq!(error(&of(&[&far])), None);
        }
    }

    /// Spokes from the origin, and sides that rounding left there, are found on real maps.
    #[test]
    fn points_at_the_origin_and_repeated_points_do_not_count() {
        let mut outlines = of(&[&[[0.0, 0.0], [0.0, 0.0], [1e-17, 0.0], [9.0, 0.0], [9.0, 9.0]]]);
        outlines.walls = (0..9).map(|i| Wall::new([[0.0, 0.0], [9.0, f64::from(i)]])).collect();
        outlines.walls.push(Wall::new([[0.0, 0.0], [1e-18, 1e-18]]));
        assert_eq!(error(&outlines), None);
        assert_eq!(error(&Outlines::default()), None);
        assert_eq!(error(&Outlines { walls: vec![Wall::default()], ..of(&[&[]]) }), None);
    }

    #[test]
    fn floors_are_compared_with_one_another() {
        let [near, far] = [1.0, 1e30].map(|x| of(&[&[[0.0, 0.0], [x, 0.0], [0.0, x]]]));
        assert_eq!(error(&near).or(error(&far)), None);
        let (floor, _) = far_coordinate(&[&near, &far]).unwrap();
        assert_eq!(floor, 1);
    }
}
