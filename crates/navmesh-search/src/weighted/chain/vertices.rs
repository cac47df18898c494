//! The side on which a chain passes a vertex.
//!
//! The points of a chain move along given borders. Where the cheapest crossings of neighbouring borders are at the vertex that
//! they share, a way on another side of the vertex may be cheaper. There the points at the vertex are replaced by
//! one on each border on that side.
//!
//! ```text
//!       border            The chain a–v–b crosses both borders at v.
//!   a     │     b         Passed on the left, it crosses the upper border,
//!    ╲    │    ╱          passed on the right, the two lower ones.
//!      ╲  │  ╱
//!         v
//!       ╱   ╲
//!  border   border
//! ```

use std::ops::Range;

use navmesh_core::{DVec2, EdgeId};

use super::{Chain, Leg, On, Point, walked_border};
use crate::weighted::ground::{Ground, point_at};
use crate::weighted::region_ray::is_in_wedge;

/// A point that is nearer to an end of its border than this share of it counts as at the vertex there.
const NEAR: f64 = 1.0 / 8.0;

/// The relative gain below which the way stays as it is.
const ENOUGH: f64 = 1e-9;

/// The side of a vertex on which a chain passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    CounterClockwise,
    Clockwise,
}

/// A border on the way around a vertex: its edge in the cell that is left, and in the one that is entered.
#[derive(Debug, Clone, Copy)]
struct Passage {
    border: u32,
    near: EdgeId,
    far: EdgeId,
}

/// The memory of ways around a vertex.
#[derive(Debug, Default)]
pub(super) struct Detour {
    /// The edges that begin at the vertex, counter-clockwise.
    fan: Vec<EdgeId>,
    passages: Vec<Passage>,
    points: Vec<Point>,
    legs: Vec<Leg>,
    /// The chain before it was changed.
    saved: (Vec<Point>, Vec<Leg>),
}

/// The cells between which a chain passes a vertex, as places in the fan, and the borders along which it walks to and from
/// the vertex.
#[derive(Debug, Clone, Copy)]
struct Passing {
    side: Side,
    cells: [usize; 2],
    walked: [Option<u32>; 2],
}

impl Chain {
    /// Passes vertices on another side where that is cheaper. False if it is nowhere.
    pub(super) fn pass_vertices(&mut self, ground: &Ground) -> bool {
        let (mut index, mut is_changed) = (1, false);
        while index + 1 < self.points.len() {
            let end = self.end_of_run(ground, index);
            if let Some(vertex) = vertex_near(ground, self.points[index]) {
                let sides = [Side::CounterClockwise, Side::Clockwise];
                is_changed |=
                    sides.into_iter().any(|side| self.pass(ground, vertex, index..end, side));
            }
            index = end;
        }
        is_changed
    }

    /// Returns the end of the run of points from an index on that are near the same vertex.
    fn end_of_run(&self, ground: &Ground, index: usize) -> usize {
        let vertex = |point: Point| Some(ground.mesh.edge(vertex_near(ground, point)?).vertex());
        let own = vertex(self.points[index]);
        let others = self.points[index + 1..self.points.len() - 1].iter();
        index + 1 + others.take_while(|&&point| own.is_some() && vertex(point) == own).count()
    }

    /// Passes a vertex on a side instead of over a run of points near it, if that is cheaper.
    fn pass(&mut self, ground: &Ground, vertex: EdgeId, run: Range<usize>, side: Side) -> bool {
        if !self.set_detour(ground, vertex, &run, side) {
            return false;
        }
        let known = self.cost_of_legs(ground, run.start - 1..run.end);
        let Self { points, legs, detour, .. } = self;
        detour.saved.0.clone_from(points);
        detour.saved.1.clone_from(legs);
        points.splice(run.clone(), detour.points.iter().copied());
        legs.splice(run.start - 1..run.end, detour.legs.iter().copied());
        let run = run.start..run.start + detour.points.len();
        let is_clear = |leg: usize| {
            self.is_leg_clear(ground, self.legs[leg], [self.points[leg], self.points[leg + 1]])
        };
        if (run.start - 1..run.end).all(is_clear) {
            self.take_turns(ground, run.clone());
            if self.cost_of_legs(ground, run.start - 1..run.end) < known * (1.0 - ENOUGH) {
                return true;
            }
        }
        self.points.clone_from(&self.detour.saved.0);
        self.legs.clone_from(&self.detour.saved.1);
        false
    }

