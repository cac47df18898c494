//! Colours and line widths.

use navmesh_core::NavMesh;
use navmesh_grid::Grid;

use crate::page::Page;
use crate::pen::rounded;

/// The purposes of tints of tiles and shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// In the queue of a search: yellow.
    Open,
    /// Expanded by a search: blue-grey.
    Closed,
    /// Touched, for example by a line: green.
    Touched,
}

/// The colours. The strong ones are those of Okabe and Ito.
pub(crate) mod colors {
    use super::Tint;

    pub(crate) const BLOCKED: &str = "#d5dae0";
    pub(crate) const WALKABLE: &str = "#fdfdfb";
    /// Walkable, but too near to a wall for the agent.
    pub(crate) const MARGIN: &str = "#eaedf0";
    pub(crate) const MARGIN_BORDER: &str = "#9aa7b4";
    pub(crate) const OTHER_FLOOR: &str = "#e3e7eb";
    pub(crate) const FLOOR_CONNECTION: &str = "#3a9fdc";
    pub(crate) const CELL_BORDER: &str = "#b4c0cc";
    pub(crate) const WALL: &str = "#2f3b47";
    pub(crate) const DOOR: &str = "#cc79a7";
    pub(crate) const LINK: &str = "#7a5fb5";
    /// Translucent, so that areas stay visible below it.
    pub(crate) const CORRIDOR: &str = "#56b4e9";
    pub(crate) const CORRIDOR_OPACITY: f64 = 0.38;
    pub(crate) const PORTAL: &str = "#0072b2";
    pub(crate) const GAP: &str = "#c1272d";
    pub(crate) const ARROW: &str = "#33404d";
    /// From near to far.
    pub(crate) const BANDS: [&str; 12] = [
        "#fffbe0", "#fdf0bd", "#f4e3a1", "#dfdb9c", "#c4d3a2", "#a8caab", "#8dbfb3", "#76b2b9",
        "#65a3ba", "#5a93b7", "#5482b0", "#5271a6",
    ];
    /// Heights from low to high.
    pub(crate) const HEIGHTS: [[u8; 3]; 8] = [
        [190, 216, 186],
        [208, 226, 188],
        [226, 233, 193],
        [240, 233, 196],
        [240, 222, 180],
        [232, 206, 164],
        [222, 190, 152],
        [214, 186, 164],
    ];
    pub(crate) const CONTOUR: &str = "#8c7350";
    /// The agents of a film, by the direction of their ways: right, left, up, down.
    pub(crate) const AGENTS: [&str; 4] = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7"];
    /// From slow to fast.
    pub(crate) const SPEEDS: [&str; 5] = ["#a50026", "#f46d43", "#fdbf6f", "#92b5d8", "#2c5fa8"];
    pub(crate) const START: &str = "#009e73";
    pub(crate) const GOAL: &str = "#8e3a76";
    pub(crate) const HALO: &str = "#ffffff";

    /// Returns the colour of tiles and polygons of a tint.
    pub(crate) fn tint(tint: Tint) -> &'static str {
        match tint {
            Tint::Open => "#f7df8a",
            Tint::Closed => "#b3c9dc",
            Tint::Touched => "#c3e6cf",
        }
    }

    /// Returns the colour of lines of a tint.
    pub(crate) fn line(tint: Tint) -> &'static str {
        match tint {
            Tint::Open => "#e6a700",
            Tint::Closed => "#7f9fba",
            Tint::Touched => "#66b584",
        }
    }

    /// Areas of a mesh, and bands of costs of tiles.
    pub(crate) const AREAS: [&str; 8] =
        ["#efe0c8", "#d6ebd3", "#d9e4f5", "#f3d9e4", "#ece9c4", "#e0d6ef", "#cde7e5", "#f7d6c4"];

    /// Returns the colour of one of several kinds of areas.
    pub(crate) fn area(index: usize) -> &'static str {
        AREAS[index % AREAS.len()]
    }

    /// Returns the colour of one of several paths.
    pub(crate) fn path(index: usize) -> &'static str {
        const PATHS: [&str; 4] = ["#d55e00", "#0072b2", "#e69f00", "#000000"];
        PATHS[index % PATHS.len()]
    }
}

/// Line widths and sizes in page units, for the typical size of the map's cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) cell_border: f64,
    pub(crate) wall: f64,
    /// A wall whose distance the agent keeps; the cells beside it are small.
    pub(crate) border: f64,
    pub(crate) portal: f64,
    pub(crate) path: f64,
    pub(crate) waypoint: f64,
    pub(crate) marker: f64,
}

impl Style {
    /// Returns finer lines for smaller cells, so that the cells stay visible. The path varies less.
    pub(crate) fn of(mesh: Option<&NavMesh>, grid: Option<&Grid>, page: &Page) -> Self {
        let cell = typical_cell(mesh, grid, page);
        let width = |part: f64, min: f64, max: f64| rounded((cell * part).clamp(min, max));
        Self {
            cell_border: width(0.02, 0.15, 1.2),
            wall: width(0.05, 0.4, 3.0),
            border: width(0.08, 2.0, 3.0),
            portal: width(0.04, 0.8, 2.4),
            path: width(0.08, 3.6, 6.0),
            waypoint: width(0.07, 3.0, 5.0),
            marker: width(0.16, 10.0, 14.0),
        }
    }
}

/// Returns the side of a square of the mean cell's area, or the side of two tiles, in page units.
fn typical_cell(mesh: Option<&NavMesh>, grid: Option<&Grid>, page: &Page) -> f64 {
    match (mesh, grid) {
        (Some(mesh), _) => page.length((mesh.area() / mesh.cell_count() as f64).sqrt()),
        // Walls are mostly longer than one tile, so lines may be wider.
        (None, Some(grid)) => 2.0 * page.length(grid.cell_size()),
        (None, None) => f64::INFINITY,
    }
}
