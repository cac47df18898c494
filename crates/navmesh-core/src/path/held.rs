//! The cells of a path that hold its points, in their order.
//!
//! A leg along a portal touches it at many places, and cells of several floors may lie along one leg. So the portals
//! follow one another along the leg, too.

use std::ops::Range;

use glam::DVec2;

use super::leg::portals;
use crate::collections::NONE;
use crate::geom::ring::segments_touch;
use crate::geom::{Turn, turn};
use crate::mesh::{CellId, NavMesh, Place};

/// Cells of a mesh in the order of a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathCells<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) cells: &'a [CellId],
}

impl PathCells<'_> {
    /// Appends for each point the index of a cell that holds it to a list. The closed cells in between hold the legs, in
    /// their order.
    ///
    /// The first cell must hold the first point, and the last cell the last. All cells must be of the mesh. No memory is
    /// used but that of the list.
    ///
    /// Complexity: linear in the number of cells and legs.
    ///
    /// # Errors
    ///
    /// The number of the first leg that the cells do not hold.
    pub(super) fn of_points(&self, points: &[DVec2], list: &mut Vec<u32>) -> Result<(), usize> {
        let Some(&start) = points.first() else { return Ok(()) };
        let Self { mesh, cells } = *self;
        // Two numbers for each cell that holds a point: its index, and the place of the two of the cell from which the
        // leg before leads there.
        let first = list.len();
        if cells.first().is_some_and(|cell| mesh.feature_at(cell.slot, start).is_some()) {
            list.extend([0, NONE]);
        }
        let mut held = first..list.len();
        for (index, leg) in points.windows(2).enumerate() {
            held = self.push_end_of([leg[0], leg[1]], held, list);
            if held.is_empty() {
                return Err(index);
            }
        }
        let end = list.len();
        let last = held.end.checked_sub(2).filter(|_| !held.is_empty());
        let Some(mut at) = last.filter(|&at| list[at] as usize + 1 == cells.len()) else {
            return Err(points.len().saturating_sub(2));
        };
        for _ in points {
            list.push(list[at]);
            at = list[at + 1] as usize;
        }
        list[end..].reverse();
        list.drain(first..end);
        Ok(())
    }

    /// Appends the cells that hold the end of a leg, reached from those that hold its beginning. Returns their place in
    /// the list. Their indices ascend.
    fn push_end_of(
        &self,
        leg: [DVec2; 2],
        from: Range<usize>,
        list: &mut Vec<u32>,
    ) -> Range<usize> {
        let Self { mesh, cells } = *self;
        let along = Along::of(leg);
        let start = along.of_point(leg[0]);
        let (first, mut from) = (list.len(), from.step_by(2).peekable());
        let (mut cell, mut chain) = (0, None);
        loop {
            if let (None, Some(&next)) = (chain, from.peek()) {
                cell = list[next] as usize;
            }
            if let Some(before) = from.next_if(|&place| list[place] as usize == cell) {
                // The first cells that hold the beginning, as far as the order along the leg allows.
                chain = chain.filter(|&(_, at)| at <= start).or(Some((before, start)));
            }
            let Some((before, at)) = chain else { break };
            if mesh.feature_at(cells[cell].slot, leg[1]).is_some() {
                list.extend([cell as u32, before as u32]);
            }
            let pair = cells.get(cell..cell + 2);
            let next = pair.and_then(|pair| along.least_beyond(mesh, [pair[0], pair[1]], at));
            chain = next.map(|at| (before, at));
            cell += 1;
        }
        first..list.len()
    }

    /// Returns the index of the first cell that is not joined to the next.
    pub(super) fn first_apart(&self) -> Option<usize> {
        let are_joined = |pair: &[CellId]| {
            portals(self.mesh, pair[0].slot).any(|(_, neighbor)| neighbor == pair[1].slot)
        };
        self.cells.windows(2).position(|pair| !are_joined(pair))
    }
}

/// The order of points along a leg, exact for points on its line: by the coordinate in which the leg is longer.
#[derive(Debug, Clone, Copy)]
struct Along {
    leg: [DVec2; 2],
    axis: DVec2,
}

impl Along {
    fn of(leg: [DVec2; 2]) -> Self {
        let way = leg[1] - leg[0];
        let axis = if way.x.abs() >= way.y.abs() { DVec2::X } else { DVec2::Y };
        Self { leg, axis: axis * way.dot(axis).signum() }
    }

    fn of_point(&self, point: DVec2) -> f64 {
        self.axis.dot(point)
    }

    /// Returns the first place on the leg, at or after a known one, in the second of two cells; `None` if no portal
    /// leads there. A portal that crosses the leg between its own ends leaves the place as it is.
    fn least_beyond(&self, mesh: &NavMesh, [cell, next]: [CellId; 2], at: f64) -> Option<f64> {
        let [from, to] = self.leg;
        let beyond = |edge| {
            let ends = mesh.edge_ends(edge);
            if !segments_touch(self.leg, ends) {
                return None;
            }
            let on_line = ends.into_iter().filter(|&end| turn(from, to, end) == Turn::Collinear);
            let places = on_line.map(|end| self.of_point(end));
            let last = places.clone().reduce(f64::max).unwrap_or(at);
            let first = places.reduce(f64::min).unwrap_or(at);
            (last >= at).then_some(first.max(at))
        };
        let between = portals(mesh, cell.slot).filter(|&(_, neighbor)| neighbor == next.slot);
        between.filter_map(|(edge, _)| beyond(edge)).reduce(f64::min)
    }
}

/// True if `cell` holds a point, and is on a floor or joined there to a cell of it.
pub(super) fn holds_on_floor(mesh: &NavMesh, cell: CellId, point: DVec2, layer: u32) -> bool {
    let place = Place::new(point).on_layer(layer);
    mesh.incidences_at(place).any(|incidence| incidence.cell == cell)
}