    /// Finds the points and legs that pass a vertex on a side instead of a run of points. False if there are none, or if
    /// the run passes it so.
    fn set_detour(
        &mut self,
        ground: &Ground,
        vertex: EdgeId,
        run: &Range<usize>,
        side: Side,
    ) -> bool {
        self.detour.set_fan(ground, vertex);
        let Some(passing) = self.passing(ground, vertex, run, side) else { return false };
        if !self.detour.set_passages(ground, passing) {
            return false;
        }
        let corner = ground.mesh.edge(vertex).origin();
        let ends = [run.start - 1, run.end].map(|index| self.points[index].at.distance(corner));
        let legs = [self.legs[run.start - 1], self.legs[run.end - 1]];
        self.detour.set_points(ground, corner, 0.5 * ends[0].min(ends[1]));
        let is_known = self.detour.set_legs(ground, passing.walked, legs);
        let own = self.detour.points.iter().map(border_of);
        let is_new = !own.eq(self.points[run.clone()].iter().map(border_of));
        is_known && is_new && ends[0] > 0.0 && ends[1] > 0.0
    }

    /// Returns where the chain comes from and goes to around a vertex.
    fn passing(
        &self,
        ground: &Ground,
        vertex: EdgeId,
        run: &Range<usize>,
        side: Side,
    ) -> Option<Passing> {
        let corner = ground.mesh.edge(vertex).origin();
        let pairs = [[run.start - 1, run.start], [run.end - 1, run.end]];
        let outer = [run.start - 1, run.end];
        let (mut cells, mut walked) = ([0; 2], [None; 2]);
        for way in 0..2 {
            let leg = self.legs[pairs[way][0]];
            match leg {
                Leg::Connection(_) => return None,
                Leg::Walk { .. } => {
                    let border = walked_border(ground, pairs[way].map(|index| self.points[index]))?;
                    let [right, left] = self.detour.cells_beside(ground, border)?;
                    let is_right = (side == Side::CounterClockwise) == (way == 0);
                    (cells[way], walked[way]) = (if is_right { right } else { left }, Some(border));
                }
                Leg::Hop { .. } => {
                    let at = self.points[outer[way]].at;
                    cells[way] = self.detour.cell_towards(ground, corner, at)?;
                }
            }
        }
        // The other side has the passage over the walked border.
        let is_beside = cells[0] == cells[1] && walked != [None; 2];
        (!is_beside && (walked[0] != walked[1] || walked[0].is_none())).then_some(Passing {
            side,
            cells,
            walked,
        })
    }

    /// Returns the cost of some of the legs.
    fn cost_of_legs(&self, ground: &Ground, legs: Range<usize>) -> f64 {
        let cost =
            |leg: usize| self.legs[leg].cost(ground, self.points[leg].at, self.points[leg + 1].at);
        legs.map(cost).sum()
    }
}

impl Detour {
    fn set_fan(&mut self, ground: &Ground, vertex: EdgeId) {
        let mesh = &*ground.mesh;
        let first = mesh.walls_of_fan(vertex).map_or(vertex, |[first, _]| first);
        self.fan.clear();
        let mut at = Some(first);
        while let Some(edge) = at {
            self.fan.push(edge);
            at = mesh.counter_clockwise(edge).filter(|&next| next != first);
        }
    }

