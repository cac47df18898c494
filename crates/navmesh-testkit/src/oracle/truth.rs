//! The meaning of outlines, point by point, by winding numbers.
//!
//! Source: D. Alciatore, R. Miranda, "A Winding Number and Point-in-Polygon Algorithm", 1995: count
//! the sides that cross the ray from the point to the right, upwards as +1 and downwards as −1.
//! We differ from it in: 1) each side is placed by the exact predicate; 2) a point on a side is no
//! case of the count: it is on the border.

use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{DVec2, Outline, Outlines};

/// The location of a point on a map of outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coverage {
    /// On walkable ground, and on no ring.
    Inside,
    /// Off walkable ground, and on no ring.
    Outside,
    /// Exactly on some ring of some outline, or on a wall; what is on either side of it is not asked.
    Border,
}

/// Locates `point`: walkable is what at least one walkable outline covers and no obstacle does.
///
/// An outline covers what its exterior winds around and none of its holes does, whichever way they
/// run. A point on any ring or wall is on the border, even where the same ground is on both sides.
#[must_use]
pub fn covers(outlines: &Outlines, point: DVec2) -> Coverage {
    let mut rings = outlines.walkable.iter().chain(&outlines.obstacles).flat_map(Outline::rings);
    if rings.any(|ring| sides(ring).any(|[a, b]| on_segment(a, b, point))) {
        return Coverage::Border;
    }
    let mut pieces = outlines.walls.iter().flat_map(|wall| wall.points.windows(2));
    if pieces.any(|piece| on_segment(piece[0], piece[1], point)) {
        return Coverage::Border;
    }
    let covered = |outline: &Outline| {
        winding(&outline.exterior, point) != 0
            && outline.holes.iter().all(|hole| winding(hole, point) == 0)
    };
    if outlines.walkable.iter().any(covered) && !outlines.obstacles.iter().any(covered) {
        Coverage::Inside
    } else {
        Coverage::Outside
    }
}

fn sides(ring: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + '_ {
    (0..ring.len()).map(move |i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// The counter-clockwise winding number of a ring around a point that is not on it.
fn winding(ring: &[DVec2], point: DVec2) -> i32 {
    let count = |[a, b]: [DVec2; 2]| {
        let upwards = a.y <= point.y && point.y < b.y;
        let downwards = b.y <= point.y && point.y < a.y;
        match turn(a, b, point) {
            Turn::Left if upwards => 1,
            Turn::Right if downwards => -1,
            _ => 0,
        }
    };
    sides(ring).map(count).sum()
}

#[cfg(test)]
mod tests {
    use navmesh_core::Wall;

    use super::*;

    fn at(outlines: &Outlines, point: [f64; 2]) -> Coverage {
        covers(outlines, point.into())
    }

    #[test]
    fn holes_obstacles_and_borders_are_told_apart() {
        let ground = Outline::rect([0.0, 0.0], [10.0, 10.0]).with_hole([
            [4.0, 4.0],
            [6.0, 4.0],
            [6.0, 6.0],
            [4.0, 6.0],
        ]);
        let outlines = Outlines {
            walkable: vec![ground],
            obstacles: vec![Outline::rect([1.0, 1.0], [2.0, 2.0])],
            walls: vec![Wall::new([[7.0, 1.0], [7.0, 9.0]])],
            ..Outlines::default()
        };
        assert_eq!(at(&outlines, [3.0, 3.0]), Coverage::Inside);
        assert_eq!(at(&outlines, [5.0, 5.0]), Coverage::Outside);
        assert_eq!(at(&outlines, [1.5, 1.5]), Coverage::Outside);
        assert_eq!(at(&outlines, [11.0, 4.0]), Coverage::Outside);
        assert_eq!(at(&outlines, [4.0, 5.0]), Coverage::Border);
        assert_eq!(at(&outlines, [2.0, 2.0]), Coverage::Border);
        assert_eq!(at(&outlines, [7.0, 3.0]), Coverage::Border);
        assert_eq!(at(&outlines, [7.5, 3.0]), Coverage::Inside);
        assert_eq!(at(&outlines, [0.0, 10.0]), Coverage::Border);
    }

    #[test]
    fn orientation_and_bow_ties_cancel_nothing() {
        let clockwise = Outline::new([[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 0.0]]);
        let bow_tie = Outline::new([[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]);
        let outlines =
            Outlines { walkable: vec![clockwise, bow_tie.clone()], ..Outlines::default() };
        assert_eq!(at(&outlines, [2.0, 1.0]), Coverage::Inside);
        assert_eq!(at(&outlines, [3.5, 2.0]), Coverage::Inside);
        let tie_alone = Outlines { walkable: vec![bow_tie], ..Outlines::default() };
        assert_eq!(at(&tie_alone, [3.5, 2.0]), Coverage::Inside);
        assert_eq!(at(&tie_alone, [0.5, 2.0]), Coverage::Inside);
        assert_eq!(at(&tie_alone, [2.0, 1.0]), Coverage::Outside);
    }

    #[test]
    fn a_ring_around_twice_is_covered_and_an_empty_one_is_not() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let twice = Outline::new(square.into_iter().chain(square));
        let outlines =
            Outlines { walkable: vec![twice, Outline::default()], ..Outlines::default() };
        assert_eq!(at(&outlines, [1.0, 1.0]), Coverage::Inside);
        assert_eq!(at(&outlines, [5.0, 1.0]), Coverage::Outside);
    }
}
