//! The place of the height field, and its size before it is made.
//!
//! Recast computes in floats of 32 bits, with y upwards. So the level is moved near the origin first. Corners of the field's
//! cells, as floats of 64 bits, are exact sums: straight borders stay straight.

use glam::{DVec2, DVec3, U16Vec3, Vec3, Vec3A};
use navmesh_core::Level;
use rerecast::Aabb3d;

use crate::error::BakeError;
use crate::options::{BakeOptions, CellCounts};

/// The longest side of a height field in cells. Recast multiplies two sides in 32 bits.
const LONGEST_SIDE: f64 = (1 << 14) as f64;

/// The most cells of a height field upwards. Recast adds the height of a span, up to 255, in 16 bits.
const HIGHEST: f64 = (1 << 15) as f64;

/// The level is moved by multiples of this, in map units. Levels around the origin stay in place.
const MOVE: f64 = 1024.0;

/// The place of the height field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The origin of Recast's coordinates, with y upwards.
    origin: DVec3,
    /// The box of the field, with its border.
    pub(crate) bounds: Aabb3d,
    cell: DVec3,
    /// The cells on each side that belong to other tiles.
    pub(crate) border: u16,
}

/// Recast's heights are those of the upper ends of cells, so ground lies up to a cell below; on average half a cell.
const BELOW: f64 = 0.5;

/// Returns a point of a level with y upwards.
fn y_up(point: DVec3) -> DVec3 {
    DVec3::new(point.x, point.z, 0.0 - point.y)
}

impl Frame {
    /// Finds the place of a level's triangles, and checks them and the size of the height field.
    pub(crate) fn of(
        level: &Level,
        options: &BakeOptions,
        counts: &CellCounts,
    ) -> Result<Self, BakeError> {
        let [min, max] = Self::check(level)?;
        let [size, height] = [counts.size, counts.height].map(f64::from);
        let cell = DVec3::new(size, height, size);
        check_size(max - min, cell, options.max_cells)?;
        let origin = (min / MOVE).round() * MOVE;
        // A multiple of this and of the cell size is exact as a coordinate.
        let unit =
            min.abs().max(max.abs()).max_element().max(1.0).log2().ceil().exp2() * 2f64.powi(-51);
        let low = (min - origin).as_vec3().as_dvec3();
        let low = DVec3::new((low.x / unit).floor() * unit, low.y, (low.z / unit).floor() * unit);
        let high = (max - origin).as_vec3().max((low + cell).as_vec3());
        let bounds = Aabb3d { min: low.as_vec3(), max: high };
        Ok(Self { origin, bounds, cell, border: 0 })
    }

    /// Checks the triangles of a level. Returns the lowest and the highest corner of the box around them, y upwards.
    pub(crate) fn check(level: &Level) -> Result<[DVec3; 2], BakeError> {
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (triangle, corners) in level.triangles.iter().enumerate() {
            for &index in corners {
                let count = level.positions.len();
                let position = level.positions.get(index as usize).copied();
                let position = position.ok_or(BakeError::Index { triangle, index, count })?;
                if !position.is_finite() {
                    return Err(BakeError::NotFinite { triangle, position });
                }
                (min, max) = (min.min(y_up(position)), max.max(y_up(position)));
            }
        }
        if level.triangles.is_empty() {
            return Err(BakeError::Empty);
        }
        Ok([min, max])
    }

    /// Finds the place of a tile of so many cells, with a border, whose triangles lie between two heights.
    pub(crate) fn of_tile(
        place: [i32; 2],
        size: u16,
        border: u16,
        [low, high]: [f64; 2],
        counts: &CellCounts,
    ) -> Result<Self, BakeError> {
        let [wide, tall] = [counts.size, counts.height].map(f64::from);
        let cell = DVec3::new(wide, tall, wide);
        let first = place.map(|place| f64::from(place) * f64::from(size) - f64::from(border));
        // All products are exact, so that tiles share the corners of cells.
        let origin = DVec3::new(first[0], (low / tall).floor(), first[1]) * cell;
        let side = f64::from(size + 2 * border);
        let cells = (high - origin.y) / tall;
        if cells.is_nan() || cells > HIGHEST {
            let fitting = 1.001 * (high - low) / HIGHEST;
            return Err(BakeError::TooHigh { cells, limit: HIGHEST as u32, fitting });
        }
        let max = (DVec3::new(side, cells.max(1.0), side) * cell).as_vec3();
        Ok(Self { origin, bounds: Aabb3d { min: Vec3::ZERO, max }, cell, border })
    }

