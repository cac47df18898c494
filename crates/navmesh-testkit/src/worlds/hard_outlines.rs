//! Outlines whose points are hard for a triangulation: on few lines, on one curve, or on a lattice.

use std::f64::consts::TAU;

use navmesh_core::{DVec2, Outline, Outlines};

use crate::rng::SplitMix64;

/// Outlines that a triangulation may take quadratic time for.
#[derive(Debug, Clone)]
pub struct HardOutlines {
    /// The arrangement of the points.
    pub name: &'static str,
    /// The outlines.
    pub outlines: Outlines,
    /// The walkable area, by a formula of the arrangement.
    pub area: f64,
}

/// Returns each arrangement with about `count` points.
#[must_use]
pub fn hard_outlines(count: u32) -> Vec<HardOutlines> {
    let mut random = SplitMix64::new(1);
    vec![
        two_rows("two rows of tiles, a comb", count / 2 + 1, |tile| tile % 2 == 0),
        two_rows("two rows of tiles, at random", count + 1, |_| random.chance(50)),
        circle(count),
        line(count),
        columns(count / 2),
        parabola(count),
        nested_squares(count / 4),
        lattice(count / 4),
    ]
}

fn walkable(
    name: &'static str,
    corners: impl IntoIterator<Item = DVec2>,
    area: f64,
) -> HardOutlines {
    let outlines = Outlines { walkable: vec![Outline::new(corners)], ..Outlines::default() };
    HardOutlines { name, outlines, area }
}

/// A tile map two rows high. The lower row is free, and so are the tiles `i` of the upper row with
/// `is_free(i)`.
fn two_rows(name: &'static str, width: u32, mut is_free: impl FnMut(u32) -> bool) -> HardOutlines {
    let mut corners = vec![DVec2::ZERO, DVec2::new(width.into(), 0.0)];
    let (mut height, mut area) = (0.0, 0.0);
    for tile in (0..width).rev() {
        let next = if is_free(tile) { 2.0 } else { 1.0 };
        area += next;
        if next != height {
            let x = f64::from(tile + 1);
            corners.extend((height > 0.0).then_some(DVec2::new(x, height)));
            corners.push(DVec2::new(x, next));
            height = next;
        }
    }
    corners.push(DVec2::new(0.0, height));
    walkable(name, corners, area)
}

fn circle(count: u32) -> HardOutlines {
    let step = TAU / f64::from(count);
    let corners = (0..count).map(|i| DVec2::from_angle(f64::from(i) * step));
    walkable("a circle", corners, f64::from(count) * step.sin() / 2.0)
}

/// A triangle that has all but two of its corners on one side.
fn line(count: u32) -> HardOutlines {
    let base = (0..count).map(|i| DVec2::new(i.into(), 0.0));
    let area = f64::from(count - 1) * f64::from(count) / 2.0;
    walkable("a line and a point", base.chain([DVec2::new(7.0, count.into())]), area)
}

fn columns(height: u32) -> HardOutlines {
    let up = (0..height).map(|y| DVec2::new(1.0, y.into()));
    let down = (0..height).rev().map(|y| DVec2::new(0.0, y.into()));
    walkable("two columns", up.chain(down), (height - 1).into())
}

/// Corners on a parabola see all of one another.
fn parabola(count: u32) -> HardOutlines {
    let corners = (0..count).map(|i| DVec2::new(i.into(), f64::from(i) * f64::from(i)));
    // The chord minus the trapezoids below the sides.
    let last = f64::from(count - 1);
    walkable("a parabola", corners, (last * last * last - last) / 6.0)
}

/// All corners are on two lines that cross.
fn nested_squares(count: u32) -> HardOutlines {
    let square = |half: f64| Outline::rect([-half, -half], [half, half]);
    let walkable = (1..=count).map(|i| square(i.into())).collect();
    let outlines = Outlines { walkable, ..Outlines::default() };
    HardOutlines {
        name: "nested squares",
        outlines,
        area: 4.0 * f64::from(count) * f64::from(count),
    }
}

fn lattice(count: u32) -> HardOutlines {
    let side = f64::from(count).sqrt() as u32;
    let end = f64::from(2 * side);
    let corner = |i: u32| [i % side, i / side].map(|at| 2.0 * f64::from(at));
    let square = |[x, y]: [f64; 2]| Outline::rect([x, y], [x + 1.0, y + 1.0]);
    let outlines = Outlines {
        walkable: vec![Outline::rect([-1.0, -1.0], [end, end])],
        obstacles: (0..side * side).map(|i| square(corner(i))).collect(),
        ..Outlines::default()
    };
    let area = (end + 1.0) * (end + 1.0) - f64::from(side * side);
    HardOutlines { name: "a lattice of squares", outlines, area }
}
