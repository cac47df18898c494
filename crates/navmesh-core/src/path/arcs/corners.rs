//! The walls of a mesh for a radius, with an index to find those near a place.

use glam::DVec2;

use crate::buckets::Buckets;
use crate::geom::{Bounds, Turn, lexicographic, turn};
use crate::mesh::NavMesh;

/// The wall corners that paths on a mesh for a radius turn around, for [`Path::arcs`](crate::Path::arcs).
///
/// Make it once for all paths of a mesh.
#[derive(Debug, Clone)]
pub struct ArcCorners {
    /// The radius of the agents.
    pub(super) radius: f64,
    /// The rounding that distances from walls may fall short by.
    pub(super) slack: f64,
    walls: Vec<[DVec2; 2]>,
    index: Option<Buckets>,
}

/// The rounding of a distance from a wall, as a share of the largest coordinate.
const ROUNDING: f64 = 1.0 / (1u64 << 46) as f64;

impl ArcCorners {
    /// Collects the walls of a mesh: the border from before its inset.
    ///
    /// A mesh for points has none, and neither has one whose cells have different costs: its paths bend at borders of
    /// areas too, and a shorter path there need not be cheaper.
    ///
    /// Complexity: linear in the number of walls.
    #[must_use]
    pub fn of(mesh: &NavMesh) -> Self {
        let clearance = mesh.clearance().filter(|_| mesh.is_uniform());
        let walls = clearance.map_or_else(Vec::new, crate::mesh::Clearance::walls);
        let bounds = Bounds::of(walls.iter().flatten().copied());
        let index = (!walls.is_empty())
            .then(|| Buckets::build(walls.len(), bounds, |wall, ends| ends.extend(walls[wall])));
        let radius = clearance.map_or(0.0, |clearance| clearance.radius);
        Self { radius, slack: bounds.max_abs() * ROUNDING, walls, index }
    }

    /// Returns the corner that a path turns around at a waypoint, given with its neighbours; `None` if it is no wall
    /// corner within the radius of a polygon around it.
    ///
    /// The nearest corner on the inner side of the turn is proposed. A wrong one would come too near to the right one,
    /// and the string is tested.
    pub(super) fn center_of(&self, [before, at, after]: [DVec2; 3], side: Turn) -> Option<DVec2> {
        if side == Turn::Collinear {
            return None;
        }
        let reach = 2.0 * self.radius;
        let mut nearest: Option<(f64, DVec2)> = None;
        self.walls_near([at, at], reach, |ends| {
            for corner in ends {
                let distance = corner.distance(at);
                let is_nearer = nearest.is_none_or(|(least, point)| {
                    distance.total_cmp(&least).then(lexicographic(corner, point)).is_lt()
                });
                let is_inside =
                    || turn(before, at, corner) == side && turn(at, after, corner) == side;
                if distance <= reach && is_nearer && is_inside() {
                    nearest = Some((distance, corner));
                }
            }
            true
        });
        nearest.map(|(_, corner)| corner)
    }

    /// Calls `visit` with the walls that can come within `reach` of a segment, some of them more than once, until it
    /// returns false. Returns false then.
    pub(super) fn walls_near(
        &self,
        [a, b]: [DVec2; 2],
        reach: f64,
        mut visit: impl FnMut([DVec2; 2]) -> bool,
    ) -> bool {
        let Some(index) = &self.index else { return true };
        let grid = index.grid();
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let slope = (right.y - left.y) / (right.x - left.x);
        let height = |x: f64| {
            let x = x.clamp(left.x, right.x);
            if right.x > left.x { left.y + slope * (x - left.x) } else { left.y }
        };
        for column in grid.column(left.x - reach)..=grid.column(right.x + reach) {
            let [from, to] = [grid.column_start(column), grid.column_start(column + 1)];
            // The outermost columns hold all that lies beyond the grid.
            let from = if column == 0 { left.x } else { from - reach - grid.margin() };
            let is_last = column + 1 == grid.columns();
            let to = if is_last { right.x } else { to + reach + grid.margin() };
            let mut heights = [height(from), height(to)];
            if right.x <= left.x {
                heights = [left.y, right.y];
            }
            let [low, high] = [heights[0].min(heights[1]), heights[0].max(heights[1])];
            for row in grid.row(low - reach)..=grid.row(high + reach) {
                for &wall in index.bucket(column, row) {
                    if !visit(self.walls[wall as usize]) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
