//! Lines of hexagons.

use super::hexagon::Hex;

/// Returns the hexagons along the straight line between the centres of two, both included.
///
/// Consecutive hexagons are neighbours; there are [`distance`](Hex::distance) + 1 of them. The line
/// is cut into as many equal parts as there are steps, and each end of a part is rounded to its
/// hexagon. An end on a side belongs to the hexagon with the larger q, then the larger r. The line
/// from `to` to `from` may therefore differ.
///
/// ```
/// use navmesh_grid::{Hex, hex_line};
/// let line: Vec<Hex> = hex_line(Hex { q: 0, r: 0 }, Hex { q: 2, r: 1 }).collect();
/// assert_eq!(line.len(), 4);
/// ```
pub fn hex_line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
    // Coordinates may be any numbers, so that the products need more than 64 bits.
    let steps = i128::from(from.distance(to)).max(1);
    let last = if from == to { 0 } else { steps };
    (0..=last).map(move |step| {
        let along = |a: i32, b: i32| i128::from(a) * (steps - step) + i128::from(b) * step;
        rounded(along(from.q, to.q), along(from.r, to.r), steps)
    })
}

/// Returns the hexagon of the point with axial coordinates q / unit and r / unit.
fn rounded(q: i128, r: i128, unit: i128) -> Hex {
    let s = -q - r;
    // Halves are rounded up.
    let nearest = |value: i128| (2 * value + unit).div_euclid(2 * unit);
    let error = |value: i128, near: i128| (value - near * unit).abs();
    let [near_q, near_r, near_s] = [q, r, s].map(nearest);
    let [error_q, error_r, error_s] = [error(q, near_q), error(r, near_r), error(s, near_s)];
    // The three must sum to 0: the one with the largest error follows from the others.
    let (q, r) = if error_s >= error_q && error_s >= error_r {
        (near_q, near_r)
    } else if error_r >= error_q {
        (near_q, -near_q - near_s)
    } else {
        (-near_r - near_s, near_r)
    };
    Hex { q: q as i32, r: r as i32 }
}
