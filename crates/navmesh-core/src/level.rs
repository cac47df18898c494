//! The triangles of a level in three dimensions.

use glam::DVec3;

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