    /// Returns a point of the level in Recast's coordinates.
    pub(crate) fn to_recast(self, point: DVec3) -> Vec3A {
        (y_up(point) - self.origin).as_vec3a()
    }

    /// Returns a corner of the cells within the border: x and y of the plan, and the height of the ground there.
    pub(crate) fn corner(self, corner: U16Vec3) -> DVec3 {
        let border = f64::from(self.border);
        self.at(corner.as_dvec3() + DVec3::new(border, 0.0, border))
    }

    /// Returns a corner of the cells of the field with its border.
    fn at(self, corner: DVec3) -> DVec3 {
        let at = self.origin + (self.bounds.min.as_dvec3() + corner * self.cell);
        DVec3::new(at.x, 0.0 - at.z, at.y - BELOW * self.cell.y)
    }

    /// Returns a point of Recast's detail, which it lifts by a cell: x and y of the plan, and the height of the ground there.
    pub(crate) fn sample(self, point: Vec3) -> DVec3 {
        let at = self.origin + point.as_dvec3();
        DVec3::new(at.x, 0.0 - at.z, at.y - (1.0 + BELOW) * self.cell.y)
    }

    /// Returns a place of the plan by its cell of the field.
    pub(crate) fn place(self, x: u16, z: u16) -> DVec2 {
        self.at(DVec3::new(x.into(), 0.0, z.into())).truncate()
    }

    /// Returns the middle of a cell in the plan.
    pub(crate) fn middle(self, x: u16, z: u16) -> DVec2 {
        self.place(x, z) + DVec2::new(0.5, -0.5) * self.cell.x
    }

    /// Returns the height of the ground of a span that begins at a cell.
    pub(crate) fn ground(self, y: u16) -> f64 {
        self.at(DVec3::new(0.0, y.into(), 0.0)).z
    }

    /// Returns the ranges of cells along x and z of a field of this size that have their middles in a box of the plan, and
    /// perhaps one more on each side.
    pub(crate) fn columns(self, [low, high]: [DVec2; 2], size: [u16; 2]) -> [[u16; 2]; 2] {
        let first = self.place(0, 0);
        let [low, high] = [
            DVec2::new(low.x - first.x, first.y - high.y),
            DVec2::new(high.x - first.x, first.y - low.y),
        ]
        .map(|offset| offset / self.cell.x);
        let count = |value: f64, most: u16| value.clamp(0.0, most.into()) as u16;
        let ends = |offset: DVec2| [count(offset.x, size[0]), count(offset.y, size[1])];
        [ends(low.floor() - 1.0), ends(high.ceil() + 1.0)]
    }
}

/// Checks the number of cells of a field of this size.
fn check_size(size: DVec3, cell: DVec3, max_cells: u64) -> Result<(), BakeError> {
    let [wide, deep] = [size.x, size.z].map(|side| side / cell.x + 1.0);
    let (cells, longest, most) = (wide * deep, wide.max(deep), max_cells as f64);
    if cells.is_nan() || cells > most || longest > LONGEST_SIDE {
        // The cells of a side are its length over the cell size, and one more.
        let (area, sum, more) = (size.x * size.z, size.x + size.z, (most - 1.0).max(1e-9));
        let by_cells = (sum + (sum * sum + 4.0 * area * more).sqrt()) / (2.0 * more);
        let by_side = size.x.max(size.z) / (LONGEST_SIDE - 1.0);
        let fitting = 1.001 * by_cells.max(by_side);
        return Err(BakeError::TooManyCells {
            cells,
            limit: most,
            longest: LONGEST_SIDE as u32,
            fitting,
        });
    }
    let cells = size.y / cell.y;
    if cells.is_nan() || cells > HIGHEST {
        let fitting = 1.001 * size.y / HIGHEST;
        return Err(BakeError::TooHigh { cells, limit: HIGHEST as u32, fitting });
    }
    Ok(())
}
