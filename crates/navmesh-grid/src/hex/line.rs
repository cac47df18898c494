//! The hexagons between two.

use super::Hex;

/// The hexagons along the straight line between the middles of two, both included; each is next to
/// the one before, so that there are [`distance`](Hex::distance) + 1.
///
/// The line is cut into as many equal parts as there are steps, and each end of a part is rounded to
/// its hexagon. An end on a side belongs to the hexagon with the larger q, then the larger r; so
/// the line there and the line back may differ.
///
/// ```
/// use navmesh_grid::{Hex, hex_line};
/// let line: Vec<Hex> = hex_line(Hex { q: 0, r: 0 }, Hex { q: 2, r: 1 }).collect();
/// assert_eq!(line.len(), 4);
/// ```
pub fn hex_line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
    // Hexagons of any number are taken, so that the products need more than 64 bits.
    let steps = i128::from(from.distance(to)).max(1);
    let last = if from == to { 0 } else { steps };
    (0..=last).map(move |step| {
        let along = |a: i32, b: i32| i128::from(a) * (steps - step) + i128::from(b) * step;
        rounded([along(from.q, to.q), along(from.r, to.r)], steps)
    })
}

/// The hexagon that holds the point with these axial coordinates, in parts of `unit`.
fn rounded([q, r]: [i128; 2], unit: i128) -> Hex {
    let s = -q - r;
    // Halves are rounded up.
    let nearest = |value: i128| (2 * value + unit).div_euclid(2 * unit);
    let [near_q, near_r, near_s] = [q, r, s].map(nearest);
    let [off_q, off_r, off_s] =
        [(q, near_q), (r, near_r), (s, near_s)].map(|(v, near)| (v - near * unit).abs());
    // The three must sum to 0: the one that was rounded farthest follows from the others.
    let (q, r) = if off_s >= off_q && off_s >= off_r {
        (near_q, near_r)
    } else if off_r >= off_q {
        (near_q, -near_q - near_s)
    } else {
        (-near_r - near_s, near_r)
    };
    Hex { q: q as i32, r: r as i32 }
}
