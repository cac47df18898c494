//! Boxes, ramps and stairs as triangles.

use navmesh_terrain::{Level, Up};

/// A level in the making, z up.
#[derive(Default)]
pub(crate) struct Shapes {
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Shapes {
    pub(crate) fn level(self) -> Level {
        Level::of_triangles(Up::Z, self.positions, self.triangles)
    }

    /// Adds a quad, counter-clockwise as seen from its upper side.
    pub(crate) fn quad(mut self, corners: [[f64; 3]; 4]) -> Self {
        let first = self.positions.len() as u32;
        self.positions.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        self
    }

    /// Adds a box between two corners.
    pub(crate) fn solid(self, [x, y, z]: [f64; 3], [u, v, w]: [f64; 3]) -> Self {
        self.quad([[x, y, w], [u, y, w], [u, v, w], [x, v, w]])
            .quad([[x, y, z], [x, v, z], [u, v, z], [u, y, z]])
            .quad([[x, y, z], [u, y, z], [u, y, w], [x, y, w]])
            .quad([[u, y, z], [u, v, z], [u, v, w], [u, y, w]])
            .quad([[u, v, z], [x, v, z], [x, v, w], [u, v, w]])
            .quad([[x, v, z], [x, y, z], [x, y, w], [x, v, w]])
    }

    /// Adds a ramp along x, from the height at its first end to that at its last.
    pub(crate) fn ramp(self, [x, u]: [f64; 2], [y, v]: [f64; 2], [low, high]: [f64; 2]) -> Self {
        self.quad([[x, y, low], [u, y, high], [u, v, high], [x, v, low]])
    }

    /// Adds stairs that wind around the origin, `steps` for each turn, between two radii.
    pub(crate) fn spiral(mut self, turns: u32, steps: u32, rise: f64, radii: [f64; 2]) -> Self {
        for step in 0..turns * steps {
            let angle = |step: u32| std::f64::consts::TAU * f64::from(step) / f64::from(steps);
            let height = rise * f64::from(step + 1) / f64::from(steps);
            let at = |angle: f64, radius: f64| [radius * angle.cos(), radius * angle.sin(), height];
            let [a, b] = [angle(step), angle(step + 1)];
            let [near, far] = radii;
            self = self.quad([at(a, near), at(a, far), at(b, far), at(b, near)]);
        }
        self
    }
}
