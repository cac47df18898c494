//! The triangles of a level in three dimensions.

use glam::{DVec2, DVec3};

/// The triangles of a level: what readers of files and engines hand to a bake.
///
/// Points are x and y of the plan, and the height. Triangles that can be walked on are counter-clockwise as seen from above.
///
/// ```
/// use navmesh_core::{Level, Up};
/// let corners = [[0.0f32, 0.0, 0.0], [0.0, 0.0, 8.0], [8.0, 0.0, 0.0]];
/// let level = Level::of_triangles(Up::Y, corners, [[0, 1, 2]]);
/// assert_eq!(level.positions[1].to_array(), [0.0, -8.0, 0.0]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Level {
    /// The points: x and y of the plan, z the height, in map units.
    pub positions: Vec<DVec3>,
    /// The triangles, as indices into the points.
    pub triangles: Vec<[u32; 3]>,
    /// The material of each triangle, as an index into the names; `None` without one. Empty if none has one.
    pub materials: Vec<Option<u32>>,
    /// The names of the materials.
    pub material_names: Vec<String>,
}

/// The axis that points upwards in a level's coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Up {
    /// y, as in OBJ and glTF files and in most engines: (x, y, z) becomes (x, −z) of the plan, at the height y.
    #[default]
    Y,
    /// z: (x, y, z) is x and y of the plan, at the height z.
    Z,
}

impl Up {
    /// Returns a point of a level as x and y of the plan, and the height.
    #[must_use]
    pub fn to_plan(self, [x, y, z]: [f64; 3]) -> DVec3 {
        match self {
            Self::Y => DVec3::new(x, 0.0 - z, y),
            Self::Z => DVec3::new(x, y, z),
        }
    }
}

impl Level {
    /// Creates a level from points of `f32` or `f64`, with this axis upwards, and triangles of their indices.
    ///
    /// Nothing is checked: a bake reports indices out of range, and coordinates that are not finite.
    #[must_use]
    pub fn of_triangles<T: Into<f64>>(
        up: Up,
        positions: impl IntoIterator<Item = [T; 3]>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        let positions = positions.into_iter().map(|point| up.to_plan(point.map(Into::into)));
        let triangles = triangles.into_iter().collect();
        Self { positions: positions.collect(), triangles, ..Self::default() }
    }

    /// Creates the level of a height map: rows of `columns` heights, `spacing` apart in x and y of the plan, the first of them at
    /// `origin`.
    ///
    /// A square between four heights is two triangles, divided along its flatter diagonal. There is no ground where one of them is NaN.
    /// Heights behind the last whole row are left out.
    ///
    /// ```
    /// use navmesh_core::Level;
    /// // A step of 2 along x, and a hole at its end.
    /// let heights = [0.0, 0.0, 2.0, 0.0, 0.0, f64::NAN];
    /// let level = Level::of_heights([10.0, 20.0], 0.5, 3, &heights);
    /// assert_eq!((level.positions.len(), level.triangles.len()), (6, 2));
    /// assert_eq!(level.positions[2].to_array(), [11.0, 20.0, 2.0]);
    /// ```
    #[must_use]
    #[doc(alias("heightmap", "terrain", "raster", "dem"))]
    pub fn of_heights(
        origin: impl Into<DVec2>,
        spacing: f64,
        columns: usize,
        heights: &[f64],
    ) -> Self {
        let (origin, rows) = (origin.into(), heights.len().checked_div(columns).unwrap_or(0));
        let at = |index: usize| {
            let place = DVec2::new((index % columns) as f64, (index / columns) as f64);
            // A hole is at no height; its point belongs to no triangle.
            let height = Some(heights[index]).filter(|height| !height.is_nan()).unwrap_or(0.0);
            (origin + place * spacing).extend(height)
        };
        let positions: Vec<DVec3> = (0..rows * columns).map(at).collect();
        let mut triangles = Vec::new();
        for row in 1..rows {
            for column in 1..columns {
                let last = row * columns + column;
                let square = [last - columns - 1, last - columns, last, last - 1];
                let [a, b, c, d] = square.map(|index| heights[index]);
                if [a, b, c, d].iter().any(|height| height.is_nan()) {
                    continue;
                }
                let [p, q, r, s] = square.map(|index| index as u32);
                triangles.extend(match (a - c).abs() <= (b - d).abs() {
                    true => [[p, q, r], [p, r, s]],
                    false => [[p, q, s], [q, r, s]],
                });
            }
        }
        Self { positions, triangles, ..Self::default() }
    }

    /// Returns the name of the material of a triangle; `None` without one.
    #[must_use]
    pub fn material(&self, triangle: usize) -> Option<&str> {
        let material = self.materials.get(triangle).copied().flatten()?;
        self.material_names.get(material as usize).map(String::as_str)
    }
}

crate::words! {
    Up: Y "y", Z "z";
}
