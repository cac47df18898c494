//! Lines of hexagons.

use super::hexagon::Hex;

/// Returns the hexagons along the straight line between the centres of two, both included.
///
/// Consecutive hexagons are neighbours; there are [`distance`](Hex::distance) + 1 of them. The line
/// is cut into as many equal parts as there are steps, and each end of a part is rounded to its
/// hexagon. An end on a side belongs to the hexagon with the larger q, then the larger r. The line
/// from `to` to `from` may therefore differ.
pub(super) fn hex_line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HexGrid;
    use navmesh_testkit::SplitMix64;

    fn is_connected(line: &[Hex]) -> bool {
        line.windows(2).all(|step| step[0].neighbors().contains(&step[1]))
    }

    #[test]
    fn a_line_of_hexagons_follows_the_segment_between_the_centres() {
        let mut random = SplitMix64::new(83);
        // The distance from a hexagon's centre to its corners: 1/√3.
        let reach = 1.0 / 3f64.sqrt() + 1e-9;
        for _ in 0..3000 {
            let mut tile = || (random.below(12) as u32, random.below(12) as u32);
            let ends = [tile(), tile()];
            let [a, b] = ends.map(|(x, y)| HexGrid::center(x, y));
            let [from, to] = ends.map(|(x, y)| HexGrid::hex(x, y));
            let line: Vec<Hex> = hex_line(from, to).collect();
            assert_eq!((line[0], line[line.len() - 1]), (from, to));
            assert!(line.len() as u64 == from.distance(to) + 1 && is_connected(&line));
            for (index, hex) in line.iter().enumerate() {
                let part = index as f64 / (line.len() - 1).max(1) as f64;
                let x = f64::from(hex.q) + f64::from(hex.r) * 0.5;
                let center = [x, f64::from(hex.r) * 3f64.sqrt() / 2.0];
                let off = a.lerp(b, part).distance(center.into());
                assert!(off <= reach, "{hex:?} is {off} off the line {ends:?}");
            }
        }
    }

    #[test]
    fn hexagons_with_extreme_coordinates_have_a_line() {
        let hex = |q, r| Hex { q, r };
        let far = hex_line(hex(i32::MIN, i32::MIN), hex(i32::MAX, i32::MAX));
        assert!(is_connected(&far.take(3).collect::<Vec<_>>()));
        let along = hex_line(hex(i32::MAX - 2, 7), hex(i32::MAX, 7));
        assert!(along.eq((i32::MAX - 2..=i32::MAX).map(|q| hex(q, 7))));
    }
}
