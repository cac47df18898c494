//! Outlines whose points are hard for a triangulation: on few lines, on one circle, or on a lattice.

use navmesh_testkit::SplitMix64;
use tautline::{DVec2, Outline, Outlines};

/// Returns every arrangement by name, with about so many points.
#[must_use]
pub fn hard_outlines(count: u32) -> Vec<(&'static str, Outlines)> {
    let even = two_rows(count / 2 + 1, |tile| tile % 2 == 0);
    let mut random = SplitMix64::new(1);
    let uneven = two_rows(count + 1, |_| random.chance(50));
    vec![
        ("two rows of tiles, a comb", even),
        ("two rows of tiles, at random", uneven),
        ("a circle", circle(count)),
        ("a line and a point", line(count)),
        ("two columns", columns(count / 2)),
        ("nested squares", nested_squares(count / 4)),
        ("a lattice of squares", lattice(count / 4)),
    ]
}

fn walkable(corners: impl IntoIterator<Item = DVec2>) -> Outlines {
    Outlines { walkable: vec![Outline::new(corners)], ..Outlines::default() }
}

/// A tile map two rows high. The lower row is free, and so are the tiles `i` of the upper row with `is_free(i)`.
fn two_rows(width: u32, mut is_free: impl FnMut(u32) -> bool) -> Outlines {
    let mut corners = vec![DVec2::ZERO, DVec2::new(width.into(), 0.0)];
    let mut height = 0.0;
    for tile in (0..width).rev() {
        let next = if is_free(tile) { 2.0 } else { 1.0 };
        if next != height {
            let x = f64::from(tile + 1);
            corners.extend((height > 0.0).then_some(DVec2::new(x, height)));
            corners.push(DVec2::new(x, next));
            height = next;
        }
    }
    corners.push(DVec2::new(0.0, height));
    walkable(corners)
}

fn circle(count: u32) -> Outlines {
    let step = std::f64::consts::TAU / f64::from(count);
    walkable((0..count).map(|i| DVec2::from_angle(f64::from(i) * step)))
}

fn line(count: u32) -> Outlines {
    let base = (0..count).map(|i| DVec2::new(i.into(), 0.0));
    walkable(base.chain([DVec2::new(7.0, count.into())]))
}

fn columns(height: u32) -> Outlines {
    let up = (0..height).map(|y| DVec2::new(1.0, y.into()));
    walkable(up.chain((0..height).rev().map(|y| DVec2::new(0.0, y.into()))))
}

fn nested_squares(count: u32) -> Outlines {
    let square = |half: f64| Outline::rect([-half, -half], [half, half]);
    Outlines { walkable: (1..=count).map(|i| square(i.into())).collect(), ..Outlines::default() }
}

fn lattice(count: u32) -> Outlines {
    let side = f64::from(count).sqrt() as u32;
    let end = f64::from(2 * side);
    let corner = |i: u32| [i % side, i / side].map(|at| 2.0 * f64::from(at));
    let square = |[x, y]: [f64; 2]| Outline::rect([x, y], [x + 1.0, y + 1.0]);
    Outlines {
        walkable: vec![Outline::rect([-1.0, -1.0], [end, end])],
        obstacles: (0..side * side).map(|i| square(corner(i))).collect(),
        ..Outlines::default()
    }
}