    /// Returns the cells to the right and to the left of a border, as seen from the vertex.
    fn cells_beside(&self, ground: &Ground, border: u32) -> Option<[usize; 2]> {
        let is_left = |&edge: &EdgeId| ground.border_of(edge) == Some(border);
        let left = self.fan.iter().position(is_left)?;
        Some([left.checked_sub(1).unwrap_or(self.fan.len() - 1), left])
    }

    /// Returns a cell around the vertex that a line towards a point enters.
    fn cell_towards(&self, ground: &Ground, corner: DVec2, point: DVec2) -> Option<usize> {
        let mesh = &*ground.mesh;
        self.fan.iter().position(|&edge| {
            let [ahead, behind] = [mesh.next_edge(edge), mesh.previous_edge(edge)]
                .map(|edge| mesh.edge(edge).origin());
            is_in_wedge(corner, ahead, behind, point)
        })
    }

    /// Finds the borders on the way around the vertex. False if a wall is in the way.
    fn set_passages(&mut self, ground: &Ground, passing: Passing) -> bool {
        let Self { fan, passages, .. } = self;
        let (mesh, count) = (&*ground.mesh, fan.len());
        let [mut cell, last] = passing.cells;
        passages.clear();
        while cell != last {
            let (near, next) = match passing.side {
                Side::CounterClockwise => (mesh.previous_edge(fan[cell]), (cell + 1) % count),
                Side::Clockwise => (fan[cell], (cell + count - 1) % count),
            };
            let Some(far) = mesh.edge(near).twin() else { return false };
            if let Some(border) = ground.border_of(near) {
                passages.push(Passage { border, near, far });
            }
            cell = next;
        }
        true
    }

    /// Puts a point on each border, so far from the vertex.
    fn set_points(&mut self, ground: &Ground, corner: DVec2, distance: f64) {
        self.points.clear();
        for &Passage { border, .. } in &self.passages {
            let ends = ground.borders[border as usize].ends;
            let share = (distance / ends[0].distance(ends[1])).min(0.5);
            let share = if ends[0] == corner { share } else { 1.0 - share };
            let at = point_at(ends, share);
            self.points.push(Point { at, on: On::Border { border, share } });
        }
    }

    /// Joins the points by legs, between the legs to and from the vertex. False if no border tells the cost of a leg.
    fn set_legs(
        &mut self,
        ground: &Ground,
        walked: [Option<u32>; 2],
        [into, out]: [Leg; 2],
    ) -> bool {
        let Self { passages, legs, .. } = self;
        legs.clear();
        let mut leaves = if let Leg::Hop { leaves, .. } = into { leaves } else { None };
        for (index, &Passage { border, near, far }) in passages.iter().enumerate() {
            legs.push(match walked[0] {
                Some(_) if index == 0 => Leg::Walk { cost: ground.borders[border as usize].cost },
                _ => Leg::Hop { cost: ground.cost_of(near), leaves, enters: Some(near) },
            });
            leaves = Some(far);
        }
        let last = match (walked[1], out) {
            (None, Leg::Hop { enters, .. }) => leaves.or(enters).map(|side| {
                let cost = ground.cost_of(side);
                Leg::Hop { cost, leaves, enters }
            }),
            _ => Some(out),
        };
        legs.extend(last);
        last.is_some()
    }
}

/// Returns an edge that begins at the vertex that a point of a chain is near, if it is near one with borders.
fn vertex_near(ground: &Ground, point: Point) -> Option<EdgeId> {
    match point.on {
        On::Vertex(edge) => Some(edge).filter(|&edge| ground.has_borders(edge)),
        On::Border { border, share } => {
            let border = &ground.borders[border as usize];
            if share <= NEAR {
                Some(border.cheap)
            } else {
                (share >= 1.0 - NEAR).then_some(border.costly)
            }
        }
        On::Given(..) => None,
    }
}

fn border_of(point: &Point) -> Option<u32> {
    if let On::Border { border, .. } = point.on { Some(border) } else { None }
}
