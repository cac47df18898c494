//! The floors of a building: the cells of one floor, and its connections to others.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use navmesh_core::{EdgeId, NavMesh};

use crate::canvas::{Canvas, Line};
use crate::style::colors;

/// The height of floor headings, in page units.
const HEADING: f64 = 17.0;

/// A mesh, or one floor of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FloorView<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) layer: Option<u32>,
}

impl<'a> FloorView<'a> {
    /// True if a cell is drawn.
    pub(crate) fn shows(self, slot: u32) -> bool {
        self.layer.is_none_or(|layer| self.mesh.layer(slot) == layer)
    }

    /// Iterates over the slots of the cells that are drawn.
    pub(crate) fn slots(self) -> impl Iterator<Item = u32> + 'a {
        self.mesh.slots().filter(move |&slot| self.shows(slot))
    }

    /// Iterates over the rings of the border before an inset by the agent's radius.
    pub(crate) fn border_rings(self) -> impl Iterator<Item = &'a [DVec2]> {
        let clearances = self.mesh.clearance().into_iter();
        let rings = clearances.flat_map(|clearance| clearance.rings().zip(&clearance.ring_layers));
        let is_here = move |layer: u32| self.layer.is_none_or(|shown| shown == layer);
        rings.filter(move |(_, layer)| is_here(**layer)).map(|(ring, _)| ring)
    }

    /// Iterates over the walls of that border.
    pub(crate) fn border_walls(self) -> impl Iterator<Item = [DVec2; 2]> {
        let openings = self.mesh.clearance().into_iter().flat_map(|clearance| {
            let corner = |side: u32| clearance.corners.get(side as usize).copied();
            clearance.openings.iter().filter_map(move |&[a, b]| Some([corner(a)?, corner(b)?]))
        });
        // The two sides of an opening are one line in opposite directions, so each begins where the other ends.
        let open: Vec<[DVec2; 2]> = openings.flat_map(|[a, b]| [[a, b], [b, a]]).collect();
        let sides = self.border_rings().flat_map(|ring| {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(&a, &b)| [a, b])
        });
        sides.filter(move |side| !open.contains(side))
    }

    /// Returns the floor across an edge, if it is another one.
    pub(crate) fn leads_to(self, edge: EdgeId) -> Option<u32> {
        let edge = self.mesh.edge(edge);
        let [own, other] =
            [edge.cell_slot(), edge.neighbor_slot()?].map(|slot| self.mesh.layer(slot));
        (own != other).then_some(other)
    }

    /// Iterates over the edges of the cells that are drawn.
    pub(crate) fn edges(self) -> impl Iterator<Item = EdgeId> + 'a {
        let ranges = self.slots().map(move |slot| self.mesh.edge_range(slot));
        ranges.flatten().map(|index| EdgeId(index as u32))
    }

    /// Returns the lines along which the floor is connected to others, edge after edge, each with the other floor.
    fn connection_lines(self) -> Vec<(u32, Vec<EdgeId>)> {
        let key = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
        let mut by_start = BTreeMap::new();
        let mut ends = BTreeSet::new();
        for edge in self.edges() {
            if let Some(other) = self.leads_to(edge) {
                let [start, end] = self.mesh.edge_ends(edge);
                by_start.insert((other, key(start)), edge);
                ends.insert((other, key(end)));
            }
        }
        let (inner, mut starts): (Vec<_>, Vec<_>) =
            by_start.keys().copied().partition(|start| ends.contains(start));
        // Closed lines have no beginning.
        starts.extend(inner);
        let mut lines = Vec::new();
        for start in starts {
            let (other, mut at) = start;
            let mut line = Vec::new();
            while let Some(edge) = by_start.remove(&(other, at)) {
                at = key(self.mesh.edge_ends(edge)[1]);
                line.push(edge);
            }
            if !line.is_empty() {
                lines.push((other, line));
            }
        }
        lines
    }
}

/// Draws the cells of all other floors in light grey, and the heading of this floor.
pub(crate) fn others(canvas: &mut Canvas, on: FloorView) {
    let Some(layer) = on.layer else { return };
    let mut pen = canvas.pen();
    let others = on.mesh.slots().filter(|&slot| !on.shows(slot));
    for slot in others {
        pen.polygon(on.mesh.corners(slot));
    }
    canvas.fill(pen, colors::OTHER_FLOOR);
    let corner = canvas.page.corner() - DVec2::new(0.0, 0.9 * HEADING);
    canvas.heading(&format!("floor {layer}"), corner, HEADING, colors::WALL);
}

/// Draws floor connections as bands, each with the number of the other floor.
pub(crate) fn floor_connections(canvas: &mut Canvas, on: FloorView) {
    if on.layer.is_none() {
        return;
    }
    let width = (1.6 * canvas.style.wall).max(2.4);
    for (other, line) in on.connection_lines() {
        let mut pen = canvas.pen();
        for &edge in &line {
            pen.line(on.mesh.edge_ends(edge));
        }
        let band = Line { color: colors::FLOOR_CONNECTION, width, is_dashed: false };
        canvas.stroke(pen, band);
        let [a, b] = on.mesh.edge_ends(line[line.len() / 2]);
        let middle = a.midpoint(b);
        // Cells are counter-clockwise, so the other floor is on the right.
        let [from, to] = [middle, middle - (b - a).perp()].map(|point| canvas.page.place(point));
        let beyond = (to - from).normalize_or_zero();
        canvas.number_beside(other, from, beyond, band);
    }
}
